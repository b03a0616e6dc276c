/** Compares the request and the response of an operation with the schema of an item. Some documents have no schemas of responses. */
import { isPlural, plainName } from '../../../core/primitives/words.ts';
import { phrases } from '../../../parts/words/index.ts';
import { valueAtPointer } from '../../document/source.ts';
import type { Schema, SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { findId, type IdParameter, idParameterFor } from '../describe/find-id.ts';
import type { ResourceGroup } from '../describe/group.ts';
import { countShared, type ItemSchema, isObject, isSimilar } from '../describe/item-schema.ts';
import { type ItemShape, type ListShape, wordless, wrapperIn } from '../describe/locate-items.ts';
import { isPatchList } from '../describe/patch-list.ts';
import { namesIn } from '../describe/property-names.ts';
import { isRead, parentPath, type UnboundOperation } from '../describe/unbound-operation.ts';
import type { FinderContext, Site } from './finder-context.ts';

/** Whether a response has no body, or a body of which nothing is said. */
export const isSilent = ({ success }: UnboundOperation, finding: SilentContext): boolean =>
  success !== undefined &&
  (success.spec.contents.length === 0 ||
    (success.json !== undefined && unsaidIn(success.json.key, finding) !== undefined));

type SilentContext = Pick<FinderContext, 'schemas' | 'describe'>;

export const saysNothing = (key: string, { schemas }: Pick<FinderContext, 'schemas'>): boolean =>
  schemas
    .partsOf({ $ref: key }, 'some')
    .every((part) =>
      Object.entries(part).every(
        ([name, value]) =>
          wordless.has(name) ||
          (name === 'type' && value === 'object') ||
          (name === 'additionalProperties' && value === true),
      ),
    );

/** `data` of `{ code, message, data }`, if nothing is said of it. */
const unsaidIn = (key: string, { schemas, describe }: SilentContext): readonly [] | readonly [string] | undefined => {
  if (saysNothing(key, { schemas })) return [];
  const body = describe(key);
  const name = wrapperIn(body);
  if (name === undefined) return undefined;
  const content = schemas.adopt(body.schemaOf(name) ?? true, body.key);
  return saysNothing(itemsIn(content, schemas) ?? content, { schemas }) ? [name] : undefined;
};

const itemsIn = (key: string, schemas: SchemaSet): string | undefined => {
  const { schema } = schemas.get(key);
  if (typeof schema !== 'object' || schema.type !== 'array') return undefined;
  return schemas.adopt(schema.items ?? true, key);
};

/** Whether nothing but the plural says that it is a list: `GET` and `POST /notes` without a path of one note. */
export const isSilentPair = ({ get, posts, noun }: Site, finding: SilentContext): boolean =>
  get !== undefined && isPlural(noun) && isSilent(get, finding) && posts.some(({ bodyKey }) => bodyKey !== undefined);

/** Whether what is created at the path can be deleted below it, and is no part of one thing that is read above: `/cart/items`. */
export const isEndedBelow = (
  path: string,
  below: readonly UnboundOperation[],
  byPath: ReadonlyMap<string, readonly UnboundOperation[]>,
): boolean => {
  const above = parentPath(path);
  const isReadAbove = (one: UnboundOperation) => isRead(one) && one.path.erased === above;
  return below.some((one) => one.method === 'DELETE') && byPath.get(above)?.some(isReadAbove) !== true;
};

/** The schema of items as requests send them, with an id, if no operation that reads them has a schema. */
export const sentItemSchema = (
  { path, noun, posts, below, get, list, writes }: Site,
  finding: FinderContext,
): ItemSchema | undefined => {
  const { describe, shapes, schemas } = finding;
  const reads = [get, ...below].filter((candidate) => candidate !== undefined && isRead(candidate));
  const isUnknown = (read: UnboundOperation | undefined) =>
    read !== undefined && (isSilent(read, finding) || (read === list?.candidate && isUnsaidList(list, finding)));
  const mayBeCreated = posts.length > 0 && isEndedBelow(path, below, finding.byPath);
  const isCreated = mayBeCreated && [...posts, ...below].every((one) => isSilent(one, finding));
  if (!(reads.length > 0 || isCreated) || !reads.every(isUnknown)) return undefined;
  const item = below.find(isRead) ?? below[0];
  const [parameter] = item === undefined ? ['id'] : item.path.parameters.slice(-1);
  const bodyKey = [...posts, ...below].map((candidate) => candidate.bodyKey).find((key) => key !== undefined);
  if (parameter === undefined || bodyKey === undefined) return undefined;
  const shape = shapes.itemIn(bodyKey, noun);
  // Beside other properties, a list with the name of the items belongs to one of them: the `products` of `/products`.
  const isOwn = shape?.listed === true && describe(bodyKey).properties.size > 1;
  const sent = describe(isOwn ? bodyKey : (shape?.key ?? bodyKey));
  const { types, format } = item === undefined ? unstated : idParameterFor(item, parameter, schemas);
  const type = types?.has('integer') ? 'integer' : 'string';
  const id: SchemaObject = { type, ...(format !== undefined && { format }) };
  const isWhole = ![...sent.properties].some((name) => phrases.unshown.test(name));
  const found = findId(sent, noun);
  const own = found?.isNamed ? [found.property] : [];
  const idName = ['id', parameter, ...own, 'codigo'].find((name) => sent.properties.has(name));
  const told = idName === undefined ? idOfChanges([...writes, ...below], noun, finding) : undefined;
  if (isWhole && idName !== undefined) return sent;
  // The schema of a request may be closed: it says nothing about what is shown.
  const shown =
    !isWhole || isClosed(sent, finding)
      ? {
          type: 'object' as const,
          properties: {
            ...(idName === undefined && (told?.property ?? { id })),
            ...Object.fromEntries(sentProperties(sent)),
          },
        }
      : { allOf: [{ $ref: sent.key }], properties: told?.property ?? { id } };
  return describe(schemas.adopt({ ...shown, required: [idName ?? told?.name ?? 'id'] }, sent.key));
};

/** The only id that a change requires in its body: `PUT /tests` with a `testId`. */
const idOfChanges = (changes: readonly UnboundOperation[], noun: string, { describe }: FinderContext) => {
  for (const candidate of changes) {
    const body = /^(PUT|PATCH)$/.test(candidate.method) ? candidate.bodyKey : undefined;
    const sent = body === undefined ? undefined : describe(body);
    const found = sent && findId(sent, noun);
    const name = found?.isNamed && sent?.required.includes(found.property) ? found.property : undefined;
    if (sent !== undefined && name !== undefined) return { name, property: { [name]: sent.schemaOf(name) ?? true } };
  }
  return undefined;
};

/** The id of items without a path of their own. */
const unstated: Pick<IdParameter, 'types' | 'format'> = { types: new Set(['integer']), format: undefined };

const sentProperties = ({ properties, schemaOf }: ItemSchema): readonly (readonly [string, Schema])[] =>
  [...properties].filter((name) => !phrases.unshown.test(name)).map((name) => [name, schemaOf(name) ?? true]);

const isClosed = ({ key }: ItemSchema, { schemas }: FinderContext) =>
  schemas.partsOf({ $ref: key }, 'all').some((part) => part.additionalProperties === false);

/** Whether nothing is said of what a list contains. */
export const isUnsaidList = (
  { shape }: NonNullable<Site['list']>,
  { describe }: Pick<FinderContext, 'describe'>,
): boolean => describe(shape.key).properties.size === 0;

/** A list of which nothing is said is the list itself; in an object, as `map[string]any` of Go, it has the name of the items. */
export const silentList = (
  { get, noun }: Pick<Site, 'get' | 'noun'>,
  { key }: ItemSchema,
  finding: FinderContext,
): Site['list'] => {
  const json = get?.success?.json;
  const path = json && unsaidIn(json.key, finding);
  if (get === undefined || json === undefined || path === undefined) return undefined;
  const { schemas } = finding;
  const [name] = path;
  const content = name === undefined ? undefined : finding.describe(json.key).schemaOf(name);
  const types = schemas.typesOf(content ?? { $ref: json.key });
  const isHere = types === undefined || types.has('array');
  const shape: ListShape = { at: isHere ? path : [...path, noun], key };
  return { candidate: get, shape };
};

/** Whether the operation takes no body, an object, or a list of JSON Patch operations. */
export const takesItem = (candidate: UnboundOperation, finding: FinderContext): boolean => {
  const { bodyKey, operation } = candidate;
  const { abstain, schemas } = finding;
  if (operation.body === undefined) return true;
  if (bodyKey !== undefined && (isObject(schemas.get(bodyKey).schema, schemas) || isPatchList(bodyKey, schemas)))
    return true;
  abstain(candidate, bodyKey === undefined ? 'Takes neither JSON nor a form.' : whyNoObject(bodyKey, finding));
  return false;
};

/** A reference that leads nowhere allows any value. */
const whyNoObject = (bodyKey: string, { schemas, source }: FinderContext): string => {
  const pointer = schemas.get(bodyKey).entry.pointer.replace(/#broken$/, '');
  const found = source.follow(valueAtPointer(source.document, pointer), pointer);
  return 'message' in found ? `The schema of its body cannot be read: ${found.message}.` : 'Does not take an object.';
};

/** Whether the body may contain a property of the item. */
export const isOfItem = (key: string, itemSchema: ItemSchema, noun: string, { shapes }: FinderContext): boolean => {
  const sent = shapes.sentIn(key, noun, itemSchema);
  const { byPlain } = namesIn(itemSchema);
  return sent.isOpen || itemSchema.isOpen || [...sent.properties].some((name) => byPlain.has(plainName(name)));
};

/** Whether there is one item, and it is like those of the schema. */
export const isItemAt = (
  shape: ItemShape | undefined,
  itemSchema: ItemSchema,
  { describe }: Pick<FinderContext, 'describe'>,
): boolean => shape?.listed === false && isSimilar(describe(shape.key), itemSchema);

/** The location of the item in the response; undefined if the response does not contain it. */
export const answerShape = (
  { success }: UnboundOperation,
  itemSchema: ItemSchema,
  noun: string,
  { shapes }: FinderContext,
): ItemShape | undefined => shapes.itemIn(success?.json?.key, noun, itemSchema);

/**
 * Whether a PUT takes only the changes: it requires no property of the item, and a creation requires one or takes other
 * properties. With the same optional properties as a creation, it takes the item.
 */
export const isPartial = (
  { bodyKey, isUnstated }: UnboundOperation,
  create: UnboundOperation | undefined,
  { itemSchema, noun }: Pick<ResourceGroup, 'itemSchema' | 'noun'>,
  { shapes }: FinderContext,
): boolean => {
  const requires = ({ required }: ItemSchema) => required.some((name) => itemSchema.properties.has(name));
  // A body that is not documented requires nothing.
  if (bodyKey === undefined || isUnstated) return isUnstated === true && itemSchema.properties.size > 0;
  const sent = shapes.sentIn(bodyKey, noun, itemSchema);
  if (requires(sent)) return false;
  if (create?.bodyKey === undefined) return itemSchema.required.length > 0;
  const added = shapes.sentIn(create.bodyKey, noun, itemSchema);
  return requires(added) || countShared(sent, added) < Math.max(sent.properties.size, added.properties.size);
};

/** The maximum number of properties of a response that only confirms success. */
const maxInAcknowledgement = 6;

/** Whether an operation returns what is read one or two segments above: `POST /carts/{id}/lines` returns the cart. */
export const showsParent = (
  candidate: UnboundOperation,
  { byPath, shapes }: Pick<FinderContext, 'byPath' | 'shapes'>,
): boolean => {
  const { above } = candidate.path;
  const schemaOf = ({ success }: UnboundOperation, noun: string): string | undefined =>
    shapes.oneIn(success?.json?.key, noun)?.key;
  return [above, parentPath(above)]
    .filter((path) => path.endsWith('/{}'))
    .some((path) => {
      const read = byPath.get(path)?.find(isRead);
      if (read === undefined) return false;
      const { noun } = read.path;
      const shown = schemaOf(read, noun);
      return shown !== undefined && shown === schemaOf(candidate, noun);
    });
};

/** Whether the operation returns nothing, the item, or a confirmation, and not another resource. */
export const isAbout = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  noun: string,
  finding: FinderContext,
): boolean => {
  const { schemas, describe, shapes } = finding;
  const json = candidate.success?.json;
  if (json === undefined) return true;
  const { schema } = schemas.get(json.key);
  const types = schemas.typesOf(schema);
  if (types !== undefined && !types.has('object') && !types.has('array')) return true;
  const shape = shapes.itemIn(json.key, noun, itemSchema);
  if (shape === undefined) return types === undefined;
  const answered = describe(shape.key);
  if (isSimilar(answered, itemSchema)) return true;
  if (shape.listed || shapes.listIn(json.key, noun) !== undefined) return false;
  return answered.properties.size <= maxInAcknowledgement || countShared(answered, itemSchema) > 1;
};
