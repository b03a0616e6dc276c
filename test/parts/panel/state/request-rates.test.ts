import { expect, test } from 'vitest';
import { Rates, slotCount, slotMs } from '../../../../src/parts/panel/state/request-rates.ts';
import type { Entry } from '../../../../src/parts/panel/state/shown-journal.ts';

const start = slotMs * 1_000_000;
const entry = (durationMs: number, given: Partial<Entry> = {}): Entry =>
  ({ arrived: start, durationMs, status: 200, faults: [], ...given }) as unknown as Entry;
const lastOf = (rates: Rates, now = start) => rates.points(now).at(-1);

test('the median and the 95th percentile are those of the responses of two seconds', () => {
  const rates = new Rates();
  rates.add([...Array.from({ length: 90 }, () => entry(10)), ...Array.from({ length: 10 }, () => entry(1000))]);
  const { medianMs = 0, p95Ms = 0, total } = lastOf(rates) ?? {};
  expect(total).toBe(100);
  // Steps of a quarter of an octave are at most 9 % from the time itself.
  expect(Math.abs(medianMs / 10 - 1)).toBeLessThan(0.1);
  expect(Math.abs(p95Ms / 1000 - 1)).toBeLessThan(0.1);
});

test('requests are counted by outcome', () => {
  const rates = new Rates();
  rates.add([
    ...[entry(1), entry(1), entry(1, { status: 301 }), entry(1, { status: 404 }), entry(1, { status: 503 })],
    entry(1, { faults: [{ name: 'reset', effect: 'transport' }] as unknown as Entry['faults'] }),
    // It came with the history: its time is not known.
    entry(1, { arrived: undefined }),
  ]);
  expect(lastOf(rates)?.counts).toEqual({
    ...{ success: 2, redirect: 1, 'client-error': 1, 'server-error': 1, lost: 1 },
  });
});

test('the points are the last minutes, oldest first, and what is older is forgotten', () => {
  const rates = new Rates();
  rates.add([entry(0), entry(1e9, { arrived: start + slotMs })]);
  const points = rates.points(start + slotMs);
  expect(points).toHaveLength(slotCount);
  expect(points.map(({ total }) => total).slice(-3)).toEqual([0, 1, 1]);
  expect(points.at(-2)?.medianMs).toBeCloseTo(0.1);
  expect(points.at(-3)).toMatchObject({ total: 0, medianMs: undefined, p95Ms: undefined });
  const later = start + slotMs * slotCount;
  expect(rates.points(later).map(({ total }) => total)).toEqual([1, ...Array.from({ length: slotCount - 1 }, () => 0)]);
  // The same slot, one round later; then one that comes too late.
  rates.add([entry(1, { arrived: later }), entry(1)]);
  expect(lastOf(rates, later)?.total).toBe(1);
  rates.clear();
  expect(rates.points(later).every(({ total }) => total === 0)).toBe(true);
});
