/** The alternatives of a schema: the branches of `oneOf` or `anyOf`, or the consequences of `if`. */
import type { Schema, SchemaObject } from './schema.ts';

export interface Alternatives {
  readonly branches: readonly Alternative[];
  /** The schema without the alternatives. */
  readonly rest: SchemaObject;
}

export interface Alternative {
  /** The alternative applies if the value matches this schema. */
  readonly condition: Schema;
  /** The schemas that apply then. */
  readonly schemas: readonly Schema[];
}

/** The alternatives of the first of `oneOf`, `anyOf` and `if`. */
export const alternativesOf = (union: SchemaObject): Alternatives => {
  if (union.oneOf !== undefined) {
    const { oneOf, ...rest } = union;
    return { branches: oneOf.map(branchOf), rest };
  }
  if (union.anyOf !== undefined) {
    const { anyOf, ...rest } = union;
    return { branches: anyOf.map(branchOf), rest };
  }
  const { if: condition = true, then: met = true, else: unmet = true, ...rest } = union;
  return {
    branches: [
      { condition, schemas: [condition, met] },
      { condition: true, schemas: [unmet] },
    ],
    rest,
  };
};

const branchOf = (schema: Schema): Alternative => ({ condition: schema, schemas: [schema] });
