/** Operations on many items: all of them are changed, or none. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';
import { documentOf, readyService, requestOf, stateOf, take } from '../helpers.ts';

const Part = object({ id: integer, name: text, size: integer }, ['id', 'name']);
const parts = listOf(ref('Part'));
const data = [
  { id: 1, name: 'a', size: 1 },
  { id: 2, name: 'b', size: 2 },
  { id: 3, name: 'c', size: 2 },
];
const paths = {
  '/parts': {
    get: operation(parts),
    post: operation(ref('Part'), { takes: ref('Part'), status: 201 }),
    patch: operation(parts, { takes: object({ ids: listOf(integer), size: integer }) }),
    delete: operation(undefined, { parameters: [inQuery('name', text), inQuery('size', integer)] }),
  },
  '/parts/bulk': {
    post: operation(parts, { takes: listOf(object({ id: integer, name: text }, ['name'])), status: 201 }),
  },
  '/parts/bulk/resize': {
    post: operation(parts, { takes: object({ parts: listOf(object({ id: integer })), size: integer }) }),
  },
  '/parts/{id}': { get: operation(ref('Part')) },
};

const load = async () => {
  const service = await readyService(
    documentOf(paths as JsonObject, { components: { schemas: { Part } } } as JsonObject),
  );
  const state = stateOf(service, { data: { parts: data } });
  return (method: string, path = '/parts', body?: Json) =>
    take(service, state, requestOf(method, path, body === undefined ? {} : { body }));
};

test('new items are created in the order of the list', async () => {
  const send = await load();
  const created = send('POST', '/parts/bulk', [{ name: 'x' }, { id: 9, name: 'y' }]);
  const items = [...data, { id: 4, name: 'x' }, { id: 9, name: 'y' }];
  expect([created.status, created.body]).toEqual([201, items.slice(3)]);
  expect(send('GET').body).toEqual(items);
});

test('none is created if one of them exists, or if there is no list', async () => {
  const send = await load();
  const refused = send('POST', '/parts/bulk', [{ name: 'x' }, { id: 2, name: 'y' }]);
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('2') } });
  expect(send('POST', '/parts/bulk')).toMatchObject({ status: 400, body: { detail: 'body must be a list' } });
  expect(send('GET').body).toEqual(data);
});

test('items are changed alike by their ids, and unknown ids are skipped', async () => {
  const send = await load();
  expect(send('PATCH', '/parts', { ids: [3, 7, 1], size: 9 }).body).toEqual([
    { id: 3, name: 'c', size: 9 },
    { id: 1, name: 'a', size: 9 },
  ]);
  expect(send('PATCH', '/parts', { size: 8 }).body).toEqual([]);
  const resized = send('POST', '/parts/bulk/resize', { parts: [{ id: 2 }], size: 7 });
  expect(resized.body).toEqual([{ id: 2, name: 'b', size: 7 }]);
});

test('the items that a query selects are deleted', async () => {
  const send = await load();
  expect(send('DELETE', '/parts?name=b').status).toBe(204);
  expect(send('GET').body).toEqual([data[0], data[2]]);
  // The size of a page elsewhere.
  expect(send('DELETE', '/parts?size=2').status).toBe(204);
  expect(send('GET').body).toEqual([data[0]]);
});

const Label = object({ name: text, color: text }, ['name']);
const named = { takes: object({ labels: listOf(text) }) };
const labelPaths = {
  '/labels': {
    get: operation(listOf(ref('Label'))),
    post: operation(listOf(ref('Label')), named),
    put: operation(listOf(ref('Label')), named),
  },
  '/labels/{name}': { parameters: [inPath('name', text)], delete: operation(listOf(ref('Label'))) },
};

test('a list of ids adds the missing items, or is the whole list', async () => {
  const service = await readyService(
    documentOf(labelPaths as JsonObject, { components: { schemas: { Label } } } as JsonObject),
  );
  const state = stateOf(service, { data: { labels: [{ name: 'a', color: 'red' }] } });
  const send = (method: string, path = '/labels', body?: Json) =>
    take(service, state, requestOf(method, path, body === undefined ? {} : { body }));
  expect(send('POST', '/labels', { labels: ['b', 'a'] }).body).toEqual([{ name: 'b' }, { name: 'a', color: 'red' }]);
  expect(send('GET').body).toEqual([{ name: 'a', color: 'red' }, { name: 'b' }]);
  // Each is shown once: a short body could name a large item thousands of times.
  expect(send('POST', '/labels', { labels: ['a', 'a', 'd', 'd', 'a'] }).body).toEqual([
    { name: 'a', color: 'red' },
    { name: 'd' },
  ]);
  expect(send('DELETE', '/labels/d').status).toBe(200);
  expect(send('PUT', '/labels', { labels: ['c', 'a'] }).body).toEqual([{ name: 'c' }, { name: 'a' }]);
  expect(send('DELETE', '/labels/c').status).toBe(200);
  expect(send('GET').body).toEqual([{ name: 'a' }]);
  expect(send('POST', '/labels', {})).toMatchObject({ status: 200, body: [] });
  expect(send('GET').body).toEqual([{ name: 'a' }]);
  expect(send('PUT', '/labels', {})).toMatchObject({ status: 200, body: [{ name: 'a' }] });
  expect(send('GET').body).toEqual([{ name: 'a' }]);
  expect(send('PUT', '/labels', { labels: [] })).toMatchObject({ status: 200, body: [] });
  expect(send('GET').body).toEqual([]);
});
