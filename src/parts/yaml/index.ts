/** Lists and maps of YAML whose brackets end below their key, as many are written. js-yaml wants them further in. */

/** Reads a text, or else one of the same length in which no such bracket begins a line. */
export const readWithBrackets = <Value>(text: string, read: (text: string) => Value): Value => {
  try {
    return read(text);
  } catch (error) {
    if (!/^deficient/.test((error as Error).message)) throw error;
    return read(withoutBracketsFirst(text));
  }
};

const withoutBracketsFirst = (text: string): string => {
  const parts: string[] = [];
  let [at, end, block] = [0, 0, Number.POSITIVE_INFINITY];
  for (const { 0: line, index } of text.matchAll(/.+/g)) {
    const indent = line.search(/\S/);
    if (indent < 0 || indent > block || line[indent] === '#') continue;
    const start = index + indent;
    if (/[\]}]/.test(line.charAt(indent))) {
      parts.push(text.slice(at, end), ' '.repeat(start - end));
      at = start;
    }
    const comment = [...line.matchAll(marksInLine)].find(({ 0: mark }) => mark.startsWith('#'))?.index;
    const content = line.slice(0, comment).trimEnd();
    end = index + content.length;
    // A block text is further in than its key.
    const isBlock = /\s[|>][-+\d]*$/.test(content);
    block = isBlock ? (/^(?: *- +(?! *[|>]))* */.exec(line)?.[0].length ?? 0) : Number.POSITIVE_INFINITY;
  }
  return [...parts, text.slice(at)].join('');
};

/** Whole texts in quotes, comments, quotes that begin a text, and brackets. */
export const marksInLine = /(?<![^\s[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?<!\S)#.*|["'])|[[\]{}]/g;
