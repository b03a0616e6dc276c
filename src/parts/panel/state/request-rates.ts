/** Requests by outcome, and latency, over the last minutes, in a fixed amount of memory. */

import { noRequests, type OutcomeCounts, outcomeOf } from './outcome.ts';
import type { Entry } from './shown-journal.ts';

export const slotMs = 2000;
export const slotCount = 120;

/** Latency is counted in steps of a quarter of an octave, from 0.1 ms to about 100 s. */
const stepsPerOctave = 4;
const stepCount = 80;
const stepOf = (ms: number) =>
  Math.min(stepCount - 1, Math.max(0, Math.round(Math.log2(Math.max(ms, 0.1) / 0.1) * stepsPerOctave)));
const msOf = (step: number) => 0.1 * 2 ** (step / stepsPerOctave);

interface Slot {
  readonly counts: OutcomeCounts;
  readonly latencies: Uint32Array;
}

const emptySlot = (): Slot => ({ counts: { ...noRequests }, latencies: new Uint32Array(stepCount) });

export interface RatePoint {
  readonly counts: Readonly<OutcomeCounts>;
  readonly total: number;
  readonly medianMs: number | undefined;
  readonly p95Ms: number | undefined;
}

export class Rates {
  /** The slots by their numbers, which count slots since the epoch. */
  readonly #slots = new Map<number, Slot>();

  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (entry.arrived === undefined) continue;
      const number = Math.floor(entry.arrived / slotMs);
      const slot = this.#slots.get(number) ?? emptySlot();
      this.#slots.set(number, slot);
      slot.counts[outcomeOf(entry)]++;
      const step = stepOf(entry.durationMs);
      slot.latencies[step] = (slot.latencies[step] as number) + 1;
    }
    const newest = Math.max(...this.#slots.keys());
    for (const number of this.#slots.keys()) if (number <= newest - slotCount) this.#slots.delete(number);
  }

  /** The slots, oldest first. The last one is incomplete. */
  points(now: number): readonly RatePoint[] {
    const first = Math.floor(now / slotMs) - slotCount + 1;
    return Array.from({ length: slotCount }, (_, index) => pointOf(this.#slots.get(first + index) ?? emptySlot()));
  }

  clear(): void {
    this.#slots.clear();
  }
}

const pointOf = ({ counts, latencies }: Slot): RatePoint => {
  const total = latencies.reduce((sum, count) => sum + count, 0);
  return { counts, total, medianMs: quantile(latencies, total, 0.5), p95Ms: quantile(latencies, total, 0.95) };
};

const quantile = (latencies: Uint32Array, total: number, share: number): number | undefined => {
  let left = total * share;
  for (const [step, count] of latencies.entries()) {
    left -= count;
    if (count > 0 && left <= 0) return msOf(step);
  }
  return undefined;
};
