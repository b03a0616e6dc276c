/** Documents that the linter cannot compare with the specification as it does others. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDocument } from '../../../../src/openapi/load/load.ts';
import { lintDocument } from '../../../../src/parts/check/lint/lint.ts';
import { folderOf } from '../../../cli/process.ts';

const lint = async (text: string) => {
  const folder = folderOf({ 'api.json': text });
  return (await lintDocument(await loadDocument(join(folder, 'api.json')))).map(({ problem }) => problem);
};

const documentOf = (schemas: object, description = ''): string =>
  JSON.stringify({
    ...{ openapi: '3.1.0', info: { title: 'A', version: '1', description } },
    paths: { '/a': { get: { responses: { 200: { description: '', content: contentOf } } } } },
    components: { schemas },
  });
const contentOf = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };

test('references in a chain longer than its stack leave the document unjudged, which is no error', async () => {
  const length = 8000;
  const schemas = Object.fromEntries(
    Array.from({ length }, (_, at) => [
      `S${at}`,
      at === length - 1 ? {} : { anyOf: [{ $ref: `#/components/schemas/S${at + 1}` }] },
    ]),
  );
  expect(await lint(documentOf(schemas))).toEqual([
    expect.objectContaining({
      code: 'VIV_DOCUMENT_QUESTIONABLE',
      message: expect.stringContaining('not compared with the OpenAPI specification'),
    }),
  ]);
});

test('a path without a slash at its start is left to the engine, which serves it, and its parts are not', async () => {
  const withPath = (path: string, value: unknown): string =>
    documentOf({ S0: {} }).replace('"paths":{', `"paths":{${JSON.stringify(path)}:${JSON.stringify(value)},`);
  const messagesFor = async (path: string, value: unknown) =>
    (await lint(withPath(path, value))).map(({ message }) => message);
  expect(await messagesFor('b', { get: {} })).toEqual([]);
  expect(await messagesFor('b', null)).toEqual([]);
  expect(await messagesFor('/b', null)).toEqual([expect.stringContaining('but got `null`')]);
  expect(await messagesFor('/b', { gett: {} })).toEqual([expect.stringContaining('`gett` is not expected')]);
});

const twice = (text: string): string =>
  text.replace('"responses":', '"deprecated":true,"deprecated":true,"responses":');

test('a name that an object has twice is an error; in a large JSON document it is not looked for', async () => {
  expect(await lint(twice(documentOf({ S0: {} })))).toEqual([
    expect.objectContaining({ message: expect.stringContaining('duplicated mapping key') }),
  ]);
  const large = documentOf({ S0: {} }, 'x'.repeat(4 * 1024 * 1024));
  expect(await lint(twice(large))).toEqual([]);
  expect(await lint(large.replace('"title"', '"titel"'))).toHaveLength(2);
});

test('a response of Swagger 2.0 may be a file, and nothing else there and elsewhere', async () => {
  const responseOf = (schema: object) => ({ get: { responses: { 200: { description: '', schema } } } });
  const swagger = (schema: object, more: object = {}): string =>
    JSON.stringify({
      ...{ swagger: '2.0', info: { title: 'A', version: '1' } },
      paths: { '/a': { ...responseOf(schema), ...more } },
    });
  expect(await lint(swagger({ type: 'file' }))).toEqual([]);
  const wrong = [expect.objectContaining({ message: expect.stringContaining('`type` can be one of') })];
  expect(await lint(swagger({ type: 'fil' }))).toEqual(wrong);
  expect(await lint(swagger({ type: 'object', properties: { a: { type: 'file' } } }))).toEqual(wrong);
  const body = [{ name: 'body', in: 'body', schema: { type: 'file' } }];
  expect(await lint(swagger({}, { post: { parameters: body, responses: { 200: { description: '' } } } }))).toEqual(
    wrong,
  );
  const content = { 'application/json': { schema: { type: 'file' } } };
  const openapi = { get: { responses: { 200: { description: '', content } } } };
  const text = documentOf({}).replace(
    /"paths":\{.*?\},"components"/,
    `"paths":{"/a":${JSON.stringify(openapi)}},"components"`,
  );
  expect(await lint(text)).toEqual(wrong);
});

test('a problem is shown with the lines of the file around it, as those of scenarios are', async () => {
  const [problem] = await lint(JSON.stringify({ openapi: '3.1.0', info: { title: 'A' }, paths: {} }, undefined, 2));
  expect(problem?.frame?.split('\n').filter((line) => line.startsWith('> '))).toHaveLength(1);
  expect(problem?.frame).toMatch(/^> 3 \| {3}"info": \{$/m);
  expect(problem?.frame).toMatch(/^ +\| +\^$/m);
});

test('a reference to a part of the schema around it is a warning that names the part, and none where the schema has an $id', async () => {
  const order = { properties: { line: { $ref: '#/$defs/Line' } }, $defs: { Line: { type: 'integer' } } };
  expect(await lint(documentOf({ S0: order }))).toMatchObject([
    {
      code: 'VIV_DOCUMENT_QUESTIONABLE',
      message: '"#/$defs/Line" does not exist; the part of the schema around it is meant',
      hint: 'Did you mean "#/components/schemas/S0/$defs/Line"?',
    },
  ]);
  expect(await lint(documentOf({ S0: { ...order, $id: 'https://example.com/order' } }))).toEqual([]);
});
