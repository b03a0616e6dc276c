/** The item of a singleton that is there although nobody has written it: settings that were never changed. */

import type { JsonObject } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { CollectionSpec } from '../service/binding.ts';
import { createMemo, type Item } from '../state/collection.ts';
import { joinKey, withParents } from '../state/item-key.ts';
import type { State } from '../state/state.ts';

/** The document's own example, else a generated one: the same each time, so that it need not be stored. */
export const standingItem = (
  { seed, startedAt, rules }: State,
  spec: CollectionSpec,
  parents: readonly string[],
): Item => {
  const key = joinKey(spec, { parents, id: undefined });
  const known = spec.examples.find((example) => spec.check(example).length === 0);
  const whole = known ?? (spec.generate({ seed: seedFrom(seed, spec.name, key), now: startedAt }) as JsonObject);
  const value = withParents(spec, parents, { ...whole, ...rules.defaults.get(spec.name) });
  return { key, value, order: 0, memo: createMemo() };
};
