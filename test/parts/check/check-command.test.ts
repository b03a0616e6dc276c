/** `vivarium check`: all problems of a document and of scenario files. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kindOfText } from '../../../src/simulation/file-kind.ts';
import { run } from '../../cli/in-process.ts';
import { folderOf, ordersDocument } from '../../cli/process.ts';

/** Checks a document alone. */
const checkText = (text: string) => run(['check', 'api.yaml'], { cwd: folderOf({ 'api.yaml': text }) });

test('the shipped document and its scenarios have one warning: it describes an operation without a success', async () => {
  const { code, stdout, stderr } = await run(['check']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/animal-store\.yaml:\d+:\d+: no success response is documented; requests get 501/);
  expect(stdout).toMatch(/^No errors, 1 warning in the shipped document \(Animal Store\) and \d+ scenarios\.\n$/);
});

test('a valid document and scenario are distinguished by content, whatever their names', async () => {
  const cwd = folderOf({ 'a.yaml': 'data: { orders: [{ id: 1, item: lamp }] }\n', 'b.yaml': ordersDocument() });
  const stdout = 'No problems in b.yaml and 1 scenario.\n';
  expect(await run(['check', 'a.yaml', 'b.yaml'], { cwd })).toMatchObject({ code: 0, stdout });
});

test('an empty file without a document is reported, and beside one it is a scenario', async () => {
  const cwd = folderOf({ 'api.yaml': '# to be written\n', 'orders.yaml': ordersDocument(), 'none.yaml': '' });
  expect(await run(['check', 'api.yaml'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^api\.yaml: the file is empty: it is neither an OpenAPI document nor an Overlay. Name another one.\n/,
    ),
  });
  const stdout = 'No problems in orders.yaml and 1 scenario.\n';
  expect(await run(['check', 'orders.yaml', 'none.yaml'], { cwd })).toMatchObject({ code: 0, stdout });
});

