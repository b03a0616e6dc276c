/** A bench judges nothing while other processes use the machine. */
import { expect, test } from 'vitest';
import { whyTooBusy, whyUneven } from '../../bench/quiet.ts';

test('a machine that others use is busy', () => {
  expect(whyTooBusy(0.05)).toBeUndefined();
  expect(whyTooBusy(0.5)).toMatch(/^other processes use 50% of the \d+ processors/);
});

test('a reference whose rounds differ much says that the machine was busy; one that is slow once does not', () => {
  expect(whyUneven('Express', [50, 51, 49, 52, 50, 200, 48, 50])).toBeUndefined();
  expect(whyUneven('Express', [50, 80, 45, 120, 50, 200, 48, 90])).toMatch(
    /^a quarter of the rounds of Express took \d+% more/,
  );
});
