/** How responses without state follow the request. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../src/core/primitives/json.ts';
import type { StatelessView } from '../../../../src/core/service/operation.ts';
import { boolean, inQuery, integer, listOf, object, operation, text } from '../../../short-document.ts';
import { operationOf } from '../../documents.ts';
import { servePaths } from '../served.ts';
import { nothing, serviceFor } from '../small.ts';

const viewOf = (path: string, method: string, described: object): StatelessView => {
  const service = serviceFor({ [path]: { [method]: { 'x-vivarium': false, ...described } } });
  const view = operationOf(service, `${method.toUpperCase()} ${path}`).statelessView?.();
  if (view === undefined) throw new Error('there is no view');
  return view;
};
const paging = [inQuery('limit', integer), inQuery('offset', integer)];
const item = object({ id: integer, userId: integer, name: text }, ['id']);
const user = object({ email: text, name: text });

describe('one item', () => {
  test.each<[string, object, object, Pick<StatelessView, 'sent' | 'item'>]>([
    ['bare', user, user, { sent: [], item: [] }],
    ['in a wrapper of the response', user, object({ user }, ['user']), { sent: [], item: ['user'] }],
    [
      'beside others',
      user,
      object({ resultCode: text, resultMessage: text, person: user }),
      { sent: [], item: ['person'] },
    ],
    ['beside a time', user, object({ person: user, until: text }), { sent: [], item: ['person'] }],
    ['in both', object({ user }, ['user']), object({ user }, ['user']), { sent: ['user'], item: ['user'] }],
  ])('%s is found in both bodies', (_name, takes, answer, expected) => {
    expect(viewOf('/users/login', 'post', operation(answer, { takes }))).toMatchObject({
      ...expected,
      list: undefined,
    });
  });

  test('without bodies has no paths', () => {
    expect(viewOf('/ping', 'post', nothing)).toMatchObject({ sent: [], item: [], list: undefined });
  });

  test.each([
    ['/pets/{petId}', [{ parameter: 0, names: ['petId', 'id'] }]],
    ['/pets/{petId}/owner', [{ parameter: 0, names: ['petId'] }]],
    [
      '/shops/{shopId}/pets/{petId}',
      [
        { parameter: 0, names: ['shopId'] },
        { parameter: 1, names: ['petId', 'id'] },
      ],
    ],
    ['/pets', []],
  ])('takes the path parameters of %s', (path, expected) => {
    expect(viewOf(path, 'get', operation(object({ id: integer, name: text }))).parameters).toEqual(expected);
  });

  const followed = object({ name: text, following: boolean, followersCount: integer });
  test('has the effects of an action, without counters', () => {
    const { effects } = viewOf('/profiles/{profile}/follow', 'post', operation(followed));
    expect(effects.map(({ to }) => to.type)).not.toContain('add');
    expect(effects).toHaveLength(1);
  });

  test.each([
    ['a GET', '/profiles/{profile}/follow', 'get', operation(followed)],
    ['a path that ends in a parameter', '/follow/{profile}', 'post', operation(followed)],
    ['a response without an item', '/profiles/{profile}/follow', 'post', nothing],
  ])('has no effects for %s', (_name, path, method, described) => {
    expect(viewOf(path, method, described).effects).toEqual([]);
  });
});

describe('a list', () => {
  test.each<[string, object, readonly string[]]>([
    ['that is the body', listOf(item), []],
    ['of texts', listOf(text), []],
    ['in an envelope', object({ data: listOf(item), total: integer }), ['data']],
    ['in a nested envelope', object({ data: object({ rows: listOf(text) }), total: integer }), ['data', 'rows']],
    ['with a usual name beside another', object({ items: listOf(text), tags: listOf(text) }), ['items']],
    ['named like the path', object({ reports: listOf(text), tags: listOf(text) }), ['reports']],
  ])('%s is found, and paged', (_name, answer, path) => {
    const { list } = viewOf('/reports', 'get', operation(answer, { parameters: paging }));
    expect(list).toMatchObject({ path, paged: { view: { path }, paging: { size: expect.any(Number) } } });
  });

  test.each<[string, object]>([
    ['one of two without a usual name', object({ tags: listOf(text), notes: listOf(text) })],
    ['in an object with an id', object({ id: integer, tags: listOf(text) }, ['id'])],
    ['in one of two objects', object({ one: object({ rows: listOf(text) }), two: object({ rows: listOf(text) }) })],
    [
      'four levels below the body',
      object({ a: object({ b: object({ c: object({ d: object({ rows: listOf(text) }) }) }) }) }),
    ],
    ['of no response', object({})],
  ])('%s is not found', (_name, answer) => {
    expect(viewOf('/summary', 'get', operation(answer, { parameters: paging })).list).toBeUndefined();
  });

  test('of texts without paging may be part of one item', () => {
    expect(viewOf('/summary', 'get', operation(object({ tags: listOf(text) }))).list).toBeUndefined();
    expect(viewOf('/summary', 'get', operation(listOf(text))).list).toEqual({
      path: [],
      parents: [],
      paged: undefined,
    });
  });

  test('of items with an id names the parents in the path', () => {
    const parents = (items: object) =>
      viewOf('/users/{userId}/x/{kind}/reports', 'get', operation(listOf(items))).list?.parents;
    expect(parents(item)).toEqual([{ parameter: 0, names: ['userId'] }]);
    expect(parents(object({ userId: integer, name: text }))).toEqual([]);
  });
});

describe('a page that the body of a search selects', () => {
  const size = { limit: integer };
  const found = object(
    {
      results: listOf(item),
      total: integer,
      offset: integer,
      paging: object({ next: object({ after: text, link: text }, ['after']) }),
    },
    ['results', 'total'],
  );
  const serve = (takes: object) => servePaths({ '/users/find': { post: operation(found, { takes }) } });
  const idsOf = (body: { results: readonly { id: number }[] }) => body.results.map(({ id }) => id);

  test.each<[string, object, object, object]>([
    ['by offset', object({ ...size, offset: integer }), { limit: 2 }, { limit: 2, offset: 2 }],
    ['by page', object({ ...size, page: integer }), { limit: 2 }, { limit: 2, page: 2 }],
    [
      'below options',
      object({ options: object({ count: integer, start: integer }) }),
      { options: { count: 2 } },
      { options: { count: 2, start: 2 } },
    ],
  ])('is kept: %s', async (_name, takes, first, second) => {
    const { send, violations } = await serve(takes);
    const all = (await send('POST', '/users/find', {})).body;
    expect(idsOf(all)).toHaveLength(5);
    for (const [sent, from] of [
      [first, 0],
      [second, 2],
    ] as const) {
      const { body } = await send('POST', '/users/find', sent as Json);
      expect(idsOf(body)).toEqual(idsOf(all).slice(from, from + 2));
      expect([body.total, violations()]).toEqual([5, []]);
    }
  });

  test('is continued by the cursor of the response', async () => {
    const { send } = await serve(object({ ...size, after: text }));
    const seen: number[] = [];
    let after: string | undefined;
    for (let count = 0; count < 3; count++) {
      const { body } = await send('POST', '/users/find', { limit: 2, ...(after !== undefined && { after }) });
      seen.push(...idsOf(body));
      after = body.paging?.next?.after;
      expect(body.paging?.next?.link).toBeUndefined();
    }
    expect([new Set(seen).size, after]).toEqual([5, undefined]);
  });

  test('has its items, although the schema does not require them', async () => {
    const optional = object({ data: object({ rows: listOf(item), maxResults: integer, startAt: integer }) });
    const takes = object({ maxResults: integer, startAt: integer, q: text });
    const { send } = await servePaths({ '/report': { post: operation(optional, { takes }) } });
    for (const startAt of [0, 1, 2, 3]) {
      const { body } = await send('POST', '/report', { maxResults: 1, startAt });
      expect(body.data).toMatchObject({ rows: [{ id: expect.any(Number) }] });
    }
  });

  test('is none where the body is a list, and without a body', () => {
    expect(viewOf('/users/find', 'post', operation(found, { takes: listOf(item) })).list?.paged).toBeUndefined();
    expect(viewOf('/users/find', 'post', operation(found)).list?.paged).toBeUndefined();
  });
});

describe('a list without state', () => {
  const words = listOf(text);
  const sentTo = (method: string, takes: object, answer: object = object({ things: listOf(item) })) =>
    viewOf('/things', method, operation(answer, { takes }));

  test('is paged by the body of a query, not of a change', () => {
    const takes = object({ limit: integer, name: text });
    expect(sentTo('post', takes).list?.paged).toMatchObject({ sent: [['limit']], paging: { size: 0 } });
    for (const method of ['put', 'patch']) expect(sentTo(method, takes).list?.paged).toBeUndefined();
  });

  test.each<[string, object, readonly (readonly string[])[] | undefined]>([
    ['an object of options', object({ options: object({ limit: integer }) }), [['options', 'limit']]],
    ['an object about the page', object({ paging: object({ limit: integer }) }), [['paging', 'limit']]],
    ['not an object about anything else', object({ basket: object({ limit: integer }) }), undefined],
    ['not an object in such an object', object({ options: object({ paging: object({ limit: integer }) }) }), undefined],
    ['not a list', object({ limit: listOf(integer) }), undefined],
  ])('is paged by %s', (_name, takes, sent) => {
    expect(sentTo('post', takes).list?.paged?.sent).toEqual(sent);
  });

  test('is found in the request too, unless the response has none', () => {
    const takes = object({ things: listOf(item) });
    expect(sentTo('post', takes)).toMatchObject({ sentList: ['things'], list: { path: ['things'], paged: undefined } });
    expect(sentTo('post', takes, item)).toMatchObject({ sentList: undefined, list: undefined });
  });

  test.each<[string, object, readonly string[] | undefined]>([
    ['with the only list', object({ words, size: integer }), ['words']],
    ['with the usual list', object({ words, items: words }), ['items']],
    ['not with one of two lists', object({ words, others: words }), undefined],
    ['three objects deep', object({ a: object({ b: object({ words }) }) }), ['a', 'b', 'words']],
    ['not four objects deep', object({ a: object({ b: object({ c: object({ words }) }) }) }), undefined],
    ['not in an item', object({ id: integer, words }), undefined],
  ])('of texts is found if it is paged: %s', (_name, answer, path) => {
    expect(viewOf('/dictionary', 'get', operation(answer, { parameters: paging })).list?.path).toEqual(path);
  });

  test('is paged by the ids of its items', () => {
    const cursorOf = (id: object) => {
      const answer = object({ things: listOf(object({ id, name: text })) });
      const view = viewOf('/things', 'get', operation(answer, { parameters: [inQuery('after', integer)] }));
      return view.list?.paged?.paging.cursor;
    };
    expect([cursorOf(integer), cursorOf(text)]).toEqual(['id', 'order']);
  });

  test('leaves out the object around a missing cursor', () => {
    const answer = object({ things: listOf(item), next: object({ after: text }, ['after']) });
    const { list } = viewOf('/things', 'get', operation(answer, { parameters: [inQuery('after')] }));
    expect(list?.paged?.view.facts).toMatchObject([{ path: ['next', 'after'], around: ['next'] }]);
  });

  test('has the parents in its path whose names end in "id", if its items have an id of their own', () => {
    const parentsIn = (path: string, own: object) => viewOf(path, 'get', operation(listOf(own))).list?.parents;
    expect(parentsIn('/users/{userId}/things', item)).toEqual([{ parameter: 0, names: ['userId'] }]);
    expect(parentsIn('/users/{identity}/things', item)).toEqual([]);
    expect(parentsIn('/users/{userIdentity}/things', item)).toEqual([]);
    expect(parentsIn('/users/{userId}/things', object({ identity: text, userId: integer }))).toEqual([]);
  });
});
