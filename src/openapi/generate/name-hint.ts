/** The name of a value, the best hint for realistic text. */
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
}

export const hintFor = (name: string, owner: string): NameHint => {
  const words = wordsOf(name);
  return { name, owner, words, ownerWords: wordsOf(owner), isId: /\b(id|ids|uuid|guid|sid)$/.test(words) };
};

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
