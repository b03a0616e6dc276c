import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../../cli/in-process.ts';
import { harStyles } from '../../import/readers/har-styles.ts';
import { notes } from '../notes.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-mocks-'));
const document = join(folder, 'api.json');
const file = (name: string): string => join(folder, name);
const note = { id: 1, text: 'Milk', status: 'open', createdAt: '2026-01-01T10:00:00Z' };

const entry = (
  method: string,
  path: string,
  status: number,
  body: unknown,
  sent?: unknown,
  url = 'https://a.test',
) => ({
  request: {
    method,
    url: `${url}/v1${path}`,
    headers: [],
    ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
  },
  response: {
    status,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: typeof body === 'string' ? { _file: body } : { mimeType: 'x', text: JSON.stringify(body) },
  },
});

const preflight = {
  request: {
    method: 'OPTIONS',
    url: 'https://a.test/v1/notes',
    headers: [{ name: 'Access-Control-Request-Method', value: 'PUT' }],
  },
  response: { status: 204, headers: [], content: { size: 0, mimeType: 'x-unknown' } },
};

/** Bodies that browsers did not keep, and that Playwright was told to omit. */
const omitted = [90, -1].map((size) => {
  const { request } = entry('POST', '/notes', 201, note);
  const content = { size, mimeType: 'application/json' };
  return { request: { ...request, bodySize: 14 }, response: { status: 201, headers: [], content } };
});

const files: Readonly<Record<string, unknown>> = {
  'api.json': notes,
  'right/notes.json': {
    'GET /notes 200': [note],
    'GET /v1/notes/{noteId} 200': note,
    'get /notes/:id 404': { message: 'None' },
    'DELETE /notes/1 204': null,
    'POST /notes 201': note,
  },
  'right/deep/er/a.har': {
    log: {
      entries: [
        entry('GET', '/notes?limit=2', 200, 'a.bin'),
        entry('POST', '/notes', 201, note, { text: 'Tea' }),
        { ...entry('GET', '/notes', 200, {}), response: { status: 304 } },
        preflight,
        ...omitted,
        { ...entry('GET', '', 200, {}), request: { method: 'GET', url: 'https://cdn.test/a.js' } },
      ],
    },
  },
  'right/deep/er/a.bin': [note],
  'right/node_modules/wrong.json': { 'GET /notes 200': {} },
  'wrong/notes.json': {
    'GET /notes 200': [{ ...note, id: '1' }],
    'GET /note 200': [],
    'POST /notes 200': note,
    'GET /notes/{id} 404': null,
  },
  'wrong/b.har': {
    log: { entries: [entry('GET', '/notes?limit=0', 200, [note]), entry('POST', '/notes', 201, note, {})] },
  },
  'alone/note.json': note,
  'mixed/notes.json': { 'GET /notes 200': [], other: 1 },
  'overlay.json': {
    overlay: '1.0.0',
    info: { title: 'Ids are texts', version: '1' },
    actions: [{ target: '$.components.schemas.Note.properties.id', update: { type: 'string' } }],
  },
  'elsewhere/c.har': {
    log: { entries: [{ ...entry('GET', '', 200, {}), request: { method: 'GET', url: 'https://b.test/x' } }] },
  },
};

