/** Properties with the path of their own item: those of which an example shows it (`"uri": "/channels/42"` for `/channels/{id}`), and those named so. */

import { getProperty, isJsonObject, type JsonObject } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import type { CollectionSpec, ItemAddress } from '../../core/service/collection-facts.ts';
import { listIn } from '../../openapi/document/source.ts';
import type { Compilation } from '../../openapi/operations/compilation.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { firstOf, type SchemaObject } from '../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';
import { wordLists } from '../words/index.ts';

/** Adds the path of an item, and the properties that have it. */
export const withAddresses =
  (_specs: unknown, { compilation }: Binder) =>
  ({ examples }: CollectionSpec, group: ResourceGroup): Partial<CollectionSpec> => ({
    addresses: addressesOf(group, examples, compilation),
    path: lazily(() => itemPathOf(group, compilation.source)),
  });

/** The path of an item below the path of the first server: links to another host would lead clients to the real service. */
const itemPathOf = (group: ResourceGroup, { document }: Compilation['source']): ItemAddress['parts'] | undefined => {
  const template = templateOf(group);
  const [server] = listIn(document, 'servers');
  const url = isJsonObject(server) ? String(server.url) : '';
  const base = /^(?:[a-z]+:\/\/[^/]*)?((?:\/[^/{?#]+)*)\/?$/i.exec(url)?.[1] ?? '';
  const isSlashed = itemRole(group)?.candidate.operation.path.endsWith('/');
  return template && [...join(template, `${base}/`), ...(isSlashed ? ['/'] : [])];
};

/** `items`: whole items that the document has as examples. */
const addressesOf = (
  group: ResourceGroup,
  items: readonly JsonObject[],
  { schemas, source }: Pick<Compilation, 'schemas' | 'source'>,
): readonly ItemAddress[] => {
  const { itemSchema, idProperty, aliases } = group;
  const template = templateOf(group);
  if (template === undefined) return [];
  return [...itemSchema.properties].flatMap((property): readonly ItemAddress[] => {
    if (property === idProperty || aliases.includes(property)) return [];
    if (property === 'relationships')
      return linksOfRelations(schemas.partsOf(itemSchema.schemaOf(property) ?? true, 'some'), schemas).map((inner) => ({
        ...{ property, inner },
        parts: [...(itemPathOf(group, source) ?? []), `${inner[2] === 'self' ? '/relationships' : ''}/${inner[0]}`],
      }));
    const parts = partsOfProperty(property, items, template, group, schemas);
    if (parts !== undefined) return [{ property, parts }];
    const found = namedAddress(property, itemSchema, schemas);
    if (found === undefined) return [];
    const path = itemPathOf(group, source) ?? [];
    return [{ property, inner: found.inner, parts: found.isUrl ? ['http://localhost', ...path] : path }];
  });
};

/** `@id` of JSON-LD, `_links.self.href` of HAL, `links.self` of JSON:API, `self`, and `url` if no client sends it. */
const namedAddress = (
  property: string,
  { schemaOf, typesOf: typesIn }: ItemSchema,
  schemas: SchemaSet,
): { readonly inner: readonly string[]; readonly isUrl: boolean } | undefined => {
  const parts = schemas.partsOf(schemaOf(property) ?? true, 'some');
  const isUrl = firstOf(parts, 'format') === 'uri';
  if (typesIn(property)?.has('string')) {
    const isOwn = property === '@id' || wordLists.ownAddresses.has(property);
    return isOwn || (/^(href|ur[il])$/.test(property) && parts.some(({ readOnly }) => readOnly === true))
      ? { inner: [], isUrl }
      : undefined;
  }
  if (!/^_?links$/.test(property) || !typesIn(property)?.has('object')) return undefined;
  const [self] = schemas.propertiesIn(parts).get('self') ?? [];
  if (self === undefined) return property === '_links' ? { inner: ['self', 'href'], isUrl: false } : undefined;
  const selfParts = schemas.partsOf(self, 'some');
  const [href] = schemas.propertiesIn(selfParts).get('href') ?? [];
  if (href === undefined && schemas.typesOf(self)?.has('string') !== true) return undefined;
  const text = href === undefined ? selfParts : schemas.partsOf(href, 'some');
  return {
    inner: href === undefined ? ['self'] : ['self', 'href'],
    isUrl: firstOf(text, 'format') === 'uri',
  };
};

/** Where JSON:API has the links of each relation: `author.links.self` and `author.links.related`. */
const linksOfRelations = (
  relations: readonly SchemaObject[],
  schemas: SchemaSet,
): readonly (readonly [string, 'links', string])[] => {
  const innerOf = (parts: typeof relations, name: string): typeof relations =>
    (schemas.propertiesIn(parts).get(name) ?? []).flatMap((schema) => schemas.partsOf(schema, 'some'));
  return [...schemas.propertiesIn(relations).keys()].flatMap((relation) => {
    const links = schemas.propertiesIn(innerOf(innerOf(relations, relation), 'links'));
    const isText = (name: string) =>
      links.get(name)?.some((one) => schemas.typesOf(one)?.has('string') === true) === true;
    return ['self', 'related'].filter(isText).map((name) => [relation, 'links', name] as const);
  });
};

const itemRole = ({ roles }: ResourceGroup): ResourceGroup['roles'][number] | undefined =>
  roles.find(({ key, isInScope, bulk }) => key === 'path' && isInScope && bulk === undefined);

/** The segments of the path of an item, with `{}` for the ids of its parents and its own. */
const templateOf = (group: ResourceGroup): readonly string[] | undefined => {
  const item = itemRole(group);
  const path = item?.candidate.path;
  if (path === undefined || !path.endsInParameter || path.parameters.length !== group.parents.length + 1)
    return undefined;
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
  const own = schemas.partsOf(schema, 'some').flatMap(({ examples = [] }) => examples);
  const shown = [...own, ...items.map((value) => getProperty(value, property))];
  return shown
    .map((text) => (typeof text === 'string' ? partsIn(text, template) : undefined))
    .find((parts) => parts !== undefined);
};

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
    return join(tail, before);
  }
  return undefined;
};

const join = (segments: readonly string[], before: string): ItemAddress['parts'] => {
  let position = 0;
  return segments.flatMap((segment, index): ItemAddress['parts'] => {
    const separator = index === 0 ? before : '/';
    return segment === '{}' ? [separator, position++] : [`${separator}${segment}`];
  });
};

const fits = (segment: string, shown: string) => (segment === '{}' ? shown !== '' : segment === shown);
