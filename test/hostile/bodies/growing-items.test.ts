/** Short bodies that multiply what an item already has, or name a large item many times. Sizes and steps are counted; no time is measured. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { decide, documentOf, readyService, requestOf, stateOf, take } from '../../core/helpers.ts';
import { collection } from '../../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const mebibyte = 2 ** 20;
const jsonPatch = { 'content-type': 'application/json-patch+json' };
const mergePatch = { 'content-type': 'application/merge-patch+json' };

const list = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** `Note`: the schema of an item. */
const load = async (Note: object, notes: readonly JsonObject[]) => {
  const open = { type: 'object' };
  const change = {
    requestBody: {
      content: Object.fromEntries(
        ['application/json', mergePatch['content-type']].map((mediaType) => [mediaType, { schema: open }]),
      ),
    },
    responses: operation(ref('Note')).responses,
  };
  const content = { ...change.requestBody.content, [jsonPatch['content-type']]: { schema: listOf(open) } };
  const item = { ...change, requestBody: { content } };
  const paths = {
    '/notes': {
      ...collection(ref('Note'), { status: 201 }),
      patch: operation(listOf(ref('Note')), { takes: listOf(object({ id: integer, text, number: integer }, ['id'])) }),
    },
    '/notes/{id}': { parameters: [inPath('id')], get: operation(ref('Note')), patch: item },
  };
  const service = await readyService(
    documentOf(paths as unknown as JsonObject, { components: { schemas: { Note } } } as unknown as JsonObject),
  );
  const state = stateOf(service, { data: { notes: notes as JsonObject[] } });
  const send = (target: string, body: Json, headers: Readonly<Record<string, string>> = {}) =>
    take(service, state, requestOf('PATCH', target, { body, headers }));
  const first = (): Json => decide(service, state, requestOf('GET', '/notes/1')).body as Json;
  return { send, first };
};

const openNote = { ...object({ id: integer, text, number: integer }, ['id']), additionalProperties: true };

test.each<[string, Json, Readonly<Record<string, string>>]>([
  ['copies of a long text', list(10_000, (at) => ({ op: 'copy', from: '/text', path: `/copy${at}` })), jsonPatch],
  [
    'copies of copies of a long text',
    list(5, (at) => ({ op: 'copy', from: '/inner', path: `/inner/copy${at}` })),
    jsonPatch,
  ],
  ['another long text', { more: 'x'.repeat(mebibyte) }, mergePatch],
  ['another long text, without a merge', { more: 'x'.repeat(mebibyte) }, {}],
])('%s cannot make an item larger than 16 MiB', async (_name, body, headers) => {
  const before = { id: 1, text: 'x'.repeat(8 * mebibyte), inner: { text: 'y'.repeat(7 * mebibyte) } };
  const { send, first } = await load(openNote, [before]);
  const refused = send('/notes/1', body, headers);
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { detail: 'body would make the item larger than 16 MiB' },
  ]);
  expect(first()).toEqual(before);
  expect(send('/notes/1', { more: 'x'.repeat(mebibyte / 2) }).status).toBe(200);
});

test('an item that is larger from the start may still change, but not grow', async () => {
  const { send, first } = await load(openNote, [{ id: 1, text: 'x'.repeat(17 * mebibyte), done: false }]);
  expect(send('/notes/1', { done: true }).status).toBe(200);
  expect(first()).toMatchObject({ done: true });
  expect(send('/notes/1', { done: true, more: 'x' }).status).toBe(400);
});

test('a short list of changes cannot name large items many times', async () => {
  const note = { id: 1, text: 'x'.repeat(mebibyte) };
  const { send, first } = await load(openNote, [note]);
  const refused = send(
    '/notes',
    list(1000, (at) => ({ id: 1, number: at })),
  );
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { detail: 'body[15] makes the changed items, together, larger than 16 MiB' },
  ]);
  expect(first()).toEqual(note);
  expect(
    send(
      '/notes',
      list(10, (at) => ({ id: 1, number: at })),
    ).status,
  ).toBe(200);
});

test('the changes of a list have one budget of steps', async () => {
  const counted = list(100, (at) => ({ minProperties: at }));
  const many = Object.fromEntries(list(1000, (at) => [`p${at}`, at]));
  const { send } = await load({ ...openNote, allOf: counted }, [{ id: 1, ...many }]);
  const change = { id: 1, number: 2 };
  expect(send('/notes', [change]).status).toBe(200);
  const refused = send(
    '/notes',
    list(200, () => change),
  );
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { detail: expect.stringContaining('needs too many steps') },
  ]);
});
