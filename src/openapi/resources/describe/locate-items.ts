/** Locates items in a body: the body itself, in an envelope, or in a property with the name of the resource. */
import { partsOf, propertiesOf, typesOf } from '../../schema/applicable-schemas.ts';
import type { Schema, SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { type Describe, hasOwnId, type ItemSchema, isObject, isSimilar } from './item-schema.ts';
import { endsInNoun, isSameNoun, plain } from './names.ts';
import { isPageProperty, isUsualList, usualLists } from './paging-names.ts';

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
  /** The most likely location. `element`: the schema of the item, if it is known. */
  readonly itemIn: (key: string, noun: string, element: ItemSchema | undefined) => ItemShape | undefined;
}

/** The schema of an item without a description. */
const anything: SchemaObject = {};

const usualWrappers = ['data', 'result', 'item', 'response', 'payload', 'record', 'resource', 'entity', 'object'];

export const createShapes = (schemas: SchemaSet, describe: Describe): Shapes => {
  const propertyKey = (element: ItemSchema, name: string): string =>
    schemas.adopt(element.schemaOf(name) as Schema, element.key);

  const itemsKey = (key: string): string | undefined => {
    const { schema } = schemas.get(key);
    if (!typesOf(schemas, schema)?.has('array')) return undefined;
    const declared = partsOf(schemas, schema, 'all').flatMap(({ items }): readonly Schema[] =>
      items === undefined ? [] : [items],
    );
    // A generic wrapper only states that the list contains objects. Prefer the schema that describes them.
    const items = declared.find((one) => propertiesOf(partsOf(schemas, one, 'some')).size > 0) ?? declared[0];
    return typeof items !== 'object' || !isObject(items, schemas) ? undefined : schemas.adopt(items, key);
  };

  /** A list whose items have no schema. */
  const anythingIn = (key: string): string | undefined => {
    const { schema } = schemas.get(key);
    if (!typesOf(schemas, schema)?.has('array')) return undefined;
    const declared = partsOf(schemas, schema, 'all').map(({ items = true }) => items);
    const isSaid = declared.some((items) => items === false || typesOf(schemas, items) !== undefined);
    return isSaid || itemsKey(key) !== undefined ? undefined : schemas.adopt(anything, key);
  };

  const isObjectKey = (key: string): boolean => isObject(schemas.get(key).schema, schemas);

  const listProperty = (element: ItemSchema, noun: string): ListShape | undefined => {
    const lists = new Map<string, string>();
    for (const name of element.properties) {
      const items = itemsKey(propertyKey(element, name));
      if (items !== undefined) lists.set(name, items);
    }
    const named = [...lists.keys()];
    const exact = named.filter((name) => isSameNoun(name, noun));
    const fitting = exact.length > 0 ? exact : named.filter((name) => endsInNoun(name, noun));
    let found = fitting.length === 1 ? fitting[0] : undefined;
    if (found === undefined && !hasOwnId(element)) {
      found = usualLists.map((usual) => named.find((name) => plain(name) === usual)).find((name) => name !== undefined);
      const isEnvelope = element.properties.size === 1 || [...element.properties].some(isPageProperty);
      if (found === undefined && named.length === 1 && isEnvelope) found = named[0];
    }
    return found === undefined ? unsaidProperty(element, noun) : { at: [found], key: lists.get(found) as string };
  };

  const unsaidProperty = (element: ItemSchema, noun: string): ListShape | undefined => {
    const isPaged = !hasOwnId(element) && [...element.properties].some(isPageProperty);
    const isNamed = (name: string): boolean => isSameNoun(name, noun) || isUsualList(name);
    for (const name of isPaged ? [...element.properties].filter(isNamed) : []) {
      const items = anythingIn(propertyKey(element, name));
      if (items !== undefined) return { at: [name], key: items };
    }
    return undefined;
  };

  const listIn: Shapes['listIn'] = (key, noun) => {
    const items = itemsKey(key);
    if (items !== undefined) return { at: [], key: items };
    if (!isObjectKey(key)) return undefined;
    const element = describe(key);
    const found = listProperty(element, noun);
    if (found !== undefined || hasOwnId(element)) return found;
    for (const name of element.properties) {
      if (!(usualWrappers.includes(plain(name)) || name === '_embedded' || isSameNoun(name, noun))) continue;
      const inner = propertyKey(element, name);
      const deep = isObjectKey(inner) ? listProperty(describe(inner), noun) : undefined;
      if (deep !== undefined) return { at: [name, ...deep.at], key: deep.key };
    }
    return undefined;
  };

  const isPaged: Shapes['isPaged'] = (key, noun) => {
    const found = listIn(key, noun);
    return found !== undefined && found.at.length > 0 && [...describe(key).properties].some(isPageProperty);
  };

  const itemIn: Shapes['itemIn'] = (key, noun, element) => {
    const places: ItemShape[] = [];
    const listed = itemsKey(key);
    if (listed !== undefined) places.push({ at: [], listed: true, key: listed });
    else if (isObjectKey(key)) {
      const own = describe(key);
      places.push({ at: [], listed: false, key });
      if (!hasOwnId(own) || own.properties.size === 1) places.push(...wrapped(own, noun, element));
    }
    if (element !== undefined) {
      const same = places.find((place) => describe(place.key).key === element.key);
      return (
        same ??
        places.find((place) => isSimilar(describe(place.key), element)) ??
        places.find((place) => place.at.length > 0 && isPartOf(describe(place.key), element)) ??
        places[0]
      );
    }
    return places.length === 2 ? places[1] : places[0];
  };

  /** `{ data: { id } }` contains the item, although not all of it. */
  const isPartOf = (part: ItemSchema, whole: ItemSchema): boolean =>
    part.properties.size > 0 && [...part.properties].every((name) => whole.properties.has(name));

  const wrapped = (own: ItemSchema, noun: string, element: ItemSchema | undefined): readonly ItemShape[] => {
    const isNamed = (name: string): boolean => isSameNoun(name, noun) || usualWrappers.includes(plain(name));
    const isSame = (name: string): boolean =>
      element !== undefined && endsInNoun(name, noun) && describe(propertyKey(own, name)).key === element.key;
    const names = [...own.properties].filter((name) => isNamed(name) || isSame(name));
    return names.flatMap((name): readonly ItemShape[] => {
      const inner = propertyKey(own, name);
      const items = itemsKey(inner);
      if (items !== undefined) return [{ at: [name], listed: true, key: items }];
      return isObjectKey(inner) ? [{ at: [name], listed: false, key: inner }] : [];
    });
  };

  const at: Shapes['at'] = (key, path) => {
    let place = key;
    for (const name of path) {
      if (!isObjectKey(place) || describe(place).schemaOf(name) === undefined) return undefined;
      place = propertyKey(describe(place), name);
    }
    const items = itemsKey(place);
    if (items !== undefined) return { at: path, listed: true, key: items };
    return isObjectKey(place) ? { at: path, listed: false, key: place } : undefined;
  };

  return { listIn, isPaged, at, itemIn };
};
