/** The rules of a schema for one value of a response, as contract and extreme faults need them. */
import type { Json } from '../primitives/json.ts';

export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer';

/** A regular expression whose test always ends. */
interface TextPattern {
  /** Whether the text matches; undefined if that cannot be decided in bounded time. */
  readonly test: (text: string) => boolean | undefined;
}

export interface SchemaLimits {
  /** The allowed types; undefined if the schema does not restrict them. */
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly values: readonly Json[] | undefined;
  readonly format: string | undefined;
  /** Infinite if there is no bound. */
  readonly low: number;
  /** Whether the bound itself is not allowed. */
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
}

/** If a value matches one of several alternatives, the rules of that one count; `types` are those of all alternatives. */
export interface SchemaFacts extends SchemaLimits {
  readonly patterns: readonly TextPattern[];
  /** Whether the schema declares any property. */
  readonly declares: boolean;
  /** Whether a property is declared or allowed; `typed`: not declared by name, but it must match a schema. */
  readonly declarationOf: (name: string) => 'declared' | 'typed' | 'open' | 'closed';
  /** The facts for a property or a list item with this value. The same object for the same rules. */
  readonly child: (token: string | number, value: Json) => SchemaFacts;
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
