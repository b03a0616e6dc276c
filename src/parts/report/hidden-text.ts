/**
 * Control characters, other breaks of lines, and all that has no width or changes the direction of text: zero-width characters, fillers,
 * selectors of variants but that of emoji, and tags (U+E0000 and on). What a person sees is all that there is.
 */
export const hidden = /[[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--\ufe0f]/gv;

/** Most texts have plain characters alone, which is found out ten times as fast. */
const notPlain = /[^ -~]/;
const notPlainLines = /[^\n\t -~]/;

/** A text with a question mark in place of each hidden character. */
export const withoutHidden = (text: string): string => (notPlain.test(text) ? text.replaceAll(hidden, '?') : text);

/** JSON text with escapes in place of hidden characters; its value stays the same. Line breaks and tabs between the values stay, and colours. */
export const escapeHidden = (json: string): string => {
  if (!notPlainLines.test(json)) return json;
  return json.replaceAll(hidden, (character, at: number) =>
    character === '\n' || character === '\t' || (character === '\u001b' && colour.test(json.slice(at, at + 40)))
      ? character
      : character.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
};

/** A command of a terminal that sets colours alone. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds it
const colour = /^\u001b\[[\d;]*m/;
