/** Compares names regardless of spelling: `userId`, `user_id`, `UserID`. */
import { remembered } from '../../../core/primitives/lazy.ts';
import { plainName, singular } from '../../../core/primitives/singular.ts';

/** The words in lower case: `idOrSlug` gives `id`, `or`, `slug`. */
export const wordsOf = remembered((name): readonly string[] =>
  name
    .split(/(?<=[a-z0-9])(?=[A-Z])|[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase()),
);

export const lastWord = (name: string): string => wordsOf(name).at(-1) ?? name.toLowerCase();

/** The plain form of the singular: `dagRuns` gives `dagrun`, `tags[]` gives `tag`. */
export const singularOf = remembered((name) => plainName(singular(name.replace(/[^\p{L}\p{N}]+$/u, ''))));

export const isPlural = (noun: string): boolean => plainName(noun) !== singularOf(noun);

/** Whether both are the same noun, singular or plural. */
export const isSameNoun = (left: string, right: string): boolean => {
  const [one, other] = [singularOf(left), singularOf(right)];
  if (one === other) return true;
  // Singular and plural begin alike. Nearly all pairs of names do not.
  if (one[0] !== other[0]) return false;
  const [plain, otherPlain] = [plainName(left), plainName(right)];
  return isPluralOf(plain, otherPlain) || isPluralOf(otherPlain, plain);
};

/** Endings of plurals, each with that of the singular. */
const pluralEndings: readonly (readonly [string, string])[] = [
  ['s', ''],
  ['es', ''],
  ['ves', 'f'],
  ['ves', 'fe'],
  ['zes', ''],
  ['es', 'is'],
  ['ices', 'ex'],
  ['ices', 'ix'],
  ['ren', ''],
  ['i', 'us'],
  ['a', 'um'],
  ['a', 'on'],
];

/** Whether one name is a plural of the other. The rules for a single name cannot decide this: `axes` may be `axe` or `axis`. */
const isPluralOf = (plural: string, name: string): boolean =>
  name.length > 2 &&
  pluralEndings.some(
    ([ending, singularEnding]) =>
      plural.endsWith(ending) &&
      name.endsWith(singularEnding) &&
      plural.slice(0, -ending.length) === name.slice(0, name.length - singularEnding.length),
  );

/** Whether the name is the noun or ends in it: `asset_events` for `events`. */
export const endsInNoun = (name: string, noun: string): boolean =>
  isSameNoun(name, noun) || (singularOf(noun).length > 2 && singularOf(name).endsWith(singularOf(noun)));
