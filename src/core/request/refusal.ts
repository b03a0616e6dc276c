/** Error answers that the simulation decides by itself, as data. */
import { isDocumented, type Operation } from '../service/operation.ts';

export interface Refusal {
  readonly kind: RefusalKind;
  readonly message: string;
  readonly headers: readonly string[];
}

/** For each kind the statuses that fit: the first documented one wins, else the first. */
const statusesOf = {
  body: [400, 422],
  'media-type': [415, 400, 422],
  'too-large': [413, 400],
  parameter: [400, 422],
  'path-parameter': [404, 400, 422],
  credential: [401, 403],
  'no-item': [404, 410],
  conflict: [409, 400],
  'not-acceptable': [406],
  'no-path': [404],
  removed: [404],
  method: [405],
  'no-success': [501],
} as const satisfies Record<string, readonly number[]>;

export type RefusalKind = keyof typeof statusesOf;

export const refuse = (kind: RefusalKind, message: string, headers: readonly string[] = []): Refusal => ({
  kind,
  message,
  headers,
});

export const statusOf = (kind: RefusalKind, operation: Operation | undefined): number => {
  const statuses: readonly number[] = statusesOf[kind];
  // A removed operation that documents 410 has said what it answers once it is gone, whatever else it documents.
  if (kind === 'removed') return operation !== undefined && isDocumented(operation, 410) ? 410 : 404;
  const documented = operation && statuses.find((status) => isDocumented(operation, status));
  return documented ?? (statuses[0] as number);
};
