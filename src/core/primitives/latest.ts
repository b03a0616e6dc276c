/** An immutable map of the latest values by their ids: beyond its bounds, the oldest go first. */
import { deleteFrom, emptySortedMap, getFrom, type SortedMap, setIn, sizeOf, valuesOf } from './sorted-map.ts';

interface Entry<Value> {
  readonly id: string;
  readonly order: number;
  readonly value: Value;
  readonly size: number;
}

export interface Latest<Value> {
  readonly next: number;
  /** The sum of the sizes of all values. */
  readonly size: number;
  readonly byId: SortedMap<string, Entry<Value>>;
  readonly byOrder: SortedMap<number, Entry<Value>>;
}

export const noneLatest: Latest<never> = { next: 0, size: 0, byId: emptySortedMap(), byOrder: emptySortedMap() };

export const latestAt = <Value>({ byId }: Latest<Value>, id: string): Value | undefined => getFrom(byId, id)?.value;

/** The values with their ids, the oldest first. */
export const listLatest = <Value>({ byOrder }: Latest<Value>): readonly Entry<Value>[] => [...valuesOf(byOrder)];

export const withoutLatest = <Value>(latest: Latest<Value>, id: string): Latest<Value> => {
  const known = getFrom(latest.byId, id);
  if (known === undefined) return latest;
  return {
    next: latest.next,
    size: latest.size - known.size,
    byId: deleteFrom(latest.byId, id),
    byOrder: deleteFrom(latest.byOrder, known.order),
  };
};

/** Makes the value the latest. One that is larger than `maxSize` is not kept. */
export const withLatest = <Value>(
  latest: Latest<Value>,
  id: string,
  value: Value,
  { maxValues, maxSize = Number.POSITIVE_INFINITY }: { readonly maxValues: number; readonly maxSize?: number },
  size = 0,
): Latest<Value> => {
  const cleared = withoutLatest(latest, id);
  if (size > maxSize) return cleared;
  const { next, byId, byOrder } = cleared;
  const entry = { id, order: next, value, size };
  let grown: Latest<Value> = {
    next: next + 1,
    size: cleared.size + size,
    byId: setIn(byId, id, entry),
    byOrder: setIn(byOrder, next, entry),
  };
  while (grown.size > maxSize || sizeOf(grown.byId) > maxValues)
    grown = withoutLatest(grown, (valuesOf(grown.byOrder).next().value as Entry<Value>).id);
  return grown;
};

export const withSameLatest = <Value>(latest: Latest<Value>, id: string, value: Value): Latest<Value> => {
  const known = getFrom(latest.byId, id);
  if (known === undefined) return latest;
  const entry = { ...known, value };
  return { ...latest, byId: setIn(latest.byId, id, entry), byOrder: setIn(latest.byOrder, known.order, entry) };
};
