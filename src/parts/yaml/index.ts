/** Reads YAML as most documents are written, line by line: keys, lists, and values of one line. A parser for all of YAML takes four times as long. */
import { type Json, setProperty } from '../../core/primitives/json.ts';
import { remembered } from '../../core/primitives/lazy.ts';

export { marksInLine, readWithBrackets } from './brackets.ts';

/** A key, and all that is before its value. */
const keyed = /^ *(?:([\w$/(][^:]*(?::(?! |$)[^:]*)*)|'([^']*)' *|"([^"\\]*)" *):(?: +|$)/;
const listed = /^ *-(?: +|$)/;
const quoted = /^(?:'([^']*)'|"([^"\\]*)")$/;
const plain = /^(?:[^\s,[\]{}#&*!|>'"%@`?:-]|-(?=\w))(?!.*(?:: | #|:$))/s;
/** A plain value that may be no text. */
const other = /^(?:[-+]?\.?(?:\d.*|inf|nan)|~|<<|null|true|false)$/is;
/** How a value begins that has several lines, or is in brackets or quotes. */
const longer = /^(?:[|>][-+]?$|[[{'"]|[\w$/(<](?!.*(?:: |:$)))/s;
const printable = /^[\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u;
const maxDepth = 100;

type Read = (text: string) => Json;

/** Returns undefined if the text has something else: the parser for all of YAML then decides. `read` is this parser; here, it reads longer values. */
export const readPlainYaml = (text: string, read: Read): Json | undefined => {
  try {
    return printable.test(text) ? new PlainReader(text, read).whole() : undefined;
  } catch {
    return undefined;
  }
};

class PlainReader {
  readonly #lines: string[];
  /** Where the lines begin; -1 if they are blank. */
  readonly #columns: number[];
  readonly #read: Read;
  readonly #readScalar: Read;
  #at: number;
  #depth = 0;

  constructor(text: string, read: Read) {
    this.#lines = text.split('\n');
    this.#columns = this.#lines.map((line) => line.search(/[^ ]/));
    this.#read = read;
    this.#readScalar = remembered(read);
    this.#at = this.#lines[0] === '---' ? 1 : 0;
  }

  whole(): Json | undefined {
    const value = this.#block(this.#next());
    return this.#next() < 0 ? value : undefined;
  }

  get #line(): string {
    return this.#lines[this.#at] as string;
  }

  /** The column of the next line with more than a comment; -1 at the end. */
  #next(): number {
    for (; this.#at < this.#lines.length; this.#at++) {
      const column = this.#columns[this.#at] as number;
      if (column >= 0 && this.#line[column] !== '#') return column;
    }
    return -1;
  }

  #block(column: number): Json {
    if (++this.#depth > maxDepth) throw unusual;
    const value = listed.test(this.#line) ? this.#list(column) : this.#map(column);
    this.#depth--;
    return value;
  }

  #list(column: number): Json {
    const items: Json[] = [];
    while (this.#next() === column) {
      const [dash] = listed.exec(this.#line) ?? [];
      if (dash === undefined) break;
      const start = dash.length;
      const rest = this.#line.slice(start);
      if (keyed.test(rest) || listed.test(rest)) {
        this.#lines[this.#at] = ' '.repeat(start) + rest;
        this.#columns[this.#at] = start;
        items.push(this.#block(start));
      } else items.push(this.#valueAt(start, column, column + 1));
    }
    return items;
  }

  #map(column: number): Json {
    const object: Record<string, Json> = {};
    while (this.#next() === column) {
      const [before, name, single, double] = keyed.exec(this.#line) ?? [];
      const key = name?.trimEnd() ?? single ?? double;
      if (before === undefined || key === undefined || Object.hasOwn(object, key)) throw unusual;
      if (name !== undefined && / #|^null\s*$/i.test(name)) throw unusual;
      setProperty(object, key, this.#valueAt(before.length, column, column));
    }
    return object;
  }

  /** The value in the rest of a line, and in those below that begin behind `column`, or are a list from `columnOfLists` on. */
  #valueAt(start: number, column: number, columnOfLists: number): Json {
    let stop = this.#line.length;
    while (stop > start && this.#line[stop - 1] === ' ') stop--;
    const written = this.#line.slice(start, stop);
    if (written === '' || written[0] === '#') {
      this.#at++;
      const found = this.#next();
      const isList = listed.test(this.#line);
      if (isList ? found < columnOfLists : found <= column) return null;
      return isList || keyed.test(this.#line) ? this.#block(found) : this.#valueAt(found, column, columnOfLists);
    }
    let end = this.#at + 1;
    let isAlone = true;
    for (; end < this.#lines.length; end++) {
      const found = this.#columns[end] as number;
      if (found >= 0 && found <= column) break;
      isAlone &&= found < 0;
    }
    const [isQuoted, single, double] = (isAlone && quoted.exec(written)) || [];
    if (isQuoted !== undefined || (isAlone && plain.test(written))) {
      this.#at++;
      return single ?? double ?? (other.test(written) ? this.#readScalar(written) : written);
    }
    if (!longer.test(written)) throw unusual;
    const lines = [' '.repeat(start) + this.#line.slice(start), ...this.#lines.slice(this.#at + 1, end)];
    const value = this.#read(lines.join('\n') + (end < this.#lines.length ? '\n' : ''));
    if (typeof value === 'object' && value !== null && !/^[[{]/.test(written)) throw unusual;
    this.#at = end;
    return value;
  }
}

const unusual = new Error('This is not plain.');
