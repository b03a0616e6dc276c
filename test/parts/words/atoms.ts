/** The parts of a list of words, each of which can be switched off. */
import { forgetRemembered } from '../../../src/core/primitives/lazy.ts';
import { list, type WordList, wordLists } from '../../../src/parts/words/index.ts';
import { recordedWords } from '../../../src/parts/words/recorded.ts';

const alternatives = /\{([^}]*)\}/g;

/** The words of a list: each alternative, and each word without any. */
export const atomsOf = ({ text }: WordList): readonly string[] => [
  ...new Set(
    text.split(' ').flatMap((word) => {
      const inside = [...word.matchAll(alternatives)].flatMap(([, all = '']) => all.split(','));
      return inside.length === 0 ? [word] : inside.filter((one) => one !== '');
    }),
  ),
];

/** The list without a word, and without what is made of it. */
export const without = ({ text }: WordList, atom: string): WordList => {
  const words = text.split(' ').flatMap((word) => {
    const rest = word.replaceAll(alternatives, (_, all: string) => {
      const others = all.split(',').filter((one) => one !== atom);
      return others.length === 0 ? '!' : `{${others.join(',')}}`;
    });
    return word === atom || rest.includes('!') ? [] : [rest];
  });
  return list(words.join(' '));
};

export const allLists = { ...wordLists, ...recordedWords };

/** Does something while a list is another. */
export const during = <Value>(name: string, other: WordList, act: () => Value): Value => {
  const lists = (name in recordedWords ? recordedWords : wordLists) as Record<string, WordList>;
  const whole = lists[name] as WordList;
  lists[name] = other;
  forgetRemembered();
  try {
    return act();
  } finally {
    lists[name] = whole;
    forgetRemembered();
  }
};
