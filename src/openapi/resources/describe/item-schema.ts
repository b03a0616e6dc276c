/**
 * The schema of an item: its properties, those with the times of its creation and of its last change, and the text that
 * joins its owner and its name: `ada/tools`.
 */

import { getOrInsert, lazily, perObject, remembered } from '../../../core/primitives/lazy.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { isDateText, maybeEpoch } from '../../../core/primitives/time-notation.ts';
import { plainName, singularOf } from '../../../core/primitives/words.ts';
import type { JsonType } from '../../../core/service/check.ts';
import type { CollectionSpec, JoinedText, Timestamp } from '../../../core/service/collection-facts.ts';
import { joinsNames, ownersInJoined } from '../../../core/service/id-names.ts';
import { type WordList, wordLists } from '../../../parts/words/index.ts';
import type { Compilation } from '../../operations/compilation.ts';
import { hasNameless, isNumeric, type Schema, type SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';

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
  /** The object in a property; undefined if it is none. */
  readonly innerOf: (name: string) => ItemSchema | undefined;
  /** What is in the list in a property; undefined if it has no objects. */
  readonly elementOf: (name: string) => ItemSchema | undefined;
  /** The key of the first schema whose properties have the same names and types. */
  readonly form: () => string;
}

export type Describe = (key: string) => ItemSchema;

/** The properties of an object that become filters, effects, or parts of a reference. A document may have a thousand at a thousand places. */
export const maxProperties = 200;

export const createDescribe = ({ schemas }: Compilation): Describe => {
  const known = new Map<string, ItemSchema>();
  // Most schemas have names that no other has: types are read only when a second one has the same.
  const byNames = new Map<string, () => Map<string, string>>();
  const access: Access = {
    schemas,
    describe: (key) => getOrInsert(known, key, describeKey),
    firstAlike: (own) => {
      const alike = byNames.get(allNames(own));
      if (alike !== undefined) return getOrInsert(alike(), formOf(own, schemas), () => own.key);
      byNames.set(
        allNames(own),
        lazily(() => new Map([[formOf(own, schemas), own.key]])),
      );
      return own.key;
    },
  };
  const describeKey: Describe = (key) => describe(key, access);
  return access.describe;
};

interface Access {
  readonly schemas: SchemaSet;
  readonly describe: Describe;
  readonly firstAlike: (own: ItemSchema) => string;
}

interface Property {
  readonly schema: Schema;
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly format: string | undefined;
  readonly pattern: string | undefined;
  /** The object in it; undefined if it has none. */
  readonly inner: () => ItemSchema | undefined;
  readonly element: () => ItemSchema | undefined;
}

const describe = (key: string, { schemas, describe, firstAlike }: Access): ItemSchema => {
  const { schema } = schemas.get(key);
  const parts = schemas.partsOf(schema, 'some');
  const declared = schemas.propertiesIn(parts);
  const certainParts = parts.length === 1 ? parts : schemas.partsOf(schema, 'all');
  const certain = certainParts.length === parts.length ? declared : schemas.propertiesIn(certainParts);
  const propertyOf = remembered((name): Property | undefined => {
    const own = mergeDeclared(certain.get(name) ?? []) ?? declared.get(name)?.[0];
    if (own === undefined) return undefined;
    const ownParts = schemas.partsOf(own, 'some');
    return {
      schema: own,
      types: schemas.typesOf(own),
      format: ownParts.find(({ format }) => format)?.format,
      pattern: ownParts.find(({ pattern }) => pattern)?.pattern,
      inner: lazily(() => objectIn(own)),
      element: lazily(() => objectIn(schemas.elementsOf(own))),
    };
  });
  const objectIn = (own: Schema | undefined) =>
    own !== undefined && isObject(own, schemas) ? describe(schemas.adopt(own, ownKey)) : undefined;
  const isOpened = parts.some((part) => {
    const { additionalProperties: more, patternProperties } = part;
    return more === true || typeof more === 'object' || patternProperties || hasNameless(part);
  });
  const ownKey = keyBehind(key, schemas);
  const itemSchema: ItemSchema = {
    key: ownKey,
    name: schemas.nameOf(ownKey),
    properties: new Set(declared.keys()),
    required: [...new Set(certainParts.flatMap((part) => part.required ?? []))],
    isOpen: isOpened || declared.size === 0,
    schemaOf: (name) => propertyOf(name)?.schema,
    typesOf: (name) => propertyOf(name)?.types,
    isScalar: (name) => {
      const types = propertyOf(name)?.types;
      // What is called an id is one without a type, too.
      if (types === undefined) return wordLists.ownIds.all.includes(name) && declared.has(name);
      return !types.has('object') && !types.has('array');
    },
    formatOf: (name) => propertyOf(name)?.format,
    patternOf: (name) => propertyOf(name)?.pattern,
    innerOf: (name) => propertyOf(name)?.inner(),
    elementOf: (name) => propertyOf(name)?.element(),
    form: lazily(() => firstAlike(itemSchema)),
  };
  return itemSchema;
};

