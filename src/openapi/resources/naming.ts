/** What collections are called: the last literal segment of each path; where two are the same, the parent's before each. */

/** `taken`: names that a document gives itself. */
export const namesOf = (paths: readonly string[], taken: ReadonlySet<string>): readonly string[] => {
  const segments = paths.map((path) => path.split('/').filter((segment) => segment !== '' && segment !== '{}'));
  const lengths = paths.map(() => 1);
  const nameAt = (at: number): string => (segments[at] as readonly string[]).slice(-(lengths[at] as number)).join('.');
  const longest = Math.max(0, ...segments.map((list) => list.length));
  for (let round = 0; round <= longest; round++) {
    const names = paths.map((_, at) => nameAt(at));
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    const clashing = names.map((name) => (counts.get(name) as number) > 1 || taken.has(name));
    if (!clashing.includes(true)) return names;
    for (const [at, clashes] of clashing.entries()) if (clashes) lengths[at] = (lengths[at] as number) + 1;
  }
  // The same literal segments around other parameters: told apart by their place.
  return paths.map((_, at) => `${nameAt(at)}-${at + 1}`);
};
