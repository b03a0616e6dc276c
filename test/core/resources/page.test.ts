/** Pages of every style: each item once, in order, with correct page metadata. */

import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../../src/core/primitives/json.ts';
import { orderedItems, orderedMap, startOfPage, windowOf } from '../../../src/core/resources/page.ts';
import { positionOf } from '../../../src/core/resources/sort.ts';
import type { ListBinding, ListView, Paging } from '../../../src/core/service/binding.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import type { PageFact, PageProperty } from '../../../src/core/service/page-fact.ts';
import { createCollection } from '../../../src/core/state/collection.ts';
import { applyChanges, type State } from '../../../src/core/state/state.ts';
import fc from '../../fast-check.ts';
import { listOf as arrayOf, boolean, fullObject, integer, text } from '../../short-document.ts';
import { answer, bindService, idsOf, inQuery, listOf, noPaging, plainList, specOf, worldOf } from '../bound.ts';
import { type Decided, decide, requestOf, take } from '../helpers.ts';

const texts = ['from', 'before', 'sort', 'tag', 'note'];
const parameters = [inQuery('size', 'integer'), ...texts.map((name) => inQuery(name))];

const property = (name: string, fact: PageFact, without: PageProperty['whenMissing'] = 'null'): PageProperty => ({
  path: name.split('.'),
  fact,
  whenMissing: without,
  linkProperties: [],
});
const facts: readonly PageProperty[] = [
  property('total', 'total'),
  property('count', 'count'),
  property('page', 'page'),
  property('size', 'size'),
  property('offset', 'offset'),
  property('pages', 'pages'),
  property('more', 'has-more'),
  property('earlier', 'has-previous'),
  property('last', 'is-last'),
  property('first', 'is-first'),
  property('empty', 'is-empty'),
  property('nextPage', 'next-page'),
  property('previousPage', 'previous-page', 'absent'),
  property('nextOffset', 'next-offset', 'empty'),
  property('previousOffset', 'previous-offset'),
  property('nextCursor', 'next-cursor'),
  property('previousCursor', 'previous-cursor'),
  property('firstCursor', 'first-cursor'),
  property('lastCursor', 'last-cursor'),
  property('links.self', 'self-url'),
  property('links.next', 'next-url'),
  property('links.previous', 'previous-url'),
  property('links.first', 'first-url'),
  property('links.last', 'last-url'),
  property('before.page', 'previous-page', 'absent'),
];
const view: ListView = {
  ...plainList,
  path: ['data', 'items'],
  facts,
  headers: [
    { name: 'X-Total', fact: 'total' },
    { name: 'X-Next', fact: 'next-page' },
    { name: 'X-Previous', fact: 'previous-page' },
    { name: 'Link', fact: 'links' },
  ],
};

const properties = new Map(Object.entries({ rank: 'rank', note: 'note' }));
const pagedBy = (things: CollectionSpec, paging: Partial<Paging>): ListBinding =>
  listOf(things, {
    filters: [
      { parameter: 4, child: undefined, property: 'tag', comparison: 'equals', matchAll: new Set<string>() },
      { parameter: 5, child: undefined, property: 'note', comparison: 'equals', matchAll: new Set<string>() },
    ],
    sort: { by: 3, direction: undefined, properties, fallback: undefined },
    paging: { ...noPaging, size: 0, from: 1, ...paging },
    view,
  });

/** Besides page metadata it has another item, a string instead of a count, and a success flag. */
const envelope: JsonObject = fullObject({
  data: fullObject({ items: arrayOf({ type: 'object' }), kind: { ...text, enum: ['list'] } }),
  count: text,
  previousPage: integer,
  lastCursor: integer,
  success: boolean,
});

const styles = ['offset', 'page', 'page0', 'cursor', 'id', 'order', 'both', 'any'] as const;
const headers = { 'X-Next': { required: true, schema: integer } };
const responses = { 200: answer(envelope, headers), 400: { description: '' } };
const paths = Object.fromEntries(
  ['bare', 'once', 'found', ...styles].map((style) => [
    `/${style}`,
    { get: { operationId: style, parameters, responses } },
  ]),
);
const service = await bindService(paths, () => {
  const things = specOf('things', { indexed: ['tag'] });
  const bare = { ...pagedBy(things, { style: 'offset' }), view: plainList };
  return {
    specs: [things],
    bindings: {
      bare,
      found: {
        ...pagedBy(things, { style: 'offset' }),
        view: { ...plainList, path: ['data', 'items'], facts: [property('more', 'has-more')] },
      },
      once: pagedBy(things, { from: undefined }),
      offset: pagedBy(things, { style: 'offset', defaultSize: 3 }),
      page: pagedBy(things, { style: 'page', defaultSize: 3 }),
      page0: pagedBy(things, { style: 'page', firstPage: 0 }),
      cursor: pagedBy(things, { style: 'cursor', defaultSize: 3 }),
      id: pagedBy(things, { style: 'cursor', cursor: 'id', before: 2 }),
      order: pagedBy(things, { style: 'cursor', cursor: 'order' }),
      any: pagedBy(things, { style: 'cursor', firstCursors: 'any' }),
      both: pagedBy(things, { style: 'cursor', before: 2, firstCursors: new Set(['documented', '5']) }),
    },
  };
});

