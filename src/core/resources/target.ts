/** The collection that a request acts on, the parents in its path, and singletons that exist without having been written, such as settings. */

import type { JsonObject } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { valuesOf } from '../primitives/sorted-map.ts';
import { cutText } from '../primitives/units.ts';
import type { Input } from '../request/read-input.ts';
import { type Refusal, refuse } from '../request/refusal.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { CreateBinding, ItemBinding, NamedItems } from '../service/binding.ts';
import type { CompleteContext } from '../service/check.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import { type Collection, findItem, type Item, isDeleted, itemsWith } from '../state/collection.ts';
import {
  anyParent,
  hasAnyParent,
  isSingleAnywhere,
  joinKey,
  joinParents,
  splitKey,
  withParents,
} from '../state/item-key.ts';
import { createMemo } from '../state/item-memo.ts';
import type { Change, State } from '../state/state.ts';
import type { ResultItem } from './action-result.ts';

export interface Target {
  readonly collection: Collection;
  /** The parents of new items, as in their keys. */
  readonly parents: readonly string[];
  /** The parents of the items that the path can reach: also those that are present under every parent. */
  readonly scopes: readonly (readonly string[])[];
  /** The ids of the parents, as the items show them. */
  readonly shownParents: readonly string[];
}

/** Items that a body names, with the refusal if one is missing, and what a creation changes in them. */
export interface FoundNamed extends NamedItems {
  readonly missing: (
    context: RequestContext,
    binding: CreateBinding | ItemBinding,
    input: Input,
    before?: JsonObject,
  ) => Refusal | undefined;
  readonly changes: (context: RequestContext, input: Input, items: NamedItems['items']) => readonly Change[];
}

/** The target of a list. Undefined `target`: it lists the items of all parents, or of all that are below those `within`. */
export interface ListTarget {
  readonly collection: Collection;
  readonly target: Target | undefined;
  readonly within?: readonly string[];
}

/** Finds the parents by the texts in the path, outermost first. A refusal if one does not exist. */
export const targetAt = (state: State, collection: Collection, path: readonly string[]): Target | Refusal => {
  const { spec } = collection;
  const owner = spec.parentCollection === undefined ? undefined : state.collections.get(spec.parentCollection);
  if (path.length === 0 || owner === undefined) {
    return { collection, parents: path, scopes: scopesOf(spec, path), shownParents: path };
  }
  const item = itemAt(state, owner, path);
  if ('kind' in item) return item;
  const { parents: grandparents, id: ownId = path[owner.spec.parents.length] as string } = splitKey(
    owner.spec,
    item.key,
  );
  const parents = [...grandparents, ownId].slice(-spec.parents.length);
  const shownParents = parents.map((text, index) => (text === anyParent ? (path[index] as string) : text));
  const scopes = parents.includes(anyParent) ? [parents, shownParents] : [parents];
  return { collection, parents, scopes, shownParents };
};

/** Finds the item by the texts in its path, outermost first, its own last. A refusal if it or a parent does not exist. */
export const itemAt = (state: State, collection: Collection, path: readonly string[]): Item | Refusal => {
  const { spec } = collection;
  const count = spec.parents.length;
  if (path.length <= count) {
    const own = path.at(-1) as string;
    const target = targetWith(collection, path.slice(0, -1), own);
    return (
      (target && findAddressed(target, own)) ??
      notFound(spec, joinKey(spec, { parents: spec.parents.map(() => anyParent), id: own }))
    );
  }
  const above = targetAt(state, collection, path.slice(0, count));
  if ('kind' in above) return above;
  const id = path[count] as string;
  return findAddressed(above, id) ?? notFound(spec, joinKey(spec, { parents: above.parents, id }));
};

/** The target with an item at a path without all its parents; undefined: there is none. */
export const targetWith = (collection: Collection, path: readonly string[], id: string): Target | undefined => {
  const { spec } = collection;
  for (const { key } of spec.idProperty ? valuesOf(itemsWith(collection, spec.idProperty, id)) : []) {
    const { parents } = splitKey(spec, key);
    if (path.every((text, index) => parents[index] === text || parents[index] === anyParent))
      return {
        collection,
        parents,
        scopes: [parents],
        shownParents: parents.map((text, index) => path[index] ?? text),
      };
  }
  return undefined;
};

