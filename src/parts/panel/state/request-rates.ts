/** Requests per second by outcome, and latency, over the last minutes, in a fixed amount of memory. */

import { type Outcome, outcomeOf, outcomes } from './outcome.ts';
import type { Entry } from './shown-journal.ts';

export const slotMs = 2000;
export const slotCount = 120;

/** Latency is counted in steps of a quarter of an octave, from 0.1 ms to about 100 s. */
const stepsPerOctave = 4;
const stepCount = 80;
const stepOf = (ms: number): number =>
  Math.min(stepCount - 1, Math.max(0, Math.round(Math.log2(Math.max(ms, 0.1) / 0.1) * stepsPerOctave)));
const msOf = (step: number): number => 0.1 * 2 ** (step / stepsPerOctave);

interface Slot {
  /** The number of the slot of two seconds since the epoch. */
  number: number;
  readonly counts: Record<Outcome, number>;
  readonly latencies: Uint32Array;
}

export interface RatePoint {
  /** Requests per second. */
  readonly rates: Readonly<Record<Outcome, number>>;
  readonly total: number;
  readonly medianMs: number | undefined;
  readonly p95Ms: number | undefined;
}

export class Rates {
  readonly #slots: Slot[] = Array.from({ length: slotCount }, () => ({
    number: -1,
    counts: { success: 0, redirect: 0, 'client-error': 0, 'server-error': 0, lost: 0 },
    latencies: new Uint32Array(stepCount),
  }));

  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (entry.arrived === undefined) continue;
      const slot = this.#slotAt(Math.floor(entry.arrived / slotMs));
      if (slot === undefined) continue;
      slot.counts[outcomeOf(entry)]++;
      const step = stepOf(entry.durationMs);
      slot.latencies[step] = (slot.latencies[step] ?? 0) + 1;
    }
  }

  #slotAt(number: number): Slot | undefined {
    const slot = this.#slots[((number % slotCount) + slotCount) % slotCount] as Slot;
    if (slot.number > number) return undefined;
    if (slot.number < number) {
      slot.number = number;
      for (const outcome of outcomes) slot.counts[outcome] = 0;
      slot.latencies.fill(0);
    }
    return slot;
  }

  /** The slots, oldest first. The last one is incomplete. */
  points(now: number): readonly RatePoint[] {
    const last = Math.floor(now / slotMs);
    return Array.from({ length: slotCount }, (_, index) => {
      const number = last - slotCount + 1 + index;
      const slot = this.#slots[((number % slotCount) + slotCount) % slotCount] as Slot;
      return slot.number === number ? pointOf(slot) : emptyPoint;
    });
  }

  clear(): void {
    for (const slot of this.#slots) slot.number = -1;
  }
}

const emptyPoint: RatePoint = {
  rates: { success: 0, redirect: 0, 'client-error': 0, 'server-error': 0, lost: 0 },
  total: 0,
  medianMs: undefined,
  p95Ms: undefined,
};

const pointOf = ({ counts, latencies }: Slot): RatePoint => {
  const perSecond = 1000 / slotMs;
  const rates = { ...counts };
  let total = 0;
  for (const outcome of outcomes) {
    total += counts[outcome];
    rates[outcome] = counts[outcome] * perSecond;
  }
  return { rates, total, medianMs: quantile(latencies, total, 0.5), p95Ms: quantile(latencies, total, 0.95) };
};

const quantile = (latencies: Uint32Array, total: number, share: number): number | undefined => {
  let left = total * share;
  for (const [step, count] of latencies.entries()) {
    left -= count;
    if (count > 0 && left <= 0) return msOf(step);
  }
  return undefined;
};
