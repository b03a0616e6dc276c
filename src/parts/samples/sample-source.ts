import type { Service } from '../../core/service/service.ts';
import type { LocalStartRequest } from '../../world/control/start-request.ts';
import { World, type WorldStart } from '../../world/world.ts';

export interface SampleSource {
  /** Its `ready()` must have been awaited. */
  readonly service: () => Service;
  readonly startFor: (request: LocalStartRequest) => WorldStart;
  /** Whether integers that a number cannot hold stay as they are: for a text. Default: they are the nearest numbers, as in a parsed response. */
  readonly keepsLargeIntegers?: boolean;
}

export interface SampleDraw {
  readonly source: SampleSource;
  readonly seed: number;
  readonly locale: string | undefined;
}

/** 2026-01-01: the times of samples are around it, so that they do not change from day to day. */
export const sampleTime = 1_767_225_600_000;

/**
 * Opens a world that is on no list of worlds: nobody else sees it.
 *
 * @param generate The number of items of each collection; undefined: those of the start scenario.
 */
export const openSampleWorld = (
  { source, seed, locale }: SampleDraw,
  generate?: Readonly<Record<string, number>> | undefined,
): World => {
  const clock = { at: new Date(sampleTime).toISOString(), frozen: true };
  const inline = generate && { generate };
  return new World('sample', source.service(), source.startFor({ seed, clock, locale, inline }));
};
