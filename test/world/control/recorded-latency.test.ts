/** The latency of an upstream, as faults. */
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import { statusInstead } from '../../../src/core/faults/effects.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { withRecordedLatency } from '../../../src/world/control/recorded-latency.ts';
import { captureScenario, saveWorld } from '../../../src/world/control/save-world.ts';
import type { World } from '../../../src/world/world.ts';
import { exchangeOf } from '../evidence/support.ts';
import { choice, upstream, worldOf } from './support.ts';

describe('a recorded latency', () => {
  /** A world that recorded these times, oldest first. */
  const recorded = (
    times: readonly (number | undefined)[],
    over: Partial<Service> = { upstream },
    rest: Partial<Exchange> = {},
  ) => {
    const world = worldOf({}, over);
    for (const [index, upstreamMs] of times.entries())
      world.journal.add(
        exchangeOf(index + 1, { operation: 'listPets', ...(upstreamMs !== undefined && { upstreamMs }), ...rest }),
      );
    return world;
  };
  const latencyOf = (world: World) =>
    [...withRecordedLatency(world)].map(([name, { enabled, fault }]) => [name, enabled, fault.effect, fault.on]);

  test.each([
    ['the median and the 99th percentile', [50, 10, 30, 20, 40], 30, 50],
    ['of an even number the lower one of the middle', [4, 1, 3, 2, 6, 5], 3, 6],
    ['at least a millisecond', [0, 0, 0, 0, 0.5], 1, 1],
  ])('is a fault that is off, with %s', (_what, times, medianMs, p99Ms) => {
    expect(latencyOf(recorded([...times, undefined]))).toEqual([
      [
        'recorded-latency-listPets',
        false,
        { type: 'latency', latency: { type: 'log-normal', medianMs, p99Ms } },
        expect.objectContaining({ operation: 'listPets' }),
      ],
    ]);
  });

  test('is none of fewer than five requests, of none that was forwarded, of no operation, or without recording', () => {
    const times = [1, 2, 3, 4, 5];
    expect(latencyOf(recorded(times.slice(1)))).toEqual([]);
    expect(latencyOf(recorded(times.map(() => undefined)))).toEqual([]);
    expect(latencyOf(recorded(times, { upstream }, { operation: undefined as never }))).toEqual([]);
    expect(latencyOf(recorded(times, {}))).toEqual([]);
    expect(latencyOf(recorded(times, { upstream: { ...upstream, choice: { ...choice, record: false } } }))).toEqual([]);
  });

  test('stays on if somebody switched it on, and is saved with the world', () => {
    const world = recorded([1, 2, 3, 4, 5]);
    const name = 'recorded-latency-listPets';
    const effect = { ...statusInstead(500), work: 'done' } as const;
    world.putFault({
      enabled: true,
      fault: { name, description: undefined, on: { operation: 'listPets' }, when: undefined, effect },
    });
    expect(latencyOf(world)[0]?.slice(0, 2)).toEqual([name, true]);
    for (const document of [saveWorld(world), captureScenario(world).document])
      expect(document.faults).toEqual([expect.objectContaining({ name, latency: expect.anything() })]);
  });
});
