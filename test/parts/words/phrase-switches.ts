/** The alternatives of the patterns of sentences, each of which can be switched off. */
import { phrases } from '../../../src/parts/words/index.ts';
import { type Word, wordsIn } from '../names/words-of.ts';
import { furtherTexts } from './phrase-proofs.ts';

/** Sentences have a space where anything may be. */
export const alternativesOf = (name: keyof typeof phrases): readonly Word[] =>
  wordsIn(phrases[name], [' ']).map((one) => ({ ...one, texts: [...(furtherTexts[name] ?? []), ...one.texts] }));

/** A pattern without a state of its own. */
export const plain = ({ source, flags }: RegExp): RegExp => new RegExp(source, flags.replace('g', ''));

/** Does something while a pattern is another. */
export const withPhrase = <Value>(name: keyof typeof phrases, other: RegExp, act: () => Value): Value => {
  const all = phrases as Record<string, RegExp>;
  const whole = all[name] as RegExp;
  all[name] = other;
  try {
    return act();
  } finally {
    all[name] = whole;
  }
};
