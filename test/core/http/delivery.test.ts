import { describe, expect, test } from 'vitest';
import { garbage, isPlain, planBody } from '../../../src/core/http/delivery.ts';
import { type Delivery, plainDelivery } from '../../../src/core/http/http.ts';
import fc from '../../fast-check.ts';

const delivery = (properties: Partial<Delivery>): Delivery => ({ ...plainDelivery, ...properties });

const anyDelivery = fc.record({
  delayMs: fc.constant(0),
  transport: fc.constantFrom(undefined, 'truncate' as const),
  bytesPerSecond: fc.option(fc.double({ min: 1, max: 1e9, noNaN: true }), { nil: undefined }),
  dribble: fc.option(fc.record({ chunks: fc.integer({ min: 1, max: 10_000 }), overMs: fc.nat(1e7) }), {
    nil: undefined,
  }),
});

describe('the plan of a body', () => {
  test('is one immediate segment if nothing slows it down', () => {
    expect(planBody(1000, plainDelivery)).toEqual([{ end: 1000, dueMs: 0 }]);
  });

  test('cuts a dribbled body into equal chunks, the last one due at the end', () => {
    expect(planBody(10, delivery({ dribble: { chunks: 4, overMs: 2000 } }))).toEqual([
      { end: 3, dueMs: 500 },
      { end: 5, dueMs: 1000 },
      { end: 8, dueMs: 1500 },
      { end: 10, dueMs: 2000 },
    ]);
  });

  test('sends each byte at the time of the bandwidth', () => {
    const plan = planBody(2500, delivery({ bytesPerSecond: 1000 }));
    expect(plan.at(-1)).toEqual({ end: 2500, dueMs: 2500 });
    expect(plan.every(({ end, dueMs }) => dueMs === end)).toBe(true);
    expect(plan.length).toBe(25);
  });

  test('stops a truncated body at its half', () => {
    expect(planBody(101, delivery({ transport: 'truncate' }))).toEqual([{ end: 50, dueMs: 0 }]);
  });

  test('is ordered by bytes and time, covers the body once, and needs few timers for any length', () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), anyDelivery, (length, how) => {
        const plan = planBody(length, how);
        expect(plan.at(-1)?.end).toBe(how.transport === 'truncate' ? Math.floor(length / 2) : length);
        expect(plan.length).toBeLessThanOrEqual(1001 + (how.dribble?.chunks ?? 1));
        const backwards = plan.filter(({ end, dueMs }, at) => {
          const before = plan[at - 1] ?? { end: 0, dueMs: 0 };
          return end < before.end || dueMs < before.dueMs;
        });
        expect(backwards).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

test('a delivery is plain if nothing slows, cuts or loses the body', () => {
  expect(isPlain(plainDelivery)).toBe(true);
  expect(isPlain(delivery({ delayMs: 5 }))).toBe(true);
  expect(isPlain(delivery({ bytesPerSecond: 1 }))).toBe(false);
  expect(isPlain(delivery({ dribble: { chunks: 2, overMs: 1 } }))).toBe(false);
  expect(isPlain(delivery({ transport: 'truncate' }))).toBe(false);
});

test('garbage is neither HTTP nor text: different bytes, the first of which begins no UTF-8 character', () => {
  expect(garbage.length).toBe(64);
  expect(new Set(garbage).size).toBe(64);
  expect([garbage[0], garbage[1], garbage[2]]).toEqual([129, 24, 175]);
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(garbage)).toThrow();
});
