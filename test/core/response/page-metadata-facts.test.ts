/** Each fact of a page by itself: first, middle and last page, and pages whose offsets, numbers and cursors count otherwise. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { type Page, readCursor } from '../../../src/core/resources/page.ts';
import { factOf, followingOf, type PageContext } from '../../../src/core/response/page-metadata.ts';
import type { Paging } from '../../../src/core/service/binding.ts';
import type { PageFact } from '../../../src/core/service/page-fact.ts';
import { noPaging, plainList, specOf } from '../bound.ts';

interface Given {
  readonly start?: number;
  readonly size?: number | undefined;
  readonly total?: number;
  readonly around?: Page['around'];
  readonly paging?: Partial<Paging>;
  readonly parents?: readonly string[];
  readonly parentParameters?: readonly number[];
  readonly query?: string;
}

const itemAt = (order: number) => ({ key: `shop,${order}`, order, value: { id: order }, memo: {} });

const contextOf = (given: Given): PageContext => {
  const { start = 0, total = 7, paging = {}, parents = ['shop'], parentParameters, around, query = 'q=a' } = given;
  const size = 'size' in given ? given.size : 2;
  const count = Math.max(0, Math.min(size ?? total, total - start));
  const items = Array.from({ length: count }, (_, index) => itemAt(start + index));
  return {
    page: { items, start, total, size, terms: [], around },
    binding: {
      paging: { ...noPaging, from: 0, ...paging },
      view: plainList,
      collection: specOf('notes', { parents: parents as never }),
      parentParameters,
    },
    requestContext: {
      request: { headers: [], isEncrypted: false, pathPrefix: '/v1', path: '/notes', query },
      operation: { parameters: [{ name: 'from' }, { name: 'before' }] },
    },
  } as unknown as PageContext;
};

const pages: Readonly<Record<string, Given>> = {
  first: {},
  middle: { start: 2 },
  last: { start: 6 },
  whole: { size: undefined },
  empty: { total: 0 },
};

test.each<[PageFact, readonly Json[]]>([
  ['total', [7, 7, 7, 7, 0]],
  ['count', [2, 2, 1, 7, 0]],
  ['size', [2, 2, 2, 7, 2]],
  ['page', [1, 2, 4, 1, 1]],
  ['pages', [4, 4, 4, 1, 0]],
  ['offset', [0, 2, 6, 0, 0]],
  ['range', ['items 0-1/7', 'items 2-3/7', 'items 6-6/7', 'items 0-6/7', 'items */0']],
  ['has-more', [true, true, false, false, false]],
  ['is-last', [false, false, true, true, true]],
  ['is-first', [true, false, false, true, true]],
  ['has-previous', [false, true, true, false, false]],
  ['is-empty', [false, false, false, false, true]],
])('%s of a first, a middle and a last page, of all items and of none', (fact, expected) => {
  expect(Object.values(pages).map((given) => factOf(fact, contextOf(given)))).toEqual(expected);
});

test.each<[PageFact, readonly (Json | undefined)[]]>([
  ['next-page', [2, 3, undefined, undefined, undefined]],
  ['previous-page', [undefined, 1, 3, undefined, undefined]],
  ['next-offset', [2, 4, undefined, undefined, undefined]],
  ['previous-offset', [undefined, 0, 4, undefined, undefined]],
  ['first-number', [1, 3, 7, 1, undefined]],
  ['last-number', [2, 4, 7, 7, undefined]],
])('%s is absent where there is none', (fact, expected) => {
  expect(Object.values(pages).map((given) => factOf(fact, contextOf(given)))).toEqual(expected);
});

describe('offsets that count from 1', () => {
  const paging = { style: 'offset', firstOffset: 1 } as const;
  const middle = contextOf({ start: 2, paging });
  test.each<[PageFact, Json]>([
    ['offset', 3],
    ['next-offset', 5],
    ['previous-offset', 1],
    ['next-url', 'http://localhost/v1/notes?q=a&from=5'],
    ['previous-url', 'http://localhost/v1/notes?q=a&from=1'],
    ['last-url', 'http://localhost/v1/notes?q=a&from=7'],
  ])('%s', (fact, expected) => {
    expect(factOf(fact, middle)).toBe(expected);
  });

  test('a page that follows the last one begins after its items', () => {
    expect(followingOf('next-offset', contextOf({ start: 6, paging }))).toBe(8);
    expect(followingOf('previous-offset', contextOf({ paging }))).toBe(1);
  });

  test('the page before one that begins within the first is the first', () => {
    expect(factOf('previous-offset', contextOf({ start: 1, paging }))).toBe(1);
  });
});

test('numbers that count from 0', () => {
  const paging = { style: 'page', firstPage: 0 } as const;
  const context = contextOf({ start: 2, paging });
  expect(factOf('page', context)).toBe(1);
  expect(factOf('next-url', context)).toBe('http://localhost/v1/notes?q=a&from=2');
  expect(factOf('last-url', context)).toBe('http://localhost/v1/notes?q=a&from=3');
  expect(followingOf('next-page', context)).toBe(2);
  expect(followingOf('previous-page', context)).toBe(1);
});