/** Makes a value of each schema, or of each group, only once. */
export const ofEach = <Value, Key extends object = ItemSchema>(make: (key: Key) => Value): ((key: Key) => Value) =>
  perObject(make);

/** The object in which an item has its own properties: `attributes`, or the `comment` of a `CommentView`; undefined: it has them itself. */
export const attributesAt = ofEach(({ name = '', properties, innerOf }): string | undefined => {
  if (innerOf('attributes') !== undefined) return 'attributes';
  const isCore = (one: string) => {
    const [whole, core] = [plainName(name), plainName(one)];
    const isNamed = whole === core || (whole.startsWith(core) && wordLists.besideName.has(whole.slice(core.length)));
    return isNamed && innerOf(one)?.properties.has('id') === true;
  };
  return properties.has('id') ? undefined : theOnly([...properties], isCore);
});

export const attributesOf = (itemSchema: ItemSchema): ItemSchema | undefined =>
  itemSchema.innerOf(attributesAt(itemSchema) ?? '');

/** The sorted names, which twins share. */
export const allNames = ofEach(({ properties }) => [...properties].sort().join());

/** Combines the schemas of a property that several parts declare: a general `data`, and the `data` of users. */
const mergeDeclared = (declared: readonly Schema[]): Schema | undefined => {
  if (declared.length < 2) return declared[0];
  const distinct = [...new Map(declared.map((schema) => [referenceOf(schema) ?? schema, schema])).values()];
  return distinct.length > 1 ? { allOf: distinct } : distinct[0];
};

const referenceOf = (schema: Schema): string | undefined =>
  typeof schema === 'object' && Object.keys(schema).length === 1 ? schema.$ref : undefined;

export const keyBehind = (key: string, schemas: SchemaSet): string => {
  const target = referenceOf(schemas.get(key).schema);
  return target === undefined ? key : keyBehind(target, schemas);
};