test('a file that is taken for a scenario of the shipped example is named', async () => {
  const cwd = folderOf({ 'my-api.yaml': 'info: { title: A }\npaths: {}\n' });
  const { code, stderr } = await run(['check', 'my-api.yaml'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^Checking the shipped example \(no OpenAPI document was found here\)\.\nmy-api\.yaml: read as 1 scenario, since there is no "openapi" at the top level\.\n/,
  );
  expect(stderr).toContain('my-api.yaml:1:1: unknown key "info"');
  expect(stderr).not.toContain('animal-store.yaml');
});

test('a scenario may extend the built-in one, also of a document that cannot be read', async () => {
  const mine = 'extends: default\ngenerate: { orders: 2 }\n';
  const cwd = folderOf({ 'api.yaml': ordersDocument(), 'broken.yaml': 'openapi: 3.1.0\n  x: [\n', 'mine.yaml': mine });
  expect(await run(['check', 'api.yaml', 'mine.yaml'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  const { stderr } = await run(['check', 'broken.yaml', 'mine.yaml'], { cwd });
  expect(stderr).toContain('1 problem in broken.yaml and 1 scenario.');
});

test('all violations of the OpenAPI specification are found with their locations', async () => {
  const wrong = ordersDocument()
    .replace('operationId: listOrders', 'operationID: listOrders')
    .replace('description: Added.', 'descripton: Added.');
  const { code, stdout, stderr } = await checkText(wrong);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^api\.yaml:6:7: .*operationID.*\n(.*\|.*\n)+/m);
  expect(stderr).toMatch(/^api\.yaml:16:11: .*descripton.*Did you mean "description"\?\n(.*\|.*\n)+/m);
  expect(stderr).toMatch(/\n\d problems in api\.yaml\.\n$/);
});

test('unsupported parts of a document are found with their locations', async () => {
  const path = "  /lost: { get: { responses: { '200': { $ref: '#/components/responses/No' } } } }\n";
  const lost = ordersDocument('Orders', path);
  const { code, stderr } = await checkText(lost);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^api\.yaml:\d+:\d+: .*\n(.*\|.*\n)+/);
  expect(stderr).toContain('/lost');
});

test('circular references are reported', async () => {
  const uses = ['a', 'b', 'c'].map(
    (name) => `  /${name}: { get: { responses: { '200': { $ref: '#/components/responses/A' } } } }\n`,
  );
  const circle = "  responses: { A: { $ref: '#/components/responses/B' }, B: { $ref: '#/components/responses/A' } }\n";
  const text = ordersDocument('Orders', uses.join('')).replace('components:\n', `components:\n${circle}`);
  const { code, stderr } = await checkText(text);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^api\.yaml:\d+:\d+: "#\/components\/responses\/[AB]" refers to itself/m);
});

test('circular references, also through other files, hide no other problem', async () => {
  const cwd = folderOf({
    'api.yaml': ordersDocument()
      .replace('description: Added.', 'descripton: Added.')
      .replace(
        'components:\n',
        "components:\n  responses: { A: { $ref: 'b.yaml#/B' }, Own: { $ref: '#/components/responses/Own/x' } }\n",
      ),
    'b.yaml': "B: { $ref: 'api.yaml#/components/responses/A' }\n",
  });
  const { code, stderr } = await run(['check', 'api.yaml'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^api\.yaml:\d+:\d+: .*descripton.*Did you mean "description"\?/m);
  expect(stderr).not.toContain('not-read');
});

test('--json prints the problems for programs', async () => {
  const wrong = ordersDocument().replace('description: Added.', 'descripton: Added.');
  const cwd = folderOf({ 'api.yaml': wrong, 'mine.yaml': 'sed: 1\n', 'good.yaml': ordersDocument() });
  const { code, stdout, stderr } = await run(['check', 'api.yaml', 'mine.yaml', '--json'], { cwd });
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  const { problems } = JSON.parse(stdout);
  expect(problems).toContainEqual({
    code: 'VIV_DOCUMENT_INVALID',
    message: expect.stringContaining('descripton'),
    file: 'api.yaml',
    line: 16,
    column: 11,
    hint: 'Did you mean "description"?',
  });
  expect(problems.at(-1)).toEqual({
    code: 'VIV_SCENARIO_INVALID',
    message: 'unknown key "sed"',
    file: 'mine.yaml',
    line: 1,
    column: 1,
    hint: 'Did you mean "seed"?',
  });
  const good = await run(['check', 'good.yaml', '--json'], { cwd });
  expect({ ...good, stdout: JSON.parse(good.stdout) }).toMatchObject({ code: 0, stdout: { problems: [] } });
});

test.each(['check', 'explain'])('%s --json escapes every control character', async (command) => {
  const name = 'get\u009b31mOrders';
  const cwd = folderOf({
    'api.yaml': ordersDocument().replace('operationId: listOrders', `operationId: "${name}"`),
    'mine.yaml': `faults:\n  - { use: slow, on: { operation: "${name}s" } }\n`,
  });
  const files = command === 'check' ? ['api.yaml', 'mine.yaml'] : ['api.yaml'];
  const { stdout } = await run([command, ...files, '--json'], { cwd });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain them
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(JSON.stringify(JSON.parse(stdout))).toContain(name);
});

const thing = (properties: string, rest = ''): string => `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    get:
      responses:
        200:
          description: Fine.
          content: { application/json: { schema: { type: object, ${rest}properties: { ${properties} } } } }
`;

test('a warning does not fail the check, and is separate from errors', async () => {
  const cwd = folderOf({ 'api.yaml': thing('a: { type: string, nullable: true }') });
  const { code, stdout, stderr } = await run(['check', 'api.yaml'], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'No errors, 1 warning in api.yaml.\n' });
  expect(stderr).toMatch(/^Warnings: .*\n\napi\.yaml:9:\d+: .*nullable/);
  const json = JSON.parse((await run(['check', 'api.yaml', '--json'], { cwd })).stdout);
  expect(json).toEqual({
    problems: [],
    warnings: [
      expect.objectContaining({
        code: 'VIV_DOCUMENT_QUESTIONABLE',
        file: 'api.yaml',
        line: 9,
        hint: expect.stringMatching(/^Write the type as a list/),
      }),
    ],
  });
});

test('every problem of a line that has several is reported, and none twice', async () => {
  const cwd = folderOf({ 'api.yaml': thing("a: { typ: string, pattern: '[', minimum: x }, b: { $ref: '#/no' }") });
  const { stdout, code } = await run(['check', 'api.yaml', '--json'], { cwd });
  expect(code).toBe(2);
  const { problems, warnings } = JSON.parse(stdout);
  const all: readonly { message: string; line: number }[] = [...problems, ...warnings];
  expect(new Set(all.map(({ line }) => line))).toEqual(new Set([9]));
  expect(all).toHaveLength(4);
  for (const word of ['`typ`', 'pattern', '`number`', '"#/no"'])
    expect(all.filter(({ message }) => new RegExp(word).test(message))).toHaveLength(1);
});

test('the file has the name that the user gave', async () => {
  const cwd = folderOf({
    'api.yaml': thing("a: { typ: string }, b: { $ref: 'parts/b.yaml' }"),
    'parts/b.yaml': 'typ: string\n',
  });
  const filesOf = async (name: string): Promise<unknown> => {
    const { problems } = JSON.parse((await run(['check', name, '--json'], { cwd })).stdout);
    return [...new Set(problems.map(({ file }: { file: string }) => file))].toSorted();
  };
  expect(await filesOf('./api.yaml')).toEqual(['./api.yaml', 'parts/b.yaml']);
  expect(await filesOf(`${cwd}/api.yaml`)).toEqual([`${cwd}/api.yaml`, `${cwd}/parts/b.yaml`]);
});

test('repeated problems are grouped', async () => {
  const properties = Array.from({ length: 183 }, (_one, index) => `p${index}: { type: string, nullable: true }`);
  const cwd = folderOf({ 'api.yaml': thing(properties.join(', ')) });
  const { stdout, stderr } = await run(['check', 'api.yaml'], { cwd });
  expect(stderr.match(/^api\.yaml:/gm)).toHaveLength(3);
  expect(stderr).toContain('\n  and 180 more like it (--json lists all)\n');
  expect(stdout).toBe('No errors, 183 warnings in api.yaml.\n');
});

test('under GitHub Actions, problems are annotations of the file', async () => {
  const cwd = folderOf({ 'api.yaml': thing('a: { typ: string, nullable: true }') });
  const { stdout } = await run(['check', 'api.yaml'], { cwd, env: { GITHUB_ACTIONS: 'true' } });
  expect(stdout).toMatch(
    /^::error file=api\.yaml,line=9,col=\d+,title=VIV_DOCUMENT_INVALID::.*typ.*Did you mean "type"\?$/m,
  );
  expect(stdout).toMatch(/^::warning file=api\.yaml,line=9,col=\d+,title=VIV_DOCUMENT_QUESTIONABLE::.*nullable/m);
  const json = await run(['check', 'api.yaml', '--json'], { cwd, env: { GITHUB_ACTIONS: 'true' } });
  expect(() => JSON.parse(json.stdout)).not.toThrow();
});

test.each([
  [
    'a response that has no valid value',
    thing('a: { type: string, minLength: 5, maxLength: 2 }', 'required: [a], '),
    /no valid application\/json response was found \(a /,
  ],
  [
    'an operation without a success',
    thing('').replace('200', '404'),
    /no success response is documented; requests get 501/,
  ],
  [
    'a parameter that has no valid value',
    thing('').replace(
      'get:',
      'get:\n      parameters: [{ name: q, in: query, required: true, schema: { type: integer, minimum: 5, maximum: 4 } }]',
    ),
    /no valid value was found for query\.q/,
  ],
])('%s is a warning', async (_name, text, message) => {
  const { code, stderr } = await checkText(text);
  expect(code).toBe(0);
  expect(stderr).toMatch(message);
});

test('a document that cannot be read is one problem', async () => {
  const { code, stderr } = await checkText('openapi: 3.1.0\n  x: [\n');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^api\.yaml:1:\d+: /);
  expect(stderr).toContain('1 problem in api.yaml');
});

test('a document without operations is reported with its name', async () => {
  const cwd = folderOf({ 'api.yaml': 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n' });
  const { code, stderr } = await run(['check', 'api.yaml'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^api\.yaml: the document has no operations, so nothing can be served/m);
});

test('a missing schema is reported once at each reference, with the name that was meant, in the order of the lines', async () => {
  const text = `openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /pets:
    post:
      requestBody:
        content:
          application/json:
            schema:
              $ref: "#/components/schemas/Pte"
      responses: { 201: { descripton: ok } }
  /owners:
    get:
      responses: { 200: { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Owner" } } } } }
components:
  schemas:
    Pet: { type: object }
    Unused: { $ref: "#/components/schemas/Pte" }
`;
  const { stderr } = await checkText(text);
  expect(stderr.match(/^api\.yaml:\d+/gm)).toEqual([10, 11, 11, 14, 18].map((line) => `api.yaml:${line}`));
  expect(stderr).toContain('"#/components/schemas/Pte" does not exist. Did you mean "#/components/schemas/Pet"?');
  expect(stderr).toMatch(
    /^api\.yaml:14:\d+: "#\/components\/schemas\/Owner" does not exist. Add it, or correct the reference.$/m,
  );
});

test('a file of another encoding is reported as what it is, also if it is not the document', async () => {
  const utf16 = Buffer.from('\ufeffopenapi: 3.1.0\npaths: {}\n', 'utf16le');
  const latin1 = Buffer.from('openapi: 3.1.0\ninfo: { title: "\u00e9t\u00e9" }\n', 'latin1');
  for (const bytes of [utf16.subarray(2), latin1]) {
    const cwd = folderOf({});
    writeFileSync(join(cwd, 'api.yaml'), bytes);
    for (const command of [['check', 'api.yaml'], ['api.yaml']]) {
      const { code, stderr } = await run(command, { cwd });
      expect(code).toBe(2);
      expect(stderr).toMatch(/^api\.yaml: the file is not UTF-8 text\. Save it as UTF-8\./);
      expect(stderr).not.toContain('shipped');
    }
  }
});

test('a document as PowerShell writes what a command prints is read', async () => {
  const cwd = folderOf({});
  const text =
    'openapi: 3.1.0\r\ninfo: { title: été, version: "1" }\r\npaths: { /a: { get: { responses: { "204": { description: ok } } } } }\r\n';
  writeFileSync(join(cwd, 'api.yaml'), Buffer.from(`\ufeff${text}`, 'utf16le'));
  expect(await run(['check', 'api.yaml'], { cwd })).toMatchObject({ code: 0, stderr: '' });
});

test('a problem of a Swagger 2.0 document is located where it is written', async () => {
  const text = `swagger: "2.0"
info: { title: A, version: "1" }
paths:
  /pets:
    post:
      parameters:
        - { name: dry, in: header, type: array, items: { type: string }, collectionFormat: tsv }
        - name: pet
          in: body
          schema: { $ref: "#/definitions/Pte" }
      responses: { 201: { description: ok } }
`;
  const { code, stderr } = await run(['check', 'old.yaml'], { cwd: folderOf({ 'old.yaml': text }) });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^old\.yaml:10:\d+: "#\/definitions\/Pte" does not exist. Add it, or correct the reference.$/m,
  );
  expect(stderr).toMatch(/^old\.yaml:7:\d+: collectionFormat "tsv" .*\(at \/paths\/~1pets\/post\/parameters\/0\)/m);
});

test('problems of several scenarios are listed together, each with its location', async () => {
  const cwd = folderOf({
    'api.yaml': ordersDocument(),
    'scenarios/one.yaml': 'falts: []\nsed: 1\n',
    'scenarios/two.yaml': 'extends: base\ndata: { oders: [] }\n',
    'scenarios/three.yaml': 'extends: base\nfaults: [{ use: slow, on: { operation: listOders } }]\n',
    'scenarios/base.yaml': 'data: { orders: [{ id: 1, item: 5 }] }\n',
    'scenarios/good.yaml': 'faults: [slow]\n',
  });
  const { code, stderr } = await run(['check', 'api.yaml'], { cwd });
  expect(code).toBe(2);
  const places = stderr.split('\n').filter((line) => /^scenarios\//.test(line));
  expect(places.map((line) => line.split(': ', 1)[0])).toEqual([
    // A problem of the base is reported once, although two scenarios extend it.
    'scenarios/base.yaml:1:33',
    'scenarios/one.yaml:1:1',
    'scenarios/one.yaml:2:1',
    'scenarios/three.yaml:2:40',
    'scenarios/two.yaml:2:9',
  ]);
  expect(stderr).toContain('Did you mean "listOrders"?');
  expect(stderr).toContain('\n5 problems in api.yaml and 5 scenarios.\n');
});

test('without arguments the environment variables select the files', async () => {
  const cwd = folderOf({ 'api.yaml': ordersDocument(), 'own/default.yaml': 'seed: x\n' });
  const env = { VIVARIUM_DOCUMENT: 'api.yaml', VIVARIUM_SCENARIOS: 'own' };
  const { stderr } = await run(['check'], { cwd, env });
  expect(stderr).toMatch(/^own\/default\.yaml:1:7: .*seed/);
  expect(stderr).toContain('1 problem in api.yaml and 1 scenario.');
});

test('several documents are checked as services of one server, and scenarios with all of them', async () => {
  const users = ordersDocument().replaceAll('/orders', '/users').replaceAll('Order', 'User');
  const scenario = 'data: { shop.orders: [], users: [], sales: [] }\n';
  const cwd = folderOf({ 'shop.yaml': ordersDocument(), 'users.yaml': users, 'scenarios/two.yaml': scenario });
  const { code, stderr } = await run(['check', 'shop.yaml', 'users.yaml'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^scenarios\/two\.yaml:1:37: data names an unknown collection "sales"/);
  expect(stderr).toContain('1 problem in shop.yaml, users.yaml and 1 scenario.');
});

test('an unusable argument is one clear line', async () => {
  const cwd = folderOf({ 'one.yaml': ordersDocument(), 'two.yaml': ordersDocument(), 'scenarios/default.yaml': '' });
  const { code, stderr } = await run(['check', 'one.yaml', 'two.yaml'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('the services one and two both have GET /orders (and 1 more)');
  expect(await run(['check', 'scenarios'], { cwd })).toMatchObject({
    code: 2,
    stderr:
      'scenarios: this is a directory, not a file. Name a file in it, or put one in its place.\n\n1 problem in scenarios.\n',
  });
});

test('unreadable arguments are reported together, and nothing else is checked', async () => {
  const cwd = folderOf({ 'broken.yaml': 'openapi: 3.1.0\n  x: [\n' });
  expect(await run(['check', 'nowhere.yaml'], { cwd })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `nowhere.yaml: there is no such file. Check its path, ${join(cwd, 'nowhere.yaml')}.\n\n1 problem in nowhere.yaml.\n`,
  });
  const { code, stdout } = await run(['check', 'broken.yaml', 'no.yaml', 'none.json', '--json'], { cwd });
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 2,
    problems: [
      { file: 'no.yaml', message: 'there is no such file' },
      { file: 'none.json', message: 'there is no such file' },
    ],
  });
});

test.runIf(process.platform !== 'win32')('pipes and devices are rejected at once', async () => {
  const referring = ordersDocument().replace('paths:', 'paths:\n  /pipe: { $ref: pipe.yaml }');
  const cwd = folderOf({ 'api.yaml': ordersDocument(), 'referring.yaml': referring, 'scenarios/good.yaml': '' });
  for (const pipe of ['pipe.yaml', 'scenarios/pipe.yaml']) execFileSync('mkfifo', [join(cwd, pipe)]);
  for (const args of [
    ['pipe.yaml'],
    ['api.yaml', 'pipe.yaml'],
    ['/dev/zero'],
    ['api.yaml', '--overlay', 'pipe.yaml'],
  ]) {
    const { code, signal, stderr } = await run(['check', ...args], { cwd });
    expect({ code, signal }).toEqual({ code: 2, signal: null });
    expect(stderr).toMatch(/^(pipe\.yaml|\/dev\/zero): this is not a regular file\. Put a file in its place\.\n/);
  }
  const { code, signal, stderr } = await run(['check', 'referring.yaml'], { cwd });
  expect({ code, signal }).toEqual({ code: 2, signal: null });
  expect(stderr).toContain('"pipe.yaml" cannot be followed: pipe.yaml: this is not a regular file');
  expect(await run(['check', 'api.yaml', '--scenarios', 'scenarios'], { cwd })).toMatchObject({
    code: 2,
    stderr:
      'scenarios/pipe.yaml: this is not a regular file. Put a file in its place.\n\n1 problem in api.yaml and 2 scenarios.\n',
  });
});

test.each([
  ['openapi: 3.1.0\n', 'document'],
  ['# A comment\n---\ninfo: {}\n"openapi": 3.1.0\n', 'document'],
  ['{ "info": {}, "openapi": "3.1.0" }', 'document'],
  ['\ufeff{\n  "swagger": "2.0"\n}', 'document'],
  ['{ openapi: 3.1.0, info: { title: A } }', 'document'],
  ['openapi: 3.1.0\ninfo: [', 'document'],
  ['description: About openapi: a scenario\n', 'scenario'],
  ['data:\n  tools:\n    - { id: 1, openapi: 3.1.0 }\n    -\n      openapi: 3.1.0\n', 'scenario'],
  ['{ "data": { "tools": [{ "openapi": "3.1.0" }] } }', 'scenario'],
  ['{ "description": "a, openapi: b, \\"openapi\\": c" }', 'scenario'],
  ['{ "description": "openapi" }', 'scenario'],
  ['', 'scenario'],
  ['overlay: 1.0.0\nactions: []\n', 'overlay'],
  ['{ "overlay": "1.0.0" }', 'overlay'],
  ['data: { maps: [{ overlay: 1 }] }', 'scenario'],
  ['document: api.yaml\noverlay: [ours.yaml]\n', 'configuration'],
  ['{ "services": { "shop": { "document": "shop.yaml" } } }', 'configuration'],
  ['data: { files: [{ document: a.pdf }] }', 'scenario'],
])('%j is a %s', (text, expected) => {
  expect(kindOfText(text)).toBe(expected);
});

describe('a configuration', () => {
  const handlers = 'export default { listOrders: () => {}, listOrder: () => {} };';
  const files = { 'api.yaml': ordersDocument(), 'scenarios/default.yaml': 'generate: { orders: 2 }\n' };

  test.each(['vivarium.yaml', 'other.yaml'])(
    '%s is checked with the documents and the scenarios that it names',
    async (name) => {
      const cwd = folderOf({ ...files, [name]: 'document: api.yaml\nport: 4010\n' });
      expect(await run(['check', name], { cwd })).toMatchObject({
        code: 0,
        stdout: `No problems in api.yaml (named in ${name}) and 1 scenario.\n`,
      });
    },
  );

  test('is recognised by its name alone', async () => {
    const cwd = folderOf({ 'openapi.yaml': ordersDocument(), 'vivarium.yaml': 'port: 70000\n' });
    expect(await run(['check', 'vivarium.yaml'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^vivarium\.yaml:1:7: port must be a whole number/),
    });
    expect(JSON.parse((await run(['check', 'vivarium.yaml', '--json'], { cwd })).stdout)).toMatchObject({
      problems: [{ code: 'VIV_CONFIGURATION_INVALID', file: 'vivarium.yaml', line: 1, column: 7 }],
    });
  });

  test('that is broken hides no problem of what it names, nor of what is found', async () => {
    const wrong = { ...files, 'scenarios/default.yaml': 'generate: { orderz: 2 }\n' };
    for (const [text, place] of [
      ['document: api.yaml\nprot: 1\n', /^vivarium\.yaml:2:1: unknown key "prot"/],
      ['document: api.yaml\n  prot: 1\n', /^vivarium\.yaml:1:11: this is not valid YAML/],
    ] as const) {
      const { code, stderr } = await run(['check'], { cwd: folderOf({ ...wrong, 'vivarium.yaml': text }) });
      expect(code).toBe(2);
      expect(stderr).toMatch(place);
      expect(stderr).toContain('scenarios/default.yaml:1:13: generate names an unknown collection "orderz"');
    }
    // The shipped document is not what it would name.
    const nothing = folderOf({ 'vivarium.yaml': 'document: nope.yaml\n  prot: 1\n' });
    expect((await run(['check'], { cwd: nothing })).stderr).not.toContain('shipped');
  });

  test('is checked with everything that it names, in one run', async () => {
    const text = `document: api.yaml
scenario: nope
handlers: own.mjs
tls-cert: none.pem
tls-key: none.pem
report: [pdf=a.pdf]
`;
    const cwd = folderOf({ ...files, 'own.mjs': handlers, 'vivarium.yaml': text });
    const { stdout } = await run(['check', '--json'], { cwd });
    const { problems } = JSON.parse(stdout) as { problems: { file: string; line: number; message: string }[] };
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'vivarium.yaml:6',
      'vivarium.yaml:4',
      'own.mjs:1',
      'vivarium.yaml:2',
    ]);
    expect(problems[2]?.message).toBe('handler: unknown operation "listOrder"');
  });

  test('names handlers in the summary, and locates its faults', async () => {
    const own = { 'own.mjs': 'export default { listOrders: () => {} };' };
    const good = folderOf({ ...files, ...own, 'vivarium.yaml': 'document: api.yaml\nhandlers: own.mjs\n' });
    expect((await run(['check'], { cwd: good })).stdout).toBe(
      'No problems in api.yaml (named in vivarium.yaml) and 1 scenario and 1 handler.\n',
    );
    const bad = folderOf({
      ...files,
      'vivarium.yaml': 'document: api.yaml\nfault: [slw, slow@listOrder]\nscenarios: sc\n',
    });
    const { stderr } = await run(['check'], { cwd: bad });
    expect(stderr).toContain('vivarium.yaml:3:12: ');
    expect(stderr).toContain('sc: no such directory');
  });

  test('two configurations are an error', async () => {
    const cwd = folderOf({ ...files, 'a.yaml': 'document: api.yaml\n', 'b.yaml': 'document: api.yaml\n' });
    expect((await run(['check', 'a.yaml', 'b.yaml'], { cwd })).stderr).toMatch(
      /^b\.yaml: this is a second configuration, beside a\.yaml\n/,
    );
    expect((await run(['check', 'a.yaml', '--config', 'b.yaml'], { cwd })).stderr).toBe(
      'there are two configurations: a.yaml, and b.yaml in --config. Name one.\n',
    );
  });
});

test('all problems of a scenario are reported at once: of its structure, of its items and of its faults', async () => {
  const scenario = `sed: 1
data:
  orders:
    - { id: 1, item: lamp }
    - { id: 1, item: 5 }
faults:
  - { use: slw, on: { operation: listOrder } }
  - { use: slow, on: { operation: lostOrders } }
generate: { oders: 3 }
`;
  const cwd = folderOf({ 'api.yaml': ordersDocument(), 'a.yaml': scenario });
  const { stdout } = await run(['check', 'api.yaml', 'a.yaml', '--json'], { cwd });
  const { problems } = JSON.parse(stdout) as { problems: { line: number; message: string }[] };
  expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '1 unknown key "sed"',
    '5 data.orders[1].id is "1", which is also the id of data.orders[0]',
    '5 data.orders[1].item must be a string',
    '7 unknown fault "slw"',
    '7 faults[0].on.operation names an unknown operation "listOrder"',
    '8 faults[1].on.operation names an unknown operation "lostOrders"',
    '9 generate names an unknown collection "oders"',
  ]);
});

