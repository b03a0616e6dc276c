/**
 * What one world decides by. `simulate` reads it; `applyChanges` is the only writer. Collections are values that share
 * structure: opening a world copies a handful of references, whatever its scenario holds.
 */

import type { FaultCounts, FaultEntry } from '../faults/fault.ts';
import { noCounts } from '../faults/fault.ts';
import type { JsonObject } from '../primitives/json.ts';
import { type Collection, createCollection, deleteItem, type ItemMemo, putItem } from './collection.ts';

export interface State {
  /** The world's name. No part of any seed: worlds of the same seed answer the same. */
  readonly name: string;
  readonly seed: number;
  /** World time at which the world started, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly rules: Rules;
  readonly collections: Map<string, Collection>;
  /** In the order in which they are considered; a built-in that was never switched is not among them. */
  readonly faults: Map<string, FaultEntry>;
  /** The enabled ones of `faults`: what a request has to look at. Kept by `applyChanges`. */
  active: readonly FaultEntry[];
  readonly counters: Counters;
}

export interface Counters {
  /** The number of the last exchange. */
  exchanges: number;
  /** Requests that matched each operation; those that matched none under the empty name. */
  readonly calls: Map<string, number>;
  readonly faults: Map<string, FaultCounts>;
}

/** What a scenario lays down beside data and faults. */
export interface Rules {
  readonly requests: 'refuse' | 'report';
  /** Undefined: any well-formed credential but the rejected ones. */
  readonly keys: readonly string[] | undefined;
  /** Patterns in which `*` stands for anything. */
  readonly rejected: readonly string[];
  /** By collection: members filled in on creation when the client leaves them out. */
  readonly defaults: ReadonlyMap<string, JsonObject>;
}

export const defaultRules: Rules = {
  requests: 'refuse',
  keys: undefined,
  rejected: ['invalid*', 'expired*', 'revoked*'],
  defaults: new Map(),
};

/** One edit of a state. */
export type Change =
  /** Adds the item, or replaces the one with its key. */
  | {
      readonly type: 'put';
      readonly collection: string;
      readonly key: string;
      readonly value: JsonObject;
      /** Where the value was shown already. */
      readonly memo?: ItemMemo;
    }
  | { readonly type: 'delete'; readonly collection: string; readonly key: string }
  /** Makes a collection what is given, as a scenario's data would. */
  | { readonly type: 'fill'; readonly collection: string; readonly values: readonly JsonObject[] }
  /** A request was taken: it gets the next exchange number and counts as a call of its operation. */
  | { readonly type: 'call'; readonly operation: string }
  /** The fault matched a request, and shaped its answer or not. */
  | { readonly type: 'fault-counted'; readonly fault: string; readonly fired: boolean }
  /** Puts a fault in its place, or at the end when it is new; its counts start anew at this world time. */
  | { readonly type: 'fault-put'; readonly entry: FaultEntry; readonly at: number }
  | { readonly type: 'fault-removed'; readonly fault: string }
  | { readonly type: 'faults-disabled' };

export const applyChanges = (state: State, changes: readonly Change[]): void => {
  for (const change of changes) applyChange(state, change);
};

const applyChange = (state: State, change: Change): void => {
  const { collections, counters, faults } = state;
  switch (change.type) {
    case 'call':
      counters.exchanges++;
      counters.calls.set(change.operation, (counters.calls.get(change.operation) ?? 0) + 1);
      return;
    case 'put':
      collections.set(
        change.collection,
        putItem(collectionOf(state, change.collection), change.key, change.value, change.memo),
      );
      return;
    case 'delete':
      collections.set(change.collection, deleteItem(collectionOf(state, change.collection), change.key));
      return;
    case 'fill': {
      const { spec, highestId } = collectionOf(state, change.collection);
      collections.set(change.collection, createCollection(spec, change.values, highestId));
      return;
    }
    case 'fault-counted': {
      const counts = counters.faults.get(change.fault) ?? noCounts;
      counters.faults.set(change.fault, {
        seen: counts.seen + 1,
        fired: counts.fired + (change.fired ? 1 : 0),
        since: counts.since,
      });
      return;
    }
    case 'fault-put':
      faults.set(change.entry.fault.name, change.entry);
      counters.faults.set(change.entry.fault.name, { ...noCounts, since: change.at });
      break;
    case 'fault-removed':
      faults.delete(change.fault);
      counters.faults.delete(change.fault);
      break;
    default:
      change.type satisfies 'faults-disabled';
      for (const [name, entry] of faults) faults.set(name, { ...entry, enabled: false });
  }
  state.active = [...faults.values()].filter((entry) => entry.enabled);
};

const collectionOf = (state: State, name: string): Collection => {
  const collection = state.collections.get(name);
  if (collection === undefined) throw new Error(`no collection "${name}"`);
  return collection;
};
