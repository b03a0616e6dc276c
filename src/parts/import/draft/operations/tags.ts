/** The folders of the source as tags. */
import type { DraftOperation } from './operations.ts';

/** The outermost folder of each operation in which not all operations are. */
export const tagsOf = (operations: readonly DraftOperation[]): ReadonlyMap<DraftOperation, string> => {
  const folders = operations.map(({ requests }) => requests.find(({ seen }) => seen.tags?.length)?.seen.tags ?? []);
  let depth = 0;
  while (
    folders.length > 1 &&
    folders[0]?.[depth] !== undefined &&
    folders.every((path) => path[depth] === folders[0]?.[depth])
  )
    depth++;
  return new Map(
    operations.flatMap((operation, index) => {
      const path = folders[index] as readonly string[];
      const tag = path[depth] ?? path.at(-1);
      return tag === undefined || tag.trim() === '' ? [] : [[operation, tag.trim()] as const];
    }),
  );
};
