/** The panel has lists of its own, since its bundle has none of the server's code. */
import { expect, test } from 'vitest';
import { builtInFaults } from '../../../src/core/faults/built-in-faults.ts';
import {
  byPlace,
  contractKinds,
  effectNames,
  extremeKinds,
  groups,
  transports,
} from '../../../src/panel/faults/effects.ts';

test('the panel knows all effects of faults', () => {
  const effects = [...builtInFaults.values()].map(({ effect }) => effect);
  expect(effects.flatMap((effect) => (effect.type === 'contract' ? [effect.contract] : []))).toEqual([
    ...contractKinds,
  ]);
  expect(effects.flatMap((effect) => (effect.type === 'extreme' ? [effect.extreme] : []))).toEqual([...extremeKinds]);
  expect([...new Set<string>(effects.map(({ type }) => type))].sort()).toEqual([...effectNames].sort());
  expect([...builtInFaults.keys()]).toEqual(expect.arrayContaining([...transports]));
});

test('each built-in fault has a place, and the others follow by name', () => {
  const names = [...builtInFaults.keys()];
  const sorted = ['zebra', ...names, 'apple']
    .map((name) => ({ name }))
    .sort(byPlace)
    .map(({ name }) => name);
  expect(sorted.slice(-2)).toEqual(['apple', 'zebra']);
  expect(sorted[0]).toBe('bad-request');
  expect(new Set(sorted.slice(0, -2))).toEqual(new Set(names));
  expect(groups.map(({ group }) => group)).toEqual(['status', 'time', 'transport', 'contract', 'extreme', 'token']);
});
