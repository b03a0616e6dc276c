/** Finds the properties of an item that contain another item: `assignee: { gid, name }`, `tags: [{ id, name }]`. */

import { maxSearchedDepth } from '../../../core/primitives/json.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { isSameNoun, singularOf, wordsOf } from '../../../core/primitives/words.ts';
import type { Reference } from '../../../core/service/collection-facts.ts';
import { wordLists } from '../../../parts/words/index.ts';
import type { Schema, Types } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { findId } from '../describe/find-id.ts';
import { isFoundAlone, type ResourceGroup } from '../describe/group.ts';
import {
  attributesAt,
  attributesOf,
  type ItemSchema,
  isSimilar,
  isTwin,
  maxProperties,
} from '../describe/item-schema.ts';

/** An object in an item, or an object in a list of it, with the property that identifies it. */
interface InnerItem {
  readonly property: string;
  readonly isList: boolean;
  readonly idProperty: string;
  readonly schema: ItemSchema;
  /** The name of its shared schema. */
  readonly schemaName: string | undefined;
}

/** The object in the property, if it has an id and a request may refer to it by the id alone. */
export const innerItemAt = (itemSchema: ItemSchema, property: string, schemas: SchemaSet): InnerItem | undefined => {
  const own = itemSchema.schemaOf(property) as Schema;
  const types = schemas.typesOf(own);
  const isList = types?.has('array') === true;
  const schema = isList ? schemas.elementsOf(own) : own;
  if (schema === undefined || !isOnlyObject(schemas.typesOf(schema)) || (isList && types.size > 2)) return undefined;
  const inner = isList ? itemSchema.elementOf(property) : itemSchema.innerOf(property);
  if (inner === undefined || inner.properties.size > maxProperties) return undefined;
  const idProperty = findId(inner, property)?.property ?? onlyIdIn(inner);
  return idProperty === undefined
    ? undefined
    : { property, isList, idProperty, schema: inner, schemaName: nameOf(schema, schemas) };
};

const isOnlyObject = (types: Types) =>
  types?.has('object') === true && [...types].every((type) => type === 'object' || type === 'null');

/** `accountId` of `{ accountId, displayName }`. */
const onlyIdIn = ({ properties, isScalar }: ItemSchema): string | undefined =>
  theOnly([...properties], (name) => /[a-z_-]id$/i.test(name) && isScalar(name));

/** The name of the shared schema that describes a value; undefined if there is none, or several. */
const nameOf = (schema: Schema, schemas: SchemaSet, depth = 0): string | undefined => {
  if (typeof schema === 'boolean' || depth > maxSearchedDepth) return undefined;
  const { $ref: key } = schema;
  if (key !== undefined) return schemas.nameOf(key) ?? nameOf(schemas.get(key).schema, schemas, depth + 1);
  const names = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(
    (part) => nameOf(part, schemas, depth + 1) ?? [],
  );
  return theOnly(names);
};

const thingIn = (schemaName: string): string =>
  singularOf(
    wordsOf(schemaName)
      .filter((word) => !wordLists.besideName.has(word))
      .join(''),
  );

/** The properties of a group's items that refer to items, also in the `attributes` of an item. `groups`: all that may be referred to. */
export const referencesOf = (
  { itemSchema }: ResourceGroup,
  groups: readonly ResourceGroup[],
  names: ReadonlyMap<ResourceGroup, string>,
  schemas: SchemaSet,
): readonly Reference[] => {
  const attributes = attributesOf(itemSchema);
  const owners = [
    { schema: itemSchema, property: undefined },
    ...(attributes === undefined ? [] : [{ schema: attributes, property: attributesAt(itemSchema) }]),
  ];
  return owners.flatMap(({ schema: owner, property: inside }) =>
    [...owner.properties].flatMap((name): readonly Reference[] => {
      const own = innerItemAt(owner, name, schemas);
      const inner = own ?? wrappedItemAt(owner, name, schemas);
      if (inner === undefined) return [];
      const target = targetOf(inner, groups);
      const { property, isList, idProperty, schema } = inner;
      const properties = schema.isOpen ? undefined : schema.properties;
      return [
        {
          ...{ property, inside, isList, idProperty, properties },
          ...(own === undefined && { wrapper }),
          isNumber: schema.typesOf(idProperty)?.has('string') === false,
          collection: target && (names.get(target) as string),
        },
      ];
    }),
  );
};

/** The depth to which items within an item are shown: they may have ids of others, too. */
const deepestShown = 2;
/** With more, the items do not show others: 40 in each of 60 schemas took twelve times as long for the first list. */
const maxShownReferences = 20;

/** The items that a response shows in place of the ids that an item has: `play: 2` of a performance, in the list `play: { id: 2, title }`. */
export const shownReferences = (
  shown: ItemSchema,
  group: ResourceGroup,
  groups: readonly ResourceGroup[],
  names: ReadonlyMap<ResourceGroup, string>,
  schemas: SchemaSet,
  depth = deepestShown,
): readonly Reference[] => {
  if (depth === 0 || shown.key === group.itemSchema.key) return [];
  const isId = ({ property, inside, collection }: Reference) =>
    collection !== undefined &&
    inside === undefined &&
    group.itemSchema.properties.has(property) &&
    innerItemAt(group.itemSchema, property, schemas) === undefined;
  const found = referencesOf({ ...group, itemSchema: shown }, groups, names, schemas).filter(isId);
  if (found.length > maxShownReferences) return found;
  return found.map((reference) => {
    const target = groups.find((other) => names.get(other) === reference.collection);
    const other = innerItemAt(shown, reference.property, schemas);
    if (target === undefined || other === undefined) return reference;
    const inner = shownReferences(other.schema, target, groups, names, schemas, depth - 1);
    return inner.length === 0 ? reference : { ...reference, inner };
  });
};

/** Around another item in Strapi and JSON:API: `{ "data": { "id": 2 } }`. */
const wrapper = 'data';

const wrappedItemAt = (owner: ItemSchema, property: string, schemas: SchemaSet): InnerItem | undefined => {
  const outer = owner.innerOf(property);
  const inner = outer?.properties.has(wrapper) ? innerItemAt(outer, wrapper, schemas) : undefined;
  return inner && { ...inner, property };
};

const lengthOf = ({ path }: ResourceGroup) => path.split('/').length;

/** The collection of the items that a property contains; undefined if the document does not make it clear. */
const targetOf = (
  { property, idProperty, schema, schemaName }: InnerItem,
  groups: readonly ResourceGroup[],
): ResourceGroup | undefined => {
  const possible = groups.filter(
    (group) =>
      group.kind === 'list' &&
      isFoundAlone(group) &&
      group.idProperty === idProperty &&
      (schema.properties.size === 1 || isSimilar(schema, group.itemSchema)),
  );
  const tests: readonly ((group: ResourceGroup) => boolean)[] = [
    ({ itemSchema }) => isTwin(schema, itemSchema),
    ({ noun, itemSchema }) => {
      const thing = schemaName === undefined ? '' : thingIn(schemaName);
      return thing !== '' && (thing === singularOf(noun) || thing === thingIn(itemSchema.name ?? ''));
    },
    // `categorie` of French `categories`, which reads as the plural of `category`.
    ({ noun }) => ['', 's'].some((end) => isSameNoun(property.replace(/[_-]?details?$/i, '') + end, noun)),
  ];
  for (const test of tests) {
    const found = possible.filter(test);
    // `/parts` rather than `/companies/parts`.
    const least = Math.min(...found.map(lengthOf));
    if (found.length > 0) return theOnly(found, (group) => lengthOf(group) === least);
  }
  return undefined;
};
