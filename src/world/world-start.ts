/** What a world starts from. */
import type { State } from '../core/state/state.ts';
import type { ClockStart, Scenario } from '../scenario/document/read-scenario.ts';

/** The initial state of a world, also for resets. It belongs to one service. */
export interface WorldStart {
  /** The scenario and the overrides, to recreate the start when files change. */
  readonly scenario: Scenario;
  readonly overrides: StartOverrides;
  readonly seed: number;
  readonly clock: ClockStart;
  /** A new state for a world with this name. `now` is its time; generated dates are relative to it. */
  readonly createState: (name: string, now: number) => State;
  /** Generates the data for `createState` in steps, with pauses in which other worlds are served. */
  readonly prepare?: ((now: number, pause: () => Promise<void>) => Promise<void>) | undefined;
}

export interface StartOverrides {
  /** The scenario's name; null for an inline scenario. */
  readonly name: string | null;
  readonly seed?: number | undefined;
  /** Default: the scenario's. */
  readonly locale?: string | undefined;
  readonly clock?: ClockStart | undefined;
}
