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
  /** Of a property that this side does not send: it is `readOnly` in a request, or `writeOnly` in a response. */
  readonly isHidden?: true;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly title?: string;
  /** Of a text of which nothing else says what it looks like, and of a count. */
  readonly description?: string;
  readonly 'x-faker'?: Json;
  /** `values`: the value of the property in each branch of the sibling union. */
  readonly discriminator?: { readonly propertyName: string; readonly values: readonly string[] };
  readonly [keyword: string]: unknown;
}

/** Requests do not require `readOnly` properties. Responses do not require `writeOnly` properties. */
export type SchemaView = 'request' | 'response';

/** `plain`: without `nullable`, which its parent adds. `base`: without the alternatives, for a variant that extends it. */
export type Variant = 'whole' | 'plain' | 'base';

export interface Entry {
  readonly pointer: string;
  readonly raw: Json;
  readonly view: SchemaView;
  readonly variant: Variant;
}
