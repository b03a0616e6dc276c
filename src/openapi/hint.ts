/** What a value is called: the best clue to what it should look like. */
export interface Hint {
  /** The member's name; empty at the root. */
  readonly name: string;
  /** What the object that has the member is called. */
  readonly owner: string;
  /** The name's words in lower case, joined by spaces: `created at` for `createdAt` and `created_at`. */
  readonly words: string;
  readonly ownerWords: string;
}

export const hintFor = (name: string, owner: string): Hint => ({
  name,
  owner,
  words: wordsOf(name),
  ownerWords: wordsOf(owner),
});

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
