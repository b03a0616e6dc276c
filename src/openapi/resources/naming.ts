/** What collections are called: the last literal segment of each path; where two are the same, the parent's before each. */

/** `taken`: names that a document gives itself. */
export const namesOf = (paths: readonly string[], taken: ReadonlySet<string>): readonly string[] => {
  const segments = paths.map((path) => path.split('/').filter((segment) => segment !== '' && segment !== '{}'));
  const lengths = paths.map(() => 1);
  const nameAt = (at: number): string => (segments[at] as readonly string[]).slice(-(lengths[at] as number)).join('.');
  for (;;) {
    const names = paths.map((_, at) => nameAt(at));
    const counts = Map.groupBy(names, (name) => name);
    const isClashing = (at: number): boolean =>
      (counts.get(names[at] as string)?.length ?? 0) > 1 || taken.has(names[at] as string);
    const longer = paths.flatMap((_, at) =>
      isClashing(at) && (lengths[at] as number) < (segments[at] as readonly string[]).length ? [at] : [],
    );
    for (const at of longer) lengths[at] = (lengths[at] as number) + 1;
    // The same literal segments around other parameters are told apart by their place.
    if (longer.length === 0) return names.map((name, at) => (isClashing(at) ? `${name}-${at + 1}` : name));
  }
};
