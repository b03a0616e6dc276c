/** The item of `next({ item })` in the response of an operation that reads. */
import { expect, test } from 'vitest';
import { showOverride } from '../../../src/core/handlers/override-item.ts';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { ActionView } from '../../../src/core/resources/action-result.ts';
import type { ItemView } from '../../../src/core/service/binding.ts';
import type { Projection } from '../../../src/core/service/collection-facts.ts';
import { createMemo } from '../../../src/core/state/item-memo.ts';
import { plainView } from '../bound.ts';

const shown = (value: Json, view: Partial<ItemView>): Json | undefined => {
  const item = { key: '1', value: { id: 1 }, memo: createMemo() };
  const read: ActionView = { type: 'item', action: 'read', item, view: { ...plainView, ...view } };
  return showOverride({ mediaType: 'application/json', value, written: undefined }, read, { total: 2 })?.value;
};

test('is shown where the body has the item, also in a list', () => {
  expect(shown({ order: { id: 1 } }, { path: ['order'] })).toEqual({ order: { id: 1, total: 2 } });
  expect(shown({ orders: [{ id: 1 }] }, { path: ['orders'], isInList: true })).toEqual({
    orders: [{ id: 1, total: 2 }],
  });
});

test('is shown without the properties that the response does not have', () => {
  const projection = { properties: new Set(['id']) } as unknown as Projection;
  expect(shown({ id: 1 }, { projection })).toEqual({ id: 1 });
});

test('is not shown in a body without the item', () => {
  expect(shown('text', {})).toBe('text');
  expect(shown({ orders: [] }, { path: ['orders'], isInList: true })).toEqual({ orders: [] });
});
