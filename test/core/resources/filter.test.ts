import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { OutOfSteps, StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { conditionsOf } from '../../../src/core/resources/filter.ts';
import { testOf } from '../../../src/core/resources/preconditions.ts';
import type { Filter } from '../../../src/core/service/binding.ts';
import { askNotes } from '../notes.ts';

test('a list is empty if no item can equal the filter value', () => {
  expect(askNotes('GET', '/notes?text=%22second%22').body).toEqual([{ id: 2, text: 'second' }]);
  expect(askNotes('GET', `/notes?text=${encodeURIComponent('{"a":1}')}`).body).toEqual([]);
});

test('a filter by a property of an object parameter applies only if an object was sent', () => {
  const filter: Filter = { parameter: 0, child: 'tag', property: 'tag', comparison: 'equals', matchAll: new Set() };
  const conditions = (value: Json) => conditionsOf([filter], [value], [{ value }]);
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
    const [condition] = conditionsOf([filter], [expected], [{ value: expected }]);
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
  const [condition] = conditionsOf([filter], ['open'], [{ value: 'open' }]);
  expect(condition?.matches({ attributes: { state: 'open' } })).toBe(true);
  expect(condition?.matches({ attributes: { state: 'shut' } })).toBe(false);
});

const matches = (comparison: Filter['comparison'], expected: Json, value: Json): boolean => {
  const filter: Filter = { parameter: 0, child: undefined, property: 'a', comparison, matchAll: new Set(['all']) };
  const conditions = conditionsOf([filter], [expected], [{ value: expected }]);
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

const each = <Value>(count: number, value: Value): readonly Value[] => Array.from({ length: count }, () => value);

test.each<readonly [name: string, count: number, comparison: Filter['comparison'], of: (count: number) => Json]>([
  ['in parallel', 198, 'conditions', (count) => ({ or: each(count, 1) })],
  ['without effect', 195, 'conditions', (count) => ({ and: each(count, {}), x: {} })],
  ['within each other', 99, 'conditions', (count) => each(count, 0).reduce((inner: Json) => ({ not: inner }), 1)],
  [
    'of one value',
    99,
    'conditions',
    (count) => Object.fromEntries(each(count, 0).map((_, at) => [`${'$'.repeat(at)}gt`, 1])),
  ],
  ['with many patterns', 66, 'conditions', (count) => ({ like: each(count, '*a*b') })],
  ['with a long path', 197, 'conditions', (count) => ({ [each(count, 'a').join('.')]: 1 })],
  ['with many limits', 200, 'more', (count) => each(count, '2024-01-01')],
])('a request may have 200 conditions: %s', (_name, count, comparison, of) => {
  expect(() => matches(comparison, of(count), 'x')).not.toThrow();
  expect(() => matches(comparison, of(count + 1), 'x')).toThrow(OutOfSteps);
});

test('equal values are not counted, and a value begins with one operator at most', () => {
  expect(matches('conditions', { in: each(30_000, 'y') }, 'x')).toBe(false);
  expect(matches('conditions', 'not.'.repeat(16_000), 'x')).toBe(false);
});

test.each([
  ['differs', ['a'], [false, true, true]],
  ['starts', ['A'], [true, true, false]],
  ['at-most', ['2030-01-31'], [false, false, true]],
] as const)('%s %j', (comparison, expected, matches) => {
  const values = ['a', 'ab', '2030-01-31T23:00:00Z'];
  const test = testOf(comparison, expected, new StepBudget(10));
  expect(values.map(test)).toEqual(matches);
});

test.each([
  ['false', [true, false, true]],
  ['no', [true, false, true]],
  ['true', [true, true, true]],
])('items with a flag are left out unless they are included: %s', (sent, matches) => {
  const test = testOf('unset', [sent], new StepBudget(10));
  expect([false, true, undefined].map(test)).toEqual(matches);
});
