import { expect, test } from 'vitest';
import { MinHeap } from '../../src/world/min-heap.ts';
import fc from '../fast-check.ts';

test('it returns the least value, in any mix of additions and removals', () => {
  const steps = fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { nil: 'take' as const }), { maxLength: 100 });
  fc.assert(
    fc.property(steps, (all) => {
      const heap = new MinHeap<number>((left, right) => left - right);
      let model: number[] = [];
      for (const step of all) {
        if (step === 'take') {
          expect(heap.take()).toBe(model[0]);
          model = model.slice(1);
        } else {
          heap.add(step);
          model = [...model, step].sort((left, right) => left - right);
        }
      }
      for (const value of model) expect(heap.take()).toBe(value);
      expect(heap.take()).toBeUndefined();
    }),
  );
});
