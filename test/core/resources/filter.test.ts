import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { conditionsOf } from '../../../src/core/resources/filter.ts';
import type { Filter, ListBinding } from '../../../src/core/service/binding.ts';
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

test('a text has several values, with commas, only for a parameter that lists values', () => {
  const matching = (isList: boolean, expected: Json) => {
    const filter: Filter = {
      ...{ parameter: 0, child: undefined, property: 'id', comparison: 'equals', matchAll: new Set() },
      isList,
    };
    const [condition] = conditionsOf(
      { filters: [filter] } as unknown as ListBinding,
      [expected],
      [{ value: expected }],
    );
    return [1, 2, 3, '1, 2'].filter((id) => condition?.matches({ id }));
  };
  expect(matching(true, '1, 2')).toEqual([1, 2]);
  expect(matching(true, 3)).toEqual([3]);
  expect(matching(false, '1, 2')).toEqual(['1, 2']);
});

test('a filter compares a property of an object in the item', () => {
  const filter: Filter = {
    ...{ parameter: 0, child: undefined, property: 'attributes.state', comparison: 'equals', matchAll: new Set() },
  };
  const [condition] = conditionsOf({ filters: [filter] } as unknown as ListBinding, ['open'], [{ value: 'open' }]);
  expect(condition?.matches({ attributes: { state: 'open' } })).toBe(true);
  expect(condition?.matches({ attributes: { state: 'shut' } })).toBe(false);
});

const matches = (comparison: Filter['comparison'], expected: Json, value: Json): boolean => {
  const filter: Filter = { parameter: 0, child: undefined, property: 'a', comparison, matchAll: new Set(['all']) };
  const conditions = conditionsOf({ filters: [filter] } as unknown as ListBinding, [expected], [{ value: expected }]);
  return conditions.every((condition) => condition.matches({ a: value }));
};

test.each<readonly [comparison: Filter['comparison'], expected: Json, value: Json, isMatch: boolean]>([
  ['equals', null, 'x', true],
  ['equals', ['all', 'y'], 'x', true],
  ['equals', ['y', 'z'], 'x', false],
  ['contains', ['y', 'X'], 'axb', true],
  ['contains', ['y', 'z'], 'axb', false],
  ['less', '2030-01-01', '2030-01-01', false],
  ['less', '2030-01-02', '2030-01-01', true],
  ['more', '9', 10, true],
  ['more', 9, '10', true],
  // Two texts are compared as texts.
  ['more', '9', '10', false],
])('a filter %s %j matches %j: %s', (comparison, expected, value, isMatch) => {
  expect(matches(comparison, expected, value)).toBe(isMatch);
});

test.each(['name', 'id', 'slug', 'label', 'username', 'login', 'email'])(
  'a list includes an object by its %s',
  (name) => {
    expect(matches('includes', 'x', [{ other: 'x' }, { [name]: 'x' }])).toBe(true);
    expect(matches('includes', 'x', [{ other: 'x' }, { [name]: 'y' }])).toBe(false);
  },
);
