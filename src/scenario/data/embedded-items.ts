/** Items in generated items: `order.customer` is one of the stored customers, and `customer.orders` are those of this customer. */

import {
  filterProperties,
  getMember,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setAt,
  valueAt,
} from '../../core/primitives/json.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import { randomOf, seedFrom } from '../../core/primitives/seeded-random.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';
import { singular } from '../../core/primitives/words.ts';
import type { CollectionSpec, Reference } from '../../core/service/collection-facts.ts';
import { fromData, idText, splitKey } from '../../core/state/item-key.ts';
import { idBeside } from '../../core/state/referred-items.ts';
import { withAmounts } from '../../parts/agreement/index.ts';
import type { GeneratedItem } from './generate-items.ts';
import { idPropertyOf, isValidItem } from './item-data.ts';
import type { References } from './referring-items.ts';

type Items = readonly JsonObject[];

/** Where another item belongs. */
interface Place {
  readonly spec: CollectionSpec;
  readonly reference: Reference;
  readonly item: JsonObject;
}

/** Items in items in items have no further ones, unless they require them. */
const deepest = 2;

export class EmbeddedItems {
  readonly #specs: ReadonlyMap<string, CollectionSpec>;
  /** The items of a collection before others are put into them. */
  readonly #draftsOf: (spec: CollectionSpec) => readonly GeneratedItem[];
  readonly #references: References;
  readonly #seed: number;
  readonly #levels = new Map<CollectionSpec, Map<number, readonly JsonObject[]>>();
  /** The unstored items by collection and by what identifies and shows them. */
  readonly #unstored = new Map<string, readonly Json[]>();

  constructor(
    specs: ReadonlyMap<string, CollectionSpec>,
    draftsOf: (spec: CollectionSpec) => readonly GeneratedItem[],
    references: References,
    seed: number,
  ) {
    this.#specs = specs;
    this.#draftsOf = draftsOf;
    this.#references = references;
    this.#seed = seed;
  }

  /** The item with the ids of existing items, and with these items themselves. */
  complete(spec: CollectionSpec, item: JsonObject, budget: StepBudget, depth = deepest): JsonObject {
    return spec.relations().items.reduce(
      (result, reference) => {
        const embedded = this.#embed({ spec, reference, item: result }, budget, depth);
        return reference.isList || isInside(reference) ? embedded : withSameId(spec, reference, embedded, budget);
      },
      this.#references.set(spec, item, budget),
    );
  }

  /** All items of a collection, with others in them down to the depth. */
  #itemsOf(spec: CollectionSpec, budget: StepBudget, depth: number): readonly JsonObject[] {
    const levels = getOrInsert(this.#levels, spec, () => new Map<number, readonly JsonObject[]>());
    return getOrInsert(levels, depth, () =>
      this.#draftsOf(spec).map(({ item, isExample }) => (isExample ? item : this.complete(spec, item, budget, depth))),
    );
  }

