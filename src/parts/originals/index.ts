/** Items below a parent that another collection has, too: the members of a team are users, and an issue is linked to others. */
import { getProperty, type JsonObject } from '../../core/primitives/json.ts';
import { singularOf } from '../../core/primitives/words.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { type Collection, findItem } from '../../core/state/collection.ts';
import { fromData, idText, parentsOf } from '../../core/state/item-key.ts';
import { wordLists } from '../words/index.ts';

/** The collection that has the items below the parents too: persons, or the parents' own kind; undefined: these have ids of their own. */
export const originalIn = (
  specs: ReadonlyMap<string, CollectionSpec>,
  { original = '', parents, parentCollection, idProperty, isFoundAnywhere }: CollectionSpec,
): CollectionSpec | undefined => {
  const found = specs.get(original);
  if (found === undefined || idProperty !== found.idProperty || idProperty === undefined) return undefined;
  const isShared = parentCollection === original || wordLists.people.has(singularOf(found.localName));
  return isShared && parents.length > 0 && found.parents.length === 0 && !isFoundAnywhere ? found : undefined;
};

interface Drawn {
  readonly item: JsonObject;
  readonly isExample: boolean;
}

/** Drawn items with the ids of the others. None is below itself, and none stands where the scenario has one. */
export const asOriginals = (
  spec: CollectionSpec,
  { provided, drawn }: { readonly provided: readonly JsonObject[]; readonly drawn: readonly Drawn[] },
  originals: readonly JsonObject[],
): readonly Drawn[] => {
  const name = spec.idProperty as string;
  const isOwnKind = spec.parentCollection === spec.original;
  const named = drawn.flatMap((one, index): readonly Drawn[] => {
    const id = originals[(index + 1) % Math.max(1, originals.length)]?.[name];
    const isItself = isOwnKind && parentsOf(spec, one.item)?.at(-1) === idText(id);
    if (one.isExample) return [one];
    return id === undefined || isItself ? [] : [{ ...one, item: { ...one.item, [name]: id } }];
  });
  const keyOf = (item: JsonObject): string | undefined => fromData(spec, item).key;
  const taken = new Set(provided.map(keyOf));
  // The first of several with one key: examples come before what is drawn.
  return named.filter(({ item }) => taken.size < taken.add(keyOf(item)).size);
};

/** What the other collection shows of the item. */
export const withOriginal = (spec: CollectionSpec, item: JsonObject, originals: Collection): JsonObject => {
  const { properties, parents } = spec;
  const id = idText(getProperty(item, originals.spec.idProperty as string)) ?? '';
  const isOwn = (name: string) => properties.has(name) && parents.every(({ property }) => property !== name);
  const shown = Object.entries(findItem(originals, id)?.value ?? {}).filter(([name]) => isOwn(name));
  return { ...item, ...Object.fromEntries(shown) };
};
