/** The item of a singleton that is there although nobody has written it: settings that were never changed. */
import type { CollectionSpec } from './binding.ts';
import { createMemo, type Item } from './collection.ts';
import type { JsonObject } from './json.ts';
import { seedFrom } from './random.ts';
import { joinKey, withParents } from './scope.ts';
import type { State } from './state.ts';

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
