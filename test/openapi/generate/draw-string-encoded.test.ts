/** Texts that hold something else, in the words of OpenAPI 3.1 and of those before it. */
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { integer, object } from '../../short-document.ts';
import { contentsOf, now } from '../documents.ts';

const drawn = async (schema: object): Promise<string> => {
  const { response } = await contentsOf(object({ data: { type: 'string', ...schema } }, ['data']));
  const value = response.generate({ seed: 7, now });
  expect(response.check(value)).toEqual([]);
  return (value as Record<string, Json>).data as string;
};

test.each([
  ['contentEncoding', { contentEncoding: 'base64' }],
  ['an encoding in capital letters', { contentEncoding: 'BASE64' }],
  ['a format of OpenAPI 3.0', { format: 'byte' }],
])('%s is base64 of some text', async (_name, schema) => {
  const text = await drawn(schema);
  expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
  expect(Buffer.from(text, 'base64').toString()).toMatch(/^[\w ]+$/);
});

test('base64url has its own alphabet, and no padding', async () => {
  expect(await drawn({ contentEncoding: 'base64url' })).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(await drawn({ format: 'base64url' })).toMatch(/^[A-Za-z0-9_-]+$/);
});

test('base16 is hexadecimal', async () => {
  expect(Buffer.from(await drawn({ contentEncoding: 'base16' }), 'hex').toString()).toMatch(/^[\w ]+$/);
});

test('a picture, a document of JSON and one of HTML are what the media type says', async () => {
  const png = await drawn({ contentEncoding: 'base64', contentMediaType: 'image/png' });
  expect(Buffer.from(png, 'base64').toString('latin1')).toMatch(/^\x89PNG/);
  const pdf = await drawn({ format: 'byte', contentMediaType: 'application/pdf' });
  expect(Buffer.from(pdf, 'base64').toString('latin1')).toMatch(/^%PDF/);
  const contentSchema = object({ id: integer }, ['id']);
  expect(JSON.parse(await drawn({ contentMediaType: 'application/json', contentSchema }))).toEqual({
    id: expect.any(Number),
  });
  expect(JSON.parse(await drawn({ contentMediaType: 'application/problem+json' }))).toBeTypeOf('object');
  const encoded = await drawn({ contentMediaType: 'application/json', contentEncoding: 'base64' });
  expect(JSON.parse(Buffer.from(encoded, 'base64').toString())).toBeTypeOf('object');
  expect(await drawn({ contentMediaType: 'text/html' })).toMatch(/^<p>.+<\/p>$/);
});

test('what does not fit its length is a text of that length', async () => {
  expect((await drawn({ contentEncoding: 'base64', contentMediaType: 'image/png', maxLength: 8 })).length).toBeLessThan(
    9,
  );
});
