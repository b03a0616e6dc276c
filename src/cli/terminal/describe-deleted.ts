/** What is said when scenario files were deleted while they were served. */
import { printable } from './paint.ts';

/** The names of files, without their directories. */
export const namesOf = (files: readonly string[]): string =>
  printable(files.map((file) => file.split(/[/\\]/).at(-1)).join(', '));

export const describeDeleted = (files: readonly string[]): string =>
  files.length === 1
    ? `${namesOf(files)} was deleted: no world can start from this scenario any more.`
    : `${namesOf(files)} were deleted: no world can start from these scenarios any more.`;
