/** Judges one case by what the command did, and by what the world got from it. Of a request, nothing is kept that could be a secret. */

import { hash } from 'node:crypto';
import { type Exchange, isLost } from '../../../core/exchange.ts';
import { contentOf, headerOf, rawHeader } from '../../../core/http/http.ts';
import { type DrillCase, drilledFault } from '../cases/cases.ts';
import type { DrillOutcome } from '../cases/drill-types.ts';

/** How a command, or a function in its place, ended. */
export interface Ending {
  /** Null: a signal ended it, or the drill did. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Whether the drill ended it after the time limit. */
  readonly isLate: boolean;
  readonly durationMs: number;
  /** The last lines that it printed. */
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
  const isMore = (key: string) => (seen.get(key) ?? 0) > (usual.get(key) ?? 0);
  const findings = [
    findEarlyRetry(requests, first, { usual, isMore }),
    findRepeatedWrite(after, isMore),
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

/** Whether an exit code is of a signal: a shell reports 128 and its number, of which there are 31. */
const isSignalCode = (code: number | null) => code !== null && code > 128 && code < 160;

const outcomeOf = ({ exitCode, signal, isLate }: Ending): Exclude<DrillOutcome, 'not met'> => {
  if (isLate) return 'hung';
  if (signal !== null || isSignalCode(exitCode)) return 'crashed';
  return exitCode === 0 ? 'passed' : 'failed';
};

/** The part of a delay that the clocks and the machine may add. */
const toleranceMs = 100;

/**
 * Only requests that the client does not send without a fault count: those beside a rejected one may be on their way already. Each
 * is compared with the one that it repeats.
 */
const findEarlyRetry = (
  requests: readonly ObservedRequest[],
  first: number,
  { usual, isMore }: { readonly usual: Tally; readonly isMore: (key: string) => boolean },
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
    const isExtra = count > (usual.get(identity) ?? 0) && isMore(path);
    const [askedMs, waitedMs] = [before.retryAfterMs, Math.round(request.atMs - before.atMs)];
    if (!isExtra || waitedMs >= askedMs - toleranceMs) continue;
    if (worst === undefined || waitedMs < worst.waitedMs) worst = { askedMs, waitedMs };
  }
  return worst && { kind: 'retry-after', ...worst };
};

const findRepeatedWrite = (
  after: readonly ObservedRequest[],
  isMore: (key: string) => boolean,
): DrillFinding | undefined => {
  const writes = after.filter(({ method }) => method === 'POST' || method === 'PATCH');
  for (const [index, lost] of writes.entries()) {
    if (!lost.isDone || !lost.isLost || !isMore(writeOf(lost))) continue;
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

const hasSameKey = (one: ObservedRequest, other: ObservedRequest) =>
  one.idempotencyKey !== undefined && one.idempotencyKey === other.idempotencyKey;

/** More requests for one target within a second are a storm. */
const stormAbove = 10;

const findStorm = (after: readonly ObservedRequest[], usual: Tally): DrillFinding | undefined => {
  let withinSecond = 0;
  for (const [target, same] of Map.groupBy(after, targetOf)) {
    const peak = peakOf(same);
    if (peak > stormAbove && peak > (usual.get(target) ?? 0)) withinSecond = Math.max(withinSecond, peak);
  }
  return withinSecond === 0 ? undefined : { kind: 'storm', withinSecond };
};

export interface ObservedRequest {
  /** When it arrived, in real milliseconds since some time. */
  readonly atMs: number;
  /** If it is undefined, it matched no operation. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** A hash; empty without a body. */
  readonly body: string;
  /** A hash; undefined without the header. */
  readonly idempotencyKey: string | undefined;
  /** The milliseconds that `Retry-After` asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** Whether the fault of the case fired. */
  readonly isHit: boolean;
  /** Why the fault of the case changed nothing; undefined: it fired, or was not for this request. */
  readonly unfit?: string | undefined;
  /** Whether the operation did its work. */
  readonly isDone: boolean;
  /** Whether the client got no whole response. */
  readonly isLost: boolean;
  /** The collection in which it created an item. */
  readonly created: string | undefined;
}

/** `at`: the real time. */
export const observe = (exchange: Exchange, atMs: number): ObservedRequest => {
  const { request, response, steps } = exchange;
  const created = steps.find((step) => step.type === 'executed' && step.action === 'create');
  const idempotencyKey = headerOf(request.headers, 'idempotency-key');
  return {
    atMs,
    operation: exchange.operation,
    method: request.method,
    path: request.path,
    query: request.query,
    body: hashOfBody(exchange),
    idempotencyKey: idempotencyKey && hash('sha1', idempotencyKey),
    retryAfterMs: retryAfterOf(exchange),
    unfit: unfitnessOf(exchange),
    isHit: exchange.faults.some(({ name }) => name === drilledFault),
    isDone: response.status < 400,
    // Half of a body is of no more use to a client than none.
    isLost: isLost(exchange) || exchange.transport === 'truncate',
    created: created?.type === 'executed' ? created.collection : undefined,
  };
};

const unfitnessOf = ({ steps }: Exchange): string | undefined => {
  const step = steps.find((each) => each.type === 'not-applicable' && each.fault === drilledFault);
  return step?.type === 'not-applicable' ? step.reason : undefined;
};

/** The hash of a body without the boundary of its form, which is another one with each attempt. */
const hashOfBody = ({ request }: Exchange): string => {
  const content = contentOf(request.body);
  if (content === undefined || content.length === 0) return '';
  const boundary = /^multipart\/.*boundary="?([^";,]+)/i.exec(headerOf(request.headers, 'content-type') ?? '')?.[1];
  if (boundary === undefined) return hash('sha1', content);
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
  return hash('sha1', text.replaceAll(boundary, ''));
};

/** Seconds, or a date (RFC 9110, section 10.2.3). */
const retryAfterOf = ({ at, response: { headers } }: Exchange): number | undefined => {
  const value = rawHeader(headers, 'retry-after');
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - at);
};

