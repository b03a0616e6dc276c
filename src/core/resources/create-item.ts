/** Creation of items: ids, defaults and timestamps. */

import { filterProperties, getProperty, isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { takeValues } from '../primitives/sorted-map.ts';
import { maxStepsPerRequest, OutOfSteps, StepBudget } from '../primitives/step-budget.ts';
import type { Generate } from '../service/check.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import { slugFrom } from '../service/id-names.ts';
import { type Collection, findElsewhere, type Item, indexText, nextIntegerId, putItem } from '../state/collection.ts';
import { parentsBelow } from '../state/item-count.ts';
import { idText, joinKey } from '../state/item-key.ts';
import type { State } from '../state/state.ts';
import type { ResultItem } from './action-result.ts';
import { type Moment, nextNumber, storedItem } from './item-steps.ts';
import { findAddressed, findById, scopesOf, type Target } from './target.ts';

/** The next integer, or a generated text; undefined if all ids that the document allows are in use. */
export const nextId = (
  state: State,
  collection: Collection,
  now: number,
  parents: readonly string[],
  requested: JsonObject = {},
): Json | undefined => {
  const { spec } = collection;
  const scopes = scopesOf(spec, parents);
  const budget = new StepBudget(maxStepsPerRequest);
  const search: IdSearch = {
    state,
    collection,
    now,
    budget,
    isFree: (id) =>
      findById({ collection, scopes }, idText(id)) === undefined && findElsewhere(collection, idText(id)) === undefined,
    isAccepted: (id) => spec.acceptsId(id, budget),
  };
  if (spec.idValues !== undefined) return spec.idValues.find((id) => search.isFree(id) && search.isAccepted(id));
  if (spec.numbered && spec.numbered === spec.idProperty && scopes.length === 1) return nextNumber(collection, parents);
  if (spec.idType !== 'string') return nextInteger(search, parents);
  return spec.idProperty === undefined ? nextHidden(search) : nextText(search, requested);
};

interface IdSearch {
  readonly state: State;
  readonly collection: Collection;
  readonly now: number;
  /** The steps to test and generate ids: a document may make each of them expensive. */
  readonly budget: StepBudget;
  readonly isFree: (id: Json) => boolean;
  readonly isAccepted: (id: Json) => boolean;
}

/** A number; where the path accepts none, a text that it accepts. */
const nextHidden = (search: IdSearch): string => {
  const { state, collection, isFree, isAccepted } = search;
  const { spec, nextOrder } = collection;
  const number = firstFree(String(nextOrder + 1), isFree);
  if (spec.generateId === undefined || isAccepted(number)) return number;
  for (let attempt = 1; attempt <= maxTries; attempt++) {
    const id = idText(generateWithin(search, spec.generateId, seedFrom(state.seed, spec.name, number, attempt)));
    if (id !== undefined && isFree(id) && isAccepted(id)) return id;
  }
  return number;
};

const nextIdentity = ({ highestId }: Collection) => String(highestId + 1n);

/** The number of ids that are tried before one is used that does not fit. */
const maxTries = 100;

/** The next integer, or if it does not fit, the first that fits from a generated id upwards. */
const nextInteger = (search: IdSearch, parents: readonly string[]): Json => {
  const { collection, isFree, isAccepted } = search;
  const asId = (id: number): Json => (collection.spec.idType === 'integer-text' ? String(id) : id);
  const next = nextIntegerId(collection, parents);
  // Without parents, nothing is above the highest id.
  const isNextFree = parents.length === 0 || isFree(next);
  if (isNextFree && isAccepted(asId(next))) return asId(next);
  const generated = generatedId(search, 0);
  const starts = [1, ...(typeof generated === 'number' ? [generated] : [])];
  for (const start of starts)
    for (let id = start; id < start + maxTries; id++) if (isFree(id) && isAccepted(asId(id))) return asId(id);
  return asId(next);
};

const generatedId = (search: IdSearch, attempt: number): Json | undefined => {
  const { state, collection } = search;
  const { spec } = collection;
  const parts = [spec.localName, nextIdentity(collection), ...(attempt === 0 ? [] : [attempt])];
  const generated = generateWithin(search, spec.generate, seedFrom(state.seed, ...parts));
  return spec.idProperty !== undefined && isJsonObject(generated) ? getProperty(generated, spec.idProperty) : undefined;
};

/** Returns undefined for a schema that needs too many steps. */
const generateWithin = ({ now, budget }: IdSearch, generate: Generate, seed: number): Json | undefined => {
  try {
    return generate({ seed, now, budget });
  } catch (error) {
    if (error instanceof OutOfSteps) return undefined;
    throw error;
  }
};

/** The slug of the requested name, else a generated id. If it is taken, another one, or one with a number appended. */
const nextText = (search: IdSearch, requested: JsonObject): string => {
  const { collection, isFree, isAccepted } = search;
  const slug = slugFrom(collection.spec.idProperty, requested);
  for (let attempt = 1; slug !== undefined && attempt <= maxTries; attempt++) {
    const own = attempt === 1 ? slug : `${slug}-${attempt}`;
    if (isFree(own) && isAccepted(own)) return own;
  }
  const base = idText(generatedId(search, 0)) ?? String(collection.nextOrder + 1);
  if (isFree(base)) return base;
  const fits = (id: string) => isFree(id) && isAccepted(id);
  for (let count = 1; count <= maxTries; count++) {
    const similar = similarIds(base, String(collection.highestId + BigInt(count))).find(fits);
    if (similar !== undefined) return similar;
  }
  for (let attempt = 1; attempt <= maxTries; attempt++) {
    const other = idText(generatedId(search, attempt));
    if (other !== undefined && fits(other)) return other;
  }
  return firstFree(base, isFree);
};

/** Texts of the same length that end with `number`, because ids often have a fixed format. */
const similarIds = (base: string, number: string): readonly string[] => {
  if (base.length <= number.length) return [];
  const rest = base.slice(0, -number.length);
  const digits = /\d+$/.exec(base)?.[0].length ?? 0;
  const padded = `${base.slice(0, base.length - digits)}${number.padStart(digits, '0')}`;
  return [...(digits >= number.length ? [padded] : []), `${rest}${number}`];
};

const firstFree = (base: string, isFree: (id: Json) => boolean): string => {
  let id = base;
  for (let attempt = 2; !isFree(id); attempt++) id = `${base}-${attempt}`;
  return id;
};

export const noFreeId = ({ localName }: CollectionSpec): string =>
  `All ids that the document allows for ${localName} are in use.`;

export interface Creation {
  readonly providedId?: Json | undefined;
  readonly requested: JsonObject;
}

/** Creates an item. Without a provided id it gets a new one, as its first property; undefined if no id is free. */
export const createItem = (
  moment: Moment,
  { collection, parents, shownParents }: Target,
  { providedId, requested }: Creation,
): ResultItem | undefined => {
  const { state, now } = moment;
  const { spec } = collection;
  const isSingle = spec.kind === 'singleton';
  const id = isSingle ? undefined : (providedId ?? nextId(state, collection, now, parents, requested));
  if (id === undefined && !isSingle) return undefined;
  const key = joinKey(spec, { parents, id: idText(id) });
  const original = originalOf(state, spec, providedId, requested);
  const identity = (): string => (providedId === undefined && !isSingle ? nextIdentity(collection) : key);
  const sent = original === undefined ? requested : { ...original, ...requested };
  const value = withItemsInside(moment, spec, key, sent);
  return storedItem(moment, spec, { key, value, identity, created: { id, shownParents } });
};

/** The item with the elements of its lists as they are when they are created below it. */
export const withItemsInside = (
  moment: Moment,
  spec: CollectionSpec,
  key: string,
  value: JsonObject,
  before: JsonObject = {},
): JsonObject => {
  let result = value;
  for (const { property, isPlaced, collection: name } of spec.relations().counts) {
    const list = getProperty(value, property);
    if (!isPlaced || !Array.isArray(list) || list === getProperty(before, property)) continue;
    let collection = moment.state.collections.get(name) as Collection;
    const below = collection.spec;
    const parents = parentsBelow(spec, below, key);
    const made = (list as readonly Json[]).map((one) => {
      if (!isJsonObject(one)) return one;
      const target = { collection, parents, scopes: [parents], shownParents: parents };
      const id = getProperty(one, below.idProperty as string);
      const known = id === undefined ? undefined : findById(target, idText(id));
      const isFree = id !== undefined && below.acceptsId(id) && !findElsewhere(collection, idText(id));
      const providedId = known || isFree ? id : undefined;
      const own = createItem(moment, target, { providedId, requested: { ...known?.value, ...one } });
      if (own !== undefined) collection = putItem(collection, own.key, own.value);
      return own?.value ?? one;
    });
    const numbers = spec
      .relations()
      .counts.filter((one) => one.collection === name && !one.isList && !one.isLast && !one.where);
    result = { ...result, [property]: made, ...Object.fromEntries(numbers.map((one) => [one.property, made.length])) };
  }
  return result;
};

const unscoped = { parents: [], scopes: [[]], shownParents: [] };

/** The existing item that a request puts below a parent, by its id alone. */
const originalOf = (
  state: State,
  { original, namesOriginal, idProperty, properties }: CollectionSpec,
  id: Json | undefined,
  requested: JsonObject,
): JsonObject | undefined => {
  const isAlone = namesOriginal || Object.keys(requested).every((name) => name === idProperty);
  const collection = original === undefined || !isAlone ? undefined : state.collections.get(original);
  const text = idText(id) ?? '';
  const isNamed = ({ value }: Item) => indexText(getProperty(value, idProperty as string)) === text;
  const found =
    collection &&
    (findAddressed({ ...unscoped, collection }, text) ??
      findElsewhere(collection, text) ??
      takeValues(collection.items, 1, isNamed)[0]);
  return found && filterProperties(found.value, (name) => properties.has(name));
};