test('a size of 0 has no pages, and no other page has a URL', () => {
  const context = contextOf({ size: 0, paging: { style: 'page' } });
  expect(factOf('pages', context)).toBe(0);
  expect(factOf('last-url', context)).toBeUndefined();
});

describe('a cursor', () => {
  const cursors: readonly PageFact[] = ['first-cursor', 'last-cursor', 'next-cursor', 'previous-cursor'];
  const cursorsOf = (given: Given): readonly unknown[] => cursors.map((fact) => factOf(fact, contextOf(given)));

  test('is the id of an item, or its key if items of all parents are listed', () => {
    const paging = { style: 'cursor', cursor: 'id', before: 1 } as const;
    expect(cursorsOf({ start: 2, paging, parentParameters: [0] })).toEqual(['2', '3', '3', '2']);
    expect(cursorsOf({ start: 2, paging, parentParameters: [] })).toEqual(['shop,2', 'shop,3', 'shop,3', 'shop,2']);
    expect(cursorsOf({ start: 2, paging })).toEqual(['shop,2', 'shop,3', 'shop,3', 'shop,2']);
  });

  test('is the number of an item, and says its direction', () => {
    const paging = { style: 'cursor', cursor: 'order', before: 1 } as const;
    expect(cursorsOf({ start: 2, paging })).toEqual([6, 8, 8, 6]);
    expect(cursorsOf({ start: 2, paging: { ...paging, before: undefined } })).toEqual([6, 8, 8, 7]);
  });

  test('is a position, also of the page before by ids without a parameter of its own', () => {
    const read = (given: Given) =>
      cursorsOf(given).map((cursor) => {
        const { position, isBefore } = readCursor(String(cursor), 0) ?? {};
        return [position?.order, isBefore];
      });
    const positions = [
      [2, false],
      [3, false],
      [3, false],
      [2, true],
    ];
    expect(read({ start: 2, paging: { style: 'cursor' } })).toEqual(positions);
    const [, , , previous] = cursorsOf({ start: 2, paging: { style: 'cursor', cursor: 'id' }, parentParameters: [0] });
    expect(readCursor(String(previous), 0)).toEqual({ position: { order: 2, keys: [] }, isBefore: true });
  });

  test('is that of the items around the page, if they are others', () => {
    const paging = { style: 'cursor', cursor: 'order', before: 1 } as const;
    const around = { next: itemAt(9), previous: itemAt(0) } as unknown as Page['around'];
    expect(cursorsOf({ start: 2, paging, around })).toEqual([6, 8, 20, 2]);
    expect(cursorsOf({ start: 2, paging, around: { next: undefined, previous: undefined } })).toEqual([
      ...[6, 8],
      ...[undefined, undefined],
    ]);
  });

  test('of an empty page there is none', () => {
    expect(cursorsOf({ total: 0, paging: { style: 'cursor', cursor: 'order' } })).toEqual(cursors.map(() => undefined));
  });

  test('selects a page alone: the other one leaves the URL', () => {
    const paging = { style: 'cursor', cursor: 'order', before: 1 } as const;
    const urls = (given: Given) =>
      (['first-url', 'previous-url', 'next-url', 'last-url'] as const).map((fact) => factOf(fact, contextOf(given)));
    expect(urls({ start: 2, paging, query: 'from=1&before=2' })).toEqual([
      'http://localhost/v1/notes',
      'http://localhost/v1/notes?before=6',
      'http://localhost/v1/notes?from=8',
      undefined,
    ]);
    expect(urls({ start: 2, paging: { ...paging, before: undefined } })[1]).toBe(
      'http://localhost/v1/notes?q=a&from=7',
    );
  });

  test('before an empty page beyond the last item selects the first page', () => {
    const paging = { style: 'cursor', cursor: 'order' } as const;
    expect(factOf('previous-url', contextOf({ start: 9, paging, query: 'from=1' }))).toBe('http://localhost/v1/notes');
    expect(factOf('previous-url', contextOf({ total: 0, paging }))).toBeUndefined();
  });
});

test('the first page has no page before it', () => {
  expect(factOf('previous-url', contextOf({ paging: { style: 'offset' } }))).toBeUndefined();
});

test('links by number skip what is far from the current page and from both ends', () => {
  const context = contextOf({ start: 18, total: 40, paging: { style: 'page' } });
  const links = factOf('page-links', context) as readonly { readonly page: number | null }[];
  expect(links.map(({ page }) => page)).toEqual([9, 1, 2, null, 7, 8, 9, 10, 11, 12, 13, null, 19, 20, 11]);
});

test('links by number exist for pages alone', () => {
  const linksOf = (paging: Partial<Paging>) =>
    (factOf('page-links', contextOf({ start: 2, paging })) as readonly { readonly url: string | null }[]).map(
      ({ url }) => url,
    );
  expect(linksOf({ style: 'page' })).toEqual(
    [1, 1, 2, 3, 4, 3].map((page) => `http://localhost/v1/notes?q=a&from=${page}`),
  );
  expect(linksOf({ style: 'page', from: undefined })).toEqual([null, null, null, null, null, null]);
  expect(linksOf({ style: 'offset' }).slice(1, -1)).toEqual([null, null, null, null]);
});
