/** Cursors as numbers and under names that only their parameter explains, and what is left alone. */

import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import { cursorFact, isIdCursor, parameterOf } from '../../../../src/openapi/resources/describe/paging-names.ts';
import { wordLists } from '../../../../src/parts/words/index.ts';
import { defaultDocument } from '../../../../src/scenario/data/default-scenario.ts';
import { readyService, requestOf, stateOf, take } from '../../../core/helpers.ts';
import { inQuery, integer, listOf, object, operation, text } from '../../../short-document.ts';
import { listBindingOf, things, thingsService } from '../small.ts';

const pagingOf = (beside: object, ...parameters: readonly object[]) =>
  listBindingOf(thingsService(operation(object({ things, ...beside }), { parameters })), 'GET /things').paging;

const factsOf = (beside: object, ...parameters: readonly object[]) =>
  Object.fromEntries(
    listBindingOf(
      thingsService(operation(object({ things, ...beside }), { parameters })),
      'GET /things',
    ).view.facts.map(({ path, fact }) => [path.join('.'), fact]),
  );

test.each([
  ['since_id in the request alone', {}, 'since_id', 'id'],
  ['a parameter that a property repeats after next', { next_max_id: text }, 'max_id', 'id'],
  ['one below the meta data', { meta: object({ next_from_key: text }) }, 'from_key', 'opaque'],
  ['a number beside integer ids', { next_max_id: integer }, 'max_id', 'id'],
  ['a number that is no id', { next_cursor: integer }, 'cursor', 'order'],
  ['a number as a link to the next page', { next: integer }, 'cursor', 'order'],
  ['the id of the last item', { last_id: integer, first_id: integer }, 'after', 'id'],
])('%s is a cursor', (_, beside, parameter, cursor) => {
  expect(pagingOf(beside, inQuery(parameter))).toMatchObject({ style: 'cursor', from: 0, cursor });
});

test.each([
  ['a filter by an own property', { next_kind: text }, inQuery('kind')],
  ['a listed value', { next_mode: text }, inQuery('mode', { type: 'string', enum: ['a', 'b'] })],
  ['a date', { next_day: text }, inQuery('day', { type: 'string', format: 'date' })],
  ['a flag', { next_strict: text }, inQuery('strict', { type: 'boolean' })],
  ['a size', { next_limit: integer }, inQuery('limit', integer)],
  ['an order', { next_order: text }, inQuery('order')],
  ['the value that was sent', { search: object({ max_id: text }), max_id: text }, inQuery('max_id')],
  ['a page number', { next_page: integer }, inQuery('page', integer)],
])('%s is no cursor', (_, beside, parameter) => {
  expect(pagingOf(beside, parameter)?.style).not.toBe('cursor');
});

test('ids beside a list are cursors only if it is paged by one', () => {
  const beside = { next_id: text, last_id: text, first_id: text };
  expect(factsOf(beside)).toEqual({});
  expect(factsOf(beside, inQuery('after'))).toEqual({
    next_id: 'next-cursor',
    last_id: 'last-cursor',
    first_id: 'first-cursor',
  });
});

test('the parameter of a property is named after next', () => {
  expect(parameterOf('next_max_id', new Set(['maxid']))).toBe('maxid');
  expect(parameterOf('nextPageKey', new Set(['key', 'pagekey']))).toBe('pagekey');
  expect(parameterOf('nextPageKey', new Set(['key']))).toBe('key');
  expect(parameterOf('since_id', new Set(['sinceid']))).toBeUndefined();
  expect([isIdCursor('sinceid'), isIdCursor('scrollid'), isIdCursor('cursor')]).toEqual([true, false, false]);
});

const listed = async (more: readonly object[] = []) => {
  const body = object({ things, next_cursor: integer, previous_cursor: integer }, ['next_cursor', 'previous_cursor']);
  const parameters = [inQuery('cursor', integer), inQuery('limit', integer), ...more];
  const list = operation(body, { parameters });
  const service = thingsService({ ...list, responses: { ...list.responses, 400: { description: '' } } });
  await service.ready();
  const state = stateOf(service, { ...defaultDocument(service), generate: { things: 5 } });
  return (query: string) => {
    const { status, body: answer, exchange } = take(service, state, requestOf('GET', `/things?limit=2${query}`));
    const page = answer as {
      readonly things?: readonly JsonObject[];
      readonly next_cursor?: number;
      readonly previous_cursor?: number;
    };
    const { things: found = [], next_cursor, previous_cursor } = page;
    return { status, ids: found.map(({ id }) => id), next_cursor, previous_cursor, broken: exchange.violations.length };
  };
};

