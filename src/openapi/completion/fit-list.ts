/** Completes the items of a list. */
import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { CanonicalValues } from '../validation/canonical.ts';
import type { Completion, Place } from './completion.ts';
import { usualIdOf } from './completion-forms.ts';
import type { Plan } from './plan.ts';

/** The list with each of its items completed, and with as many as its schema requires. */
export const fitList = (completion: Completion, plan: Plan, values: readonly Json[], place: Place): Json => {
  const { minItems, maxItems, unique } = plan.merged();
  const earlier = byIdentity(place.before);
  const placeOf = (index: number, value: Json | undefined): Place => {
    const id = isJsonObject(value) ? usualIdOf(value) : undefined;
    return {
      pointer: `${place.pointer}/${index}`,
      before: id === undefined ? undefined : earlier.get(id),
      template: () => undefined,
    };
  };
  const fitted: Json[] = [];
  const canonical = new CanonicalValues();
  const seen = new Set<number>();
  const isRepeated = (item: Json): boolean => {
    const number = canonical.numberOf(item, completion.budget);
    return seen.size === seen.add(number).size;
  };
  for (const [index, value] of values.entries()) {
    if (fitted.length >= maxItems) break;
    const kept = completion.fit(plan.item(index), value, placeOf(index, value));
    if (kept !== undefined && !(unique && isRepeated(kept))) fitted.push(kept);
  }
  while (fitted.length < minItems) {
    const added = completion.missing(plan.item(fitted.length), placeOf(fitted.length, undefined));
    if (added === undefined) break;
    fitted.push(added);
  }
  return fitted;
};

/** The objects of an earlier list by their ids; the first of several with the same one. */
const byIdentity = (before: Json | undefined): ReadonlyMap<Json, JsonObject> => {
  const items = new Map<Json, JsonObject>();
  if (!Array.isArray(before)) return items;
  for (const item of before as readonly Json[]) {
    const id = isJsonObject(item) ? usualIdOf(item) : undefined;
    if (id !== undefined && !items.has(id)) items.set(id, item as JsonObject);
  }
  return items;
};
