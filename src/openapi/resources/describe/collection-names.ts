/** Names of collections: the last literal segment of the path; if two clash, with the parent's segment before it. */

/** `usedNames`: those that the document states. */
export const namesOf = (paths: readonly string[], usedNames: ReadonlySet<string>): readonly string[] => {
  const whole = paths.map((path) => path.split('/').filter((segment) => segment !== '' && segment !== '{}'));
  const short = whole.map(withoutVersion);
  const countOf = (all: readonly (readonly string[])[]): number =>
    new Set(all.map((segments) => segments.join('.'))).size;
  const literals = countOf(short) === countOf(whole) ? short : whole;
  const wholes = literals.map((segments) => segments.join('.'));
  const distinct = new Map(literals.map((segments, index) => [wholes[index] as string, segments]));
  const names = shortNames(distinct, usedNames);
  const taken = new Set([...names.values(), ...usedNames]);
  const counts = new Map<string, number>();
  // Paths with the same literal segments, but other parameters, are numbered: `books-3` beside a path `/books-2`.
  return wholes.map((fullPath) => {
    const name = names.get(fullPath) as string;
    let count = (counts.get(fullPath) ?? 0) + 1;
    while (count > 1 && taken.has(`${name}-${count}`)) count++;
    counts.set(fullPath, count);
    return count === 1 ? name : `${name}-${count}`;
  });
};

/** `/api/v2/authors` is as short as `/authors`. */
const withoutVersion = (segments: readonly string[]): readonly string[] => {
  const start = segments.findIndex((segment) => !/^(api|rest|v\d[\d.]*)$/i.test(segment));
  return start === -1 ? segments : segments.slice(start);
};

/** For each joined path, as many of its last segments as make the name unique. */
const shortNames = (
  paths: ReadonlyMap<string, readonly string[]>,
  usedNames: ReadonlySet<string>,
): ReadonlyMap<string, string> => {
  const lengths = new Map([...paths.keys()].map((fullPath) => [fullPath, 1]));
  for (;;) {
    const names = new Map(
      [...paths].map(([fullPath, segments]) => [
        fullPath,
        segments.slice(-(lengths.get(fullPath) as number)).join('.'),
      ]),
    );
    const alike = Map.groupBy(names.values(), (name) => name);
    const clashing = [...paths].filter(([fullPath, segments]) => {
      const name = names.get(fullPath) as string;
      const isClashing = (alike.get(name)?.length ?? 0) > 1 || usedNames.has(name);
      return isClashing && (lengths.get(fullPath) as number) < segments.length;
    });
    if (clashing.length === 0) return names;
    for (const [fullPath] of clashing) lengths.set(fullPath, (lengths.get(fullPath) as number) + 1);
  }
};
