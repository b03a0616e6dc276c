/** What a value is called: the best clue to what it should look like. */
export interface NameHint {
  /** The member's name; empty at the root. */
  readonly name: string;
  /** What the object that has the member is called. */
  readonly owner: string;
  /** The name's words in lower case, joined by spaces: `created at` for `createdAt` and `created_at`. */
  readonly words: string;
  readonly ownerWords: string;
  /** Whether it identifies something: such a value is never absent, and never the same twice. */
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
