/** The faults that exist in every world. `docs/faults.md` has the same table, whose rows are fired by its own test. */
import { describe, expect, test } from 'vitest';
import { builtInFaults } from '../../../src/core/faults/built-in-faults.ts';
import { groupOf } from '../../../src/core/faults/effects.ts';

const retryAfter = { 'Retry-After': '1' };
const effects: readonly (readonly [string, object])[] = [
  ['slow', { type: 'latency', latency: { type: 'fixed', ms: 2000 } }],
  ['narrow', { type: 'bandwidth', bytesPerSecond: 10_000 }],
  ['dribble', { type: 'dribble', chunks: 5, overMs: 2000 }],
  ['offline', { type: 'transport', transport: 'reset', work: 'done' }],
  ['hang', { type: 'transport', transport: 'timeout', work: 'done' }],
  ...['reset', 'timeout', 'empty', 'truncate', 'garbage'].map((name): [string, object] => [
    name,
    { type: 'transport', transport: name, work: 'done' },
  ]),
  ['bad-format', { type: 'contract', contract: 'bad-format' }],
  ['longest', { type: 'extreme', extreme: 'longest' }],
];
const effectOf = (name: string) => builtInFaults.get(name)?.effect;

describe('a built-in fault', () => {
  test('is found by its name, beside those of its group', () => {
    for (const [name, fault] of builtInFaults) expect(fault.name).toBe(name);
    const groups = [...builtInFaults.values()].map(({ effect }) => groupOf(effect.type));
    const changes = groups.filter((group, index) => group !== groups[index - 1]);
    expect(changes).toEqual([
      'status',
      'rate',
      'time',
      'transport',
      'contract',
      'extreme',
      'lifecycle',
      'token',
      'webhook',
    ]);
  });

  test.each([
    ['bad-request', 400, undefined],
    ['unauthorized', 401, undefined],
    ['forbidden', 403, undefined],
    ['not-found', 404, undefined],
    ['conflict', 409, undefined],
    ['rate-limited', 429, retryAfter],
    ['server-error', 500, undefined],
    ['unavailable', 503, retryAfter],
    ['flaky', 503, retryAfter],
  ])('%s responds with %i without processing the request', (name, status, headers) => {
    expect(effectOf(name)).toEqual({ type: 'status', status, headers, body: undefined, work: 'skipped' });
  });

  test('flaky applies to 30 % of the requests, any other to all', () => {
    const limited = [...builtInFaults.values()].filter(({ when }) => when !== undefined);
    expect(limited.map(({ name, when }) => [name, when])).toEqual([['flaky', { chance: 0.3 }]]);
    expect([...builtInFaults.values()].filter(({ on }) => on !== undefined)).toEqual([]);
  });

  test.each(effects)('%s has the effect of its name', (name, effect) => {
    expect(effectOf(name)).toEqual(effect);
  });

  test('is described', () => {
    for (const { name, description } of builtInFaults.values())
      expect([name, description]).toEqual([name, expect.stringMatching(/^\w.*\.$/)]);
  });
});
