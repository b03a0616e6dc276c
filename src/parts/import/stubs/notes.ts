/** What a reader decides about the keys of one stub. */
import type { JsonPath, Token } from '../../../core/primitives/json-path.ts';
import { type SeenPlace, wideningText } from '../recording/ledger.ts';
import { Inexpressible } from './inexpressible.ts';
import type { Note } from './stub.ts';
import type { Wildcard } from './stub-wildcard.ts';

export class Notes {
  readonly list: Note[] = [];
  readonly key: string;
  readonly path: JsonPath;

  constructor(key: string, { path }: Pick<SeenPlace, 'path'>) {
    this.key = key;
    this.path = path;
  }

  carry(...path: JsonPath): void {
    this.#add('carried', path, undefined);
  }

  /** `patterns`: what the condition became. A row says so if they are for more texts than `before`, the condition as it is written. */
  carryOneOf(patterns: readonly Wildcard[], before: string, ...path: JsonPath): readonly Wildcard[] {
    if (patterns.some(({ isBroad }) => isBroad))
      this.widen(before, patterns.map(({ glob }) => glob).join(' or '), ...path);
    else this.carry(...path);
    return patterns;
  }

  widen(before: string, after: string, ...path: JsonPath): void {
    this.#add('wider', path, wideningText(before, after));
  }

  /** Carries over a template that is not evaluated. */
  carryText(...path: JsonPath): void {
    this.#add('carried', path, 'the text of a template, which is not evaluated');
  }

  leave(reason: string, ...path: JsonPath): void {
    this.#add('no-loss', path, reason);
  }

  lose(reason: string, ...path: JsonPath): void {
    this.#add('lost', path, reason);
  }

  /** The whole stub is not carried over, because of this key. @throws Inexpressible */
  give(reason: string, ...path: JsonPath): never {
    throw new Inexpressible(`${reason}: the stub is not carried over`, {
      key: keyOf(this.key, path),
      path: [...this.path, ...path],
    });
  }

  /** @throws Inexpressible with the place of the key */
  express<Value>(read: () => Value, ...path: JsonPath): Value {
    try {
      return read();
    } catch (error) {
      if (error instanceof Inexpressible) return this.give(error.message, ...path);
      throw error;
    }
  }

  #add(fate: Note['fate'], path: JsonPath, reason: string | undefined): void {
    this.list.push({ fate, key: keyOf(this.key, path), path: [...this.path, ...path], reason });
  }
}

/** Names that the user chose are `*`, and indexes `[]`. */
const keyOf = (key: string, path: JsonPath): string => {
  let text = key;
  for (const [index, token] of path.entries()) text += partOf(token, path[index - 1]);
  return text;
};

const chosen: ReadonlySet<unknown> = new Set([
  'headers',
  'queryParameters',
  'cookies',
  'pathParameters',
  'formParameters',
]);

const partOf = (token: Token, before: Token | undefined): string => {
  if (typeof token === 'number') return '[]';
  return chosen.has(before) ? '.*' : `.${token.slice(0, 60)}`;
};
