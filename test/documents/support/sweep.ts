/** Valid requests to every operation of a document: each response must be a documented success with a valid body. */
import { someOfEachKind } from '../sources.ts';
import { type KnownId, type Reply, textsOf } from './client.ts';
import type { LiveDocument } from './live-documents.ts';
import { isTaken, withOtherIds } from './members.ts';
import { documentedAs, isSuccess, type RawOperation, successesOf } from './raw-document.ts';

export interface SweepFinding {
  readonly document: string;
  readonly operation: string;
  readonly request: string;
  /** `unknown`: a 404 for an id that is not from a stateful operation. */
  readonly kind: 'status' | 'body' | 'unknown';
  readonly what: string;
}

/** Called with each response. */
export type OnReply = (operation: RawOperation, reply: Reply) => void;

/** Whether the engine should know every id of the request. */
const isRemembered = (
  live: LiveDocument,
  { method, path }: RawOperation,
  ids: ReadonlyMap<string, KnownId>,
): boolean => {
  // A singleton that can be deleted may exist only after a write.
  const isSingle = !path.endsWith('}') && live.document.operations.every((one) => !one.path.startsWith(`${path}/{`));
  if (isSingle && live.document.operations.some((one) => one.method === 'DELETE' && one.path === path)) return false;
  // An id in the body is generated.
  if (['PUT', 'PATCH'].includes(method) && !path.includes('{')) return false;
  return [...path.matchAll(/\{([^}]*)\}/g)].every(([, name = '']) => {
    const from = ids.get(name)?.from;
    const action = from && live.bindingOf(from)?.action;
    // An action returns anything.
    return action !== undefined && action !== 'act';
  });
};

const sweepOperation = async (
  live: LiveDocument,
  operation: RawOperation,
  isWhole: boolean,
  onReply: OnReply,
): Promise<SweepFinding[]> => {
  const findings: SweepFinding[] = [];
  // A world for each request that may change something, so that they are independent.
  const isRead = operation.method === 'GET';
  const client = live.clientOf(`sweep-${isRead ? 'reads' : live.document.operations.indexOf(operation)}-${isWhole}`);
  const ids = await client.findIds(operation);
  const parts = { known: textsOf(ids), isWhole };
  const first = await client.send(operation, parts);
  const other = isTaken(first) ? withOtherIds(live.builder.bodyFor(operation, isWhole), operation) : undefined;
  const answer = other === undefined ? first : await client.send(operation, { ...parts, body: other });
  onReply(operation, answer);
  const { path } = live.builder.build(operation, parts);
  const found = (kind: SweepFinding['kind'], what: string): void => {
    const request = `${operation.method} ${path}${isWhole ? ' (with all that is optional)' : ''}`;
    findings.push({ document: live.document.name, operation: operation.name, request, kind, what });
  };
  const problemsOfRequest = live.builder.problemsOf(operation, isWhole);
  if (problemsOfRequest.length > 0 && successesOf(operation).length > 0) {
    if (answer.status < 400 || answer.status >= 500) found('status', `${answer.status} for ${problemsOfRequest[0]}`);
  } else if (!isSuccess(operation, answer.status)) {
    const isUnknown = answer.status === 404 && !isRemembered(live, operation, ids);
    found(isUnknown ? 'unknown' : 'status', `${answer.status} ${answer.text.slice(0, 200)}`);
  }
  // `default` is the success, if it is alone.
  const isOther = answer.status >= 400 && successesOf(operation).includes('default');
  const isDocumented = documentedAs(operation, answer.status) !== undefined && !isOther;
  const problems = isDocumented ? live.judge.judgeAnswer(operation, answer) : [];
  if (problems.length > 0) found('body', `${answer.status} ${problems.slice(0, 3).join('; ')}`);
  return findings;
};

/** Whether the operation has optional parts. */
const hasOptions = ({ builder }: LiveDocument, operation: RawOperation): boolean => {
  const [least, whole] = [false, true].map((isWhole) => builder.build(operation, { known: new Map(), isWhole }));
  return JSON.stringify(least) !== JSON.stringify(whole);
};

/** The operations of a large document are described alike. */
const maxSwept = 16;

export const sweptOf = ({ operations }: LiveDocument['document']): readonly RawOperation[] =>
  someOfEachKind(operations, maxSwept);

export const sweep = async (live: LiveDocument, onReply: OnReply = () => {}): Promise<readonly SweepFinding[]> => {
  const findings: SweepFinding[] = [];
  for (const operation of sweptOf(live.document)) {
    for (const isWhole of hasOptions(live, operation) ? [false, true] : [false])
      findings.push(...(await sweepOperation(live, operation, isWhole, onReply)));
  }
  return findings;
};
