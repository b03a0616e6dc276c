/** The start of worlds from a scenario. Data is created once and shared by all worlds. */

import { ActiveFaults } from '../../core/faults/active-faults.ts';
import { getMember, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { type Latest, latestAt, noneLatest, withLatest } from '../../core/primitives/latest.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { finish, itemsPerStep, type Steps } from '../../core/primitives/steps.ts';
import type { CollectionSpec, ItemCount } from '../../core/service/collection-facts.ts';
import type { Named } from '../../core/service/names.ts';
import type { Service } from '../../core/service/service.ts';
import {
  type Collection,
  createCollection,
  type Item,
  setValues,
  uniqueItems,
  withDeleted,
} from '../../core/state/collection.ts';
import { listedBelow, withCount } from '../../core/state/item-count.ts';
import { fromData, idText, toData } from '../../core/state/item-key.ts';
import { partKindsOf } from '../../core/state/part-kinds.ts';
import { recordedFrom } from '../../core/state/recorded-response.ts';
import { type State, startParts } from '../../core/state/state.ts';
import { type FirstCollections, StateCollections } from '../../core/state/state-collections.ts';
import { withAmounts } from '../../parts/agreement/index.ts';
import { lifecyclesFrom } from '../../parts/lifecycles/stated.ts';
import { asOriginals, originalIn, withOriginal } from '../../parts/originals/index.ts';
import type { Scenario } from '../document/read-scenario.ts';
import { EmbeddedItems } from './embedded-items.ts';
import { budgetOf, type GeneratedItem, generateItems } from './generate-items.ts';
import { parentIdsOf, parentsFirst, prepareItems } from './item-data.ts';
import { createReferences } from './referring-items.ts';
import { findCollection, resolveNames } from './resolve-names.ts';

type Specs = ReadonlyMap<string, CollectionSpec>;

/** The items of a collection before their references are set. */
interface Draft {
  readonly provided: readonly JsonObject[];
  readonly generated: readonly GeneratedItem[];
  readonly all: readonly JsonObject[];
  /** The items of others whose lists have some of these. */
  readonly listed: ReadonlyMap<JsonObject, readonly JsonObject[]>;
}

const noDraft: Draft = { provided: [], generated: [], all: [], listed: new Map() };

/** Creates a collection when it is first requested, after those on which its items depend, from the scenario, the seed and the day. */
export class ScenarioCollections implements FirstCollections {
  readonly #specs: Specs;
  readonly #scenario: Scenario;
  readonly #now: number;
  /** The position at which the drafts of a collection are made: only collections before it can be its parents. */
  readonly #positions: ReadonlyMap<CollectionSpec, number>;
  readonly #drafts = new Map<CollectionSpec, Draft>();
  /** Collections before their items have the counts of others. */
  readonly #uncounted = new Map<CollectionSpec, Collection>();
  readonly #created = new Map<string, Collection>();
  readonly #embedded: EmbeddedItems;

  constructor(specs: Specs, scenario: Scenario, now: number) {
    const { seed } = scenario;
    this.#specs = specs;
    this.#scenario = scenario;
    this.#now = now;
    this.#positions = new Map(parentsFirst(specs).map((spec, position) => [spec, position]));
    const references = createReferences(specs, (spec) => finish(this.#draftOf(spec)).all, seed);
    // Those that a scenario states are stored as they are, as examples.
    const draftsOf = (spec: CollectionSpec): readonly GeneratedItem[] => {
      const { provided, generated } = finish(this.#draftOf(spec));
      return [...provided.map((item) => ({ item, isExample: true })), ...generated];
    };
    this.#embedded = new EmbeddedItems(specs, draftsOf, references, seed);
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
    const known = this.#created.get(spec.name);
    if (known !== undefined) return known;
    const uncounted = yield* this.#createUncounted(spec);
    const { provided, generated } = yield* this.#draftOf(spec);
    let collection = uncounted;
    for (const count of spec.relations().counts) {
      const below = this.#specs.get(count.collection) as CollectionSpec;
      // What is below an item has no list of what is above it.
      const counted = yield* count.isPlaced ? this.#create(below) : this.#createUncounted(below);
      const { listed } = yield* this.#draftOf(counted.spec);
      collection = withCounts(collection, count, counted, ({ order, value }) => {
        const drawn = generated[order - provided.length];
        if (listed.has(drawn?.item ?? (provided[order] as JsonObject))) return 'stated';
        const isShown = count.isPlaced === true || Object.hasOwn(value, count.property);
        return drawn !== undefined && isShown && !(count.isList && drawn.isExample);
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
    const original = originalIn(this.#specs, spec);
    const originals = original && (yield* this.#createUncounted(original));
    for (const [index, { item, isExample }] of generated.entries()) {
      const drawn = isExample ? item : this.#embedded.complete(spec, item, budget);
      items.push(originals && !isExample ? withOriginal(spec, drawn, originals) : drawn);
      if (index % itemsPerStep === itemsPerStep - 1) yield;
    }
    const collection = withDeleted(
      createCollection(spec, items, this.#highestUsed(spec), replaceableOf(spec, generated)),
      this.#scenario.resume?.deleted.get(spec.name) ?? [],
    );
    this.#uncounted.set(spec, collection);
    return collection;
  }

  /** What stated items and examples list of those below them. */
  #listedIn(spec: CollectionSpec): Draft['listed'] {
    const found = new Map<JsonObject, readonly JsonObject[]>();
    // Documented items are where the document has them.
    const isShown = spec.examples.length + spec.exampleIds.length > 0;
    for (const count of spec.countedBy.filter(({ isPlaced }) => isPlaced)) {
      const owner = this.#specs.get(count.owner) as CollectionSpec;
      const { provided, generated } = finish(this.#draftOf(owner));
      const examples = generated.flatMap(({ item, isExample }) => (isExample && !isShown ? [item] : []));
      for (const item of [...provided, ...examples]) {
        const { key, value } = fromData(owner, item);
        const listed = key === undefined ? undefined : listedBelow(count, owner, spec, { key, value });
        if (listed)
          found.set(
            item,
            listed.map((one) => toData(spec, one.key, one.value)),
          );
      }
    }
    return found;
  }

  *#draftOf(spec: CollectionSpec): Steps<Draft> {
    const known = this.#drafts.get(spec);
    if (known !== undefined) return known;
    const { seed, data, generate, examples } = this.#scenario;
    const listed = data.has(spec.name) ? noDraft.listed : this.#listedIn(spec);
    const provided = uniqueItems(spec, prepareItems(spec, data.get(spec.name) ?? [...listed.values()].flat()));
    const count = generate.get(spec.name) ?? 0;
    const parents =
      count === 0
        ? []
        : parentIdsOf(spec, this.#specs, (parent) => this.#itemsBefore(spec, parent).filter((one) => !listed.has(one)));
    const options = { seed, now: this.#now, highestUsed: this.#highestUsed(spec), examples, parents };
    const drawn = yield* generateItems(spec, provided, count, options);
    const original = originalIn(this.#specs, spec);
    const generated =
      original === undefined ? drawn : asOriginals(spec, { provided, drawn }, (yield* this.#draftOf(original)).all);
    const draft = { listed, provided, generated, all: [...provided, ...generated.map(({ item }) => item)] };
    this.#drafts.set(spec, draft);
    return draft;
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
  isTrue: (item: Item) => boolean | 'stated',
): Collection => {
  const whole = { ...count, parts: [...(count.parts ?? []), ...(count.sent ?? [])] };
  return setValues(collection, (item) => {
    const isTold = isTrue(item);
    const value = isTold ? withCount(whole, counted, item) : item.value;
    const { property } = count;
    return value === item.value || !count.isList || isTold === 'stated'
      ? value
      : { ...withAmounts(value, property), [property]: value[property] as Json };
  });
};

/** The keys of generated items that an example of the document creates. */
const replaceableOf = (spec: CollectionSpec, generated: readonly GeneratedItem[]): ReadonlySet<string> => {
  const { reservedIds, idProperty, aliases } = spec;
  const name = idProperty ?? aliases[0];
  if (reservedIds.length === 0 || name === undefined) return new Set();
  const documented = generated.filter(({ item }) => reservedIds.includes(idText(getMember(item, name)) ?? ''));
  return new Set(documented.map(({ item }) => fromData(spec, item).key as string));
};

export interface Collections extends Pick<Service, 'collections'>, Partial<Pick<Service, 'attached' | 'useLocale'>> {
  readonly operations?: readonly Named[];
}

/** World time is in milliseconds; generated dates are relative to it. */
interface ScenarioStart {
  /** Creates the state of a world; cheap. If the scenario generates items, `service.ready()` must have been awaited. */
  readonly createState: (name: string, now: number) => State;
  /** Generates the items for `createState`, with a pause after each few milliseconds. */
  readonly prepare: (now: number, pause: () => Promise<void>) => Promise<void>;
}

/** The number of days whose generated data is cached. */
const maxCached = 8;

/** Generated dates are relative to the start of the day, so that all worlds of a day share their data. */
const day = 86_400_000;

export const createScenarioStart = (service: Collections, given: Scenario): ScenarioStart => {
  const scenario = resolveNames(given, service);
  const { upstream, document } = scenario;
  const lifecycles = lifecyclesFrom(document.lifecycles, (name) => findCollection(name, service.collections));
  const rules: State['rules'] = { ...scenario.rules, upstream, ...lifecycles };
  let cache: Latest<FirstCollections> = noneLatest;
  const isLarge = [...service.collections.keys()].some(
    (name) => (scenario.data.get(name)?.length ?? 0) + (scenario.generate.get(name) ?? 0) > itemsPerStep,
  );
  // What is not generated is the same each day.
  const dayOf = (now: number): number => (scenario.generate.size > 0 ? Math.floor(now / day) * day : 0);
  const keep = (today: number, collections: FirstCollections): FirstCollections => {
    cache = withLatest(cache, String(today), collections, { maxValues: maxCached });
    return collections;
  };
  const create = (today: number): ScenarioCollections => new ScenarioCollections(service.collections, scenario, today);
  const collectionsFor = (today: number): FirstCollections => {
    const known = latestAt(cache, String(today));
    if (known !== undefined) return keep(today, known);
    // Many items are created at the start, so that no request waits for them.
    return keep(today, isLarge ? finish(create(today).createAll()) : create(today));
  };
  return {
    prepare: async (now, pause) => {
      const today = dayOf(now);
      if (!isLarge || latestAt(cache, String(today)) !== undefined) return;
      service.useLocale?.(rules.locale);
      const steps = create(today).createAll();
      let step = steps.next();
      for (; !step.done; step = steps.next()) {
        await pause();
        // Other worlds may have drawn meanwhile.
        service.useLocale?.(rules.locale);
      }
      keep(today, step.value);
    },
    createState: (name, now) => {
      const faults = new Map(scenario.faults.map((entry) => [entry.fault.name, entry]));
      service.useLocale?.(rules.locale);
      const { seed, resume } = scenario;
      const state: State = {
        name,
        seed,
        startedAt: resume?.startedAt ?? now,
        rules,
        collections: new StateCollections(collectionsFor(dayOf(now))),
        faults,
        active: new ActiveFaults(faults),
        counters: { exchanges: resume?.exchanges ?? 0, calls: new Map(resume?.calls), faults: new Map(resume?.faults) },
        responses: recordedFrom(scenario.responses),
        parts: new Map(),
      };
      startParts(state, partKindsOf(service), resume?.parts);
      return state;
    },
  };
};

/** The items of a collection in the format of `data` and the control API, in creation order. */
export const itemsOf = ({ spec, items }: Collection): readonly JsonObject[] =>
  [...valuesOf(items)].map((item: Item) => toData(spec, item.key, item.value));
