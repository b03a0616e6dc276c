/** The start of worlds from a scenario. Data is created once and shared by all worlds. */

import type { JsonObject } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import type { CollectionSpec } from '../../core/service/binding.ts';
import { type Collection, createCollection, type Item, uniqueItems } from '../../core/state/collection.ts';
import { toData } from '../../core/state/item-key.ts';
import type { State } from '../../core/state/state.ts';
import type { Scenario } from '../document/scenario.ts';
import { type GeneratedItem, generateItems, itemsPerStep, type Steps } from './generate-items.ts';
import { prepareItems } from './item-data.ts';
import { parentIdsOf, parentsFirst } from './parents.ts';
import { createReferences } from './references.ts';
import { resolveNames } from './resolve-names.ts';

export interface StartOptions {
  /** The world's name. */
  readonly name: string;
  /** Overrides the scenario's seed. */
  readonly seed?: number | undefined;
  /** World time in milliseconds; generated dates are relative to it. */
  readonly now: number;
}

/** The collections of a service. */
export interface Collections {
  readonly collections: ReadonlyMap<string, CollectionSpec>;
}

export interface ScenarioStart {
  /** Creates a state; cheap. If the scenario generates items, `service.ready()` must have been awaited. */
  readonly createState: (options: StartOptions) => State;
  /** Generates the items for `createState`, with a pause after each few milliseconds. */
  readonly prepare: (options: Omit<StartOptions, 'name'>, pause: Pause) => Promise<void>;
}

export type Pause = () => Promise<void>;

/** The number of seeds whose generated data is cached. */
const maxCached = 8;

/** Generated dates are relative to the start of the day, so that all worlds of a day share their data. */
const day = 86_400_000;

export const createScenarioStart = (service: Collections, given: Scenario): ScenarioStart => {
  const scenario = resolveNames(given, service);
  const cache = new Map<string, ReadonlyMap<string, Collection>>();
  const isGenerated = [...scenario.generate.values()].some((count) => count > 0);
  const keyOf = (seed: number, today: number): string => (isGenerated ? `${seed}@${today}` : '');
  const keep = (key: string, collections: ReadonlyMap<string, Collection>): ReadonlyMap<string, Collection> => {
    // Moves the used entry to the end, so that the first one is the least recently used.
    cache.delete(key);
    cache.set(key, collections);
    if (cache.size > maxCached) cache.delete(cache.keys().next().value as string);
    return collections;
  };
  const collectionsFor = (seed: number, now: number): ReadonlyMap<string, Collection> => {
    const today = startOfDay(now);
    const key = keyOf(seed, today);
    return keep(key, cache.get(key) ?? finish(createCollections(service, scenario, seed, today)));
  };
  return {
    prepare: async ({ seed = scenario.seed, now }, pause) => {
      const today = startOfDay(now);
      const key = keyOf(seed, today);
      if (cache.has(key)) return;
      const steps = createCollections(service, scenario, seed, today);
      let step = steps.next();
      for (; !step.done; step = steps.next()) await pause();
      keep(key, step.value);
    },
    createState: ({ name, seed = scenario.seed, now }) => {
      const faults = new Map(scenario.faults.map((entry) => [entry.fault.name, entry]));
      const { resume } = scenario;
      return {
        name,
        seed,
        startedAt: resume?.startedAt ?? now,
        rules: scenario.rules,
        collections: new Map(collectionsFor(seed, now)),
        faults,
        active: [...faults.values()].filter((entry) => entry.enabled),
        counters: { exchanges: resume?.exchanges ?? 0, calls: new Map(resume?.calls), faults: new Map(resume?.faults) },
      };
    },
  };
};

const startOfDay = (now: number): number => Math.floor(now / day) * day;

const finish = <Result>(steps: Steps<Result>): Result => {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};

function* createCollections(
  { collections }: Collections,
  scenario: Scenario,
  seed: number,
  now: number,
): Steps<ReadonlyMap<string, Collection>> {
  const provided = new Map<string, readonly JsonObject[]>();
  const generated = new Map<string, readonly GeneratedItem[]>();
  const all = new Map<string, readonly JsonObject[]>();
  const highestUsed = (name: string): bigint => (scenario.resume?.nextIds.get(name) ?? 1n) - 1n;
  for (const spec of parentsFirst(collections)) {
    const { name } = spec;
    const data = uniqueItems(spec, prepareItems(spec, scenario.data.get(name) ?? []));
    const count = scenario.generate.get(name) ?? 0;
    const parents = count === 0 ? [] : parentIdsOf(spec, collections, all);
    const options = { seed, now, highestUsed: highestUsed(name), examples: scenario.examples, parents };
    const items = yield* generateItems(spec, data, count, options);
    provided.set(name, data);
    generated.set(name, items);
    all.set(name, [...data, ...items.map(({ item }) => item)]);
  }
  const setReferences = createReferences(collections, (name) => all.get(name) ?? [], seed);
  const created = new Map<string, Collection>();
  for (const [name, spec] of collections) {
    const items: JsonObject[] = [...(provided.get(name) ?? [])];
    for (const [index, { item, isExample }] of (generated.get(name) ?? []).entries()) {
      items.push(isExample ? item : setReferences(spec, item));
      if (index % itemsPerStep === itemsPerStep - 1) yield;
    }
    created.set(name, createCollection(spec, items, highestUsed(name)));
  }
  return created;
}

/** The items of a collection in the format of `data` and the control API, in creation order. */
export const itemsOf = ({ spec, items }: Collection): readonly JsonObject[] =>
  [...valuesOf(items)].map((item: Item) => toData(spec, item.key, item.value));
