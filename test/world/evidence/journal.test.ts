import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import { findExchanges } from '../../../src/world/evidence/exchange-filter.ts';
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
          const journal = new Journal(limit);
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

describe('of the exchanges can be filtered:', () => {
  const journal = new Journal(100);
  const violation = { side: 'request', in: 'body', pointer: '', rule: 'required', message: '' } as const;
  for (const exchange of [
    exchangeOf(1),
    exchangeOf(2, { method: 'POST', operation: 'createOrder', status: 201 }),
    exchangeOf(3, { method: 'POST', operation: 'createOrder', status: 400, violations: [violation] }),
    exchangeOf(4, { path: '/v1/orders/7', operation: 'getOrder', status: 404 }),
    exchangeOf(5, { path: '/nowhere', operation: undefined, status: 404 }),
    exchangeOf(6, {
      status: 503,
      faults: [{ name: 'flaky', effect: 'status' }],
      violations: [{ ...violation, side: 'response' }],
    }),
  ])
    journal.add(exchange);
  const found = (filter: Parameters<typeof findExchanges>[1]) => idsOf(findExchanges(journal, filter).items);

  test.each([
    [{}, [6, 5, 4, 3, 2, 1]],
    [{ operation: 'createOrder' }, [3, 2]],
    [{ operation: 'order' }, []],
    [{ method: 'post' }, [3, 2]],
    [{ path: '/v1/orders' }, [6, 3, 2, 1]],
    [{ path: '/v1/*' }, [6, 4, 3, 2, 1]],
    [{ status: 404 }, [5, 4]],
    [{ status: '404' }, [5, 4]],
    [{ status: '4xx' }, [5, 4, 3]],
    [{ status: '5XX' }, [6]],
    [{ status: '4x' }, []],
    [{ violations: true }, [6, 3]],
    [{ violations: false }, [6, 5, 4, 3, 2, 1]],
    [{ fault: 'flaky' }, [6]],
    [{ fault: 'slow' }, []],
    [{ since: 4 }, [6, 5]],
    [{ since: 6 }, []],
    [{ operation: 'createOrder', status: '4xx', violations: true, method: 'POST', path: '*', since: 1 }, [3]],
  ])('those that match %j', (filter, ids) => {
    expect(found(filter)).toEqual(ids);
  });

  test('the newest exchanges up to the limit, and the total', () => {
    expect(findExchanges(journal, { limit: 2 })).toMatchObject({ items: [{ id: 6 }, { id: 5 }], total: 6 });
    expect(findExchanges(journal, { limit: 0 })).toEqual({ items: [], total: 6 });
    expect(findExchanges(journal, { status: '4xx', limit: 1 })).toMatchObject({ items: [{ id: 5 }], total: 3 });
  });

  test('a hundred by default', () => {
    const long = new Journal(1000);
    for (let id = 1; id <= 150; id++) long.add(exchangeOf(id));
    const { items, total } = findExchanges(long, {});
    expect([items.length, total, items[0]?.id]).toEqual([100, 150, 150]);
  });
});
