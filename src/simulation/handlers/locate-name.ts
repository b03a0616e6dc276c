/** Finds the property of a handler in the text of its file. */

/**
 * The offset of the property `name`, such as `name: ...`, `name(...) {`, `'name': ...` or `name,`: the outermost after the default export,
 * else the outermost in the file. Undefined if there is none, for example because its name is computed.
 */
export const findProperty = (text: string, name: string): number | undefined => {
  const found = [...propertiesNamed(text, name)];
  const exported = /\bexport\s+default\b|\bmodule\.exports\b/.exec(text)?.index ?? 0;
  const after = found.filter(({ offset }) => offset >= exported);
  const [first, ...others] = after.length > 0 ? after : found;
  return others.reduce((best, each) => (each.depth < (best?.depth ?? 0) ? each : best), first)?.offset;
};

interface Occurrence {
  readonly offset: number;
  /** The number of brackets around it. */
  readonly depth: number;
}

/** Comments, texts, brackets and words. A regular expression is taken for other code, which hides a name at worst. */
const token = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(["'`])(?:\\[\s\S]|(?!\1)[^\\])*\1?|[{}[\]()]|[\p{L}\p{N}_$]+/gu;

function* propertiesNamed(text: string, name: string): Generator<Occurrence> {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(token)) {
    if (/^[{[(]$/.test(found)) depth++;
    else if (/^[}\])]$/.test(found)) depth--;
    else if (isName(found, name) && isProperty(text, index, found.length)) yield { offset: index, depth };
  }
}

const isName = (found: string, name: string): boolean =>
  found === name || (/^["']/.test(found) && found.slice(1, -1).replaceAll(/\\(.)/g, '$1') === name);

const isProperty = (text: string, start: number, length: number): boolean =>
  !/[.?]\s*$/.test(text.slice(Math.max(0, start - 20), start)) &&
  /^\s*[:(,}]/.test(text.slice(start + length, start + length + 100));
