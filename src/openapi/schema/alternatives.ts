/** The alternatives of a schema: the branches of `oneOf` or `anyOf`, or the consequences of `if`. */
import { perObject } from '../../core/primitives/lazy.ts';
import type { Schema, SchemaObject } from './schema.ts';
import type { SchemaSet } from './schema-set.ts';

export interface Alternatives {
  readonly branches: readonly Alternative[];
  readonly rest: SchemaObject;
}

export interface Alternative {
  /** The alternative applies if the value matches this schema. */
  readonly condition: Schema;
  /** The schemas that apply then. */
  readonly schemas: readonly Schema[];
}

export const isUnion = ({ oneOf, anyOf, if: condition }: SchemaObject): boolean =>
  oneOf !== undefined || anyOf !== undefined || condition !== undefined;

/** The alternatives of the first of `oneOf`, `anyOf` and `if`. */
export const alternativesOf = (union: SchemaObject): Alternatives => {
  const keyword = union.oneOf === undefined ? 'anyOf' : 'oneOf';
  const { [keyword]: listed, ...others } = union;
  if (listed !== undefined)
    return { branches: listed.map((schema) => ({ condition: schema, schemas: [schema] })), rest: others };
  const { if: condition = true, then: met = true, else: unmet = true, ...rest } = union;
  return {
    branches: [
      { condition, schemas: [condition, met] },
      { condition: true, schemas: [unmet] },
    ],
    rest,
  };
};

/** The branches of a union from which one is drawn. */
export interface Choices {
  /** Omits those that allow nothing or only null. */
  readonly possible: readonly { readonly branch: Schema; readonly index: number }[];
  readonly hasNull: boolean;
  readonly rest: SchemaObject;
}

/** Read once for each union: thousands of properties may have the same one of thousands of branches. */
export const createChoices = (schemas: SchemaSet): ((union: SchemaObject) => Choices) =>
  perObject((union) => readChoices(union, schemas));

const readChoices = (union: SchemaObject, schemas: SchemaSet): Choices => {
  const { branches, rest } = alternativesOf(union);
  const all = branches.map((alternative, index) => ({ branch: schemaOf(alternative), index }));
  const nonNull = all.filter(({ branch }) => !isNull(schemas, branch));
  const possible = nonNull.filter(({ branch }) => branch !== false);
  const extended = possible.filter(({ branch }) => typeof branch !== 'object' || branch.isBase !== true);
  return {
    possible: extended.length > 0 ? extended : possible,
    hasNull: nonNull.length < all.length,
    rest,
  };
};

const schemaOf = ({ schemas }: Alternative): Schema =>
  schemas.length === 1 ? (schemas[0] as Schema) : { allOf: schemas };

/** Whether a branch is null alone. The other one is often a reference: to find its types, everything to which it leads would be read. */
const isNull = (schemas: SchemaSet, schema: Schema) => {
  let target = schema;
  for (let steps = 0; steps < 10 && typeof target === 'object' && target.$ref !== undefined; steps++)
    target = schemas.get(target.$ref).schema;
  return typeof target === 'object' && target.type === 'null';
};
