/** Values that fit several alternatives of a `oneOf` are allowed where an example of the document is one. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { documentOf } from '../../openapi/documents.ts';
import { serveDocument } from '../../openapi/resources/served.ts';
import { listOf, object, ref, text } from '../../short-document.ts';

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
  const strict = [object({ mail: text }, ['mail']), object({ phone: text }, ['phone'])];
  const body = { mail: 'a', phone: '1' };
  expect(await statusOf({ schema: { oneOf: strict }, example: { mail: 'a' } }, body)).toBe(400);
  expect(await statusOf({ schema: { oneOf: strict }, example: body }, body)).toBe(204);
});

test.each<[what: string, alternatives: readonly object[], values: readonly unknown[], refused: readonly unknown[]]>([
  [
    'nothing is required',
    [object({ a: text, b: text }), object({ a: text, c: text })],
    [{ a: 'x', b: 'y' }],
    [{ a: 1 }],
  ],
  ['one extends another', [ref('Mail'), { allOf: [ref('Mail'), object({ b: text }, ['b'])] }], [{ b: 'x' }], [1]],
  ['one is a number of the other', [{ type: 'integer' }, { type: 'number' }], [1, 1.5], ['1']],
  ['one is a text of the other', [{ ...text, enum: ['red'] }, text], ['red', 'blue'], [1]],
])('a request fits several alternatives where %s', async (_what, alternatives, values, refused) => {
  for (const one of values) expect([one, await statusOf({ schema: { oneOf: alternatives } }, one)]).toEqual([one, 204]);
  for (const one of refused)
    expect([one, await statusOf({ schema: { oneOf: alternatives } }, one)]).toEqual([one, 400]);
});

test('what was sent is kept where it fits several alternatives of the response, at any depth, and the journal says so', async () => {
  const contact = { oneOf: [object({ mail: text }, ['mail']), object({ phone: text }, ['phone'])] };
  const example = { at: { contact: { mail: 'a', phone: '1' } } };
  const schema = object({ id: { type: 'integer', readOnly: true }, at: object({ contact }) }, ['id']);
  const content = { 'application/json': { schema, example } };
  const get = {
    responses: { 200: { description: 'ok', content: { 'application/json': { schema: listOf(schema) } } } },
  };
  const paths = {
    '/people': { get, post: { requestBody: { content }, responses: { 201: { description: 'ok', content } } } },
  };
  const { send, violations } = await serveDocument(documentOf(paths) as never);
  const sent = { at: { contact: { mail: 'b', phone: '2' } } };
  expect((await send('POST', '/people', sent as never)).body).toMatchObject(sent);
  expect(violations()).toEqual([
    expect.stringMatching(/^body\.at\.contact must match exactly one .* matches several$/),
  ]);
});

test('a response that fits several alternatives is no violation where one covers another: the document means anyOf', async () => {
  const covering = { oneOf: [object({ name: text }), object({ name: text, size: { type: 'integer' } })] };
  const content = (of: object) => ({ 'application/json': { schema: of } });
  const schema = object({ id: { type: 'integer', readOnly: true }, of: covering }, ['id']);
  const responses = { 201: { description: 'ok', content: content(schema) } };
  const paths = {
    '/rows': {
      get: { responses: { 200: { description: 'ok', content: content(listOf(schema)) } } },
      post: { requestBody: { content: content(schema) }, responses },
    },
  };
  const vivarium = await createVivarium({ document: documentOf(paths) as never, scenario: {} });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('test');
  const headers = { 'content-type': 'application/json' };
  const sent = await world.fetch('/rows', { method: 'POST', headers, body: '{"of":{"name":"a"}}' });
  expect([sent.status, await sent.json()]).toMatchObject([201, { of: { name: 'a' } }]);
  world.assertNoViolations();
  const [exchange] = world.exchanges();
  expect(exchange?.why.join('\n')).toContain('matches several, one within another');
});
