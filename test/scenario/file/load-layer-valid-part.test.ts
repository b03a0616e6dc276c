import { expect, test } from 'vitest';
import { validPart } from '../../../src/scenario/file/load-layer.ts';

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
  // The condition of another fault, or of another section, says nothing about this one.
  const others = [at('faults', 0, 'use'), at('auth', 0, 'on'), at('faults', 2, 'on'), at('faults', 3)];
  expect(validPart(value, others)).toMatchObject({ faults: [{ use: 'slow', on }, 'slow', 'slow', 'slow'] });
});

test('a problem of a whole section removes it, and parents may be missing only without the data of others', () => {
  expect(validPart({ seed: 2, data: { users: [] } }, [at('data')])).toEqual({ seed: 2, examples: true });
  expect(validPart({ seed: 2, generate: { users: 'x', orders: 1 } }, [at('generate', 'users')])).toEqual({
    ...{ seed: 2, generate: { orders: 1 }, examples: true },
  });
  expect(validPart({ seed: 2, defaults: 5, faults: 5 }, [at('defaults'), at('faults')])).toEqual({ seed: 2 });
});

test('nothing is left of another value, or of one with unknown problems', () => {
  expect(validPart([1], [at()])).toEqual({});
  expect(validPart({ seed: 'x', clock: 5 }, [at('seed')])).toEqual({});
});
