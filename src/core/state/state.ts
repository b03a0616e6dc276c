/** The state of a world: `simulate` reads it, `applyChanges` alone writes it. A copy shares the collections, whatever their size. */

import type { Exchange } from '../exchange.ts';
import { ActiveFaults } from '../faults/active-faults.ts';
import { type FaultCounts, type FaultEntry, noCounts } from '../faults/fault.ts';
import type { HttpRequest, Reply } from '../http/http.ts';
import { equalsJson, getProperty, type Json, type JsonObject } from '../primitives/json.ts';
import { valuesOf } from '../primitives/sorted-map.ts';
import type { CollectionSpec, ItemCount, Lifecycle } from '../service/collection-facts.ts';
import type { LoginRules } from '../service/login-facts.ts';
import type { DecodedParameter, Operation } from '../service/operation.ts';
import type { ServicePart } from '../service/service.ts';
import type { UpstreamChange } from '../service/upstream.ts';
import {
  type Collection,
  createCollection,
  deleteItem,
  findItem,
  itemsWith,
  type KeyedItem,
  parentIndex,
  putItem,
} from './collection.ts';
import { deletionOf, type ItemDeletion } from './delete-item.ts';
import { listedBelow, ownerOf, parentsBelow, withCount } from './item-count.ts';
import { joinParents } from './item-key.ts';
import { addRecorded, type RecordedResponse, type RecordedResponses } from './recorded-response.ts';
import type { StateCollections } from './state-collections.ts';

export interface State {
  /** The world's name. Not part of any seed: worlds with the same seed respond the same. */
  readonly name: string;
  readonly seed: number;
  /** World time at which the world started, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly rules: Rules;
  readonly collections: StateCollections;
  /** In the order in which they are considered. Built-in faults are added when they are first enabled or disabled. */
  readonly faults: Map<string, FaultEntry>;
  /** The enabled ones of `faults`. Updated by `applyChanges`. */
  active: ActiveFaults;
  readonly counters: Counters;
  /** What an upstream responded to operations without a collection. */
  readonly responses: RecordedResponses;
  /** What parts of the simulation remember, by their names. */
  readonly parts: Map<string, PartState>;
}

/** What a part remembers in a world. The value is immutable: copies of a state share it. */
export interface PartState {
  readonly kind: PartStateKind;
  readonly value: unknown;
}

export type PartStateKind = TypedPartState<unknown>;

interface TypedPartState<Value> extends ServicePart {
  /** What it remembers at the start of a world. */
  readonly start: (state: State) => Value;
  readonly apply: (value: Value, change: Json) => Value;
  /** For a saved world and, shared, the snapshot of a store; undefined: nothing. */
  readonly save: (value: Value, state: State, isShared: boolean) => Json | undefined;
  readonly restore: (saved: Json, state: State) => Value;
  /** Follows a change of an item; without a key, of a whole collection. */
  readonly edited?: ((value: Value, collection: string, key: string | undefined) => Value) | undefined;
  /** Whether the numbers in an item are not counted. */
  readonly holds?: ((value: Value, collection: string, key: string) => boolean) | undefined;
  /** Whether neither a saved world nor a reload keeps it: servers of a store share it all the same. */
  readonly isBrief?: boolean | undefined;
  readonly follower?: Follower | undefined;
  /** What a server does once a change of the part is certain. `world`: its own; `isOwn`: it made the change. */
  readonly perform?: ((world: object, change: Json, isOwn: boolean) => void) | undefined;
}

/** What follows from changes, and what is due at a time. A world asks; `simulate` never does. */
export interface Follower {
  /** Further changes. `before`: the state without them, and without those that happened. */
  readonly after: (before: State, happened: Happened) => readonly Change[];
  /** World time of what is due next; undefined: nothing is. */
  readonly dueAt: (state: State) => number | undefined;
  /** The changes of what is due first, at its time: there are some. */
  readonly due: (state: State, at: number) => readonly Change[];
  /** The body of a response that goes on while the world changes; undefined: it does not. */
  readonly stream?: (world: Watched, reply: Reply, exchange: Exchange) => AsyncGenerator<Uint8Array> | undefined;
  /** Whether what is due must happen although nobody watches. */
  readonly isUrgent?: (state: State) => boolean;
}

