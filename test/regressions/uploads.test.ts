/** Uploads: what a response states about a file is true of the file that was sent. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { documentOf } from '../openapi/documents.ts';
import { integer, listOf, object, ref, text } from '../openapi/resources/small.ts';

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
    '/files/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: { 200: json(ref('File')) } },
    },
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
