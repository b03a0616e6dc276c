/** Creation of items: ids, defaults, timestamps and generated values of required properties. */

import { escapePointer, getProperty, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import type { CollectionSpec } from '../service/binding.ts';
import { type Collection, findItem, nextIntegerId } from '../state/collection.ts';
import { idText, joinKey, type KeyedValue, withParents } from '../state/item-key.ts';
import type { State } from '../state/state.ts';
import type { Target } from './target.ts';

/** The property with the id; undefined for a singleton, whose id is an ordinary property. */
export const idNameOf = ({ kind, idProperty }: CollectionSpec): string | undefined =>
  kind === 'list' ? idProperty : undefined;

/** The next integer, or a generated text. */
export const nextId = (state: State, collection: Collection, now: number, parents: readonly string[]): Json => {
  const { spec } = collection;
  if (spec.idType === 'integer') return nextIntegerId(collection, parents);
  const isFree = (id: string): boolean => findItem(collection, joinKey(spec, { parents, id })) === undefined;
  if (spec.idProperty === undefined) return firstFree(String(collection.nextOrder + 1), isFree);
  return nextTextId(state, collection, spec.idProperty, now, isFree);
};

const nextIdentity = ({ highestId }: Collection): string => String(highestId + 1n);

/** A generated id. If it exists already, a similar one, or else the id with a number appended. */
const nextTextId = (
  state: State,
  collection: Collection,
  idProperty: string,
  now: number,
  isFree: (id: string) => boolean,
): string => {
  const { spec } = collection;
  const generated = spec.generate({ seed: seedFrom(state.seed, spec.name, nextIdentity(collection)), now });
  const base = idText(getProperty(generated as JsonObject, idProperty)) ?? String(collection.nextOrder + 1);
  if (isFree(base)) return base;
  const pointer = `/${escapePointer(idProperty)}`;
  const fits = (id: string): boolean =>
    spec.check({ ...(generated as JsonObject), [idProperty]: id }).every((problem) => problem.pointer !== pointer);
  const number = String(collection.highestId + 1n);
  const similar = similarIds(base, number).find((id) => isFree(id) && fits(id));
  return similar ?? firstFree(base, isFree);
};

/** Texts of the same length that end with `number`, because ids often have a fixed format. */
const similarIds = (base: string, number: string): readonly string[] => {
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

/** The state of the world and the world time of a request. */
interface Moment {
  readonly state: State;
  readonly now: number;
}

export interface NewItem extends KeyedValue {
  readonly key: string;
}

/** Creates an item from the requested properties. Without a provided id it gets a new one, as its first property. */
export const createItem = (
  { state, now }: Moment,
  { collection, parents }: Target,
  providedId: Json | undefined,
  requested: JsonObject,
): NewItem => {
  const { spec } = collection;
  const id = spec.kind === 'singleton' ? undefined : (providedId ?? nextId(state, collection, now, parents));
  const key = joinKey(spec, { parents, id: idText(id) });
  const named = withParents(spec, parents, withId(spec, id, requested));
  const identity = providedId === undefined && spec.kind === 'list' ? nextIdentity(collection) : key;
  const { created, updated } = spec.timestamps;
  const stamped = setTimestamps(withDefaults(state, spec, named), [...created, ...updated], now);
  return { key, value: fillRequired(state, spec, stamped, identity, now) };
};

/** Sets the id as the first property, unless the item already has it. */
export const withId = (spec: CollectionSpec, id: Json | undefined, value: JsonObject): JsonObject => {
  const name = idNameOf(spec);
  if (name === undefined || id === undefined || getProperty(value, name) === id) return value;
  const result: Record<string, Json> = {};
  setProperty(result, name, id);
  for (const propertyName of Object.keys(value))
    if (propertyName !== name) setProperty(result, propertyName, value[propertyName] as Json);
  return result;
};

/** Adds the scenario's defaults for properties that the item does not have. */
export const withDefaults = (state: State, spec: CollectionSpec, value: JsonObject): JsonObject => {
  const defaults = state.rules.defaults.get(spec.name);
  if (defaults === undefined) return value;
  const result: Record<string, Json> = { ...value };
  for (const name of Object.keys(defaults))
    if (!Object.hasOwn(result, name)) setProperty(result, name, defaults[name] as Json);
  return result;
};

/** Sets those of the properties to world time that the item does not have. */
const setTimestamps = (value: JsonObject, names: readonly string[], now: number): JsonObject => {
  const missing = names.filter((name) => !Object.hasOwn(value, name));
  return missing.length === 0 ? value : withTime(value, missing, now);
};

/** Sets the properties to world time. */
export const withTime = (value: JsonObject, names: readonly string[], now: number): JsonObject => {
  if (names.length === 0) return value;
  const result: Record<string, Json> = { ...value };
  for (const name of names) setProperty(result, name, new Date(now).toISOString());
  return result;
};

/**
 * Adds generated values for required properties that the item does not have. Their seed is derived from the world's seed,
 * the collection and `identity`, which identifies the item.
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
  const result: Record<string, Json> = { ...value };
  for (const name of missing) {
    const property = getProperty(generated, name);
    if (property !== undefined) setProperty(result, name, property);
  }
  return result;
};
