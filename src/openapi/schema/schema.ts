/** The types of converted schemas: JSON Schema 2020-12, as read by checks and generators. */
import type { Json } from '../../core/primitives/json.ts';

export type Schema = boolean | SchemaObject;

/** A converted schema. It has only valid keywords, and every `$ref` is a key of the schema set. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly format?: string;
  /** Times that examples around the schema show. */
  readonly times?: () => readonly string[];
  readonly pattern?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly multipleOf?: number | bigint;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly uniqueItems?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly unevaluatedProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  /** Whether this side does not send the property: it is `readOnly` in a request, or `writeOnly` in a response. */
  readonly isHidden?: true;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly title?: string;
  /** What a text holds, in which encoding; neither is checked (JSON Schema 2020-12, Validation, 8). */
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly contentSchema?: Schema;
  /** The description of a text of which nothing else says what it looks like, and of a count. */
  readonly description?: string;
  readonly 'x-faker'?: Json;
  /** `tags`: the values of the property that name each branch of the sibling union. */
  readonly discriminator?: { readonly propertyName: string; readonly tags: readonly (readonly Json[])[] };
  /** Whether the format is meant by another name: `datetime`. Values are drawn so, and not checked. */
  readonly isLoose?: true;
  /** Whether null is accepted, which by the letter is not allowed: none is drawn. */
  readonly acceptsNull?: true;
  /** Whether this branch is a base itself, beside those that extend it: accepted, and not drawn. */
  readonly isBase?: boolean;
  readonly [keyword: string]: unknown;
}

/** Requests do not require `readOnly` properties. Responses do not require `writeOnly` properties. */
export type SchemaView = 'request' | 'response';

/**
 * `plain`: without `nullable`, which its parent adds. `open`: a part of a schema that extends it. `base`: such a part without its
 * alternatives. `eased`: without its own `required`, which its parent states.
 */
export type Variant = 'whole' | 'plain' | 'open' | 'base' | 'eased';

export interface Entry {
  readonly pointer: string;
  readonly raw: Json;
  readonly view: SchemaView;
  readonly variant: Variant;
}
