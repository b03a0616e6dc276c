/** Compares a real service with its simulation: the requests of `verify`, sent through a world that forwards and compares. */
import type { Operation } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';
import type { DriftRow } from '../../world/evidence/drift.ts';
import type { Judge } from './prism.ts';
import type { OperationResult } from './recorder.ts';
import type { VerifyRequest } from './requests/verified-request.ts';
import type { CallResult, Send } from './requests/verify-client.ts';
import { type VerifyOptions, type VerifyResult, verifyService } from './verify.ts';

interface CompareOptions extends Omit<VerifyOptions, 'judge'> {
  /** The differences of all requests so far. */
  readonly drift: () => Promise<readonly DriftRow[]>;
}

/** The differences at one place of an operation's responses. */
export interface FoundDrift extends DriftRow {
  /** The latest request that shows it. */
  readonly request: VerifyRequest | undefined;
}

export interface CompareResult extends VerifyResult {
  readonly drift: readonly FoundDrift[];
}

/** Reads before it writes, so that the world knows the items of the service. `service.ready()` must have been awaited. */
export const compareService = async (
  service: Service,
  { drift, ...options }: CompareOptions,
): Promise<CompareResult> => {
  const requests = new Map<number, VerifyRequest>();
  const failures = new Map<Operation, Failed>();
  const send: Send = async (request) => {
    const answer = await options.send(request);
    if (answer.type === 'failed') failures.set(request.operation, answer);
    else requests.set(Number(answer.headers['vivarium-exchange']), request);
    return answer;
  };
  const run = ({ isReadOnly }: { readonly isReadOnly: boolean }): Promise<VerifyResult> =>
    verifyService(service, { ...options, send, judge: noJudge, isReadOnly });
  const read = await run({ isReadOnly: true });
  const { operations, credentials } = options.isReadOnly ? read : joined(read, await run({ isReadOnly: false }));
  const { only } = options;
  const rows = (await drift()).filter(({ operation }) => only.length === 0 || only.includes(operation));
  return {
    operations: operations.map((result) => withoutResponse(result, failures.get(result.operation))),
    credentials,
    drift: rows.map((row) => ({ ...row, request: requests.get(row.exchange) })),
  };
};

/** The simulation judges. */
const noJudge: Judge = () => ({ violations: [] });

type Failed = Extract<CallResult, { readonly type: 'failed' }>;

/** `failed`: the latest answer that was none. */
const withoutResponse = (result: OperationResult, failed: Failed | undefined): OperationResult => {
  const { statuses, unjudged } = result;
  const isAnswered = [...statuses.keys()].some((status) => status !== 'none' && status !== 'unsent');
  if (unjudged !== undefined || isAnswered) return result;
  const what = failed?.unsent ? 'the requests were not sent' : 'there was no response';
  return { ...result, unjudged: failed === undefined ? what : `${what}: ${failed.reason}` };
};

const joined = (read: VerifyResult, all: VerifyResult): VerifyResult => {
  const before = new Map<Operation, OperationResult>(read.operations.map((result) => [result.operation, result]));
  return {
    operations: all.operations.map((result) => ({
      ...result,
      statuses: added(before.get(result.operation)?.statuses, result.statuses),
    })),
    credentials: {
      accepted: read.credentials.accepted + all.credentials.accepted,
      rejected: read.credentials.rejected + all.credentials.rejected,
    },
  };
};

const added = (
  before: ReadonlyMap<string, number> = new Map(),
  counts: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> =>
  new Map(
    [...new Set([...before.keys(), ...counts.keys()])]
      .toSorted()
      .map((status) => [status, (before.get(status) ?? 0) + (counts.get(status) ?? 0)]),
  );
