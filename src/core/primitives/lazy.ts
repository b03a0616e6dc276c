export const lazily = <Value>(create: () => Value): (() => Value) => {
  let cached: { readonly value: Value } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
};

interface Known<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** Makes a value of each object only once. */
export const perObject = <Value, Key extends object>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Value;
    const made = make(key);
    known.set(key, made);
    return made;
  };
};

/** The value of a key, made when it is first asked for: `getOrInsertComputed` of ES2026. */
export const getOrInsert = <Key, Value>(
  known: Known<Key, Value>,
  key: Key,
  make: (key: Key) => NoInfer<Value>,
): Value => {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make(key);
  known.set(key, made);
  return made;
};

/** So many results of one kind are remembered: names, combinations of schemas, kinds of characters. With more, all are dropped, and made again. */
export const maxRemembered = 5_000;

/** The limit for their parts, if each has many: some megabytes. */
export const maxRememberedParts = 50_000;

/** Names are short. Longer texts are not remembered. */
const maxRememberedLength = 80;

let round = 0;

/** Forgets all that is remembered, for tests that switch off what it follows from. */
export const forgetRemembered = (): void => {
  round++;
};

/** Remembers the results of a function that gets the same names again, as while a document is compiled. */
export const remembered = <Value>(compute: (name: string) => Value): ((name: string) => Value) => {
  let known: Map<string, Value> | undefined;
  let since = round;
  return (name) => {
    if (since !== round) [known, since] = [undefined, round];
    const found = known?.get(name);
    if (found !== undefined || known?.has(name)) return found as Value;
    const made = compute(name);
    if (name.length > maxRememberedLength) return made;
    if (known === undefined || known.size >= maxRemembered) known = new Map();
    known.set(name, made);
    return made;
  };
};
