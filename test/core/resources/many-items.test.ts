/** Operations on many items: all of them are changed, or none. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';
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
    delete: operation(undefined, { parameters: [inQuery('name', text), inQuery('size', integer)] }),
  },
  '/parts/bulk': {
    post: operation(parts, { takes: listOf(object({ id: integer, name: text }, ['name'])), status: 201 }),
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

test('the items that a query selects are deleted', async () => {
  const send = await load();
  expect(send('DELETE', '/parts?name=b').status).toBe(204);
  expect(send('GET').body).toEqual([data[0], data[2]]);
  // The size of a page elsewhere.
  expect(send('DELETE', '/parts?size=2').status).toBe(204);
  expect(send('GET').body).toEqual([data[0]]);
});
