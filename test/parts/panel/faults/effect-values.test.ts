import { expect, test } from 'vitest';
import { builtInFaults } from '../../../../src/core/faults/built-in-faults.ts';
import { effectTypes, groupOf } from '../../../../src/core/faults/effects.ts';
import { byPlace, groups } from '../../../../src/parts/panel/faults/effect-values.ts';

test('each built-in fault has its place', () => {
  const names = [...builtInFaults.keys()];
  const sorted = names.toSorted().map((name) => ({ name }));
  expect(sorted.toSorted(byPlace).map(({ name }) => name)).toEqual(names);
});

test('each group of effects has a title', () => {
  expect(groups.filter(({ title, description }) => title === '' || description === '')).toEqual([]);
  expect(new Set(groups.map(({ group }) => group))).toEqual(new Set(effectTypes.map(groupOf)));
});
