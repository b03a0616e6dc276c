/** Creates a value on first use and caches it. */
export const lazily = <Value>(create: () => Value): (() => Value) => {
  let cached: { readonly value: Value } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
};

/** Names of documents are short. Of longer texts, and of more than these, nothing is remembered for long. */
const maxRememberedLength = 80;
const maxRemembered = 5_000;

/** A function of a name that is asked for the same names again and again, as while a document is compiled. */
export const remembered = <Value>(compute: (name: string) => Value): ((name: string) => Value) => {
  const known = new Map<string, Value>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined || known.has(name)) return found as Value;
    const computed = compute(name);
    if (name.length > maxRememberedLength) return computed;
    if (known.size >= maxRemembered) known.clear();
    known.set(name, computed);
    return computed;
  };
};
