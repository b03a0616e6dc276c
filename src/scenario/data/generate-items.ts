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
import {
  documentedParents,
  hasHiddenIds,
  idPropertyOf,
  isValidItem,
  type ParentIds,
  putBelow,
  withFirst,
} from './item-data.ts';

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
  const generator = new ItemGenerator(spec, existing, count, options);
  try {
    yield* spec.kind === 'singleton' ? generator.generateSingles() : generator.generateList();
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
  }
  return generator.items;
}

/** The steps for the items of a collection. A chain of collections, each below the one before, shares them. */
export const budgetOf = ({ parents }: CollectionSpec, count: number): StepBudget =>
  budgetForItems(count, maxStepsPerCollection / (1 + parents.length));

/** An item before its parents are selected. */
interface ItemDraft {
  readonly value: JsonObject;
  readonly parentIds?: ParentIds | undefined;
  readonly isExample: boolean;
}

/** The attempts for all items of a collection to give each another name: many items share names in every service. */
const maxRenamed = 12;

class ItemGenerator {
  readonly items: GeneratedItem[] = [];
  readonly #spec: CollectionSpec;
  readonly #existing: readonly JsonObject[];
  readonly #count: number;
  readonly #options: GenerateOptions;
  readonly #budget: StepBudget;
  readonly #room: Room;
  readonly #usedIds = new Set<string | undefined>();
  readonly #usedNames = new Set<Json>();
  #renamed = 0;

  constructor(spec: CollectionSpec, existing: readonly JsonObject[], count: number, options: GenerateOptions) {
    this.#spec = spec;
    this.#existing = existing;
    this.#count = count;
    this.#options = options;
    this.#budget = budgetOf(spec, count);
    this.#room = createRoom(options.parents, Math.ceil(count / options.parents.length));
  }

