/** The name of a value, the best hint for realistic text. */
import { wordsOf } from '../../core/primitives/words.ts';
import { foreignWords } from '../../parts/locale/index.ts';
import { wordGroups } from '../../parts/names/index.ts';

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
  return { name, owner, words, ownerWords: englishOf(owner), isId: wordGroups.ends.has(words, 'id') };
};

/** The words of a name in lower case and, as far as they are known, in English, joined by spaces: `first name` for `Vorname`. */
export const englishOf = (name: string): string => {
  // `VATNumber`.
  const all = wordsOf(inAscii(name).replace(/([A-Z]{2,})([A-Z][a-z]{2,})/g, '$1 $2'));
  const words = all.join(' ');
  const [first = '', ...rest] = all;
  const { has } = wordGroups.names;
  // `nombre_cliente` and `nome do cliente`: the name of the customer.
  const head = rest.length > 0 && !has(first, 'shortened') ? foreignWords.get(first) : undefined;
  const inOrder =
    head !== undefined && has(head, 'head')
      ? [...rest.filter((word) => !has(word, 'between')), first].join(' ')
      : words;
  return inOrder.replace(
    /[a-z]+/g,
    (word) => foreignWords.get(word) ?? foreignWords.get(word.replace(/e?s$/, '')) ?? word,
  );
};

/** The name without accents, and without letters of other alphabets. */
const inAscii = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^ -~]+/g, ' ');
