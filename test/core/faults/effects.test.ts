import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { builtInFaults } from '../../../src/core/faults/built-in-faults.ts';
import {
  delayOf,
  type Effect,
  effectTypes,
  isBodyEffect,
  type Latency,
  type OpenDecision,
  type RateEffect,
  rowOf,
} from '../../../src/core/faults/effects.ts';
import { plainDelivery } from '../../../src/core/http/http.ts';
import { seedFrom } from '../../../src/core/primitives/seeded-random.ts';
import fc from '../../fast-check.ts';

/** With what the built-in faults do not have. */
const others: readonly Effect[] = [
  { type: 'status', status: 402, headers: undefined, body: { a: 1 }, work: 'done' },
  { type: 'latency', latency: { type: 'uniform', minMs: 100, maxMs: 900 } },
  { type: 'latency', latency: { type: 'log-normal', medianMs: 200, p99Ms: 2000 } },
  { type: 'transport', transport: 'timeout', work: 'skipped' },
];

/** Without parameters. */
const plain: Readonly<Record<Effect['type'], object>> = {
  status: { status: 500 },
  latency: { latency: '0ms' },
  bandwidth: { bandwidth: '0B' },
  dribble: { dribble: {} },
  transport: { transport: 'reset' },
  contract: { contract: 'missing-required' },
  extreme: { extreme: 'minimal' },
  token: { token: 'expired' },
  lifecycle: { lifecycle: 'failed' },
  webhook: { webhook: 'lost' },
  rate: { rate: { limit: 0, per: '0ms' } },
};

describe.each(effectTypes)('the row of the effect %s', (type) => {
  const { title, parameters, write, read, describe: inWords, met, decide } = rowOf(type);
  const examples = [...builtInFaults.values()].map(({ effect }) => effect).filter((effect) => effect.type === type);

  test('has a parameter of its name, and texts', () => {
    expect(Object.keys(parameters)[0]).toBe(type);
    expect(title.toLowerCase()).toContain(`${type}: `);
    expect(examples).not.toEqual([]);
    for (const effect of examples)
      expect([inWords(effect), met(effect)]).toEqual([expect.stringMatching(/\.$/), expect.any(String)]);
  });

  test('reads what it writes, and keeps what a change does not name', () => {
    expect(write(read({}, undefined))).toMatchObject(plain[type]);
    for (const effect of [...examples, ...others.filter((one) => one.type === type)]) {
      const { body, ...rest } = write(effect);
      const given = { ...rest, ...(body !== undefined && { body: { value: body } }) };
      expect(read(given, undefined)).toEqual(effect);
      expect(read({}, effect)).toEqual(effect);
      expect(Object.keys(rest).filter((name) => !(name in parameters))).toEqual([]);
    }
  });

  test('decides something, unless it changes the body', () => {
    for (const effect of examples) {
      const limited: RateEffect[] = [];
      const limit: OpenDecision['limit'] = (one) => limited.push(one) > 0;
      const decided: OpenDecision = {
        ...{ status: undefined, transport: undefined, delivery: plainDelivery, endpoint: 'token' },
        limit,
      };
      expect(decide?.(effect, decided, () => 1)).toBe(isBodyEffect(effect) ? undefined : true);
      const { endpoint, limit: _limit, ...changed } = decided;
      const isUnchanged = isDeepStrictEqual(changed, {
        status: undefined,
        transport: undefined,
        delivery: plainDelivery,
      });
      expect(isUnchanged && limited.length === 0).toBe(isBodyEffect(effect));
    }
  });
});

describe('a latency', () => {
  const delays = (latency: Latency) => Array.from({ length: 2000 }, (_, at) => delayOf(latency, seedFrom(1, at)));
  const quantile = (values: readonly number[], part: number) =>
    values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] as number;

  test('that is fixed is always the same', () => {
    expect(new Set(delays({ type: 'fixed', ms: 250 }))).toEqual(new Set([250]));
  });

  test('between two times stays between them and spreads over all of it', () => {
    const found = delays({ type: 'uniform', minMs: 100, maxMs: 900 });
    expect(Math.min(...found)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...found)).toBeLessThanOrEqual(900);
    expect(quantile(found, 0.1)).toBeLessThan(250);
    expect(quantile(found, 0.9)).toBeGreaterThan(750);
    expect(new Set(delays({ type: 'uniform', minMs: 5, maxMs: 5 }))).toEqual(new Set([5]));
  });

  test('by its median and 99th percentile has them', () => {
    const found = delays({ type: 'log-normal', medianMs: 200, p99Ms: 2000 });
    expect(Math.min(...found)).toBeGreaterThan(0);
    expect(found.every(Number.isInteger)).toBe(true);
    expect(Math.abs(quantile(found, 0.5) - 200)).toBeLessThan(30);
    expect(Math.abs(quantile(found, 0.99) - 2000)).toBeLessThan(800);
    expect(new Set(delays({ type: 'log-normal', medianMs: 50, p99Ms: 50 }))).toEqual(new Set([50]));
  });

  test('is within its bounds and the same for the same seed, whatever they are', () => {
    const bounds = fc
      .tuple(fc.nat(5000), fc.nat(5000))
      .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
    fc.assert(
      fc.property(bounds, fc.nat(), ([minMs, maxMs], seed) => {
        const uniform: Latency = { type: 'uniform', minMs, maxMs };
        const delay = delayOf(uniform, seed);
        expect(delay >= minMs && delay <= maxMs && Number.isInteger(delay)).toBe(true);
        expect(delayOf(uniform, seed)).toBe(delay);
        const normal: Latency = { type: 'log-normal', medianMs: minMs + 1, p99Ms: maxMs + 1 };
        expect(Number.isFinite(delayOf(normal, seed)) && delayOf(normal, seed) >= 0).toBe(true);
        expect(delayOf(normal, seed)).toBe(delayOf(normal, seed));
      }),
    );
  });
});
