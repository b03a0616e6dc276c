/** The item of a singleton that always exists but was never written, such as settings. */

import type { JsonObject } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import type { Item } from '../state/collection.ts';
import { joinKey, withParents } from '../state/item-key.ts';
import { createMemo } from '../state/item-memo.ts';
import type { State } from '../state/state.ts';

/** The document's example or a generated item. The result is always the same, so it is not stored. */
export const defaultSingleton = (
  { seed, startedAt, rules }: State,
  spec: CollectionSpec,
  parents: readonly string[],
): Item => {
  const key = joinKey(spec, { parents, id: undefined });
  const validExample = spec.examples.find((example) => spec.check(example).length === 0);
  const item =
    validExample ?? (spec.generate({ seed: seedFrom(seed, spec.localName, key), now: startedAt }) as JsonObject);
  const value = withParents(spec, parents, { ...item, ...rules.defaults.get(spec.name) });
  return { key, value, order: 0, memo: createMemo() };
};
