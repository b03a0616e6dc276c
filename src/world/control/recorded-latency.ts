/** How long the upstream takes, as faults: a recording without it may be as slow. */

import type { FaultEntry } from '../../core/faults/fault.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import { servicesOf } from '../../core/service/service.ts';
import { choiceIn } from '../../core/state/upstream-choice.ts';
import type { World } from '../world.ts';

/** Fewer requests of an operation have no useful 99th percentile. */
const minRequests = 5;

/** The faults of the world, and one for each recorded operation in its journal. They are off. */
export const withRecordedLatency = ({
  decisions: { service, state },
  journal,
}: World): ReadonlyMap<string, FaultEntry> => {
  const isRecording = servicesOf(service).some(
    ({ name, upstream }) => upstream !== undefined && choiceIn(state, name, upstream).record,
  );
  if (!isRecording) return state.faults;
  const times = new Map<string, number[]>();
  for (const { operation, upstreamMs } of journal.newestFirst()) {
    if (operation !== undefined && upstreamMs !== undefined) getOrInsert(times, operation, () => []).push(upstreamMs);
  }
  const faults = new Map(state.faults);
  for (const [operation, all] of times) {
    if (all.length < minRequests) continue;
    const sorted = all.sort((left, right) => left - right);
    const medianMs = Math.max(1, percentile(sorted, 0.5));
    const p99Ms = Math.max(medianMs, percentile(sorted, 0.99));
    const latency = { type: 'log-normal', medianMs, p99Ms } as const;
    const name = `recorded-latency-${operation}`;
    const effect = { type: 'latency', latency } as const;
    const fault = { name, description: undefined, on: { operation }, when: undefined, effect };
    // One that was switched on stays on.
    faults.set(name, { enabled: faults.get(name)?.enabled ?? false, fault });
  }
  return faults;
};

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.ceil(sorted.length * part) - 1] as number;
