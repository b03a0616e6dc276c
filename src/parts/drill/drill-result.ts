/** Writes the result of a drill, as the library returns it and the JSON report contains it. */
import { type Exchange, isLost } from '../../core/exchange.ts';
import { formatDuration } from '../../core/primitives/units.ts';
import type { Redact } from '../../world/evidence/redact.ts';
import type { DrillBaseline, DrillCaseResult, DrillResult } from './cases/drill-types.ts';
import { explainFinding } from './judge/explain-finding.ts';
import type { BaselineRun, Drilled, JudgedCase } from './run/run-drill.ts';

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
    gapsMs,
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
