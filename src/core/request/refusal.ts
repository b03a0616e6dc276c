/** Refusals: error responses of the simulation itself, as data. */
import { propertyPath } from '../primitives/json.ts';
import type { Problem } from '../service/check.ts';
import { isDocumented, type Operation } from '../service/operation.ts';
import type { Mistake } from '../service/service.ts';

export interface Refusal {
  readonly kind: RefusalKind;
  readonly message: string;
  readonly headers: readonly string[];
  /** The places in the request that the message is about. */
  readonly mistakes?: readonly Mistake[] | undefined;
  /** The key of the item whose id is in the message. */
  readonly key?: string;
}

/** The possible statuses of each kind: the first documented one is used, otherwise the first. */
const statusesOf = {
  body: [400, 422],
  'media-type': [415, 400, 422],
  'too-large': [413, 400],
  parameter: [400, 422],
  'path-parameter': [404, 400, 422],
  credential: [401, 403],

  'no-item': [404, 410],
  conflict: [409, 400],
  /** Another request had the same `Idempotency-Key`. */
  'reused-key': [422, 409, 400],
  precondition: [412],
  'no-precondition': [428],
  'not-acceptable': [406],
  'no-path': [404],
  method: [405],
  'no-success': [501],
} as const satisfies Record<string, readonly number[]>;

export type RefusalKind = keyof typeof statusesOf | 'removed' | 'scope';

export const refuse = (kind: RefusalKind, message: string, headers: readonly string[] = []): Refusal => ({
  kind,
  message,
  headers,
});

/** A refusal because of one place: `body.user.name must be a string`. The pointer of a parameter starts with its name. */
export const refuseAt = (kind: RefusalKind, place: Mistake['in'], problem: Problem): Refusal => ({
  ...refuse(kind, messageOf(place, problem)),
  mistakes: [{ ...problem, in: place, type: undefined }],
});

export const messageOf = (place: Mistake['in'], { pointer, message }: Problem): string =>
  `${place}${propertyPath(pointer)} ${message}`;

export const refusalStatus = (kind: RefusalKind, operation: Operation | undefined): number => {
  // A removed operation responds with 410 if it documents 410, even if it also documents 404.
  if (kind === 'removed') return operation !== undefined && isDocumented(operation, 410) ? 410 : 404;
  if (kind === 'scope') return operation !== undefined && isDocumented(operation, 403) ? 403 : 401;
  const isInput = kind === 'path-parameter' && operation?.validatesPath;
  const usual: readonly number[] = statusesOf[isInput ? 'parameter' : kind];
  const isInvalid = operation?.invalidStatus !== undefined && usual.includes(operation.invalidStatus);
  const statuses = isInvalid
    ? usual.map((status) => (status === 400 ? (operation.invalidStatus as number) : status))
    : usual;
  const documented = operation && statuses.find((status) => isDocumented(operation, status));
  return documented ?? (statuses[0] as number);
};
