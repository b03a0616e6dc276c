/** The wrapper of one item, in requests and responses: recognised by its content, not by its name. */
import { describe, expect, test } from 'vitest';
import { boolean, integer, itemBindingOf, listOf, object, operation, ref, serviceFor, text } from '../small.ts';

const Share = object({ id: integer, path: text, size: integer }, ['id', 'path', 'size']);
const Keyed = object({ key: text, address: object({ street: text, city: text }) }, ['key', 'address']);
const Address = object({ id: integer, name: text, address: object({ street: text, city: text }) }, ['id', 'name']);
const Board = object({ key: integer, name: text, items: listOf(object({ t: text })), total: integer }, ['name']);

interface Site {
  readonly path: string;
  readonly list?: object;
  readonly item: object;
  readonly takes: object;
}

/** The paths to the item in the response and in the request of a creation, and in the response of a read. */
const pathsIn = ({ path, list, item, takes }: Site): readonly string[] => {
  const service = serviceFor(
    {
      [path]: { ...(list && { get: operation(list) }), post: operation(item, { takes, status: 201 }) },
      [`${path}/{id}`]: { get: operation(item) },
    },
    { Share, Keyed, Address, Board },
  );
  const [created, read] = [itemBindingOf(service, `POST ${path}`), itemBindingOf(service, `GET ${path}/{id}`)];
  return [created.view.path, created.mapping.path, read.view.path].map((names) => names.join('.'));
};

const sent = object({ path: text, size: integer });

describe('one item is in a wrapper', () => {
  const share = (more: object = {}) => object({ share: ref('Share'), ...more });
  test.each<[string, Site]>([
    ['by its content', { path: '/nfs', item: share(), takes: object({ share: sent }) }],
    ['with a list', { path: '/nfs', list: listOf(ref('Share')), item: share(), takes: object({ share: sent }) }],
    [
      'with an id of its own',
      { path: '/nfs', item: share({ id: integer }), takes: object({ share: sent, id: integer }) },
    ],
    [
      'with an id of its own, and a list',
      { path: '/nfs', list: listOf(ref('Share')), item: share({ id: integer }), takes: object({ share: sent }) },
    ],
    [
      'beside properties that the item lacks',
      { path: '/shares', list: listOf(ref('Share')), item: share(), takes: object({ share: sent, notify: boolean }) },
    ],
    [
      'beside metadata',
      { path: '/nfs', item: share({ meta: object({}), message: text }), takes: object({ share: sent }) },
    ],
  ])('%s', (_name, site) => {
    expect(pathsIn(site)).toEqual(['share', 'share', 'share']);
  });

  test('if the item has a property with the name of the wrapper', () => {
    const takes = object({ address: object({ name: text, address: object({ street: text }) }) });
    const item = object({ address: ref('Address') });
    const list = object({ addresses: listOf(ref('Address')) });
    expect(pathsIn({ path: '/addresses', list, item, takes })).toEqual(['address', 'address', 'address']);
  });

  test.each([
    ['people', 'person'],
    ['statuses', 'status'],
    ['children', 'child'],
    ['analyses', 'analysis'],
    ['indices', 'index'],
    ['series', 'series'],
    ['news', 'news'],
    ['oxen', 'ox'],
    ['corpora', 'corpus'],
  ])('of %s, named %s', (many, one) => {
    const site = {
      path: `/${many}`,
      list: object({ [many]: listOf(ref('Share')), total: integer }),
      item: object({ [one]: ref('Share'), ok: boolean }),
      takes: object({ [one]: object({ path: text }) }),
    };
    expect(pathsIn(site)).toEqual([one, one, one]);
  });
});

describe('a body is the item itself', () => {
  test.each([listOf(ref('Keyed')), undefined])('if it has a key beside one object', (list) => {
    const site = { path: '/addresses', ...(list && { list }), item: ref('Keyed'), takes: ref('Keyed') };
    expect(pathsIn(site)).toEqual(['', '', '']);
  });

  test('if its only object is a property of the item', () => {
    const takes = object({ address: object({ street: text, city: text }) });
    const site = { path: '/customers', list: listOf(ref('Address')), item: ref('Address'), takes };
    expect(pathsIn(site)).toEqual(['', '', '']);
  });
});

describe('a GET', () => {
  const bind = (answer: object, created: object) =>
    serviceFor(
      {
        '/boards': { post: operation(created, { takes: object({ name: text }), status: 201 }) },
        '/boards/{key}': { get: operation(answer), delete: operation(undefined) },
      },
      { Board, Share },
    ).operations.map(({ binding, reason }) => binding?.action ?? reason);

  test('reads an item with lists and totals, if a creation returns it', () => {
    expect(bind(ref('Board'), ref('Board'))[1]).toBe('read');
    expect(bind(ref('Board'), object({ key: integer, name: text, a: text, b: text }))[1]).toBe(
      'Returns many items, with paging properties.',
    );
  });

  test('of a list does not read one item', () => {
    expect(bind(listOf(ref('Board')), ref('Board'))[1]).toBe('Returns a list, not one item.');
  });
});

test('a POST that returns a page of items is not a creation', () => {
  const page = object({ page: object({ total: integer }), shares: listOf(ref('Share')) });
  const service = serviceFor(
    {
      '/nfs/search': { get: operation(page), post: operation(page, { takes: object({ path: text }) }) },
      '/nfs/search/{id}': { get: operation(ref('Share')) },
    },
    { Share },
  );
  expect(service.operations.map(({ binding }) => binding?.action)).toEqual(['list', undefined, 'read']);
});
