import { expect, test } from 'vitest';
import { type Costs, type Load, simulate } from '../../bench/scale-model.ts';

const costs: Costs = {
  http: 50,
  decide: 20,
  commit: 30,
  encode: 10,
  follow: 5,
  store: 15,
  storeEntry: 5,
  roundTrip: 500,
};

const run = (load: Partial<Load> = {}) =>
  simulate({ servers: 1, worlds: 1, clients: 1, duration: 10e6, costs, seed: 'scale', ...load });

const oneAfterTheOther = 50 + 20 + 30 + 10 + 500 + 15 + 5;

test('one client of one server waits for each step', () => {
  const outcome = run();
  expect(outcome.perSecond).toBeCloseTo(1e6 / oneAfterTheOther, -1);
  expect(outcome.p50).toBeCloseTo(oneAfterTheOther / 1000);
  expect(outcome.p99).toBeCloseTo(oneAfterTheOther / 1000);
  expect(outcome.roundTripsPerRequest).toBeCloseTo(1, 2);
  expect(outcome.conflicts).toBe(0);
});

test('one server has no conflicts, and groups the requests that arrive during a commit', () => {
  const clients = 64;
  const outcome = run({ clients });
  // From the second commit on, all clients are in each.
  const cycle = clients * (50 + 20 + 10 + 5) + 30 + 15 + 500;
  expect(outcome.perSecond / ((clients / cycle) * 1e6)).toBeCloseTo(1, 2);
  expect(outcome.roundTripsPerRequest).toBeCloseTo(1 / clients, 3);
  expect(outcome.serverBusy).toBeCloseTo((clients * (50 + 20 + 10) + 30) / cycle, 2);
  expect(outcome.storeBusy).toBeCloseTo((clients * 5 + 15) / cycle, 2);
  expect(outcome.conflicts).toBe(0);
});

test('with a world for each client, servers add up until the store is the limit', () => {
  const free = { ...costs, store: 0, storeEntry: 0 };
  const of = (servers: number, with_: Costs = free): number =>
    run({ servers, clients: 64 * servers, worlds: 100_000, costs: with_, duration: 1e6 }).perSecond;
  const one = of(1);
  // Nothing is grouped, and nothing is decided twice.
  expect(one / (1e6 / (50 + 20 + 30 + 10))).toBeCloseTo(1, 1);
  expect(of(4) / one).toBeCloseTo(4, 1);
  const most = 1e6 / (40 + 10);
  const limited = of(8, { ...costs, store: 40, storeEntry: 10 });
  expect(limited).toBeLessThanOrEqual(most * 1.01);
  expect(limited).toBeGreaterThan(most * 0.95);
});

test('servers of one world get in the way of each other, and lose nothing', () => {
  const outcome = run({ servers: 3, clients: 48 });
  expect(outcome.conflicts).toBeGreaterThan(0.1);
  expect(outcome.logged).toBeGreaterThanOrEqual(outcome.responses);
  // The rest is under way when the simulation ends.
  expect(outcome.logged - outcome.responses).toBeLessThanOrEqual(48);
});

test('the same load and seed give the same outcome', () => {
  expect(run({ servers: 2, clients: 8 })).toEqual(run({ servers: 2, clients: 8 }));
});
