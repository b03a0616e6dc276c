/**
 * A sorted map that never changes: `set` and `delete` answer a new map that shares all but O(log n) of the old one. A
 * thousand worlds can so share a scenario's items and each pay only for what it writes.
 *
 * It is a B+ tree: leaves hold the entries, branches their first keys and the number of entries below, so that `at`
 * finds the n-th entry as fast as `get` finds a key.
 */
export interface SortedMap<Key extends string | number, Value> {
  readonly root: MapNode<Key, Value> | undefined;
}

type MapNode<Key, Value> = Leaf<Key, Value> | MapBranch<Key, Value>;

interface Leaf<Key, Value> {
  readonly leaf: true;
  readonly size: number;
  readonly keys: readonly Key[];
  readonly values: readonly Value[];
}

interface MapBranch<Key, Value> {
  readonly leaf: false;
  readonly size: number;
  /** The first key of each child. */
  readonly keys: readonly Key[];
  readonly children: readonly MapNode<Key, Value>[];
}

const maxWidth = 32;

export const emptySortedMap = <Key extends string | number, Value>(): SortedMap<Key, Value> => ({ root: undefined });

/** Builds a map from entries that are already in ascending order of their keys, without duplicates; O(n). */
export const sortedMapFrom = <Key extends string | number, Value>(
  keys: readonly Key[],
  values: readonly Value[],
): SortedMap<Key, Value> => {
  let level: MapNode<Key, Value>[] = [];
  for (let from = 0; from < keys.length; from += maxWidth) {
    level.push(leaf(keys.slice(from, from + maxWidth), values.slice(from, from + maxWidth)));
  }
  while (level.length > 1) {
    const above: MapNode<Key, Value>[] = [];
    for (let from = 0; from < level.length; from += maxWidth) above.push(branch(level.slice(from, from + maxWidth)));
    level = above;
  }
  return { root: level[0] };
};

export const sizeOf = (map: SortedMap<string, unknown> | SortedMap<number, unknown>): number => map.root?.size ?? 0;

export const getFrom = <Key extends string | number, Value>(
  map: SortedMap<Key, Value>,
  key: Key,
): Value | undefined => {
  let node = map.root;
  while (node !== undefined) {
    const at = lastAtMost(node.keys, key);
    if (at < 0) return undefined;
    if (node.leaf) return node.keys[at] === key ? node.values[at] : undefined;
    node = node.children[at];
  }
  return undefined;
};

/** How many entries have a lower key: the position of the first that has not. */
export const rankOf = <Key extends string | number, Value>(map: SortedMap<Key, Value>, key: Key): number => {
  let node = map.root;
  let rank = 0;
  while (node !== undefined) {
    const at = lastAtMost(node.keys, key);
    if (at < 0) return rank;
    if (node.leaf) return rank + (node.keys[at] === key ? at : at + 1);
    for (let child = 0; child < at; child++) rank += (node.children[child] as MapNode<Key, Value>).size;
    node = node.children[at];
  }
  return rank;
};

export const setIn = <Key extends string | number, Value>(
  map: SortedMap<Key, Value>,
  key: Key,
  value: Value,
): SortedMap<Key, Value> => {
  if (map.root === undefined) return { root: leaf([key], [value]) };
  const root = setInNode(map.root, key, value);
  return { root: root.keys.length <= maxWidth ? root : branch(split(root, key)) };
};

export const deleteFrom = <Key extends string | number, Value>(
  map: SortedMap<Key, Value>,
  key: Key,
): SortedMap<Key, Value> => {
  if (map.root === undefined) return map;
  let root = deleteFromNode(map.root, key);
  if (root === map.root) return map;
  while (root !== undefined && !root.leaf && root.children.length === 1) root = root.children[0];
  return { root };
};

/** The values from the `offset`-th entry on, in ascending order of their keys. Finding the first costs O(log n). */
export function* valuesOf<Key extends string | number, Value>(
  map: SortedMap<Key, Value>,
  offset = 0,
): Generator<Value> {
  if (map.root !== undefined && offset < map.root.size) yield* valuesOfNode(map.root, offset);
}

function* valuesOfNode<Key, Value>(node: MapNode<Key, Value>, offset: number): Generator<Value> {
  if (node.leaf) {
    for (let at = offset; at < node.values.length; at++) yield node.values[at] as Value;
    return;
  }
  let skip = offset;
  for (const child of node.children) {
    if (skip >= child.size) skip -= child.size;
    else {
      yield* valuesOfNode(child, skip);
      skip = 0;
    }
  }
}

/** The first `limit` values that are accepted, in ascending order of their keys; several times faster than a generator. */
export const takeValues = <Key extends string | number, Value>(
  map: SortedMap<Key, Value>,
  limit: number,
  accepts: (value: Value) => boolean,
): Value[] => {
  const taken: Value[] = [];
  if (map.root !== undefined && limit > 0) takeFromNode(map.root, limit, accepts, taken);
  return taken;
};

