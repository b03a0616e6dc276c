import type { Service } from '../../core/service/service.ts';
import type { LocalStartRequest } from '../../world/control/start-request.ts';
import { World, type WorldStart } from '../../world/world.ts';

/** Where samples come from. */
export interface SampleSource {
  /** Its `ready()` must have been awaited. */
  readonly service: () => Service;
  /** The seed of the start scenario. */
  readonly seed: number;
  /** Milliseconds since the epoch: generated times are around it, so that samples do not change from day to day. */
  readonly now: number;
  /** A world that nobody else uses. `generate`: the number of items of each collection; undefined: those of the start scenario. */
  readonly open: (start: {
    readonly seed: number;
    readonly now: number;
    readonly generate?: Readonly<Record<string, number>>;
    readonly locale?: string;
  }) => World;
}

/** 2026-01-01: the times of samples are around it. */
export const sampleTime = 1_767_225_600_000;

/** Opens worlds that are on no list of worlds: nobody sees them. */
export const createSampleWorld =
  (service: () => Service, startFor: (request: LocalStartRequest) => WorldStart): SampleSource['open'] =>
  ({ seed, now, generate, locale }) => {
    const clock = { at: new Date(now).toISOString(), frozen: true };
    const start = startFor({ seed, clock, locale, ...(generate !== undefined && { inline: { generate } }) });
    return new World('sample', service(), start, 10);
  };
