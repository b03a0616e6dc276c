/** The number of files, or worlds, that are worked on at a time. */

const maxSideBySide = 16;

/** The results, in the order of the items. Rejects with the first failure. */
export const sideBySide = async <Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  const due = [...items].entries();
  const workOn = async () => {
    for (const [index, item] of due) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: maxSideBySide }, workOn));
  return results;
};
