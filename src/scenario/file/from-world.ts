/** Saves the state of a world as a scenario. */

import { equalsJson, type JsonObject } from '../../core/primitives/json.ts';
import { sizeOf, valuesOf } from '../../core/primitives/sorted-map.ts';
import type { Collection } from '../../core/state/collection.ts';
import { listRecorded } from '../../core/state/recorded-response.ts';
import { defaultRules, type Rules, type State, savedParts } from '../../core/state/state.ts';
import { writeLifecycles } from '../../parts/lifecycles/stated.ts';
import { writeLogin } from '../../parts/login/section.ts';
import { type Collections, itemsOf } from '../data/start-data.ts';
import { faultToDocument } from '../document/fault-document.ts';
import type { ClockStart } from '../document/read-scenario.ts';
import type { ResumeDocument, ScenarioDocument, StartDocument } from '../document/scenario-schema.ts';
import { formatTimestamp } from '../document/timestamp.ts';

export interface WriteOptions {
  /** The current clock; omitted in the scenario if it follows real time. */
  readonly clock: ClockStart;
  /** The state that a reset restores; omitted if the scenario is for any world. */
  readonly start?: StartDocument | undefined;
}

/** A scenario that restores the world's state. Default values are omitted. */
export const scenarioOf = (service: Collections, state: State, options: WriteOptions): ScenarioDocument =>
  scenarioWith(dataOf(writtenCollections(service, state)), service, state, options);

/** The scenario of {@link scenarioOf} with other data: the items of a large world may be written piece by piece. */
export const scenarioWith = (
  data: NonNullable<ScenarioDocument['data']>,
  service: Collections,
  state: State,
  { clock, start }: WriteOptions,
): ScenarioDocument => ({
  seed: state.seed,
  ...writeClock(clock),
  ...rulesOf(state.rules),
  data,
  ...(state.rules.defaults.size > 0 && { defaults: propertiesFrom(state.rules.defaults, (properties) => properties) }),
  ...(state.rules.webhooks !== undefined && { webhooks: state.rules.webhooks }),
  ...writeLifecycles(state.rules),
  ...(state.rules.refusals !== undefined && { refusals: state.rules.refusals.documents }),
  ...(state.faults.size > 0 && {
    faults: [...state.faults.values()].map(faultToDocument) as ScenarioDocument['faults'],
  }),
  ...(state.rules.upstream !== undefined && { upstream: state.rules.upstream }),
  ...(state.responses.size > 0 && { responses: listRecorded(state.responses) as ScenarioDocument['responses'] }),
  resume: {
    ...(start !== undefined && { start }),
    startedAt: formatTimestamp(state.startedAt),
    exchanges: state.counters.exchanges,
    calls: propertiesFrom(state.counters.calls, (calls) => calls),
    faults: propertiesFrom(state.counters.faults, ({ seen, fired, since }) => ({
      seen,
      fired,
      ...(since !== undefined && { since: formatTimestamp(since) }),
    })),
    ...savedParts(state, { isShared: false }),
    nextIds: nextIdsOf(collectionsOf(service, state)),
    ...deletedOf(collectionsOf(service, state)),
  },
});

/** The collections that the service has, in its order: the scenario must match the service. */
const collectionsOf = (service: Collections, state: State): ReadonlyMap<string, Collection> =>
  new Map(
    [...service.collections.keys()].flatMap((name) => {
      const collection = state.collections.get(name);
      return collection === undefined ? [] : [[name, collection]];
    }),
  );

/** Whether the collection is written as a map, not as a list: a singleton without parents. */
export const isSingleItem = ({ spec }: Collection): boolean => spec.kind === 'singleton' && spec.parents.length === 0;

export type Data = ReadonlyMap<string, Collection>;

/** The collections that are written: all except a singleton without its item. */
export const writtenCollections = (service: Collections, state: State): Data =>
  new Map(
    [...collectionsOf(service, state)].filter(
      ([, collection]) => !isSingleItem(collection) || sizeOf(collection.items) > 0,
    ),
  );

const dataOf = (collections: Data): NonNullable<ScenarioDocument['data']> =>
  propertiesFrom(collections, (collection) => {
    const items = itemsOf(collection);
    return isSingleItem(collection) ? (items[0] as JsonObject) : items;
  });

/** Writes nothing for real time. */
export const writeClock = ({ at, frozen }: ClockStart): Pick<ScenarioDocument, 'clock'> => {
  if (at === undefined) return {};
  return { clock: frozen ? { at: formatTimestamp(at), frozen } : formatTimestamp(at) };
};

const rulesOf = ({ requests, locale, keys, rejected, login }: Rules): Partial<ScenarioDocument> => {
  const auth = {
    ...(keys !== undefined && { keys: [...keys] }),
    ...(!equalsJson(rejected, defaultRules.rejected) && { rejected: [...rejected] }),
    ...(login !== undefined && writeLogin(login)),
  };
  return {
    ...(requests !== defaultRules.requests && { requests }),
    ...(locale !== undefined && { locale }),
    ...(Object.keys(auth).length > 0 && { auth }),
  };
};

/** The ids (for text ids, the numbers) of the next items, by collection: ids of deleted items are not reused. */
const nextIdsOf = (collections: ReadonlyMap<string, Collection>): Record<string, number | bigint> => {
  const used = [...collections].filter(([, { highestId }]) => highestId > 0n);
  return propertiesFrom(new Map(used), ({ highestId }) => exactInteger(highestId + 1n));
};

const deletedOf = (collections: Data): Pick<ResumeDocument, 'deleted'> => {
  const some = [...collections].filter(([, { deleted }]) => sizeOf(deleted) > 0);
  return some.length === 0 ? {} : { deleted: propertiesFrom(new Map(some), ({ deleted }) => [...valuesOf(deleted)]) };
};

const exactInteger = (value: bigint): number | bigint =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;

const propertiesFrom = <Value, Property>(
  values: ReadonlyMap<string, Value>,
  toProperty: (value: Value) => Property,
): Record<string, Property> => Object.fromEntries([...values].map(([name, value]) => [name, toProperty(value)]));
