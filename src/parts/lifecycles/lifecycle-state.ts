/** What a world remembers of its lifecycles: the items that go on by themselves. An immutable value, which worlds share. */

import type { LifecycleEnd } from '../../core/faults/effects.ts';
import { lifecyclesOf } from '../../core/lifecycles/lifecycles-of.ts';
import { equalsJson, getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import {
  deleteFrom,
  emptySortedMap,
  getFrom,
  rankOf,
  type SortedMap,
  setIn,
  sortedMapFrom,
  valuesOf,
} from '../../core/primitives/sorted-map.ts';
import type { Lifecycle } from '../../core/service/collection-facts.ts';
import { type Collection, findItem } from '../../core/state/collection.ts';
import { type State, valueOfPart } from '../../core/state/state.ts';

/** An item at a step that leads to another one. */
export interface ItemOnWay {
  readonly collection: string;
  readonly key: string;
  readonly property: string;
  readonly step: number;
  /** When it got there, in milliseconds of world time after the start of the world. */
  readonly since: number;
  /** When it goes on, as `since`; undefined: only reads lead on. */
  readonly due?: number | undefined;
  /** Reads of the item at this step. */
  readonly polls: number;
  /** How a fault makes it end. */
  readonly end?: LifecycleEnd | undefined;
}

export type ItemPlace = Pick<ItemOnWay, 'collection' | 'key' | 'property'>;

export interface LifecycleState {
  /** World time at which the world started. */
  readonly base: number;
  readonly next: number;
  /** The items by {@link idOf}. */
  readonly items: SortedMap<string, Placed>;
  /** Sorted by due time, then by when the items got to their step. */
  readonly due: SortedMap<string, Placed>;
}

/** An item on its way, with its place among those that are due at the same time. */
export interface Placed extends ItemOnWay {
  readonly order: number;
}

/** Sorts the items of a collection together. */
const idOf = ({ collection, key, property }: ItemPlace) => `${collection}\n${key}\n${property}`;

const dueKey = ({ due = 0, order }: Placed) =>
  `${String(Math.round(due) + 1e15).padStart(17, '0')}:${String(order).padStart(12, '0')}`;

const nothing: Omit<LifecycleState, 'base'> = { next: 0, items: emptySortedMap(), due: emptySortedMap() };

/** The collections whose items may have lifecycles: those that the document says so of, and those of the scenario. */
export const collectionsWithLifecycles = (
  { rules }: Pick<State, 'rules'>,
  declared: readonly string[],
): readonly string[] =>
  rules.lifecycles === undefined ? declared : [...new Set([...declared, ...Object.keys(rules.lifecycles)])];

/** The items of a new world at a step with a time or a number of reads. Only these collections are created: others are when they are first read. */
export const startLifecycles = (state: State, declared: readonly string[]): LifecycleState => {
  let started: LifecycleState = { ...nothing, base: state.startedAt };
  for (const name of collectionsWithLifecycles(state, declared)) {
    const collection = state.collections.get(name);
    const found = collection && startedIn(collection, lifecyclesOf(state, collection.spec));
    if (found === undefined) continue;
    // Usually there is one, whose items all worlds share.
    started =
      started.next === 0
        ? { ...found, base: state.startedAt }
        : [...valuesOf(found.items)].reduce((sum, one) => withItem(sum, one), started);
  }
  return started;
};

const scanned = new WeakMap<Collection, ReadonlyMap<readonly Lifecycle[], Omit<LifecycleState, 'base'>>>();

/** Memoized: worlds start with the same collections. */
const startedIn = (collection: Collection, lifecycles: readonly Lifecycle[]): Omit<LifecycleState, 'base'> => {
  const known = scanned.get(collection)?.get(lifecycles);
  if (known !== undefined) return known;
  const placed = [...itemsUnderway(collection, lifecycles, 0)].map((one, order): Placed => ({ ...one, order }));
  const found = { next: placed.length, ...mapsOf(placed) };
  scanned.set(collection, new Map([...(scanned.get(collection) ?? []), [lifecycles, found]]));
  return found;
};

/** The items at a step that leads on, which they got to at this time. */
export function* itemsUnderway(
  { items, spec }: Collection,
  lifecycles: readonly Lifecycle[],
  since: number,
): Generator<ItemOnWay> {
  for (const { key, value } of valuesOf(items))
    for (const lifecycle of lifecycles) {
      const step = stepOf(lifecycle, value);
      const found = step === undefined ? undefined : underway(lifecycle, { collection: spec.name, key }, step, since);
      if (found !== undefined) yield found;
    }
}

const mapsOf = (placed: readonly Placed[]): Pick<LifecycleState, 'items' | 'due'> => ({
  items: mapBy(placed, idOf),
  due: mapBy(
    placed.filter(({ due }) => due !== undefined),
    dueKey,
  ),
});

const mapBy = (placed: readonly Placed[], keyOf: (one: Placed) => string): SortedMap<string, Placed> => {
  const keyed = new Map(placed.map((one) => [keyOf(one), one]));
  const keys = [...keyed.keys()].sort();
  return sortedMapFrom(
    keys,
    keys.map((key) => keyed.get(key) as Placed),
  );
};

/** The index of the step with the value of the item; undefined: there is none. */
export const stepOf = ({ property, steps }: Lifecycle, value: JsonObject): number | undefined => {
  const is = getProperty(value, property);
  const index = is === undefined ? -1 : steps.findIndex((step) => equalsJson(step.is, is));
  return index < 0 ? undefined : index;
};

/** An item that got to a step; undefined if nothing follows. */
export const underway = (
  { property, steps }: Lifecycle,
  item: Pick<ItemOnWay, 'collection' | 'key'>,
  step: number,
  since: number,
  end?: LifecycleEnd,
): ItemOnWay | undefined => {
  const { forMs, polls } = steps[step] ?? {};
  if (step >= steps.length - 1 || (forMs === undefined && polls === undefined)) return undefined;
  if (end === 'stuck' && step === steps.length - 2) return undefined;
  const { collection, key } = item;
  return {
    ...{ collection, key, property, step, since, polls: 0 },
    ...(forMs !== undefined && { due: since + forMs }),
    ...(end !== undefined && { end }),
  };
};

export const findUnderway = (
  { items }: LifecycleState,
  collection: string,
  key: string,
  property: string,
): Placed | undefined => getFrom(items, idOf({ collection, key, property }));

export const lifecyclesPart = 'lifecycles';

export const lifecycleStateOf = (state: State): LifecycleState | undefined => valueOfPart(state, lifecyclesPart);

export const goesOn = (state: State, collection: string, key: string): boolean => {
  const value = lifecycleStateOf(state);
  const spec = state.collections.get(collection)?.spec;
  if (value === undefined || spec === undefined) return false;
  return lifecyclesOf(state, spec).some(({ property }) => findUnderway(value, collection, key, property));
};

export function* underwayIn({ items }: LifecycleState, collection: string): Generator<Placed> {
  for (const one of valuesOf(items, rankOf(items, `${collection}\n`))) {
    if (one.collection !== collection) return;
    yield one;
  }
}

export const firstDue = ({ due }: LifecycleState): Placed | undefined => valuesOf(due).next().value ?? undefined;

export const withoutItem = (state: LifecycleState, one: ItemPlace): LifecycleState => {
  const before = getFrom(state.items, idOf(one));
  if (before === undefined) return state;
  return {
    ...state,
    items: deleteFrom(state.items, idOf(one)),
    due: before.due === undefined ? state.due : deleteFrom(state.due, dueKey(before)),
  };
};

/** A further read leaves its place among the due ones as it is. */
export const withItem = (state: LifecycleState, one: ItemOnWay): LifecycleState => {
  const before = getFrom(state.items, idOf(one));
  const isSame = before !== undefined && before.step === one.step && before.since === one.since;
  const { next, items, due, base } = isSame ? state : withoutItem(state, one);
  const placed: Placed = { ...one, order: isSame ? before.order : next };
  return {
    base,
    next: isSame ? next : next + 1,
    items: setIn(items, idOf(one), placed),
    due: placed.due === undefined ? due : setIn(due, dueKey(placed), placed),
  };
};

/** A list, in the order of their places: also an empty one, since otherwise a world would start again. */
export const saveLifecycles = (
  { base, items }: LifecycleState,
  state: State,
  declared: readonly string[],
): Json | undefined => {
  if (collectionsWithLifecycles(state, declared).length === 0) return undefined;
  const placed = [...valuesOf(items)].sort((left, right) => left.order - right.order);
  return placed.map(({ collection, key, property, since, polls, end }) => ({
    ...{ collection, key, property, since: new Date(base + since).toISOString() },
    ...(polls > 0 && { polls }),
    ...(end !== undefined && { end }),
  }));
};

/** The steps are those of the items' present values. */
export const restoreLifecycles = (saved: Json, state: State): LifecycleState => {
  const base = state.startedAt;
  const read = (Array.isArray(saved) ? (saved as readonly Json[]) : []).flatMap((one): readonly ItemOnWay[] => {
    if (!isJsonObject(one)) return [];
    const { collection, key, property, since, polls = 0, end } = one as unknown as SavedUnderway;
    const found = state.collections.get(collection);
    const item = found && findItem(found, key);
    const lifecycle = found && lifecyclesOf(state, found.spec).find((each) => each.property === property);
    const step = item && lifecycle && stepOf(lifecycle, item.value);
    if (lifecycle === undefined || step === undefined) return [];
    const restored = underway(lifecycle, { collection, key }, step, Date.parse(since) - base, end);
    return restored === undefined ? [] : [{ ...restored, polls }];
  });
  const placed = read.map((one, order) => ({ ...one, order }));
  return { base, next: placed.length, ...mapsOf(placed) };
};

interface SavedUnderway {
  readonly collection: string;
  readonly key: string;
  readonly property: string;
  readonly since: string;
  readonly polls?: number;
  readonly end?: LifecycleEnd;
}
