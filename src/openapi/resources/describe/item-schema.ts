/** The schema of an item: the properties that an object schema declares. */
import { ownIdNames } from '../../../core/primitives/id-names.ts';
import { plainName } from '../../../core/primitives/singular.ts';
import type { JsonType } from '../../../core/service/schema-facts.ts';
import type { Compilation } from '../../operations/compilation.ts';
import { hasNameless, partsOf, propertiesOf, typesOf } from '../../schema/applicable-schemas.ts';
import type { Schema, SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { singularOf } from './same-noun.ts';

export interface ItemSchema {
  readonly key: string;
  /** The name of a shared schema; undefined for others. */
  readonly name: string | undefined;
  readonly properties: ReadonlySet<string>;
  readonly required: readonly string[];
  /** Whether it explicitly allows undeclared properties, or declares no properties. */
  readonly isOpen: boolean;
  readonly schemaOf: (name: string) => Schema | undefined;
  readonly typesOf: (name: string) => ReadonlySet<JsonType> | undefined;
  readonly isScalar: (name: string) => boolean;
  readonly formatOf: (name: string) => string | undefined;
  readonly patternOf: (name: string) => string | undefined;
}

/** Describes schemas by key, each of them once. */
export type Describe = (key: string) => ItemSchema;

/** The properties of an object that become filters, effects, or parts of a reference. A document may have a thousand of them at each of a thousand places. */
export const maxProperties = 200;

export const createDescribe = ({ schemas }: Compilation): Describe => {
  const known = new Map<string, ItemSchema>();
  return (key) => {
    const found = known.get(key) ?? describe(key, schemas);
    known.set(key, found);
    return found;
  };
};

const describe = (key: string, schemas: SchemaSet): ItemSchema => {
  const { schema } = schemas.get(key);
  const parts = partsOf(schemas, schema, 'some');
  const properties = propertiesOf(schemas, parts);
  const certain = propertiesOf(schemas, partsOf(schemas, schema, 'all'));
  const merged = new Map<string, Schema>();
  const schemaOf = (name: string): Schema | undefined => {
    const found = merged.get(name) ?? mergeDeclared(certain.get(name) ?? []) ?? properties.get(name)?.[0];
    if (found !== undefined) merged.set(name, found);
    return found;
  };
  const typesOfProperty = (name: string): ReadonlySet<JsonType> | undefined => {
    const propertySchema = schemaOf(name);
    return propertySchema === undefined ? undefined : typesOf(schemas, propertySchema);
  };
  const partsOfProperty = (name: string): readonly SchemaObject[] => {
    const propertySchema = schemaOf(name);
    return propertySchema === undefined ? [] : partsOf(schemas, propertySchema, 'some');
  };
  const isOpened = parts.some((part) => {
    const { additionalProperties: more, patternProperties } = part;
    return more === true || typeof more === 'object' || patternProperties || hasNameless(part);
  });
  const ownKey = keyBehind(key, schemas);
  return {
    key: ownKey,
    name: schemas.nameOf(ownKey),
    properties: new Set(properties.keys()),
    required: [...new Set(partsOf(schemas, schema, 'all').flatMap((part) => part.required ?? []))],
    isOpen: isOpened || properties.size === 0,
    schemaOf,
    typesOf: typesOfProperty,
    isScalar: (name) => {
      const types = typesOfProperty(name);
      return types !== undefined && !types.has('object') && !types.has('array');
    },
    formatOf: (name) => partsOfProperty(name).find(({ format }) => format)?.format,
    patternOf: (name) => partsOfProperty(name).find(({ pattern }) => pattern)?.pattern,
  };
};

/** The object in which an item has its own properties (JSON:API); undefined: it has them itself. */
export const attributesOf = (
  itemSchema: ItemSchema,
  schemas: SchemaSet,
): { readonly property: string; readonly schema: ItemSchema } | undefined => {
  const schema = innerSchemaOf(itemSchema, 'attributes', schemas);
  return schema && { property: 'attributes', schema };
};

/** The schema of an object in an item; undefined if the property is not one. */
export const innerSchemaOf = (itemSchema: ItemSchema, name: string, schemas: SchemaSet): ItemSchema | undefined => {
  const schema = itemSchema.schemaOf(name);
  if (schema === undefined || !isObject(schema, schemas)) return undefined;
  return describe(schemas.adopt(schema, itemSchema.key), schemas);
};

/** Combines the schemas of a property that several parts declare: a general `data`, and the `data` of users. */
const mergeDeclared = (declared: readonly Schema[]): Schema | undefined => {
  const distinct = [...new Map(declared.map((schema) => [referenceOf(schema) ?? schema, schema])).values()];
  return distinct.length > 1 ? { allOf: distinct } : distinct[0];
};

const referenceOf = (schema: Schema): string | undefined =>
  typeof schema === 'object' && Object.keys(schema).length === 1 ? schema.$ref : undefined;

const keyBehind = (key: string, schemas: SchemaSet): string => {
  const target = referenceOf(schemas.get(key).schema);
  return target === undefined ? key : keyBehind(target, schemas);
};

/** Whether the schema allows objects: by its type, or without a type but with properties. */
export const isObject = (schema: Schema, schemas: SchemaSet): boolean => {
  const types = typesOf(schemas, schema);
  return types === undefined ? propertiesOf(schemas, partsOf(schemas, schema, 'some')).size > 0 : types.has('object');
};

/** The minimum share of the smaller schema's properties that two schemas of the same resource have in common. */
const shareWanted = 0.6;

/** Whether two schemas are the same, or share most property names: a summary and its detail. */
export const isSimilar = (left: ItemSchema, right: ItemSchema): boolean => {
  if (left.key === right.key) return true;
  const shared = countShared(left, right);
  return shared > 1 && shared >= shareWanted * Math.min(left.properties.size, right.properties.size);
};

export const countShared = (left: ItemSchema, right: ItemSchema): number =>
  [...left.properties].filter((name) => right.properties.has(name)).length;

/** Whether two schemas have the same properties with the same types, as copies in a document have. */
export const isTwin = (left: ItemSchema, right: ItemSchema, schemas: SchemaSet): boolean =>
  left.key === right.key ||
  (left.properties.size > 2 &&
    left.properties.size === right.properties.size &&
    [...left.properties].every(
      (name) => right.properties.has(name) && makeOf(left, name, schemas) === makeOf(right, name, schemas),
    ));

/** The types of a property and the names below it, since many resources have `metadata`, `spec` or `attributes`. */
const makeOf = ({ schemaOf }: ItemSchema, name: string, schemas: SchemaSet): string => {
  const make = (schema: Schema, depth: number): string => {
    const parts = partsOf(schemas, schema, 'some');
    const items = depth > 0 ? parts.find((part) => part.items !== undefined)?.items : undefined;
    const identity = [
      [...(typesOf(schemas, schema) ?? [])].sort(),
      [...propertiesOf(schemas, parts).keys()].sort(),
    ].join(' ');
    return items === undefined ? identity : `${identity} of ${make(items, depth - 1)}`;
  };
  return make(schemaOf(name) ?? true, 1);
};

/** Whether it has an id, or that of the noun. Then it is a resource, not an envelope. */
export const hasOwnId = ({ properties, isScalar }: ItemSchema, noun?: string): boolean => {
  const named = noun && `${singularOf(noun)}id`;
  const isOwn = (name: string): boolean => ownIdNames.includes(name) || plainName(name) === named;
  return [...properties].some((name) => isOwn(name) && isScalar(name));
};
