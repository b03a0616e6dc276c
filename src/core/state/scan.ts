/** Tests and sorts many items in parts, so that other requests have their turn in between. */

import type { MapNode, SortedMap } from '../primitives/sorted-map.ts';
import type { Item, SortedList } from './collection.ts';

/** So many items of a list are tested without a pause, or kept as a page. */
export const maxAtOnce = 1000;

/** The progress of one request. A node that has changed since the last part is tested again. */
export interface Scan {
  isDue(): boolean;
  readonly parts: WeakMap<MapNode<number, Item>, Part>;
  /** A sort that pauses, with `ScanPaused`. Its items may have changed since it began. */
  sorting: { readonly name: string; readonly finish: () => SortedList } | undefined;
}

/** Thrown when it is time to pause: decide the request again, with the same scan. */
export class ScanPaused extends Error {
  constructor() {
    super('the scan is paused');
  }
}

export const pauseIfDue = (scan: Scan | undefined): void => {
  if (scan?.isDue()) throw new ScanPaused();
};

/** The items that were found below a node. */
interface Part {
  readonly found: readonly Item[];
  /** The counts of each counter: tested and matched. */
  readonly counts: readonly number[];
}

export interface Counter {
  tested: number;
  matched: number;
}

/** The number of items that each turn tests at least. */
const minTested = 1000;

/** The first `limit` accepted items. The counters count for `accepts`. */
export const scanItems = (
  { root }: SortedMap<number, Item>,
  limit: number,
  accepts: (item: Item) => boolean,
  counters: readonly Counter[],
  scan: Scan,
): Item[] => {
  const found: Item[] = [];
  const { parts } = scan;
  // What was found before is added up in each turn, which must not take most of it.
  let tested = 0;
  const scanNode = (node: MapNode<number, Item>): void => {
    const known = parts.get(node);
    // At the limit, the tests end within the part.
    if (known !== undefined && found.length + known.found.length < limit) {
      addPart(known, found, counters);
      return;
    }
    const [start, before] = [found.length, countsOf(counters)];
    if (node.leaf) {
      if (tested >= minTested) pauseIfDue(scan);
      tested += node.values.length;
      for (const item of node.values) {
        if (found.length >= limit) return;
        if (accepts(item)) found.push(item);
      }
    } else {
      for (const child of node.children) {
        if (found.length >= limit) return;
        scanNode(child);
      }
    }
    const counts = countsOf(counters).map((count, index) => count - (before[index] as number));
    if (found.length < limit) parts.set(node, { found: found.slice(start), counts });
  };
  if (root !== undefined) scanNode(root);
  return found;
};

const countsOf = (counters: readonly Counter[]): readonly number[] =>
  counters.flatMap(({ tested, matched }) => [tested, matched]);

const addPart = (part: Part, found: Item[], counters: readonly Counter[]) => {
  for (const item of part.found) found.push(item);
  counters.forEach((counter, index) => {
    counter.tested += part.counts[2 * index] as number;
    counter.matched += part.counts[2 * index + 1] as number;
  });
};
