/** The metadata of a page that depends on the style of paging. `resources/page.test.ts` tests the pages themselves. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { ListView, Paging } from '../../../src/core/service/binding.ts';
import type { PageFact } from '../../../src/core/service/page-fact.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { answer, bindService, inQuery, listOf, noPaging, plainList, specOf, worldOf } from '../bound.ts';
import { type Decided, decide, requestOf } from '../helpers.ts';

const facts: readonly PageFact[] = [
  ...(['page', 'offset', 'first-number', 'last-number', 'pages', 'previous-offset', 'previous-cursor'] as const),
  ...(['is-paged', 'is-unpaged', 'is-sorted', 'is-unsorted'] as const),
  ...(['self-url', 'next-url', 'previous-url', 'first-url', 'last-url', 'link-list', 'link-map'] as const),
  ...(['page-links', 'address'] as const),
];
const linkProperties = ['rel', 'href', 'method', 'url', 'label', 'page', 'active'];
const view: ListView = {
  ...plainList,
  path: ['items'],
  facts: facts.map((fact) => ({ path: [fact], fact, whenMissing: 'null', linkProperties })),
  headers: [{ name: 'Link', fact: 'links' }],
};
const stylesOfPaging: Readonly<Record<string, Partial<Paging>>> = {
  offset: { style: 'offset' },
  page: { style: 'page' },
  ids: { style: 'cursor', cursor: 'id', before: 2 },
  cursors: { style: 'cursor' },
  unpaged: { from: undefined },
  sorted: { from: undefined },
};
const sort = { by: 1, direction: undefined, properties: new Map([['name', 'name']]), fallback: undefined };

let service: Service;
beforeAll(async () => {
  const parameters = [inQuery('size', 'integer'), inQuery('from'), inQuery('before')];
  const names = Object.keys(stylesOfPaging);
  const get = (operationId: string) => ({ operationId, parameters, responses: { 200: answer({ type: 'object' }) } });
  service = await bindService(Object.fromEntries(names.map((name) => [`/${name}`, { get: get(name) }])), () => {
    const things = specOf('things');
    const bindingOf = (name: string) =>
      listOf(things, {
        paging: { ...noPaging, size: 0, from: 1, ...stylesOfPaging[name] },
        view,
        ...(name === 'sorted' && { sort }),
      });
    return { specs: [things], bindings: Object.fromEntries(names.map((name) => [name, bindingOf(name)])) };
  });
});

const get = (target: string): Decided =>
  decide(service, worldOf(service, { things: [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id })) }), requestOf('GET', target));
const urlOf = (target: string): string => `http://localhost${target}`;

test.each<[string, JsonObject]>([
  [
    '/page?size=2&from=2',
    { page: 2, offset: 2, 'first-number': 3, 'last-number': 4, pages: 4, 'is-paged': true, 'is-unpaged': false },
  ],
  ['/page', { page: 1, offset: 0, pages: 1, 'last-url': urlOf('/page?from=1'), 'is-paged': false, 'is-unpaged': true }],
  ['/page?size=2&from=9', { 'first-number': null, 'last-number': null }],
  ['/sorted', { 'is-sorted': false, 'is-unsorted': true }],
  ['/sorted?from=name', { 'is-sorted': true, 'is-unsorted': false }],
  ['/offset', { offset: 0, pages: 1, 'next-url': null, 'last-url': urlOf('/offset?from=0') }],
  // Without a size, the page before is the one with all items.
  ['/offset?from=3', { offset: 3, 'previous-offset': 0, 'previous-url': urlOf('/offset?from=0') }],
  ['/ids?from=2&size=2', { 'previous-cursor': '3', 'previous-url': urlOf('/ids?size=2&before=3') }],
  // A page is selected by one cursor: the other one is removed.
  ['/ids?before=6&size=2', { 'next-url': urlOf('/ids?size=2&from=5'), 'first-url': urlOf('/ids?size=2') }],
  ['/cursors', { 'next-url': null, 'previous-url': null, 'first-url': urlOf('/cursors'), 'last-url': null }],
  ['/unpaged', { 'self-url': urlOf('/unpaged'), 'first-url': null, 'last-url': null }],
])('%s has the metadata of its page', (target, expected) => {
  expect(get(target).body).toMatchObject(expected);
});

test('a cursor without a parameter for the previous page contains the direction', () => {
  const { 'next-url': next } = get('/cursors?size=2').body as JsonObject;
  const second = get(String(next).replace('http://localhost', '')).body as JsonObject;
  expect(second.items).toEqual([{ id: 3 }, { id: 4 }]);
  const first = get(String(second['previous-url']).replace('http://localhost', '')).body as JsonObject;
  expect(first.items).toEqual([{ id: 1 }, { id: 2 }]);
});

test('links have their relation and URL, in lists also their method', () => {
  const link = (rel: string, from: number) => ({ rel, href: urlOf(`/page?size=2&from=${from}`), method: 'GET' });
  expect((get('/page?size=2&from=3').body as JsonObject)['link-list']).toEqual([
    link('self', 3),
    link('first', 1),
    link('prev', 2),
    link('next', 4),
    link('last', 4),
  ]);
  expect((get('/page?size=2&from=4').body as JsonObject)['link-map']).toEqual({
    self: { href: urlOf('/page?size=2&from=4') },
    first: { href: urlOf('/page?size=2&from=1') },
    prev: { href: urlOf('/page?size=2&from=3') },
    last: { href: urlOf('/page?size=2&from=4') },
  });
  const last = (get('/page?size=2&from=4').body as JsonObject)['link-list'];
  expect(last).toMatchObject([{ rel: 'self' }, { rel: 'first' }, { rel: 'prev' }, { rel: 'last' }]);
});

test('the pages beside the current one and at the ends have a link with their number', () => {
  const shownAt = (target: string) =>
    ((get(target).body as JsonObject)['page-links'] as JsonObject[]).map(({ url, label, page, active }) => [
      active ? `[${label}]` : label,
      page,
      url === null ? null : String(url).replace(/.*from=/, ''),
    ]);
  expect(shownAt('/page?size=4&from=2')).toEqual([
    ['&laquo; Previous', 1, '1'],
    ['1', 1, '1'],
    ['[2]', 2, '2'],
    ['Next &raquo;', null, null],
  ]);
  const many = shownAt('/page?size=1&from=1').map(([label]) => label);
  expect(many).toEqual(['&laquo; Previous', '[1]', '2', '3', '4', '...', '6', '7', 'Next &raquo;']);
  expect(shownAt('/page?size=4&from=9').at(0)).toEqual(['&laquo; Previous', 8, '8']);
  expect(shownAt('/unpaged')).toContainEqual(['[1]', 1, null]);
  expect((get('/page?size=2&from=3').body as JsonObject).address).toBe(urlOf('/page'));
});

test('the Link header has all relations except self, and is omitted without any', () => {
  const relations = get('/page?size=2&from=3')
    .header('Link')
    ?.match(/(?<=rel=")\w+/g);
  expect(relations).toEqual(['first', 'prev', 'next', 'last']);
  expect(get('/unpaged').header('Link')).toBeUndefined();
});

describe('a value that the document requires, where there is no page', () => {
  const following: readonly (readonly [PageFact, number | ''])[] = [
    ['next-page', 0],
    ['previous-page', 0],
    ['next-offset', 0],
    ['previous-offset', 0],
    ['next-cursor', ''],
    ['previous-cursor', ''],
    ['last-cursor', ''],
    ['next-url', ''],
    ['previous-url', ''],
    ['last-url', ''],
  ];
  const strict: ListView = {
    ...plainList,
    path: ['items'],
    facts: following.map(([fact]) => ({ path: [fact], fact, whenMissing: 'following', linkProperties: [] })),
  };
  const lenient: ListView = {
    ...strict,
    facts: following.map(([fact]) => ({
      path: [fact],
      fact,
      type: fact.endsWith('page') || fact.endsWith('offset') ? 'number' : 'text',
      whenMissing: 'empty',
      linkProperties: [],
    })),
  };
  const generated = Object.fromEntries(following.map(([fact]) => [fact, { const: 'generated' }]));
  const bodyOf = async (paging: Partial<Paging>, list: ListView, target: string, ids = [1, 2, 3]) => {
    const parameters = [inQuery('size', 'integer'), inQuery('from'), inQuery('before')];
    const schema = { type: 'object', required: Object.keys(generated), properties: generated };
    const get = { operationId: 'list', parameters, responses: { 200: answer(schema) } };
    const listed = await bindService({ '/list': { get } }, () => {
      const things = specOf('things');
      const binding = listOf(things, { paging: { ...noPaging, size: 0, from: 1, ...paging }, view: list });
      return { specs: [things], bindings: { list: binding } };
    });
    const state = worldOf(listed, { things: ids.map((id) => ({ id })) });
    return decide(listed, state, requestOf('GET', target)).body as JsonObject;
  };

  test('is that of the page that follows, which is empty', async () => {
    const address = 'http://localhost/list?size=3&from=1';
    expect(await bodyOf({ style: 'page' }, strict, '/list?size=3&from=1')).toMatchObject({
      'next-page': '2',
      'previous-page': '1',
      'next-offset': '3',
      'previous-offset': '0',
      'next-url': 'http://localhost/list?size=3&from=2',
      'previous-url': address,
    });
    expect(await bodyOf({ style: 'offset' }, strict, '/list?size=3&from=0')).toMatchObject({
      'next-url': 'http://localhost/list?size=3&from=3',
      'previous-url': 'http://localhost/list?size=3&from=0',
    });
  });

  test('is the cursor of the last or the first item, without a page beyond', async () => {
    const ids: Partial<Paging> = { style: 'cursor', cursor: 'id', before: 2 };
    expect(await bodyOf(ids, strict, '/list?size=3')).toMatchObject({
      'next-cursor': '3',
      'previous-cursor': expect.any(String),
      'next-url': 'http://localhost/list?size=3&from=3',
      'previous-url': 'http://localhost/list?size=3',
      // Nothing follows the last page: what was generated stays.
      'last-url': 'generated',
    });
  });

  test('is the generated one if there is no item either', async () => {
    const ids: Partial<Paging> = { style: 'cursor', cursor: 'id', before: 2 };
    expect(await bodyOf(ids, strict, '/list?size=3', [])).toMatchObject({
      'next-cursor': 'generated',
      'previous-cursor': 'generated',
      'last-cursor': 'generated',
      'next-url': 'http://localhost/list?size=3',
    });
  });

  test('is 0 or an empty text if the document allows that', async () => {
    const body = await bodyOf({ style: 'cursor', cursor: 'id', before: 2 }, lenient, '/list?size=3', []);
    expect(body).toEqual({ items: [], ...Object.fromEntries(following) });
  });
});
