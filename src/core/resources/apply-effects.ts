/** Applies the changes that the name of an action implies. */

import { numberOf } from '../primitives/compare-scalars.ts';
import { equalsJson, type Json, type JsonObject } from '../primitives/json.ts';
import { setAt, valueAt } from '../primitives/json-path.ts';
import type { Input } from '../request/read-input.ts';
import type { PropertyEffect } from '../service/binding.ts';
import { timeIn } from './create-item.ts';

/** The request of an action. */
export type EffectInput = Pick<Input, 'body' | 'parameters'>;

/** The item with the effects; the same object if nothing changes. `now`: world time in milliseconds. */
export const applyEffects = (
  before: JsonObject,
  effects: readonly PropertyEffect[],
  now: number,
  input: EffectInput,
): JsonObject => {
  let after: Json = before;
  for (const effect of effects) {
    if (!isDue(effect, before, after)) continue;
    const value = resultOf(effect, before, now, input);
    if (value === undefined && effect.to.type === 'sent') continue;
    const current = valueAt(after, effect.path);
    const isSame = current === undefined || value === undefined ? current === value : equalsJson(current, value);
    if (!isSame) after = setAt(after, effect.path, value);
  }
  return after as JsonObject;
};

/** Whether the flag of a counter changes: `favorite` on a favorite does not count twice. */
const isDue = ({ to }: PropertyEffect, before: Json, after: Json): boolean =>
  to.type !== 'add' || to.changed === undefined || valueAt(before, to.changed) !== valueAt(after, to.changed);

const resultOf = (
  { path, to }: PropertyEffect,
  before: JsonObject,
  now: number,
  { body, parameters }: EffectInput,
): Json | undefined => {
  switch (to.type) {
    case 'value':
      return to.value;
    case 'sent':
      if ('parameter' in to.from) return parameters[to.from.parameter];
      return body === undefined ? undefined : valueAt(body, to.from.body);
    case 'time':
      return timeIn(to.form, now);
    case 'add': {
      const current = valueAt(before, path) ?? 0;
      const number = numberOf(current);
      return number === undefined ? current : added(number, to.amount, to.minimum);
    }
  }
};

const added = (number: number | bigint, amount: number, minimum: number | undefined): number | bigint => {
  const sum =
    typeof number === 'bigint' && Number.isInteger(amount) ? number + BigInt(amount) : Number(number) + amount;
  return minimum !== undefined && sum < minimum ? minimum : sum;
};

/** The effects whose results the stored item does not have, because its schema does not allow them. */
export const droppedEffects = (
  wanted: JsonObject,
  stored: JsonObject,
  effects: readonly PropertyEffect[],
): readonly PropertyEffect[] =>
  effects.filter(({ path }) => String(valueAt(wanted, path)) !== String(valueAt(stored, path)));
