/** A replica as text, for the snapshot of a world: everything that its responses and its coverage depend on. */
import { ActiveFaults } from '../../../core/faults/active-faults.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../core/primitives/json.ts';
import { sortedMapFrom, valuesOf } from '../../../core/primitives/sorted-map.ts';
import type { Service } from '../../../core/service/service.ts';
import { type Collection, type Item, restoreCollection } from '../../../core/state/collection.ts';
import { partKindsOf } from '../../../core/state/part-kinds.ts';
import { listRecorded, recordedFrom } from '../../../core/state/recorded-response.ts';
import { copyState, type State, savedParts, startParts } from '../../../core/state/state.ts';
import { StateCollections } from '../../../core/state/state-collections.ts';
import type { World } from '../../../world/world.ts';
import type { Decisive } from '../../../world/world-command.ts';
import { parse, type StartCodec } from './encode-command.ts';
import { presentHead } from './older-formats.ts';

export interface CapturedWorld {
  readonly decisive: Decisive;
  readonly coverage: ReadonlyMap<string, number>;
}

/** Costs the same for any number of items, which it shares with the world. */
export const captureReplica = ({ decisions: { decisive }, coverage }: World): CapturedWorld => ({
  decisive: { ...decisive, state: copyState(decisive.state) },
  coverage: coverage.counts(),
});

/** The number of items that are written at once: a request waits for no more. */
const itemsAtOnce = 500;

/** All but the collections. */
const headOf = ({ decisive, coverage }: CapturedWorld, starts: StartCodec) => {
  const { state, clock, start, epoch } = decisive;
  const { seed, startedAt, rules, faults, counters, responses } = state;
  return {
    start: starts.encode(start),
    clock,
    epoch,
    seed,
    startedAt,
    rules: { ...rules, defaults: [...rules.defaults] },
    faults: [...faults.values()],
    exchanges: counters.exchanges,
    calls: [...counters.calls],
    faultCounts: [...counters.faults],
    responses: listRecorded(responses),
    parts: savedParts(state, { isShared: true }),
    coverage: [...coverage],
  };
};

/** Yields a world in pieces, between which requests may be handled. */
export function* encodeReplica(captured: CapturedWorld, starts: StartCodec): Generator<string> {
  yield `${stringifyJson(headOf(captured, starts) as unknown as Json).slice(0, -1)},"collections":{`;
  let separator = '';
  for (const [name, collection] of captured.decisive.state.collections) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* encodeCollection(collection);
    separator = ',';
  }
  yield '}}';
}

function* encodeCollection({
  items,
  highestId,
  lowestFreeId,
  nextOrder,
  nextVersion,
  replaceable,
  deleted,
}: Collection): Generator<string> {
  yield `{"highestId":"${highestId}","lowestFreeId":${lowestFreeId},"nextOrder":${nextOrder},"nextVersion":${nextVersion},"replaceable":${JSON.stringify([...replaceable])},"deleted":${JSON.stringify([...valuesOf(deleted)])},"items":[`;
  let texts: string[] = [];
  let separator = '';
  for (const { order, key, value, version = 0, text } of valuesOf(items) as Iterable<Item>) {
    texts.push(`[${order},${JSON.stringify(key)},${text ?? stringifyJson(value)},${version}]`);
    if (texts.length < itemsAtOnce) continue;
    yield separator + texts.join(',');
    separator = ',';
    texts = [];
  }
  yield texts.length === 0 ? ']}' : `${separator}${texts.join(',')}]}`;
}

type EncodedWorld = ReturnType<typeof headOf> & {
  readonly collections: Readonly<Record<string, EncodedCollection>>;
};

interface EncodedCollection {
  readonly highestId: string;
  readonly lowestFreeId: number;
  readonly nextOrder: number;
  /** If it is undefined, an earlier version has written it. */
  readonly nextVersion?: number;
  readonly replaceable: readonly string[];
  readonly deleted: readonly string[];
  readonly items: readonly [number, string, JsonObject, number][];
}

export const decodeReplica = async (
  text: string,
  name: string,
  service: Service,
  starts: StartCodec,
): Promise<CapturedWorld> => {
  const encoded = presentHead(parse(text) as EncodedWorld & Parameters<typeof presentHead>[0]) as EncodedWorld;
  const { clock, epoch, coverage } = encoded;
  const start = await starts.decode(encoded.start);
  return { decisive: { state: stateOf(encoded, name, service), clock, start, epoch }, coverage: new Map(coverage) };
};

const collectionsOf = ({ collections }: EncodedWorld, service: Service): StateCollections => {
  const restored = [...service.collections].map(([name, spec]) => {
    const { items, highestId, replaceable, deleted, ...counters } = collections[name] as EncodedCollection;
    const values = items.map(([order, key, value, version]) => ({ order, key, value, version }));
    const given = {
      nextVersion: 1,
      ...counters,
      highestId: BigInt(highestId),
      replaceable: new Set(replaceable),
      deleted: sortedMapFrom(deleted, deleted),
    };
    return [name, restoreCollection(spec, values, given)] as const;
  });
  return new StateCollections(new Map(restored));
};

const stateOf = (encoded: EncodedWorld, name: string, service: Service): State => {
  const { seed, startedAt, rules, exchanges, calls, faultCounts } = encoded;
  const faults = new Map(encoded.faults.map((entry) => [entry.fault.name, entry]));
  const state: State = {
    name,
    seed,
    startedAt,
    rules: { ...rules, keys: rules.keys, defaults: new Map(rules.defaults) },
    collections: collectionsOf(encoded, service),
    faults,
    active: new ActiveFaults(faults),
    counters: { exchanges, calls: new Map(calls), faults: new Map(faultCounts) },
    responses: recordedFrom(encoded.responses),
    parts: new Map(),
  };
  startParts(state, partKindsOf(service), encoded.parts);
  return state;
};
