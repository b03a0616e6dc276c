/** The words of a name, and whether they are the same noun, in every spelling: `userId`, `user_id`, `UserID`. */
import { remembered } from './lazy.ts';
import { plainName, singular } from './singular.ts';

/** The words of a name in lower case: `idOrSlug` gives `id`, `or`, `slug`. */
export const wordsOf = remembered((name): readonly string[] =>
  name
    .split(/(?<=[a-z0-9])(?=[A-Z])|[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase()),
);

export const lastWord = (name: string): string => wordsOf(name).at(-1) ?? name.toLowerCase();

/** `tags[]` gives `tags`. Without the first condition, a long name would take the square of its length. */
export const withoutSigns = (name: string): string => name.replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '');

/** The plain form of the singular: `dagRuns` gives `dagrun`, `tags[]` gives `tag`. */
export const singularOf = remembered((name) => plainName(singular(withoutSigns(name))));

/** Whether the last word of a name is a plural, in English. */
export const isPlural = (noun: string): boolean => plainName(noun) !== singularOf(noun);

/** Whether both are the same noun, singular or plural. */
export const isSameNoun = (left: string, right: string): boolean => singularOf(left) === singularOf(right);

/** Whether the name is the noun or ends in it: `asset_events` for `events`. */
export const endsInNoun = (name: string, noun: string): boolean =>
  isSameNoun(name, noun) || (singularOf(noun).length > 2 && singularOf(name).endsWith(singularOf(noun)));
