/** Exercises every operation of a service, and judges its responses, or compares them with those of its simulation. */
import { safeMethods } from '../../core/http/http.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';
import type { DriftRow } from '../../world/evidence/drift.ts';
import { Exercise, type Exercised } from './exercise-operation.ts';
import { KnownItems } from './known-items.ts';
import type { Judge } from './prism.ts';
import { LostOperation, type OperationResult, Recorder } from './recorder.ts';
import type { CallResult, CredentialOptions, Send, VerifyRequest } from './requests.ts';

export interface VerifyOptions {
  readonly send: Send;
  readonly judge: Judge;
  readonly seed: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Only requests that change nothing. */
  readonly isReadOnly: boolean;
  /** The names of the operations to judge; empty: all. */
  readonly only: readonly string[];
  /** Called before each operation. */
  readonly onProgress?: ((done: number, total: number, operation: string) => void) | undefined;
}

export interface VerifyResult {
  readonly operations: readonly OperationResult[];
  /** Calls of operations that require a credential, with a valid one. */
  readonly credentials: { readonly accepted: number; readonly rejected: number };
}

/** `service.ready()` must have been awaited. */
export const verifyService = async (service: Service, options: VerifyOptions): Promise<VerifyResult> => {
  const { send, judge, seed, now, isReadOnly, only, onProgress } = options;
  const { collections, operations } = service;
  const isCallable = (operation: Operation) => whyNotCalled(operation, isReadOnly, now) === undefined;
  const callable = operations.filter((operation) => isCallable(operation) && operation.success !== undefined);
  let number = 0;
  const shared: Exercised = {
    operations: callable,
    known: new KnownItems(service),
    drawing: { seed, now },
    nextNumber: () => ++number,
  };
  const isSelected = ({ name }: Operation) => only.length === 0 || only.includes(name);
  const needed = collectionsOf(operations.filter(isSelected), collections);
  const results = new Map<Operation, OperationResult>();
  const credentials = { accepted: 0, rejected: 0 };
  const ordered = inOrder(operations).filter((operation) => isSelected(operation) || isSetUp(operation, needed));
  for (const [index, operation] of ordered.entries()) {
    onProgress?.(index, ordered.length, operation.name);
    const recorder = new Recorder(operation, send, isSelected(operation) ? judge : undefined);
    const reason = whyNotCalled(operation, isReadOnly, now) ?? whyNotJudged(operation);
    try {
      const exercise = new Exercise(recorder, shared);
      if (callable.includes(operation)) await exercise.run();
      else if (isCallable(operation) && recorder.isJudged) await exercise.checkCredentials();
    } catch (error) {
      if (!(error instanceof LostOperation)) throw error;
      recorder.note('further requests were not sent, since several responses in succession were lost');
    }
    credentials.accepted += recorder.credentials.accepted;
    credentials.rejected += recorder.credentials.rejected;
    if (recorder.isJudged) results.set(operation, recorder.result(reason));
  }
  return { operations: operations.flatMap((operation) => results.get(operation) ?? []), credentials };
};

/** Why a service could not be judged; undefined if it was. */
export const whyUnjudged = (
  { operations, credentials }: VerifyResult,
  { key }: CredentialOptions,
): string | undefined => {
  if (operations.length === 0) return 'the document has no operation';
  if (operations.every(({ statuses }) => statuses.size === 0)) return 'no operation could be called';
  if (credentials.accepted > 0 || credentials.rejected === 0) return undefined;
  return `every call with a credential was rejected${key === undefined ? ' (give one with --key)' : ''}`;
};

/** `fetch` does not send them. */
const forbiddenMethods: readonly string[] = ['CONNECT', 'TRACE', 'TRACK'];

const whyNotCalled = ({ method, sunset }: Operation, isReadOnly: boolean, now: number): string | undefined => {
  if (forbiddenMethods.includes(method)) return `${method} cannot be sent`;
  if (isReadOnly && !safeMethods.includes(method)) return 'it may change data: read-only';
  return sunset !== undefined && sunset <= now ? 'it is past its sunset' : undefined;
};

const whyNotJudged = ({ success, security }: Operation): string | undefined => {
  if (success !== undefined) return undefined;
  const isChecked = security.length > 0 ? '; only called without a valid credential' : '';
  return `the document has no success response${isChecked}`;
};

/** Creations first, parents before their children; deletions last. */
const inOrder = (operations: readonly Operation[]): readonly Operation[] => {
  const rankOf = ({ binding }: Operation): number => {
    const depth = binding?.collection.parents.length ?? 0;
    switch (binding?.action) {
      case 'create':
        return depth * 2;
      case 'list':
        return depth * 2 + 1;
      case 'delete':
        // Children before their parents.
        return 1000 - depth;
      case 'read':
        return 100;
      default:
        return 200;
    }
  };
  return operations.toSorted((left, right) => rankOf(left) - rankOf(right));
};

const collectionsOf = (
  operations: readonly Operation[],
  collections: ReadonlyMap<string, CollectionSpec>,
): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (name: string | undefined): void => {
    const collection = collections.get(name ?? '');
    if (collection === undefined || found.has(collection.name)) return;
    found.add(collection.name);
    add(collection.parentCollection);
  };
  for (const { binding } of operations) add(binding?.collection.name);
  return found;
};

/** Whether an operation that is not judged finds or creates items for those that are. */
const isSetUp = ({ binding }: Operation, needed: ReadonlySet<string>) =>
  (binding?.action === 'list' || binding?.action === 'create') && needed.has(binding.collection.name);

interface CompareOptions extends Omit<VerifyOptions, 'judge'> {
  /** The differences of all requests so far. */
  readonly drift: () => Promise<readonly DriftRow[]>;
}

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

/** A judge that finds nothing: the simulation judges. */
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
