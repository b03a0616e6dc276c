/** Compares names regardless of spelling: `userId`, `user_id`, `UserID`. */
import { singular } from '../../generate/draw-array.ts';

/** Lower case, letters and digits only. */
export const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

export const lastWord = (name: string): string => {
  const words = name.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/).filter((word) => word !== '');
  return (words.at(-1) ?? name).toLowerCase();
};

/** The plain form of the singular: `dagRuns` gives `dagrun`, `boxes` gives `box`. */
export const singularOf = (name: string): string => {
  const whole = plain(name);
  return /(ss|[bt]us|x|ch|sh)es$/.test(whole) ? whole.slice(0, -2) : singular(whole);
};

/** Whether both are the same noun, singular or plural. */
export const isSameNoun = (one: string, other: string): boolean => singularOf(one) === singularOf(other);

/** Whether the name is the noun or ends in it: `asset_events` for `events`. */
export const endsInNoun = (name: string, noun: string): boolean =>
  isSameNoun(name, noun) || (singularOf(noun).length > 2 && singularOf(name).endsWith(singularOf(noun)));
