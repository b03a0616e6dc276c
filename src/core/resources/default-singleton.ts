/** The item of a singleton that always exists but was never written, such as settings. */

import type { JsonObject } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { CompleteContext } from '../service/check.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import { type Collection, findItem, type Item, isDeleted } from '../state/collection.ts';
import { anyParent, isSingleAnywhere, joinKey, splitKey, withParents } from '../state/item-key.ts';
import { createMemo } from '../state/item-memo.ts';
import type { State } from '../state/state.ts';
import { findById, shownUnder, targetAt } from './target.ts';

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
  const item = exampleIn(spec, context) ?? (spec.generate(context) as JsonObject);
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
