/** The name of a value, the best hint for realistic text. */
import { wordsOf } from '../../core/primitives/words.ts';
import { foreignWords } from '../../parts/locale/index.ts';

export interface NameHint {
  /** The name of the property; empty at the root. */
  readonly name: string;
  /** The name of the object with the property. */
  readonly owner: string;
  /** The name's words in lower case, joined by spaces: `created at` for `createdAt` and `created_at`. */
  readonly words: string;
  readonly ownerWords: string;
  /** Whether it is an identifier, which is never null and never repeated. */
  readonly isId: boolean;
  /** Whether the status beside it decides that it is empty. */
  readonly isDecided?: boolean;
}

export const hintFor = (name: string, owner: string): NameHint => {
  const words = englishOf(name);
  return { name, owner, words, ownerWords: englishOf(owner), isId: /\b(id|ids|uuid|guid|sid)$/.test(words) };
};

/** The words of a name in lower case and, as far as they are known, in English, joined by spaces: `first name` for `Vorname`. */
export const englishOf = (name: string): string => {
  // `VATNumber`.
  const all = wordsOf(inAscii(name).replace(/([A-Z]{2,})([A-Z][a-z]{2,})/g, '$1 $2'));
  const words = all.join(' ');
  const [first = '', ...rest] = all;
  // `nombre_cliente` and `nome do cliente`: the name of the customer.
  const head = rest.length > 0 && !shortened.test(first) ? foreignWords.get(first) : undefined;
  const inOrder =
    head !== undefined && heads.test(head) ? [...rest.filter((word) => !between.test(word)), first].join(' ') : words;
  return inOrder.replace(
    /[a-z]+/g,
    (word) => foreignWords.get(word) ?? foreignWords.get(word.replace(/e?s$/, '')) ?? word,
  );
};

/** Nouns that come before what they are about, in Romance languages. */
const heads =
  /^(name|title|description|phone|email|photo|image|address|date|time|price|amount|quantity|code|number|type|color|brand)$/;
/** English, in the order of English: `num_replies`. */
const shortened = /^(num|desc|addr|tel|amt)$/;
const between = /^(d[aeou]s?|del|des|la|el|los|las)$/;

/** The name without accents, and without letters of other alphabets. */
const inAscii = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^ -~]+/g, ' ');
