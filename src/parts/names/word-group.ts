/** Lists of words at one place of a name. The words of a list are the alternatives of a pattern. */
import { lazily } from '../../core/primitives/lazy.ts';

/** Where the words stand in a name. */
const places = {
  whole: (list: string): string => `^(?:${list})$`,
  last: (list: string): string => `\\b(?:${list})$`,
  within: (list: string): string => `\\b(?:${list})\\b`,
  thing: (list: string): string => `\\b(?:${list})s?\\b`,
};

type Rows = Readonly<Record<string, RegExp | readonly [list: RegExp, value: unknown]>>;

/** What is usual for a meaning, where its row has it. */
type Values<Table extends Rows> = {
  readonly [Meaning in keyof Table as Table[Meaning] extends RegExp ? never : Meaning]: Exclude<
    Table[Meaning],
    RegExp
  >[1];
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

/** A group whose lists stand beside what is usual for their meanings. */
export const createTable = <const Table extends Rows>(place: keyof typeof places, table: Table) => {
  const rows = Object.entries(table).map(([meaning, row]) => [meaning, [row].flat()] as const);
  const valued = rows.filter(([, row]) => row.length > 1);
  return {
    ...createGroup(
      place,
      Object.fromEntries(rows.map(([meaning, [list]]) => [meaning, list])) as Record<keyof Table & string, RegExp>,
    ),
    values: Object.fromEntries(valued.map(([meaning, [, value]]) => [meaning, value])) as Values<Table>,
  };
};
