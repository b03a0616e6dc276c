type MapKey = string | number;

/** An immutable map, a B+ tree: a change shares all but O(log n) nodes. Branches know their sizes, so the n-th entry is found as fast as a key. */
export interface SortedMap<Key extends MapKey, Value> {
  readonly root: MapNode<Key, Value> | undefined;
}

export type MapNode<Key, Value> = Leaf<Key, Value> | MapBranch<Key, Value>;

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

const nodeWidth = 16;

export const emptySortedMap = <Key extends MapKey, Value>(): SortedMap<Key, Value> => ({ root: undefined });

/** Builds a map from entries in ascending order of their keys, without duplicates; O(n). */
export const sortedMapFrom = <Key extends MapKey, Value>(
  keys: readonly Key[],
  values: readonly Value[],
): SortedMap<Key, Value> => {
  let level: MapNode<Key, Value>[] = [];
  for (let from = 0; from < keys.length; from += nodeWidth) {
    level.push(leaf(keys.slice(from, from + nodeWidth), values.slice(from, from + nodeWidth)));
  }
  while (level.length > 1) {
    const above: MapNode<Key, Value>[] = [];
    for (let from = 0; from < level.length; from += nodeWidth)
      above.push(branchOf(level.slice(from, from + nodeWidth)));
    level = above;
  }
  return { root: level[0] };
};

export const sizeOf = (map: SortedMap<string, unknown> | SortedMap<number, unknown>): number => map.root?.size ?? 0;

export const getFrom = <Key extends MapKey, Value>(map: SortedMap<Key, Value>, key: Key): Value | undefined => {
  let node = map.root;
  while (node !== undefined) {
    const index = lastAtMost(node.keys, key);
    if (index < 0) return undefined;
    if (node.leaf) return node.keys[index] === key ? node.values[index] : undefined;
    node = node.children[index];
  }
  return undefined;
};

/** The number of entries with a lower key. */
export const rankOf = <Key extends MapKey, Value>(map: SortedMap<Key, Value>, key: Key): number => {
  let node = map.root;
  let rank = 0;
  while (node !== undefined) {
    const index = lastAtMost(node.keys, key);
    if (index < 0) return rank;
    if (node.leaf) return rank + (node.keys[index] === key ? index : index + 1);
    for (let child = 0; child < index; child++) rank += (node.children[child] as MapNode<Key, Value>).size;
    node = node.children[index];
  }
  return rank;
};

export const setIn = <Key extends MapKey, Value>(
  map: SortedMap<Key, Value>,
  key: Key,
  value: Value,
): SortedMap<Key, Value> => {
  if (map.root === undefined) return { root: leaf([key], [value]) };
  const root = setInNode(map.root, key, value);
  return { root: root.keys.length <= nodeWidth ? root : branchOf(split(root, key)) };
};

export const deleteFrom = <Key extends MapKey, Value>(map: SortedMap<Key, Value>, key: Key): SortedMap<Key, Value> => {
  if (map.root === undefined) return map;
  let root = deleteFromNode(map.root, key);
  if (root === map.root) return map;
  while (root !== undefined && !root.leaf && root.children.length === 1) root = root.children[0];
  return { root };
};

/** The values from the `offset`-th entry on, in ascending order of their keys. Finding the first costs O(log n). */
export function* valuesOf<Key extends MapKey, Value>(map: SortedMap<Key, Value>, offset = 0): Generator<Value> {
  if (map.root !== undefined) yield* valuesOfNode(map.root, offset);
}

