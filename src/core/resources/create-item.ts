/** What a new item is made of, and what an item that was changed is made whole with. */

import { escapePointer, getProperty, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { CollectionSpec } from '../service/binding.ts';
import { type Collection, findItem, nextIntegerId } from '../state/collection.ts';
import { idText, joinKey, type KeyedValue, withParents } from '../state/item-key.ts';
import type { State } from '../state/state.ts';

/** The member that identifies the items of a list; a singleton's id is a member like others. */
export const idNameOf = ({ kind, idProperty }: CollectionSpec): string | undefined =>
  kind === 'list' ? idProperty : undefined;

/** The next number, or a generated text. */
export const nextId = (state: State, collection: Collection, now: number, parents: readonly string[]): Json => {
  const { spec } = collection;
  if (spec.idType === 'integer') return nextIntegerId(collection, parents);
  const isFree = (id: string): boolean => findItem(collection, joinKey(spec, { parents, id })) === undefined;
  if (spec.idProperty === undefined) return firstFree(String(collection.nextOrder + 1), isFree);
  return nextTextId(state, collection, spec.idProperty, now, isFree);
};

const identityOfNext = ({ highestId }: Collection): string => String(highestId + 1n);

/** The generated id; where it is taken, one like it, or else the id with a number behind it. */
const nextTextId = (
  state: State,
  collection: Collection,
  idProperty: string,
  now: number,
  isFree: (id: string) => boolean,
): string => {
  const { spec } = collection;
  const generated = spec.generate({ seed: seedFrom(state.seed, spec.name, identityOfNext(collection)), now });
  const base = idText(getProperty(generated as JsonObject, idProperty)) ?? String(collection.nextOrder + 1);
  if (isFree(base)) return base;
  const pointer = `/${escapePointer(idProperty)}`;
  const fits = (id: string): boolean =>
    spec.check({ ...(generated as JsonObject), [idProperty]: id }).every((problem) => problem.pointer !== pointer);
  const number = String(collection.highestId + 1n);
  const alike = alikeTo(base, number).find((id) => isFree(id) && fits(id));
  return alike ?? firstFree(base, isFree);
};

/** Texts of the same length with a number in place of their last digits or characters: ids often have a form to keep. */
const alikeTo = (base: string, number: string): readonly string[] => {
  if (base.length <= number.length) return [];
  const rest = base.slice(0, -number.length);
  const digits = /\d+$/.exec(base)?.[0].length ?? 0;
  const padded = `${base.slice(0, base.length - digits)}${number.padStart(digits, '0')}`;
  return [...(digits >= number.length ? [padded] : []), `${rest}${number}`];
};

const firstFree = (base: string, isFree: (id: string) => boolean): string => {
  let id = base;
  for (let attempt = 2; !isFree(id); attempt++) id = `${base}-${attempt}`;
  return id;
};

export interface NewItem extends KeyedValue {
  readonly key: string;
}

/** With an id of its own where none is given: first among its members then. */
export const createItem = (
  state: State,
  collection: Collection,
  parents: readonly string[],
  given: Json | undefined,
  said: JsonObject,
  now: number,
): NewItem => {
  const { spec } = collection;
  const id = spec.kind === 'singleton' ? undefined : (given ?? nextId(state, collection, now, parents));
  const key = joinKey(spec, { parents, id: idText(id) });
  const named = withParents(spec, parents, withId(spec, id, said));
  const identity = given === undefined && spec.kind === 'list' ? identityOfNext(collection) : key;
  const { created, updated } = spec.stamps;
  const stamped = setTimestamps(withDefaults(state, spec, named), [...created, ...updated], now);
  return { key, value: fillRequired(state, spec, stamped, identity, now) };
};

/** The item under this id; one that says so already stays as it is. */
export const withId = (spec: CollectionSpec, id: Json | undefined, value: JsonObject): JsonObject => {
  const name = idNameOf(spec);
  if (name === undefined || id === undefined || getProperty(value, name) === id) return value;
  const whole: Record<string, Json> = {};
  setProperty(whole, name, id);
  for (const other of Object.keys(value)) if (other !== name) setProperty(whole, other, value[other] as Json);
  return whole;
};

/** The item with what the scenario says of members that it lacks. */
export const withDefaults = (state: State, spec: CollectionSpec, value: JsonObject): JsonObject => {
  const defaults = state.rules.defaults.get(spec.name);
  if (defaults === undefined) return value;
  const whole: Record<string, Json> = { ...value };
  for (const name of Object.keys(defaults))
    if (!Object.hasOwn(whole, name)) setProperty(whole, name, defaults[name] as Json);
  return whole;
};

/** The item with the world's time in those of these members that it lacks. */
const setTimestamps = (value: JsonObject, names: readonly string[], now: number): JsonObject => {
  const missing = names.filter((name) => !Object.hasOwn(value, name));
  return missing.length === 0 ? value : withTime(value, missing, now);
};

/** The item with the world's time in these members. */
export const withTime = (value: JsonObject, names: readonly string[], now: number): JsonObject => {
  if (names.length === 0) return value;
  const whole: Record<string, Json> = { ...value };
  for (const name of names) setProperty(whole, name, new Date(now).toISOString());
  return whole;
};

/**
 * The item with generated values for the required members that it lacks. They follow from the world's seed, the
 * collection and `identity`, which names the item.
 */
export const fillRequired = (
  state: State,
  spec: CollectionSpec,
  value: JsonObject,
  identity: string,
  now: number,
): JsonObject => {
  const missing = spec.required.filter((name) => !Object.hasOwn(value, name));
  if (missing.length === 0) return value;
  const generated = spec.generate({ seed: seedFrom(state.seed, spec.name, identity), now }) as JsonObject;
  const whole: Record<string, Json> = { ...value };
  for (const name of missing) {
    const property = getProperty(generated, name);
    if (property !== undefined) setProperty(whole, name, property);
  }
  return whole;
};
