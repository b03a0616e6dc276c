/** Judges one case by what the command did, and by what the world got from it. Pure. */

import type { DrillCase } from '../cases/drill-case.ts';
import type { DrillOutcome } from '../cases/drill-types.ts';
import { identityOf, methodAndPath, type ObservedRequest, targetOf, writeOf } from './observed-request.ts';
import { peakOf, type Tally, tallyOf } from './tally.ts';

/** How a command, or a function in its place, ended. */
export interface Ending {
  /** Null: a signal ended it, or the drill did. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Whether the drill ended it after the time limit. */
  readonly isLate: boolean;
  readonly durationMs: number;
  /** Its last lines. */
  readonly output: string;
}

/** A finding with what its sentence says. */
export type DrillFinding =
  | { readonly kind: 'retry-after'; readonly askedMs: number; readonly waitedMs: number }
  | {
      readonly kind: 'repeated-write';
      readonly times: number;
      /** Whether the requests had different keys; else at least one has none. */
      readonly hasOtherKey: boolean;
      /** The items that it created; undefined: the operation creates none. */
      readonly created: { readonly collection: string; readonly count: number } | undefined;
    }
  | { readonly kind: 'storm'; readonly withinSecond: number }
  | { readonly kind: 'inside-contract' | 'hung' | 'crashed' | 'failed' };

export interface CaseJudgement {
  readonly outcome: DrillOutcome;
  /** The requests like the one that met the fault, from that one on; 0 if the fault did not fire. */
  readonly attempts: number;
  /** The milliseconds between them. */
  readonly gapsMs: readonly number[];
  readonly findings: readonly DrillFinding[];
  /** Why the fault had nothing to change, if the outcome is `not met`; undefined: no request met it. */
  readonly unfit?: string | undefined;
}

/** Faults whose responses keep to the document. */
const insideContract: readonly string[] = ['minimal', 'empty-list', 'longest', 'boundary'];

/** `usual`: what the client sends without a fault. */
export const judgeCase = (
  { fault }: Pick<DrillCase, 'fault'>,
  ending: Ending,
  requests: readonly ObservedRequest[],
  usual: Tally,
): CaseJudgement => {
  const first = requests.findIndex(({ isHit }) => isHit);
  const hit = requests[first];
  if (hit === undefined) {
    const unfit = requests.find((request) => request.unfit !== undefined)?.unfit;
    return { outcome: 'not met', attempts: 0, gapsMs: [], findings: [], unfit };
  }
  const outcome = outcomeOf(ending);
  const after = requests.slice(first);
  const attempts = after.filter((request) => identityOf(request) === identityOf(hit));
  const seen = tallyOf(requests);
  const findings = [
    findEarlyRetry(requests, first, { seen, usual }),
    findRepeatedWrite(after, { seen, usual }),
    findStorm(after, usual),
    outcome !== 'passed' && insideContract.includes(fault) ? { kind: 'inside-contract' as const } : undefined,
    outcome === 'passed' ? undefined : { kind: outcome },
  ];
  return {
    outcome,
    attempts: attempts.length,
    gapsMs: attempts.slice(1).map(({ atMs }, index) => Math.round(atMs - (attempts[index] as ObservedRequest).atMs)),
    findings: findings.filter((finding) => finding !== undefined),
  };
};

/** A shell reports a signal as 128 and its number, of which there are 31. */
const isSignalCode = (code: number | null): boolean => code !== null && code > 128 && code < 160;

const outcomeOf = ({ exitCode, signal, isLate }: Ending): Exclude<DrillOutcome, 'not met'> => {
  if (isLate) return 'hung';
  if (signal !== null || isSignalCode(exitCode)) return 'crashed';
  return exitCode === 0 ? 'passed' : 'failed';
};

interface Tallies {
  readonly seen: Tally;
  readonly usual: Tally;
}

const isMore = (key: string, seen: ReadonlyMap<string, number>, usual: ReadonlyMap<string, number>): boolean =>
  (seen.get(key) ?? 0) > (usual.get(key) ?? 0);

/** The part of a delay that the clocks and the machine may add. */
const toleranceMs = 100;

/**
 * Only requests that the client does not send without a fault count: those beside a rejected one may be on their way already. Each
 * is compared with the one that it repeats.
 */
const findEarlyRetry = (
  requests: readonly ObservedRequest[],
  first: number,
  { seen, usual }: Tallies,
): DrillFinding | undefined => {
  const counts = new Map<string, number>();
  const latest = new Map<string, ObservedRequest>();
  let worst: { readonly askedMs: number; readonly waitedMs: number } | undefined;
  for (const [index, request] of requests.entries()) {
    const [identity, path] = [identityOf(request), methodAndPath(request)];
    const before = latest.get(identity) ?? latest.get(path);
    const count = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, count);
    latest.set(identity, request);
    latest.set(path, request);
    if (index <= first || before?.retryAfterMs === undefined) continue;
    const isExtra = count > (usual.identities.get(identity) ?? 0) && isMore(path, seen.paths, usual.paths);
    const [askedMs, waitedMs] = [before.retryAfterMs, Math.round(request.atMs - before.atMs)];
    if (!isExtra || waitedMs >= askedMs - toleranceMs) continue;
    if (worst === undefined || waitedMs < worst.waitedMs) worst = { askedMs, waitedMs };
  }
  return worst && { kind: 'retry-after', ...worst };
};

const findRepeatedWrite = (after: readonly ObservedRequest[], { seen, usual }: Tallies): DrillFinding | undefined => {
  const writes = after.filter(({ method }) => method === 'POST' || method === 'PATCH');
  for (const [index, lost] of writes.entries()) {
    if (!lost.isDone || !lost.isLost || !isMore(writeOf(lost), seen.writes, usual.writes)) continue;
    const repeated = writes
      .slice(index + 1)
      .filter((write) => writeOf(write) === writeOf(lost) && !hasSameKey(write, lost));
    if (repeated.length === 0) continue;
    const keys = [lost, ...repeated].map(({ idempotencyKey }) => idempotencyKey);
    const created = [lost, ...repeated].filter((write) => write.created !== undefined);
    return {
      kind: 'repeated-write',
      times: repeated.length,
      hasOtherKey: keys.every((key) => key !== undefined),
      created: lost.created === undefined ? undefined : { collection: lost.created, count: created.length },
    };
  }
  return undefined;
};

const hasSameKey = (one: ObservedRequest, other: ObservedRequest): boolean =>
  one.idempotencyKey !== undefined && one.idempotencyKey === other.idempotencyKey;

/** More requests for one target within a second are a storm. */
const stormAbove = 10;

const findStorm = (after: readonly ObservedRequest[], usual: Tally): DrillFinding | undefined => {
  let withinSecond = 0;
  for (const [target, same] of Map.groupBy(after, targetOf)) {
    const peak = peakOf(same);
    if (peak > stormAbove && peak > (usual.peaks.get(target) ?? 0)) withinSecond = Math.max(withinSecond, peak);
  }
  return withinSecond === 0 ? undefined : { kind: 'storm', withinSecond };
};
