/** The metadata of a page that depends on the style of paging. `resources/page.test.ts` tests the pages themselves. */

import { beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { ListView, PageFact, Paging } from '../../../src/core/service/binding.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { answer, bindService, inQuery, listOf, noPaging, plainList, specOf, worldOf } from '../bound.ts';
import { type Decided, decide, requestOf } from '../helpers.ts';

const facts: readonly PageFact[] = [
  ...(['page', 'offset', 'pages', 'previous-offset', 'previous-cursor'] as const),
  ...(['self-url', 'next-url', 'previous-url', 'first-url', 'last-url', 'link-list'] as const),
];
const view: ListView = {
  ...plainList,
  path: ['items'],
  facts: facts.map((fact) => ({ path: [fact], fact, whenMissing: 'null', linkProperties: ['rel', 'href', 'method'] })),
  headers: [{ name: 'Link', fact: 'links' }],
};
const stylesOfPaging: Readonly<Record<string, Partial<Paging>>> = {
  offset: { style: 'offset' },
  page: { style: 'page' },
  ids: { style: 'cursor', cursor: 'id', before: 2 },
  cursors: { style: 'cursor' },
  unpaged: { from: undefined },
};

let service: Service;
beforeAll(async () => {
  const parameters = [inQuery('size', 'integer'), inQuery('from'), inQuery('before')];
  const names = Object.keys(stylesOfPaging);
  const get = (operationId: string) => ({ operationId, parameters, responses: { 200: answer({ type: 'object' }) } });
  service = await bindService(Object.fromEntries(names.map((name) => [`/${name}`, { get: get(name) }])), () => {
    const things = specOf('things');
    const bindingOf = (name: string) =>
      listOf(things, { paging: { ...noPaging, size: 0, from: 1, ...stylesOfPaging[name] }, view });
    return { specs: [things], bindings: Object.fromEntries(names.map((name) => [name, bindingOf(name)])) };
  });
});

const get = (target: string): Decided =>
  decide(service, worldOf(service, { things: [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id })) }), requestOf('GET', target));
const urlOf = (target: string): string => `http://localhost${target}`;

test.each<[string, JsonObject]>([
  ['/page?size=2&from=2', { page: 2, offset: 2, pages: 4 }],
  ['/page', { page: 1, offset: 0, pages: 1, 'last-url': urlOf('/page?from=1') }],
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

test('links have their relation, URL and method', () => {
  const link = (rel: string, from: number) => ({ rel, href: urlOf(`/page?size=2&from=${from}`), method: 'GET' });
  expect((get('/page?size=2&from=3').body as JsonObject)['link-list']).toEqual([
    link('self', 3),
    link('first', 1),
    link('prev', 2),
    link('next', 4),
    link('last', 4),
  ]);
});

test('the Link header has all relations except self, and is omitted without any', () => {
  const relations = get('/page?size=2&from=3')
    .header('Link')
    ?.match(/(?<=rel=")\w+/g);
  expect(relations).toEqual(['first', 'prev', 'next', 'last']);
  expect(get('/unpaged').header('Link')).toBeUndefined();
});
