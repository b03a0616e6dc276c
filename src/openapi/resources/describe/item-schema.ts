/** What one thing looks like: the members that a schema of an object declares. */
import { plainName } from '../../../core/primitives/plain-name.ts';
import type { Compilation } from '../../operations/compilation.ts';
import { partsOf, propertiesOf, type TypeName, typesOf } from '../../schema/applicable-schemas.ts';
import type { Schema } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { lastWord, singularOf } from './names.ts';

export interface ItemSchema {
  readonly key: string;
  readonly properties: ReadonlySet<string>;
  readonly required: readonly string[];
  /** Whether it takes members that it does not declare, and says so; or declares none at all. */
  readonly isOpen: boolean;
  readonly schemaOf: (name: string) => Schema | undefined;
  readonly typesOf: (name: string) => ReadonlySet<TypeName> | undefined;
  readonly isScalar: (name: string) => boolean;
  readonly formatOf: (name: string) => string | undefined;
}

/** Describes schemas by their keys, each once. */
export type Describe = (key: string) => ItemSchema;

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
  const properties = propertiesOf(parts);
  const certain = propertiesOf(partsOf(schemas, schema, 'all'));
  const merged = new Map<string, Schema>();
  const schemaOf = (name: string): Schema | undefined => {
    const found = merged.get(name) ?? mergeDeclared(certain.get(name) ?? []) ?? properties.get(name)?.[0];
    if (found !== undefined) merged.set(name, found);
    return found;
  };
  const typesOfProperty = (name: string): ReadonlySet<TypeName> | undefined => {
    const own = schemaOf(name);
    return own === undefined ? undefined : typesOf(schemas, own);
  };
  const isOpened = parts.some(
    ({ additionalProperties: more, patternProperties }) =>
      more === true || typeof more === 'object' || patternProperties,
  );
  return {
    key: keyBehind(key, schemas),
    properties: new Set(properties.keys()),
    required: [...new Set(partsOf(schemas, schema, 'all').flatMap((part) => part.required ?? []))],
    isOpen: isOpened || properties.size === 0,
    schemaOf,
    typesOf: typesOfProperty,
    isScalar: (name) => {
      const types = typesOfProperty(name);
      return types !== undefined && !types.has('object') && !types.has('array');
    },
    formatOf: (name) => {
      const own = schemaOf(name);
      return own === undefined ? undefined : partsOf(schemas, own, 'some').find(({ format }) => format)?.format;
    },
  };
};

/** What applies to a member that several parts declare, in general and again in detail: `data`, and `data` of users. */
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

/** Only an object, or an object among others; a schema that states no type but declares members. */
export const isObject = (schema: Schema, schemas: SchemaSet): boolean => {
  const types = typesOf(schemas, schema);
  return types === undefined ? propertiesOf(partsOf(schemas, schema, 'some')).size > 0 : types.has('object');
};

/** Of the smaller one's members, what two descriptions of the same thing have in common at least. */
const shareWanted = 0.6;

/** The same schema, or most property names in common: a summary and its detail. */
export const isSimilar = (one: ItemSchema, other: ItemSchema): boolean => {
  if (one.key === other.key) return true;
  const shared = countShared(one, other);
  return shared > 1 && shared >= shareWanted * Math.min(one.properties.size, other.properties.size);
};

export const countShared = (one: ItemSchema, other: ItemSchema): number =>
  [...one.properties].filter((name) => other.properties.has(name)).length;

const usualIds = [
  'uuid',
  '_id',
  'guid',
  'uid',
  'sid',
  'gid',
  'key',
  'slug',
  'name',
  'code',
  'number',
  'token',
  'username',
  'email',
];

/** The property that identifies an item; undefined where none can. `parameter` is the one that ends its path. */
export const idPropertyOf = (element: ItemSchema, parameter: string | undefined, noun: string): string | undefined => {
  const names = [...element.properties].filter(element.isScalar);
  const byParameter =
    parameter === undefined
      ? undefined
      : (names.find((name) => name === parameter) ??
        names.find((name) => plainName(name) === plainName(parameter)) ??
        names.find((name) => name.toLowerCase() === lastWord(parameter)) ??
        names.find((name) => plainName(name).length > 3 && plainName(parameter).endsWith(plainName(name))));
  return (
    byParameter ??
    names.find((name) => name === 'id') ??
    names.find((name) => name.toLowerCase() === 'id') ??
    names.find((name) => isIdOf(name, noun)) ??
    usualIds.find((name) => names.includes(name))
  );
};

/** `userId` of `users`, and of `ProjectsUsers`. */
const isIdOf = (name: string, noun: string): boolean => {
  const owner = /^(.{3,})id$/.exec(plainName(name))?.[1];
  return owner !== undefined && singularOf(noun).endsWith(owner);
};

/** The same members of the same make, as two schemas that are written out twice have. */
export const isTwin = (one: ItemSchema, other: ItemSchema, schemas: SchemaSet): boolean =>
  one.key === other.key ||
  (one.properties.size > 2 &&
    one.properties.size === other.properties.size &&
    [...one.properties].every(
      (name) => other.properties.has(name) && makeOf(one, name, schemas) === makeOf(other, name, schemas),
    ));

/** The types of a member and the names in it: everything may have a `metadata` and a `spec`, or `attributes`. */
const makeOf = ({ schemaOf }: ItemSchema, name: string, schemas: SchemaSet): string => {
  const make = (schema: Schema, depth: number): string => {
    const parts = partsOf(schemas, schema, 'some');
    const items = depth > 0 ? parts.find((part) => part.items !== undefined)?.items : undefined;
    const own = [[...(typesOf(schemas, schema) ?? [])].sort(), [...propertiesOf(parts).keys()].sort()].join(' ');
    return items === undefined ? own : `${own} of ${make(items, depth - 1)}`;
  };
  return make(schemaOf(name) ?? true, 1);
};

/** Whether it has a member that would identify it: then it is a thing of its own, and no envelope. */
export const hasOwnId = (element: ItemSchema): boolean =>
  ['id', '_id', 'uuid', 'guid', 'sid'].some((name) => element.properties.has(name) && element.isScalar(name));
