/** Generation of the items that a scenario requests. */

import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { asUuid, digitsFrom, seedFrom } from '../../core/primitives/seeded-random.ts';
import {
  budgetForItems,
  maxStepsPerCollection,
  OutOfSteps,
  type StepBudget,
} from '../../core/primitives/step-budget.ts';
import { itemsPerStep, type Steps } from '../../core/primitives/steps.ts';
import type { GenerateContext } from '../../core/service/check.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { createCollection, nextIntegerId } from '../../core/state/collection.ts';
import { fromData, idText, joinParents, typedId, withAddresses } from '../../core/state/item-key.ts';
import { wordLists } from '../../parts/words/index.ts';
import { documentedParents, hasHiddenIds, idPropertyOf, type ParentIds, putBelow, withFirst } from './item-data.ts';

interface GenerateOptions {
  readonly seed: number;
  readonly now: number;
  /** The highest integer id ever used, other than by existing items. */
  readonly highestUsed: bigint;
  /** Whether the document's examples come first, and ids are the lowest free ones. */
  readonly examples: boolean;
  /** The possible parents, filled in this order. Empty: nothing is generated. */
  readonly parents: readonly ParentIds[];
}

export interface GeneratedItem {
  readonly item: JsonObject;
  /** Whether the whole item is an example of the document, and stored as it is. */
  readonly isExample: boolean;
}

/**
 * The seed of each item follows from the seed, the collection and its id. Ids of `existing` are not used. Beyond the steps that all may
 * take, nothing is generated.
 */
export function* generateItems(
  spec: CollectionSpec,
  existing: readonly JsonObject[],
  count: number,
  options: GenerateOptions,
): Steps<readonly GeneratedItem[]> {
  if (options.parents.length === 0) return [];
  const items: GeneratedItem[] = [];
  const generate = spec.kind === 'singleton' ? generateSingles : generateList;
  try {
    const usedNames = { names: new Set<Json>(), renamed: 0 };
    yield* generate(spec, existing, count, { ...options, items, usedNames, budget: budgetOf(spec, count) });
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
  }
  return items;
}

/** The steps for the items of a collection. A chain of collections, each below the one before, shares them. */
export const budgetOf = ({ parents }: CollectionSpec, count: number): StepBudget =>
  budgetForItems(count, maxStepsPerCollection / (1 + parents.length));

interface Generation extends GenerateOptions {
  readonly budget: StepBudget;
  readonly items: GeneratedItem[];
  readonly usedNames: UsedNames;
}

/** One item for each parent without one. */
function* generateSingles(
  spec: CollectionSpec,
  existing: readonly JsonObject[],
  count: number,
  { seed, now, examples, parents, items, budget }: Generation,
): Steps<void> {
  const usedKeys = new Set(existing.map((item) => fromData(spec, item).key));
  const documented = examples ? spec.examples : [];
  const free = parents
    .map((parentIds) => ({ parentIds, key: fromData(spec, putBelow(spec, parentIds, {})).key }))
    .filter(({ key }) => !usedKeys.has(key))
    .slice(0, count);
  for (const [index, { parentIds }] of free.entries()) {
    if (index % itemsPerStep === itemsPerStep - 1) yield;
    const example =
      documented[index] && corrected(spec, putBelow(spec, parentIds, documented[index]), { seed, now }, budget);
    if (example !== undefined && isValid(spec, example, budget)) {
      items.push({ item: example, isExample: true });
      continue;
    }
    const itemSeed = seedFrom(seed, spec.localName, joinParents(parentIds));
    const value = generateObject(spec, { seed: itemSeed, now, usesExamples: index === 0, budget });
    const item = putBelow(spec, parentIds, value);
    if (!examples || isValid(spec, item, budget)) items.push({ item, isExample: false });
  }
}

/** An item before its parents are selected. */
interface ItemDraft {
  readonly value: JsonObject;
  readonly parentIds: ParentIds | undefined;
  readonly isExample: boolean;
}

