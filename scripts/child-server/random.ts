/** A seeded sequence of numbers in [0, 1). */
import { randomOf, seedFrom } from '../../src/core/primitives/seeded-random.ts';

export type Chance = () => number;

export const randomSequence = (...seed: readonly number[]): Chance => {
  let count = 0;
  return () => randomOf(seedFrom(...seed, count++));
};
