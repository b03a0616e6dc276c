/** Names of collections: the last literal segment of the path; if two clash, with the parent's segment before it. */

/** `taken`: names that the document states. */
export const namesOf = (paths: readonly string[], taken: ReadonlySet<string>): readonly string[] => {
  const literals = paths.map((path) => path.split('/').filter((segment) => segment !== '' && segment !== '{}'));
  const wholes = literals.map((segments) => segments.join('.'));
  const distinct = new Map(literals.map((segments, index) => [wholes[index] as string, segments]));
  const short = shortNames(distinct, taken);
  const used = new Map<string, number>();
  // Paths with the same literal segments, but other parameters, are numbered.
  return wholes.map((whole) => {
    const count = (used.get(whole) ?? 0) + 1;
    used.set(whole, count);
    const name = short.get(whole) as string;
    return count === 1 ? name : `${name}-${count}`;
  });
};

/** For each joined path, as many of its last segments as make the name unique. */
const shortNames = (
  paths: ReadonlyMap<string, readonly string[]>,
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> => {
  const lengths = new Map([...paths.keys()].map((whole) => [whole, 1]));
  for (;;) {
    const names = new Map(
      [...paths].map(([whole, own]) => [whole, own.slice(-(lengths.get(whole) as number)).join('.')]),
    );
    const alike = Map.groupBy(names.values(), (name) => name);
    const clashing = [...paths].filter(([whole, own]) => {
      const name = names.get(whole) as string;
      const isClashing = (alike.get(name)?.length ?? 0) > 1 || taken.has(name);
      return isClashing && (lengths.get(whole) as number) < own.length;
    });
    if (clashing.length === 0) return names;
    for (const [whole] of clashing) lengths.set(whole, (lengths.get(whole) as number) + 1);
  }
};