function* generateList(
  spec: CollectionSpec,
  existing: readonly JsonObject[],
  count: number,
  options: Generation,
): Steps<void> {
  const { parents, examples, items, budget, seed, now } = options;
  const used = new Set(existing.map((item) => idOf(spec, item)));
  const room = createRoom(parents, Math.ceil(count / parents.length));
  // One of the ids that the document lists stays free for a creation.
  const most = examples && spec.idValues !== undefined ? Math.max(1, spec.idValues.length - 1) : count;
  const add = ({ value, parentIds, isExample }: ItemDraft): void => {
    if (items.length >= Math.min(count, most) || (examples && used.has(idOf(spec, value)))) return;
    const target = parentIds ?? room.first();
    const placed = putBelow(spec, target, value);
    const numbered =
      spec.addresses.length > 0 && hasHiddenIds(spec) && !isExample
        ? { $id: String(existing.length + items.length + 1), ...placed }
        : placed;
    const item = isExample
      ? corrected(spec, placed, { seed: seedFrom(seed, spec.localName, items.length), now }, budget)
      : addressed(spec, positioned(spec, numbered, items.length + 1, budget), budget);
    const id = idOf(spec, item);
    if (examples && used.has(id)) return;
    // An item that violates the contract in every response is worse than one item less.
    if (examples && !isValid(spec, item, budget)) return;
    used.add(id);
    room.take(target);
    items.push({ item, isExample });
    options.usedNames.names.add(nameOf(item) ?? '');
  };
  const isFirst = (): boolean => existing.length === 0 && items.length === 0;
  if (examples) {
    for (const draft of documentedDrafts(spec, { ...options, isFirst: () => items.length === 0 })) add(draft);
    for (const id of spec.reservedIds) used.add(id);
  }
  const next =
    spec.idValues !== undefined && examples
      ? listedDrafts
      : spec.idProperty !== undefined && spec.idType !== 'string'
        ? numberedDrafts
        : textDrafts;
  // Invalid items are skipped and not replaced, so that the loop ends if all are invalid.
  const remaining = count - items.length;
  const drafts = next(spec, existing, used, { ...options, isFirst, made: items.length });
  for (let index = 0; index < remaining; index++) {
    add({ value: drafts(index), parentIds: undefined, isExample: false });
    if (index % itemsPerStep === itemsPerStep - 1) yield;
  }
}

/** Gives an item its own path in place of a generated one, if the schema accepts it. */
const addressed = (spec: CollectionSpec, item: JsonObject, budget: StepBudget): JsonObject => {
  const { key } = fromData(spec, item);
  if (spec.addresses.length === 0 || key === undefined) return item;
  const result = withAddresses(spec, key, item, {});
  return result === item || isValid(spec, result, budget) ? result : item;
};

interface Room {
  /** The first parents with room, or else the last ones. */
  readonly first: () => ParentIds;
  readonly take: (parentIds: ParentIds) => void;
}

/** Counts the items per parent, with room for `size` items each. */
const createRoom = (parents: readonly ParentIds[], size: number): Room => {
  const counts = new Map<ParentIds, number>();
  let index = 0;
  return {
    first: () => {
      while (index < parents.length - 1 && (counts.get(parents[index] as ParentIds) ?? 0) >= size) index++;
      return parents[index] as ParentIds;
    },
    take: (parentIds) => {
      counts.set(parentIds, (counts.get(parentIds) ?? 0) + 1);
    },
  };
};

/** The document's example items, then an item for each example id. */
function* documentedDrafts(
  spec: CollectionSpec,
  { seed, now, parents, isFirst, budget }: DraftOptions,
): Generator<ItemDraft> {
  const idProperty = idPropertyOf(spec) as string;
  for (const [index, example] of spec.examples.entries()) {
    const number = String(index + 1);
    const hidden = idText(spec.exampleIds[index]) ?? number;
    const value =
      spec.idProperty === undefined
        ? withFirst(idProperty, hidden, example)
        : idOf(spec, example) === undefined && spec.idType !== 'string'
          ? withFirst(idProperty, typedId(spec, number), example)
          : example;
    yield { value, parentIds: documentedParents(spec, value, parents), isExample: true };
  }
  for (const id of spec.exampleIds) {
    const text = idText(id);
    if (text === undefined) continue;
    const itemSeed = seedFrom(seed, spec.localName, text);
    const value = generateObject(spec, { seed: itemSeed, now, usesExamples: isFirst(), budget });
    const item = withFirst(idProperty, typedId(spec, text), value);
    yield { value: item, parentIds: documentedParents(spec, {}, parents), isExample: false };
  }
}

