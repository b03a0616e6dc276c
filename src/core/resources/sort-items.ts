/** Sorted lists. A long one is sorted in turns, and one of which a few items have changed is not sorted again. */

import { type SortedMap, sizeOf, takeValues, unsharedValues } from '../primitives/sorted-map.ts';
import { finish, itemsPerStep, type Steps, sortInSteps } from '../primitives/steps.ts';
import type { SortTerm } from '../service/binding.ts';
import type { Collection, Item, SortedList } from '../state/collection.ts';
import { pauseIfDue, type Scan } from '../state/scan.ts';
import { orderedItems } from './page.ts';
import { comparePositions, positionOf, type SortPosition } from './sort.ts';

const acceptAll = (): boolean => true;

/** The sorted lists of a collection that are kept. */
const maxKept = 8;

/** The items of the source in order. They are kept under the name with the collection, and with those that a change makes of it. */
export const sortSource = (
  { sorted }: Collection,
  { source, name }: { readonly source: SortedMap<number, Item>; readonly name: string },
  terms: readonly SortTerm[],
  scan: Scan | undefined,
): readonly Item[] => {
  const kept = sorted.lists.get(name);
  if (kept?.source === source) return kept.items;
  const take = (): readonly Item[] => takeValues(source, Number.POSITIVE_INFINITY);
  const list = sortItems({ source, accepts: acceptAll, take }, terms, scan, finishSort(terms, scan) ?? kept);
  const lists = new Map(sorted.lists);
  lists.delete(name);
  lists.set(name, list);
  if (lists.size > maxKept) lists.delete(lists.keys().next().value as string);
  sorted.lists = lists;
  return list.items;
};

/** The list that an earlier turn began; undefined in the first turn. The items may have changed since. */
export const finishSort = (terms: readonly SortTerm[], scan: Scan | undefined): SortedList | undefined =>
  scan?.sorting?.name === JSON.stringify(terms) ? scan.sorting.finish() : undefined;

interface Selected {
  readonly source: SortedMap<number, Item>;
  readonly accepts: (item: Item) => boolean;
  /** All accepted items of the source. */
  readonly take: () => readonly Item[];
}

/** Sorts the accepted items. `known` are those of an earlier source. */
export const sortItems = (
  selected: Selected,
  terms: readonly SortTerm[],
  scan: Scan | undefined,
  known: SortedList | undefined,
): SortedList => {
  if (known?.source === selected.source) return known;
  const steps = sortFrom(known, selected, terms);
  let result: SortedList | undefined;
  const finishSorting = (): SortedList => {
    result ??= finish(steps, () => pauseIfDue(scan));
    return result;
  };
  if (scan !== undefined) scan.sorting = { name: JSON.stringify(terms), finish: finishSorting };
  return finishSorting();
};

function* sortFrom(known: SortedList | undefined, selected: Selected, terms: readonly SortTerm[]): Steps<SortedList> {
  const changes = known && changesSince(known, selected);
  const items =
    known === undefined || changes === undefined
      ? yield* sortInSteps(selected.take(), (item) => positionOf(item, terms), comparisonBy(terms))
      : yield* replaceItems(known.items, changes, terms);
  return { source: selected.source, items };
}

const comparisonBy =
  (terms: readonly SortTerm[]) =>
  (left: SortPosition, right: SortPosition): number =>
    comparePositions(left, right, terms);

interface ItemChange {
  readonly item: Item;
  readonly isAdded: boolean;
}

/** What was removed and what was added; undefined if there is so much of it that sorting anew is quicker. */
const changesSince = (known: SortedList, { source, accepts }: Selected): readonly ItemChange[] | undefined => {
  const most = sizeOf(source) / 4;
  const removed = new Set<Item>();
  for (const item of unsharedValues(known.source, source)) {
    removed.add(item);
    if (removed.size > most) return undefined;
  }
  const added: Item[] = [];
  for (const item of unsharedValues(source, known.source)) {
    if (!removed.delete(item)) added.push(item);
    if (added.length > most) return undefined;
  }
  // An item that stays in its place is removed before it is added.
  const before = [...removed].map((item) => ({ item, isAdded: false }));
  return [...before, ...added.map((item) => ({ item, isAdded: true }))].filter(({ item }) => accepts(item));
};

function* replaceItems(
  sorted: readonly Item[],
  changes: readonly ItemChange[],
  terms: readonly SortTerm[],
): Steps<readonly Item[]> {
  const inOrder = yield* sortInSteps(changes, ({ item }) => positionOf(item, terms), comparisonBy(terms));
  const { countUpTo } = orderedItems(sorted, terms);
  const items: Item[] = [];
  let index = 0;
  const copyUpTo = (end: number) => {
    for (; index < end; index++) items.push(sorted[index] as Item);
  };
  for (const [count, { item, isAdded }] of inOrder.entries()) {
    if (count % itemsPerStep === itemsPerStep - 1) yield;
    copyUpTo(countUpTo(positionOf(item, terms)));
    if (isAdded) items.push(item);
    else index++;
  }
  copyUpTo(sorted.length);
  return items;
}
