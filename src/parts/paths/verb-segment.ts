/** The segment of a path that may have a verb, and its words, also in lower case: `newevent`, `deletebook`. */

import { singularOf, wordsOf } from '../../core/primitives/words.ts';
import { parameterIn, segmentsOf, shapeOf } from '../../openapi/resources/describe/unbound-operation.ts';
import { wordLists } from '../words/index.ts';

const shortestNoun = 3;

/**
 * The segments with their words. A segment begins with a verb only if the rest is a segment of its own, or follows another
 * verb as well: `address` and `news` do not.
 */
export const gluedVerbsIn = (segments: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> => {
  const split = [...segments]
    .filter((segment) => /^[a-z]+$/.test(segment))
    .flatMap((segment) =>
      wordLists.gluedVerbs.all
        .filter((verb) => segment.startsWith(verb) && segment.length >= verb.length + shortestNoun)
        .map((verb) => ({ segment, verb, noun: segment.slice(verb.length) })),
    );
  const known = new Set([...segments].map(singularOf));
  const byNoun = Map.groupBy(split, ({ noun }) => singularOf(noun));
  const isNoun = (noun: string): boolean =>
    known.has(singularOf(noun)) || new Set(byNoun.get(singularOf(noun))?.map(({ verb }) => verb)).size > 1;
  return new Map(split.filter(({ noun }) => isNoun(noun)).map(({ segment, verb, noun }) => [segment, [verb, noun]]));
};

/** The last literal segment of a path, read as a verb with its nouns, and what is around it. */
export interface VerbSegment {
  readonly last: string;
  /** The segment before it; empty if there is none. */
  readonly previous: string;
  readonly abovePrevious: readonly string[];
  readonly above: readonly string[];
  /** The parameter behind it. */
  readonly after: string | undefined;
  readonly stem: string;
  /** Whether the segment before it is the noun before a dot: `/users.list`. */
  readonly isDotted: boolean;
  /** Its first word, which may be a verb. */
  readonly word: string;
  readonly nouns: readonly string[];
  /** What stands behind `by`: `/users/findByEmail?email=...`. */
  readonly by: string | undefined;
  /** Whether the verb is its only word. */
  readonly isAlone: boolean;
  readonly saysAll: boolean;
}

/** Returns undefined if more than a parameter stands behind it. `glued`: the words of segments in lower case. */
export const verbSegmentIn = (path: string, glued: ReadonlyMap<string, readonly string[]>): VerbSegment | undefined => {
  const whole = segmentsOf(path);
  const literal = whole.findLastIndex((segment) => !segment.includes('{'));
  const segments = whole.flatMap((segment, index) => (index === literal ? splitAtDot(segment) : [segment]));
  const at = literal + segments.length - whole.length;
  const [last, behind, ...more] = literal === -1 ? [] : segments.slice(at);
  const after = parameterIn(behind ?? '');
  if (last === undefined || more.length > 0 || (behind !== undefined && after === undefined)) return undefined;
  const words = glued.get(last) ?? wordsOf(last);
  // `createOrUpdate`, `save-edit`
  const second = words[1] === 'or' ? 2 : 1;
  const isSaving = wordLists.createVerbs.has(words[0] ?? '') && wordLists.updateVerbs.has(words[second] ?? '');
  const [word = '', ...rest] = isSaving ? ['upsert', ...words.slice(second + 1)] : words;
  const by = rest.findIndex((one) => one === 'by' || one === 'por');
  // `GetThingId/{id}`
  const end = by !== -1 ? by : after !== undefined && rest.length > 1 && rest.at(-1) === 'id' ? -1 : rest.length;
  return {
    ...{ last, after, word },
    previous: segments[at - 1] ?? '',
    above: segments.slice(0, at),
    abovePrevious: segments.slice(0, Math.max(0, at - 1)),
    stem: shapeOf(whole.slice(0, after === undefined ? undefined : -1)).erased,
    isDotted: segments.length > whole.length,
    nouns: rest.slice(0, end).filter((one) => !wordLists.besideNouns.has(one)),
    by: by === -1 ? undefined : rest.slice(by + 1).join(''),
    isAlone: rest.length === 0,
    saysAll: words.includes('all'),
  };
};

/** `/users.list` is `/users/list`. */
const splitAtDot = (segment: string): readonly string[] => {
  const [, noun, word] = /^([\w.-]+)\.(\w+)$/.exec(segment) ?? [];
  return noun !== undefined && word !== undefined ? [noun, word] : [segment];
};
