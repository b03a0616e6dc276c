import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium } from '../../../src/index.ts';
import { documentOf } from '../../openapi/documents.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const binary = { type: 'string', format: 'binary' };
const returns = (mediaType: string) => ({ 200: { description: '', content: { [mediaType]: { schema: binary } } } });
const takes = (mediaType: string, schema: object = binary) => ({
  requestBody: { required: true, content: { [mediaType]: { schema } } },
  responses: { 204: { description: '' } },
});
const form = object({ file: binary }, ['file']);

const paths = (content: object) => ({
  '/things': { get: operation(listOf(ref('Thing'))), post: operation(ref('Thing'), { takes: ref('Thing') }) },
  '/things/{thingId}': { get: operation(ref('Thing')), delete: operation(undefined) },
  '/things/{thingId}/attachment': { ...content },
});

const serve = async (content: object, { stateless = false, more = {} as object } = {}) => {
  const document = documentOf(
    { ...paths(content), ...more },
    { schemas: { Thing: object({ id: integer, name: text }, ['id', 'name']) } },
  ) as JsonObject;
  const vivarium = await createVivarium({
    document,
    stateless,
    scenario: { data: { things: [{ id: 1, name: 'a' }] } },
  });
  onTestFinished(() => vivarium.close());
  return vivarium.world('test');
};

