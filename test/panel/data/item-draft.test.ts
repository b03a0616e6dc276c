import { expect, test } from 'vitest';
import type { CollectionInfo } from '../../../src/panel/api/types.ts';
import { draftFrom, readItem } from '../../../src/panel/data/item-draft.ts';
import { fieldsOf } from '../../../src/panel/data/item-schema.ts';

const names = ['id', 'title', 'createdAt'];
const info: CollectionInfo = {
  name: 'orders',
  kind: 'list',
  id: 'id',
  properties: names,
  required: names,
  parents: [],
  parent: null,
};
const order = {
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    createdAt: { allOf: [{ $ref: '#/components/schemas/Time' }], readOnly: true },
  },
};
const document = {
  paths: {
    '/orders': { get: { responses: { '200': { content: { 'application/json': { schema: order } } } } } },
  },
  components: { schemas: { Time: { type: 'string', format: 'date-time' } } },
};
const operation = { method: 'GET', path: '/orders', collection: 'orders' };
const fields = fieldsOf(info, [operation as never], document);

test('properties without a field are shown as JSON, without those that place the item', () => {
  const nested = { ...info, parents: ['shopId'] };
  const item = { $parent: { shopId: 7 }, $id: 'k', title: 'a', createdAt: 'b', id: 1, note: { a: [1] } };
  const draft = draftFrom(nested, fields, item);
  expect(draft.parents).toEqual({ shopId: '7' });
  expect(JSON.parse(draft.others)).toEqual({ note: { a: [1] } });
  expect(readItem(nested, fields, draft, item)).toEqual({ item, errors: {} });
  expect(draftFrom(info, fields, { title: 'a' }).others).toBe('');
});

test('a new item needs neither its id nor read-only properties, and an edited item keeps needing them', () => {
  const empty = draftFrom(info, fields, undefined);
  expect(readItem(info, fields, empty, undefined)).toEqual({ item: {}, errors: { title: 'is required' } });
  expect(readItem(info, fields, empty, { id: 1, title: 'a', createdAt: 'b' }).errors).toEqual({
    title: 'is required',
    createdAt: 'is required',
  });
});
