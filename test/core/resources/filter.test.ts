import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { conditionsOf } from '../../../src/core/resources/filter.ts';
import type { ListBinding } from '../../../src/core/service/binding.ts';
import { askNotes } from '../notes.ts';

test('a list is empty if no item can equal the filter value', () => {
  expect(askNotes('GET', '/notes?text=%22second%22').body).toEqual([{ id: 2, text: 'second' }]);
  expect(askNotes('GET', `/notes?text=${encodeURIComponent('{"a":1}')}`).body).toEqual([]);
});

test('a filter by a property of an object parameter applies only if an object was sent', () => {
  const filter = { parameter: 0, child: 'tag', property: 'tag', comparison: 'equals', matchAll: new Set() };
  const binding = { filters: [filter] } as unknown as ListBinding;
  const conditions = (value: Json) => conditionsOf(binding, [value], [{ value }]);
  expect(conditions('text')).toEqual([]);
  expect(conditions({ other: 'a' })).toEqual([]);
  expect(conditions({ tag: 'a' })).toHaveLength(1);
});