const bytes = new Uint8Array([0, 255, 137, 80, 78, 71, 13, 10]);
const path = '/things/1/attachment';
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('a file that was uploaded', () => {
  test('is a text in JSON, where the document declares it so', async () => {
    const json = { 200: { description: '', content: { 'application/json': { schema: text } } } };
    const { fetch } = await serve({ get: { responses: json }, put: takes('*/*') });
    const send = (body: BodyInit) =>
      fetch(path, { method: 'PUT', headers: { 'content-type': 'application/jsonl' }, body });
    await send('{"a":1}\n');
    const response = await fetch(path);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toBe('{"a":1}\n');
    for (const other of [bytes, 'data:;base64,AAAA']) {
      await send(other);
      expect(await (await fetch(path)).json()).toBe('{"a":1}\n');
    }
    const anything = { 200: { description: '', content: { 'application/json': { schema: {} } } } };
    const { fetch: other } = await serve({ get: { responses: anything }, put: takes('*/*') });
    await other(path, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'hello' });
    expect(await (await other(path)).text()).not.toContain('hello');
  });

  test('is returned at the same path, with its type and its name, until it is deleted', async () => {
    const { fetch } = await serve({
      get: { responses: returns('*/*') },
      put: takes('image/*'),
      delete: operation(undefined),
    });
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a cat.png"' };
    expect((await fetch(path, { method: 'PUT', headers, body: bytes })).status).toBe(204);
    const response = await fetch(`${path}?download=1`);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a cat.png"');
    expect(await bytesOf(response)).toEqual(bytes);
    await fetch(path, { method: 'DELETE' });
    expect((await fetch(path)).status).toBe(404);
    await fetch(path, { method: 'PUT', headers, body: 'again' });
    expect(await (await fetch(path)).text()).toBe('again');
    expect((await fetch('/things/2/attachment', { method: 'PUT', headers, body: 'x' })).status).toBe(404);
  });

  test('may come in a form, and keeps a name in any script', async () => {
    const { fetch } = await serve({
      get: { responses: returns('application/octet-stream') },
      post: takes('multipart/form-data', form),
    });
    const body = new FormData();
    body.set('file', new File([bytes], 'Katze "ö".png', { type: 'image/png' }));
    await fetch(path, { method: 'POST', body });
    const response = await fetch(path);
    // The document has no other type.
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Katze ___.png"; filename*=UTF-8''Katze%20%22%C3%B6%22.png`,
    );
    expect(await bytesOf(response)).toEqual(bytes);
  });

  test.each([
    ['/assets/{id}', object({ data: object({ id: integer, title: text }, ['id']) }), true],
    ['/download/{file_id}', object({ id: integer, title: text }, ['id']), true],
    ['/blobs/{filename}', object({ filename: text, size: integer }, ['filename']), false],
  ])('is read at %s, where nothing else reads files', async (elsewhere, shown, isItem) => {
    const { fetch } = await serve(
      {},
      {
        more: {
          ...(isItem && {
            '/files': {
              get: operation(listOf(object({ id: integer, title: text }, ['id']))),
              post: operation(shown, { takes: form, mediaType: 'multipart/form-data', status: 201 }),
            },
            '/files/{id}': { delete: operation(undefined) },
          }),
          ...(!isItem && { '/upload': { post: operation(shown, { takes: form, mediaType: 'multipart/form-data' }) } }),
          [elsewhere]: {
            parameters: [inPath(elsewhere.slice(elsewhere.indexOf('{') + 1, -1), isItem ? integer : text)],
            get: { responses: returns('application/octet-stream') },
          },
        },
      },
    );
    const body = new FormData();
    body.set('file', new File([bytes], 'a.png', { type: 'image/png' }));
    await fetch(isItem ? '/files' : '/upload', { method: 'POST', body });
    const own = elsewhere.replace(/\{.*/, isItem ? '1' : 'a.png');
    expect(await bytesOf(await fetch(own))).toEqual(bytes);
    if (!isItem) return;
    await fetch('/files/1', { method: 'DELETE' });
    expect((await fetch(own)).status).toBe(404);
  });

  test('elsewhere is not gone with another item of the same id', async () => {
    const { fetch } = await serve(
      {},
      {
        more: {
          '/users': { get: operation(listOf(object({ id: integer, name: text }, ['id']))) },
          '/users/{id}': { parameters: [inPath('id', integer)], delete: operation(undefined) },
          '/charts/{id}': { parameters: [inPath('id', integer)], get: { responses: returns('image/png') } },
        },
      },
    );
    expect((await fetch('/charts/1')).status).toBe(200);
    await fetch('/users/1', { method: 'DELETE' });
    expect((await fetch('/charts/1')).status).toBe(200);
  });

  test('is the content of the item that it creates', async () => {
    const File_ = object({ id: integer, filename: text }, ['id', 'filename']);
    const { fetch } = await serve(
      { get: { responses: returns('*/*') } },
      {
        more: {
          '/files': {
            get: operation(listOf(File_)),
            post: operation(File_, { takes: form, mediaType: 'multipart/form-data', status: 201 }),
          },
          '/files/{fileId}': { get: operation(File_) },
          '/files/{fileId}/content': { get: { responses: returns('*/*') } },
        },
      },
    );
    const body = new FormData();
    body.set('file', new File(['one,two'], 'a.csv', { type: 'text/csv' }));
    const { id } = await (await fetch('/files', { method: 'POST', body })).json();
    const response = await fetch(`/files/${id}/content`);
    expect(response.headers.get('content-type')).toBe('text/csv');
    expect(await response.text()).toBe('one,two');
  });

  test('is never shown as a page, and a wrong type is not repeated', async () => {
    const { fetch } = await serve({ get: { responses: returns('*/*') }, post: takes('multipart/form-data', form) });
    const send = async (type: string) => {
      const boundary = 'b';
      const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\nContent-Type: ${type}\r\n\r\n<script>\r\n--b--\r\n`;
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
      await fetch(path, { method: 'POST', headers, body: part });
      return fetch(path);
    };
    const page = await send('text/html');
    expect(page.headers.get('content-security-policy')).toBe('sandbox');
    expect(page.headers.get('content-disposition')).toBe('attachment; filename="a.html"');
    expect((await send('text/html x')).headers.get('content-type')).toBe('application/octet-stream');
  });

  test('is not kept without state', async () => {
    const { fetch } = await serve({ get: { responses: returns('*/*') }, put: takes('image/png') }, { stateless: true });
    await fetch(path, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: bytes });
    expect(await bytesOf(await fetch(path))).not.toEqual(bytes);
  });

  test('is accepted and not kept if it is larger than 4 MiB', async () => {
    const vivarium = await createVivarium({
      document: documentOf(paths({ get: { responses: returns('*/*') }, put: takes('image/png') }), {
        schemas: { Thing: object({ id: integer, name: text }, ['id', 'name']) },
      }) as JsonObject,
      maxBody: 8 * 2 ** 20,
      scenario: { data: { things: [{ id: 1, name: 'a' }] } },
    });
    onTestFinished(() => vivarium.close());
    const { fetch } = vivarium.world('test');
    const large = new Uint8Array(4 * 2 ** 20 + 1);
    const { status } = await fetch(path, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: large });
    expect(status).toBe(204);
    expect((await bytesOf(await fetch(path))).length).toBeLessThan(large.length);
  });
});
