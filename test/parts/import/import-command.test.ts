/** `vivarium import`: what it writes, and its exit codes. */
import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { run, serve } from '../../cli/in-process.ts';
import { folderOf } from '../../cli/process.ts';
import { calls, document } from './files/books.ts';
import { collections } from './files/collections.ts';
import { hars } from './files/hars.ts';
import { environments, type MockoonCall } from './files/mockoon.ts';

const swagger = {
  swagger: '2.0',
  info: { title: 'Books', version: '1' },
  host: 'books.example',
  basePath: '/v1',
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [{ name: 'tags', in: 'header', type: 'array', items: { type: 'string' }, collectionFormat: 'tsv' }],
        responses: { 200: { description: 'ok', schema: { type: 'array', items: { $ref: '#/definitions/Book' } } } },
      },
    },
  },
  definitions: { Book: { type: 'object', properties: { id: { type: 'integer' }, title: { type: 'string' } } } },
};

const harOf = (...entries: readonly { readonly path: string; readonly body: unknown }[]) =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: entries.map(({ path, body }) => ({
        request: { method: 'GET', url: `https://books.example${path}`, headers: [] },
        response: { status: 200, headers: [], content: { mimeType: 'application/json', text: JSON.stringify(body) } },
      })),
    },
  });

const books = harOf({ path: '/v1/books', body: [{ id: 7, title: 'Emma' }] });

test('a Swagger 2.0 document is written as OpenAPI, and what OpenAPI cannot express is listed with its place', async () => {
  const paths = { ...swagger.paths, '/pens': { get: { planned: 1, responses: {} } } };
  const cwd = folderOf({ 'swagger.json': JSON.stringify({ ...swagger, paths }, undefined, 2) });
  const { code, stdout } = await run(['import', 'swagger.json', '--out', 'a', '--name', 'books'], { cwd });
  expect(code).toBe(1);
  expect(parse(readFileSync(join(cwd, 'a/books.openapi.yaml'), 'utf8'))).toMatchObject({
    openapi: '3.0.3',
    servers: [{ url: 'https://books.example/v1' }],
    components: { schemas: { Book: { type: 'object' } } },
  });
  expect(stdout).toMatch(/definitions\.\* +1 +swagger\.json:45:5/);
  expect(stdout).toMatch(/paths\.\*\.get\.planned +1 +this key is not known +swagger\.json:39:9/);
  expect(stdout).toMatch(/parameters\[\] +1 +collectionFormat "tsv" .* swagger\.json:14:11/);
  expect(stdout).toContain('To serve it: vivarium a/books.openapi.yaml\n');
  expect(existsSync(join(cwd, 'a/scenarios'))).toBe(false);
  expect(await run(['check', 'a/books.openapi.yaml'], { cwd })).toMatchObject({ code: 0 });
});

