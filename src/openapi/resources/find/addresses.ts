/** Properties with the path of their own item, which an example shows: `"uri": "/channels/42"` for `/channels/{id}`. */
import { getProperty, type JsonObject } from '../../../core/primitives/json.ts';
import type { ItemAddress } from '../../../core/service/binding.ts';
import { partsOf } from '../../schema/applicable-schemas.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import type { ResourceGroup } from '../describe/group.ts';
import { pathOf } from '../describe/unbound-operation.ts';

/** `items`: whole items that the document has as examples. */
export const addressesOf = (
  group: ResourceGroup,
  items: readonly JsonObject[],
  schemas: SchemaSet,
): readonly ItemAddress[] => {
  const { itemSchema, idProperty, aliases } = group;
  const template = templateOf(group);
  if (template === undefined) return [];
  return [...itemSchema.properties].flatMap((property): readonly ItemAddress[] => {
    if (property === idProperty || aliases.includes(property)) return [];
    const parts = partsOfProperty(property, items, template, group, schemas);
    return parts === undefined ? [] : [{ property, parts }];
  });
};

/** A property with the whole path of the item is not its id in this path: `"name": "shelves/1"` in `/shelves/{name}`. */
export const withoutAddressAsId = (group: ResourceGroup, schemas: SchemaSet): ResourceGroup => {
  const { itemSchema, idProperty } = group;
  const template = idProperty === undefined ? undefined : templateOf(group);
  if (idProperty === undefined || template === undefined) return group;
  if (partsOfProperty(idProperty, [], template, group, schemas) === undefined) return group;
  const other = idProperty !== 'id' && itemSchema.properties.has('id') && itemSchema.isScalar('id') ? 'id' : undefined;
  return { ...group, idProperty: other, aliases: group.aliases.filter((alias) => alias !== other) };
};

/** The segments of the path of an item, with `{}` for the ids of its parents and its own. */
const templateOf = ({ parents, roles }: ResourceGroup): readonly string[] | undefined => {
  const item = roles.find(({ key, isInScope, bulk }) => key === 'path' && isInScope && bulk === undefined);
  const path = item && pathOf(item.candidate);
  if (path === undefined || !path.endsInParameter || path.parameters.length !== parents.length + 1) return undefined;
  return path.erased.slice(1).split('/');
};

const partsOfProperty = (
  property: string,
  items: readonly JsonObject[],
  template: readonly string[],
  { itemSchema }: ResourceGroup,
  schemas: SchemaSet,
): ItemAddress['parts'] | undefined => {
  const schema = itemSchema.typesOf(property)?.has('string') ? itemSchema.schemaOf(property) : undefined;
  if (schema === undefined) return undefined;
  const own = partsOf(schemas, schema, 'some').flatMap(({ examples = [] }) => examples);
  const shown = [...own, ...items.map((value) => getProperty(value, property))];
  return shown
    .map((text) => (typeof text === 'string' ? partsIn(text, template) : undefined))
    .find((parts) => parts !== undefined);
};

/** An address is no longer than this. */
const longestAddress = 1000;

/** The parts of the text if it ends in the template, whose first segments (a version) it may omit. */
const partsIn = (text: string, template: readonly string[]): ItemAddress['parts'] | undefined => {
  const [, origin = '', path = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/]*)?([^?#\s{}]*)$/i.exec(text) ?? [];
  if (text.length > longestAddress) return undefined;
  const segments = path.split('/');
  for (const [start, first] of template.entries()) {
    // Without the id of a parent, it is not the address of the item.
    if (first === '{}') return undefined;
    const tail = template.slice(start);
    const cut = segments.length - tail.length;
    const isComplete = cut === 0 || origin !== '' || segments[0] === '';
    if (!isComplete || !tail.every((segment, index) => fits(segment, segments[cut + index] as string))) continue;
    const before = `${origin}${segments
      .slice(0, cut)
      .map((segment) => `${segment}/`)
      .join('')}`;
    let position = 0;
    return tail.flatMap((segment, index): ItemAddress['parts'] => {
      const separator = index === 0 ? before : '/';
      return segment === '{}' ? [separator, position++] : [`${separator}${segment}`];
    });
  }
  return undefined;
};

const fits = (segment: string, shown: string): boolean => (segment === '{}' ? shown !== '' : segment === shown);
