/** The types of things. */
import { singular } from '../../core/primitives/singular.ts';
import { usualTypes, wordGroups } from '../../parts/names/index.ts';
import { capitals, oneOf, type RandomSource } from './vocabulary.ts';

type Choose = (faker: unknown, source: RandomSource) => string;

const anyType = oneOf('standard', 'premium', 'basic', 'classic', 'custom');

/** `address_type: billing`; a `type` alone of other things often repeats their name. */
export const typeFor =
  (words: string, ownerWords: string, noun: string): Choose =>
  (faker, source) => {
    const own = words.replace(wordGroups.texts.patternOf('type'), '').replace(/(\bsub)? ?$/, '');
    const of = singular(own || ownerWords);
    const found = wordGroups.types.find(of, usualTypes);
    return found !== undefined
      ? oneOf(...found.split('|'))(faker, source)
      : own === '' && noun !== '' && !/(type|kind)$/.test(noun)
        ? noun
        : anyType(faker, source);
  };

/** `Billing`: the name of such a type. */
export const nameOfType =
  (words: string): Choose =>
  (faker, source) =>
    capitals(typeFor(words, '', '')(faker, source));
