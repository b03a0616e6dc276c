/** Applies the changes that the name of an action implies. */

import { wordLists } from '../../parts/words/index.ts';
import { lifecyclesOf } from '../lifecycles/lifecycles-of.ts';
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  numberOf,
  setAt,
  valueAt,
} from '../primitives/json.ts';
import { asUuid, digitsFrom } from '../primitives/seeded-random.ts';
import { timeIn } from '../primitives/time-notation.ts';
import { plainName } from '../primitives/words.ts';
import { factsAbout, type Input } from '../request/read-input.ts';
import type { PropertyEffect, SentValue } from '../service/binding.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import { indexText } from '../state/collection.ts';
import type { State } from '../state/state.ts';

type EffectInput = Pick<Input, 'body' | 'parameters' | 'file'>;

/** The item with the effects; the same object if nothing changes. `now`: world time in milliseconds. */
export const applyEffects = (
  before: JsonObject,
  effects: readonly PropertyEffect[],
  now: number,
  input: EffectInput,
): JsonObject => {
  let after: Json = before;
  for (const effect of effects) {
    if (!isDue(effect, before, after, input)) continue;
    const value = resultOf(effect, after as JsonObject, now, input);
    if (value === undefined && effect.to.type !== 'value') continue;
    const current = valueAt(after, effect.path);
    const isSame = current === undefined || value === undefined ? current === value : equalsJson(current, value);
    if (!isSame) after = setAt(after, effect.path, value);
  }
  return after as JsonObject;
};

export const noEffectInput: EffectInput = { body: undefined, parameters: [] };

/** A new item at the first step of each of its lifecycles, unless it is at a step already. */
export const beginLifecycles = (state: State, spec: CollectionSpec, value: JsonObject, now: number): JsonObject => {
  let begun = value;
  for (const { property, steps } of lifecyclesOf(state, spec)) {
    const [first] = steps;
    const given = getProperty(begun, property);
    if (first === undefined || (given !== undefined && !equalsJson(given, first.is))) continue;
    const named: PropertyEffect = { path: [property], to: { type: 'value', value: first.is } };
    begun = applyEffects(begun, [named, ...first.set], now, noEffectInput);
  }
  return begun;
};

/** Whether the flag of a counter changes: `favorite` on a favorite does not count twice. */
const isDue = ({ to, when }: PropertyEffect, before: Json, after: Json, input: EffectInput) =>
  when !== undefined
    ? plainName(String(sentValue(when.from, input))) === when.is
    : to.type !== 'add' ||
      to.changed === undefined ||
      (valueAt(before, to.changed) ?? false) !== (valueAt(after, to.changed) ?? false);

const resultOf = (effect: PropertyEffect, before: JsonObject, now: number, input: EffectInput): Json | undefined => {
  const { path, to } = effect;
  switch (to.type) {
    case 'value':
      return to.value;
    case 'sent':
      return sentValue(to.from, input);
    case 'add-to-list':
    case 'remove-from-list': {
      const sent = sentValue(to.from, input);
      const list = valueAt(before, path) ?? [];
      if (sent === undefined || !isList(list)) return undefined;
      const values = isList(sent) ? sent : [sent];
      return to.type === 'add-to-list' ? addTo(list, values, to.id, now) : removeFrom(list, values, to.by);
    }
    case 'change-in-list': {
      const [element, change] = [sentValue(to.from, input), sentValue({ body: to.sent ?? [] }, input)];
      const list = valueAt(before, path) ?? null;
      if (!isList(list) || !isJsonObject(change)) return undefined;
      return list.map((one) => (isJsonObject(one) && hasElement([one], element, to.by) ? { ...one, ...change } : one));
    }
    case 'add-sent': {
      const [current, sent] = [valueAt(before, path) ?? 0, sentValue(to.from, input) ?? null].map(numberOf);
      if (current === undefined || sent === undefined) return undefined;
      return sumOf(current, sent, to.sign);
    }
    case 'toggle':
      return valueAt(before, path) !== true;
    case 'time':
      return timeIn(to.form, now);
    case 'add': {
      const current = valueAt(before, path) ?? 0;
      const number = numberOf(current);
      if (number === undefined) return current;
      const sum = sumOf(number, to.amount, 1);
      return to.minimum !== undefined && sum < to.minimum ? to.minimum : sum;
    }
  }
};

