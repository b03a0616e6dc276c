import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { type Check, tooManySteps } from '../../../src/core/service/check.ts';
import type { PageFact } from '../../../src/core/service/page-fact.ts';
import { applyChanges } from '../../../src/core/state/state.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import {
  listOf as arrayOf,
  fullObject,
  inPath,
  integer,
  named,
  object,
  operation,
  ref,
  text,
} from '../../short-document.ts';
import { bindService, inQuery, listOf, noPaging, plainList, specOf, worldOf } from '../bound.ts';
import { decide, requestOf } from '../helpers.ts';
import { askNotes, violationTexts } from '../notes.ts';

test('a list whose schema has more rules than those of its items is checked as a whole', () => {
  expect(violationTexts(askNotes('GET', '/few'))).toEqual(['response body  minItems']);
  expect(violationTexts(askNotes('GET', '/few', {}, { data: { few: [{ id: 1, text: 'one' }] } }))).toEqual([]);
});

/** A service with a list of things. */
const listing = (body: JsonObject, rest: Parameters<typeof listOf>[1], things = specOf('things')) =>
  bindService({ '/things': { get: named('list', body, { parameters: [inQuery('from')] }) } }, () => ({
    specs: [things],
    bindings: { list: listOf(things, rest) },
  }));

const envelope = fullObject({ items: arrayOf({}), total: text, self: text, last: integer });

test.each([
  ['7', 7],
  ['-7', -7],
  ['7a', '7a'],
  ['a7', 'a7'],
])('metadata has the documented type if it can: the cursor %s is %j', async (id, last) => {
  const facts = Object.entries({ total: 'total', self: 'self-url', last: 'last-cursor' } as const).map(
    ([name, fact]) =>
      ({ path: [name], fact: fact satisfies PageFact, whenMissing: 'null', linkProperties: [] }) as const,
  );
  const paging = { ...noPaging, style: 'cursor', cursor: 'id', from: 0 } as const;
  const rest = { paging, view: { ...plainList, path: ['items'], facts } };
  const service = await listing(envelope, rest, specOf('things', { idType: 'string' }));
  const { body } = decide(service, worldOf(service, { things: [{ id }] }), requestOf('GET', '/things'));
  expect(body).toEqual({ items: [{ id }], total: '1', self: 'http://localhost/things', last });
});

test('a count is a text if the document says so, whatever was generated', async () => {
  const schema = { type: 'object', required: ['items', 'total'], properties: { items: {}, total: {} } };
  const total = { path: ['total'], fact: 'total', type: 'text', whenMissing: 'null', linkProperties: [] } as const;
  const service = await listing(schema, { view: { ...plainList, path: ['items'], facts: [total] } });
  const { body } = decide(service, worldOf(service, { things: [{ id: 1 }] }), requestOf('GET', '/things'));
  expect(body).toEqual({ items: [{ id: 1 }], total: '1' });
});

test('a list in an envelope that is kept changes with its items', async () => {
  const word = { type: 'string', minLength: 1 };
  const schema = { type: 'object', required: ['items', 'word'], properties: { items: { type: 'array' }, word } };
  const service = await listing(schema, { view: { ...plainList, path: ['items'] } });
  const state = worldOf(service, { things: [{ id: 1 }, { id: 2 }] });
  const read = () => decide(service, state, requestOf('GET', '/things')).body as JsonObject;
  const before = read();
  applyChanges(state, [{ type: 'delete', collection: 'things', key: '1' }]);
  expect(read()).toEqual({ ...before, items: [{ id: 2 }] });
});

test('a list without items is empty', () => {
  expect(askNotes('GET', '/notes', {}, { data: { notes: [] } }).body).toEqual([]);
});

test('a property beside the list with the name of a path parameter has its value', async () => {
  const zone = { ...text, enum: ['a'] };
  const body = fullObject({ list_id: text, page: integer, zone, members: arrayOf(ref('Thing')) });
  const parameters = [inPath('listId', text), inPath('page', integer), inPath('zone', text)];
  const paths = { '/lists/{listId}/{page}/{zone}/members': { get: operation(body, { parameters }) } };
  const { get, violations } = await servePaths(paths);
  expect((await get('/lists/abc/7/a/members')).body).toMatchObject({ list_id: 'abc', page: 7, zone: 'a' });
  expect((await get('/lists/abc/7/b/members')).body).toMatchObject({ zone: 'a' });
  expect(violations()).toEqual([]);
});

describe('the check of the items of a list', () => {
  const array: JsonObject = { type: 'array', items: {} };
  const ask = async (checkItem: Check) => {
    const service = await listing(array, { view: { ...plainList, checkItem } });
    const things = Array.from({ length: 20 }, (_, at) => ({ id: at + 1 }));
    return decide(service, worldOf(service, { things }), requestOf('GET', '/things'));
  };

  test('has steps for the list, not for each item; an item without any is reported once', async () => {
    let checked = 0;
    const decided = await ask((_, budget) => {
      budget?.charge(300_000);
      if ((budget?.left ?? 0) < 0) return [tooManySteps];
      checked++;
      return [];
    });
    expect(checked).toBe(6);
    expect(violationTexts(decided)).toEqual([]);
    expect(decided.exchange.steps.filter(({ type }) => type === 'unchecked')).toHaveLength(1);
  });

  test('reports as many problems as that of any other body', async () => {
    const problem = { pointer: '/a', rule: 'type', message: 'must be a string' };
    const decided = await ask(() => Array.from({ length: 30 }, () => problem));
    expect(violationTexts(decided)).toHaveLength(100);
    expect(violationTexts(decided).at(-1)).toContain('/3/a');
  });
});

test('an empty list has as many pages as the document demands', async () => {
  const positive = { ...integer, minimum: 1 };
  const body = fullObject({ pages: positive, perPage: positive, total: integer, things: arrayOf(ref('Thing')) });
  const { get, violations } = await servePaths({ '/things': { get: operation(body) } });
  expect((await get('/things')).body).toEqual({ pages: 1, perPage: 1, total: 0, things: [] });
  expect(violations()).toEqual([]);
});

test('a list has at most as many pages as the document allows', async () => {
  const meta = object({ pageSize: { ...integer, minimum: 25 }, pageCount: { ...integer, maximum: 1 }, total: integer });
  const { get, send, violations } = await servePaths({
    '/things': {
      get: operation(object({ data: arrayOf(ref('Thing')), meta: object({ pagination: meta }) }), {
        parameters: ['page', 'pageSize'].map((name) => ({ name: `pagination[${name}]`, in: 'query', schema: integer })),
      }),
      post: operation(ref('Thing'), { takes: ref('Thing'), status: 201 }),
    },
  });
  for (const id of [1, 2, 3]) await send('POST', '/things', { id, name: `Thing ${id}` });
  const { data, meta: shown } = (await get('/things?pagination[page]=2&pagination[pageSize]=2')).body;
  expect(data).toMatchObject([{ id: 3 }]);
  expect(shown.pagination).toMatchObject({ pageCount: 1, pageSize: 25, total: 3 });
  expect(violations()).toEqual([]);
});