export interface Watched {
  readonly decisions: { readonly state: State };
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Happened {
  readonly changes: readonly Change[];
  /** The request that caused them; undefined: there was none. */
  readonly exchange: Exchange | undefined;
  /** World time. */
  readonly now: number;
}

/** Makes the kind of a part, whose type only the part itself knows. */
export const definePart = <Value>(kind: TypedPartState<Value>): PartStateKind => kind as unknown as PartStateKind;

/** Returns undefined if no start has created it. Only the part itself asks, with the type that it has defined. */
export const valueOfPart = <Value>(state: Pick<State, 'parts'>, name: string): Value | undefined =>
  state.parts.get(name)?.value as Value | undefined;

/** Gives a new state its parts. `saved`: what they remembered before, by their names. */
export const startParts = (
  state: State,
  parts: Iterable<ServicePart>,
  saved?: Readonly<Record<string, Json>>,
): void => {
  for (const kind of parts as Iterable<PartStateKind>) {
    const before = saved?.[kind.name];
    state.parts.set(kind.name, { kind, value: before === undefined ? kind.start(state) : kind.restore(before, state) });
  }
};

/** What the parts of a state remember, by their names. */
export const savedParts = (
  state: State,
  { isShared }: { readonly isShared: boolean },
): Readonly<Record<string, Json>> => {
  const saved: Record<string, Json> = {};
  for (const [name, { kind, value }] of state.parts) {
    const written = kind.isBrief === true && !isShared ? undefined : kind.save(value, state, isShared);
    if (written !== undefined) saved[name] = written;
  }
  return saved;
};

export interface Counters {
  exchanges: number;
  /** The number of requests per operation; the empty name counts requests that matched none. */
  readonly calls: Map<string, number>;
  readonly faults: Map<string, FaultCounts>;
}

export interface Receiver {
  readonly url: string;
  readonly secret?: string | undefined;
  /** Default: `standard`. */
  readonly signature?: 'standard' | 'github' | 'stripe' | 'none' | undefined;
}

/** The settings of a scenario other than data and faults. */
export interface Rules {
  readonly requests: 'refuse' | 'report';
  /** Default: the service's. */
  readonly locale?: string | undefined;
  /** The accepted credentials. Undefined: every well-formed credential that is not rejected. */
  readonly keys: readonly string[] | undefined;
  /** Patterns of rejected credentials; `*` matches any characters. */
  readonly rejected: readonly string[];
  /** The defaults by collection: properties that are set on creation if the request omits them. */
  readonly defaults: ReadonlyMap<string, JsonObject>;
  /** Default: {@link defaultLoginRules}. */
  readonly login?: LoginRules | undefined;
  /** What is chosen for the upstreams of all services. */
  readonly upstream?: UpstreamChange | undefined;
  /** The receivers by webhook, or `*`: who receives it. */
  readonly webhooks?: Readonly<Record<string, readonly Receiver[]>> | undefined;
  /** The lifecycles by collection: the states that its items pass through, in place of those of the document. */
  readonly lifecycles?: Readonly<Record<string, readonly Lifecycle[]>> | undefined;
  readonly refusals?: StatedRefusals | undefined;
}

/** What of a request its refusal may repeat. */
export interface RefusedRequest {
  readonly request: HttpRequest;
  readonly now: number;
  readonly operation: Operation | undefined;
  readonly parameters: readonly DecodedParameter[];
  readonly pathValues: ReadonlyMap<string, string>;
  readonly query: () => URLSearchParams | undefined;
}

export interface StatedRefusals {
  /** The section of the scenario, as it is written. */
  readonly documents: object;
  readonly find: (kind: string, usual: number, message: string, sent: RefusedRequest) => StatedRefusal | undefined;
}

interface StatedRefusal {
  readonly name: string;
  readonly status: number;
  /** Default: the usual one. */
  readonly message: string | undefined;
  /** Default: in the document's format. `isMarkup`: a browser would execute it. */
  readonly body: ((isMarkup: boolean) => Json) | undefined;
}

export const defaultRules: Rules = {
  requests: 'refuse',
  keys: undefined,
  rejected: ['invalid*', 'expired*', 'revoked*'],
  defaults: new Map(),
};

/** A state of its own that shares the items; it costs the same for any number of items. */
export const copyState = (state: State): State => ({
  ...state,
  collections: state.collections.copy(),
  faults: new Map(state.faults),
  counters: { ...state.counters, calls: new Map(state.counters.calls), faults: new Map(state.counters.faults) },
  responses: new Map(state.responses),
  parts: new Map(state.parts),
});

export type Change =
  /** Adds the item, or replaces the item with the same key. */
  | {
      readonly type: 'put';
      readonly collection: string;
      readonly key: string;
      readonly value: JsonObject;
    }
  | ItemDeletion
  /** Replaces all items of a collection, in the format of `data`. */
  | { readonly type: 'fill'; readonly collection: string; readonly values: readonly JsonObject[] }
  /** Counts a request: it gets the next exchange number and counts as a call of its operation. */
  | { readonly type: 'call'; readonly operation: string }
  /** Counts a request that matched the fault, and whether the fault fired. */
  | { readonly type: 'fault-counted'; readonly fault: string; readonly fired: boolean }
  /** Replaces a fault at its position, or appends it. Its counts restart at this world time. */
  | { readonly type: 'fault-put'; readonly entry: FaultEntry; readonly at: number }
  | { readonly type: 'fault-removed'; readonly fault: string }
  | { readonly type: 'faults-disabled' }
  | { readonly type: 'response-recorded'; readonly response: RecordedResponse }
  | { readonly type: 'part'; readonly part: string; readonly change: Json };

export const applyChanges = (state: State, changes: readonly Change[]): void => {
  let isFaultChanged = false;
  for (const change of changes) if (applyChange(state, change)) isFaultChanged = true;
  if (isFaultChanged) state.active = new ActiveFaults(state.faults);
};

/** Returns whether the change concerns a fault itself. */
const applyChange = (state: State, change: Change): boolean => {
  const { collections, counters, faults } = state;
  switch (change.type) {
    case 'call':
      counters.exchanges++;
      counters.calls.set(change.operation, (counters.calls.get(change.operation) ?? 0) + 1);
      return false;
    case 'put':
      put(state, change.collection, change);
      return false;
    case 'delete':
      remove(state, change);
      return false;
    case 'fill': {
      const { spec, highestId, nextVersion } = collectionOf(state, change.collection);
      noteEdit(state, change.collection);
      collections.set(change.collection, createCollection(spec, change.values, highestId, undefined, nextVersion));
      recountAll(state, spec);
      for (const item of valuesOf(collectionOf(state, change.collection).items)) placeListed(state, spec, item);
      return false;
    }
    case 'fault-counted': {
      const counts = counters.faults.get(change.fault) ?? noCounts;
      counters.faults.set(change.fault, {
        seen: counts.seen + 1,
        fired: counts.fired + (change.fired ? 1 : 0),
        since: counts.since,
      });
      return false;
    }
    case 'response-recorded':
      addRecorded(state.responses, change.response);
      return false;
    case 'part': {
      const part = state.parts.get(change.part);
      if (part !== undefined)
        state.parts.set(change.part, { ...part, value: part.kind.apply(part.value, change.change) });
      return false;
    }
    case 'fault-put':
      faults.set(change.entry.fault.name, change.entry);
      counters.faults.set(change.entry.fault.name, { ...noCounts, since: change.at });
      return true;
    case 'fault-removed':
      faults.delete(change.fault);
      counters.faults.delete(change.fault);
      return true;
    default:
      change.type satisfies 'faults-disabled';
      for (const [name, entry] of faults) faults.set(name, { ...entry, enabled: false });
      return true;
  }
};

const put = (state: State, name: string, { key, value }: KeyedItem, except?: ItemCount) => {
  const before = findItem(collectionOf(state, name), key)?.value;
  edit(state, name, key, (collection) => putItem(collection, key, value), except);
  placeListed(state, collectionOf(state, name).spec, { key, value }, before);
};

/** Stores the items that the lists of an item have, and deletes those that they have no more. */
const placeListed = (state: State, spec: CollectionSpec, { key, value }: KeyedItem, before: JsonObject = {}) => {
  for (const count of spec.relations().counts) {
    const counted = collectionOf(state, count.collection);
    const listed = listedBelow(count, spec, counted.spec, { key, value });
    if (!listed || equalsJson(getProperty(before, count.property) ?? null, value[count.property] as Json)) continue;
    const kept = new Set(listed.map((one) => one.key));
    const parents = joinParents(parentsBelow(spec, counted.spec, key));
    // A long list shows the first of them: the others are not gone because it has them not.
    const shown = listedBelow(count, spec, counted.spec, { key, value: before });
    for (const old of shown ?? [...valuesOf(itemsWith(counted, parentIndex, parents))])
      for (const gone of kept.has(old.key) ? [] : deletionOf(state, counted, old.key)) remove(state, gone, count);
    for (const one of listed) put(state, count.collection, one, count);
    setCount(state, count, parents.includes(',') ? parents : decodeURIComponent(parents), maxDepth);
  }
};

const remove = (state: State, { collection, key }: ItemDeletion, except?: ItemCount) =>
  edit(state, collection, key, (items) => deleteItem(items, key), except);

/** `except`: a list that the items come from, which is written once for all of them. */
const edit = (
  state: State,
  name: string,
  key: string,
  change: (collection: Collection) => Collection,
  except?: ItemCount,
) => {
  noteEdit(state, name, key);
  recount(state, name, key, change, maxDepth, except);
};

const noteEdit = ({ parts }: State, collection: string, key?: string) => {
  for (const [name, { kind, value }] of parts) {
    if (kind.edited !== undefined) parts.set(name, { kind, value: kind.edited(value, collection, key) });
  }
};

/** An item shows items that show items: no further ones, as collections may be each other's owners. */
const maxDepth = 2;

/** Changes one item of a collection, and the counts of those that it belongs to. */
const recount = (
  state: State,
  name: string,
  key: string,
  edit: (collection: Collection) => Collection,
  depth: number,
  except?: ItemCount,
) => {
  const before = collectionOf(state, name);
  const after = edit(before);
  state.collections.set(name, after);
  for (const count of before.spec.countedBy) {
    if (count.owner === except?.owner && count.property === except.property) continue;
    const owners = [ownerOf(count, before, key), ownerOf(count, after, key)];
    if (owners[0] !== owners[1] || count.isList || count.isLast || count.averaged)
      for (const owner of new Set(owners)) if (owner !== undefined) setCount(state, count, owner, depth);
  }
};

const recountAll = (state: State, { countedBy }: CollectionSpec) => {
  for (const count of countedBy)
    for (const { key } of valuesOf(collectionOf(state, count.owner).items)) setCount(state, count, key, 0);
};

const setCount = (state: State, count: ItemCount, ownerKey: string, depth: number) => {
  const { collections, parts } = state;
  const owners = collections.get(count.owner);
  const counted = collections.get(count.collection);
  if (owners === undefined) return;
  const [shallow] = count.isShallow ? valuesOf(itemsWith(owners, owners.spec.idProperty as string, ownerKey)) : [];
  const owner = shallow ?? findItem(owners, ownerKey);
  if (owner === undefined || counted === undefined) return;
  const { key } = owner;
  for (const { kind, value } of parts.values()) if (kind.holds?.(value, count.owner, key)) return;
  const value = withCount(count, counted, owner);
  if (value === owner.value) return;
  const edit = (collection: Collection): Collection => putItem(collection, key, value);
  if (depth === 0) collections.set(count.owner, edit(owners));
  else recount(state, count.owner, key, edit, depth - 1);
};

const collectionOf = (state: State, name: string): Collection => {
  const collection = state.collections.get(name);
  if (collection === undefined) throw new Error(`no collection "${name}"`);
  return collection;
};
