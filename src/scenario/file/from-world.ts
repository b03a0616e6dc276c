/** A world back as a scenario: what to save to go on later, or elsewhere, as it was. */

import { equalsJson, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { sizeOf } from '../../core/primitives/sorted-map.ts';
import type { Collection } from '../../core/state/collection.ts';
import { defaultRules, type Rules, type State } from '../../core/state/state.ts';
import { type Collections, itemsOf } from '../data/start.ts';
import { faultToDocument } from '../document/fault-document.ts';
import type { ClockStart } from '../document/scenario.ts';
import type { ScenarioDocument } from '../document/schema.ts';
import { formatTimestamp } from '../document/timestamp.ts';

export interface WriteOptions {
  readonly description?: string | undefined;
  /** The world's clock as it stands: real time is written as none. */
  readonly clock: ClockStart;
}

/** Starting from this scenario gives the world's state again; only what is not so anyway is written. */
export const scenarioOf = (
  service: Collections,
  state: State,
  { description, clock }: WriteOptions,
): ScenarioDocument => ({
  ...(description !== undefined && { description }),
  seed: state.seed,
  ...(clock.at !== undefined && { clock: clockOf(clock.at, clock.frozen) }),
  ...rulesOf(state.rules),
  data: dataOf(collectionsOf(service, state)),
  ...(state.rules.defaults.size > 0 && { defaults: propertiesFrom(state.rules.defaults, (properties) => properties) }),
  ...(state.faults.size > 0 && {
    faults: [...state.faults.values()].map(faultToDocument) as ScenarioDocument['faults'],
  }),
  resume: {
    startedAt: formatTimestamp(state.startedAt),
    exchanges: state.counters.exchanges,
    calls: propertiesFrom(state.counters.calls, (calls) => calls),
    faults: propertiesFrom(state.counters.faults, ({ seen, fired, since }) => ({
      seen,
      fired,
      ...(since !== undefined && { since: formatTimestamp(since) }),
    })),
    nextIds: nextIdsOf(collectionsOf(service, state)),
  },
});

/** In the order of the service, and only those it has: what is written must fit it. */
const collectionsOf = (service: Collections, state: State): ReadonlyMap<string, Collection> =>
  new Map(
    [...service.collections.keys()].flatMap((name) => {
      const collection = state.collections.get(name);
      return collection === undefined ? [] : [[name, collection]];
    }),
  );

/** A singleton that stands alone is a map, and left out where there is none. */
const dataOf = (collections: ReadonlyMap<string, Collection>): NonNullable<ScenarioDocument['data']> => {
  const isAlone = ({ spec }: Collection): boolean => spec.kind === 'singleton' && spec.parents.length === 0;
  const written = [...collections].filter(([, held]) => !isAlone(held) || sizeOf(held.items) > 0);
  return propertiesFrom(new Map(written), (held) => {
    const items = [...itemsOf(held)];
    return isAlone(held) ? (items[0] as JsonObject) : items;
  });
};

const clockOf = (at: number, frozen: boolean): NonNullable<ScenarioDocument['clock']> =>
  frozen ? { at: formatTimestamp(at), frozen } : formatTimestamp(at);

const rulesOf = ({ requests, keys, rejected }: Rules): Pick<ScenarioDocument, 'requests' | 'auth'> => {
  const auth = {
    ...(keys !== undefined && { keys: [...keys] }),
    ...(!equalsJson(rejected, defaultRules.rejected) && { rejected: [...rejected] }),
  };
  return {
    ...(requests !== defaultRules.requests && { requests }),
    ...(Object.keys(auth).length > 0 && { auth }),
  };
};

/** The ids (where ids are texts, the numbers) that the next items get, by collection: deleted items do not free theirs. */
const nextIdsOf = (collections: ReadonlyMap<string, Collection>): Record<string, number | bigint> => {
  const used = [...collections].filter(([, { highestId }]) => highestId > 0n);
  return propertiesFrom(new Map(used), ({ highestId }) => exactInteger(highestId + 1n));
};

const exactInteger = (value: bigint): number | bigint =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;

const propertiesFrom = <Value, Property>(
  values: ReadonlyMap<string, Value>,
  toProperty: (value: Value) => Property,
): Record<string, Property> => {
  const properties: Record<string, Property> = {};
  for (const [name, value] of values) setProperty(properties as Record<string, Json>, name, toProperty(value) as Json);
  return properties;
};
