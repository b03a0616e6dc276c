/** Why the data of a world may have no items of a collection: no generated item matches its schema. */
import type { CollectionSpec } from '../service/collection-facts.ts';

const attempts = 3;

const known = new WeakMap<CollectionSpec, { readonly reason: string | undefined }>();

/** Returns undefined if items can be generated. The generators must be loaded. */
export const emptyReason = (
  spec: CollectionSpec,
  specOf: (name: string) => CollectionSpec | undefined,
): string | undefined => {
  const found = known.get(spec);
  if (found !== undefined) return found.reason;
  // Collections may be their own ancestors.
  known.set(spec, { reason: undefined });
  const reason = reasonAbove(spec, specOf) ?? ownReason(spec);
  known.set(spec, { reason });
  return reason;
};

const reasonAbove = (
  { parentCollection }: CollectionSpec,
  specOf: (name: string) => CollectionSpec | undefined,
): string | undefined => {
  const parent = parentCollection === undefined ? undefined : specOf(parentCollection);
  return parent !== undefined && emptyReason(parent, specOf) !== undefined
    ? `no item of ${parent.localName} can be generated`
    : undefined;
};

const ownReason = ({ generate, check, idProperty }: CollectionSpec): string | undefined => {
  let reason: string | undefined;
  for (let seed = 1; seed <= attempts; seed++) {
    // The id is replaced by a free one.
    const problem = check(generate({ seed, now: 0 })).find(({ pointer }) => pointer !== `/${idProperty}`);
    if (problem === undefined) return undefined;
    reason ??= `no generated item matches its schema: ${problem.pointer === '' ? 'it' : problem.pointer.slice(1)} ${problem.message}`;
  }
  return reason;
};