const takeFromNode = <Key, Value>(
  node: MapNode<Key, Value>,
  limit: number,
  accepts: (value: Value) => boolean,
  taken: Value[],
): void => {
  if (node.leaf) {
    for (const value of node.values) {
      if (taken.length >= limit) return;
      if (accepts(value)) taken.push(value);
    }
    return;
  }
  for (const child of node.children) {
    if (taken.length >= limit) return;
    takeFromNode(child, limit, accepts, taken);
  }
};

/**
 * The values of those parts of a map that another one does not share, in ascending order of their keys: all that can
 * differ between two maps of which one was made from the other. An equal value may be among them.
 */
export function* unsharedValues<Key extends string | number, Value>(
  map: SortedMap<Key, Value>,
  other: SortedMap<Key, Value>,
): Generator<Value> {
  const shared = new Set<MapNode<Key, Value>>();
  const collect = (node: MapNode<Key, Value> | undefined): void => {
    if (node === undefined) return;
    shared.add(node);
    if (!node.leaf) for (const child of node.children) collect(child);
  };
  if (map.root === other.root || map.root === undefined) return;
  collect(other.root);
  yield* unsharedValuesOfNode(map.root, shared);
}

function* unsharedValuesOfNode<Key, Value>(
  node: MapNode<Key, Value>,
  shared: ReadonlySet<MapNode<Key, Value>>,
): Generator<Value> {
  if (shared.has(node)) return;
  if (node.leaf) yield* node.values;
  else for (const child of node.children) yield* unsharedValuesOfNode(child, shared);
}

const leaf = <Key, Value>(keys: readonly Key[], values: readonly Value[]): Leaf<Key, Value> => ({
  leaf: true,
  size: keys.length,
  keys,
  values,
});

const branch = <Key, Value>(children: readonly MapNode<Key, Value>[]): MapBranch<Key, Value> => ({
  leaf: false,
  size: children.reduce((sum, child) => sum + child.size, 0),
  keys: children.map((child) => child.keys[0] as Key),
  children,
});

/** The last position whose key is at most `key`, or -1. */
const lastAtMost = <Key extends string | number>(keys: readonly Key[], key: Key): number => {
  let low = 0;
  let high = keys.length;
  // Items are mostly added at the end.
  if (high > 0 && (keys[high - 1] as Key) <= key) return high - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as Key) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** The node with the entry; it may be wider by one than a node can be, which is for its parent to split. */
const setInNode = <Key extends string | number, Value>(
  node: MapNode<Key, Value>,
  key: Key,
  value: Value,
): MapNode<Key, Value> => {
  const at = lastAtMost(node.keys, key);
  if (node.leaf) {
    if (at >= 0 && node.keys[at] === key) return leaf(node.keys, node.values.with(at, value));
    return leaf(node.keys.toSpliced(at + 1, 0, key), node.values.toSpliced(at + 1, 0, value));
  }
  const place = Math.max(at, 0);
  const child = setInNode(node.children[place] as MapNode<Key, Value>, key, value);
  if (child.keys.length <= maxWidth) return replaceChild(node, place, child);
  return branch(node.children.toSpliced(place, 1, ...split(child, key)));
};

/** Items are mostly added at the end: splitting there leaves full nodes behind instead of half-empty ones. */
const split = <Key extends string | number, Value>(
  node: MapNode<Key, Value>,
  added: Key,
): readonly MapNode<Key, Value>[] => {
  const { length } = node.keys;
  const at = (node.keys[length - 1] as Key) <= added ? length - 1 : length >>> 1;
  if (!node.leaf) return [branch(node.children.slice(0, at)), branch(node.children.slice(at))];
  const { keys, values } = node;
  return [leaf(keys.slice(0, at), values.slice(0, at)), leaf(keys.slice(at), values.slice(at))];
};

/** The common case of a change: all but one reference stays, and nothing is counted anew. */
const replaceChild = <Key, Value>(
  node: MapBranch<Key, Value>,
  place: number,
  child: MapNode<Key, Value>,
): MapBranch<Key, Value> => {
  const first = child.keys[0] as Key;
  return {
    leaf: false,
    size: node.size + child.size - (node.children[place] as MapNode<Key, Value>).size,
    keys: node.keys[place] === first ? node.keys : node.keys.with(place, first),
    children: node.children.with(place, child),
  };
};

const deleteFromNode = <Key extends string | number, Value>(
  node: MapNode<Key, Value>,
  key: Key,
): MapNode<Key, Value> | undefined => {
  const at = lastAtMost(node.keys, key);
  if (at < 0) return node;
  if (node.leaf) {
    if (node.keys[at] !== key) return node;
    return node.keys.length === 1 ? undefined : leaf(node.keys.toSpliced(at, 1), node.values.toSpliced(at, 1));
  }
  const before = node.children[at] as MapNode<Key, Value>;
  const after = deleteFromNode(before, key);
  if (after === before) return node;
  if (after !== undefined) return replaceChild(node, at, after);
  return node.children.length === 1 ? undefined : branch(node.children.toSpliced(at, 1));
};
