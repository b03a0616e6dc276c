/** Locates items in a body: the body itself, in an envelope, or in a property with the name of the resource. */
import { plainName } from '../../../core/primitives/singular.ts';
import { partsOf, propertiesOf, typesOf } from '../../schema/applicable-schemas.ts';
import type { Schema, SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { type Describe, hasOwnId, type ItemSchema, isObject, isSimilar } from './item-schema.ts';
import { isPageProperty, isUsualList, usualLists } from './paging-names.ts';
import { endsInNoun, isSameNoun } from './same-noun.ts';

/** The location of the items of a list. */
export interface ListShape {
  /** The path of property names to the list; empty if the body is the list. */
  readonly at: readonly string[];
  /** The key of the schema of one item. */
  readonly key: string;
}

/** The location of one item. */
export interface ItemShape extends ListShape {
  /** Whether the item is in a list with one element. */
  readonly listed: boolean;
}

export interface Shapes {
  readonly listIn: (key: string, noun: string) => ListShape | undefined;
  /** Whether the body is a list with paging properties. */
  readonly isPaged: (key: string, noun: string) => boolean;
  /** The location at a stated path, as `x-vivarium` gives it. */
  readonly at: (key: string, path: readonly string[]) => ItemShape | undefined;
  /** The most likely location. `itemSchema`: the schema of the item, if it is known. */
  readonly itemIn: (key: string, noun: string, itemSchema: ItemSchema | undefined) => ItemShape | undefined;
}

/** The schema of an item without a description. */
const anything: SchemaObject = {};

const usualWrappers = ['data', 'result', 'item', 'response', 'payload', 'record', 'resource', 'entity', 'object'];

export const createShapes = (schemas: SchemaSet, describe: Describe): Shapes => {
  const keys = createKeys(schemas);
  const { propertyKey, itemsKey, isObjectKey } = keys;
  const listIn = createListIn(keys, describe);

  const isPaged: Shapes['isPaged'] = (key, noun) => {
    const found = listIn(key, noun);
    return found !== undefined && found.at.length > 0 && [...describe(key).properties].some(isPageProperty);
  };

  const at: Shapes['at'] = (key, path) => {
    let currentKey = key;
    for (const name of path) {
      if (!isObjectKey(currentKey) || describe(currentKey).schemaOf(name) === undefined) return undefined;
      currentKey = propertyKey(describe(currentKey), name);
    }
    const items = itemsKey(currentKey);
    if (items !== undefined) return { at: path, listed: true, key: items };
    return isObjectKey(currentKey) ? { at: path, listed: false, key: currentKey } : undefined;
  };

  return { listIn, isPaged, at, itemIn: createItemIn(keys, describe) };
};

/** The keys of schemas that a schema leads to. */
interface Keys {
  readonly propertyKey: (itemSchema: ItemSchema, name: string) => string;
  /** Of the items of a list of objects. */
  readonly itemsKey: (key: string) => string | undefined;
  /** Of the items of a list whose items have no schema. */
  readonly anythingIn: (key: string) => string | undefined;
  readonly isObjectKey: (key: string) => boolean;
}

const createKeys = (schemas: SchemaSet): Keys => {
  const propertyKey = (itemSchema: ItemSchema, name: string): string =>
    schemas.adopt(itemSchema.schemaOf(name) as Schema, itemSchema.key);

  const itemsKey = (key: string): string | undefined => {
    const { schema } = schemas.get(key);
    if (!typesOf(schemas, schema)?.has('array')) return undefined;
    const declared = partsOf(schemas, schema, 'all').flatMap(({ items }): readonly Schema[] =>
      items === undefined ? [] : [items],
    );
    // A generic wrapper only states that the list contains objects. Prefer the schema that describes them.
    const items =
      declared.find((declaration) => propertiesOf(partsOf(schemas, declaration, 'some')).size > 0) ?? declared[0];
    return typeof items !== 'object' || !isObject(items, schemas) ? undefined : schemas.adopt(items, key);
  };

  const anythingIn = (key: string): string | undefined => {
    const { schema } = schemas.get(key);
    if (!typesOf(schemas, schema)?.has('array')) return undefined;
    const declared = partsOf(schemas, schema, 'all').map(({ items = true }) => items);
    const isSaid = declared.some((items) => items === false || typesOf(schemas, items) !== undefined);
    return isSaid || itemsKey(key) !== undefined ? undefined : schemas.adopt(anything, key);
  };

  const isObjectKey = (key: string): boolean => isObject(schemas.get(key).schema, schemas);

  return { propertyKey, itemsKey, anythingIn, isObjectKey };
};

const createListIn = (keys: Keys, describe: Describe): Shapes['listIn'] => {
  const { propertyKey, itemsKey, anythingIn, isObjectKey } = keys;

  const listProperty = (itemSchema: ItemSchema, noun: string): ListShape | undefined => {
    const lists = new Map<string, string>();
    for (const name of itemSchema.properties) {
      const items = itemsKey(propertyKey(itemSchema, name));
      if (items !== undefined) lists.set(name, items);
    }
    const named = [...lists.keys()];
    const exact = named.filter((name) => isSameNoun(name, noun));
    const fitting = exact.length > 0 ? exact : named.filter((name) => endsInNoun(name, noun));
    let found = fitting.length === 1 ? fitting[0] : undefined;
    if (found === undefined && !hasOwnId(itemSchema)) {
      found = usualLists
        .map((usual) => named.find((name) => plainName(name) === usual))
        .find((name) => name !== undefined);
      const isEnvelope = itemSchema.properties.size === 1 || [...itemSchema.properties].some(isPageProperty);
      if (found === undefined && named.length === 1 && isEnvelope) found = named[0];
    }
    return found === undefined ? unsaidProperty(itemSchema, noun) : { at: [found], key: lists.get(found) as string };
  };

  const unsaidProperty = (itemSchema: ItemSchema, noun: string): ListShape | undefined => {
    const isPaged = !hasOwnId(itemSchema) && [...itemSchema.properties].some(isPageProperty);
    const isNamed = (name: string): boolean => isSameNoun(name, noun) || isUsualList(name);
    for (const name of isPaged ? [...itemSchema.properties].filter(isNamed) : []) {
      const items = anythingIn(propertyKey(itemSchema, name));
      if (items !== undefined) return { at: [name], key: items };
    }
    return undefined;
  };

  return (key, noun) => {
    const items = itemsKey(key);
    if (items !== undefined) return { at: [], key: items };
    if (!isObjectKey(key)) return undefined;
    const itemSchema = describe(key);
    const found = listProperty(itemSchema, noun);
    if (found !== undefined || hasOwnId(itemSchema)) return found;
    for (const name of itemSchema.properties) {
      if (!(usualWrappers.includes(plainName(name)) || name === '_embedded' || isSameNoun(name, noun))) continue;
      const inner = propertyKey(itemSchema, name);
      const deep = isObjectKey(inner) ? listProperty(describe(inner), noun) : undefined;
      if (deep !== undefined) return { at: [name, ...deep.at], key: deep.key };
    }
    return undefined;
  };
};

const createItemIn = (keys: Keys, describe: Describe): Shapes['itemIn'] => {
  const { propertyKey, itemsKey, isObjectKey } = keys;

  const wrapped = (wrapper: ItemSchema, noun: string, itemSchema: ItemSchema | undefined): readonly ItemShape[] => {
    const isNamed = (name: string): boolean => isSameNoun(name, noun) || usualWrappers.includes(plainName(name));
    const isSame = (name: string): boolean =>
      itemSchema !== undefined && endsInNoun(name, noun) && describe(propertyKey(wrapper, name)).key === itemSchema.key;
    const names = [...wrapper.properties].filter((name) => isNamed(name) || isSame(name));
    return names.flatMap((name): readonly ItemShape[] => {
      const inner = propertyKey(wrapper, name);
      const items = itemsKey(inner);
      if (items !== undefined) return [{ at: [name], listed: true, key: items }];
      return isObjectKey(inner) ? [{ at: [name], listed: false, key: inner }] : [];
    });
  };

  return (key, noun, itemSchema) => {
    const shapes: ItemShape[] = [];
    const listed = itemsKey(key);
    if (listed !== undefined) shapes.push({ at: [], listed: true, key: listed });
    else if (isObjectKey(key)) {
      const ownSchema = describe(key);
      shapes.push({ at: [], listed: false, key });
      if (!hasOwnId(ownSchema) || ownSchema.properties.size === 1) shapes.push(...wrapped(ownSchema, noun, itemSchema));
    }
    if (itemSchema !== undefined) {
      const same = shapes.find((shape) => describe(shape.key).key === itemSchema.key);
      return (
        same ??
        shapes.find((shape) => isSimilar(describe(shape.key), itemSchema)) ??
        shapes.find((shape) => shape.at.length > 0 && isPartOf(describe(shape.key), itemSchema)) ??
        shapes[0]
      );
    }
    return shapes.length === 2 ? shapes[1] : shapes[0];
  };
};

/** `{ data: { id } }` contains the item, although not all of it. */
const isPartOf = (part: ItemSchema, whole: ItemSchema): boolean =>
  part.properties.size > 0 && [...part.properties].every((name) => whole.properties.has(name));
