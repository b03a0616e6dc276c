/** The door of the part: saved worlds continue with the versions of their items, from which `ETag`s are made. */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { type Collection, restoreCollection } from '../../core/state/collection.ts';
import { withTag } from '../../core/state/entity-tag.ts';
import { definePart, type PartStateKind, type State } from '../../core/state/state.ts';

/** Returns an empty list if no item of the service has a tag. */
export const createVersions = (collections: Iterable<CollectionSpec>): readonly PartStateKind[] => {
  const tagged = [...collections].filter(({ isTagged }) => isTagged !== undefined).map(({ name }) => name);
  return tagged.length === 0 ? [] : [versionsOf(tagged)];
};

/** The part of a state for versions. It remembers nothing itself: the collections have the versions. */
const versionsOf = (tagged: readonly string[]): PartStateKind =>
  definePart<undefined>({
    name: 'versions',
    start: () => undefined,
    apply: () => undefined,
    // Servers of a store share the collections as they are.
    save: (_value, state, isShared) => (isShared ? undefined : save(tagged, state)),
    restore: (saved, state) => {
      for (const name of tagged) restore(state, name, isJsonObject(saved) ? saved[name] : undefined);
    },
  });

const save = (tagged: readonly string[], { collections }: State): Json | undefined => {
  const saved: Record<string, Json> = {};
  for (const name of tagged) {
    const collection = collections.get(name);
    if (collection === undefined || collection.nextVersion === 1) continue;
    const items: Record<string, Json> = {};
    for (const { key, version = 0 } of valuesOf(collection.items)) if (version > 0) setProperty(items, key, version);
    setProperty(saved, name, { next: collection.nextVersion, items });
  }
  return Object.keys(saved).length === 0 ? undefined : saved;
};

const restore = ({ collections }: State, name: string, saved: Json | undefined) => {
  const collection = saved === undefined ? undefined : collections.get(name);
  if (collection === undefined || !isJsonObject(saved)) return;
  const { next, items = {} } = saved as { readonly next?: number; readonly items?: JsonObject };
  if (typeof next === 'number' && isJsonObject(items)) collections.set(name, withVersions(collection, next, items));
};

const withVersions = (collection: Collection, nextVersion: number, versions: JsonObject): Collection => {
  const { spec } = collection;
  const items = [...valuesOf(collection.items)].map(({ key, order, value }) => {
    const version = Object.hasOwn(versions, key) ? Number(versions[key]) : 0;
    return { key, order, version, value: withTag(spec, key, value, version) };
  });
  return restoreCollection(spec, items, { ...collection, nextVersion });
};
