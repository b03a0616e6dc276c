/** An object while its values are made to agree. */
import { type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { maxRemembered } from '../../core/primitives/lazy.ts';
import { plainName } from '../../core/primitives/words.ts';
import { type Meaning, type NameRule, wordGroups } from '../names/index.ts';

export interface Allowed {
  /** Whether a property surely takes a value. */
  readonly takes: (name: string, value: Json) => boolean;
  /** How a property may be empty; undefined: it may not. */
  readonly emptyAs: (name: string) => 'null' | 'absent' | undefined;
}

/** A number, also as a text with hundredths. */
export const amountIn = (value: Json | undefined): number | undefined => {
  const number = typeof value === 'string' && /^\d+\.\d\d$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? number : undefined;
};

export class ObjectDraft {
  readonly value: Record<string, Json>;
  /** World time in milliseconds. */
  readonly now: number;
  readonly #takes: Allowed['takes'];
  readonly #fixed: JsonObject | undefined;

  constructor(value: Record<string, Json>, now: number, takes: Allowed['takes'], fixed: JsonObject | undefined) {
    this.value = value;
    this.now = now;
    this.#takes = takes;
    this.#fixed = fixed;
  }

  /** Whether nobody has stated the value of a property. */
  isFree(name: string): boolean {
    return this.#fixed === undefined || !Object.hasOwn(this.#fixed, name);
  }

  /** Sets a property that the object has to a value of the same kind, unless its schema surely takes the value before, and not this one. */
  put(name: string, value: Json): void {
    const isFit = this.#takes(name, value) || !this.#takes(name, this.value[name] as Json);
    if (isFit && this.isFree(name)) setProperty(this.value, name, value);
  }

  /** Sets a number that the object has, rounded to hundredths, if its schema takes it. */
  setNumber(name: string | undefined, number: number): boolean {
    const text = number.toFixed(2);
    if (this.numberAt(name) === undefined || !(number >= 0 && Number.isFinite(number))) return false;
    const rounded = typeof this.value[name as string] === 'string' ? text : Number(text);
    if (!this.isFree(name as string) || !this.#takes(name as string, rounded)) return false;
    setProperty(this.value, name as string, rounded);
    return true;
  }

  /** Sets a text that the object has, if its schema takes it. */
  setText(name: string, text: string): void {
    if (typeof this.value[name] === 'string' && this.#takes(name, text)) this.put(name, text);
  }

  numberAt(name: string | undefined): number | undefined {
    return amountIn(this.value[name ?? '']);
  }

  /** The time in a text, in milliseconds. */
  timeAt(name: string | undefined): number | undefined {
    const own = this.value[name ?? ''];
    const time = typeof own === 'string' && /^\d{4}-\d\d-\d\d/.test(own) ? Date.parse(own) : Number.NaN;
    return Number.isNaN(time) ? undefined : time;
  }
}

/** Makes the values of one object agree. */
export type Agree = (draft: ObjectDraft) => void;

export class PropertyNames {
  readonly all: readonly string[];
  readonly allowed: Allowed;
  readonly #words: Map<string, string>;
  readonly #wordsOf: (name: string) => string;
  readonly #byPlain: ReadonlyMap<string, string>;

  constructor(all: readonly string[], allowed: Allowed, wordsOf: (name: string) => string) {
    this.all = all;
    this.allowed = allowed;
    // `total_cents` is a total.
    this.#wordsOf = (name) => wordsOf(name).replace(/( in)? (cents|pence)$/, '');
    this.#words = new Map(all.map((name) => [name, this.#wordsOf(name)]));
    this.#byPlain = new Map(all.map((name) => [this.#plainOf(name), name]));
  }

  /** The words of a name, in English, also of a property of something in it. */
  wordsOf(name: string): string {
    const known = this.#words.get(name);
    if (known !== undefined) return known;
    const words = this.#wordsOf(name);
    if (this.#words.size < maxRemembered) this.#words.set(name, words);
    return words;
  }

  /** The words of a name without anything between them. */
  #plainOf(name: string): string {
    return plainName(this.wordsOf(name));
  }

  named(plain: string): string | undefined {
    return this.#byPlain.get(plain);
  }

  find(test: (words: string) => boolean): string | undefined {
    return this.all.find((name) => test(this.wordsOf(name)));
  }

  where(test: (words: string) => boolean): readonly string[] {
    return this.all.filter((name) => test(this.wordsOf(name)));
  }

  /** The pairs that the first fitting rule of each name finds. */
  pairs(rules: readonly NameRule[]): readonly NamePair[] {
    return this.all.flatMap((name) => {
      const plain = this.#plainOf(name);
      return rules.flatMap(([pattern, ...whole]) => {
        if (!pattern.test(plain)) return [];
        const found = whole.map((text) => this.named(plain.replace(pattern, text)));
        const other = found.find((one) => one !== undefined && one !== name);
        return other === undefined ? [] : [[name, other] as const];
      });
    });
  }
}

export type NamePair = readonly [string, string];

/** The test of a name for the words of a list. */
export const is =
  (meaning: Meaning<'names'>) =>
  (words: string): boolean =>
    wordGroups.names.has(words, meaning);
