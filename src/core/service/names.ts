/** The names of operations and collections of several services: that in the document, or if it is not unique, qualified (`shop.getOrder`). */
import { matchesWildcard } from '../primitives/wildcard.ts';

/** An operation or a collection. */
export interface Named {
  /** Unique on the server: `getOrder`, or `shop.getOrder` if another service has a `getOrder` too. */
  readonly name: string;
  /** The name of its service; without a dot. */
  readonly service: string;
  /** The name in its own document, unique there. Seeds derive from it: data do not depend on the other services. */
  readonly localName: string;
}

export const qualifiedName = ({ service, localName }: Pick<Named, 'service' | 'localName'>): string =>
  `${service}.${localName}`;

export type NameLookup<Value> =
  | { readonly type: 'found'; readonly value: Value }
  /** Several services have this name; `names` are the qualified ones. */
  | { readonly type: 'ambiguous'; readonly names: readonly string[] }
  | { readonly type: 'unknown' };

export const findByName = <Value extends Named>(all: Iterable<Value>, name: string): NameLookup<Value> => {
  let qualified: Value | undefined;
  const local: Value[] = [];
  for (const value of all) {
    if (value.name === name) return { type: 'found', value };
    if (qualifiedName(value) === name) qualified = value;
    if (value.localName === name) local.push(value);
  }
  if (qualified !== undefined) return { type: 'found', value: qualified };
  return local.length === 0 ? { type: 'unknown' } : { type: 'ambiguous', names: local.map(qualifiedName) };
};

/** The operations or collections whose unique name changed with the services of a server, by the old name. */
export const renamedSince = (before: Iterable<Named>, after: Iterable<Named>): ReadonlyMap<string, string> => {
  const names = new Map([...after].map((named) => [qualifiedName(named), named.name]));
  return new Map(
    [...before].flatMap((named): readonly [string, string][] => {
      const name = names.get(qualifiedName(named));
      return name === undefined || name === named.name ? [] : [[named.name, name]];
    }),
  );
};

/** Whether a name or a pattern (`*` stands for anything) means this operation or collection. */
export const matchesName = (pattern: string, { name, service, localName }: Named): boolean => {
  if (pattern === name || matchesWildcard(pattern, localName)) return true;
  const prefix = `${service}.`;
  return pattern.startsWith(prefix) && matchesWildcard(pattern.slice(prefix.length), localName);
};

export const uniqueNames = (all: readonly Pick<Named, 'service' | 'localName'>[]): readonly string[] => {
  const services = new Map<string, number>();
  for (const { localName } of all) services.set(localName, (services.get(localName) ?? 0) + 1);
  const qualified = new Set(all.map(qualifiedName));
  return all.map((named) => {
    const { localName } = named;
    // `shop.orders` may also be the name of a collection in another document.
    const isUnique = services.get(localName) === 1 && !qualified.has(localName);
    return isUnique ? localName : qualifiedName(named);
  });
};
