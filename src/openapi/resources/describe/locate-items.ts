/** Locates items in a body: the body itself, in an envelope, or in a property with the name of the resource. */

import { maxSearchedDepth } from '../../../core/primitives/json.ts';
import { lazily, remembered } from '../../../core/primitives/lazy.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { endsInNoun, isPlural, isSameNoun, lastWord, plainName, singularOf } from '../../../core/primitives/words.ts';
import { isIdName } from '../../../core/service/id-names.ts';
import { wordLists } from '../../../parts/words/index.ts';
import type { Schema, SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import {
  allNames,
  countShared,
  type Describe,
  hasOwnId,
  type ItemSchema,
  isObject,
  isSimilar,
  isTwin,
  ofEach,
} from './item-schema.ts';
import { isPageProperty, isUsualList } from './paging-names.ts';
import { spelledIn } from './property-names.ts';

export interface ListShape {
  /** The path of property names to the list; empty if the body is the list. */
  readonly at: readonly string[];
  /** The key of the schema of one item. */
  readonly key: string;
}

export interface ItemShape extends ListShape {
  /** Whether the item is in a list with one element. */
  readonly listed: boolean;
}

export const isListShape = (shape: ListShape | ItemShape | undefined): shape is ListShape =>
  shape !== undefined && (!('listed' in shape) || shape.listed);

/** Finds lists and items in the body of a schema. */
export interface Shapes {
  readonly listIn: (key: string | undefined, noun: string) => ListShape | undefined;
  /** Whether the body is a list with paging properties. */
  readonly isPaged: (key: string, noun: string) => boolean;
  /** Whether the body is a list that may have more than one element. */
  readonly isPlainList: (key: string | undefined) => boolean;
  /** The location at a stated path, as `x-vivarium` gives it. */
  readonly at: (key: string, path: readonly string[]) => ItemShape | undefined;
  /** The most likely location. `itemSchema`: the schema of the item, if it is known. */
  readonly itemIn: (key: string | undefined, noun: string, itemSchema?: ItemSchema) => ItemShape | undefined;
  /** The objects in a body that are not in lists, by the names of their properties; undefined: they are many. */
  readonly objectsIn: (key: string) => ReadonlyMap<string, ItemSchema> | undefined;
  /** The schema of what is there, if it is not in a list. */
  readonly oneIn: (key: string | undefined, noun: string, itemSchema?: ItemSchema) => ItemSchema | undefined;
  /** The schema of what a body has of an item: that of the body, if it has none. */
  readonly sentIn: (key: string, noun: string, itemSchema?: ItemSchema) => ItemSchema;
  /** The location of one item whose schema is the same, or a copy. */
  readonly twinIn: (key: string | undefined, noun: string, itemSchema: ItemSchema) => ItemShape | undefined;
}

/** What other bodies say of a body. */
interface Around {
  /** Whether another body has one such item where this one has a list of them. */
  readonly isAroundList: (body: ItemSchema, name: string, item: ItemSchema) => boolean;
  /** Whether a list has such elements, or requests send it: an envelope is neither. */
  readonly isItem: (body: ItemSchema) => boolean;
}

/** The schema of an item without a description. */
const anything: SchemaObject = {};

/** Keywords that say nothing about a value. */
export const wordless: ReadonlySet<string> = new Set(['$ref', 'title', 'description', 'examples', 'default']);

/** The usual wrapper in a body that has nothing else of its own: `data` beside a code and a message, and the id of the request. */
export const wrapperIn = (body: ItemSchema): string | undefined => {
  const content = theOnly(contentOf(body));
  return content !== undefined && isUsualWrapper(content) ? content : undefined;
};

/** Whether an object with this name often contains the item itself. */
export const isUsualWrapper = (name: string): boolean => wordLists.wrappers.has(name);

export const createShapes = (schemas: SchemaSet, describe: Describe, around: Around): Shapes => {
  const keys = createKeys(schemas);
  const { propertyKey, itemsKey, isObjectKey } = keys;
  const listIn = createListIn(keys, describe, around);

  const isPaged: Shapes['isPaged'] = (key, noun) => listIn(key, noun) !== undefined && hasPages(describe(key));

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

  const isPlainList: Shapes['isPlainList'] = (key) =>
    key !== undefined &&
    itemsKey(key) !== undefined &&
    !schemas.partsOf({ $ref: key }, 'all').some(({ maxItems }) => maxItems !== undefined && maxItems <= 1);

  return { listIn, isPaged, isPlainList, at, ...createItemIn(keys, describe, around) };
};

/** The properties of the item that a schema has, with the same kind of content. */
const fits = (schema: ItemSchema, itemSchema: ItemSchema): readonly string[] =>
  [...schema.properties].filter((name) => {
    const other = spelledIn(itemSchema, name);
    return other !== undefined && isAlike(schema.innerOf(name), itemSchema.innerOf(other));
  });

const isAlike = (left: ItemSchema | undefined, right: ItemSchema | undefined) => {
  if (left === undefined || right === undefined) return left === right;
  return left.isOpen || right.isOpen || countShared(left, right) > 0;
};

/** The keys of schemas that a schema leads to. */
interface Keys {
  readonly propertyKey: (itemSchema: ItemSchema, name: string) => string;
  /** The key of the items of a list of objects. */
  readonly itemsKey: (key: string) => string | undefined;
  /** The key of the items of a list whose items have no schema. */
  readonly anythingIn: (key: string) => string | undefined;
  readonly isObjectKey: (key: string) => boolean;
  /** Whether nothing is said of the value. */
  readonly isAnything: (key: string) => boolean;
}

const createKeys = (schemas: SchemaSet): Keys => {
  const propertyKey = (itemSchema: ItemSchema, name: string): string =>
    schemas.adopt(itemSchema.schemaOf(name) as Schema, itemSchema.key);

  /** What the parts of a list say of its items. */
  const statedOf = (key: string): readonly (Schema | undefined)[] => {
    const { schema } = schemas.get(key);
    return schemas.typesOf(schema)?.has('array') ? schemas.partsOf(schema, 'all').map(({ items }) => items) : [];
  };

  const itemsKey = remembered((key): string | undefined => {
    const stated = statedOf(key).filter((items) => items !== undefined);
    // A generic wrapper only states that the list contains objects. Prefer the schema that describes them.
    const items = stated.find((one) => schemas.propertiesIn(schemas.partsOf(one, 'some')).size > 0) ?? stated[0];
    return typeof items !== 'object' || !isObject(items, schemas) ? undefined : schemas.adopt(items, key);
  });

  const anythingIn = (key: string): string | undefined => {
    const stated = statedOf(key);
    const isSaid = stated.some((items = true) => items === false || schemas.typesOf(items) !== undefined);
    return stated.length === 0 || isSaid || itemsKey(key) !== undefined ? undefined : schemas.adopt(anything, key);
  };

  const isObjectKey = (key: string) => isObject(schemas.get(key).schema, schemas);

  const isAnything = (key: string) =>
    schemas.partsOf({ $ref: key }, 'some').every((part) => Object.keys(part).every((name) => wordless.has(name)));

  return { propertyKey, itemsKey, anythingIn, isObjectKey, isAnything };
};

const hasPages = ofEach(({ properties }) => [...properties].some(isPageProperty));

/** The list of anything in a page. */
const unsaidProperty = (
  itemSchema: ItemSchema,
  noun: string,
  { propertyKey, anythingIn }: Keys,
): ListShape | undefined => {
  const isPaged = !hasOwnId(itemSchema, noun) && hasPages(itemSchema);
  for (const name of isPaged ? itemSchema.properties : []) {
    const isNamed = isSameNoun(name, noun) || isUsualList(name);
    const items = isNamed ? anythingIn(propertyKey(itemSchema, name)) : undefined;
    if (items !== undefined) return { at: [name], key: items };
  }
  return undefined;
};

/** The lists in an object, with the keys of their items, and the one that it is around, kept for all operations that show it. */
const createListsIn = ({ propertyKey, itemsKey }: Keys, describe: Describe, { isAroundList }: Around) =>
  ofEach((itemSchema) => {
    const lists = new Map<string, string>();
    for (const name of itemSchema.properties) {
      const isList = itemSchema.typesOf(name)?.has('array');
      const items = isList ? itemsKey(propertyKey(itemSchema, name)) : undefined;
      if (items !== undefined) lists.set(name, items);
    }
    const listed = lazily(
      () => theOnly([...lists], ([name, key]) => isAroundList(itemSchema, name, describe(key)))?.[0],
    );
    const isWrapper = lazily(() => (wrapperIn(itemSchema) ?? listed()) !== undefined);
    const named = [...lists.keys()];
    const rankOf = (name: string): number => wordLists.lists.all.indexOf(plainName(name));
    const [usual] = named.filter(wordLists.lists.has).sort((left, right) => rankOf(left) - rankOf(right));
    return { lists, named, bySingular: Map.groupBy(named, singularOf), usual, listed, isWrapper };
  });

const createListIn = (keys: Keys, describe: Describe, around: Around): Shapes['listIn'] => {
  const { propertyKey, itemsKey, anythingIn } = keys;
  const listsIn = createListsIn(keys, describe, around);

  const listProperty = (itemSchema: ItemSchema, noun: string): ListShape | undefined => {
    const { lists, named, bySingular, usual, listed, isWrapper } = listsIn(itemSchema);
    const exact = bySingular.get(singularOf(noun)) ?? [];
    const isItem = named.length > 0 && hasOwnId(itemSchema, noun) && !isWrapper();
    const fitting = exact.length > 0 || isItem ? exact : named.filter((name) => endsInNoun(name, noun));
    let found = theOnly(fitting);
    if (found === undefined && named.length > 0 && !isItem) {
      const isEnvelope = () =>
        itemSchema.properties.size === 1 ||
        theOnly(contentOf(itemSchema)) === named[0] ||
        ['ok', 'success'].some((flag) => itemSchema.typesOf(flag)?.has('boolean')) ||
        hasPages(itemSchema) ||
        isWrapper();
      // `lists` of `/todo-lists`, beside the priorities that a list may have.
      const last = lastWord(noun);
      found =
        usual ??
        listed() ??
        (named.length === 1 && isEnvelope() ? named[0] : undefined) ??
        theOnly(named, (name) => isSameNoun(name, last));
    }
    return found === undefined
      ? unsaidProperty(itemSchema, noun, keys)
      : { at: [found], key: lists.get(found) as string };
  };

  const find = (key: string, noun: string, depth = 0): ListShape | undefined => {
    const items = itemsKey(key) ?? (isPlural(noun) ? anythingIn(key) : undefined);
    if (items !== undefined) return { at: [], key: items };
    const itemSchema = describe(key);
    const found = listProperty(itemSchema, noun);
    const isItem = hasOwnId(itemSchema, noun);
    if (found !== undefined || (isItem && !wrapperIn(itemSchema))) return found;
    for (const name of itemSchema.properties) {
      const isOnly = itemSchema.properties.size === 1;
      const isWrapper = isUsualWrapper(name) || name === '_embedded' || isOnly || plainName(name) === 'page';
      if (!(isWrapper || isSameNoun(name, noun))) continue;
      const inner = describe(propertyKey(itemSchema, name));
      // What is around everything else may be around another wrapper.
      const isAround = isOnly && inner.properties.size > 0 && depth < maxSearchedDepth;
      const deep = isAround ? find(inner.key, noun, depth + 1) : listProperty(inner, noun);
      if (deep !== undefined && (!isItem || around.isAroundList(inner, deep.at[0] as string, describe(deep.key))))
        return { at: [name, ...deep.at], key: deep.key };
    }
    return undefined;
  };
  const found = remembered((key) => remembered((noun) => find(key, noun)));
  return (key, noun) => (key === undefined ? undefined : found(key)(noun));
};

/** Bodies with more objects are compared with each item. */
const fewObjects = 50;

/** Without a known item: a body with an id or other content of its own is the item, unless a single object with an id is beside it. */
const guess = (key: string, wrapped: readonly Wrapped[], describe: Describe, isKnown: Around['isItem']): ItemShape => {
  const innerOf = ({ shape }: Wrapped): ItemSchema => describe(shape.key);
  const bare: ItemShape = { at: [], listed: false, key };
  const ownSchema = describe(key);
  // Beside others, a map is one property of an item.
  const isItem = (one: Wrapped) => one.isNamed && innerOf(one).properties.size > 0;
  const likely = wrapped.filter((one) => one.isOnly || isItem(one) || (one.isUsual && hasKey(innerOf(one))));
  const [only] = likely;
  if (only === undefined || likely.length > 1) return bare;
  const isWrapper = !hasKey(ownSchema) || (only.isOnly && hasKey(innerOf(only)));
  return isWrapper && !isKnown(ownSchema) ? only.shape : bare;
};

/** With a known item: the body, or the object in it that has the most of the item. */
const match = (key: string, wrapped: readonly Wrapped[], describe: Describe, itemSchema: ItemSchema): ItemShape => {
  const innerOf = ({ shape }: Wrapped): ItemSchema => describe(shape.key);
  const bare: ItemShape = { at: [], listed: false, key };
  const ownSchema = describe(key);
  if (ownSchema.key === itemSchema.key) return bare;
  const fitting = fits(ownSchema, itemSchema);
  const sharedWith = ofEach((one: Wrapped) => fits(innerOf(one), itemSchema).length);
  const isNearer = (one: Wrapped) => sharedWith(one) > fitting.length;
  const hasContent = fitting.some(isContent);
  const named = wrapped.filter(({ isNamed, isUsual, isOnly }) => isNamed || isUsual || isOnly);
  const same = wrapped.filter(
    (one) =>
      innerOf(one).key === itemSchema.key &&
      (named.includes(one) || one.isInNoun() || !(hasContent || one.shape.listed)) &&
      isNearer(one),
  );
  if (same.length === 1) return (same[0] as Wrapped).shape;
  if (hasContent && isSimilar(ownSchema, itemSchema)) return bare;
  const similar = named.find((one) => isSimilar(innerOf(one), itemSchema) && isNearer(one));
  if (similar !== undefined) return similar.shape;
  // However little an object has of the item, nothing else in the body has more.
  const objects = wrapped.filter(({ shape }) => !shape.listed);
  const called = objects.filter(({ isNamed }) => isNamed);
  if (hasContent) return called.find(isNearer)?.shape ?? bare;
  // `{ success, data: {} }` says nothing of the item, and has it there.
  const isUnsaid = (one: Wrapped) => one.isOnly && innerOf(one).properties.size === 0;
  const usual = objects.filter((one) => one.isUsual && (sharedWith(one) > 0 || isUnsaid(one)));
  const only = theOnly(called.length > 0 ? called : usual);
  if (only !== undefined) return only.shape;
  const most = Math.max(...objects.map(sharedWith));
  return theOnly(objects, (one) => sharedWith(one) === most && isNearer(one))?.shape ?? bare;
};

const createItemIn = (
  keys: Keys,
  describe: Describe,
  { isItem: isKnown }: Around,
): Pick<Shapes, 'itemIn' | 'objectsIn' | 'oneIn' | 'sentIn' | 'twinIn'> => {
  const { innerShapes, objectsIn, plainIn } = createObjectsIn(keys, describe);

  const read = (
    key: string,
    noun: string,
    itemSchema: ItemSchema | undefined,
    depth: number,
  ): ItemShape | undefined => {
    const plain = plainIn(key);
    if (plain !== undefined || !keys.isObjectKey(key)) return plain;
    const wrapped = innerShapes(key).map((one) => wrappedAs(one, noun));
    const found =
      itemSchema === undefined ? guess(key, wrapped, describe, isKnown) : match(key, wrapped, describe, itemSchema);
    const isBare = found.at.length === 0;
    // A body without anything of the item may be the wrapper of a wrapper.
    const outer = isBare && itemSchema !== undefined ? outerIn(key, wrapped, itemSchema) : found;
    if (outer === undefined || outer.at.length === 0 || outer.listed || depth === maxSearchedDepth) return found;
    const deeper = read(outer.key, noun, itemSchema, depth + 1);
    if (deeper === undefined || deeper.listed || (isBare && deeper.at.length === 0)) return found;
    return { ...deeper, at: [...outer.at, ...deeper.at] };
  };
  const outerIn = (key: string, wrapped: readonly Wrapped[], itemSchema: ItemSchema): ItemShape | undefined => {
    const ownSchema = describe(key);
    if (ownSchema.key === itemSchema.key || fits(ownSchema, itemSchema).some(isContent)) return undefined;
    return theOnly(wrapped, ({ shape, isUsual, isOnly }) => !shape.listed && (isUsual || isOnly))?.shape;
  };

  const twinIn: Shapes['twinIn'] = (key, noun, itemSchema) => {
    if (key === undefined || objectsIn(key)?.has(allNames(itemSchema)) === false) return undefined;
    const shape = read(key, noun, itemSchema, 1);
    return shape?.listed === false && isTwin(describe(shape.key), itemSchema) ? shape : undefined;
  };
  const found = remembered((name) => {
    const [key = '', item, ...noun] = name.split(' ');
    return read(key, noun.join(' '), item ? describe(item) : undefined, 1);
  });
  const itemIn: Shapes['itemIn'] = (key, noun, itemSchema) =>
    key === undefined ? undefined : (plainIn(key) ?? found(`${key} ${itemSchema?.key ?? ''} ${noun}`));
  return {
    itemIn,
    oneIn: (...body) => {
      const shape = itemIn(...body);
      return shape?.listed === false ? describe(shape.key) : undefined;
    },
    sentIn: (key, ...item) => describe(itemIn(key, ...item)?.key ?? key),
    ...{ twinIn, objectsIn },
  };
};

/** The objects in each body, kept since items are compared with each. */
const createObjectsIn = (keys: Keys, describe: Describe) => {
  const innerShapes = remembered((key) => innerShapesOf(describe(key), keys));
  return {
    innerShapes,
    /** The shape of the item if only one is possible: the body is a list, or an object without another in it. */
    plainIn: remembered((key): ItemShape | undefined => {
      const listed = keys.itemsKey(key);
      if (listed !== undefined) return { at: [], listed: true, key: listed };
      return keys.isObjectKey(key) && innerShapes(key).length === 0 ? { at: [], listed: false, key } : undefined;
    }),
    objectsIn: remembered((key) => {
      const found = new Map<string, ItemSchema>();
      let objects = [key];
      for (let depth = 0; depth <= maxSearchedDepth; depth++) {
        if (objects.length > fewObjects) return undefined;
        for (const object of objects.map(describe)) found.set(allNames(object), object);
        objects = objects.flatMap((object) =>
          innerShapes(object).flatMap(({ shape }) => (shape.listed ? [] : [shape.key])),
        );
      }
      return found;
    }),
  };
};

/** An object or a list of objects in a body. */
interface InnerShape {
  readonly shape: ItemShape;
  /** Whether it has the name of a usual wrapper. */
  readonly isUsual: boolean;
  /** Whether the rest of the body is about the response, not about the item. */
  readonly isOnly: boolean;
}

/** An object in a body that may be the item. */
interface Wrapped extends InnerShape {
  /** Whether it has the name of the item. */
  readonly isNamed: boolean;
  readonly isInNoun: () => boolean;
}

const innerShapesOf = (
  wrapper: ItemSchema,
  { propertyKey, itemsKey, isObjectKey, isAnything }: Keys,
): readonly InnerShape[] => {
  const names = [...wrapper.properties];
  const content = theOnly(contentOf(wrapper));
  return names.flatMap((name): readonly InnerShape[] => {
    const types = wrapper.typesOf(name);
    if (types !== undefined && !types.has('array') && !types.has('object')) return [];
    const key = propertyKey(wrapper, name);
    const items = itemsKey(key);
    const listed = items !== undefined;
    const isUsual = isUsualWrapper(name);
    if (!listed && !isObjectKey(key) && !(isUsual && isAnything(key))) return [];
    return [{ shape: { at: [name], listed, key: items ?? key }, isUsual, isOnly: content === name && !listed }];
  });
};

const wrappedAs = (inner: InnerShape, noun: string): Wrapped => {
  const [name = ''] = inner.shape.at;
  return { ...inner, isNamed: isSameNoun(name, noun), isInNoun: () => endsInNoun(name, noun) };
};

/** Whether a property neither is about the response nor names something. */
const isContent = remembered(
  (name) =>
    !(
      (['aboutResponse', 'pageContainers', 'linkContainers'] as const).some((one) => wordLists[one].has(name)) ||
      isKeyName(name)
    ),
);

export const isKeyName = (name: string): boolean => wordLists.keyEnds.ends(name) || plainName(name) === 'pk';

export const contentOf = ofEach(({ properties }): readonly string[] => [...properties].filter(isContent));

export const hasKey = ({ properties, isScalar }: ItemSchema): boolean =>
  [...properties].some((name) => isIdName(plainName(name)) && isScalar(name));
