/** The remedy for a name that no operation has. */
import { suggest } from '../primitives/did-you-mean.ts';
import type { Operation } from './operation.ts';

/** `Did you mean "getUser"?`, also for its method and path (`GET /users/{id}`); else the names of the operations. To be appended to a sentence. */
export const suggestOperation = (
  text: string,
  operations: readonly Pick<Operation, 'name' | 'method' | 'path'>[],
): string => {
  const written = text.trim().toLowerCase();
  const same = operations.find(({ method, path }) => `${method} ${path}`.toLowerCase() === written);
  return same === undefined
    ? suggest(
        text,
        'operations',
        operations.map(({ name }) => name),
      )
    : `Did you mean "${same.name}"?`;
};
