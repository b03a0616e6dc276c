import { getOrInsert } from '../../core/primitives/lazy.ts';

/**
 * Parses a JavaScript regular expression to a syntax tree (ECMA-262, 22.2.1 and B.1.2). `new RegExp` must accept the text
 * with the same flags: the parser does not validate it again.
 */

/** A character, an escape or a class, which matches one unit of the text. The JavaScript engine tests it. */
export interface CharacterSet {
  readonly text: string;
  readonly flags: string;
  /** `unit`: a text of one unit. */
  readonly has: (unit: string) => boolean;
}

export type Assertion = 'textStart' | 'textEnd' | 'lineStart' | 'lineEnd' | 'boundary' | 'notBoundary';

export type Node =
  | { readonly type: 'empty' }
  | { readonly type: 'set'; readonly set: CharacterSet }
  | { readonly type: 'sequence'; readonly nodes: readonly Node[] }
  | { readonly type: 'choice'; readonly options: readonly Node[] }
  | Repeat
  | { readonly type: 'condition'; readonly condition: Assertion }
  | Look;

export interface Repeat {
  readonly type: 'repeat';
  readonly node: Node;
  readonly min: number;
  /** Infinite if there is no upper bound. */
  readonly max: number;
}

export interface Look {
  readonly type: 'look';
  readonly node: Node;
  readonly isBehind: boolean;
  readonly isNegated: boolean;
}

export interface Syntax {
  readonly root: Node;
  /** Whether a unit of the text is a code point. Otherwise it is a UTF-16 code unit. */
  readonly isUnicode: boolean;
}

/** @throws Error if groups are nested deeper than {@link maxDepth}, or if the pattern has a back reference: matching those takes exponential time. */
export const parsePattern = (source: string, flags: string): Syntax => new Parser(source, flags).parse();

/** Deeper nesting would overflow the stack of the functions that traverse the tree. */
const maxDepth = 250;

const empty: Node = { type: 'empty' };

class Parser {
  readonly #text: string;
  readonly #flags: string;
  readonly #isUnicode: boolean;
  readonly #groupCount: number;
  readonly #hasNames: boolean;
  readonly #sets = new Map<string, CharacterSet>();
  #offset = 0;
  #depth = 0;

  constructor(text: string, flags: string) {
    this.#text = text;
    this.#flags = flags;
    this.#isUnicode = flags.includes('u');
    const outside = text.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gs, '');
    this.#groupCount = outside.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0;
    this.#hasNames = /\(\?<(?![=!])/.test(outside);
  }

  parse(): Syntax {
    return { root: this.#choice(this.#flags), isUnicode: this.#isUnicode };
  }

  #choice(flags: string): Node {
    if (++this.#depth > maxDepth) throw new Error(`the pattern is nested deeper than ${maxDepth} levels`);
    const options: Node[] = [];
    let nodes: Node[] = [];
    while (this.#offset < this.#text.length && this.#text[this.#offset] !== ')') {
      if (this.#text[this.#offset] === '|') {
        this.#offset++;
        options.push(sequenceOf(nodes));
        nodes = [];
      } else nodes.push(this.#repeated(flags));
    }
    this.#depth--;
    options.push(sequenceOf(nodes));
    return options.length === 1 ? (options[0] as Node) : { type: 'choice', options };
  }

  #repeated(flags: string): Node {
    const node = this.#atom(flags);
    const quantifier = this.#consume(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y);
    if (quantifier === undefined) return node;
    const [, sign, minText, comma, maxText] = quantifier;
    const min = sign === undefined ? Number(minText) : sign === '+' ? 1 : 0;
    const isUnbounded = sign === '*' || sign === '+' || (comma !== undefined && maxText === '');
    const max = isUnbounded ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(maxText ?? minText);
    if (max === 0) return empty;
    return { type: 'repeat', node, min, max };
  }

  #atom(flags: string): Node {
    const character = this.#text[this.#offset] as string;
    switch (character) {
      case '^':
        this.#offset++;
        return { type: 'condition', condition: flags.includes('m') ? 'lineStart' : 'textStart' };
      case '$':
        this.#offset++;
        return { type: 'condition', condition: flags.includes('m') ? 'lineEnd' : 'textEnd' };
      case '(':
        return this.#group(flags);
      case '\\':
        return this.#escape(flags);
      case '[':
        return this.#set((this.#consume(/\[(?:\\.|[^\]\\])*\]/sy) as RegExpExecArray)[0], flags);
      default: {
        const unit = this.#isUnicode ? String.fromCodePoint(this.#text.codePointAt(this.#offset) as number) : character;
        this.#offset += unit.length;
        return this.#set(unit, flags);
      }
    }
  }

  #group(flags: string): Node {
    const look = this.#consume(/\(\?(<?)([=!])/y);
    if (look !== undefined) {
      const node = this.#groupBody(flags);
      return { type: 'look', node, isBehind: look[1] === '<', isNegated: look[2] === '!' };
    }
    const modifiers = this.#consume(/\(\?([ims]*)(?:-([ims]*))?:/y);
    if (modifiers !== undefined) return this.#groupBody(modified(flags, modifiers[1] ?? '', modifiers[2] ?? ''));
    this.#consume(/\((?:\?<[^>]*>)?/y);
    return this.#groupBody(flags);
  }

  #groupBody(flags: string): Node {
    const node = this.#choice(flags);
    this.#offset++;
    return node;
  }

  #escape(flags: string): Node {
    const boundary = this.#consume(/\\([bB])/y);
    if (boundary !== undefined)
      return { type: 'condition', condition: boundary[1] === 'b' ? 'boundary' : 'notBoundary' };
    if (this.#isBackReference()) throw new Error('the pattern has a back reference');
    const [text] = this.#consume(this.#isUnicode ? unicodeEscape : plainEscape) as RegExpExecArray;
    // `\c` without a following letter is a backslash.
    return this.#set(text === '\\' ? '\\\\' : text, flags);
  }

  #isBackReference(): boolean {
    const rest = this.#text.slice(this.#offset, this.#offset + 9);
    if ((this.#isUnicode || this.#hasNames) && rest.startsWith('\\k<')) return true;
    const number = Number(/^\\([1-9]\d*)/.exec(rest)?.[1] ?? 0);
    return number > 0 && (this.#isUnicode || number <= this.#groupCount);
  }

  #set(text: string, flagsAround: string): Node {
    const flags = flagsAround.replace(/[^isu]/g, '');
    const set = getOrInsert(this.#sets, `${flags} ${text}`, () => {
      const expression = new RegExp(`^(?:${text})$`, flags);
      return { text, flags, has: (unit) => expression.test(unit) };
    });
    return { type: 'set', set };
  }

  #consume(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#offset;
    const match = expression.exec(this.#text);
    if (match === null) return undefined;
    this.#offset += match[0].length;
    return match;
  }
}

/** A pair of escaped surrogates is one code point. */
const unicodeEscape =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/suy;
/** Octal escapes end at 377. In `\c` without a following letter, the backslash and the `c` are literal. */
const plainEscape = /\\(?:[0-3][0-7]{0,2}|[4-7][0-7]?|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|(?!c).)|\\(?=c)/sy;

const sequenceOf = (nodes: readonly Node[]): Node =>
  nodes.length === 0 ? empty : nodes.length === 1 ? (nodes[0] as Node) : { type: 'sequence', nodes };

const modified = (flags: string, added: string, removed: string) =>
  [...'imsu'].filter((flag) => added.includes(flag) || (flags.includes(flag) && !removed.includes(flag))).join('');
