/** References in generated items: `userId` is the id of an item in `users`, and `user_name` beside it is the name of this item. */

import {
  getProperty,
  isJsonObject,
  isWhole,
  type Json,
  type JsonObject,
  type JsonPath,
  setAt,
  valueAt,
} from '../../core/primitives/json.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import { randomOf, seedFrom } from '../../core/primitives/seeded-random.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';
import { plainName, singular } from '../../core/primitives/words.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { addressWith, fromData, idText, splitKey } from '../../core/state/item-key.ts';
import { labelOf, withAmounts } from '../../parts/agreement/index.ts';
import { wordLists } from '../../parts/words/index.ts';
import { idPropertyOf, isValidItem, parentOf } from './item-data.ts';
import { createTargets, type Targets, wordsInSingular } from './reference-targets.ts';

export interface References {
  /** Sets properties that are references by name to existing ids, if the item stays valid. */
  readonly set: (spec: CollectionSpec, item: JsonObject, budget: StepBudget) => JsonObject;
  /** Whether the object in a property is one that is stored, although it has another form. */
  readonly isStored: (spec: CollectionSpec, property: string) => boolean;
  /** The property of the items of `from` that refers by its name to an item of `target`. */
  readonly nameOf: (from: CollectionSpec, target: CollectionSpec) => string | undefined;
}

/** Another value of a property at the path. Undefined: none. */
interface Setting {
  readonly path: JsonPath;
  readonly value: Json | undefined;
}

/** Objects below this depth in an item are left as they are. */
const deepest = 3;

export const createReferences = (
  collections: ReadonlyMap<string, CollectionSpec>,
  itemsOf: (target: CollectionSpec) => readonly JsonObject[],
  seed: number,
): References => {
  const targets = createTargets(collections);
  const known = new Map<CollectionSpec, Known>();
  const knownOf = (target: CollectionSpec): Known =>
    getOrInsert(known, target, () => createKnown(target, itemsOf(target)));
  return {
    set: (spec, item, budget) => {
      const referring = new ReferringItem(spec, item, { targets, knownOf, seed, budget });
      referring.visit(item, [], parentReferred(spec, item, collections, knownOf));
      referring.name((users) => itemsOf(collections.get(users) as CollectionSpec));
      const result = applied(spec, item, referring.settings, budget);
      const lists = new Set(
        referring.settings.flatMap(({ path: [list, at], value }) =>
          typeof at === 'number' && typeof value === 'number' ? [String(list)] : [],
        ),
      );
      return [...lists].reduce((agreed, list) => {
        const next = result === item ? agreed : withAmounts(agreed, list);
        return next === agreed || !isValidItem(spec, next, budget) ? agreed : next;
      }, result);
    },
    isStored: (spec, property) => targets.named(spec, property)?.idProperty !== undefined,
    nameOf: (from, target) => [...from.properties].find((name) => targets.ofWhole(from, name) === target),
  };
};

interface ReferringContext {
  readonly targets: Targets;
  readonly knownOf: (target: CollectionSpec) => Known;
  readonly seed: number;
  readonly budget: StepBudget;
}

/** Collects the settings of one item that make its references name existing items. */
class ReferringItem {
  readonly settings: Setting[] = [];
  readonly #spec: CollectionSpec;
  readonly #item: JsonObject;
  readonly #context: ReferringContext;
  readonly #ownId: string;

  constructor(spec: CollectionSpec, item: JsonObject, context: ReferringContext) {
    this.#spec = spec;
    this.#item = item;
    this.#context = context;
    this.#ownId = idText(getProperty(item, idPropertyOf(spec) ?? '')) ?? '';
  }

