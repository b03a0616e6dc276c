/** A regular expression taken apart as far as drawing text needs it: what it asserts (`^`, `\b`, `(?=...)`) is left to a test. */

export type PatternPart =
  | { readonly type: 'character'; readonly characters: Characters }
  | {
      readonly type: 'choice';
      readonly options: readonly (readonly PatternPart[])[];
      readonly group: string | undefined;
    }
  | { readonly type: 'repeat'; readonly part: PatternPart; readonly min: number; readonly max: number }
  | { readonly type: 'again'; readonly group: string };

export interface Characters {
  /** All that are looked for: printable ones. */
  readonly all: readonly string[];
  /** Of these the ones that make text that people can read. */
  readonly plain: readonly string[];
}

/** Throws where the pattern is none. */
export const partsOfPattern = (pattern: string, flags: string): PatternPart => new Reader(pattern, flags).read();

/** Deeper groups are no pattern that anyone writes. */
const maxDepth = 100;

class Reader {
  readonly #text: string;
  readonly #flags: string;
  readonly #known = new Map<string, Characters>();
  #at = 0;
  #groups = 0;
  #depth = 0;

  constructor(text: string, flags: string) {
    this.#text = text;
    this.#flags = flags;
  }

  read(): PatternPart {
    return this.#choice(undefined);
  }

  #choice(group: string | undefined): PatternPart {
    if (++this.#depth > maxDepth) throw new Error('the pattern is nested too deep');
    const options: PatternPart[][] = [[]];
    while (this.#at < this.#text.length && this.#text[this.#at] !== ')') {
      if (this.#text[this.#at] === '|') {
        this.#at++;
        options.push([]);
        continue;
      }
      const part = this.#repeated();
      if (part !== undefined) (options.at(-1) as PatternPart[]).push(part);
    }
    this.#depth--;
    return { type: 'choice', options, group };
  }

  #repeated(): PatternPart | undefined {
    const part = this.#atom();
    const [whole, sign, least, comma, most] =
      this.#take(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y) ?? ([] as readonly undefined[]);
    if (whole === undefined || part === undefined) return part;
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const max =
      sign === '?' ? 1 : sign !== undefined || (comma !== undefined && most === '') ? Infinity : Number(most ?? least);
    return { type: 'repeat', part, min, max };
  }

  /** Undefined for what takes no text. */
  #atom(): PatternPart | undefined {
    if (this.#take(/\^|\$|\\b|\\B/y) !== undefined) return undefined;
    const opening = this.#take(/\((\?(?:<[=!]|[=!:]|<(\w+)>))?/y);
    if (opening !== undefined) return this.#group(opening[1], opening[2]);
    const again = this.#take(/\\(?:([1-9])|k<(\w+)>)/y);
    if (again !== undefined) return { type: 'again', group: (again[1] ?? again[2]) as string };
    const [atom] =
      this.#take(/\[\^?(?:\\.|[^\]\\])*\]/suy) ??
      this.#take(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|.)/isuy) ??
      (this.#take(/./suy) as RegExpExecArray);
    return { type: 'character', characters: this.#characters(atom) };
  }

  #group(kind: string | undefined, name: string | undefined): PatternPart | undefined {
    const isLookedAround = kind !== undefined && /[=!]$/.test(kind);
    const group = name ?? (kind === undefined ? String(++this.#groups) : undefined);
    if (name !== undefined) this.#groups++;
    const inner = this.#choice(group);
    this.#at++;
    return isLookedAround ? undefined : inner;
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#text);
    if (match === null) return undefined;
    this.#at += match[0].length;
    return match;
  }

  #characters(atom: string): Characters {
    const known = this.#known.get(atom);
    if (known !== undefined) return known;
    const made = charactersOf(atom, this.#flags);
    this.#known.set(atom, made);
    return made;
  }
}

const range = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));

const printable = range(0x20, 0x7e);
const lastOfPlane = 0xffff;

/** The engine itself is asked what belongs to a class: it knows `\p{Lu}` and every escape. */
const charactersOf = (atom: string, flags: string): Characters => {
  // A bracket or brace by itself stands for itself in the older mode only.
  const escaped = /^[\]{}]$/.test(atom) ? `\\${atom}` : atom;
  const expression = new RegExp(`^(?:${escaped})$`, flags);
  const fits = (character: string): boolean => expression.test(character);
  let all = printable.filter(fits);
  if (all.length === 0) {
    const first = range(0, lastOfPlane).find(fits);
    all = first === undefined ? [] : [first, ...range(first.charCodeAt(0) + 1, first.charCodeAt(0) + 20).filter(fits)];
  }
  for (const plain of [/[a-z]/, /[A-Z]/]) {
    const letters = all.filter((character) => plain.test(character));
    if (letters.length > 6) return { all, plain: letters };
  }
  const plain = all.filter((character) => /[A-Za-z0-9]/.test(character));
  return { all, plain: plain.length > 0 ? plain : all };
};