  #embed(place: Place, budget: StepBudget, depth: number): JsonObject {
    const { spec, reference, item } = place;
    const path = pathOf(reference);
    const before = valueAt(item, path);
    if (before === undefined || before === null || budget.left < 0) return item;
    for (const value of this.#valuesFor(place, before, budget, depth)) {
      budget.charge(Object.keys(item).length);
      const put = setAt(item, path, value) as JsonObject;
      const next = path.length === 1 ? withAmounts(put, reference.property) : put;
      if (isValidItem(spec, next, budget)) return next;
    }
    return item;
  }

  /** The possible values, the best first; undefined: none. */
  #valuesFor(place: Place, before: Json, budget: StepBudget, depth: number): readonly (Json | undefined)[] {
    const { spec, reference } = place;
    const target = reference.collection === undefined ? undefined : this.#specs.get(reference.collection);
    if (target === undefined) {
      if (this.#references.isStored(spec, reference.isList ? singular(reference.property) : reference.property))
        return [];
      const number = (one: Json): Json => this.#unstoredFor(spec, reference, one);
      return [Array.isArray(before) ? before.map(number) : number(before)];
    }
    const shown = (one: JsonObject): JsonObject =>
      filterProperties(one, (name) => reference.properties?.has(name) ?? true);
    if (depth === 0) return isInside(reference) || spec.required.includes(reference.property) ? [] : [undefined];
    const items = this.#itemsOf(target, budget, depth - 1);
    if (reference.isList && Array.isArray(before)) {
      const chosen = this.#ownedBy(place, target, items) ?? this.#choose(place, items, before.length);
      const picked = chosen.map(shown);
      // Lines have a quantity of their own.
      return [picked, picked.map((one, index) => ({ ...(before[index] as JsonObject), ...one }))];
    }
    const one = this.#oneFor(place, target, items);
    if (one === undefined) return target === spec && !isInside(reference) ? [undefined] : [];
    const picked = shown(one);
    return isJsonObject(before) ? [picked, { ...before, ...picked }] : [picked];
  }

  /** The items that name this one; undefined if items of the collection name none. */
  #ownedBy({ spec, item }: Place, target: CollectionSpec, items: Items): Items | undefined {
    const { key } = fromData(spec, item);
    if (key === undefined) return undefined;
    const back = this.#references.nameOf(target, spec);
    if (back === undefined || !target.properties.has(back)) return undefined;
    const id = idText(getProperty(item, spec.idProperty ?? ''));
    return items.filter((one) => idText(getProperty(one, back)) === id);
  }

  /** The item that a property beside it names, else the parent, else any; one of the same collection comes before it. */
  #oneFor(place: Place, target: CollectionSpec, items: Items): JsonObject | undefined {
    const { spec, item } = place;
    const { property, idProperty, inside } = place.reference;
    const withId = (id: Json | undefined): JsonObject | undefined =>
      items.find((one) => idText(getProperty(one, idProperty)) === idText(id));
    const around = inside === undefined ? item : getProperty(item, inside);
    const owner = around !== undefined && isJsonObject(around) ? around : item;
    const beside = idBeside(owner, property);
    if (beside !== undefined) return withId(owner[beside]);
    if (spec.parentCollection === target.name) {
      const { key } = fromData(spec, item);
      return key === undefined ? undefined : withId(splitKey(spec, key).parents.at(-1));
    }
    const own = idText(getProperty(item, idProperty));
    const isOwn = (one: JsonObject) => idText(getProperty(one, idProperty)) === own;
    const among = target === spec ? items.slice(0, items.findIndex(isOwn)) : items;
    return among[Math.floor(this.#chance(place) * among.length)];
  }

  #choose(place: Place, items: Items, count: number): Items {
    const start = Math.floor(this.#chance(place) * items.length);
    const length = Math.min(count, items.length);
    return Array.from({ length }, (_, index) => items[(start + index) % items.length] as JsonObject);
  }

  /** An object whose collection is not known: those of all items have the ids 1, 2, 3, and the same name has the same one. */
  #unstoredFor(spec: CollectionSpec, reference: Reference, before: Json): Json {
    const { idProperty, isNumber } = reference;
    if (!isNumber || !isJsonObject(before)) return before;
    const kind = kindOf(reference);
    const key = `${spec.name} ${kind}`;
    const known = getOrInsert(this.#unstored, key, () => {
      const { items } = spec.relations();
      const alike = items.filter((other) => other.collection === undefined && kindOf(other) === kind);
      const drafts = this.#draftsOf(spec);
      return distinct(alike.flatMap((other) => drafts.flatMap(({ item }) => valueAt(item, pathOf(other)) ?? [])));
    });
    const name = nameIn(before);
    const position = known.findIndex((one) => one === before || (name !== undefined && nameIn(one) === name));
    const found = known[position];
    if (found === undefined || !isJsonObject(found)) return before;
    return { ...found, [idProperty]: position + 1 };
  }

  #chance({ spec, reference, item }: Place): number {
    const id = idText(getProperty(item, idPropertyOf(spec) ?? '')) ?? '';
    return randomOf(seedFrom(this.#seed, spec.localName, id, reference.property));
  }
}

const kindOf = ({ idProperty, properties }: Reference) => [idProperty, ...(properties ?? [])].join(' ');

const pathOf = ({ inside, property, wrapper }: Reference): readonly string[] =>
  [inside, property, wrapper].filter((name) => name !== undefined);

/** Whether a reference is in an object of the item, or has one around it: `attributes.author.data` of Strapi. */
const isInside = ({ inside, wrapper }: Reference) => inside !== undefined || wrapper !== undefined;

/** Sets the id beside an object that is not stored to its own. */
const withSameId = (
  spec: CollectionSpec,
  { property, idProperty }: Reference,
  item: JsonObject,
  budget: StepBudget,
): JsonObject => {
  const object = getProperty(item, property);
  const beside = idBeside(item, property);
  const id = object !== undefined && isJsonObject(object) ? getProperty(object, idProperty) : undefined;
  if (beside === undefined || id === undefined || budget.left < 0) return item;
  if (beside === spec.idProperty || idText(id) === idText(item[beside])) return item;
  budget.charge(Object.keys(item).length);
  const next = { ...item, [beside]: id };
  return isValidItem(spec, next, budget) ? next : item;
};

const nameIn = (value: Json | undefined): string | undefined =>
  value !== undefined && isJsonObject(value)
    ? idText(getMember(value, 'name') ?? getMember(value, 'title'))
    : undefined;

const distinct = (values: readonly Json[]): readonly Json[] => {
  const found: Json[] = [];
  for (const value of values) {
    if (!isJsonObject(value)) continue;
    const name = nameIn(value);
    if (name === undefined || !found.some((one) => nameIn(one) === name)) found.push(value);
  }
  return found;
};
