/** Compares names regardless of spelling: `userId`, `user_id`, `UserID`. */
import { plainName, singular } from '../../../core/primitives/singular.ts';

export const lastWord = (name: string): string => {
  const words = name.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/).filter((word) => word !== '');
  return (words.at(-1) ?? name).toLowerCase();
};

/** The plain form of the singular: `dagRuns` gives `dagrun`, `tags[]` gives `tag`. */
export const singularOf = (name: string): string => plainName(singular(name.replace(/[^\p{L}\p{N}]+$/u, '')));

/** Whether both are the same noun, singular or plural. */
export const isSameNoun = (left: string, right: string): boolean => singularOf(left) === singularOf(right);

/** Whether the name is the noun or ends in it: `asset_events` for `events`. */
export const endsInNoun = (name: string, noun: string): boolean =>
  isSameNoun(name, noun) || (singularOf(noun).length > 2 && singularOf(name).endsWith(singularOf(noun)));
