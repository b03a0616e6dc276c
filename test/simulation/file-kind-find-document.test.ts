import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDocument } from '../../src/simulation/file-kind.ts';
import { folderOf } from './files.ts';

const places = ['', 'spec/', 'api/', 'docs/'].flatMap((folder) =>
  ['openapi', 'api', 'swagger'].flatMap((name) =>
    ['yaml', 'yml', 'json'].map((extension) => `${folder}${name}.${extension}`),
  ),
);

test.each(places)('%s is found', async (name) => {
  const text = name.endsWith('json') ? '{ "openapi": "3.1.0" }' : 'openapi: 3.1.0\n';
  const folder = folderOf({ [name]: text, 'api.md': '', 'other/openapi.yaml': text, 'spec/shop.yaml': text });
  expect(await findDocument(folder)).toBe(join(folder, name));
});

test('a document with a syntax error is found, so that the error is reported', async () => {
  const folder = folderOf({ 'openapi.yaml': 'openapi: 3.1.0\n  x: [\n' });
  expect(await findDocument(folder)).toBe(join(folder, 'openapi.yaml'));
});

test('a file that is not an OpenAPI document is ignored, and so is a directory', async () => {
  const folder = folderOf({ 'api.yaml': 'port: 1\n', 'openapi.json': '[]', 'openapi.yaml/readme.md': '' });
  expect(await findDocument(folder)).toBeUndefined();
});

test('several documents are an error that names them, wherever they are', async () => {
  const folder = folderOf({ 'openapi.yaml': 'openapi: 3.1.0\n', 'docs/swagger.json': '{ "openapi": "3.0.3" }' });
  await expect(findDocument(folder, 'option "document"')).rejects.toThrow(
    `there are 2 OpenAPI documents here: ${join(folder, 'openapi.yaml')}, ${join(folder, 'docs/swagger.json')}. Name the one to use as option "document".`,
  );
});

test('a link to a document is not another document', async () => {
  const folder = folderOf({ 'spec/openapi.yaml': 'openapi: 3.1.0\n' });
  symlinkSync(join(folder, 'spec/openapi.yaml'), join(folder, 'openapi.yaml'));
  expect(await findDocument(folder)).toBe(join(folder, 'openapi.yaml'));
});
