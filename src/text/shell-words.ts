/** A command line for a POSIX shell, whatever the words contain. */
export const toCommandLine = (words: readonly string[]): string => words.map(quote).join(' ');

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
