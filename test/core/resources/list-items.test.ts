/** Which items a list holds, and in which order. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { Filter } from '../../../src/core/service/binding.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { type Outcome, simulate } from '../../../src/core/simulate/simulate.ts';
import { ScanPaused } from '../../../src/core/state/scan.ts';
import type { State } from '../../../src/core/state/state.ts';
import fc from '../../fast-check.ts';
import { named } from '../../short-document.ts';
import { bindService, idsOf, inPath, inQuery, listOf, noPaging, specOf, worldOf } from '../bound.ts';
import { decide, now, requestOf } from '../helpers.ts';

const parameters = [
  inQuery('name'),
  inQuery('min', 'number'),
  inQuery('since'),
  { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object', properties: { tag: {}, name: {} } } },
  inQuery('like'),
  inQuery('q'),
  inQuery('sort'),
  inQuery('direction'),
  { name: 'before', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
  inQuery('limit', 'integer'),
  { name: 'tags', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
  inQuery('mark'),
  inQuery('max', 'number'),
  inQuery('tagged'),
  { name: 'state', in: 'query', schema: { type: 'string', default: 'open' } },
];
const filter = (parameter: number, property: string, comparison: Filter['comparison'], child?: string): Filter => ({
  parameter,
  child,
  property,
  comparison,
  matchAll: new Set(parameter === 11 ? ['all', '*'] : []),
});

let service: Service;
beforeAll(async () => {
  const list = { type: 'array', items: { type: 'object' } };
  const ofPage = [inQuery('min', 'number'), inQuery('after'), inQuery('limit', 'integer')];
  const paths = {
    '/things': { get: named('list', list, { parameters }) },
    '/things/after': { get: named('after', list, { parameters: ofPage, others: { 201: list } }) },
    '/things/latest': { get: named('latest', list, { parameters: [inQuery('direction')] }) },
    '/things/named/{name}': { get: named('named', list, { parameters: [inPath('name', 'string')] }) },
  };
  service = await bindService(paths, () => {
    const things = specOf('things', { indexed: ['name', 'tag'] });
    const filters = [
      filter(0, 'name', 'equals'),
      filter(1, 'price', 'at-least'),
      filter(2, 'at', 'more'),
      filter(3, 'tag', 'equals', 'tag'),
      filter(3, 'name', 'equals', 'name'),
      filter(4, 'name', 'contains'),
      filter(8, 'at', 'less'),
      filter(10, 'tags', 'includes'),
      filter(11, 'marks', 'includes'),
      filter(12, 'price', 'at-most'),
      filter(13, 'tags', 'contains'),
      filter(14, 'tag', 'equals'),
    ];
    const properties = new Map(Object.entries({ name: 'name', price: 'price', createdat: 'at' }));
    const sort = { by: 6, direction: 7, properties, fallback: 'at' };
    const paging = { ...noPaging, size: 9 };
    return {
      specs: [things],
      bindings: {
        list: listOf(things, { filters, search: 5, sort, paging }),
        after: listOf(things, {
          filters: [filter(0, 'price', 'at-least')],
          paging: { ...noPaging, style: 'cursor', cursor: 'id', from: 1, size: 2 },
        }),
        latest: listOf(things, { sort: { by: undefined, direction: 0, properties, fallback: undefined } }),
        named: listOf(things, { filters: [filter(0, 'name', 'equals')] }),
      },
    };
  });
});
const marks = {
  new: [{ id: 7 }, { name: 'new' }, null],
  old: [{ name: { first: 'x' }, slug: '7' }, { label: 'old' }],
};
const things: readonly JsonObject[] = [
  { id: 1, name: 'Beta', price: 10, at: '2030-01-02T00:00:00Z', tag: 'x' },
  { id: 2, name: 'alpha', price: 9, at: '2030-01-01T23:30:00-01:00', tag: 'y', marks: marks.new },
  { id: 3, name: 'Gamma', at: null, tag: 'x', tags: null, deep: { list: ['Hidden', 77] } },
  { id: 4, price: 100n, at: '2029-12-31', tags: 'blue', marks: marks.old },
  { id: 5, name: 'Beta', price: 9.5, tag: 'y', tags: ['Red', 'blue'] },
];
const idsAt = (target: string, state = worldOf(service, { things })) =>
  idsOf(decide(service, state, requestOf('GET', target)).body);
const list = (query: string) => {
  const { body, status } = decide(service, worldOf(service, { things }), requestOf('GET', `/things?${query}`));
  return status === 200 ? idsOf(body) : status;
};

describe('a filter', () => {
  test.each([
    ['name=Beta', [1, 5]],
    ['name=beta', []],
    ['min=9.5', [1, 4, 5]],
    ['min=10', [1, 4]],
    ['max=9.5', [2, 5]],
    ['since=2030-01-01', [1, 2]],
    ['since=2030-01-02', [2]],
    ['since=2030-01-02T00:00:00', [2]],
    ['since=no+date', []],
    ['filter[tag]=x', [1, 3]],
    ['filter[tag]=x&filter[name]=Beta', [1]],
    ['filter[other]=x', [1, 2, 3, 4, 5]],
    ['like=AM', [3]],
    ['like=a', [1, 2, 3, 5]],
    ['before=2029-01-01,2030-01-01', [4]],
    ['before=2030-01-02,2030-01-03', [1, 2, 4]],
    ['tags=blue', [4, 5]],
    ['tags=Red', [5]],
    ['tags=red', []],
    ['tags=green,blue', [4, 5]],
    ['tagged=LU', [4, 5]],
    ['tagged=null', []],
    ['mark=7', [2, 4]],
    ['mark=new', [2]],
    ['mark=old', [4]],
    ['mark=x', []],
    ['mark=ALL', [1, 2, 3, 4, 5]],
    ['mark=*&name=Beta', [1, 5]],
    ['name=all', []],
    ['state=open', []],
    ['state=x', [1, 3]],
    ['', [1, 2, 3, 4, 5]],
    ['name=Beta&min=10', [1]],
    ['name=Beta&limit=1', [1]],
    ['min=9.5&limit=2', [1, 4]],
  ])('%s keeps %j', (query, ids) => {
    expect(list(query)).toEqual(ids);
  });

  test('only accepts valid times as times, and numeric texts as numbers', () => {
    const times = [5, '2030-13-45', '3rd of May'];
    const state = worldOf(service, { things: times.map((at, index) => ({ id: index + 1, at })) });
    const since = (text: string) => idsAt(`/things?since=${encodeURIComponent(text)}`, state);
    expect(since('4.5')).toEqual([1]);
    expect(since('2030-13-44')).toEqual([1, 2, 3]);
    expect(since('2nd of May')).toEqual([1, 3]);
    expect(since('3a')).toEqual([1, 3]);
  });

  test('in the path works as one in the query', () => {
    expect(idsAt('/things/named/Beta')).toEqual([1, 5]);
    expect(idsAt('/things/named/none')).toEqual([]);
  });

  test('by two parameters for one property must match both', () => {
    expect(list('name=Beta&filter[name]=alpha')).toEqual([]);
    expect(list('name=Beta&filter[name]=Beta')).toEqual([1, 5]);
  });
});

describe('a search', () => {
  test.each([
    ['hidden', [3]],
    ['77', [3]],
    ['BETA', [1, 5]],
    ['red', [5]],
    ['100', [4]],
    ['', [1, 2, 3, 4, 5]],
    ['null', []],
  ])('for %j finds %j', (text, ids) => {
    expect(list(`q=${text}`)).toEqual(ids);
  });
});

test('an empty search finds items without any text, too', () => {
  const state = worldOf(service, { things: [{ id: true }] });
  expect(idsAt('/things?q=', state)).toEqual([true]);
});

test('a page after a cursor is found among all items that match', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, price: index % 2 }));
  const state = worldOf(service, { things: many });
  const after = (id: number) => decide(service, state, requestOf('GET', `/things/after?min=1&after=${id}&limit=2`));
  expect(idsOf(after(20).body)).toEqual([22, 24]);
  // A list is never created, even if the document has a 201.
  expect(after(20).status).toBe(200);
});

describe('a sort', () => {
  test.each([
    ['sort=price', [2, 5, 1, 4, 3]],
    ['sort=-price', [4, 1, 5, 2, 3]],
    ['sort=%2Bprice', [2, 5, 1, 4, 3]],
    ['sort=price:desc', [4, 1, 5, 2, 3]],
    ['sort=price%20desc', [4, 1, 5, 2, 3]],
    ['sort=PRICE_DESC', [4, 1, 5, 2, 3]],
    ['sort=price&direction=DESC', [4, 1, 5, 2, 3]],
    ['sort=name,-price', [1, 5, 3, 2, 4]],
    ['sort=-name,price', [2, 3, 5, 1, 4]],
    ['sort=-name,price,name,-price', [2, 3, 5, 1, 4]],
    ['sort=created_at', [4, 1, 2, 3, 5]],
    ['direction=desc', [2, 1, 4, 5, 3]],
    ['sort=unknown', [1, 2, 3, 4, 5]],
    ['sort=name&min=9.5', [1, 5, 4]],
    ['sort=price&limit=2', [2, 5]],
  ])('%s gives %j', (query, ids) => {
    expect(list(query)).toEqual(ids);
  });

  test('by a direction alone is that of the creation', () => {
    expect(idsAt('/things/latest?direction=asc')).toEqual([1, 2, 3, 4, 5]);
    expect(idsAt('/things/latest?direction=desc')).toEqual([5, 4, 3, 2, 1]);
  });

  test('is stable regardless of the number of requests in between', () => {
    const state = worldOf(service, { things });
    const sorted = (by: string) => idsAt(`/things?sort=${by}`, state);
    const orders = ['name', 'price', 'created_at'].flatMap((by) => [by, `-${by}`, `name,-${by}`, `-${by},price`]);
    const first = orders.map(sorted);
    expect(orders.map(sorted)).toEqual(first);
    expect(first[0]).toEqual([1, 5, 3, 2, 4]);
  });

  test('contains the same items as the unsorted list, each once', () => {
    const value = fc.oneof(
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom('a', 'b', '2030-01-01', null, true),
      fc.bigInt({ min: 2n ** 60n, max: 2n ** 60n + 2n }),
    );
    const items = fc.array(fc.record({ name: value, price: value }, { requiredKeys: [] }), { maxLength: 20 });
    fc.assert(
      fc.property(items, fc.constantFrom('name', '-name', 'name,-price', 'price:desc,name'), (values, by) => {
        const state = worldOf(service, { things: values.map((item, at) => ({ id: at + 1, ...item })) });
        const sorted = idsAt(`/things?sort=${by}`, state);
        expect([...sorted].sort((one, other) => Number(one) - Number(other))).toEqual(values.map((_, at) => at + 1));
        expect(idsAt(`/things?sort=${by}`, state)).toEqual(sorted);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a list of many items', () => {
  const count = 10_001;
  const many = Array.from({ length: count }, (_, index) => ({ id: index + 1, price: (index * 7) % count, tag: 'x' }));
  let state: State;
  beforeAll(() => {
    state = worldOf(service, { things: many });
  });

  test.each([
    ['min=9990&sort=-price&limit=3', [10_000, 9999, 9998]],
    ['max=3&sort=price', [0, 1, 2, 3]],
  ])('is filtered before it is sorted: %s', (query, prices) => {
    const { body } = decide(service, state, requestOf('GET', `/things?${query}`));
    expect((body as readonly JsonObject[]).map(({ price }) => price)).toEqual(prices);
  });

  test('pauses when it is due, and has the same result in the end', () => {
    const request = requestOf('GET', '/things?min=9990&limit=5');
    const whole = decide(service, state, request).body;
    const parts = new WeakMap();
    let turns = 0;
    const finish = (): Outcome => {
      for (;;) {
        let nodes = 0;
        turns++;
        try {
          return simulate(service, state, request, now, { isDue: () => ++nodes > 50, parts, sorting: undefined });
        } catch (error) {
          if (!(error instanceof ScanPaused)) throw error;
        }
      }
    };
    expect(JSON.parse(String(finish().reply.response.body))).toEqual(whole);
    expect(turns).toBeGreaterThan(1);
  });
});

describe('`why` has', () => {
  const effectsOf = (target: string) =>
    decide(service, worldOf(service, { things }), requestOf('GET', target)).exchange.steps.flatMap((step) =>
      step.type === 'parameter' ? [[step.parameter, step.effect]] : [],
    );
  const filtered = (matched: number, tested: number, isPartial = false) => ({
    type: 'filter',
    matched,
    tested,
    isPartial,
  });
  const page = (count: number) => ({ type: 'page', start: 0, count });

  test('no parameter without a query, even if one has a default', () => {
    expect(effectsOf('/things')).toEqual([]);
  });

  test('the order of a sort; without a property it is that of the creation', () => {
    const by = (term: string) => ({ type: 'sort', terms: [term] });
    expect(effectsOf('/things/latest?direction=desc')).toEqual([['direction=desc', by('-creation')]]);
    expect(effectsOf('/things?sort=-price')).toEqual([['sort=-price', by('-price')]]);
    expect(effectsOf('/things?sort=price')).toEqual([['sort=price', by('price')]]);
  });

  test('the items that a filter tested: only the first ones if they fill the page', () => {
    expect(effectsOf('/things?min=9.5')).toEqual([['min=9.5', filtered(3, 5)]]);
    expect(effectsOf('/things?min=9.5&limit=1')).toEqual([
      ['min=9.5', filtered(2, 4, true)],
      ['limit=1', page(1)],
    ]);
    // A sort and a cursor need all of them.
    expect(effectsOf('/things?min=9.5&limit=1&sort=name')[0]).toEqual(['min=9.5', filtered(3, 5)]);
    expect(effectsOf('/things/after?min=9.5&limit=1')[0]).toEqual(['min=9.5', filtered(3, 5)]);
  });

  test('all items for a filter with an index, and its matches for the next one', () => {
    expect(effectsOf('/things?name=Beta&limit=1')[0]).toEqual(['name=Beta', filtered(2, 5)]);
    expect(effectsOf('/things?name=Beta&min=9&limit=1')).toEqual([
      ['name=Beta', filtered(2, 5)],
      ['min=9', filtered(2, 2, true)],
      ['limit=1', page(1)],
    ]);
  });
});