/** The given parents, and every parent if no collection holds them. */
export const scopesOf = (spec: CollectionSpec, parents: readonly string[]): Target['scopes'] =>
  hasAnyParent(spec) ? [parents, parents.map(() => anyParent)] : [parents];

/** The refusal of a request for an item that is not there. It names the collection as in its own document, which clients know. */
export const notFound = (spec: CollectionSpec, key: string): Refusal => {
  const { localName, isAlwaysPresent } = spec;
  const { id } = splitKey(spec, key);
  // Under unknown parents, nothing else removes it.
  const reason = isSingleAnywhere(spec) && isAlwaysPresent ? ', because it was deleted' : '';
  return refuse(
    'no-item',
    id === undefined
      ? `There is no item of ${localName} at this path${reason}.`
      : `There is no item ${cutText(id)} in ${localName}.`,
  );
};

/** The item with this id; `id`: undefined for a singleton. */
export const findById = (
  { collection, scopes }: Pick<Target, 'collection' | 'scopes'>,
  id: string | undefined,
): Item | undefined => {
  for (const parents of scopes) {
    const key = joinKey(collection.spec, { parents, id });
    const item = findItem(collection, key);
    if (item !== undefined || isDeleted(collection, key)) return item;
  }
  return undefined;
};

/** The item that the text in a path identifies, of those accepted: by its id, else by another property that the path may contain. */
export const findAddressed = (
  target: Target,
  text: string | undefined,
  accepts: (item: Item) => boolean = () => true,
): Item | undefined => {
  const { collection, scopes } = target;
  const found = findById(target, text);
  if (found !== undefined && accepts(found)) return found;
  if (text === undefined) return undefined;
  for (const property of collection.spec.aliases)
    for (const item of valuesOf(itemsWith(collection, property, text)))
      if (
        accepts(item) &&
        scopes.some((parents) => parents.length === 0 || item.key.startsWith(`${joinParents(parents)},`))
      )
        return item;
  return undefined;
};

/** An item that is present under every parent, with the ids of the parents in the path, unless its schema rejects these. */
export const shownUnder = <Shown extends ResultItem>({ collection, shownParents }: Target, item: Shown): Shown => {
  if (!item.key.startsWith(anyParent) || shownParents.length === 0) return item;
  const { spec } = collection;
  const value = withParents(spec, shownParents, item.value);
  if (value === item.value) return item;
  const isRejected = spec.checkValue(value).length > 0 && spec.checkValue(item.value).length === 0;
  return isRejected ? item : { ...item, value, memo: createMemo() };
};

/** The document's example or a generated item; undefined if it was deleted. The result is always the same, so it is not stored. */
export const defaultSingleton = (
  { seed, startedAt, rules }: State,
  collection: Collection,
  parents: readonly string[],
): Item | undefined => {
  const { spec } = collection;
  if (!spec.isAlwaysPresent) return undefined;
  const key = joinKey(spec, { parents, id: undefined });
  if (isDeleted(collection, key)) return undefined;
  const context = { seed: seedFrom(seed, spec.localName, key), now: startedAt };
  const item = exampleIn(spec, context) ?? { ...(spec.generate(context) as JsonObject), ...spec.initial() };
  const value = withParents(spec, parents, { ...item, ...rules.defaults.get(spec.name) });
  return { key, value, order: 0, memo: createMemo() };
};

/** The item with this key: also a singleton that is present under every parent, as a client sees it under this one. */
export const presentItem = (state: State, collection: Collection, key: string): Item | undefined => {
  const { spec } = collection;
  const { parents } = splitKey(spec, key);
  const target = targetAt(state, collection, parents);
  if (!isSingleAnywhere(spec) || parents.includes(anyParent) || 'kind' in target) return findItem(collection, key);
  const stored = findById(target, undefined);
  return stored === undefined ? defaultSingleton(state, collection, parents) : { ...shownUnder(target, stored), key };
};

/** A valid example of the document, else the first one, changed only where it does not match. */
const exampleIn = ({ examples, check, complete }: CollectionSpec, context: CompleteContext): JsonObject | undefined => {
  const [first] = examples;
  const valid = examples.find((example) => check(example).length === 0);
  if (valid !== undefined || first === undefined) return valid;
  const corrected = complete(first, context);
  return check(corrected).length === 0 ? (corrected as JsonObject) : undefined;
};
