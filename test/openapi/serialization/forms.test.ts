/** The media types of the parts of a form: `encoding.contentType`. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { listOf, object, operation, text } from '../../short-document.ts';
import { documentOf } from '../documents.ts';

const file = { type: 'string', format: 'binary' };

/** The status of an upload, whose one part is sent with this name and type. */
const statusOf = async (contentType: string, part: { type: string; name?: string; file?: string }): Promise<number> => {
  const takes = object({ image: file, images: listOf(file), note: text });
  const encoding = { image: { contentType }, images: { contentType }, note: { contentType } };
  const post = operation(undefined, { status: 204 });
  const requestBody = { content: { 'multipart/form-data': { schema: takes, encoding } } };
  const vivarium = await createVivarium({
    document: documentOf({ '/images': { post: { ...post, requestBody } } }),
  });
  onTestFinished(() => vivarium.close());
  const { name = 'image', type, file: fileName = 'a.bin' } = part;
  const disposition = `form-data; name="${name}"${fileName === '' ? '' : `; filename="${fileName}"`}`;
  const header = type === '' ? '' : `Content-Type: ${type}\r\n`;
  const body = `--x\r\nContent-Disposition: ${disposition}\r\n${header}\r\nabc\r\n--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return (await vivarium.world('a').fetch('/images', { method: 'POST', body, headers })).status;
};

test.each([
  ['image/png, image/jpeg', { type: 'image/jpeg' }],
  ['image/png,image/jpg', { type: 'image/jpeg' }],
  ['image/*', { type: 'image/webp' }],
  ['application/zip', { type: 'application/x-zip' }],
  ['text/csv; charset=utf-8', { type: 'text/csv' }],
  ['application/octet-stream', { type: 'image/png' }],
  ['image/png', { type: '' }],
  ['image/png', { type: 'IMAGE/PNG', name: 'images' }],
  ['application/xml', { type: 'text/plain; charset=utf-8', name: 'note', file: '' }],
])('a part of %s may be %j', async (contentType, part) => {
  expect(await statusOf(contentType, part)).toBe(204);
});

test.each([
  ['image/png, image/jpeg', { type: 'text/plain' }],
  ['image/*', { type: 'application/pdf' }],
  ['image/png', { type: 'image/gif', name: 'images' }],
  ['image/png', { type: 'image/gif', name: 'images[0]' }],
  ['application/pdf', { type: 'application/octet-stream' }],
])('a part of %s is refused as %j', async (contentType, part) => {
  expect(await statusOf(contentType, part)).toBe(400);
});
