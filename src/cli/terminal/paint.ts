/** What goes to the terminal: colours where it takes them, and nothing that it would obey. */
import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

/** For standard output. NO_COLOR and FORCE_COLOR are heeded. */
export const paint = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });

/** For standard error. */
export const paintError = (style: Style, text: string): string => styleText(style, text, { stream: process.stderr });

/** What a client or a document says must not reach a terminal raw: it obeys control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
export const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?');

/** At most so many characters, the last one a mark where there were more. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** The text in lines of at most so many characters, broken between words; a word that is longer stays whole. */
export const wrap = (text: string, length: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= length) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};