/** The same request, whenever it is sent. */
const identityOf = (request: ObservedRequest) => `request ${targetOf(request)} ${request.body}`;

/** What a request is for: its method and its address. */
const targetOf = ({ method, path, query }: ObservedRequest) => `${method} ${path}?${query}`;

/** A write as `repeated-write` knows it again. */
const writeOf = ({ method, path, body }: ObservedRequest) => `write ${method} ${path} ${body}`;

const methodAndPath = ({ method, path }: ObservedRequest) => `path ${method} ${path}`;

/** How often there was each request, path and write, and for each target the most requests within a second. */
export type Tally = ReadonlyMap<string, number>;

export const tallyOf = (requests: readonly ObservedRequest[]): Tally =>
  new Map([
    ...[identityOf, methodAndPath, writeOf].flatMap((keyOf) => [...countBy(requests, keyOf)]),
    ...[...Map.groupBy(requests, targetOf)].map(([target, same]) => [target, peakOf(same)] as const),
  ]);

/** The larger number of each: none of the runs had a fault. */
export const largestOf = (tallies: readonly Tally[]): Tally => {
  const found = new Map<string, number>();
  for (const tally of tallies) for (const [key, count] of tally) found.set(key, Math.max(count, found.get(key) ?? 0));
  return found;
};

export const callsOf = (requests: readonly ObservedRequest[]): ReadonlyMap<string, number> =>
  countBy(
    requests.filter(({ operation }) => operation !== undefined),
    ({ operation = '' }) => operation,
  );

const countBy = (
  requests: readonly ObservedRequest[],
  keyOf: (request: ObservedRequest) => string,
): ReadonlyMap<string, number> => new Map([...Map.groupBy(requests, keyOf)].map(([key, same]) => [key, same.length]));

const secondMs = 1000;

/** The most requests within a second. */
const peakOf = (requests: readonly ObservedRequest[]): number => {
  let peak = 0;
  let first = 0;
  for (const [index, { atMs }] of requests.entries()) {
    while (atMs - (requests[first] as ObservedRequest).atMs >= secondMs) first++;
    peak = Math.max(peak, index - first + 1);
  }
  return peak;
};
