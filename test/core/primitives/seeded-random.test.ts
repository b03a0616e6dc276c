import { expect, test } from 'vitest';
import { randomOf, seedFrom } from '../../../src/core/primitives/seeded-random.ts';
import fc from '../../fast-check.ts';

test('a seed is a 32-bit number that follows from its parts alone', () => {
  const parts = fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 5 });
  fc.assert(
    fc.property(parts, (given) => {
      const seed = seedFrom(...given);
      expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
      expect(seedFrom(...given)).toBe(seed);
    }),
  );
});

test('the boundaries between the parts matter', () => {
  expect(seedFrom('ab', 'c')).not.toBe(seedFrom('a', 'bc'));
  expect(seedFrom('a', '')).not.toBe(seedFrom('a'));
  expect(seedFrom(1, 12)).not.toBe(seedFrom(11, 2));
  expect(seedFrom('x', 1, 2)).not.toBe(seedFrom('x', 2, 1));
});

test('a number is in [0, 1) and the same for the same seed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
      const number = randomOf(seed);
      expect(number >= 0 && number < 1).toBe(true);
      expect(randomOf(seed)).toBe(number);
    }),
  );
});

test('a seed gives the same numbers in each version, so that worlds can be reproduced', () => {
  expect(seedFrom(1, 'createOrder', 'flaky', 1)).toBe(479_212_860);
  expect(randomOf(1)).toBe(0.10271141491830349);
});

test('consecutive calls are spread evenly: no tenth gets much more than its share', () => {
  const counts = Array.from({ length: 10 }, () => 0);
  const calls = 20_000;
  for (let call = 1; call <= calls; call++) {
    const tenth = Math.floor(randomOf(seedFrom(1, 'createOrder', 'flaky', call)) * 10);
    counts[tenth] = (counts[tenth] as number) + 1;
  }
  // Four standard deviations of a binomial distribution.
  const tolerance = 4 * Math.sqrt(calls * 0.1 * 0.9);
  for (const count of counts) expect(Math.abs(count - calls / 10)).toBeLessThan(tolerance);
});

test('calls that follow one another do not depend on one another', () => {
  let both = 0;
  const calls = 20_000;
  for (let call = 1; call <= calls; call++) {
    const isLow = (number: number) => randomOf(seedFrom(7, 'op', 'fault', number)) < 0.5;
    if (isLow(call) && isLow(call + 1)) both++;
  }
  expect(Math.abs(both / calls - 0.25)).toBeLessThan(0.02);
});
