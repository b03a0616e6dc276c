/** The result of a drill, as the library returns it and the JSON report contains it. */
import { type Exchange, isLost } from '../core/exchange.ts';
import { formatDuration } from '../core/primitives/units.ts';
import type { Redact } from '../world/evidence/redact.ts';
import type { DrillTime } from './cases/drill-case.ts';
import { explainFinding } from './judge/explain-finding.ts';
import type { DrillFindingKind, DrillOutcome } from './judge/judge-case.ts';
import type { BaselineRun, Drilled, JudgedCase } from './run/run-drill.ts';

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

/** A run without a fault. */
export interface DrillBaseline {
  /** Of a function: 0. */
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

/** `repeatOf`: what runs a case again. */
export const toResult = (
  { baseline, isStable, cases, notRun }: Drilled,
  { redact, repeatOf }: { readonly redact: Redact; readonly repeatOf: (name: string) => string },
): DrillResult => ({
  baseline: baseline.map(viewBaseline),
  stable: isStable,
  cases: cases.map((judged) => viewCase(judged, redact, repeatOf(judged.case.name))),
  notRun: notRun.map(({ name }) => name),
});

const viewBaseline = ({ ending, calls }: BaselineRun): DrillBaseline => ({
  exitCode: ending.exitCode,
  durationMs: Math.round(ending.durationMs),
  operations: Object.fromEntries(calls),
});

const maxGaps = 100;

const viewCase = (judged: JudgedCase, redact: Redact, repeat: string): DrillCaseResult => {
  const { case: drilled, ending, outcome, attempts, gapsMs, exchanges } = judged;
  const findings = judged.findings.map((finding) => ({
    kind: finding.kind,
    ...explainFinding(finding, drilled, ending),
  }));
  return {
    case: drilled.name,
    operation: drilled.operation,
    fault: drilled.fault,
    when: drilled.when,
    outcome,
    exitCode: ending.exitCode,
    signal: ending.signal,
    durationMs: Math.round(ending.durationMs),
    attempts,
    gapsMs: gapsMs.slice(0, maxGaps),
    findings: findings.map(({ kind }) => kind),
    messages: findings.map(({ message }) => message),
    remedies: findings.map(({ remedy }) => remedy),
    exchanges: exchanges.map(({ exchange, atMs }) => describe(redact(exchange), atMs - (exchanges[0]?.atMs ?? 0))),
    output: ending.output,
    repeat,
  };
};

/** `+12ms POST /v1/orders -> 201, lost`. */
const describe = (exchange: Exchange, sinceMs: number): string => {
  const { request, response } = exchange;
  const target = `${request.path}${request.query === '' ? '' : `?${request.query}`}`;
  const lost = isLost(exchange) ? ', lost' : exchange.transport === 'truncate' ? ', cut off' : '';
  return `+${formatDuration(Math.round(sinceMs))} ${request.method} ${target} -> ${response.status}${lost}`;
};