function* valuesOfNode<Key, Value>(node: MapNode<Key, Value>, offset: number): Generator<Value> {
  if (node.leaf) {
    for (let index = offset; index < node.values.length; index++) yield node.values[index] as Value;
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

/** The first `limit` accepted values in ascending order of their keys; several times faster than a generator. */
export const takeValues = <Key extends MapKey, Value>(
  map: SortedMap<Key, Value>,
  limit: number,
  accepts: (value: Value) => boolean = () => true,
): Value[] => {
  const slice: Value[] = [];
  if (map.root !== undefined) takeFromNode(map.root, limit, accepts, slice);
  return slice;
};

const takeFromNode = <Key, Value>(
  node: MapNode<Key, Value>,
  limit: number,
  accepts: (value: Value) => boolean,
  slice: Value[],
): void => {
  if (node.leaf) {
    for (const value of node.values) {
      if (slice.length >= limit) return;
      if (accepts(value)) slice.push(value);
    }
    return;
  }
  for (const child of node.children) if (slice.length < limit) takeFromNode(child, limit, accepts, slice);
};

/** The values in nodes that the other map does not share, in order: if one map follows from the other, all that can differ. */
export function* unsharedValues<Key extends MapKey, Value>(
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

const branch = <Key, Value>(
  keys: readonly Key[],
  children: readonly MapNode<Key, Value>[],
  size: number,
): MapBranch<Key, Value> => ({ leaf: false, size, keys, children });

/** Reads each child: of a large map, most are not in the caches of the processor. */
const branchOf = <Key, Value>(children: readonly MapNode<Key, Value>[]): MapBranch<Key, Value> =>
  branch(
    children.map((child) => child.keys[0] as Key),
    children,
    sizeOfAll(children),
  );

const sizeOfAll = <Key, Value>(nodes: readonly MapNode<Key, Value>[]): number =>
  nodes.reduce((sum, node) => sum + node.size, 0);

/** The last index whose key is at most `key`, or -1. No node is empty. */
const lastAtMost = <Key extends MapKey>(keys: readonly Key[], key: Key): number => {
  let low = 0;
  let high = keys.length;
  // Fast path: items are mostly added at the end.
  const lastKey = keys[high - 1] as Key;
  if (lastKey <= key) return high - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as Key) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** A copy of the node with the entry. It may exceed the maximum width by one; the caller then splits it. */
const setInNode = <Key extends MapKey, Value>(
  node: MapNode<Key, Value>,
  key: Key,
  value: Value,
): MapNode<Key, Value> => {
  const index = lastAtMost(node.keys, key);
  if (node.leaf) {
    if (node.keys[index] === key) return leaf(node.keys, node.values.with(index, value));
    return leaf(node.keys.toSpliced(index + 1, 0, key), node.values.toSpliced(index + 1, 0, value));
  }
  const childIndex = Math.max(index, 0);
  const child = setInNode(node.children[childIndex] as MapNode<Key, Value>, key, value);
  if (child.keys.length <= nodeWidth) return replaceChild(node, childIndex, child);
  const [left, right] = split(child, key);
  return branch(
    node.keys.toSpliced(childIndex, 1, left.keys[0] as Key, right.keys[0] as Key),
    node.children.toSpliced(childIndex, 1, left, right),
    // A child grows beyond the maximum by an entry that was not in it.
    node.size + 1,
  );
};

/** Items are mostly added at the end: splitting there leaves full nodes behind instead of half-empty ones. */
const split = <Key extends MapKey, Value>(
  node: MapNode<Key, Value>,
  added: Key,
): readonly [MapNode<Key, Value>, MapNode<Key, Value>] => {
  const { keys } = node;
  const index = (keys.at(-1) as Key) <= added ? keys.length - 1 : keys.length >>> 1;
  const [before, from] = [keys.slice(0, index), keys.slice(index)];
  if (node.leaf) return [leaf(before, node.values.slice(0, index)), leaf(from, node.values.slice(index))];
  const right = node.children.slice(index);
  const size = sizeOfAll(right);
  return [branch(before, node.children.slice(0, index), node.size - size), branch(from, right, size)];
};

/** The common case: one child changes, and sizes are adjusted instead of summed again. */
const replaceChild = <Key, Value>(
  node: MapBranch<Key, Value>,
  index: number,
  child: MapNode<Key, Value>,
): MapBranch<Key, Value> => {
  const first = child.keys[0] as Key;
  const keys = node.keys[index] === first ? node.keys : node.keys.with(index, first);
  const size = node.size + child.size - (node.children[index] as MapNode<Key, Value>).size;
  return branch(keys, node.children.with(index, child), size);
};

const deleteFromNode = <Key extends MapKey, Value>(
  node: MapNode<Key, Value>,
  key: Key,
): MapNode<Key, Value> | undefined => {
  const index = lastAtMost(node.keys, key);
  if (index < 0) return node;
  if (node.leaf) {
    if (node.keys[index] !== key) return node;
    return node.keys.length === 1 ? undefined : leaf(node.keys.toSpliced(index, 1), node.values.toSpliced(index, 1));
  }
  const oldChild = node.children[index] as MapNode<Key, Value>;
  const newChild = deleteFromNode(oldChild, key);
  if (newChild === oldChild) return node;
  if (newChild !== undefined) return replaceChild(node, index, newChild);
  if (node.children.length === 1) return undefined;
  return branch(node.keys.toSpliced(index, 1), node.children.toSpliced(index, 1), node.size - 1);
};
