/** Compares the request and the response of an operation with the schema of an item. */
import { plainName } from '../../../core/primitives/words.ts';
import { followReferences, valueAtPointer } from '../../document/source.ts';
import { typesOf } from '../../schema/schema-set.ts';
import type { ResourceGroup } from '../describe/group.ts';
import { countShared, type ItemSchema, isObject, isSimilar } from '../describe/item-schema.ts';
import type { ItemShape } from '../describe/locate-items.ts';
import { isPatchList } from '../describe/patch-list.ts';
import { namesIn } from '../describe/property-names.ts';
import { methodOf, parentPath, pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import type { FinderContext } from './finder-context.ts';

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
const whyNoObject = (bodyKey: string, { schemas, source: { document } }: FinderContext): string => {
  const pointer = schemas.get(bodyKey).entry.pointer.replace(/#broken$/, '');
  const found = followReferences(document, valueAtPointer(document, pointer), pointer);
  return 'message' in found ? `The schema of its body cannot be read: ${found.message}.` : 'Does not take an object.';
};

/** Whether the body may contain a property of the item. */
export const isOfItem = (
  key: string,
  itemSchema: ItemSchema,
  noun: string,
  { describe, shapes }: FinderContext,
): boolean => {
  const sent = describe(shapes.itemIn(key, noun, itemSchema)?.key ?? key);
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
): ItemShape | undefined =>
  success?.json === undefined ? undefined : shapes.itemIn(success.json.key, noun, itemSchema);

/**
 * Whether a PUT takes only the changes: it requires no property of the item, and a creation requires one or takes other
 * properties. With the same optional properties as a creation, it takes the item.
 */
export const isPartial = (
  { bodyKey }: UnboundOperation,
  create: UnboundOperation | undefined,
  { itemSchema, noun }: Pick<ResourceGroup, 'itemSchema' | 'noun'>,
  { describe, shapes }: FinderContext,
): boolean => {
  const sentIn = (key: string): ItemSchema => describe(shapes.itemIn(key, noun, itemSchema)?.key ?? key);
  const requires = ({ required }: ItemSchema): boolean => required.some((name) => itemSchema.properties.has(name));
  if (bodyKey === undefined) return false;
  const sent = sentIn(bodyKey);
  if (requires(sent)) return false;
  if (create?.bodyKey === undefined) return itemSchema.required.length > 0;
  const added = sentIn(create.bodyKey);
  return requires(added) || countShared(sent, added) < Math.max(sent.properties.size, added.properties.size);
};

/** The maximum number of properties of a response that only confirms success. */
const maxInAcknowledgement = 6;

/** Whether it returns what is read one or two segments above: `POST /carts/{id}/lines` returns the cart. */
export const showsParent = (
  candidate: UnboundOperation,
  { byPath, shapes, describe }: Pick<FinderContext, 'byPath' | 'shapes' | 'describe'>,
): boolean => {
  const { erased } = pathOf(candidate);
  const schemaOf = ({ success }: UnboundOperation, noun: string): string | undefined => {
    const shape = success?.json && shapes.itemIn(success.json.key, noun, undefined);
    return shape === undefined || shape.listed ? undefined : describe(shape.key).key;
  };
  return [parentPath(erased), parentPath(parentPath(erased))]
    .filter((path) => path.endsWith('/{}'))
    .some((path) => {
      const read = byPath.get(path)?.find((one) => methodOf(one) === 'GET');
      if (read === undefined) return false;
      const { noun } = pathOf(read);
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
  const types = typesOf(schemas, schema);
  if (types !== undefined && !types.has('object') && !types.has('array')) return true;
  const shape = shapes.itemIn(json.key, noun, itemSchema);
  if (shape === undefined) return types === undefined;
  const answered = describe(shape.key);
  if (isSimilar(answered, itemSchema)) return true;
  if (shape.listed || shapes.listIn(json.key, noun) !== undefined) return false;
  return answered.properties.size <= maxInAcknowledgement || countShared(answered, itemSchema) > 1;
};
