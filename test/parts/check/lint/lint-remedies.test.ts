/** Each problem that the linter reports says what to do. */
import { join } from 'node:path';
import { createConfig } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import type { ConfigProblem } from '../../../../src/core/primitives/config-error.ts';
import { loadDocument } from '../../../../src/openapi/load/load.ts';
import { lintDocument, lintRemedies } from '../../../../src/parts/check/lint/lint.ts';
import { folderOf } from '../../../cli/process.ts';

const lint = async (document: object): Promise<readonly ConfigProblem[]> => {
  const folder = folderOf({ 'api.json': JSON.stringify(document) });
  return (await lintDocument(await loadDocument(join(folder, 'api.json')))).map(({ problem }) => problem);
};

const info = { title: 'A', version: '1' };
const ok = { responses: { 200: { description: '' } } };
const pathId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const documentOf = (parts: object, version = '3.1.0'): object => ({ openapi: version, info, paths: {}, ...parts });
const pathsOf = (paths: object, version?: string): object => documentOf({ paths }, version);
const schemaOf = (schema: object, version?: string): object =>
  documentOf({ paths: { '/a': { get: ok } }, components: { schemas: { A: schema } } }, version);

test.each<[hint: string, document: object]>([
  ['Add "title".', documentOf({ info: { version: '1' } })],
  ['Add "responses".', pathsOf({ '/a': { get: {} } }, '3.0.3')],
  ['Add one of them.', { openapi: '3.1.0', info }],
  ['Remove it, or write it as an extension: "x-owner".', documentOf({ owner: 'us' })],
  ['Write the type as a list: type: [string, "null"].', schemaOf({ type: 'string', nullable: true })],
  ['Write a text.', documentOf({ info: { ...info, description: {} } })],
  ['Put the value in quotes.', documentOf({ info: { title: 'A', version: 1 } })],
  ['Write its value, or remove it.', documentOf({ info: { ...info, description: null } })],
  ['Write a list.', documentOf({ tags: {} })],
  ['Write a list.', schemaOf({ enum: {} })],
  ['Write an object with properties.', pathsOf({ '/a': [] })],
  ['Use one of them.', schemaOf({ type: 'quadrilateral' })],
  ['Did you mean "description"?', documentOf({ info: { ...info, descripion: 'a' } })],
  ['Add it, or correct the reference.', schemaOf({ allOf: [{ $ref: '#/components/schemas/Xylophone' }] })],
  ['Remove one of them.', documentOf({ tags: [{ name: 'a' }, { name: 'a' }] })],
  ['Move the operations of one of the paths to the other.', pathsOf({ '/{a}': {}, '/{b}': {} })],
  ['Add it to "variables", with its "default".', documentOf({ servers: [{ url: 'https://{host}/' }] })],
  [
    'Remove it, or write it in the URL in braces.',
    documentOf({ servers: [{ url: '/', variables: { host: { default: 'a' } } }] }),
  ],
  ['Add "type".', schemaOf({ nullable: true }, '3.0.3')],
  [
    'Rename one of the operations.',
    pathsOf({ '/a': { get: { ...ok, operationId: 'a' } }, '/b': { get: { ...ok, operationId: 'a' } } }),
  ],
  ['Remove one of them.', pathsOf({ '/{id}': { get: { ...ok, parameters: [pathId, pathId] } } })],
  ['Write the name of a parameter in the braces.', pathsOf({ '/a/{}': { get: ok } })],
  ['Remove "?" and what follows from the path, and declare it as parameters.', pathsOf({ '/a?b=1': { get: ok } })],
  ['Write "{id}" in the path, or remove the parameter.', pathsOf({ '/a': { get: { ...ok, parameters: [pathId] } } })],
  ['Add a parameter with "name: id", "in: path" and "required: true".', pathsOf({ '/a/{id}': { get: ok } })],
  ['Use letters, digits, ".", "-" and "_" only.', documentOf({ components: { schemas: { 'a b': {} } } })],
  [
    'Remove it, or write it where the reference leads.',
    documentOf(
      { components: { schemas: { A: {}, B: { $ref: '#/components/schemas/A', description: 'b' } } } },
      '3.0.3',
    ),
  ],
  ['Write the value here in place of the reference.', documentOf({ info: { $ref: '#/x-info' }, 'x-info': info })],
])('%s', async (hint, document) => {
  expect((await lint(document)).map((problem) => problem.hint)).toEqual([hint]);
});

test('every rule of the linter has a remedy', async () => {
  const { rules } = await createConfig('{ extends: [spec], telemetry: "off" }');
  const errors = (['oas2', 'oas3_0', 'oas3_1', 'oas3_2'] as const).flatMap((version) =>
    Object.entries(rules[version]).flatMap(([name, setting]) => (setting === 'error' ? [name] : [])),
  );
  expect([...new Set(errors)].filter((name) => lintRemedies[name] === undefined)).toEqual([]);
});
