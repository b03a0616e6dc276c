/** What is wrong with the name of an operation or a collection that a user gave. */
import { nearest, suggest } from '../primitives/did-you-mean.ts';
import { quoteName } from '../primitives/units.ts';
import { findByName, matchesName, type Named, type NameLookup } from './names.ts';
import type { Operation } from './operation.ts';

export interface WrongName {
  readonly code: 'VIV_NAME_AMBIGUOUS' | 'VIV_OPERATION_UNKNOWN' | 'VIV_COLLECTION_UNKNOWN';
  /** `unknown operation "lstOrders"`, to be appended to its place. */
  readonly message: string;
  readonly hint: string;
}

type Suggestible = Named & Pick<Operation, 'method' | 'path'>;

export const findOperation = <One extends Suggestible>(name: string, operations: readonly One[]): One | WrongName => {
  const lookup = findByName(operations, name);
  if (lookup.type === 'found') return lookup.value;
  return wrongName('operation', name, lookup, () => suggestOperation(name, operations));
};

/** What is wrong with a name or a pattern, see `matchesName`. */
export const wrongOperation = (pattern: string, operations: readonly Suggestible[]): WrongName | undefined => {
  const found = findOperation(pattern, operations);
  if (!('code' in found)) return undefined;
  const matches = found.code !== 'VIV_NAME_AMBIGUOUS' && operations.some((one) => matchesName(pattern, one));
  return matches ? undefined : found;
};

export const wrongCollection = (
  name: string,
  lookup: Exclude<NameLookup<unknown>, { type: 'found' }>,
  known: Iterable<string>,
): WrongName => wrongName('collection', name, lookup, () => suggest(name, 'collections', known));

const wrongName = (
  kind: 'operation' | 'collection',
  name: string,
  lookup: Exclude<NameLookup<unknown>, { type: 'found' }>,
  remedy: () => string,
): WrongName => {
  const named = `${kind} ${quoteName(name)}`;
  if (lookup.type === 'ambiguous') {
    const hint = `Write ${lookup.names.join(' or ')}.`;
    return { code: 'VIV_NAME_AMBIGUOUS', message: `ambiguous ${named}, which several services have`, hint };
  }
  const code = kind === 'operation' ? 'VIV_OPERATION_UNKNOWN' : 'VIV_COLLECTION_UNKNOWN';
  return { code, message: `unknown ${named}`, hint: remedy() };
};

/** `Did you mean "getUser"?`, also for its path, with or without its method (`GET /users/{id}`); else the names of the operations. */
export const suggestOperation = (
  text: string,
  operations: readonly Pick<Operation, 'name' | 'method' | 'path'>[],
): string => {
  // The first operation of a path is the last one of the reversed list.
  const known = new Map(
    operations.toReversed().flatMap(({ name, method, path }) => {
      return [name, `${method} ${path}`, path.slice(1)].map((written) => [written, name] as const);
    }),
  );
  const meant = known.get(nearest(text.trim().replace(/^\//, ''), known.keys()) ?? '');
  const names = operations.map(({ name }) => name);
  return meant === undefined ? suggest(text, 'operations', names) : `Did you mean "${meant}"?`;
};
