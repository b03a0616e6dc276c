/** The start of worlds from a scenario. Data is created once and shared by all worlds. */

import { ActiveFaults } from '../../core/faults/active-faults.ts';
import type { JsonObject } from '../../core/primitives/json.ts';
import { type Latest, latestAt, noneLatest, withLatest } from '../../core/primitives/latest.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { finish, itemsPerStep } from '../../core/primitives/steps.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Named } from '../../core/service/names.ts';
import type { Service, ServicePart } from '../../core/service/service.ts';
import type { Collection, Item } from '../../core/state/collection.ts';
import { toData } from '../../core/state/item-key.ts';
import { partKindsOf } from '../../core/state/part-kinds.ts';
import { recordedFrom } from '../../core/state/recorded-response.ts';
import { type State, startParts } from '../../core/state/state.ts';
import { type FirstCollections, StateCollections } from '../../core/state/state-collections.ts';
import { lifecyclesFrom } from '../../parts/lifecycles/stated.ts';
import type { Scenario } from '../document/read-scenario.ts';
import { findCollection, resolveNames } from './resolve-names.ts';
import { ScenarioCollections } from './scenario-collections.ts';

interface StartOptions {
  /** The world's name. */
  readonly name: string;
  /** Overrides the scenario's seed. */
  readonly seed?: number | undefined;
  /** World time in milliseconds; generated dates are relative to it. */
  readonly now: number;
}

export interface Collections {
  readonly collections: ReadonlyMap<string, CollectionSpec>;
  readonly operations?: readonly Named[];
  readonly attached?: readonly ServicePart[] | undefined;
  readonly useLocale?: Service['useLocale'];
}

interface ScenarioStart {
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
  const rules = rulesOf(scenario, service);
  let cache: Latest<FirstCollections> = noneLatest;
  const isGenerated = scenario.generate.size > 0;
  const isLarge = [...service.collections.keys()].some((name) => countOf(scenario, name) > itemsPerStep);
  const keyOf = (seed: number, today: number): string => (isGenerated ? `${seed}@${today}` : '');
  const keep = (key: string, collections: FirstCollections): FirstCollections => {
    cache = withLatest(cache, key, collections, { maxValues: maxCached });
    return collections;
  };
  const create = (seed: number, today: number): ScenarioCollections =>
    new ScenarioCollections(service.collections, scenario, seed, today);
  const collectionsFor = (seed: number, now: number): FirstCollections => {
    const today = startOfDay(now);
    const key = keyOf(seed, today);
    const known = latestAt(cache, key);
    if (known !== undefined) return keep(key, known);
    // Many items are created at the start, so that no request waits for them.
    return keep(key, isLarge ? finish(create(seed, today).createAll()) : create(seed, today));
  };
  return {
    prepare: async ({ seed = scenario.seed, now }, pause) => {
      const today = startOfDay(now);
      const key = keyOf(seed, today);
      if (!isLarge || latestAt(cache, key) !== undefined) return;
      service.useLocale?.(rules.locale);
      const steps = create(seed, today).createAll();
      let step = steps.next();
      for (; !step.done; step = steps.next()) {
        await pause();
        // Other worlds may have drawn meanwhile.
        service.useLocale?.(rules.locale);
      }
      keep(key, step.value);
    },
    createState: ({ name, seed = scenario.seed, now }) => {
      const faults = new Map(scenario.faults.map((entry) => [entry.fault.name, entry]));
      service.useLocale?.(rules.locale);
      const { resume } = scenario;
      const state: State = {
        name,
        seed,
        startedAt: resume?.startedAt ?? now,
        rules,
        collections: new StateCollections(collectionsFor(seed, now)),
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

const rulesOf = ({ rules, upstream, document }: Scenario, { collections }: Collections): State['rules'] => ({
  ...rules,
  upstream,
  ...lifecyclesFrom(document.lifecycles, (name) => findCollection(name, collections)),
});

const countOf = ({ data, generate }: Scenario, name: string): number =>
  (data.get(name)?.length ?? 0) + (generate.get(name) ?? 0);

const startOfDay = (now: number): number => Math.floor(now / day) * day;

/** The items of a collection in the format of `data` and the control API, in creation order. */
export const itemsOf = ({ spec, items }: Collection): readonly JsonObject[] =>
  [...valuesOf(items)].map((item: Item) => toData(spec, item.key, item.value));
