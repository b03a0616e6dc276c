/** Lists alone whose path says more than the noun of their items: `/cars/findByColour` has cars. */
import { isPlural, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { effectsOfVerb } from '../../openapi/resources/describe/unbound-operation.ts';
import { wordLists } from '../words/index.ts';

/** Whether the first word of a name is no noun: `getCars`, `byColour`. */
const isLeading = (word: string): boolean => wordLists.prepositions.has(word) || effectsOfVerb(word) !== undefined;

interface KnownPaths {
  /** The paths after which groups are named. */
  readonly all: ReadonlySet<string>;
  readonly sorted: readonly string[];
  /** The paths of their operations. */
  readonly listed: ReadonlySet<string>;
}

/** The paths after which collections are named. `paths`: those of the groups. `listed`: those of all operations with a role. */
export const pathsOfThings = (
  groups: readonly ResourceGroup[],
  paths: readonly string[],
  listed: ReadonlySet<string>,
): readonly string[] => {
  const known = { all: new Set(paths), sorted: paths.toSorted(), listed };
  return groups.map((group, index) => pathOfThings(group, paths[index] as string, known));
};

/** The path of a list alone up to the noun of its items: `/cars/findByColour` has cars. Of several, with what tells them apart. */
const pathOfThings = ({ path, itemSchema, roles }: ResourceGroup, own: string, known: KnownPaths): string => {
  const words = wordsOf(itemSchema.name ?? '').map(singularOf);
  if (roles.some(({ action }) => action !== 'list') || own !== path) return own;
  const segments = path.split('/');
  const isThing = (segment: string): boolean => words.includes(singularOf(segment));
  const at = segments.findLastIndex((segment) => segment !== '{}' && segment !== '');
  // `/rooms/free/customer` beside `/rooms`: a filter has no plural.
  const isFilter = !isPlural(segments[at] as string);
  const isAbove = (_segment: string, index: number): boolean => known.all.has(segments.slice(0, index + 1).join('/'));
  // `/books/{}/lead_author` has something of one book.
  const above = isFilter && segments[at - 1] !== '{}' ? segments.slice(0, -1).findLastIndex(isAbove) : -1;
  const start = Math.max(segments.findLastIndex(isThing), above);
  const last = wordsOf(segments[at] as string);
  const isNoun = !isLeading(last[0] ?? '') && words.join('').includes(singularOf(last.join('')));
  if (start === -1 || start >= at || isNoun) return own;
  const short = segments.slice(0, start + 1).join('/');
  const isTaken = beginAlike(short, known.sorted) || known.listed.has(short);
  return isTaken
    ? `${short}-${segments
        .slice(start + 1)
        .filter((one) => one !== '{}')
        .join('-')}`
    : short;
};

/** Whether at least two of the sorted paths begin so. */
const beginAlike = (beginning: string, sorted: readonly string[]): boolean => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < beginning) low = middle + 1;
    else high = middle;
  }
  return sorted[low + 1]?.startsWith(beginning) === true;
};
