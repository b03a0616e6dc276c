/** What a drill returns: published, so without imports. */

/** `once`: the fault hits the first call of the operation; `always`: every call. */
export const drillTimes = ['once', 'always'] as const;

export type DrillTime = (typeof drillTimes)[number];

/** `not met`: the fault did not fire, which says nothing about the client. */
export type DrillOutcome = 'passed' | 'failed' | 'crashed' | 'hung' | 'not met';

export const drillFindings = [
  'retry-after',
  'repeated-write',
  'storm',
  'inside-contract',
  'hung',
  'crashed',
  'failed',
] as const;

export type DrillFindingKind = (typeof drillFindings)[number];

/** What the client did without a fault, and under each fault. */
export interface DrillResult {
  /** The runs without a fault. */
  readonly baseline: readonly DrillBaseline[];
  /** Whether they called the same operations, equally often. */
  readonly stable: boolean;
  readonly cases: readonly DrillCaseResult[];
  /** The names of cases that were not run, because the drill ended early. */
  readonly notRun: readonly string[];
}

export interface DrillBaseline {
  /** The exit code is 0 for a function. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The number of calls of each operation. */
  readonly operations: Readonly<Record<string, number>>;
}

/** What the client did under one fault. */
export interface DrillCaseResult {
  /** `createOrder/rate-limited/once`; a fault that is only tried always has no third part. */
  readonly case: string;
  readonly operation: string;
  /** The name of a built-in fault, or an error status such as `409`. */
  readonly fault: string;
  /** `once`: the fault hit the first call of the operation; `always`: every call. */
  readonly when: DrillTime;
  /** `not met`: the fault did not fire, which says nothing about the client. */
  readonly outcome: DrillOutcome;
  /** Null if a signal or the drill ended it. Of a function: 0, or 1 if it threw. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  /** The requests like the one that met the fault, from that one on. */
  readonly attempts: number;
  /** The milliseconds between the attempts, at most 100 of them. */
  readonly gapsMs: readonly number[];
  readonly findings: readonly DrillFindingKind[];
  /** Each finding as a sentence, in the same order. */
  readonly messages: readonly string[];
  /** What to do about each finding, in the same order. */
  readonly remedies: readonly string[];
  /** The first requests from the one that met the fault, one line each. */
  readonly exchanges: readonly string[];
  /** The last 20 lines of the output; of a function, its error. */
  readonly output: string;
  /** What runs this case again. */
  readonly repeat: string;
}
