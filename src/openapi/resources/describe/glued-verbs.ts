/** Separates the verb from the noun in lower-case segments: `newevent`, `deletebook`. */
import { singularOf } from './same-noun.ts';

/** Verbs that people put before a noun without a separator. */
const glued = 'add all create delete edit fetch find get insert list new remove save show update view'.split(' ');

const shortestNoun = 3;

/**
 * The segments with their words. A segment begins with a verb only if the rest is a segment of its own, or follows another
 * verb as well: `address` and `news` do not.
 */
export const gluedVerbsIn = (segments: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> => {
  const split = [...segments]
    .filter((segment) => /^[a-z]+$/.test(segment))
    .flatMap((segment) =>
      glued
        .filter((verb) => segment.startsWith(verb) && segment.length >= verb.length + shortestNoun)
        .map((verb) => ({ segment, verb, noun: segment.slice(verb.length) })),
    );
  const known = new Set([...segments].map(singularOf));
  const byNoun = Map.groupBy(split, ({ noun }) => singularOf(noun));
  const isNoun = (noun: string): boolean =>
    known.has(singularOf(noun)) || new Set(byNoun.get(singularOf(noun))?.map(({ verb }) => verb)).size > 1;
  return new Map(split.filter(({ noun }) => isNoun(noun)).map(({ segment, verb, noun }) => [segment, [verb, noun]]));
};