const sevenThings = Array.from({ length: 7 }, (_, at) => ({ id: at + 1, rank: (at * 3) % 7, tag: at % 2 ? 'x' : 'y' }));
const stateOf = (things: readonly JsonObject[] = sevenThings, rules = {}): State => worldOf(service, { things }, rules);
const get = (state: State, target: string, headers = {}): Decided =>
  decide(service, state, requestOf('GET', target.replace('http://localhost/', '/'), { headers }));
const bodyOf = (decided: Decided): JsonObject => decided.body as JsonObject;
const itemsOf = (decided: Decided): readonly Json[] => idsOf(((decided.body as JsonObject).data as JsonObject).items);

/** All pages, by the links that they give. */
const follow = (state: State, start: string, link: 'next' | 'previous'): readonly (readonly Json[])[] => {
  const pages: (readonly Json[])[] = [];
  for (let target: Json | undefined = start; typeof target === 'string'; ) {
    const decided = get(state, target);
    expect(decided.status).toBe(200);
    pages.push(itemsOf(decided));
    if (pages.length > 60) throw new Error('the pages do not end');
    target = (bodyOf(decided).links as JsonObject)[link];
  }
  return pages;
};

const thingsArbitrary = fc
  .array(
    fc.record(
      {
        rank: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', '2030-01-01', null)),
        tag: fc.constantFrom('x', 'y'),
        note: fc.constantFrom('n', 'm'),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 25 },
  )
  .map((values) => values.map((value, at): JsonObject => ({ id: at + 1, ...value })));
const queryArbitrary = fc
  .subarray(['tag=x', 'note=n'])
  .chain((filters) =>
    fc.constantFrom('', 'sort=rank', 'sort=-rank,note').map((sort) => [...filters, sort].filter(Boolean).join('&')),
  );

describe('pages', () => {
  test('of any style and size hold each item once, in order, and end', () => {
    fc.assert(
      fc.property(
        thingsArbitrary,
        queryArbitrary,
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(...styles),
        (things, query, size, style) => {
          const state = stateOf(things);
          const all = idsOf(get(state, `/bare?${query}`).body);
          const pages = follow(state, `/${style}?size=${size}&${query}`, 'next');
          expect(pages.flat()).toEqual(all);
          expect(pages).toHaveLength(Math.max(1, Math.ceil(all.length / size)));
          for (const page of pages.slice(0, -1)) expect(page).toHaveLength(size);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('lead back from the last to the first', () => {
    fc.assert(
      fc.property(
        thingsArbitrary,
        queryArbitrary,
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(...styles),
        (things, query, size, style) => {
          const state = stateOf(things);
          const all = idsOf(get(state, `/bare?${query}`).body);
          let last = `/${style}?size=${size}&${query}`;
          for (let next: Json | undefined = last; typeof next === 'string'; ) {
            last = next;
            next = (bodyOf(get(state, last)).links as JsonObject).next;
          }
          const back = follow(state, last, 'previous').toReversed().flat();
          expect(back).toEqual(all);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('after a cursor continue at its position, even after deletions and additions', () => {
    fc.assert(
      fc.property(
        thingsArbitrary,
        queryArbitrary,
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('cursor', 'both', 'id', 'order'),
        fc.array(fc.integer({ min: 1, max: 25 })),
        (things, query, size, style, deleted) => {
          const state = stateOf(things);
          const first = get(state, `/${style}?size=${size}&${query}`);
          const next = (bodyOf(first).links as JsonObject).next;
          if (typeof next !== 'string') return;
          // A page continues at this item. Here, ids are positions in creation order.
          const named = style === 'id' || style === 'order' ? Number(itemsOf(first).at(-1)) : undefined;
          const gone = deleted.filter((id) => id !== named);
          const rest = idsOf(get(state, `/bare?${query}`).body).slice(size);
          applyChanges(state, [
            ...gone.map((id) => ({ type: 'delete', collection: 'things', key: String(id) }) as const),
            { type: 'put', collection: 'things', key: '99', value: { id: 99, tag: 'z', note: 'z' } },
          ]);
          const left = rest.filter((id) => !gone.includes(Number(id)));
          const after = follow(state, next, 'next').flat();
          expect(after.filter((id) => id !== 99)).toEqual(left);
        },
      ),
      { numRuns: 80 },
    );
  });

  test('between two cursors contain the items between them', () => {
    expect(itemsOf(get(stateOf(), '/id?from=2&before=6'))).toEqual([3, 4, 5]);
    expect(itemsOf(get(stateOf(), '/id?from=2&before=6&size=2'))).toEqual([3, 4]);
    expect(itemsOf(get(stateOf(), '/id?before=6&size=2'))).toEqual([4, 5]);
    expect(itemsOf(get(stateOf(), '/id?from=6&before=2'))).toEqual([]);
  });

  test('accept encoded cursors if ids are cursors, and ids if cursors are encoded', () => {
    const ours = bodyOf(get(stateOf(), '/cursor?size=3')).nextCursor as string;
    expect(itemsOf(get(stateOf(), `/id?from=${ours}`))).toEqual([4, 5, 6, 7]);
    expect(itemsOf(get(stateOf(), '/cursor?from=5'))).toEqual([6, 7]);
    expect(itemsOf(get(stateOf(), '/cursor?from=&size=2'))).toEqual([1, 2]);
  });

  test('start at the beginning if the offset is negative, and are empty past the end', () => {
    const state = stateOf();
    expect(itemsOf(get(state, '/offset?from=-5&size=2'))).toEqual([1, 2]);
    expect(itemsOf(get(state, '/page?from=0&size=2'))).toEqual([1, 2]);
    expect(itemsOf(get(state, '/page?from=9'))).toEqual([]);
    expect(itemsOf(get(state, '/page0?from=1'))).toEqual([]);
    expect(itemsOf(get(state, '/offset?from=9223372036854775807'))).toEqual([]);
    expect(itemsOf(get(state, '/offset?size=0'))).toEqual([]);
  });
});

describe('an invalid cursor', () => {
  test.each(['nothing', '99', 'WzFd', 'W10', 'eyJhIjoxfQ', '%F0%9F%98%80'])('is rejected: %s', (text) => {
    const decided = get(stateOf(), `/cursor?from=${text}`);
    expect(decided.status).toBe(400);
    expect(decided.exchange.steps.at(-1)).toMatchObject({ message: 'query.from is not a valid cursor for things' });
  });

  test('is rejected if its keys are invalid', () => {
    const forged = btoa('["after",1,[5]]').replaceAll('=', '');
    expect(get(stateOf(), `/cursor?from=${forged}&sort=rank`).status).toBe(400);
  });

  test('is rejected if it belongs to a list in another order', () => {
    const next = bodyOf(get(stateOf(), '/cursor?sort=rank')).nextCursor as string;
    expect(get(stateOf(), `/cursor?from=${next}&sort=rank`).status).toBe(200);
    expect(get(stateOf(), `/cursor?from=${next}`).status).toBe(400);
  });

  test('counts as missing if it is the example or the default of the document', () => {
    expect(itemsOf(get(stateOf(), '/both?from=documented&size=2'))).toEqual([1, 2]);
    expect(itemsOf(get(stateOf(), '/both?before=documented&size=2'))).toEqual([1, 2]);
    expect(itemsOf(get(stateOf(), '/both?from=documented&before=3'))).toEqual([1, 2]);
    expect(itemsOf(get(stateOf(), '/both?from=5&size=2'))).toEqual([6, 7]);
    expect(get(stateOf(), '/both?from=undocumented').status).toBe(400);
    expect(itemsOf(get(stateOf(), '/any?from=undocumented&size=2'))).toEqual([1, 2]);
  });

  test('is rejected if it is not the number of an item', () => {
    const statusOf = (query: string) => get(stateOf(), `/order?${query}`).status;
    expect(['x', '1e30', 'Infinity', '1e400'].map((text) => statusOf(`from=${text}`))).toEqual([400, 400, 400, 400]);
    expect(statusOf('from=98&sort=rank')).toBe(400);
    // In creation order, it is the position of an item that may have been deleted.
    expect(statusOf('from=98')).toBe(200);
  });

  test('is the first page if it is 0 or less, where cursors are numbers', () => {
    for (const text of ['0', '-1', '-0']) expect(itemsOf(get(stateOf(), `/order?size=2&from=${text}`))).toEqual([1, 2]);
  });

  test('counts as none in a world that only reports', () => {
    expect(itemsOf(get(stateOf(sevenThings, { requests: 'report' }), '/cursor?from=nothing'))).toEqual([1, 2, 3]);
  });
});

describe('an envelope', () => {
  test('has the metadata of its page, and generated values for the rest', () => {
    const body = bodyOf(get(stateOf(), '/page?from=2&size=3&sort=rank'));
    expect(body).toMatchObject({
      data: { kind: 'list', items: [{ rank: 3 }, { rank: 4 }, { rank: 5 }] },
      success: true,
      total: 7,
      count: '3',
      page: 2,
      size: 3,
      offset: 3,
      pages: 3,
      more: true,
      earlier: true,
      last: false,
      first: false,
      nextPage: 3,
      previousPage: 1,
      nextOffset: 6,
      previousOffset: 0,
      links: {
        self: 'http://localhost/page?from=2&size=3&sort=rank',
        next: 'http://localhost/page?from=3&size=3&sort=rank',
        previous: 'http://localhost/page?from=1&size=3&sort=rank',
        first: 'http://localhost/page?from=1&size=3&sort=rank',
        last: 'http://localhost/page?from=3&size=3&sort=rank',
      },
    });
  });

  test('writes a cursor as a number if the document requires that', () => {
    expect(bodyOf(get(stateOf(), '/id?size=2'))).toMatchObject({ nextCursor: '2', lastCursor: 2 });
    expect(bodyOf(get(stateOf(), '/cursor?size=2')).lastCursor).toEqual(expect.any(String));
  });

  test('has no links to pages that cannot be requested', () => {
    const body = bodyOf(get(stateOf(), '/once?size=2'));
    expect(body).toMatchObject({ total: 7, more: true, links: { next: null, first: null, last: null } });
  });

  test('represents missing values according to the document', () => {
    const body = bodyOf(get(stateOf(), '/offset?size=10'));
    expect(body).toMatchObject({ nextPage: null, nextOffset: '', more: false, last: true, first: true, pages: 1 });
    expect(body).not.toHaveProperty('previousPage');
    expect(body).not.toHaveProperty('before');
    expect(body).toMatchObject({
      links: { next: null, previous: null, last: 'http://localhost/offset?size=10&from=0' },
    });
  });

  test('is as true of no items', () => {
    const body = bodyOf(get(stateOf([]), '/cursor'));
    expect(body).toMatchObject({ total: 0, count: '0', pages: 0, nextCursor: null, firstCursor: null, more: false });
    expect(body.empty).toBe(true);
    expect(bodyOf(get(stateOf(), '/cursor')).empty).toBe(false);
  });

  test('has the total also if a filter is not indexed', () => {
    const things = sevenThings.map((thing) => ({ ...thing, note: 'n' }));
    expect(bodyOf(get(stateOf(things), '/offset?note=n&size=2'))).toMatchObject({ total: 7, nextOffset: 2 });
    expect(bodyOf(get(stateOf(things), '/offset?note=n&tag=x&size=2'))).toMatchObject({ total: 3, more: true });
  });

  test('states where its page is', () => {
    const factsAt = (target: string) => bodyOf(get(stateOf(), target));
    expect(factsAt('/page?from=3&size=2')).toMatchObject({ more: true, earlier: true, first: false, last: false });
    expect(factsAt('/page?from=1&size=2')).toMatchObject({ more: true, earlier: false, first: true, last: false });
    expect(factsAt('/page?from=1&size=2')).toMatchObject({ previousOffset: null, previousCursor: null });
    expect(factsAt('/page?from=4&size=2')).toMatchObject({ more: false, earlier: true, first: false, last: true });
    expect(factsAt('/page?from=1&size=0')).toMatchObject({ pages: 0, links: { next: null, last: null } });
    expect(factsAt('/offset?from=1&size=3')).toMatchObject({
      previousOffset: 0,
      links: { previous: 'http://localhost/offset?from=0&size=3' },
    });
    expect(factsAt('/id?from=2&size=2')).toMatchObject({ firstCursor: '3', lastCursor: 4, nextCursor: '4' });
  });

  test('has a next page after a filter without an index, even if the total is not needed', () => {
    const things = sevenThings.map((thing) => ({ ...thing, note: thing.id < 7 ? 'n' : 'm' }));
    const moreAfter = (from: number) => bodyOf(get(stateOf(things), `/found?note=n&size=2&from=${from}`)).more;
    expect([0, 2, 3, 4, 5].map(moreAfter)).toEqual([true, true, true, false, false]);
  });

  test('links its pages with the requested host and the prefix of the world', () => {
    const request = requestOf('GET', '/page?size=3', { headers: { host: 'localhost:4010' }, pathPrefix: '/~a' });
    const { links } = bodyOf(decide(service, stateOf(), request));
    expect((links as JsonObject).next).toBe('http://localhost:4010/~a/page?size=3&from=2');
    const odd = bodyOf(get(stateOf(), '/page?size=3', { host: '"><script>' })).links;
    expect((odd as JsonObject).next).toBe('http://localhost/page?size=3&from=2');
  });
});

describe('headers', () => {
  test('have the metadata of the page', () => {
    const decided = get(stateOf(), '/page?from=2&size=3');
    expect(decided.header('X-Total')).toBe('7');
    expect(decided.header('X-Next')).toBe('3');
    expect(decided.header('Link')).toBe(
      [
        '<http://localhost/page?from=1&size=3>; rel="first"',
        '<http://localhost/page?from=1&size=3>; rel="prev"',
        '<http://localhost/page?from=3&size=3>; rel="next"',
        '<http://localhost/page?from=3&size=3>; rel="last"',
      ].join(', '),
    );
  });

  test('without a value are empty if they are required, otherwise omitted', () => {
    const decided = get(stateOf(), '/page');
    const last = get(stateOf(), '/page?from=3');
    expect(decided.header('X-Previous')).toBeUndefined();
    expect(last.header('X-Next')).toBe('');
    expect(last.header('X-Previous')).toBe('2');
  });
});

test('a list changes with its items from one request to the next', () => {
  const state = stateOf();
  expect(itemsOf(take(service, state, requestOf('GET', '/offset?from=5')))).toEqual([6, 7]);
  applyChanges(state, [{ type: 'delete', collection: 'things', key: '1' }]);
  const decided = take(service, state, requestOf('GET', '/offset?from=5'));
  expect(itemsOf(decided)).toEqual([7]);
  expect(isJsonObject(decided.body) && decided.body.total).toBe(6);
});

describe('the items of a list', () => {
  const { items } = createCollection(
    specOf('things'),
    [1, 2, 3, 4, 5].map((id) => ({ id, size: Math.ceil(id / 2) })),
  );
  const terms = [{ property: 'size', isDescending: false }];
  const byOrder = orderedMap(items);
  const sorted = orderedItems(byOrder.slice(0, 9), terms);
  const idsIn = (start: number, end: number) =>
    [byOrder, sorted].map((ordered) => ordered.slice(start, end).map(({ value }) => value.id));

  test.each<readonly [start: number, end: number, ids: readonly number[]]>([
    [0, 2, [1, 2]],
    [2, 4, [3, 4]],
    [2, 2, []],
    [3, 1, []],
    [4, 9, [5]],
  ])('from %i to %i are %j', (start, end, ids) => {
    expect(idsIn(start, end)).toEqual([ids, ids]);
  });

  test('are counted up to a position', () => {
    const positions = sorted.slice(0, 9).map((item) => positionOf(item, terms));
    expect(positions.map((position) => sorted.countUpTo(position))).toEqual([0, 1, 2, 3, 4]);
    expect(positions.map((position) => sorted.countUpTo(position, 'including'))).toEqual([1, 2, 3, 4, 5]);
    const removed = { keys: [['number', 2] as const], order: 2.5 };
    expect([undefined, 'including' as const].map((one) => sorted.countUpTo(removed, one))).toEqual([3, 3]);
  });
});

test.each<readonly [style: Paging['style'], from: Json, start: number]>([
  ['offset', 7, 7],
  ['offset', '7', 7],
  ['offset', -7, 0],
  ['offset', 'x', 0],
  ['page', 3, 20],
  ['page', 1, 0],
  ['page', 0, 0],
  ['cursor', 7, 0],
  ['none', 7, 0],
])('a page of the style %s from %j begins at %i', (style, from, start) => {
  expect(startOfPage({ ...noPaging, style, from: 0 }, [from], 10)).toBe(start);
});

test.each<readonly [Json | undefined]>([[undefined], [''], [null], [{ a: 1 }]])('the cursor %j is none', (cursor) => {
  const window = windowOf(
    { ...noPaging, style: 'cursor', from: 0 },
    [cursor],
    2,
    orderedItems([], []),
    () => undefined,
  );
  expect(window).toEqual({ start: 0, end: 0 });
});
