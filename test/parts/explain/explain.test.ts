/** `vivarium explain`: the resources of a document, and the reasons. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compileService } from '../../../src/openapi/compile.ts';
import { formatService } from '../../../src/parts/explain/explain.ts';
import { run } from '../../cli/in-process.ts';
import { folderOf, ordersDocument } from '../../cli/process.ts';
import { serveForTest } from '../../serve-for-test.ts';
import { documentOf, inQuery, integer, listOf, object, operation, text } from '../../short-document.ts';

const folder = (): string =>
  folderOf({
    'openapi.yaml': ordersDocument(
      'Orders',
      `  /reports/{year}:
    get:
      operationId: getReport
      parameters: [{ name: year, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: It., content: { application/json: { schema: { type: object } } } } }
`,
    ),
    'ours.yaml': `overlay: 1.0.0
info: { title: Ours, version: '1' }
actions:
  - { target: '$.paths["/orders"].post', update: { x-vivarium: false } }
  - { target: '$.paths["/reports/{year}"].get', update: { x-vivarium: { collection: reports, action: read, id: year } } }
  - { target: '$.paths["/none"]', update: { x-vivarium: false } }
`,
  });

test('each collection is a table of its operations with effects and reasons, and the rest is grouped by reason', async () => {
  const { code, stdout, stderr } = await run(['explain', 'openapi.yaml'], { cwd: folder() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')).toEqual([
    'Orders 1: 2 of 3 operations are stateful, in 1 collection.',
    '',
    'orders  identified by id',
    '  listOrders   GET   /orders  list    high  Returns a list with the items of /orders.',
    '  createOrder  POST  /orders  create  high  Takes an object, and documents 201 for the new item of /orders.',
    '',
    'stateless',
    '  No recognised operation lists, creates or changes the items of /reports.',
    '    getReport  GET  /reports/{year}',
    '',
    'Serve it:    vivarium openapi.yaml',
    expect.stringMatching(/^Correct it: {2}add x-vivarium .*; see .*[/\\]docs[/\\]resources\.md$/),
    '',
  ]);
});

test('what only needs an item, and shows something else, is not counted as stateful; what changes it is', async () => {
  const item = object({ id: integer, name: text, status: { ...text, enum: ['open', 'cancelled'] } }, ['id', 'name']);
  const other = object({ pages: integer, currency: text });
  const paths = {
    '/things': { get: operation(listOf(item)) },
    '/things/{id}': { get: operation(item) },
    '/things/{id}/invoice': { get: operation(other) },
    '/things/{id}/cancel': { post: operation(other) },
  };
  const cwd = folderOf({ 'openapi.json': JSON.stringify(documentOf('Things', paths)) });
  const { stdout } = await run(['explain', 'openapi.json'], { cwd });
  expect(stdout).toMatch(/^Things 1: 3 of 4 operations are stateful, in 1 collection\.\n/);
  expect(stdout).toMatch(/GET +\/things\/\{id\}\/invoice +act[\s\S]+ comes from examples or generated data\./);
});

test('a collection that starts empty is shown with the reason', async () => {
  const item = object({ id: integer, name: { ...text, minLength: 3, maxLength: 2 } }, ['name']);
  const paths = { '/things': { get: operation(listOf(item)) }, '/things/{id}': { get: operation(item) } };
  const document = documentOf('Things', paths);
  const cwd = folderOf({ 'openapi.json': JSON.stringify(document) });
  const { stdout } = await run(['explain', 'openapi.json'], { cwd });
  expect(stdout).toMatch(
    /^things {2}identified by id\n {2}Starts empty: no generated item matches its schema: name .+\.\n/m,
  );
  const { stdout: json } = await run(['explain', 'openapi.json', '--json'], { cwd });
  expect(JSON.parse(json).collections).toMatchObject([{ name: 'things', empty: expect.stringContaining('name ') }]);
});

test('a list without state is shown with its query parameters', () => {
  const list = operation(listOf(text), { parameters: [inQuery('limit', integer), inQuery('color', integer)] });
  const service = compileService({ openapi: '3.1.0', paths: { '/colors': { get: list } } });
  expect(formatService(service, 'openapi.yaml', 0)).toContain(
    '    GET  /colors\n        page: limit; no effect: color\n',
  );
});

test('an Overlay is recognised among the arguments, as check does', async () => {
  const cwd = folder();
  const { stdout } = await run(['explain', 'ours.yaml', 'openapi.yaml'], { cwd });
  expect(stdout).toContain('Serve it:    vivarium openapi.yaml --overlay ours.yaml\n');
  expect(stdout).toBe((await run(['explain', 'openapi.yaml', '--overlay', 'ours.yaml'], { cwd })).stdout);
});

test('handlers are shown, and must have the names of operations', async () => {
  const cwd = folderOf({
    'openapi.yaml': ordersDocument(),
    'own.mjs': 'export default { createOrder: () => {} };',
    'bad.mjs': 'export default { makeOrder: () => {} };',
  });
  const { stdout } = await run(['explain', 'openapi.yaml', '--handlers', 'own.mjs'], { cwd });
  expect(stdout).toContain('\nHandlers:    createOrder\nServe it:    vivarium openapi.yaml --handlers own.mjs\n');
  const json = JSON.parse((await run(['explain', '--json', '--handlers', 'own.mjs'], { cwd })).stdout);
  const shown = json.operations.map(({ operation: name, handler }: Record<string, unknown>) => [name, handler]);
  expect(shown).toEqual(Object.entries({ listOrders: false, createOrder: true }));
  expect(await run(['explain', '--handlers', 'bad.mjs'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^bad\.mjs:1:18: handler: unknown operation "makeOrder"\. Did you mean "createOrder"\?|^bad\.mjs:1:18: .*The operations are/,
    ),
  });
});

test('an Overlay is applied, and its problems are reported', async () => {
  const { code, stdout } = await run(['explain', 'openapi.yaml', '--overlay', 'ours.yaml'], { cwd: folder() });
  expect(code).toBe(0);
  expect(stdout).toContain('stateless\n  x-vivarium makes it stateless.\n    createOrder  POST  /orders\n');
  expect(stdout).toMatch(
    /\nreports {2}.*\n {2}getReport {2}GET {2}\/reports\/\{year\} {2}read {2}stated {2}Stated by x-vivarium\.\n/,
  );
  expect(stdout).toContain(
    'The document has problems: `vivarium check openapi.yaml --overlay ours.yaml` lists them.\nServe it:    vivarium openapi.yaml --overlay ours.yaml\n',
  );
});

test('--json prints the same for programs', async () => {
  const { code, stdout } = await run(['explain', 'openapi.yaml', '--json'], { cwd: folder() });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    title: 'Orders',
    version: '1',
    services: [{ name: 'openapi', title: 'Orders', version: '1', basePath: '' }],
    collections: [
      {
        name: 'orders',
        service: 'openapi',
        kind: 'list',
        id: 'id',
        parents: [],
        inside: null,
        empty: null,
        relations: [],
      },
    ],
    webhooks: [],
    lifecycles: [],
    operations: [
      {
        operation: 'listOrders',
        service: 'openapi',
        method: 'GET',
        path: '/orders',
        collection: 'orders',
        action: 'list',
        confidence: 'high',
        reason: 'Returns a list with the items of /orders.',
        correction: null,
        handler: false,
        parameters: [],
      },
      {
        operation: 'createOrder',
        service: 'openapi',
        method: 'POST',
        path: '/orders',
        collection: 'orders',
        action: 'create',
        confidence: 'high',
        reason: 'Takes an object, and documents 201 for the new item of /orders.',
        correction: null,
        handler: false,
        parameters: [],
      },
      {
        operation: 'getReport',
        service: 'openapi',
        method: 'GET',
        path: '/reports/{year}',
        collection: null,
        action: null,
        confidence: null,
        reason: 'No recognised operation lists, creates or changes the items of /reports.',
        correction: null,
        handler: false,
        parameters: [],
      },
    ],
  });
});

test('there are colours only in a terminal, unless they are forced', async () => {
  const cwd = folder();
  expect((await run(['explain', 'openapi.yaml'], { cwd })).stdout).not.toContain('\u001b');
  expect((await run(['explain', 'openapi.yaml'], { cwd, env: { FORCE_COLOR: '1' } })).stdout).toContain(
    '\u001b[1morders',
  );
});

test('a document at a URL is explained too', async () => {
  const origin = await serveForTest((_request, response) => response.end(ordersDocument('Far away')));
  const url = `${origin}/openapi.yaml`;
  const { code, stdout } = await run(['explain', url]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Far away 1: 2 of 2 operations are stateful, /);
  expect(stdout).toContain(`Serve it:    vivarium ${url}\n`);
});

test('without a document it explains the shipped one', async () => {
  const { code, stdout } = await run(['explain']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Animal Store 1\.0\.0: 3 of 4 operations are stateful, /);
  expect(stdout).toContain('Serve it:    vivarium\n');
});

test('control characters of a document are not printed', async () => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument('"O\\u001b[31mrders"') });
  expect((await run(['explain', 'openapi.yaml'], { cwd })).stdout).toMatch(/^O\?\[31mrders 1: /);
});

test('a long title is cut', async () => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument(`"${'O'.repeat(100_000)}"`) });
  expect((await run(['explain', 'openapi.yaml'], { cwd })).stdout).toMatch(/^O{199}…: /);
});

test('a broken or missing document is reported with its location and exit code 2', async () => {
  const cwd = folderOf({ 'openapi.yaml': 'openapi: 3.1.0\ninfo: { title: [\n' });
  expect(await run(['explain', 'openapi.yaml'], { cwd })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^openapi\.yaml:\d+:\d+: /),
  });
  expect(await run(['explain', 'none.yaml'], { cwd })).toMatchObject({
    code: 2,
    stderr: `none.yaml: there is no such file. Check its path, ${join(cwd, 'none.yaml')}.\n`,
  });
  expect(await run(['explain', 'openapi.yaml', '--jsno'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--json'),
  });
});

test('no line is wider than the terminal: long cells are cut, and reasons are wrapped', () => {
  const document = parse(ordersDocument());
  const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' }, why: {} } } };
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
  document.paths['/refunds'] = { get: { operationId: 'listRefunds', responses } };
  const rowsAt = (columns: number): readonly string[] =>
    formatService(compileService(document), 'a.yaml', 0, columns)
      .split('\n')
      .filter((line) => line.startsWith('  '));
  expect(rowsAt(73)).toEqual([
    '  listOrders   GET   /orders  list    high  Returns a list with the item…',
    '  createOrder  POST  /orders  create  high  Takes an object, and documen…',
    '  listRefunds  GET  /refunds  list  medium',
    '      Returns a list that no other operation reads or writes.',
  ]);
  expect(rowsAt(50)[0]).toBe('  listOrders   GET   /orders  list    high');
  expect(rowsAt(120)[0]).toBe('  listOrders   GET   /orders  list    high  Returns a list with the items of /orders.');
});

test('an Overlay shows what would make operations stateful, and works as it is', async () => {
  const report = `  /reports/{year}:
    get:
      operationId: getReport
      parameters: [{ name: year, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: It., content: { application/json: { schema: { type: object, properties: { year: { type: integer }, text: { type: string } } } } } } }
  "/it's/acquire":
    post:
      operationId: acquire
      requestBody: { content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } } }
      responses: { '201': { description: It., content: { application/json: { schema: { type: object, properties: { isbn: { type: string }, title: { type: string } } } } } } }
`;
  const cwd = folderOf({ 'openapi.yaml': ordersDocument('Orders', report) });
  const { stdout } = await run(['explain', 'openapi.yaml'], { cwd });
  const overlay = stdout.split('an Overlay to begin with\n')[1]?.split('\n\n')[0] ?? '';
  const next = folderOf({ 'openapi.yaml': ordersDocument('Orders', report), 'ours.yaml': overlay });
  const { stdout: after } = await run(['explain', 'openapi.yaml', 'ours.yaml', '--json'], { cwd: next });
  expect(JSON.parse(after).operations.slice(2)).toMatchObject([
    { operation: 'getReport', collection: 'reports', action: 'read', confidence: 'stated', correction: null },
    { operation: 'acquire', collection: 'acquire', action: 'create', confidence: 'stated' },
  ]);
});
