/** What a schema says about the value at one place of an answer: what the faults that break or stretch it go by. */
import type { Json } from '../primitives/json.ts';

export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer';

/** A regular expression whose test always ends. */
export interface TextPattern {
  /** Whether the pattern is found in the text; undefined where that cannot be found out in bounded time. */
  readonly test: (text: string) => boolean | undefined;
}

/** Where a value fits one of several alternatives, what that one says counts; `types` are those of all of them. */
export interface SchemaFacts {
  /** The types that a value may have; undefined where the schema does not say. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** The only values allowed, where they are listed. */
  readonly values: readonly Json[] | undefined;
  readonly format: string | undefined;
  readonly patterns: readonly TextPattern[];
  /** Infinite where there is no bound. */
  readonly low: number;
  /** Whether the bound itself is not allowed any more. */
  readonly lowOpen: boolean;
  readonly high: number;
  readonly highOpen: boolean;
  readonly step: number | undefined;
  /** In code points, as JSON Schema counts them. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly minItems: number;
  readonly maxItems: number;
  readonly minProperties: number;
  readonly required: ReadonlySet<string>;
  /** Whether the schema names any member. */
  readonly declares: boolean;
  /** How a member of this name stands: `typed` is one that is not named, but must fit a schema of its own. */
  readonly standingOf: (name: string) => 'declared' | 'typed' | 'open' | 'closed';
  /** What is said about a member or an item that is there with this value. The same object for the same rules. */
  readonly inside: (token: string | number, value: Json) => SchemaFacts;
}

export type SchemaFactsOf = (value: Json) => SchemaFacts;

export const typeOf = (value: Json): JsonType => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as JsonType;
};

export const allowsType = ({ types }: SchemaFacts, type: JsonType): boolean =>
  types === undefined || types.has(type) || (type === 'integer' && types.has('number'));