/** The example, changed only where it does not match. */
const corrected = (
  spec: CollectionSpec,
  item: JsonObject,
  context: GenerateContext,
  budget: StepBudget,
): JsonObject => {
  if (isValid(spec, item, budget)) return item;
  const completed = spec.complete(fromData(spec, item).value, { ...context, budget });
  if (!isJsonObject(completed)) return item;
  return { ...Object.fromEntries(Object.entries(item).filter(([name]) => /^\$(parent|id)$/.test(name))), ...completed };
};

interface DraftOptions extends Generation {
  /** Whether the collection has no item yet. Only its first item has the examples of the document. */
  readonly isFirst: () => boolean;
}

type Drafts = (
  spec: CollectionSpec,
  existing: readonly JsonObject[],
  used: ReadonlySet<string | undefined>,
  options: DraftOptions & { readonly made: number },
) => (index: number) => JsonObject;

const numberedDrafts: Drafts = (spec, existing, used, options) => {
  const { seed, now, highestUsed, examples, isFirst, budget, usedNames } = options;
  let id = examples ? (spec.firstId ?? 1) : nextIntegerId(createCollection(spec, existing, highestUsed));
  return () => {
    // Ids above the highest are free. Those after the lowest free id (if the highest is not a safe integer) may be in use.
    while (used.has(String(id))) id++;
    const itemSeed = seedFrom(seed, spec.localName, id);
    const value = generateNamed(spec, { seed: itemSeed, now, usesExamples: isFirst(), budget }, usedNames);
    // The id is the first property, as in items that clients create.
    const item = withFirst(spec.idProperty as string, typedId(spec, String(id)), value);
    id++;
    return examples && !isIdValid(spec, item, budget) ? value : item;
  };
};

/** Items with the ids that the document lists. */
const listedDrafts: Drafts = (spec, _existing, used, { seed, now, isFirst, budget }) => {
  const free = (spec.idValues ?? []).filter((id) => !used.has(idText(id)));
  return (index) => {
    const id = free[index % Math.max(1, free.length)];
    const value = generateObject(spec, {
      seed: seedFrom(seed, spec.name, idText(id) ?? index),
      now,
      usesExamples: isFirst(),
      budget,
    });
    return id === undefined ? value : withFirst(spec.idProperty as string, id, value);
  };
};

/** Whether the document allows the item's id. */
const isIdValid = (spec: CollectionSpec, item: JsonObject, budget: StepBudget): boolean =>
  spec.check(item, budget).every(({ pointer }) => pointer !== `/${spec.idProperty}`);

const withFreeKey = (
  spec: CollectionSpec,
  value: JsonObject,
  seed: number,
  used: ReadonlySet<string | undefined>,
  /** The steps of checks; undefined: nothing is checked. */
  budget: StepBudget | undefined,
): JsonObject => {
  const id = idOf(spec, value);
  const name = spec.idProperty as string;
  const item = withFirst(name, freeKey(id, seed, used), value);
  // An id with a fixed format (`ord_01h1s5z6vf`) allows no appended number.
  return id === undefined || budget === undefined || isIdValid(spec, item, budget)
    ? item
    : withFirst(name, replaceEnding(id, seed), value);
};

