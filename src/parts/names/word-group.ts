/** Lists of words at one place of a name. The words of a list are the alternatives of a pattern. */
import { lazily } from '../../core/primitives/lazy.ts';

/** Where the words stand in a name. */
const places = {
  whole: (list: string): string => `^(?:${list})$`,
  last: (list: string): string => `\\b(?:${list})$`,
  within: (list: string): string => `\\b(?:${list})\\b`,
  thing: (list: string): string => `\\b(?:${list})s?\\b`,
};

export interface WordGroup<Meaning extends string> {
  readonly place: keyof typeof places;
  readonly lists: Readonly<Record<Meaning, RegExp>>;
  /** The pattern of a list, at its place. */
  readonly patternOf: (meaning: Meaning) => RegExp;
  /** Whether a name has words of a list at their place. */
  readonly has: (words: string, meaning: Meaning) => boolean;
  /** Whether a name consists of words of a list. */
  readonly is: (words: string, meaning: Meaning) => boolean;
  /** The value of the first list that has the words of a name. */
  readonly find: <Value>(words: string, values: Readonly<Record<Meaning, Value>>) => Value | undefined;
}

export const createGroup = <Meaning extends string>(
  place: keyof typeof places,
  lists: Readonly<Record<Meaning, RegExp>>,
): WordGroup<Meaning> => {
  const patternsAt = (at: keyof typeof places): ReadonlyMap<Meaning, RegExp> =>
    new Map(
      Object.entries<RegExp>(lists).map(([meaning, { source }]) => [
        meaning as Meaning,
        new RegExp(places[at](source)),
      ]),
    );
  const [placed, whole] = [patternsAt(place), lazily(() => patternsAt('whole'))];
  return {
    place,
    lists,
    patternOf: (meaning) => placed.get(meaning) as RegExp,
    has: (words, meaning) => placed.get(meaning)?.test(words) === true,
    is: (words, meaning) => whole().get(meaning)?.test(words) === true,
    find: (words, values) => {
      for (const [meaning, pattern] of placed) if (pattern.test(words)) return values[meaning];
      return undefined;
    },
  };
};