  /** Generates one item for each parent without one. */
  *generateSingles(): Steps<void> {
    const spec = this.#spec;
    const { seed, examples, parents } = this.#options;
    const usedKeys = new Set(this.#existing.map((item) => fromData(spec, item).key));
    const isFree = (ids: ParentIds) => !usedKeys.has(fromData(spec, putBelow(spec, ids, {})).key);
    for (const [index, ids] of parents.filter(isFree).slice(0, this.#count).entries()) {
      if (index % itemsPerStep === itemsPerStep - 1) yield;
      const documented = examples ? spec.examples[index] : undefined;
      const example = documented && this.#corrected(putBelow(spec, ids, documented), seed);
      const isExample = example !== undefined && this.#isValid(example);
      const item = isExample
        ? example
        : putBelow(spec, ids, this.#generate(this.#seedOf(joinParents(ids)), { usesExamples: index === 0 }));
      if (isExample || !examples || this.#isValid(item)) this.items.push({ item, isExample });
    }
  }

  *generateList(): Steps<void> {
    const { examples } = this.#options;
    for (const item of this.#existing) this.#usedIds.add(idOf(this.#spec, item));
    if (examples) {
      for (const draft of this.#documentedDrafts()) this.#add(draft);
      for (const id of this.#spec.reservedIds) this.#usedIds.add(id);
    }
    const { idProperty, idType, idValues } = this.#spec;
    const isNumbered = idProperty !== undefined && idType !== 'string';
    const others = isNumbered ? this.#numbered() : this.#textual();
    const next = idValues !== undefined && examples ? this.#listed(idValues) : others;
    // Invalid items are skipped and not replaced, so that the loop ends if all are invalid.
    const remaining = this.#count - this.items.length;
    for (let index = 0; index < remaining; index++) {
      this.#add({ value: next(index), isExample: false });
      if (index % itemsPerStep === itemsPerStep - 1) yield;
    }
  }

  #add({ value, parentIds, isExample }: ItemDraft): void {
    const spec = this.#spec;
    const { examples } = this.#options;
    // One of the ids that the document lists stays free for a creation.
    const listed = examples && spec.idValues !== undefined ? Math.max(1, spec.idValues.length - 1) : this.#count;
    const number = this.items.length + 1;
    if (number > Math.min(this.#count, listed) || (examples && this.#usedIds.has(idOf(spec, value)))) return;
    const target = parentIds ?? this.#room.first();
    const placed = putBelow(spec, target, value);
    const hasAddress = spec.addresses.length > 0 && hasHiddenIds(spec);
    const numbered = hasAddress ? { $id: String(this.#existing.length + number), ...placed } : placed;
    const item = isExample
      ? this.#corrected(placed, this.#seedOf(number - 1))
      : this.#addressed(this.#positioned(numbered, number));
    const id = idOf(spec, item);
    // An item that violates the contract in every response is worse than one item less.
    if (examples && (this.#usedIds.has(id) || !this.#isValid(item))) return;
    this.#usedIds.add(id);
    this.#room.take(target);
    this.items.push({ item, isExample });
    this.#usedNames.add(nameOf(item) ?? '');
  }

  /** Yields the document's example items, then an item for each example id. */
  *#documentedDrafts(): Generator<ItemDraft> {
    const spec = this.#spec;
    const { parents } = this.#options;
    const idProperty = idPropertyOf(spec) as string;
    for (const [index, example] of spec.examples.entries()) {
      const number = String(index + 1);
      const hidden = spec.idProperty === undefined ? (idText(spec.exampleIds[index]) ?? number) : undefined;
      const isUnnumbered = idOf(spec, example) === undefined && spec.idType !== 'string';
      const id = hidden ?? (isUnnumbered ? typedId(spec, number) : undefined);
      const value = id === undefined ? example : withFirst(idProperty, id, example);
      yield { value, parentIds: documentedParents(spec, value, parents), isExample: true };
    }
    for (const id of spec.exampleIds) {
      const text = idText(id);
      if (text === undefined) continue;
      const generated = this.#generate(this.#seedOf(text), { usesExamples: this.items.length === 0 });
      const value = withFirst(idProperty, typedId(spec, text), generated);
      yield { value, parentIds: documentedParents(spec, {}, parents), isExample: false };
    }
  }

  /** Creates items with the numbers that are free. */
  #numbered(): (index: number) => JsonObject {
    const spec = this.#spec;
    const { examples, highestUsed } = this.#options;
    let id = examples ? (spec.firstId ?? 1) : nextIntegerId(createCollection(spec, this.#existing, highestUsed));
    return () => {
      // Ids above the highest are free. Those after the lowest free id (if the highest is not a safe integer) may be in use.
      while (this.#usedIds.has(String(id))) id++;
      const value = this.#generateNamed(this.#seedOf(id));
      // The id is the first property, as in items that clients create.
      const item = withFirst(spec.idProperty as string, typedId(spec, String(id)), value);
      id++;
      return examples && !this.#isIdValid(item) ? value : item;
    };
  }

  /** Creates items with the ids that the document lists. */
  #listed(ids: readonly Json[]): (index: number) => JsonObject {
    const spec = this.#spec;
    const free = ids.filter((id) => !this.#usedIds.has(idText(id)));
    return (index) => {
      const id = free[index % Math.max(1, free.length)];
      const seed = seedFrom(this.#options.seed, spec.name, idText(id) ?? index);
      const value = this.#generate(seed, { usesExamples: this.#isFirst });
      return id === undefined ? value : withFirst(spec.idProperty as string, id, value);
    };
  }

  #textual(): (index: number) => JsonObject {
    const spec = this.#spec;
    const made = this.items.length;
    return (index) => {
      const number = this.#existing.length + made + index + 1;
      const seed = this.#seedOf(number);
      const value = this.#generateNamed(seed);
      if (spec.idProperty === undefined) {
        const context = { seed, now: this.#options.now, budget: this.#budget };
        return withFirst(idPropertyOf(spec) as string, hiddenId(spec, number, this.#usedIds, context), value);
      }
      // If ids are an enum, another attempt may generate an unused one.
      const maxAttempts = this.#options.examples ? 4 : 0;
      let candidate = value;
      for (let attempt = 0; ; attempt++) {
        const id = idOf(spec, candidate);
        if (id !== undefined && !this.#usedIds.has(id)) return candidate;
        if (attempt === maxAttempts) return this.#withFreeKey(value, seed);
        candidate = this.#generate(seedFrom(seed, attempt), { usesExamples: false });
      }
    };
  }

  #withFreeKey(value: JsonObject, seed: number): JsonObject {
    const id = idOf(this.#spec, value);
    const name = this.#spec.idProperty as string;
    const item = withFirst(name, freeKey(id, seed, this.#usedIds), value);
    // An id with a fixed format (`ord_01h1s5z6vf`) allows no appended number.
    const isFine = id === undefined || !this.#options.examples || this.#isIdValid(item);
    return isFine ? item : withFirst(name, replaceEnding(id, seed), value);
  }

  #seedOf(...parts: readonly (string | number)[]): number {
    return seedFrom(this.#options.seed, this.#spec.localName, ...parts);
  }

  /** Whether the collection has no item yet. Only its first item has the examples of the document. */
  get #isFirst(): boolean {
    return this.#existing.length === 0 && this.items.length === 0;
  }

  #generate(seed: number, { usesExamples }: { readonly usesExamples: boolean }): JsonObject {
    const value = this.#spec.generate({ seed, now: this.#options.now, usesExamples, budget: this.#budget });
    return isJsonObject(value) ? value : {};
  }

  #generateNamed(seed: number): JsonObject {
    let value = this.#generate(seed, { usesExamples: this.#isFirst });
    for (let attempt = 1; this.#usedNames.has(nameOf(value) ?? null) && this.#renamed < maxRenamed; attempt++) {
      this.#renamed++;
      value = this.#generate(seedFrom(seed, 'name', attempt), { usesExamples: false });
    }
    return value;
  }

  #isValid(item: JsonObject): boolean {
    return isValidItem(this.#spec, item, this.#budget);
  }

  #isIdValid(item: JsonObject): boolean {
    return this.#spec.check(item, this.#budget).every(({ pointer }) => pointer !== `/${this.#spec.idProperty}`);
  }

  /** Changes an example only where it does not match. */
  #corrected(item: JsonObject, seed: number): JsonObject {
    if (this.#isValid(item)) return item;
    const context = { seed, now: this.#options.now, budget: this.#budget };
    const completed = this.#spec.complete(fromData(this.#spec, item).value, context);
    if (!isJsonObject(completed)) return item;
    const own = Object.entries(item).filter(([name]) => /^\$(parent|id)$/.test(name));
    return { ...Object.fromEntries(own), ...completed };
  }

  /** Gives an item its own path in place of a generated one, if the schema accepts it. */
  #addressed(item: JsonObject): JsonObject {
    const { key } = fromData(this.#spec, item);
    if (this.#spec.addresses.length === 0 || key === undefined) return item;
    const result = withAddresses(this.#spec, key, item, {});
    return result === item || this.#isValid(result) ? result : item;
  }

  /** Gives the third item `position: 3`, if the schema allows it. */
  #positioned(item: JsonObject, position: number): JsonObject {
    const name = Object.keys(item).find((own) => wordLists.ordinals.has(own) && typeof item[own] === 'number');
    if (name === undefined || name === this.#spec.idProperty) return item;
    const result = { ...item, [name]: position };
    return this.#isValid(result) ? result : item;
  }
}

const nameOf = (value: JsonObject): Json | undefined => getProperty(value, 'name') ?? getProperty(value, 'title');

/** The id as text. Ids are unique across all parents, so that an id alone identifies an item. */
const idOf = (spec: CollectionSpec, item: JsonObject): string | undefined =>
  idText(getProperty(item, idPropertyOf(spec) as string));

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
