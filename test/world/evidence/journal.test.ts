import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import { Journal } from '../../../src/world/evidence/journal.ts';
import fc from '../../fast-check.ts';
import { exchangeOf } from './support.ts';

const idsOf = (exchanges: Iterable<Exchange>): readonly number[] => [...exchanges].map(({ id }) => id);

describe('a journal', () => {
  test('contains the last exchanges, newest first, and finds each by its number', () => {
    const step = fc.oneof(
      { weight: 30, arbitrary: fc.constant('add' as const) },
      { weight: 1, arbitrary: fc.constant('clear' as const) },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.array(step, { maxLength: 80 }),
        (limit, first, steps) => {
          const journal = new Journal({ entries: limit });
          let model: number[] = [];
          let next = first;
          for (const one of steps) {
            if (one === 'clear') {
              journal.clear();
              model = [];
            } else {
              journal.add(exchangeOf(next));
              model = [next, ...model].slice(0, limit);
              next++;
            }
            expect(journal.size).toBe(model.length);
            expect(idsOf(journal.newestFirst())).toEqual(model);
            for (let id = first - 1; id <= next; id++)
              expect(journal.find(id)?.id).toBe(model.includes(id) ? id : undefined);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
