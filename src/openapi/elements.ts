/** What a collection holds: the schema of its items, told from what its operations answer. */
import { getMember } from '../core/json.ts';
import type { Compilation } from './compilation.ts';
import { membersOf, partsOf, type TypeName, typesOf } from './parts.ts';
import type { Candidate } from './resources.ts';
import type { CompiledResponse } from './responses.ts';
import type { Schema } from './schema.ts';

export interface Element {
  readonly key: string;
  readonly members: ReadonlySet<string>;
  readonly required: readonly string[];
  readonly typesOfMember: (name: string) => ReadonlySet<TypeName> | undefined;
  readonly isScalar: (name: string) => boolean;
}

const shareWanted = 0.6;

/** A JSON array whose items are objects. */
export const isList = (response: CompiledResponse, compilation: Compilation): boolean =>
  itemKeyOf(response, compilation) !== undefined;

const itemKeyOf = ({ json }: CompiledResponse, compilation: Compilation): string | undefined => {
  if (json === undefined) return undefined;
  const { schemas } = compilation;
  const { schema } = schemas.get(json.key);
  if (!typesOf(schemas, schema)?.has('array')) return undefined;
  const items = partsOf(schemas, schema, 'all').find((part) => part.items !== undefined)?.items;
  if (items === undefined || typeof items === 'boolean' || !isObject(items, compilation)) return undefined;
  if (items.$ref !== undefined && Object.keys(items).length === 1) return items.$ref;
  return itemPointer(json.pointer, json.key, compilation);
};

/** What a list may say without saying more than what its items are. */
const sayNoMore = new Set([
  '$ref',
  'type',
  'items',
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
]);

/** The key of a list's items, where the list's schema asks for nothing else. */
export const onlyElementKeyOf = (response: CompiledResponse, compilation: Compilation): string | undefined => {
  if (response.json === undefined) return undefined;
  const { schemas } = compilation;
  const parts = partsOf(schemas, schemas.get(response.json.key).schema, 'some');
  const saysMore = parts.some((part) =>
    Object.keys(part).some((name) => !sayNoMore.has(name) && !name.startsWith('x-')),
  );
  return saysMore ? undefined : itemKeyOf(response, compilation);
};

/** The key of items that are described in place. */
const itemPointer = (pointer: string, key: string, { source, schemas }: Compilation): string | undefined => {
  const { entry } = schemas.get(key);
  const located = source.resolve(entry.raw, entry.pointer === '' ? pointer : entry.pointer);
  const items = located && getMember(located.value, 'items');
  return items === undefined ? undefined : schemas.keyOf(items, `${located?.pointer}/items`, 'response');
};

export const isObject = (schema: Schema, { schemas }: Compilation): boolean => {
  const types = typesOf(schemas, schema);
  return types === undefined ? membersOf(partsOf(schemas, schema, 'some')).size > 0 : types.has('object');
};

/** From the item's own reading where there is one: a list may show less of it. */
export const elementOf = (
  list: Candidate | undefined,
  create: Candidate | undefined,
  items: readonly Candidate[],
  compilation: Compilation,
): Element | undefined => {
  const listed = list?.success && itemKeyOf(list.success, compilation);
  const read = items.find(({ operation }) => operation.method === 'GET');
  for (const candidate of [read, create, ...items]) {
    const json = candidate?.success?.json;
    if (json === undefined || !isObject({ $ref: json.key }, compilation)) continue;
    const element = describe(json.key, compilation);
    if (listed === undefined || isSimilar(element, describe(listed, compilation))) return element;
  }
  return listed === undefined ? undefined : describe(listed, compilation);
};

const describe = (key: string, { schemas }: Compilation): Element => {
  const parts = partsOf(schemas, schemas.get(key).schema, 'some');
  const members = membersOf(parts);
  const typesOfMember = (name: string): ReadonlySet<TypeName> | undefined => {
    const [schema] = members.get(name) ?? [];
    return schema === undefined ? undefined : typesOf(schemas, schema);
  };
  return {
    key: keyBehind(key, schemas),
    members: new Set(members.keys()),
    required: [...new Set(partsOf(schemas, schemas.get(key).schema, 'all').flatMap((part) => part.required ?? []))],
    typesOfMember,
    isScalar: (name) => {
      const types = typesOfMember(name);
      return types !== undefined && !types.has('object') && !types.has('array');
    },
  };
};

const keyBehind = (key: string, schemas: Compilation['schemas']): string => {
  const { schema } = schemas.get(key);
  return typeof schema === 'object' && schema.$ref !== undefined && Object.keys(schema).length === 1
    ? keyBehind(schema.$ref, schemas)
    : key;
};

/** The same schema, or most property names in common. */
const isSimilar = (one: Element, other: Element): boolean => {
  if (one.key === other.key) return true;
  const shared = [...one.members].filter((name) => other.members.has(name)).length;
  return shared > 0 && shared >= shareWanted * Math.min(one.members.size, other.members.size);
};

/** An operation that answers nothing, or the element. */
export const fitsElement = ({ success }: Candidate, element: Element, compilation: Compilation): boolean =>
  success?.json === undefined ||
  (isObject({ $ref: success.json.key }, compilation) && isSimilar(describe(success.json.key, compilation), element));

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const lastWord = (name: string): string => {
  const words = name.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/);
  return (words.at(-1) ?? name).toLowerCase();
};

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

/** The property that identifies an item; undefined where none can. */
export const idPropertyOf = (element: Element, itemPath: string | undefined): string | undefined => {
  const names = [...element.members].filter(element.isScalar);
  const parameter = itemPath && /\{([^}]*)\}\/?$/.exec(itemPath)?.[1];
  const byParameter =
    parameter === undefined
      ? undefined
      : (names.find((name) => name === parameter) ??
        names.find((name) => plain(name) === plain(parameter)) ??
        names.find((name) => name.toLowerCase() === lastWord(parameter)));
  return byParameter ?? names.find((name) => name === 'id') ?? usualIds.find((name) => names.includes(name));
};
