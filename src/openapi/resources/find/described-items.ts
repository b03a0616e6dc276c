/** Describes the items of a path: their schema, and the properties by which paths identify them. */

import type { Schema } from '../../schema/schema.ts';
import { findId, findInnerId, type IdParameter, idParameterFor, textIdOf } from '../describe/find-id.ts';
import { type ItemSchema, isSimilar, ofEach } from '../describe/item-schema.ts';
import type { ItemShape } from '../describe/locate-items.ts';
import { isRead, type UnboundOperation } from '../describe/unbound-operation.ts';
import type { FinderContext, Site } from './finder-context.ts';
import { isOfItem, sentItemSchema } from './item-match.ts';

export interface DescribedItems {
  readonly itemSchema: ItemSchema;
  /** Whether a response shows items with this schema as it is. */
  readonly isShown: boolean;
  /** Where the operation that reads one item has it, and its schema there. */
  readonly read: ItemShape | undefined;
  readonly readSchema: ItemSchema | undefined;
  readonly idProperty: string | undefined;
  /** The path to an id in an object of the item. */
  readonly innerId: string | undefined;
  readonly aliases: readonly string[];
  /** Whether a name states the id. */
  readonly isNamed: boolean;
}

/** Returns undefined if nothing says what the items are. */
export const describedItems = (site: Site, finding: FinderContext): DescribedItems | undefined => {
  const { noun } = site;
  const read = readShape(site, finding);
  const readSchema = read && finding.describe(read.key);
  const [parameter, ...otherParameters] = idParametersAt(site, finding);
  const shown = itemSchemaAt(site, readSchema, parameter, finding);
  const own = shown?.properties.size ? shown : (sentItemSchema(site, finding) ?? shown);
  if (own === undefined) return undefined;
  const short = withCreatedId(own, site, parameter, finding);
  const itemSchema = withAllOf(short, readSchema);
  const named = findId(short, noun, parameter);
  const innerId = named?.isNamed ? undefined : findInnerId(itemSchema, noun, parameter);
  const found = innerId === undefined ? named : undefined;
  const idProperty = found?.property;
  // The list may leave out what the path names.
  const isMixed = otherParameters.some(({ name }) => name === parameter?.name);
  const parameters = itemSchema === short && !isMixed ? otherParameters : [parameter, ...otherParameters];
  const otherIds = parameters
    .map((other) => findId(itemSchema, noun, other))
    .flatMap((other) => (other?.isNamed ? [other.property, ...other.aliases] : []))
    // One operation takes a number, and another one a name.
    .concat(
      idProperty === undefined || !isMixed
        ? []
        : parameters.flatMap((one) => (one && textIdOf(itemSchema, idProperty, one)) ?? []),
    )
    .filter((name) => name !== idProperty);
  return {
    ...{ itemSchema, isShown: itemSchema === shown, read, readSchema, idProperty, innerId },
    aliases: innerId === undefined ? [...new Set([...(found?.aliases ?? []), ...otherIds])] : [innerId],
    isNamed: found?.isNamed === true || innerId !== undefined,
  };
};

/** The schema that describes the items best: one with an id. `read`: that of the read operation. */
const itemSchemaAt = (
  site: Site,
  read: ItemSchema | undefined,
  parameter: IdParameter | undefined,
  finding: FinderContext,
): ItemSchema | undefined => {
  const { list, below, posts, noun } = site;
  const listed = list && finding.describe(list.shape.key);
  const shown = [read, listed].filter((schema) => schema !== undefined);
  const written = elementOfWrites([...below, ...posts], site, finding);
  // A write may return something else than the item: the status of a deletion.
  const isItem = written !== undefined && (shown.length === 0 || shown.some((schema) => isSimilar(schema, written)));
  const possible = isItem ? [...shown, written] : shown;
  const idOf = ofEach((schema) => findId(schema, noun, parameter));
  // Clients know the ids that the list shows.
  const isShown = (id: string) => listed === undefined || listed.properties.has(id);
  const known = possible.filter((schema) => isShown(idOf(schema)?.property ?? ''));
  return (
    // A read may leave out the id, which its client knows.
    known.find((schema) => idOf(schema)?.isNamed) ??
    known.find((schema) => idOf(schema) !== undefined) ??
    possible.find((schema) => idOf(schema) !== undefined) ??
    possible.find((schema) => findInnerId(schema, noun, parameter) !== undefined) ??
    possible[0]
  );
};

