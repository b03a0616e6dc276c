/** Creates a value on first use and caches it. */
export const lazily = <Value>(create: () => Value): (() => Value) => {
  let cached: { readonly value: Value } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
};

/** What is made of each object, once. */
export const perObject = <Value, Key extends object>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new WeakMap<Key, { readonly value: Value }>();
  const makeKept = (key: Key): { readonly value: Value } => ({ value: make(key) });
  return (key) => getOrInsert(known, key, makeKept).value;
};

/** The value of a key, which is made and kept when it is first asked for: `getOrInsertComputed` of ES2026. */
export const getOrInsert = <Key, Value>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: (key: Key) => NoInfer<Value>,
): Value => {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make(key);
  known.set(key, made);
  return made;
};

/**
 * Results that are remembered, of one kind: names, combinations of schemas, kinds of characters. Values select them, of which there
 * may be exponentially many. With more, all are given up, and made again when they are needed.
 */
export const maxRemembered = 5_000;

/** The parts of which the remembered results of one kind consist, where each may have many: some megabytes. */
export const maxRememberedParts = 50_000;

/** Names of documents are short. Longer texts are not remembered. */
const maxRememberedLength = 80;

/** A function of a name that is asked for the same names again and again, as while a document is compiled. */
export const remembered = <Value>(compute: (name: string) => Value): ((name: string) => Value) => {
  let known: Map<string, Value> | undefined;
  return (name) => {
    const found = known?.get(name);
    if (found !== undefined || known?.has(name)) return found as Value;
    const computed = compute(name);
    if (name.length > maxRememberedLength) return computed;
    known ??= new Map();
    if (known.size >= maxRemembered) known.clear();
    known.set(name, computed);
    return computed;
  };
};
