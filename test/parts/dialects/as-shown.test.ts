/** Values that fit several alternatives of a `oneOf` are allowed where an example of the document is one. */
import { expect, test } from 'vitest';
import { documentOf } from '../../openapi/documents.ts';
import { serveDocument } from '../../openapi/resources/served.ts';
import { object, ref, text } from '../../short-document.ts';

const oneOf = [ref('Mail'), ref('Phone')];
const components = { schemas: { Mail: object({ mail: text, at: text }), Phone: object({ phone: text, at: text }) } };

const statusOf = async (media: object, body: unknown): Promise<number> => {
  const requestBody = { content: { 'application/json': media } };
  const responses = { 204: { description: 'ok' }, 400: { description: 'no' } };
  const document = documentOf({ '/send': { post: { requestBody, responses } } }, { components });
  const { send } = await serveDocument(document as never);
  return (await send('POST', '/send', body as never)).status;
};

test('an example shows that the alternatives overlap, also within a list', async () => {
  expect(await statusOf({ schema: { oneOf }, example: { mail: 'a' } }, { phone: '1' })).toBe(204);
  expect(await statusOf({ schema: { oneOf, example: { mail: 'a' } } }, { phone: '1' })).toBe(204);
  const to = { type: 'array', items: { oneOf } };
  const example = { to: [{ at: 'x' }] };
  expect(await statusOf({ schema: object({ to }), example }, { to: [{ mail: 'a' }, { phone: '1' }] })).toBe(204);
});

test('what fits none is refused all the same, and without such an example, what fits several', async () => {
  expect(await statusOf({ schema: { oneOf }, example: { mail: 'a' } }, { mail: 1, phone: 2 })).toBe(400);
  expect(await statusOf({ schema: { oneOf } }, { phone: '1' })).toBe(400);
  const strict = [object({ mail: text }, ['mail']), object({ phone: text }, ['phone'])];
  const body = { mail: 'a', phone: '1' };
  expect(await statusOf({ schema: { oneOf: strict }, example: { mail: 'a' } }, body)).toBe(400);
});