/** The schema of one item, if it has all that the list shows. */
const withAllOf = (short: ItemSchema, read: ItemSchema | undefined): ItemSchema =>
  read !== undefined && [...short.properties].every((name) => read.properties.has(name)) ? read : short;

/** The item with the id that nothing but the response to its creation shows. */
const withCreatedId = (
  itemSchema: ItemSchema,
  { noun, posts, below }: Site,
  parameter: IdParameter | undefined,
  finding: FinderContext,
): ItemSchema => {
  const { shapes, describe, schemas } = finding;
  const isShown = findId(itemSchema, noun, parameter)?.isNamed || findInnerId(itemSchema, noun, parameter);
  const isClosed = schemas.partsOf({ $ref: itemSchema.key }, 'all').some((one) => one.additionalProperties === false);
  if (below.length === 0 || isShown || isClosed) return itemSchema;
  for (const { success, bodyKey } of posts) {
    // What is created may be something else.
    if (bodyKey !== undefined && !isOfItem(bodyKey, itemSchema, noun, finding)) continue;
    const key = shapes.itemIn(success?.json?.key, noun)?.key;
    const created = key === undefined ? undefined : describe(key);
    const id = created && findId(created, noun, parameter);
    if (!id?.isNamed) continue;
    const properties = { [id.property]: created?.schemaOf(id.property) as Schema };
    return describe(schemas.adopt({ allOf: [{ $ref: itemSchema.key }, { properties }] }, key as string));
  }
  return itemSchema;
};

/** The path parameters that identify an item: first that of most operations, which may name it otherwise than `GET /countries/{slug}`. */
const idParametersAt = ({ below }: Site, { schemas, shapes }: FinderContext): readonly IdParameter[] => {
  // `GET /plans/{clubId}` lists those of a club, and the response to a DELETE may be the rest of the list.
  const isList = (candidate: UnboundOperation) => isRead(candidate) && shapes.isPlainList(candidate.success?.json?.key);
  const ofItems = below.filter((candidate) => !isList(candidate));
  const readFirst = ofItems.toSorted((one, other) => Number(isRead(other)) - Number(isRead(one)));
  const all = readFirst.map((candidate) =>
    idParameterFor(candidate, candidate.path.parameters.at(-1) as string, schemas),
  );
  // `GET /users/{user}` may take a name, and `PUT /users/{user}` a number.
  const byName = Map.groupBy(all, ({ name, types }) => `${name} ${types?.has('string') !== false}`);
  return [...byName.values()]
    .toSorted((some, others) => others.length - some.length)
    .map(([first]) => first as IdParameter);
};

const readShape = (site: Site, { shapes, describe }: FinderContext): ItemShape | undefined => {
  const get = site.below.find(isRead);
  const key = get?.success?.json?.key;
  if (shapes.isPlainList(key)) return undefined;
  const listed = site.list && describe(site.list.shape.key);
  const shape = shapes.itemIn(key, site.noun, listed);
  // A schema without properties does not describe the item.
  return shape && describe(shape.key).properties.size > 0 ? shape : undefined;
};

const elementOfWrites = (
  candidates: readonly UnboundOperation[],
  site: Site,
  finding: FinderContext,
): ItemSchema | undefined => {
  for (const candidate of candidates) {
    const { success, bodyKey } = candidate;
    // The response to a deletion may be anything.
    if (candidate.method === 'DELETE') continue;
    const shape = finding.shapes.itemIn(success?.json?.key, site.noun);
    const written = shape && finding.describe(shape.key);
    if (written === undefined || written.properties.size < 2) continue;
    // A response without anything that was sent is an acknowledgement.
    if (bodyKey === undefined || isOfItem(bodyKey, written, site.noun, finding)) return written;
  }
  return undefined;
};
