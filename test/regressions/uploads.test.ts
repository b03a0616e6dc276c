/** Uploads: what a response states about a file is true of the file that was sent. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { documentOf } from '../openapi/documents.ts';
import { inPath, integer, listOf, object, ref, text } from '../short-document.ts';

const schemas = {
  File: object({ id: text, filename: text, bytes: integer, mime_type: text, purpose: text }, [
    'id',
    'filename',
    'bytes',
    'mime_type',
    'purpose',
  ]),
};
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const form = object({ file: { ...text, format: 'binary' }, purpose: text }, ['file', 'purpose']);
const upload = {
  requestBody: { content: { 'multipart/form-data': { schema: form } } },
  responses: { 200: json(ref('File')) },
};
const document = documentOf(
  {
    '/files': { get: { responses: { 200: json(listOf(ref('File'))) } }, post: upload },
    '/files/{id}': { parameters: [inPath('id', text)], get: { responses: { 200: json(ref('File')) } } },
    '/scan': { post: upload },
  },
  { schemas },
);

test.each(['/files', '/scan'])('an upload to %s returns the name, the size and the type of the file', async (path) => {
  const vivarium = await createVivarium({ document, scenario: {} });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('test');
  const body = new FormData();
  body.append('purpose', 'batch');
  body.append('file', new File(['hello'], 'täglich "a".csv', { type: 'text/csv' }));
  const response = await world.fetch(path, { method: 'POST', body });
  const file = await response.json();
  expect(file).toMatchObject({ filename: 'täglich "a".csv', bytes: 5, mime_type: 'text/csv', purpose: 'batch' });
  if (path === '/files') expect(await (await world.fetch(`/files/${file.id}`)).json()).toEqual(file);
});

const Asset = object({ id: integer, name: text, label: text, content_type: text, size: integer }, [
  'id',
  'name',
  'content_type',
  'size',
]);
const binary = { content: { '*/*': { schema: { ...text, format: 'binary' } } } };
const numbered = (...names: readonly string[]) => ({ parameters: names.map((name) => inPath(name)) });
const shown = (schema: object) => ({ responses: { 200: json(schema) } });

test('a file that is a body as a whole creates the item that the list shows', async () => {
  const paths = {
    '/releases': { get: shown(listOf(ref('Release'))), post: shown(ref('Release')) },
    '/releases/{releaseId}': { ...numbered('releaseId'), get: shown(ref('Release')) },
    '/releases/{releaseId}/assets': {
      ...numbered('releaseId'),
      get: shown(listOf(ref('Asset'))),
      post: {
        ...{ requestBody: binary, responses: { 201: json(ref('Asset')) } },
        parameters: ['name', 'label'].map((name) => ({ name, in: 'query', schema: text })),
      },
    },
    '/assets/{assetId}': { ...numbered('assetId'), get: shown(ref('Asset')) },
    // What it returns is nowhere else: it creates nothing.
    '/releases/{releaseId}/signature': {
      ...numbered('releaseId'),
      post: { requestBody: binary, ...shown(object({ name: text, mime_type: text, size: integer }, ['mime_type'])) },
    },
  };
  const Release = object({ id: integer, tag: text }, ['id']);
  const vivarium = await createVivarium({
    document: documentOf(paths, { schemas: { Asset, Release } }),
    scenario: { data: { releases: [{ id: 1 }] } },
  });
  onTestFinished(() => vivarium.close());
  const { fetch } = vivarium.world('test');
  const upload = async (path: string, headers: Record<string, string>) =>
    (await fetch(path, { method: 'POST', headers, body: 'hello' })).json();
  const zip = { 'content-type': 'application/zip' };
  const created = await upload('/releases/1/assets?name=a.zip&label=Build', zip);
  expect(created).toEqual({ id: 1, name: 'a.zip', label: 'Build', content_type: 'application/zip', size: 5 });
  const named = { ...zip, 'content-disposition': 'attachment; filename="b.zip"' };
  expect((await upload('/releases/1/assets', named)).name).toBe('b.zip');
  expect(await (await fetch('/assets/1')).json()).toEqual(created);
  expect(await (await fetch('/releases/1/assets')).json()).toHaveLength(2);
  expect((await fetch('/releases/9/assets', { method: 'POST', headers: zip, body: 'a' })).status).toBe(404);
  const signed = await upload('/releases/1/signature', named);
  expect(signed).toMatchObject({ mime_type: 'application/zip', ...(signed.name && { name: 'b.zip' }) });
});
