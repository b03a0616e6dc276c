/** Names made of words: those of operations and components. */
import { singular } from '../../../../core/primitives/singular.ts';
import { wordsOf } from '../../../../core/primitives/words.ts';

/** The words of a name in lower case: `findByStatus`, `find_by_status` and `Find-By-Status` are find, by, status. Only letters and digits of ASCII. */
export const draftedWords = (name: string): readonly string[] =>
  wordsOf(
    name
      .slice(0, maxDraftedLength)
      .normalize('NFKD')
      .replace(/[^\w\s.~:,;+-]/g, ''),
  );

/** The characters of a recorded text that become a name, an example of a parameter, or a value of an enum in the document. */
export const maxDraftedLength = 60;

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

export const pascalCase = (words: readonly string[]): string => words.map(capital).join('');

export const camelCase = ([first = '', ...rest]: readonly string[]): string => first + pascalCase(rest);

export const singularWords = (words: readonly string[]): readonly string[] => [
  ...words.slice(0, -1),
  ...words.slice(-1).map(singular),
];

/** `List books`. */
export const sentence = (words: readonly string[]): string => capital(words.join(' '));

export const withArticle = (words: readonly string[]): readonly string[] => [
  /^[aeiou](?!ni|se)/.test(words[0] ?? '') ? 'an' : 'a',
  ...words,
];

/** Gives each name once: the second `Book` is `Book2`. */
export class UniqueNames {
  readonly #separator: string;
  readonly #used = new Set<string>();
  /** The last number that was tried behind each name. */
  readonly #numbers = new Map<string, number>();

  /** `separator`: before the number. */
  constructor(separator = '') {
    this.#separator = separator;
  }

  /** The first of the names that is free, else the last with a number. */
  take(...names: readonly string[]): string {
    const last = names.at(-1) ?? '';
    let name = names.find((each) => !this.#used.has(each)) ?? last;
    for (let number = this.#numbers.get(last) ?? 1; this.#used.has(name); this.#numbers.set(last, number))
      name = `${last}${this.#separator}${++number}`;
    this.#used.add(name);
    return name;
  }
}