beforeAll(() => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(file(name)), { recursive: true });
    writeFileSync(file(name), JSON.stringify(content, undefined, 2));
  }
  writeFileSync(file('broken.json'), '{');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('check --mocks', () => {
  test('passes for mocks that keep to the document, below all folders but node_modules', async () => {
    const { code, stdout, stderr } = await run(['check', document, '--mocks', file('right/**/*.{har,json}')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('No finding in 9 mocks in 2 files by Notes 1.0.0.');
  });

  test('exits with 1, and shows the file, the line, the value and what the document says', async () => {
    const { code, stderr } = await run(['check', document, '--mocks', file('wrong/*.*')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /listNotes: the mock's response, \/0\/id: .* \(type\)\n {2}it is {7}"1"\n {2}documented {2}.*api.json:\d+: /,
    );
    expect(stderr).toMatch(/met {9}once in .*wrong\/notes.json:2 GET \/notes 200/);
    expect(stderr).toContain('the document has no operation GET /note. Did you mean "GET /notes"? (unmatched)');
    expect(stderr).toContain('status 200 is not documented for createNote');
    expect(stderr).toContain("getNote: the mock's response: body must be an object (type)");
    expect(stderr).toMatch(/the client's request, \/limit: .*\n {2}it is {7}"0"/);
    expect(stderr).toContain("createNote: the client's request, /text: body.text is required");
    expect(stderr).toContain('6 findings in 6 mocks in 2 files.');
  });

  test('takes a body alone with --as, and lists findings with --json', async () => {
    const mocks = ['check', document, '--mocks', file('alone/note.json'), '--json'];
    expect((await run([...mocks, '--as', 'GET /notes/{id} 200'])).code).toBe(0);
    const { code, stdout } = await run([...mocks, '--as', 'GET /notes 200']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      mocks: 1,
      findings: [
        { mock: 'GET /notes 200', operation: 'listNotes', side: 'response', in: 'body', pointer: '', rule: 'type' },
      ],
    });
  });

  test.each(Object.entries(harStyles))(
    'judges an archive of %s, and what it lacks is no finding',
    async (name, style) => {
      const archive = file(`styles/${name}/a.har`);
      mkdirSync(dirname(archive), { recursive: true });
      const judge = async (item: object) => {
        writeFileSync(archive, style.textFor(item));
        writeFileSync(join(dirname(archive), 'body.json'), JSON.stringify([item]));
        const { code, stdout, stderr } = await run(['check', document, '--mocks', archive, '--json']);
        const { mocks, findings } = JSON.parse(stdout) as {
          readonly mocks: number;
          readonly findings: readonly object[];
        };
        return { code, stderr, mocks, findings };
      };
      expect(await judge(note)).toEqual({ code: 0, stderr: '', mocks: style.mocks, findings: [] });
      const { code, findings } = await judge({ ...note, id: '1' });
      expect(code).toBe(1);
      const lists = name === 'a proxy' ? ['/0/id', '/id'] : ['/0/id', '/0/id', '/id'];
      expect(findings.map((finding) => (finding as { readonly pointer: string }).pointer)).toEqual(lists);
    },
  );

  test('judges the fields of a form in an archive, and reads no file outside of its folder', async () => {
    const form = (postData: object, content: object) => ({
      request: { method: 'POST', url: 'https://a.test/v1/login', headers: [], postData },
      response: { status: 200, headers: [], content },
    });
    const mimeType = 'application/x-www-form-urlencoded';
    const schema = { type: 'object', required: ['pin'], properties: { pin: { type: 'integer' } } };
    const login = {
      operationId: 'login',
      requestBody: { required: true, content: { [mimeType]: { schema } } },
      responses: { 200: { description: 'In' } },
    };
    writeFileSync(file('login.json'), JSON.stringify({ ...notes, paths: { '/login': { post: login } }, security: [] }));
    const judge = (...entries: object[]) => {
      writeFileSync(file('login.har'), JSON.stringify({ log: { entries } }));
      return run(['check', file('login.json'), '--mocks', file('login.har')]);
    };
    const params = [{ name: 'pin', value: '12' }];
    expect((await judge(form({ mimeType, params }, {}))).code).toBe(0);
    const wrong = await judge(form({ mimeType, params: [{ name: 'pin', value: 'x' }] }, {}));
    expect(wrong.stderr).toContain("login: the client's request, /pin: body.pin must be an integer");
    const outside = await judge(form({ mimeType, params }, { _file: '../secret.txt' }));
    expect(outside.code).toBe(2);
    expect(outside.stderr).toContain('this file is not in the folder of the archive');
  });

  test('judges by an overlaid document, and not by the shipped example', async () => {
    const mocks = ['--mocks', file('wrong/notes.json'), '--json'];
    const { stdout } = await run(['check', document, ...mocks, '--overlay', file('overlay.json')]);
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly pointer: string }[] };
    expect(findings.map(({ pointer }) => pointer)).not.toContain('/0/id');
    const { code, stderr } = await run(['check', ...mocks]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('Name it: vivarium check openapi.yaml'),
    });
  });

  test.each([
    [['--mocks', 'none/*.json'], 'no file matches --mocks none/*.json'],
    [['--mocks', file('broken.json')], 'broken.json: the mocks cannot be read: the file is not valid JSON'],
    [['--mocks', file('alone/note.json')], "Say what it is of: --as 'GET /orders 200'."],
    [['--mocks', file('mixed/notes.json')], '"other" does not give a method, a path and a status'],
    [['--mocks', file('elsewhere/c.har')], 'no request to https://b.test is one to the service'],
    [['--mocks', file('alone/note.json'), '--as', 'notes'], '--as must be a method, a path and a status, not "notes"'],
    [['--as', 'GET /notes 200'], '--as is for the files of --mocks'],
    [['--mock', 'x'], 'Did you mean --mocks?'],
  ])('%j exits with 2 and says why', async (args, message) => {
    const { code, stdout, stderr } = await run(['check', document, ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
