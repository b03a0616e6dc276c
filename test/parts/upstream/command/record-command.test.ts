/** `vivarium record`: what it writes, and its exit codes. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from '../../../cli/in-process.ts';
import { folderOf, root, run as runAlone } from '../../../cli/process.ts';
import { serveForTest } from '../../../serve-for-test.ts';

const document = join(root, 'spec/animal-store.yaml');

const startStore = (): Promise<string> =>
  serveForTest((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Set-Cookie': 'session=planted' });
    response.end('[{"id":3,"name":"Rex","categoryId":1,"api_key":"planted"}]');
  });

/** A command that sends one request, and ends with a code of its own. */
const client = (path: string) => [
  process.execPath,
  '-e',
  `fetch(process.env.VIVARIUM_URL + ${JSON.stringify(path)}, { headers: { authorization: 'Bearer planted' } }).then(() => process.exit(7))`,
];

test('a recording is written when the command has ended, whatever its exit code is, and never over another file', async () => {
  const url = await startStore();
  const cwd = folderOf({});
  const args = ['record', url, document, '--out', 'a/b.yaml'];
  const { code, stdout, stderr } = await runAlone([...args, '--', ...client('/pets')], { cwd });
  expect({ code, stderr }).toEqual({ code: 7, stderr: '' });
  expect(stdout).toContain('Recorded GET /pets (listPets)');
  expect(stdout).toContain('Wrote a/b.yaml: 1 item, 0 responses.');
  const text = readFileSync(join(cwd, 'a/b.yaml'), 'utf8');
  expect(parse(text)).toMatchObject({ data: { pets: [{ id: 3, name: 'Rex', categoryId: 1 }] } });
  expect(text + stdout).not.toContain('planted');
  const again = await run([...args, '--', ...client('/pets')], { cwd });
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--out a/b.yaml: the file exists. Write another one, or add --force.'),
  });
  const nothing = await run([...args, '--force', '--', ...client('/nowhere')], { cwd });
  expect(nothing).toMatchObject({
    code: 2,
    stderr:
      'Nothing was recorded, so a/b.yaml is not written: 1 request came, and none got a success that the document has. The last one called no operation: status 200.\n',
  });
});

test('what a recording leaves out is listed once, with its reason', async () => {
  const response = { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } };
  const api = {
    ...{ openapi: '3.1.0', info: { title: 'A', version: '1' }, servers: [{ url: '/v1' }] },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'token' } } },
    paths: {
      '/health': { get: { operationId: 'health', responses: { 200: response } } },
      '/report': { get: { operationId: 'report', responses: { 202: response } } },
      '/search': { get: { operationId: 'search', responses: { 200: response } } },
    },
  };
  const url = await serveForTest((_, sent) => {
    sent.writeHead(200, { 'Content-Type': 'application/json' });
    sent.end('{"a":1}');
  });
  const paths = [
    '/health',
    '/health',
    '/report',
    '/report',
    '/nowhere',
    ...[...Array(52).keys()].map((at) => `/search?q=${at}`),
  ];
  const requests = `const url = process.env.VIVARIUM_URL;
    for (const path of ${JSON.stringify(paths)}) await fetch(url + path);
    await fetch(url + '/health', { headers: { 'Vivarium-World': 'other' } });
    await fetch(url + '/health', { method: 'HEAD' });`;
  const cwd = folderOf({ 'api.json': JSON.stringify(api), 'client.mjs': requests });
  const args = ['record', url, 'api.json', '--out', 'a.yaml', '--', process.execPath, 'client.mjs'];
  const { code, stdout } = await run(args, { cwd });
  expect({ code, lines: stdout.split('\n').filter((line) => line.startsWith('Not recorded')) }).toEqual({
    code: 0,
    lines: [
      'Not recorded: 2 responses to GET /report: the document has no status 200 for report.',
      'Not recorded: 1 response to GET: the document has no operation for it.',
      'Not recorded: 1 response to GET /health: it came to the world other, and default is written.',
      'Not recorded: 2 responses to search: only the last 50 responses of an operation without a collection are kept.',
    ],
  });
});

test('an operation whose response changes nothing is recorded too: an empty list', async () => {
  const url = await serveForTest((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  });
  const cwd = folderOf({});
  const { stdout } = await run(['record', url, document, '--', ...client('/pets')], { cwd });
  expect(stdout).toContain('Recorded GET /pets (listPets)');
  expect(stdout).toContain('Wrote scenarios/recorded.yaml: 0 items, 0 responses.');
});

test('an operation without an operationId is named once', async () => {
  const url = await startStore();
  const text = readFileSync(document, 'utf8').replace(/^ *operationId: listPets\n/m, '');
  const cwd = folderOf({ 'api.yaml': text });
  const { stdout } = await run(['record', url, 'api.yaml', '--', ...client('/pets')], { cwd });
  expect(stdout).toMatch(/^Recorded GET \/pets$/m);
});

test('with --compare, the differences from the simulation are listed', async () => {
  const url = await startStore();
  const create = `fetch(process.env.VIVARIUM_URL + '/pets', { method: 'POST', headers: { authorization: 'Bearer planted' } })`;
  const args = ['record', url, document, '--compare', '--', process.execPath, '-e', create];
  const { stdout } = await run(args, { cwd: folderOf({}) });
  expect(stdout).toMatch(/^Differs: createPet: the status is 200; simulated: 4\d\d \(breaking\)$/m);
});

test('without a document, or a file that can be written, nothing is run', async () => {
  const cwd = folderOf({ taken: '' });
  const wrong = async (...args: readonly string[]) => run(['record', ...args, '--', ...client('/pets')], { cwd });
  expect(await wrong('http://127.0.0.1:9')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('vivarium import FILE.har'),
  });
  expect(await wrong('http://127.0.0.1:9', document, '--out', 'taken/a.yaml')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--out taken/a.yaml: cannot be written'),
  });
  // Nothing can be made there: Node's own `mkdir` with `recursive` tries forever.
  if (process.platform === 'linux')
    expect(await wrong('http://127.0.0.1:9', document, '--out', '/proc/vivarium/a.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--out /proc/vivarium/a.yaml: cannot be written'),
    });
  expect(await wrong('nowhere', document)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('must be an http or https URL'),
  });
  expect(existsSync(join(cwd, 'scenarios'))).toBe(false);
});

test.each([
  [
    process.execPath,
    ['-e', ''],
    /^Nothing was recorded, so a\.yaml is not written: no request came to http:\S+\/v1\.\n$/,
  ],
  [
    client('/pets')[0] as string,
    client('/pets').slice(1),
    /The last one called listPets: The upstream \S+ cannot be reached: [^.]+\.\n$/,
  ],
])('why nothing was recorded is said: %#', async (command, args, message) => {
  const given = ['record', 'http://127.0.0.1:1', document, '--out', 'a.yaml', '--', command, ...args];
  expect(await run(given, { cwd: folderOf({}) })).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});
