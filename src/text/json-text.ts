/** JSON as a text: where its first syntax error, its duplicate keys and its values are. */

import { type JsonPath, maxJsonDepth } from '../core/primitives/json.ts';
import { getOrInsert } from '../core/primitives/lazy.ts';

interface JsonFinding {
  readonly offset: number;
  readonly message: string;
}

/** The first syntax error, or all duplicate keys; empty for a valid text. */
export const scanJson = (text: string): readonly JsonFinding[] => {
  const scanner = new Scanner(text, 0);
  return scanner.scan() ? scanner.duplicates : [scanner.failure as JsonFinding];
};

/** Whether the text is a JSON object. Other JSON is read as YAML. */
export const isJson = (text: string): boolean => {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Finds an offset: of the last existing part of the path; of the value itself in a list. `at`: by default, the key. */
export type JsonOffsetAt = (path: JsonPath, at?: 'key' | 'value') => number;

/** The text must be valid JSON. Only the objects and lists on a path are read, once. */
export const createJsonOffsets = (text: string): JsonOffsetAt => {
  const known = new Map<number, Children>();
  const childrenAt = (offset: number): Children =>
    getOrInsert(known, offset, () => new Scanner(text, offset).children());
  return createOffsetsBy(new Scanner(text, 0).next(), childrenAt);
};

/** Finds offsets by the children of values. `start`: the offset of the whole value; `childrenAt`: the children of the value at one. */
export const createOffsetsBy =
  (start: number, childrenAt: (offset: number) => Children | undefined): JsonOffsetAt =>
  (path, at = 'key') => {
    let value = start;
    let offset = start;
    for (const token of path) {
      const child = childrenAt(value)?.get(String(token));
      if (child === undefined) break;
      value = child.value;
      offset = at === 'key' ? child.start : value;
    }
    return offset;
  };

export type Children = ReadonlyMap<string, Child>;

export interface Child {
  /** The start of the key, or of the value in a list. */
  readonly start: number;
  readonly value: number;
}

/** A recursive descent parser with bounded depth. Methods that may fail return whether they succeeded. */
class Scanner {
  readonly duplicates: JsonFinding[] = [];
  failure: JsonFinding | undefined;
  readonly #text: string;
  #at: number;
  // Not shared between scanners: a sticky expression has a `lastIndex`.
  readonly #scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
  readonly #escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
  readonly #space = /[ \t\n\r]*/y;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  scan(): boolean {
    return this.#value(0) && (this.#peek() === '' || this.#fail('nothing more'));
  }

  /** The children of the object or list that begins here; of a repeated name, the last one. The text is valid. */
  children(): Children {
    const children = new Map<string, Child>();
    const first = this.#peek();
    if (first === '{' || first === '[')
      this.#entries((name, start) => {
        children.set(name, { start, value: this.next() });
        return this.#skipValue();
      });
    return children;
  }

  /** The offset of the next character that is not a space. */
  next(): number {
    this.#skip(this.#space);
    return this.#at;
  }

  #value(depth: number): boolean {
    const first = this.#peek();
    if (first === '"') return this.#string();
    if (first !== '{' && first !== '[') return this.#skip(this.#scalar) || this.#fail('a value');
    if (depth >= maxJsonDepth) {
      this.failure = { offset: this.#at, message: `the values are nested deeper than ${maxJsonDepth} levels` };
      return false;
    }
    const names = first === '{' ? new Set<string>() : undefined;
    return this.#entries((name, offset) => {
      if (names?.has(name) === true)
        this.duplicates.push({ offset, message: `the key ${JSON.stringify(name)} is duplicated` });
      names?.add(name);
      return this.#value(depth + 1);
    });
  }

  /** The entries of the object or list that begins here. `read`: reads the value; `start`: of the key, or of the value in a list. */
  #entries(read: (name: string, start: number) => boolean): boolean {
    const isObject = this.#peek() === '{';
    const end = isObject ? '}' : ']';
    this.#at++;
    if (this.#take(end)) return true;
    for (let index = 0; ; index++) {
      const start = this.next();
      const name = isObject ? this.#key() : String(index);
      if (name === undefined || !read(name, start)) return false;
      if (this.#take(end)) return true;
      if (!this.#take(',')) return this.#fail(`"," or "${end}"`);
    }
  }

  #key(): string | undefined {
    const start = this.#at;
    const isKey = this.#peek() === '"' ? this.#string() : this.#fail('a key in double quotes');
    if (!isKey) return undefined;
    const literal = this.#text.slice(start, this.#at);
    return this.#take(':') || this.#fail('":"') ? (JSON.parse(literal) as string) : undefined;
  }

  /** Skips a valid value of any depth. */
  #skipValue(): boolean {
    let depth = 0;
    do {
      const character = this.#peek();
      if (character === '{' || character === '[') depth++;
      if (character === '}' || character === ']') depth--;
      const isRead = character === '"' ? this.#string() : this.#skip(this.#scalar);
      if (!isRead) this.#at++;
    } while (depth > 0 && this.#at < this.#text.length);
    return true;
  }

  #string(): boolean {
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x22) {
        this.#at++;
        return true;
      }
      if (code < 0x20) return this.#fail('the end of the text (a line break or a tab must be written as \\n or \\t)');
      if (code === 0x5c) {
        if (!this.#skip(this.#escape)) return this.#fail('an escape such as \\n or \\u00e9');
        this.#at--;
      }
    }
    return this.#fail('the end of the text');
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  /** The next character that is not a space; empty at the end. */
  #peek(): string {
    return this.#text.charAt(this.next());
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #fail(expected: string): boolean {
    const found = this.#at < this.#text.length ? JSON.stringify(this.#text.charAt(this.#at)) : 'the end of the file';
    this.failure ??= { offset: this.#at, message: `this is not valid JSON: expected ${expected}, not ${found}` };
    return false;
  }
}
