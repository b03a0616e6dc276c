/** What JSON.parse does not tell: where a JSON text is wrong, and which keys are given twice. */
import { maxJsonDepth } from '../../core/primitives/json.ts';

export interface JsonFinding {
  readonly offset: number;
  readonly message: string;
}

/** The first mistake of a text, else all its duplicate keys; nothing for a text that is as it should be. */
export const scanJson = (text: string): readonly JsonFinding[] => {
  const scanner = new Scanner(text);
  return scanner.scan() ? scanner.duplicates : [scanner.failure as JsonFinding];
};

/** Recursive descent: the depth is bounded. Each step answers whether it went well. */
class Scanner {
  readonly duplicates: JsonFinding[] = [];
  failure: JsonFinding | undefined;
  readonly #text: string;
  #at = 0;
  // Not shared: a sticky expression remembers where it stopped.
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

  /** Members where there is a set of keys, else elements. */
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
    if (keys.has(key)) this.duplicates.push({ offset, message: `the key ${literal} is given twice` });
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
      if (code < 0x20) return this.#fail('the end of the text: a line break or a tab in it is written \\n or \\t');
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

  /** The next character that is no space; empty at the end. */
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
