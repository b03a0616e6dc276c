/** Where `refusals` of a scenario say otherwise than the document. */

import { escapePointer, isJsonObject, type Json, propertyPath } from '../../core/primitives/json.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { refusalStatus } from '../../core/request/refusal.ts';
import { type Operation, responseFor } from '../../core/service/operation.ts';
import type { RefusalDocument, RefusalDocuments, RefusalName } from './api.ts';
import { kindsOf } from './index.ts';

export interface Contradiction {
  readonly path: readonly string[];
  readonly message: string;
  readonly hint: string;
}

/** Where the document leaves the status open, nothing contradicts it. */
export const findContradictions = (
  refusals: RefusalDocuments,
  operations: readonly Operation[],
): readonly Contradiction[] =>
  (Object.entries(refusals) as [RefusalName, RefusalDocument | undefined][]).flatMap(([name, stated]) => {
    const found = operations.flatMap((operation) => contradictionOf(name, stated ?? {}, operation) ?? []);
    return [...Map.groupBy(found, ({ kind, problem }) => `${kind} ${problem}`).values()].map((same) => {
      const [{ kind, operation, problem, hint }] = same as [Found, ...Found[]];
      const more = same.length === 1 ? '' : ` and ${formatCount(same.length - 1, 'more operation')}`;
      const message = `refusals.${name} contradicts ${operation.method} ${operation.path}${more}: ${problem}`;
      return { path: ['refusals', name, kind], message, hint };
    });
  });

interface Found {
  readonly kind: 'status' | 'body';
  readonly operation: Operation;
  readonly problem: string;
  readonly hint: string;
}

const contradictionOf = (
  name: RefusalName,
  { status, body }: RefusalDocument,
  operation: Operation,
): Found | undefined => {
  // Of the kinds that the name stands for, the first is the one that most requests meet.
  const [kind = 'body'] = kindsOf(name);
  if (!mayRefuse(name, operation)) return undefined;
  const usual = refusalStatus(kind, operation);
  const isStated = operation.responses.has(String(usual));
  if (status !== undefined && isStated && responseFor(operation, status) === undefined) {
    const problem = `it documents ${usual}, not ${status}`;
    return {
      kind: 'status',
      operation,
      problem,
      hint: 'It is sent as the scenario states. Document it, or leave it out.',
    };
  }
  const contents = responseFor(operation, status ?? usual)?.contents ?? [];
  if (body === undefined || contents.length === 0) return undefined;
  const unknown: string[] = [];
  const value = sampleOf(body, '', unknown);
  const problems = contents.map(({ check }) =>
    check(value).find(({ pointer }) => !unknown.some((place) => pointer.startsWith(place))),
  );
  const [wrong] = problems;
  if (wrong === undefined || problems.includes(undefined)) return undefined;
  const problem = `in its ${status ?? usual}, body${propertyPath(wrong.pointer)} ${wrong.message}`;
  return {
    kind: 'body',
    operation,
    problem,
    hint: 'It is sent as the scenario states. Correct the body, or the document.',
  };
};

/** Whether some request to the operation may be refused so. */
const mayRefuse = (name: RefusalName, { method, path, security }: Operation) => {
  switch (name) {
    case 'credential':
      return security.length > 0;
    case 'item':
      return path.includes('{');
    case 'conflict':
      return method !== 'GET';
    case 'request':
      return true;
    default:
      // No operation.
      return false;
  }
};

/** A body as it may be sent. `unknown` gets the places that the request decides. */
const sampleOf = (body: Json, pointer: string, unknown: string[]): Json => {
  if (Array.isArray(body)) return body.map((one, index) => sampleOf(one, `${pointer}/${index}`, unknown));
  if (!isJsonObject(body)) return body;
  if ('$from' in body) {
    unknown.push(pointer);
    return '';
  }
  return Object.fromEntries(
    Object.entries(body).map(([name, one]) => [name, sampleOf(one, `${pointer}/${escapePointer(name)}`, unknown)]),
  );
};
