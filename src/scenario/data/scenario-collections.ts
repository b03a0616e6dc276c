/** The collections with which worlds of a scenario start. */

import { getMember, type JsonObject } from '../../core/primitives/json.ts';
import { finish, itemsPerStep, type Steps } from '../../core/primitives/steps.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { ItemCount } from '../../core/service/relations.ts';
import {
  type Collection,
  createCollection,
  type Item,
  setValues,
  uniqueItems,
  withDeleted,
} from '../../core/state/collection.ts';
import { withCount } from '../../core/state/item-count.ts';
import { fromData, idText } from '../../core/state/item-key.ts';
import type { FirstCollections } from '../../core/state/state-collections.ts';
import type { Scenario } from '../document/read-scenario.ts';
import { EmbeddedItems, type EmbeddingDraft } from './embedded-items.ts';
import { budgetOf, type GeneratedItem, generateItems } from './generate-items.ts';
import { prepareItems } from './item-data.ts';
import { parentIdsOf, parentsFirst } from './parents.ts';
import { createReferences } from './referring-items.ts';

type Specs = ReadonlyMap<string, CollectionSpec>;

/** The items of a collection before their references are set. */
interface Draft {
  readonly provided: readonly JsonObject[];
  readonly generated: readonly GeneratedItem[];
  readonly all: readonly JsonObject[];
}

const noDraft: Draft = { provided: [], generated: [], all: [] };

/**
 * Creates a collection when it is first requested, and before it those on which its items depend. The items follow from the
 * scenario, the seed and the day, not from the order of requests.
 */
export class ScenarioCollections implements FirstCollections {
  readonly #specs: Specs;
  readonly #scenario: Scenario;
  readonly #seed: number;
  readonly #now: number;
  /** The position at which the drafts of a collection are made: only collections before it can be its parents. */
  readonly #positions: ReadonlyMap<CollectionSpec, number>;
  readonly #drafts = new Map<CollectionSpec, Draft>();
  /** Collections before their items have the counts of others. */
  readonly #uncounted = new Map<CollectionSpec, Collection>();
  readonly #created = new Map<string, Collection>();
  readonly #embedded: EmbeddedItems;

  constructor(specs: Specs, scenario: Scenario, seed: number, now: number) {
    this.#specs = specs;
    this.#scenario = scenario;
    this.#seed = seed;
    this.#now = now;
    this.#positions = new Map(parentsFirst(specs).map((spec, position) => [spec, position]));
    const references = createReferences(specs, (spec) => finish(this.#draftOf(spec)).all, seed);
    this.#embedded = new EmbeddedItems(specs, (spec) => this.#fixedAndDrafted(spec), references, seed);
  }

  keys(): MapIterator<string> {
    return this.#specs.keys();
  }

  get(name: string): Collection | undefined {
    const spec = this.#specs.get(name);
    return this.#created.get(name) ?? (spec && finish(this.#create(spec)));
  }

  /** All collections. It pauses, which {@link get} cannot. */
  *createAll(): Steps<FirstCollections> {
    for (const spec of this.#positions.keys()) yield* this.#draftOf(spec);
    for (const spec of this.#specs.values()) yield* this.#create(spec);
    return this.#created;
  }

  *#create(spec: CollectionSpec): Steps<Collection> {
    const uncounted = yield* this.#createUncounted(spec);
    const { provided, generated } = yield* this.#draftOf(spec);
    let collection = uncounted;
    for (const count of spec.relations().counts) {
      const counted = yield* this.#createUncounted(this.#specs.get(count.collection) as CollectionSpec);
      collection = withCounts(collection, count, counted, ({ order }) => {
        const drawn = generated[order - provided.length];
        return drawn !== undefined && !(count.isList && drawn.isExample);
      });
    }
    this.#created.set(spec.name, collection);
    return collection;
  }

  *#createUncounted(spec: CollectionSpec): Steps<Collection> {
    const known = this.#uncounted.get(spec);
    if (known !== undefined) return known;
    const { provided, generated } = yield* this.#draftOf(spec);
    const items = [...provided];
    const budget = budgetOf(spec, generated.length);
    for (const [index, { item, isExample }] of generated.entries()) {
      items.push(isExample ? item : this.#embedded.complete(spec, item, budget));
      if (index % itemsPerStep === itemsPerStep - 1) yield;
    }
    const collection = withDeleted(
      createCollection(spec, items, this.#highestUsed(spec), replaceableOf(spec, generated)),
      this.#scenario.resume?.deleted.get(spec.name) ?? [],
    );
    this.#uncounted.set(spec, collection);
    return collection;
  }

  *#draftOf(spec: CollectionSpec): Steps<Draft> {
    const known = this.#drafts.get(spec);
    if (known !== undefined) return known;
    const { data, generate, examples } = this.#scenario;
    const provided = uniqueItems(spec, prepareItems(spec, data.get(spec.name) ?? []));
    const count = generate.get(spec.name) ?? 0;
    const parents = count === 0 ? [] : parentIdsOf(spec, this.#specs, (parent) => this.#itemsBefore(spec, parent));
    const options = { seed: this.#seed, now: this.#now, highestUsed: this.#highestUsed(spec), examples, parents };
    const generated = yield* generateItems(spec, provided, count, options);
    const draft = { provided, generated, all: [...provided, ...generated.map(({ item }) => item)] };
    this.#drafts.set(spec, draft);
    return draft;
  }

  #fixedAndDrafted(spec: CollectionSpec): readonly EmbeddingDraft[] {
    const { provided, generated } = finish(this.#draftOf(spec));
    return [
      ...provided.map((item) => ({ item, isFixed: true })),
      ...generated.map(({ item, isExample }) => ({ item, isFixed: isExample })),
    ];
  }

  /** None if collections are their own ancestors. */
  #itemsBefore(spec: CollectionSpec, parent: CollectionSpec): readonly JsonObject[] {
    const isBefore = (this.#positions.get(parent) as number) < (this.#positions.get(spec) as number);
    return (isBefore ? finish(this.#draftOf(parent)) : noDraft).all;
  }

  #highestUsed({ name }: CollectionSpec): bigint {
    return (this.#scenario.resume?.nextIds.get(name) ?? 1n) - 1n;
  }
}

/** The counts in generated items are true; those in the data of a scenario are as stated, as are lists in examples. */
const withCounts = (
  collection: Collection,
  count: ItemCount,
  counted: Collection,
  isDrawn: (item: Item) => boolean,
): Collection => {
  const whole = { ...count, parts: [...(count.parts ?? []), ...(count.sent ?? [])] };
  return setValues(collection, (item) =>
    isDrawn(item) && Object.hasOwn(item.value, count.property) ? withCount(whole, counted, item) : item.value,
  );
};

/** The keys of generated items that an example of the document creates. */
const replaceableOf = (spec: CollectionSpec, generated: readonly GeneratedItem[]): ReadonlySet<string> => {
  const { reservedIds, idProperty, aliases } = spec;
  const name = idProperty ?? aliases[0];
  if (reservedIds.length === 0 || name === undefined) return new Set();
  const documented = generated.filter(({ item }) => reservedIds.includes(idText(getMember(item, name)) ?? ''));
  return new Set(documented.map(({ item }) => fromData(spec, item).key as string));
};
