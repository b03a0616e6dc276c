/** The defaults of a document in a new item. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { boolean, integer, listOf, object, operation, ref, text } from '../../short-document.ts';
import { servePaths } from '../resources/served.ts';

const isActive = { ...boolean, default: true };
const line = object({ sku: text, quantity: { ...integer, default: 1 } });

/** The new item that a client creates with a body of this schema. */
const created = async (item: object, takes: object, sent: JsonObject, rest: object = {}) => {
  const Item = { ...object({ id: integer, name: text, ...item }, ['id']), ...rest };
  const { send, get } = await servePaths(
    {
      '/items': { post: operation(ref('Item'), { takes: object({ name: text, ...takes }), status: 201 }) },
      '/items/{id}': {
        get: operation(ref('Item')),
        put: operation(ref('Item'), { takes: object({ name: text, ...takes }) }),
        patch: operation(ref('Item'), { takes: object({ name: text, ...takes }) }),
      },
    },
    { Item },
  );
  const { body } = await send('POST', '/items', sent);
  expect((await get(`/items/${body.id}`)).body).toEqual(body);
  const { id: _id, ...own } = body;
  return { own, send };
};

test.each<[string, object, object, JsonObject, JsonObject]>([
  ['of the item', { isActive }, {}, {}, { isActive: true }],
  ['of the request', { isActive: boolean }, { isActive }, {}, { isActive: true }],
  [
    'of the request before that of the item',
    { n: { ...integer, default: 1 } },
    { n: { ...integer, default: 2 } },
    {},
    { n: 2 },
  ],
  ['of null', { note: { type: ['string', 'null'], default: null } }, {}, {}, { note: null }],
  ['of an allOf', { n: { allOf: [integer], default: 3 } }, {}, {}, { n: 3 }],
  ['in an object that was sent', { line }, { line }, { line: { sku: 'a' } }, { line: { sku: 'a', quantity: 1 } }],
  ['in none that was not', { line }, { line }, {}, {}],
  [
    'in a list',
    { lines: listOf(line) },
    { lines: listOf(line) },
    { lines: [{}, { quantity: 2 }] },
    { lines: [{ quantity: 1 }, { quantity: 2 }] },
  ],
  ['beside what was sent', { isActive }, { isActive: boolean }, { isActive: false }, { isActive: false }],
  ['that no response shows', {}, { isActive }, {}, {}],
  ['that does not match', { n: { ...integer, default: 'CURRENT_DATE' } }, {}, {}, {}],
])('a new item has the default %s', async (_name, item, takes, sent, expected) => {
  expect((await created(item, takes, sent)).own).toEqual(expected);
});

test('a default with which the item does not match is left out: what was sent stays', async () => {
  const closed = { maxProperties: 2 };
  expect((await created({ isActive }, {}, { name: 'a' }, closed)).own).toEqual({ name: 'a' });
});

test('a replacement has the defaults, an update has none', async () => {
  const { send } = await created({ isActive: boolean }, { isActive }, { isActive: false });
  expect((await send('PATCH', '/items/1', { name: 'b' })).body).toEqual({ id: 1, name: 'b', isActive: false });
  expect((await send('PUT', '/items/1', { name: 'c' })).body).toEqual({ id: 1, name: 'c', isActive: true });
});
