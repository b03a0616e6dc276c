/**
 * Filters as text: `userName eq "x" and active eq true`, as SCIM (RFC 7644, section 3.4.2.2) and OData write them. OData quotes
 * texts with `'` and separates names with `/`.
 */

import { compare, numberOf, timeOf } from '../primitives/compare-scalars.ts';
import { getProperty, isJsonObject, isNumeric, type Json, type JsonObject } from '../primitives/json.ts';
import type { StepBudget } from '../primitives/step-budget.ts';

export interface FilterExpression {
  /** @throws OutOfSteps */
  readonly matches: (value: Json, budget: StepBudget) => boolean;
  /** The values that it requires: `type eq "work"`. Empty if it is more than a list of them. */
  readonly equal: readonly { readonly path: readonly string[]; readonly value: Json }[];
}

type Token = { readonly text: string } | { readonly literal: Json };

const tokenPattern = /\s*(?:(?<text>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<mark>[()[\],])|(?<word>[^\s()[\],"']+))/y;

/** Longer expressions are not read. In characters. */
const maxLength = 4000;
const maxDepth = 50;

/** Undefined if the text is not an expression. */
export const readExpression = (text: string): FilterExpression | undefined => {
  const tokens = text.length > maxLength ? undefined : tokensIn(text);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const reader = new Reader(tokens);
  const found = reader.readAny(0);
  return reader.isAtEnd() ? found : undefined;
};

const tokensIn = (text: string): readonly Token[] | undefined => {
  const tokens: Token[] = [];
  const trimmed = text.trimEnd();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < trimmed.length) {
    const groups = tokenPattern.exec(trimmed)?.groups;
    if (groups === undefined) return undefined;
    const { text: quoted, mark, word } = groups;
    if (quoted === undefined) tokens.push({ text: (mark ?? word) as string });
    else {
      const literal = unquote(quoted);
      if (literal === undefined) return undefined;
      tokens.push({ literal });
    }
  }
  return tokens;
};

const unquote = (quoted: string): string | undefined => {
  if (quoted.startsWith("'")) return quoted.slice(1, -1).replaceAll("''", "'");
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
};

const functions: Readonly<Record<string, string>> = { contains: 'co', startswith: 'sw', endswith: 'ew' };

type Read = FilterExpression | undefined;

const plain = (matches: FilterExpression['matches']): FilterExpression => ({ matches, equal: [] });

/** Reads by recursive descent: `or` binds less than `and`. */
class Reader {
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  isAtEnd(): boolean {
    return this.#index === this.#tokens.length;
  }

  readAny(depth: number): Read {
    let left = this.#readAll(depth);
    while (left !== undefined && this.#take('or')) {
      const [first, second] = [left, this.#readAll(depth)];
      left = second && plain((value, budget) => first.matches(value, budget) || second.matches(value, budget));
    }
    return left;
  }

  #readAll(depth: number): Read {
    let left = this.#readOne(depth);
    while (left !== undefined && this.#take('and')) {
      const [first, second] = [left, this.#readOne(depth)];
      left = second && {
        matches: (value, budget) => first.matches(value, budget) && second.matches(value, budget),
        equal: first.equal.length > 0 && second.equal.length > 0 ? [...first.equal, ...second.equal] : [],
      };
    }
    return left;
  }

  #readOne(depth: number): Read {
    if (depth > maxDepth) return undefined;
    if (this.#take('not')) {
      const inner = this.#readOne(depth + 1);
      return inner && plain((value, budget) => !inner.matches(value, budget));
    }
    if (this.#take('(')) {
      const inner = this.readAny(depth + 1);
      return this.#take(')') ? inner : undefined;
    }
    const name = this.#word();
    if (name === undefined) return undefined;
    if (this.#take('(')) return this.#readFunction(name);
    if (this.#take('[')) {
      const inner = this.readAny(depth + 1);
      if (inner === undefined || !this.#take(']')) return undefined;
      const path = pathIn(name);
      return plain((value, budget) =>
        elementsAt(value, path, budget).some((element) => inner.matches(element, budget)),
      );
    }
    return this.#readComparison(name);
  }

  #readComparison(name: string): Read {
    const [operator, path] = [this.#word()?.toLowerCase() ?? '', pathIn(name)];
    if (operator === 'pr')
      return plain((value, budget) => elementsAt(value, path, budget).some((found) => found !== null));
    return comparisonOf(path, operator, this.#literal());
  }

  /** `contains(name,'x')`, of OData. */
  #readFunction(name: string): Read {
    const [operator, path] = [functions[name.toLowerCase()] ?? '', pathIn(this.#word() ?? '')];
    const limit = this.#take(',') ? this.#literal() : undefined;
    return this.#take(')') ? comparisonOf(path, operator, limit) : undefined;
  }

  #take(word: string): boolean {
    const token = this.#tokens[this.#index];
    const isNext = token !== undefined && 'text' in token && token.text.toLowerCase() === word;
    if (isNext) this.#index++;
    return isNext;
  }

  #word(): string | undefined {
    const token = this.#tokens[this.#index];
    if (token === undefined || !('text' in token) || /^[()[\],]$/.test(token.text)) return undefined;
    this.#index++;
    return token.text;
  }

  #literal(): Json | undefined {
    const token = this.#tokens[this.#index++];
    if (token === undefined) return undefined;
    if ('literal' in token) return token.literal;
    const word = token.text.toLowerCase();
    if (Object.hasOwn(words, word)) return words[word];
    return numberOf(token.text) ?? (timeOf(token.text) === undefined ? undefined : token.text);
  }
}

const words: Readonly<Record<string, Json>> = { true: true, false: false, null: null };

/** The names of the path `name.familyName`. The names of a schema stay whole: `urn:ietf:...:2.0:User.userName` has dots of its own. */
export const pathIn = (name: string): readonly string[] => {
  const [, schema, rest] = /^(urn:.+):([^:]+)$/i.exec(name) ?? [];
  const own = (rest ?? name).split(/[./]/);
  return schema === undefined || /:core:/i.test(schema) ? own : [schema, ...own];
};

/** The property of the name, in any case: names of SCIM ignore it. @throws OutOfSteps */
export const nameIn = (value: JsonObject, name: string, budget: StepBudget): string | undefined => {
  if (Object.hasOwn(value, name)) return name;
  const lower = name.toLowerCase();
  const names = Object.keys(value);
  budget.spend(names.length);
  return names.find((other) => other.toLowerCase() === lower);
};

/** The values at a path: each element of a list. @throws OutOfSteps */
const elementsAt = (value: Json, path: readonly string[], budget: StepBudget): readonly Json[] => {
  if (Array.isArray(value)) {
    budget.spend(value.length);
    return (value as readonly Json[]).flatMap((element) => elementsAt(element, path, budget));
  }
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (!isJsonObject(value)) return [];
  const own = nameIn(value, name, budget);
  return own === undefined ? [] : elementsAt(getProperty(value, own) as Json, rest, budget);
};

type Test = (value: Json, limit: Json) => boolean;

const textOf = (value: Json): string => (typeof value === 'string' ? value.toLowerCase() : String(value));

const isEqual: Test = (value, limit) =>
  // An element such as `{ value: 'a@b.c' }` is its value.
  isJsonObject(value)
    ? Object.hasOwn(value, 'value') && isEqual(getProperty(value, 'value') as Json, limit)
    : orderOf(value, limit) === 0;

const orderOf = (value: Json, limit: Json): number | undefined => {
  if (value === null || limit === null) return value === limit ? 0 : undefined;
  if (typeof value === 'boolean' || typeof limit === 'boolean') return String(value) === String(limit) ? 0 : undefined;
  const [left, right] = [numberOf(value), numberOf(limit)];
  if ((isNumeric(value) || isNumeric(limit)) && left !== undefined && right !== undefined) return compare(left, right);
  if (typeof value !== 'string' || typeof limit !== 'string') return undefined;
  const [time, limitTime] = [timeOf(value), timeOf(limit)];
  return time !== undefined && limitTime !== undefined
    ? compare(time, limitTime)
    : compare(textOf(value), textOf(limit));
};

const inOrder =
  (accepts: (order: number) => boolean): Test =>
  (value, limit) => {
    const order = orderOf(value, limit);
    return order !== undefined && accepts(order);
  };

const inText =
  (accepts: (text: string, part: string) => boolean): Test =>
  (value, limit) =>
    typeof value !== 'object' && accepts(textOf(value), textOf(limit));

const operators: ReadonlyMap<string, Test> = new Map([
  ['eq', isEqual],
  ['gt', inOrder((order) => order > 0)],
  ['ge', inOrder((order) => order >= 0)],
  ['lt', inOrder((order) => order < 0)],
  ['le', inOrder((order) => order <= 0)],
  ['co', inText((text, part) => text.includes(part))],
  ['sw', inText((text, part) => text.startsWith(part))],
  ['ew', inText((text, part) => text.endsWith(part))],
]);

const comparisonOf = (path: readonly string[], operator: string, limit: Json | undefined): Read => {
  if (limit === undefined || path.includes('')) return undefined;
  if (operator === 'ne') {
    const equal = comparisonOf(path, 'eq', limit) as FilterExpression;
    return plain((value, budget) => !equal.matches(value, budget));
  }
  const test = operators.get(operator);
  if (test === undefined) return undefined;
  const isMissing = operator === 'eq' && limit === null;
  return {
    matches: (value, budget) => {
      const found = elementsAt(value, path, budget);
      return found.some((one) => test(one, limit)) || (isMissing && found.length === 0);
    },
    equal: operator === 'eq' ? [{ path, value: limit }] : [],
  };
};