test('a file of another format is no scenario with unknown keys: it is named, with what to do', async () => {
  const cwd = folderOf({ 'events.yaml': 'asyncapi: 3.0.0\ninfo: {}\n' });
  const { code, stderr } = await run(['check', 'events.yaml'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(
    'events.yaml: this is an AsyncAPI document, neither an OpenAPI document nor a scenario. Give an OpenAPI document',
  );
});

test('names of properties that are spelled like ones of the schema are warnings, each once', async () => {
  const data =
    '[{ id: 1, item: lamp }, { id: 2, itme: pot }, { id: 3, itme: can }, { id: 4, item: mug, itme: x, weight: 2 }]';
  const cwd = folderOf({
    'api.yaml': ordersDocument().replace('required: [item]', 'required: []'),
    'some.yaml': `data:\n  orders: ${data}\ndefaults:\n  orders: { itm: lamp, colour: red }\n`,
  });
  const { code, stderr, stdout } = await run(['check', 'api.yaml', 'some.yaml'], { cwd });
  expect(stderr.match(/some.yaml:.*/g)).toEqual([
    'some.yaml:2:44: data.orders[1].itme is in no schema of orders. Did you mean "item"?',
    'some.yaml:4:13: defaults.orders.itm is in no schema of orders. Did you mean "item"?',
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^No errors, 2 warnings/);
});

test('a parameter whose name has letters of another language is used in its path', async () => {
  const path = `  /größen/{größe}:
    get:
      parameters: [{ name: größe, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: One. } }
`;
  expect(await checkText(ordersDocument('Orders', path))).toMatchObject({ code: 0, stderr: '' });
});
