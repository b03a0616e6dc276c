/** Items with a path of their own, beside the nested path of their collection. */
import { expect, test } from 'vitest';
import { inPath, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { boundIn, collection, itemBindingOf, nothing, serviceFor } from '../small.ts';

const Part = object({ id: integer, name: text, weight: integer }, ['id']);
const nested = collection(ref('Part'), { takes: object({ name: text }), status: 201 });
const item = {
  get: operation(ref('Part')),
  put: operation(ref('Part'), { takes: object({ name: text }) }),
  patch: operation(ref('Part'), { takes: object({ weight: integer }) }),
  delete: nothing,
};
const serviceOf = (paths: Readonly<Record<string, Readonly<Record<string, object>>>>) =>
  serviceFor(
    {
      '/things': { get: operation(listOf(ref('Thing'))) },
      '/things/{thingId}': { get: operation(ref('Thing')) },
      ...paths,
    },
    { Part, Other: object({ id: integer, a: text, b: text, c: text }) },
  );

test('the items of a nested collection are found by their own id alone', () => {
  const service = serviceOf({ '/things/{thingId}/parts': nested, '/parts/{partId}': item });
  expect(boundIn(service)).toMatchObject({
    'GET /things/{thingId}/parts': 'parts.list',
    'POST /things/{thingId}/parts': 'parts.create',
    'GET /parts/{partId}': 'parts.read',
    'PUT /parts/{partId}': 'parts.replace',
    'DELETE /parts/{partId}': 'parts.delete',
  });
  expect(itemBindingOf(service, 'GET /parts/{partId}')).toMatchObject({ parentParameters: [], key: 0, upsert: false });
  expect(service.collections.get('parts')).toMatchObject({ indexed: ['id'], parentCollection: 'things' });
});

test('they are acted on at their own path', () => {
  const service = serviceOf({
    '/things/{thingId}/parts': nested,
    '/parts/{partId}': item,
    '/parts/{partId}/weigh': { post: operation(ref('Part')) },
  });
  expect(itemBindingOf(service, 'POST /parts/{partId}/weigh')).toMatchObject({
    action: 'act',
    parentParameters: [],
    key: 0,
  });
});

test('also if their own path only changes and deletes them', () => {
  const { get: _read, ...writes } = item;
  const service = serviceOf({ '/things/{thingId}/parts': nested, '/parts/{id}': writes });
  expect(boundIn(service)).toMatchObject({ 'PUT /parts/{id}': 'parts.replace', 'DELETE /parts/{id}': 'parts.delete' });
  expect(itemBindingOf(service, 'DELETE /parts/{id}')).toMatchObject({ parentParameters: [], key: 0 });
});

test('also if the list has summaries, and only the creation returns the whole item', () => {
  const summary = object({ id: integer, name: text, href: text });
  const service = serviceOf({
    '/things/{thingId}/parts': { ...nested, get: operation(listOf(summary)) },
    '/parts/{partId}': item,
  });
  expect(boundIn(service)).toMatchObject({
    'POST /things/{thingId}/parts': 'parts.create',
    'GET /parts/{partId}': 'parts.read',
  });
  expect([...(service.collections.get('parts')?.properties ?? [])]).toEqual(['id', 'name', 'weight']);
});

test('also if the nested path changes many of them at once', () => {
  const changes = listOf(object({ id: integer, weight: integer }, ['id']));
  const service = serviceOf({
    '/things/{thingId}/parts': { ...nested, patch: operation(undefined, { takes: changes }) },
    '/parts/{partId}': item,
  });
  expect(boundIn(service)).toMatchObject({
    'PATCH /things/{thingId}/parts': 'parts.update',
    'PATCH /parts/{partId}': 'parts.update',
  });
});

test('no two of them have the same id, whatever their parents', async () => {
  const Part = object({ id: { type: 'string', pattern: '^[a-c]$' }, name: text }, ['id']);
  const parameters = [inPath('partId', text)];
  const shop = [inPath('shop', text)];
  const client = await servePaths(
    {
      '/shops/{shop}/parts': { parameters: shop, get: operation(listOf(ref('Part'))), post: nested.post },
      '/parts/{partId}': { parameters, get: operation(ref('Part')) },
    },
    { Part },
  );
  const parts = ['x', 'y', 'z'].map((name) => client.send('POST', `/shops/${name}/parts`, { name }));
  for (const { body } of await Promise.all(parts)) expect((await client.get(`/parts/${body.id}`)).body).toEqual(body);
});

test('a path may have some of the parents', () => {
  const service = serviceOf({ '/shops/{shop}/things/{thing}/parts': nested, '/shops/{shop}/parts/{partId}': item });
  expect(itemBindingOf(service, 'GET /shops/{shop}/parts/{partId}')).toMatchObject({ parentParameters: [0], key: 1 });
});

test.each([
  ['another schema', { '/things/{thingId}/parts': nested, '/parts/{partId}': { get: operation(ref('Other')) } }],
  ['another noun', { '/things/{thingId}/parts': nested, '/pieces/{partId}': { get: operation(ref('Part')) } }],
  [
    'other parents',
    { '/things/{thingId}/parts': nested, '/shops/{shop}/parts/{partId}': { get: operation(ref('Part')) } },
  ],
  [
    'two such collections',
    {
      '/things/{thingId}/parts': nested,
      '/shops/{shop}/parts': nested,
      '/parts/{partId}': { get: operation(ref('Part')) },
    },
  ],
  [
    'no reading and no creation',
    { '/things/{thingId}/parts': { get: nested.get }, '/parts/{partId}': { delete: item.delete } },
  ],
  [
    'a list in place of the item',
    { '/things/{thingId}/parts': nested, '/parts/{partId}': { get: operation(listOf(ref('Part'))) } },
  ],
])('%s: they are not', (_name, paths) => {
  const bound = boundIn(serviceOf(paths));
  const [last] = Object.keys(bound).filter((name) => name.endsWith('/{partId}'));
  expect(bound[last as string]).toBe('-');
});

test('also if the items have a list of their own', () => {
  const service = serviceOf({
    '/things/{thingId}/parts': nested,
    '/parts': { get: operation(listOf(ref('Part'))) },
    '/parts/{partId}': item,
  });
  expect(boundIn(service)).toMatchObject({ 'GET /parts': 'parts.list', 'GET /parts/{partId}': 'parts.read' });
  expect(itemBindingOf(service, 'GET /parts/{partId}').collection.parents).toHaveLength(1);
});

test('a collection with a creation of its own keeps its items, if they do not name the parent', () => {
  const service = serviceOf({ '/things/{thingId}/parts': nested, '/parts': nested, '/parts/{partId}': item });
  expect(itemBindingOf(service, 'GET /parts/{partId}').collection.parents).toEqual([]);
  expect(boundIn(service)['GET /things/{thingId}/parts']).toBe('things.parts.list');
});

test('a nested collection with paths for its items keeps them', () => {
  const service = serviceOf({
    '/things/{thingId}/parts': nested,
    '/things/{thingId}/parts/{partId}': item,
    '/parts/{partId}': { get: operation(ref('Part')) },
  });
  expect(boundIn(service)).toMatchObject({
    'GET /things/{thingId}/parts/{partId}': 'parts.read',
    'GET /parts/{partId}': '-',
  });
});

test('a path without an id adopts no collection', () => {
  const service = serviceOf({ '/things/{thingId}/parts': nested, '/newest/part': { get: operation(ref('Part')) } });
  expect(boundIn(service)['GET /newest/part']).toBe('-');
});

test('a collection has its items at one path: another path with the same items is a collection of its own', () => {
  const service = serviceOf({
    '/things/{thingId}/parts': nested,
    '/parts/{partId}': item,
    '/old/parts/{partId}': item,
  });
  const { collection } = itemBindingOf(service, 'GET /parts/{partId}');
  expect(itemBindingOf(service, 'GET /things/{thingId}/parts').collection).toBe(collection);
  expect(itemBindingOf(service, 'GET /old/parts/{partId}').collection).not.toBe(collection);
});

test('a path may have all parents but one', () => {
  const service = serviceOf({
    '/shops/{shop}/shelves/{shelf}/things/{thing}/parts': nested,
    '/shops/{shop}/shelves/{shelf}/parts/{partId}': item,
  });
  expect(itemBindingOf(service, 'GET /shops/{shop}/shelves/{shelf}/parts/{partId}')).toMatchObject({
    parentParameters: [0, 1],
    key: 2,
  });
});

test('a path with as many parents as the collection has is not that of its items', () => {
  const service = serviceOf({
    '/shops/{shop}/parts': nested,
    '/shops/{shop}/old/parts/{partId}': { get: operation(ref('Part')) },
  });
  expect(boundIn(service)['GET /shops/{shop}/old/parts/{partId}']).toBe('-');
});

test('a path with some of the parents begins with their path', () => {
  const service = serviceOf({
    '/shops/{shop}/areas/{area}/things/{thing}/parts': nested,
    '/shops/{shop}/areas/{area}/parts/{partId}': item,
  });
  expect(itemBindingOf(service, 'GET /shops/{shop}/areas/{area}/parts/{partId}')).toMatchObject({
    parentParameters: [0, 1],
    key: 2,
  });
  const elsewhere = serviceOf({
    '/shops/{shop}/areas/{area}/things/{thing}/parts': nested,
    '/shops/{shop}/halls/{hall}/parts/{partId}': { get: operation(ref('Part')) },
  });
  expect(boundIn(elsewhere)['GET /shops/{shop}/halls/{hall}/parts/{partId}']).toBe('-');
});

test('operations before the reading are bound, unless they document no success', () => {
  const service = serviceOf({
    '/things/{thingId}/parts': nested,
    '/parts/{partId}': {
      delete: nothing,
      get: operation(ref('Part')),
      put: { responses: { 400: { description: '' } } },
    },
  });
  expect(boundIn(service)).toMatchObject({
    'DELETE /parts/{partId}': 'parts.delete',
    'GET /parts/{partId}': 'parts.read',
    'PUT /parts/{partId}': '-',
  });
});

test('the items of a collection without parents are found at its own path only', () => {
  const bound = boundIn(serviceOf({ '/parts': nested, '/archive/parts/{partId}': { get: operation(ref('Part')) } }));
  expect(bound['GET /archive/parts/{partId}']).toBe('-');
});
