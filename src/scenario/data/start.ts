/** How worlds start from a scenario: data built once and shared by all of them. */

import type { JsonObject } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import type { CollectionSpec } from '../../core/service/binding.ts';
import { type Collection, createCollection, type Item, uniqueItems } from '../../core/state/collection.ts';
import { toData } from '../../core/state/item-key.ts';
import type { State } from '../../core/state/state.ts';
import type { Scenario } from '../document/scenario.ts';
import { generateItems, type Made } from './generate-items.ts';
import { placeItems } from './item-data.ts';
import { createReferences } from './references.ts';
import { parentsFirst, scopesOf } from './scopes.ts';

export interface StartOptions {
  /** The world's name. */
  readonly name: string;
  /** In place of the scenario's. */
  readonly seed?: number | undefined;
  /** World time in milliseconds, that generated dates refer to. */
  readonly now: number;
}

/** The part of a service that a state is made for. */
export interface Collections {
  readonly collections: ReadonlyMap<string, CollectionSpec>;
}

export interface ScenarioStart {
  /** A fresh state: a handful of references. Where the scenario generates items, `service.ready()` must have been awaited. */
  readonly createState: (options: StartOptions) => State;
}

/** Generated data of so many seeds is kept. */
const maxCached = 8;

/** Generated dates refer to the start of a day, so that worlds opened on one day share their data. */
const day = 86_400_000;

export const createScenarioStart = (service: Collections, scenario: Scenario): ScenarioStart => {
  const cache = new Map<string, ReadonlyMap<string, Collection>>();
  const isGenerated = [...scenario.generate.values()].some((count) => count > 0);
  const collectionsFor = (seed: number, now: number): ReadonlyMap<string, Collection> => {
    const today = Math.floor(now / day) * day;
    const key = isGenerated ? `${seed}@${today}` : '';
    const collections = cache.get(key) ?? createCollections(service, scenario, seed, today);
    // The one used last moves to the end; the one at the front was not used for the longest time.
    cache.delete(key);
    cache.set(key, collections);
    if (cache.size > maxCached) cache.delete(cache.keys().next().value as string);
    return collections;
  };
  return {
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

const createCollections = (
  { collections }: Collections,
  scenario: Scenario,
  seed: number,
  now: number,
): ReadonlyMap<string, Collection> => {
  const given = new Map<string, readonly JsonObject[]>();
  const generated = new Map<string, readonly Made[]>();
  const all = new Map<string, readonly JsonObject[]>();
  const highestUsed = (name: string): bigint => (scenario.resume?.nextIds.get(name) ?? 1n) - 1n;
  for (const spec of parentsFirst(collections)) {
    const { name } = spec;
    const data = uniqueItems(spec, placeItems(spec, scenario.data.get(name) ?? []));
    const count = scenario.generate.get(name) ?? 0;
    const scopes = count === 0 ? [] : scopesOf(spec, collections, all);
    const options = { seed, now, highestUsed: highestUsed(name), examples: scenario.examples, scopes };
    const items = generateItems(spec, data, count, options);
    given.set(name, data);
    generated.set(name, items);
    all.set(name, [...data, ...items.map(({ item }) => item)]);
  }
  const refer = createReferences(collections, (name) => all.get(name) ?? [], seed);
  const create = (spec: CollectionSpec): Collection => {
    const items = generated.get(spec.name)?.map(({ item, isExample }) => (isExample ? item : refer(spec, item)));
    return createCollection(spec, [...(given.get(spec.name) ?? []), ...(items ?? [])], highestUsed(spec.name));
  };
  return new Map([...collections].map(([name, spec]) => [name, create(spec)]));
};

/** A collection's items as `data` and the control API give them, in creation order. */
export const itemsOf = ({ spec, items }: Collection): readonly JsonObject[] =>
  [...valuesOf(items)].map((item: Item) => toData(spec, item.key, item.value));