test('several files become one scenario of the document that is found, and nothing is overwritten', async () => {
  const cwd = folderOf({
    'openapi.json': JSON.stringify({
      ...swagger,
      paths: { '/books': { get: { ...swagger.paths['/books'].get, parameters: [] } } },
    }),
    'my session.1.har': books,
    'second.har': harOf({ path: '/v1/books', body: [{ id: 8, title: 'Ulysses' }] }),
  });
  const args = ['import', 'my session.1.har', 'second.har'];
  const { code, stdout, stderr } = await run(args, { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain("To serve it: vivarium --scenario 'my session'\n");
  const file = join(cwd, 'scenarios/my session.yaml');
  expect(parse(readFileSync(file, 'utf8'))).toMatchObject({
    data: {
      books: [
        { id: 7, title: 'Emma' },
        { id: 8, title: 'Ulysses' },
      ],
    },
  });
  expect(await run(['check', 'scenarios/my session.yaml'], { cwd })).toMatchObject({ code: 0 });
  expect(await run(args, { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'scenarios/my session.yaml exists. Choose another --name or --out, or add --force.',
    ),
  });
  expect(await run([...args, '--force'], { cwd })).toMatchObject({ code: 0 });
});

test.each([
  ['session.har', hars[0]?.har as object],
  ['Books.postman_collection.json', collections[0]?.files['Books.postman_collection.json'] as object],
])('what %s became is clean, and served', async (name, file) => {
  const cwd = folderOf({ 'openapi.json': JSON.stringify(document), [name]: JSON.stringify(file) });
  expect(await run(['import', name, '--name', 'imported'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  expect(await run(['check'], { cwd })).toMatchObject({ code: 0, stdout: expect.stringContaining('No problems') });
  const { call } = await serve(['--scenario', 'imported'], { cwd });
  for (const { method, path, status, body } of calls)
    if (method === 'GET' && status === 200 && body !== undefined) expect(await (await call(path)).json()).toEqual(body);
});

const library = readFileSync(new URL('./files/library.yaml', import.meta.url), 'utf8');
const mappings = {
  mappings: [
    { request: { method: 'GET', urlPath: '/v1/books/1' }, response: { jsonBody: { id: 1, title: 'Emma' } } },
    { request: { method: 'GET', urlPath: '/v1/health' }, response: { jsonBody: { status: 'up' } } },
    { request: { method: 'GET', urlPath: '/v1/books' }, response: { status: 503, jsonBody: { message: 'closed' } } },
  ],
};
const stubCalls: readonly MockoonCall[] = [
  { method: 'GET', path: '/books/1', status: 200, body: { id: 1, title: 'Emma' } },
  { method: 'GET', path: '/health', status: 200, body: { status: 'up' } },
  { method: 'GET', path: '/books', status: 503, body: { message: 'closed' } },
];

test.each([
  ['mappings.json', mappings, stubCalls],
  ['library.mockoon.json', environments[0]?.environment as object, environments[0]?.calls ?? []],
])('what %s became is clean, and each of its requests is answered', async (name, file, requests) => {
  const cwd = folderOf({ 'openapi.yaml': library, [name]: JSON.stringify(file) });
  expect(await run(['import', name, '--name', 'imported'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  expect(await run(['check'], { cwd })).toMatchObject({ code: 0, stdout: expect.stringContaining('No problems') });
  const { call } = await serve(['--scenario', 'imported'], { cwd });
  for (const { method, path, headers = {}, sent, status, body } of requests) {
    const response = await call(path, {
      method,
      headers: { authorization: 'Bearer demo', 'content-type': 'application/json', ...headers },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    });
    expect([path, response.status]).toEqual([path, status]);
    if (body !== undefined) expect(await response.json()).toEqual(body);
  }
});

// Nothing can be made there, whoever runs the tests: Node's own `mkdir` with `recursive` tries forever.
test.runIf(process.platform === 'linux')('a folder that cannot be made is an error', async () => {
  const cwd = folderOf({ 'books.har': books });
  expect(await run(['import', 'books.har', '--no-document', '--out', '/proc/vivarium'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^\/proc\/vivarium\/\S+ cannot be written \(\w+\)\. Choose another --out\./),
  });
});

test('what a file says does not control the terminal', async () => {
  const esc = '\u001b]0;owned\u0007\u001b[2J\r';
  const file = { log: { entries: [], [`${esc}key`]: 1 } };
  const environment = { endpointPrefix: 'v1', routes: [{ type: 'ws' }], proxyMode: true, proxyHost: `http://${esc}` };
  const cwd = folderOf({
    'openapi.yaml': library,
    'a.har': JSON.stringify(JSON.parse(books)).replace('"version":"1.2"', `${JSON.stringify(`${esc}key`)}:1`),
    'b.json': JSON.stringify(environment),
    'c.json': JSON.stringify(file),
  });
  const { code, stdout, stderr } = await run(['import', 'a.har', 'b.json', 'c.json'], { cwd });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toContain('key');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

interface Drafted {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, object>>;
}

const readDraft = (cwd: string, file: string): Drafted => parse(readFileSync(join(cwd, file), 'utf8')) as Drafted;

test('without a document, one is drafted, and never is it the shipped example', async () => {
  const cwd = folderOf({ 'session.har': JSON.stringify(hars[0]?.har) });
  const { code, stdout, stderr } = await run(['import', 'session.har'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Wrote session.openapi.yaml.\nWrote scenarios/session.yaml.\n');
  expect(stdout).toContain('To serve it: vivarium session.openapi.yaml --scenario session\n');
  expect(await run(['check', 'session.openapi.yaml', 'scenarios/session.yaml'], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No problems'),
  });
  const { call } = await serve(['session.openapi.yaml', '--scenario', 'session'], { cwd });
  for (const { method, path, status, body } of calls)
    if (method === 'GET' && status === 200 && body !== undefined) {
      const response = await call(path, { headers: { authorization: 'Bearer demo' } });
      expect(await response.json()).toEqual(body);
    }
});

test('--no-document drafts one beside a document, and several files are one draft', async () => {
  const authors = harOf({ path: '/v1/authors', body: [{ id: 1, name: 'Austen' }] });
  const cwd = folderOf({ 'openapi.json': JSON.stringify(document), 'first.har': books, 'second.har': authors });
  expect(await run(['import', 'second.har'], { cwd })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('the document has no operation for it'),
  });
  expect(existsSync(join(cwd, 'second.openapi.yaml'))).toBe(false);
  const both = ['import', 'first.har', 'second.har', '--no-document'];
  expect(await run(both, { cwd })).toMatchObject({ code: 0 });
  expect(Object.keys(readDraft(cwd, 'first.openapi.yaml').paths)).toEqual(['/books', '/authors']);
  expect(await run(both, { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('first.openapi.yaml and scenarios/first.yaml exist'),
  });
  expect(await run(['import', 'second.har', '--document', 'first.openapi.yaml', '--force'], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('To serve it: vivarium first.openapi.yaml --scenario second\n'),
  });
});

test('where no response was recorded, no document is drafted', async () => {
  const page = JSON.stringify({
    log: {
      entries: [
        {
          request: { method: 'GET', url: 'https://books.example/', headers: [] },
          response: { status: 404, headers: [], content: { mimeType: 'text/html', text: '<p>' } },
        },
      ],
    },
  });
  const cwd = folderOf({ 'session.har': page });
  expect(await run(['import', 'session.har'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^session\.har: no document can be drafted: .* --document FILE/),
  });
  expect(existsSync(join(cwd, 'session.openapi.yaml'))).toBe(false);
});

test('more than can be imported at once is refused before it is read, with the limit and the remedy', async () => {
  const cwd = folderOf({ 'session.har': '' });
  truncateSync(join(cwd, 'session.har'), 100 * 1024 * 1024);
  expect(await run(['import', 'session.har'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^session\.har: this is larger than 32 MiB, .* Export only the requests to the service/,
    ),
  });
});
