/** Attaches handlers to the operations that they name. */
import type { Handler } from '../service/handler.ts';
import type { Operation } from '../service/operation.ts';
import type { Service } from '../service/service.ts';
import { findOperation, type WrongName } from '../service/wrong-name.ts';

/** `unknown`: what is wrong with names that are not those of operations. */
export const withHandlers = (service: Service, named: ReadonlyMap<string, Handler>) => {
  const handlers = new Map<Operation, Handler>();
  const unknown: (WrongName & { readonly name: string })[] = [];
  for (const [name, handler] of named) {
    const found = findOperation(name, service.operations);
    if ('code' in found) unknown.push({ name, ...found });
    else handlers.set(found, handler);
  }
  return { service: { ...service, handlers } satisfies Service, unknown };
};
