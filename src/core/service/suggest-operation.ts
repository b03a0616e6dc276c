/** The remedy for a name that no operation has. */
import { suggest } from '../primitives/did-you-mean.ts';

interface Named {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

/** `Did you mean "getUser"?`, also for its method and path (`GET /users/{id}`); else the names of the operations. To be appended to a sentence. */
export const suggestOperation = (text: string, operations: readonly Named[]): string => {
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