/** Whether the schema allows objects: by its type, or without a type but with properties. */
export const isObject = (schema: Schema, schemas: SchemaSet): boolean => {
  const types = schemas.typesOf(schema);
  return types === undefined ? schemas.propertiesIn(schemas.partsOf(schema, 'some')).size > 0 : types.has('object');
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
export const isTwin = (left: ItemSchema, right: ItemSchema): boolean =>
  left.key === right.key || twinKey(left) === twinKey(right);

/** A key that twins share, and no others. With one or two properties, a schema would be alike to many. */
export const twinKey = ({ key, properties, form }: ItemSchema): string => (properties.size > 2 ? form() : key);

/** The properties with their types and the names below them, since many resources have `metadata`, `spec` or `attributes`. */
const formOf = ({ properties, schemaOf }: ItemSchema, schemas: SchemaSet): string => {
  const make = (schema: Schema, depth: number): readonly unknown[] => {
    const parts = schemas.partsOf(schema, 'some');
    const items = depth > 0 ? parts.find((part) => part.items !== undefined)?.items : undefined;
    const names = [...schemas.propertiesIn(parts).keys()].sort();
    return [
      [...(schemas.typesOf(schema) ?? [])].sort(),
      names,
      ...(items === undefined ? [] : [make(items, depth - 1)]),
    ];
  };
  return JSON.stringify([...properties].sort().map((name) => [name, make(schemaOf(name) ?? true, 1)]));
};

/** Whether an object has an id, or that of the noun: a resource, not an envelope. */
export const hasOwnId = (itemSchema: ItemSchema, noun?: string): boolean =>
  wordLists.ownIds.all.some((name) => itemSchema.properties.has(name) && itemSchema.isScalar(name)) ||
  (!!noun && plainScalars(itemSchema).has(`${singularOf(noun)}id`));

const plainScalars = ofEach(({ properties, isScalar }) => new Set([...properties].filter(isScalar).map(plainName)));

export const joinedIn = ({ properties, typesOf, innerOf }: ItemSchema): JoinedText | undefined => {
  const names = [...properties];
  const property = names.find((name) => joinsNames(name) && typesOf(name)?.has('string'));
  if (property === undefined || names.some((name) => plainName(name) === 'email')) return undefined;
  const named = (plain: string): string | undefined => names.find((name) => plainName(name) === plain);
  const own = wordLists.joinedNames.all.map(named).find((name) => name !== undefined);
  if (own === undefined) return undefined;
  for (const [plain, labels] of ownersInJoined(property)) {
    const owner = named(plain);
    const inner = owner === undefined ? undefined : innerOf(owner)?.properties;
    const isText = owner !== undefined && typesOf(owner)?.has('string') === true;
    const label = labels.find((one) => (one === '' ? isText : inner?.has(one)));
    if (label !== undefined) return { property, from: [label === '' ? `${owner}` : `${owner}.${label}`, own] };
  }
  return undefined;
};

/** Whether a parameter of a path names somebody who owns things: `/orgs/{org}/repos`. */
export const isOwnerName = (parameter: string): boolean =>
  wordLists.owners.has(parameter) || /^user(name)?$/i.test(parameter);

export const timestampsOf = ofEach((itemSchema): CollectionSpec['timestamps'] => {
  const timesIn = (owner: ItemSchema, start: string, lists: readonly WordList[]): readonly Timestamp[] =>
    [...owner.properties]
      .filter((name) => lists.some(({ hasPlain }) => hasPlain(plainName(name))))
      .flatMap((name) => {
        const form = timeFormOf(owner, name);
        return form === undefined ? [] : [{ name: start + name, form }];
      });
  const inner = itemSchema.innerOf('attributes');
  const named = (...lists: readonly WordList[]): readonly Timestamp[] => [
    ...timesIn(itemSchema, '', lists),
    ...(inner === undefined ? [] : timesIn(inner, 'attributes.', lists)),
  ];
  return { created: named(wordLists.created), updated: named(wordLists.updated, wordLists.edited) };
});

/** Larger numbers since the epoch are milliseconds: in seconds, this is the year 5138. */
const largestSeconds = 1e11;

/** Returns undefined if the property does not have a time in a known form. */
export const timeFormOf = (itemSchema: ItemSchema, name: string): Timestamp['form'] | undefined => {
  const [types, format] = [itemSchema.typesOf(name), itemSchema.formatOf(name)];
  if (isNumeric(types)) {
    const { examples = [], minimum = 0 } = itemSchema.schemaOf(name) as SchemaObject;
    const isLarge = [...examples, minimum].some((value) => typeof value === 'number' && value > largestSeconds);
    const isNamed = format !== undefined && /milli|\bms\b/i.test(format);
    return isLarge || isNamed ? 'milliseconds' : 'seconds';
  }
  // `timestamp with time zone`: PostgREST writes the names of PostgreSQL.
  if (format !== undefined)
    return format === 'date' ? format : /^(date-time$|timestamp)/.test(format) ? 'date-time' : undefined;
  return types?.has('string') && itemSchema.isScalar(name)
    ? textFormOf(itemSchema.schemaOf(name) as SchemaObject, name)
    : undefined;
};

/** The form of times where a schema states no format: that of the example, if there is one. */
const textFormOf = ({ examples = [], enum: values }: SchemaObject, name: string): Timestamp['form'] | undefined => {
  const shown = examples.filter((example) => typeof example === 'string' && /\d/.test(example)) as readonly string[];
  const like = shown.find((example) => isDateText(example) || maybeEpoch(example));
  if (like !== undefined) return { like };
  if (shown.length > 0 || values !== undefined) return undefined;
  return /(date|on)$|^dat[ae]/.test(plainName(name)) ? 'date' : 'date-time';
};
