/** Realistic ranges of numbers, by the names of properties. */
import { isPlural } from '../../core/primitives/words.ts';
import { type Range, ranges, rangesInside, rangesOfPeople, wordGroups } from '../../parts/names/index.ts';
import { isPersonal } from './kinds-of-things.ts';
import type { NameHint } from './name-hint.ts';

export const unknownRange: Range = [1, 1000];

export const rangeFor = ({ words, ownerWords }: NameHint): Range => {
  const inside = `${ownerWords} ${words}`;
  const plain = words.replace(wordGroups.ends.patternOf('unit'), '').trimEnd();
  const bounded = ownerWords.replace(wordGroups.ends.patternOf('bounds'), '').trimEnd();
  const meant = wordGroups.names.has(words, 'bareNumber') ? bounded || ownerWords : plain;
  return (
    wordGroups.measuresInside.find(inside, rangesInside) ??
    (isPersonal(ownerWords) ? wordGroups.personal.find(meant, rangesOfPeople) : undefined) ??
    wordGroups.measures.find(meant, ranges) ??
    // `subcategories: 12`.
    (isPlural(meant) ? [1, 40, 1] : unknownRange)
  );
};

/** Where a document states no type, what is a number or a flag by its name: tools that read the code of a service see names alone. */
export const usualTypeOf = ({ words }: NameHint): 'boolean' | 'number' | 'integer' | undefined =>
  (
    [
      ['flag', 'boolean'],
      ['measure', 'number'],
      ['number', 'integer'],
    ] as const
  ).find(([meaning]) => wordGroups.ends.has(words, meaning))?.[1];