test('a number leads forward and back, and 0 is the first page and the end', async () => {
  const list = await listed();
  const first = list('');
  expect(first).toMatchObject({ ids: [1, 2], previous_cursor: 0, broken: 0 });
  const second = list(`&cursor=${first.next_cursor}`);
  expect(second).toMatchObject({ ids: [3, 4], broken: 0 });
  expect(list(`&cursor=${second.previous_cursor}`)).toMatchObject({ ids: [1, 2], broken: 0 });
  expect(list(`&cursor=${second.next_cursor}`)).toMatchObject({ ids: [5], next_cursor: 0, broken: 0 });
  for (const start of [0, -1]) expect(list(`&cursor=${start}`).ids).toEqual([1, 2]);
  expect(list('&cursor=9007199254740993').status).toBe(400);
});

test('a number continues a sorted list at its item', async () => {
  const list = await listed([inQuery('sort')]);
  const first = list('&sort=-id');
  expect(first.ids).toEqual([5, 4]);
  expect(list(`&sort=-id&cursor=${first.next_cursor}`).ids).toEqual([3, 2]);
  expect(list('&sort=-id&cursor=998').status).toBe(400);
});

test('where a value is required, the page after the last is empty', async () => {
  const uri = { type: 'string', format: 'uri' };
  const body = object({ things, next: uri, next_page: { type: 'integer', minimum: 1 }, prev: uri }, [
    ...['next', 'next_page', 'prev'],
  ]);
  const service = thingsService(operation(body, { parameters: [inQuery('page', integer), inQuery('limit', integer)] }));
  await service.ready();
  const state = stateOf(service, { ...defaultDocument(service), generate: { things: 3 } });
  const { body: last, exchange } = take(service, state, requestOf('GET', '/things?limit=2&page=2'));
  expect(exchange.violations).toEqual([]);
  expect(last).toMatchObject({ next: 'http://localhost/things?limit=2&page=3', next_page: 3 });
  const { body: after, exchange: beyond } = take(service, state, requestOf('GET', '/things?limit=2&page=3'));
  expect([after, beyond.violations]).toMatchObject([{ things: [] }, []]);
});

test('a list of texts is paged by numbers too', async () => {
  const service = await readyService({
    openapi: '3.1.0',
    info: { title: '', version: '1' },
    paths: {
      '/words': {
        get: operation(object({ words: listOf(text), meta: object({ next_cursor: integer }) }, ['words', 'meta']), {
          parameters: [inQuery('cursor', integer), inQuery('limit', integer)],
        }),
      },
    },
  } as unknown as JsonObject);
  const state = stateOf(service);
  const seen: unknown[] = [];
  let cursor: unknown = 0;
  do {
    const { body } = take(service, state, requestOf('GET', `/words?limit=2&cursor=${cursor}`));
    const page = body as { readonly words: readonly unknown[]; readonly meta: { readonly next_cursor?: number } };
    seen.push(...page.words);
    cursor = page.meta.next_cursor;
    expect(seen.length).toBeLessThan(10);
  } while (cursor);
  expect(seen).toHaveLength(5);
});

test.each([
  ['scrollid', true],
  ['startkey', true],
])('the parameter %s has the name of a cursor: %s', (name, isCursor) => {
  expect(wordLists.cursors.has(name)).toBe(isCursor);
});

test.each([
  ['last_id', 'last-cursor'],
  ['blast_id', undefined],
  ['last_idea', undefined],
  ['next_page_max', 'next-cursor'],
  ['prev_page_max', 'previous-cursor'],
  ['previous_max', 'previous-cursor'],
  ['prev_max', 'previous-cursor'],
  ['next_max', 'next-cursor'],
  ['next_kind', undefined],
  ['prev_kind', undefined],
  ['first_id', 'first-cursor'],
  ['not_first_id', undefined],
  ['first_idea', undefined],
  ['next_page', 'next-cursor'],
  ['whats_next', undefined],
  ['next_pages', undefined],
  ['previous_page', 'previous-cursor'],
  ['no_prev', undefined],
  ['previews', undefined],
  ['max', undefined],
  ['marker', undefined],
])('with the cursor max, the property %s is %s', (name, fact) => {
  expect(cursorFact(name, 'max')).toBe(fact);
});

test.each([
  ['before', true],
  ['pagebefore', true],
  ['beforeid', true],
  ['thedaybefore', false],
  ['beforehand', false],
  ['endingbeforeidentity', false],
])('the parameter %s has the name of the cursor before which a page ends: %s', (name, isCursor) => {
  expect(wordLists.cursorsBefore.has(name)).toBe(isCursor);
});

test.each([
  ['next_id', undefined],
  ['last_id', undefined],
])('in a list without a parameter for the cursor, the property %s is %s', (name, fact) => {
  expect(cursorFact(name, undefined)).toBe(fact);
});

test('a property that only contains "next" belongs to no parameter', () => {
  const parameters = new Set(['maxid', 'key']);
  expect(parameterOf('whats_next_max_id', parameters)).toBeUndefined();
  expect(parameterOf('whats_next_page_key', parameters)).toBeUndefined();
});
