import { expect, test } from 'vitest';
import { validPart } from '../../../src/scenario/document/valid-part.ts';

const at = (...path: (string | number)[]) => ({ path });

test('values with problems are left out, and the others stay', () => {
  const value = { sed: 1, seed: 2, data: { orders: 5, users: [] }, defaults: { orders: 3, users: {} } };
  expect(validPart(value, [at('sed'), at('data', 'orders'), at('defaults', 'orders')])).toEqual({
    seed: 2,
    data: { users: [] },
    defaults: { users: {} },
    examples: true,
  });
});

test('faults keep their indexes, and their conditions if these have no problem', () => {
  const on = { operation: 'getOrder' };
  const value = { faults: [{ use: 'slw', on }, 'slow', { use: 'slow', on: { operation: 7 } }, 'slw'] };
  expect(validPart(value, [at('faults', 0, 'use'), at('faults', 2, 'on', 'operation'), at('faults', 3)])).toEqual({
    faults: [{ use: 'slow', on }, 'slow', 'slow', 'slow'],
  });
});

test('nothing is left of another value, or of one with unknown problems', () => {
  expect(validPart([1], [at()])).toEqual({});
  expect(validPart({ seed: 'x', clock: 5 }, [at('seed')])).toEqual({});
});