  visit(object: JsonObject, path: JsonPath, above: Referred): void {
    const entries = Object.entries(object);
    this.#context.budget.charge(entries.length);
    /** The items that are referred to, by the names without `id`: the item of `bookId` may also be shown in a `book` beside it. */
    const own = new Map<string, JsonObject>();
    for (const [name, value] of entries) {
      const found = this.#refer(name, value, [...path, name]);
      if (found !== undefined) own.set(wordsInSingular(name.replace(/[_-]?id$/i, '')).join(''), found);
    }
    const referred = new Map([...above, ...own]);
    const isOfPlace = entries.filter(([name]) => wordLists.places.has(name)).length > 1;
    for (const [name, value] of entries) {
      const place = [...path, name];
      const price = typeof value === 'number' && unitPrice.test(name) ? priceIn(own) : undefined;
      if (price !== undefined) this.settings.push({ path: place, value: price });
      const copy =
        typeof value === 'string'
          ? (copyFor(name, referred) ??
            (isOfPlace && wordLists.places.has(name) ? undefined : this.#labelFor(name, value, place)))
          : undefined;
      if (copy !== undefined) this.settings.push({ path: place, value: copy });
      if (path.length < deepest && name !== '$parent')
        this.#visitInner(name, value, place, own.get(wordsInSingular(name).join('')));
    }
  }

  /** Names users as its makers, if nothing else does: mostly the first, who calls while nobody logs in. */
  name(usersOf: (collection: string) => readonly JsonObject[]): void {
    const { makers } = this.#spec.relations();
    if (makers.some(({ property }) => this.settings.some(({ path }) => path[0] === property))) return;
    const [first] = makers;
    for (const { property, inner, collection, from } of makers.filter((one) => one.collection === first?.collection)) {
      const path = [property, inner ?? []].flat();
      const before = valueAt(this.#item, path);
      const all = before === undefined ? [] : usersOf(collection);
      const chance = randomOf(seedFrom(this.#context.seed, this.#spec.localName, this.#ownId));
      const user = all[Math.floor(Math.max(0, chance * 1.5 - 0.5) * all.length)];
      const values = from.flatMap((name) => (user && getProperty(user, name)) ?? []);
      const value = values.length === 1 ? values[0] : values.join(' ');
      if (value !== '' && typeof value === typeof before) this.settings.push({ path, value });
    }
  }

  /** Visits the object, or those of the list, in a property. `beside`: the item that a name beside it refers to. */
  #visitInner(name: string, value: Json, place: JsonPath, beside: JsonObject | undefined): void {
    const isList = Array.isArray(value);
    // `{ author: { data: { type: 'people', id } } }` refers to an author, as JSON:API and Strapi do.
    const shown = name === 'data' ? String(place.at(-2) ?? name) : name;
    for (const [index, inner] of (isList ? value : [value]).entries()) {
      if (!isJsonObject(inner)) continue;
      const inside = isList ? [...place, index] : place;
      if (place.length > 1 || !isList || this.#isLine(name, inner))
        this.#embed(isList ? singular(shown) : shown, inner, inside, beside);
      this.visit(inner, inside, new Map());
    }
  }

  /** Returns the item that the name refers to. An object in the item refers to the item itself by its noun: `toys[0].ownerId` of an owner. */
  #refer(name: string, value: Json, path: JsonPath): JsonObject | undefined {
    const { targets } = this.#context;
    const isList = Array.isArray(value);
    const [one] = isList ? value : [value];
    if (one === undefined) return undefined;
    // API Platform and others refer by the path of the item.
    const isPath = typeof one === 'string' && /^(\/|https:\/\/example\.com\/)/.test(one);
    const target = isPath
      ? withPath(targets.named(this.#spec, name))
      : targets.of(this.#spec, name, { number: isWhole(one), uuid: isUuid(one), list: isList });
    if (target === undefined || !(isPath || (target.idType === 'integer' ? isWhole(one) : typeof one === 'string')))
      return undefined;
    if (path.length > 1 && !isList && targets.ofWhole(this.#spec, name) === this.#spec) {
      this.settings.push({ path, value: getProperty(this.#item, this.#spec.idProperty as string) });
      return this.#item;
    }
    const choose = this.#choicesFrom(target, path);
    const first = choose(0);
    if (first === undefined) {
      if (target === this.#spec) this.settings.push({ path, value: isList ? [] : undefined });
      return undefined;
    }
    const idOf = (item: JsonObject): Json => {
      const id = getProperty(item, target.idProperty as string) as Json;
      return isPath ? addressWith(target.path?.() ?? [], [idText(id)]) : id;
    };
    const ids = isList ? new Set(value.map((_, index) => idOf(choose(index) as JsonObject))) : undefined;
    this.settings.push({ path, value: ids ? [...ids] : idOf(first) });
    return isList ? undefined : first;
  }

  /** Gives the object below the item what the stored item of its name has: `memberships[0].project` is one of the projects. */
  #embed(name: string, object: JsonObject, path: JsonPath, beside: JsonObject | undefined): void {
    const target = this.#context.targets.named(this.#spec, name);
    const idProperty = target?.idProperty;
    if (target === undefined || idProperty === undefined || !Object.hasOwn(object, idProperty)) return;
    // Objects of the item itself are put into it afterwards, unless they have another form; its parent is one before it.
    const isOwn = target === this.#spec;
    if (path.length === 1 && (isOwn ? wordsInSingular(name)[0] !== 'parent' : this.#isPutIn(name, object))) return;
    // Those of one list are different ones.
    const [place, list] = typeof path.at(-1) === 'number' ? [path.at(-1) as number, path.slice(0, -1)] : [0, path];
    const chosen = this.#choicesFrom(target, list)(place);
    if (chosen === undefined && path.length === 1) this.settings.push({ path, value: undefined });
    const found = beside ?? chosen;
    if (found === undefined || typeof found[idProperty] !== typeof object[idProperty]) return;
    for (const own of Object.keys(object)) {
      const value = getProperty(found, own) ?? (own === 'name' ? labelOf(found) : undefined);
      // Without what the stored item does not have.
      const isKnown = value !== undefined || target.properties.has(own);
      if (isKnown && typeof value !== 'object') this.settings.push({ path: [...path, own], value });
    }
  }

  /** Whether a whole item takes the place of an object in a property. */
  #isPutIn(name: string, object: JsonObject): boolean {
    if (Object.keys(object).length === 1) return true;
    return this.#spec.relations().items.some((one) => one.property === name && one.collection !== undefined);
  }

  /** Whether objects in a list of the item have another one's id, and something beside it: `products: [{ id, quantity }]` of an order. */
  #isLine(name: string, object: JsonObject): boolean {
    const { targets } = this.#context;
    const target = targets.withNoun(this.#spec, name) ?? targets.named(this.#spec, singular(name));
    const isOther = target !== undefined && target !== this.#spec;
    return isOther && !this.#isPutIn(name, object);
  }

  /** Finds the name of an item: `course: 'Algebra'`, `author: 'Ada Miller'`; in documents of MongoDB, such a property has its id. */
  #labelFor(name: string, value: string, path: JsonPath): Json | undefined {
    const { targets } = this.#context;
    const isNamed = fullName.test(value);
    const target = isNamed ? targets.named(this.#spec, name) : targets.withNoun(this.#spec, name);
    if (target === undefined || target === this.#spec) return undefined;
    if (!isNamed && plainName(name) !== plainName(wordsInSingular(target.localName).join(''))) return undefined;
    const found = this.#choicesFrom(target, path)(0) ?? {};
    if (target.idProperty === '_id') return getProperty(found, '_id');
    return isNamed
      ? labelOf(found)
      : [getProperty(found, 'name'), getProperty(found, 'title')].find((label) => typeof label === 'string');
  }

  /** Chooses among the items that it may refer to, first one that the place decides. Of its own collection, those before it. */
  #choicesFrom(target: CollectionSpec, path: JsonPath): (index: number) => JsonObject | undefined {
    const { items, positions } = this.#context.knownOf(target);
    const count = target === this.#spec ? (positions.get(this.#ownId) ?? 0) : items.length;
    const random = randomOf(seedFrom(this.#context.seed, this.#spec.localName, this.#ownId, path.join('.')));
    const start = Math.floor(random * count);
    return (index) => items[(start + index) % count];
  }
}

const fullName = /^\p{Lu}\p{L}+ \p{Lu}[\p{L}'-]+$/u;

interface Known {
  readonly items: readonly JsonObject[];
  readonly positions: ReadonlyMap<string, number>;
}

const createKnown = ({ idProperty }: CollectionSpec, items: readonly JsonObject[]): Known => {
  const identified = items.filter((item) => getProperty(item, idProperty as string) !== undefined);
  const ids = identified.map((item, at) => [idText(getProperty(item, idProperty as string)) ?? '', at] as const);
  return { items: identified, positions: new Map(ids) };
};

/** The items that an object refers to, by the names that refer to them. */
type Referred = ReadonlyMap<string, JsonObject>;

/** The parent of the item by its noun. */
const parentReferred = (
  spec: CollectionSpec,
  item: JsonObject,
  collections: ReadonlyMap<string, CollectionSpec>,
  knownOf: (target: CollectionSpec) => Known,
): Referred => {
  const parent = parentOf(spec, collections);
  const { key } = parent?.idProperty === undefined ? {} : fromData(spec, item);
  if (parent === undefined || key === undefined) return new Map();
  const { items, positions } = knownOf(parent);
  const found = items[positions.get(splitKey(spec, key).parents.at(-1) ?? '') ?? -1];
  const noun = wordsInSingular(parent.localName.slice(parent.localName.lastIndexOf('.') + 1)).join('');
  return found === undefined ? new Map() : new Map([[noun, found]]);
};

/** `user_name` beside `user_id` is the `name` of the user, or what the user itself has under this name. */
const copyFor = (name: string, referred: Referred): Json | undefined => {
  if (referred.size === 0) return undefined;
  const whole = plainName(name);
  for (const [stem, other] of referred) {
    if (!whole.startsWith(stem)) continue;
    const rest = whole.slice(stem.length);
    const found = Object.entries(other).find(([own]) => plainName(own) === rest || plainName(own) === whole)?.[1];
    const label = typeof found === 'string' ? found : rest === '' || rest === 'name' ? labelOf(other) : undefined;
    if (label !== undefined) return label;
  }
  return undefined;
};

const unitPrice = /^(unit_?)?price$/i;
/** What the thing costs that a line refers to. */
const priceIn = (referred: Referred): Json | undefined =>
  [...referred.values()].map((other) => getProperty(other, 'price')).find((price) => typeof price === 'number');

/** The item with all settings, else with each that leaves it valid. */
const applied = (
  spec: CollectionSpec,
  item: JsonObject,
  settings: readonly Setting[],
  budget: StepBudget,
): JsonObject => {
  if (settings.length === 0 || budget.left < 0) return item;
  const isValid = (next: JsonObject) => isValidItem(spec, next, budget);
  const withAll = settings.reduce(withSetting, item);
  if (isValid(withAll)) return withAll;
  let result = item;
  for (const setting of settings) {
    if (budget.left < 0) break;
    // Each copies the item.
    budget.charge(Object.keys(item).length);
    const next = [setting, { ...setting, value: null }]
      .slice(0, setting.value === undefined ? 2 : 1)
      .map((one) => withSetting(result, one))
      .find(isValid);
    if (next !== undefined) result = next;
  }
  return result;
};

const withSetting = (item: JsonObject, { path, value }: Setting): JsonObject => setAt(item, path, value) as JsonObject;

const isUuid = (value: Json) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

const withPath = (target: CollectionSpec | undefined): CollectionSpec | undefined =>
  target?.path?.() !== undefined && target.parents.length === 0 ? target : undefined;