const textDrafts: Drafts = (spec, existing, used, options) => {
  const { seed, now, examples, made, isFirst, budget, usedNames } = options;
  const idProperty = idPropertyOf(spec) as string;
  return (index) => {
    const number = existing.length + made + index + 1;
    const itemSeed = seedFrom(seed, spec.localName, number);
    const value = generateNamed(spec, { seed: itemSeed, now, usesExamples: isFirst(), budget }, usedNames);
    if (spec.idProperty === undefined)
      return withFirst(idProperty, hiddenId(spec, number, used, { seed: itemSeed, now, budget }), value);
    // If ids are an enum, another attempt may generate an unused one.
    const maxAttempts = examples ? 4 : 0;
    let candidate = value;
    for (let attempt = 0; ; attempt++) {
      const id = idOf(spec, candidate);
      if (id !== undefined && !used.has(id)) return candidate;
      if (attempt === maxAttempts) return withFreeKey(spec, value, itemSeed, used, examples ? budget : undefined);
      candidate = generateObject(spec, { seed: seedFrom(itemSeed, attempt), now, usesExamples: false, budget });
    }
  };
};

const generateObject = (spec: CollectionSpec, context: GenerateContext): JsonObject => {
  const value = spec.generate(context);
  return isJsonObject(value) ? value : {};
};

/** The attempts for all items of a collection to give each another name: many items share names in every service. */
const maxRenamed = 12;

interface UsedNames {
  readonly names: Set<Json>;
  renamed: number;
}

const nameOf = (value: JsonObject): Json | undefined => getProperty(value, 'name') ?? getProperty(value, 'title');

const generateNamed = (spec: CollectionSpec, context: GenerateContext, used: UsedNames): JsonObject => {
  let value = generateObject(spec, context);
  for (let attempt = 1; used.names.has(nameOf(value) ?? null) && used.renamed < maxRenamed; attempt++) {
    used.renamed++;
    value = generateObject(spec, { ...context, seed: seedFrom(context.seed, 'name', attempt), usesExamples: false });
  }
  return value;
};

/** `position: 3` of the third item, if the schema allows it. */
const positioned = (spec: CollectionSpec, item: JsonObject, position: number, budget: StepBudget): JsonObject => {
  const name = Object.keys(item).find((own) => wordLists.ordinals.has(own) && typeof item[own] === 'number');
  if (name === undefined || name === spec.idProperty) return item;
  const result = { ...item, [name]: position };
  return isValid(spec, result, budget) ? result : item;
};

/** The id as text. Ids are unique across all parents, so that an id alone identifies an item. */
const idOf = (spec: CollectionSpec, item: JsonObject): string | undefined =>
  idText(getProperty(item, idPropertyOf(spec) as string));

const isValid = (spec: CollectionSpec, item: JsonObject, budget: StepBudget): boolean =>
  spec.check(fromData(spec, item).value, budget).length === 0;

/** A number; where the path accepts none, a text that it accepts. */
export const hiddenId = (
  { generateId, acceptsId }: CollectionSpec,
  number: number,
  used: ReadonlySet<string | undefined>,
  context: GenerateContext & { readonly budget: StepBudget },
): string => {
  const free = freeNumber(number, used);
  if (generateId === undefined || acceptsId(free, context.budget)) return free;
  const id = idText(generateId(context));
  return id === undefined || used.has(id) ? free : id;
};

const freeNumber = (start: number, used: ReadonlySet<string | undefined>): string => {
  let number = start;
  while (used.has(String(number))) number++;
  return String(number);
};

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** A unique id if an example would give every item the same one: other digits for a UUID, an appended number for other texts. */
export const freeKey = (id: string | undefined, seed: number, used: ReadonlySet<string | undefined>): string => {
  for (let attempt = 1; ; attempt++) {
    const digits = digitsFrom(seed, attempt);
    const key = id !== undefined && uuid.test(id) ? asUuid(digits) : `${id ?? 'item'}-${digits.slice(0, 4 + attempt)}`;
    if (!used.has(key)) return key;
  }
};

/** Replaces the last letters and digits with others of the same kind. */
export const replaceEnding = (id: string, seed: number): string =>
  id.replace(/[\da-zA-Z]{1,8}$/, (end) =>
    [...end]
      .map((character, index) => {
        const choices = /\d/.test(character) ? '0123456789' : /[a-z]/.test(character) ? 'abcdef' : 'ABCDEF';
        return choices[seedFrom(seed, index) % choices.length];
      })
      .join(''),
  );