const sentValue = (from: SentValue, { body, parameters, file }: EffectInput): Json | undefined => {
  if ('parameter' in from) return parameters[from.parameter];
  const sent = body === undefined ? undefined : valueAt(body, from.body);
  const { ofFile } = from;
  if (ofFile !== undefined && file !== undefined && isJsonObject(sent))
    return Object.fromEntries([
      ...factsAbout(ofFile, file),
      ...Object.entries(sent).filter(([name]) => ofFile.has(name)),
    ]);
  return from.inObject !== undefined && isJsonObject(sent) ? getProperty(sent, from.inObject) : sent;
};

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The texts by which a value of a list is known: a text or a number itself; of an object, its property `by`, else its id and its name. */
const namesIn = (value: Json, by?: string): readonly string[] => {
  if (!isJsonObject(value)) return [indexText(value) ?? []].flat();
  return (by === undefined ? wordLists.labels.all : [by]).flatMap((name) => indexText(getProperty(value, name)) ?? []);
};

/** Adds the values that the list does not have yet. */
const addTo = (list: readonly Json[], values: readonly Json[], id: NewId | undefined, now: number): readonly Json[] => {
  const known = new Set(list.flatMap((value) => namesIn(value)));
  const isNew = (value: Json) => {
    const names = namesIn(value);
    const isKnown = !isJsonObject(value) && names.some((name) => known.has(name));
    for (const name of names) known.add(name);
    return !isKnown;
  };
  const added = values.filter(isNew);
  if (added.length === 0) return list;
  return [...list, ...(id === undefined ? added : withIds(list, added, id, now))];
};

type NewId = Extract<PropertyEffect['to'], { readonly type: 'add-to-list' }>['id'] & {};

/** Each object without an id gets the next number, or a text of its own. */
const withIds = (
  list: readonly Json[],
  added: readonly Json[],
  { property, form }: NewId,
  now: number,
): readonly Json[] => {
  const idOf = (value: Json): Json | undefined => (isJsonObject(value) ? getProperty(value, property) : undefined);
  const ids = [...list, ...added].map(idOf).filter((id) => typeof id === 'number');
  let highest = ids.reduce((highestId, id) => Math.max(highestId, id), 0);
  const nextId = (at: number): Json => {
    if (form === 'number') return ++highest;
    const digits = digitsFrom(now, list.length + at);
    return form === 'uuid' ? asUuid(digits) : digits.slice(0, 12);
  };
  return added.map((value, at) =>
    isJsonObject(value) && idOf(value) === undefined ? { [property]: nextId(at), ...value } : value,
  );
};

export const hasElement = (list: Json = [], element: Json | undefined, by: string | undefined): boolean => {
  const searched = indexText(element);
  return searched !== undefined && isList(list) && list.some((value) => namesIn(value, by).includes(searched));
};

const removeFrom = (list: readonly Json[], values: readonly Json[], by: string | undefined): readonly Json[] => {
  const removed = new Set(values.flatMap((value) => namesIn(value)));
  const left = list.filter((value) => !namesIn(value, by).some((name) => removed.has(name)));
  return left.length === list.length ? list : left;
};

/** Whole numbers keep every digit. */
const sumOf = (current: number | bigint, sent: number | bigint, sign: 1 | -1): number | bigint => {
  if ([current, sent].every((one) => typeof one === 'bigint' || Number.isSafeInteger(one))) {
    const sum = BigInt(current) + BigInt(sign) * BigInt(sent);
    return Number.isSafeInteger(Number(sum)) ? Number(sum) : sum;
  }
  // Hundredths are not exact in binary.
  return Number((Number(current) + sign * Number(sent)).toPrecision(15));
};

/** The effects whose results the stored item does not have, because its schema does not allow them. */
export const droppedEffects = (
  wanted: JsonObject,
  stored: JsonObject,
  effects: readonly PropertyEffect[],
): readonly PropertyEffect[] =>
  effects.filter(({ path }) => String(valueAt(wanted, path)) !== String(valueAt(stored, path)));
