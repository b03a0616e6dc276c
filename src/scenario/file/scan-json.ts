/** Finds the location of a JSON syntax error and duplicate keys, which `JSON.parse` does not report. */
import { maxJsonDepth } from '../../core/primitives/json.ts';

export interface JsonFinding {
  readonly offset: number;
  readonly message: string;
}

/** The first syntax error, or all duplicate keys; empty for a valid text. */
export const scanJson = (text: string): readonly JsonFinding[] => {
  const scanner = new Scanner(text);
  return scanner.scan() ? scanner.duplicates : [scanner.failure as JsonFinding];
};

/** A recursive descent parser with bounded depth. Each method returns whether it succeeded. */
class Scanner {
  readonly duplicates: JsonFinding[] = [];
  failure: JsonFinding | undefined;
  readonly #text: string;
  #at = 0;
  // Not shared between scanners: a sticky expression has a `lastIndex`.
  readonly #scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
  readonly #escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
  readonly #space = /[ \t\n\r]*/y;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): boolean {
    return this.#value(0) && (this.#peek() === '' || this.#fail('nothing more'));
  }

  #value(depth: number): boolean {
    switch (this.#peek()) {
      case '{':
        return this.#entries(depth + 1, '}', new Set());
      case '[':
        return this.#entries(depth + 1, ']', undefined);
      case '"':
        return this.#string();
      default:
        return this.#skip(this.#scalar) || this.#fail('a value');
    }
  }

  /** Properties if there is a set of keys, otherwise elements. */
  #entries(depth: number, end: string, keys: Set<string> | undefined): boolean {
    if (depth > maxJsonDepth) {
      this.failure = { offset: this.#at, message: `the values are nested deeper than ${maxJsonDepth} levels` };
      return false;
    }
    this.#at++;
    if (this.#take(end)) return true;
    for (;;) {
      if (keys !== undefined && !this.#key(keys)) return false;
      if (!this.#value(depth)) return false;
      if (this.#take(end)) return true;
      if (!this.#take(',')) return this.#fail(`"," or "${end}"`);
    }
  }

  #key(keys: Set<string>): boolean {
    if (this.#peek() !== '"') return this.#fail('a key in double quotes');
    const offset = this.#at;
    if (!this.#string()) return false;
    const literal = this.#text.slice(offset, this.#at);
    const key = JSON.parse(literal) as string;
    if (keys.has(key)) this.duplicates.push({ offset, message: `the key ${literal} is duplicated` });
    keys.add(key);
    return this.#take(':') || this.#fail('":"');
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
    this.#skip(this.#space);
    return this.#text.charAt(this.#at);
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
