/** Carries the state of a world over to a changed document or scenario. */

import { ActiveFaults } from '../../core/faults/active-faults.ts';
import { type FaultEntry, noCounts } from '../../core/faults/fault.ts';
import { type Json, type JsonObject, stringifyJson } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { qualifiedName, renamedSince } from '../../core/service/names.ts';
import type { Service } from '../../core/service/service.ts';
import { type Collection, createCollection, withDeleted } from '../../core/state/collection.ts';
import { toData } from '../../core/state/item-key.ts';
import { partKindsOf } from '../../core/state/part-kinds.ts';
import { listRecorded, recordedFrom } from '../../core/state/recorded-response.ts';
import { type State, savedParts, startParts } from '../../core/state/state.ts';
import type { World, WorldStart } from '../../world/world.ts';
import { fitConditions, fitItems } from '../resume/index.ts';

export interface Carried {
  readonly state: State;
  /** The completed items by collection: the number of those that did not fit any more and were completed. */
  readonly completed: ReadonlyMap<string, number>;
  /** Items that were put aside, by collection: what cannot be its items any more, or the items of a collection that is gone. In the format of `data`. */
  readonly aside: ReadonlyMap<string, readonly JsonObject[]>;
}

/**
 * The world's state after the change: its data, as the document allows it, and the new faults, keys and rules. Faults that
 * were changed in the world are kept.
 */
export const carryState = (world: World, start: WorldStart, service: Service): Carried => {
  const now = world.clock.now();
  const before = world.decisions.start.createState(world.name, now);
  const after = start.createState(world.name, now);
  const { state } = world.decisions;
  const carried = new Map([...state.collections.values()].map((one) => [qualifiedName(one.spec), one]));
  const completed = new Map<string, number>();
  const aside = new Map<string, readonly JsonObject[]>();
  for (const [name, fresh] of after.collections) {
    const old = carried.get(qualifiedName(fresh.spec));
    if (old === undefined) continue;
    carried.delete(qualifiedName(fresh.spec));
    const fitted = carryCollection(old, fresh, { seed: state.seed, now });
    after.collections.set(name, fitted.collection);
    if (fitted.completed > 0) completed.set(name, fitted.completed);
    if (fitted.aside.length > 0) aside.set(name, fitted.aside);
  }
  for (const { spec, items } of carried.values()) {
    const gone = [...valuesOf(items)].map(({ key, value }) => toData(spec, key, value));
    if (gone.length > 0) aside.set(spec.name, gone);
  }
  const renamed = renamedSince(world.decisions.service.operations, service.operations);
  const faults = carryFaults(state, before, after, (entry) => fitEntry(withRenamed(entry, renamed), service));
  const carriedState: State = {
    ...after,
    startedAt: state.startedAt,
    responses: carryResponses(state, after, renamed, service),
    faults,
    active: new ActiveFaults(faults),
    counters: {
      ...state.counters,
      calls: new Map([...state.counters.calls].map(([name, calls]) => [renamed.get(name) ?? name, calls])),
      faults: carryCounts(state, before, faults, now),
    },
    parts: new Map(),
  };
  startParts(carriedState, partKindsOf(service), savedParts(state, { isShared: false }));
  return { state: carriedState, completed, aside };
};

/** The recorded responses of the world replace those of the scenario to the same request. */
const carryResponses = (
  { responses }: State,
  after: State,
  renamed: ReadonlyMap<string, string>,
  { operations }: Service,
): State['responses'] => {
  const known = new Set(operations.map(({ name }) => name));
  const carried = listRecorded(responses).map((one) => ({
    ...one,
    operation: renamed.get(one.operation) ?? one.operation,
  }));
  return recordedFrom([...listRecorded(after.responses), ...carried.filter(({ operation }) => known.has(operation))]);
};

const carryCollection = (
  old: Collection,
  fresh: Collection,
  moment: { readonly seed: number; readonly now: number },
): { readonly collection: Collection; readonly completed: number; readonly aside: readonly JsonObject[] } => {
  const { spec } = fresh;
  if (old.spec === spec) return { collection: old, completed: 0, aside: [] };
  // Only the name changed, since another service has or had a collection of this name.
  if (old.spec.check === spec.check) return { collection: { ...old, spec }, completed: 0, aside: [] };
  const items = [...valuesOf(old.items)].map(({ key, value }) => {
    // A parameter may have been renamed: its position counts.
    return isKnownAlike(old.spec, spec) ? toData(spec, key, value) : value;
  });
  const { kept, completed, aside } = fitItems(spec, items, { ...moment, highestId: old.highestId });
  const collection = createCollection(spec, kept, old.highestId, undefined, old.nextVersion);
  return {
    collection: isKnownAlike(old.spec, spec) ? withDeleted(collection, [...valuesOf(old.deleted)]) : collection,
    completed,
    aside,
  };
};

/** Whether an item has the same key under both specs. */
const isKnownAlike = (left: CollectionSpec, right: CollectionSpec) =>
  left.kind === right.kind && left.idProperty === right.idProperty && left.parents.length === right.parents.length;

/**
 * Faults in the order of the new scenario. Those changed in the world are kept; those added in the world come last. `carry`: undefined if
 * the document has none of its operations.
 */
const carryFaults = (
  state: State,
  before: State,
  after: State,
  carry: (entry: FaultEntry) => FaultEntry | undefined,
): Map<string, FaultEntry> => {
  const faults = new Map<string, FaultEntry>();
  const isOurs = (name: string) => !isSame(state.faults.get(name), before.faults.get(name));
  const keep = (name: string, entry: FaultEntry | undefined) => {
    const kept = entry && carry(entry);
    if (kept !== undefined) faults.set(name, kept);
  };
  for (const [name, entry] of after.faults) keep(name, isOurs(name) ? state.faults.get(name) : entry);
  for (const [name, entry] of state.faults) if (!faults.has(name) && isOurs(name)) keep(name, entry);
  return faults;
};

const fitEntry = (entry: FaultEntry, service: Service): FaultEntry | undefined => {
  const on = fitConditions(entry.fault.on, service);
  if (on === entry.fault.on) return entry;
  return on && { ...entry, fault: { ...entry.fault, on } };
};

/** A name in a fault keeps its meaning if another service now has an operation of that name. */
const withRenamed = (entry: FaultEntry, renamed: ReadonlyMap<string, string>): FaultEntry => {
  const operation = entry.fault.on?.operation;
  if (operation === undefined) return entry;
  const rename = (name: string): string => renamed.get(name) ?? name;
  const names = typeof operation === 'string' ? rename(operation) : operation.map(rename);
  return { ...entry, fault: { ...entry.fault, on: { ...entry.fault.on, operation: names } } };
};

/** Counts continue for unchanged faults; new and changed faults start at 0. */
const carryCounts = (
  state: State,
  before: State,
  faults: ReadonlyMap<string, FaultEntry>,
  now: number,
): State['counters']['faults'] => {
  const counts: State['counters']['faults'] = new Map();
  for (const [name, entry] of faults) {
    const carried = state.counters.faults.get(name);
    const isAsItWas = isSame(entry, state.faults.get(name)) || isSame(entry, before.faults.get(name));
    if (!isAsItWas) counts.set(name, { ...noCounts, since: now });
    else if (carried !== undefined) counts.set(name, carried);
  }
  return counts;
};

const isSame = (left: FaultEntry | undefined, right: FaultEntry | undefined) =>
  left === right || (left !== undefined && right !== undefined && textOf(left) === textOf(right));

const textOf = (entry: FaultEntry): string => stringifyJson(entry as unknown as Json);
