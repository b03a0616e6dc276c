/** Locations in JSON text. A tree of a large text with all positions, as the YAML parser makes it, takes seconds and hundreds of megabytes. */
import type { JsonPath } from '../core/primitives/json-path.ts';

/** Finds an offset as `offsetAt` does in YAML: of the last existing part of the path; of the value itself in a list. `at`: by default, the key. */
export type JsonOffsetAt = (path: JsonPath, at?: 'key' | 'value') => number;

/** Whether the text is a JSON object. Other JSON is rare, and is read as YAML. */
export const isJson = (text: string): boolean => {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The text must be valid JSON. Only the objects and lists on a path are read, once. */
export const createJsonOffsets = (text: string): JsonOffsetAt => {
  const known = new Map<number, ReadonlyMap<string, Child>>();
  const childrenAt = (offset: number): ReadonlyMap<string, Child> => {
    const children = known.get(offset) ?? readChildren(text, offset);
    known.set(offset, children);
    return children;
  };
  return (path, at = 'key') => {
    let value = afterSpace(text, 0);
    let offset = value;
    for (const token of path) {
      const child = childrenAt(value).get(String(token));
      if (child === undefined) break;
      value = child.value;
      offset = at === 'key' ? child.start : value;
    }
    return offset;
  };
};

/** Offsets. */
interface Child {
  /** Of the key, or of the value in a list. */
  readonly start: number;
  readonly value: number;
}

const readChildren = (text: string, container: number): ReadonlyMap<string, Child> => {
  const children = new Map<string, Child>();
  const isObject = text[container] === '{';
  if (!isObject && text[container] !== '[') return children;
  let at = afterSpace(text, container + 1);
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index++) {
    const start = at;
    let name = String(index);
    if (isObject) {
      const end = endOfString(text, start);
      name = JSON.parse(text.slice(start, end)) as string;
      // Behind the colon.
      at = afterSpace(text, afterSpace(text, end) + 1);
    }
    // Of a repeated name, the last value counts.
    children.set(name, { start, value: at });
    at = afterSpace(text, endOfValue(text, at));
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return children;
};

const afterSpace = (text: string, offset: number): number => {
  let at = offset;
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
};

const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  for (; text[at] !== '"'; at++) if (text[at] === '\\') at++;
  return at + 1;
};

const endOfValue = (text: string, start: number): number => {
  if (text[start] === '"') return endOfString(text, start);
  if (text[start] !== '{' && text[start] !== '[') return endOfScalar(text, start);
  let depth = 0;
  let at = start;
  do {
    const character = text[at];
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    at = character === '"' ? endOfString(text, at) : at + 1;
  } while (depth > 0);
  return at;
};

const endOfScalar = (text: string, start: number): number => {
  const end = /[\s,\]}]|$/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
};
