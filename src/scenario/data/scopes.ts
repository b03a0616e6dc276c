/** Where generated items can be: inside of which items of other collections. */

import { getProperty, type JsonObject } from '../../core/primitives/json.ts';
import type { CollectionSpec } from '../../core/service/binding.ts';
import { fromData, idText, joinScope, splitKey } from '../../core/state/item-key.ts';
import type { Scope } from './item-data.ts';

type Collections = ReadonlyMap<string, CollectionSpec>;

/** The collections in such an order that what holds the parents comes before what is inside of them. */
export const parentsFirst = (collections: Collections): readonly CollectionSpec[] => {
  const ordered = new Set<CollectionSpec>();
  const underway = new Set<CollectionSpec>();
  const add = (spec: CollectionSpec): void => {
    if (ordered.has(spec) || underway.has(spec)) return;
    underway.add(spec);
    const parent = parentOf(spec, collections);
    if (parent !== undefined) add(parent);
    ordered.add(spec);
  };
  for (const spec of collections.values()) add(spec);
  return [...ordered];
};

/** The collection that holds the parents. */
export const parentOf = ({ parentCollection }: CollectionSpec, collections: Collections): CollectionSpec | undefined =>
  parentCollection === undefined ? undefined : collections.get(parentCollection);

/** The scopes of the parents that there are, the first parent's first; `items` are those of all collections before it. */
export const scopesOf = (
  spec: CollectionSpec,
  collections: Collections,
  items: ReadonlyMap<string, readonly JsonObject[]>,
): readonly Scope[] => {
  if (spec.parents.length === 0) return [[]];
  const parent = parentOf(spec, collections);
  if (parent === undefined) return [documentedScope(spec)];
  const scopes = new Map<string, Scope>();
  for (const item of items.get(parent.name) ?? []) {
    const { key } = fromData(parent, item);
    if (key === undefined) continue;
    const scope = scopeInside(spec, parent, key);
    scopes.set(joinScope(scope), scope);
  }
  return [...scopes.values()];
};

/** The scope of what is inside of the parent with this key. */
export const scopeInside = (spec: CollectionSpec, parent: CollectionSpec, key: string): Scope => {
  const { parents, id } = splitKey(parent, key);
  const parts = [...parents, ...(id === undefined ? [] : [id])];
  // Where the parent is known by less than the path says, the document tells the rest.
  const missing = documentedScope(spec).slice(0, Math.max(0, spec.parents.length - parts.length));
  return [...missing, ...parts].slice(-spec.parents.length);
};

/** What the document gives as examples of the parents' ids; else the first number, or a text made of the name. */
const documentedScope = ({ parents }: CollectionSpec): Scope =>
  parents.map(({ name, type, example }) => idText(example) ?? (type === 'integer' ? '1' : `${name}-1`));

/**
 * The scope that a documented item, or a documented id, belongs to: the one that its own members name, else the one
 * that the document's examples name; undefined where there is no such parent.
 */
export const wantedScope = (
  { parents }: CollectionSpec,
  item: JsonObject,
  scopes: readonly Scope[],
): Scope | undefined => {
  const said = parents.map(
    ({ property, example }) => (property && idText(getProperty(item, property))) ?? idText(example),
  );
  if (said.every((text) => text === undefined)) return undefined;
  return scopes.find((scope) => said.every((text, at) => text === undefined || text === scope[at]));
};
