/** The representation of an item in an operation whose schema differs from the collection's. */

import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import { pathTo } from '../primitives/json-path.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { Projection } from '../service/binding.ts';
import type { Check } from '../service/check.ts';
import { createMemo, type ItemMemo, type Projected } from '../state/collection.ts';
import type { State } from '../state/state.ts';

interface Stored {
  readonly key: string;
  readonly value: JsonObject;
  readonly memo: ItemMemo;
}

/** The result is stable as long as the item does not change: generated dates are relative to the start of the world. */
export const project = (state: State, collection: string, item: Stored, projection: Projection): Projected => {
  const { memo } = item;
  const seed = seedFrom(state.seed, collection, item.key);
  const now = state.startedAt;
  memo.projected ??= new WeakMap();
  const cached = memo.projected.get(projection);
  if (cached !== undefined && cached.seed === seed && cached.now === now) return cached;
  const value = projectValue(item.value, projection, () => projection.generate({ seed, now }));
  const projected: Projected = { value, memo: value === item.value ? memo : createMemo(), seed, now };
  memo.projected.set(projection, projected);
  return projected;
};

const projectValue = (value: JsonObject, projection: Projection, generate: () => Json): Json => {
  const { properties, required, check } = projection;
  const names = Object.keys(value);
  const included = properties === undefined ? names : names.filter((name) => properties.has(name));
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const picked = included.length === names.length && missing.length === 0 ? value : pick(value, included);
  const generated = missing.length === 0 ? undefined : generate();
  if (isJsonObject(generated)) {
    for (const name of missing) {
      const property = getProperty(generated, name);
      if (property !== undefined) setProperty(picked, name, property);
    }
  }
  return check(picked).length === 0 ? picked : shareProperties(value, generated ?? generate(), check);
};

const pick = (value: JsonObject, names: readonly string[]): Record<string, Json> => {
  const picked: Record<string, Json> = {};
  for (const name of names) setProperty(picked, name, value[name] as Json);
  return picked;
};

/** The generated value, with the values of the item for common properties where they are valid. */
export const shareProperties = (value: JsonObject, generated: Json, check: Check): Json => {
  if (!isJsonObject(generated)) return generated;
  const shareExcept = (excluded: ReadonlySet<string | undefined>): JsonObject => {
    const shared: Record<string, Json> = {};
    for (const name of Object.keys(generated)) {
      const present = excluded.has(name) ? undefined : getProperty(value, name);
      setProperty(shared, name, present ?? (generated[name] as Json));
    }
    return shared;
  };
  const all = shareExcept(new Set());
  const problems = check(all);
  if (problems.length === 0) return all;
  const valid = shareExcept(new Set(problems.map(({ pointer }) => pathTo(pointer)[0])));
  return check(valid).length === 0 ? valid : generated;
};
