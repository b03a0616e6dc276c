/** Attaches handlers to the operations that they name. */
import type { Handler } from '../service/handler.ts';
import { findByName } from '../service/names.ts';
import type { Operation } from '../service/operation.ts';
import type { Service } from '../service/service.ts';
import { suggestOperation } from '../service/suggest-operation.ts';

export interface UnknownHandler {
  readonly name: string;
  readonly message: string;
  readonly hint: string;
}

export interface AttachedHandlers {
  readonly service: Service;
  /** Handlers whose names are not those of operations. */
  readonly unknown: readonly UnknownHandler[];
}

export const withHandlers = (service: Service, named: ReadonlyMap<string, Handler>): AttachedHandlers => {
  const handlers = new Map<Operation, Handler>();
  const unknown: UnknownHandler[] = [];
  for (const [name, handler] of named) {
    const found = findOperation(service, name);
    if ('message' in found) unknown.push({ name, ...found });
    else handlers.set(found, handler);
  }
  return { service: { ...service, handlers }, unknown };
};

/** The operation of a name that a user gave. */
const findOperation = (
  { operations }: Service,
  name: string,
): Operation | { readonly message: string; readonly hint: string } => {
  const found = findByName(operations, name);
  if (found.type === 'found') return found.value;
  if (found.type === 'ambiguous')
    return {
      message: `several services have the operation ${JSON.stringify(name)}`,
      hint: `Write ${found.names.join(' or ')}.`,
    };
  return { message: `there is no operation ${JSON.stringify(name)}`, hint: suggestOperation(name, operations) };
};
