/** Finds single items with a path of their own: those that are written, one for each id, and those that are only read. */

import { isPlural, wordsOf } from '../../../core/primitives/words.ts';
import { groupOf, isPerId, type ResourceGroup, type Role, roleOf } from '../describe/group.ts';
import { type ItemSchema, isSimilar } from '../describe/item-schema.ts';
import { isVerb, listing, parentPath } from '../describe/path-template.ts';
import { propertyNamed } from '../describe/property-names.ts';
import { methodOf, pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { type FinderContext, isFree } from './finder-context.ts';
import { isAbout, isPartial } from './item-match.ts';

/**
 * Singletons: one item at a path of its own that can be read and written: `GET` and `PUT /user/settings`. `/accounts/{id}` has one for each
 * id, until it is deleted, if no operation lists or creates accounts: no client learns which ids exist.
 */
export const findSingletons = (
  finding: FinderContext,
  bound: ReadonlySet<UnboundOperation>,
): readonly ResourceGroup[] => {
  const changed = changedPaths(finding, bound);
  return [...finding.byPath].flatMap(([path, all]) => {
    // A parameter in a part of a segment selects one of many items.
    const isOnePerId = isPerId({ kind: 'singleton', path });
    if (path === '' || /\{[^}]/.test(path) || (isOnePerId && all.some((candidate) => bound.has(candidate)))) return [];
    const free = all.filter(isFree(bound));
    const get = free.find((candidate) => methodOf(candidate) === 'GET');
    const key = get?.success?.json?.key;
    const noun = get === undefined ? '' : pathOf(get).noun;
    if (get === undefined || key === undefined || finding.shapes.listIn(key, noun) !== undefined) return [];
    const shape = finding.shapes.itemIn(key, noun, undefined);
    if (shape === undefined || shape.listed || finding.describe(shape.key).properties.size === 0) return [];
    const itemSchema = finding.describe(shape.key);
    if (free.some((candidate) => selectsItem(candidate, itemSchema))) return [];
    const writes = free.flatMap((candidate) => singletonRole(candidate, itemSchema, noun, finding));
    const isWritten = writes.some(({ action }) => action !== 'delete');
    const isChanged = isOnePerId && (writes.length > 0 || changed.has(path));
    if (!isWritten && !isChanged) return [];
    const reason = isOnePerId
      ? 'Reads the item with this id: each id has one, until it is deleted.'
      : 'Reads the singleton at this path.';
    // A POST to a plural may as well add one of many.
    const isOne = !isPlural(noun) || !free.some((one) => methodOf(one) === 'POST');
    const isStated = get.operation.responses.get(String(get.operation.success?.status))?.contents.length !== 0;
    const confidence = isWritten && isOne && isStated && !isOnePerId ? 'high' : 'medium';
    const read = roleOf('read', get, { shape, key: 'none', confidence, reason });
    const roles = [read, ...(confidence === 'high' ? writes : writes.map((role): Role => ({ ...role, confidence })))];
    return [groupOf(get, { kind: 'singleton', itemSchema, roles })];
  });
};

/** The paths with an operation below that is no read: `POST /payments/{id}/cancel` changes `/payments/{id}`. */
const changedPaths = ({ byPath }: FinderContext, bound: ReadonlySet<UnboundOperation>): ReadonlySet<string> =>
  new Set(
    [...byPath].flatMap(([path, all]) =>
      all.some((candidate) => methodOf(candidate) !== 'GET' && isFree(bound)(candidate)) ? [parentPath(path)] : [],
    ),
  );

/**
 * Things that are only read, always with the same request: `GET /status`. They respond as without a collection, but a scenario
 * and the control API can state what they contain.
 */
export const findReadOnly = (
  finding: FinderContext,
  groups: readonly ResourceGroup[],
  bound: ReadonlySet<UnboundOperation>,
): readonly ResourceGroup[] => {
  const known = new Set(
    groups.flatMap(({ itemSchema, roles }) => [
      itemSchema.key,
      ...roles.flatMap(({ shape }) => (shape === undefined ? [] : finding.describe(shape.key).key)),
    ]),
  );
  return [...finding.byPath].flatMap(([path, all]) => {
    const get = all.find((candidate) => methodOf(candidate) === 'GET' && isFree(bound)(candidate));
    const key = get?.success?.json?.key;
    if (get === undefined || key === undefined || path === '' || path.includes('{') || isVerb(path)) return [];
    const { noun } = pathOf(get);
    const isWritten = all.some((candidate) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(methodOf(candidate)));
    // Another query, or another media type, may show something else.
    const isSame =
      get.operation.parameters.every(({ in: location }) => location !== 'query') &&
      get.success?.spec.contents.length === 1;
    if (isWritten || !isSame || get.verb !== undefined || get.hint !== undefined || isListed(key, noun, finding))
      return [];
    const shape = finding.shapes.itemIn(key, noun, undefined);
    const itemSchema = shape && finding.describe(shape.key);
    if (itemSchema === undefined || itemSchema.properties.size === 0 || known.has(itemSchema.key)) return [];
    const reason = 'Reads a singleton that no operation writes.';
    const role = roleOf('read', get, { shape, key: 'none', confidence: 'medium', reason });
    return [groupOf(get, { kind: 'singleton', itemSchema, roles: [role] })];
  });
};

/** Whether it shows many things: items, or texts alone or by a plural. */
const isListed = (key: string, noun: string, { shapes, describe }: FinderContext): boolean => {
  const { properties, typesOf } = describe(key);
  const hasList = [...properties].some((name) => typesOf(name)?.has('array'));
  return (
    shapes.listIn(key, noun) !== undefined ||
    wordsOf(noun).some((word) => listing.has(word)) ||
    (hasList && (properties.size === 1 || isPlural(noun)))
  );
};

/** `GET /user?id=7` selects one of many items. */
export const selectsItem = (candidate: UnboundOperation, itemSchema: ItemSchema): boolean =>
  ['GET', 'DELETE'].includes(methodOf(candidate)) &&
  candidate.operation.parameters.some(
    ({ in: location, name }) => location === 'query' && propertyNamed(name, itemSchema) !== undefined,
  );

const singletonActions = { PUT: 'replace', PATCH: 'update', POST: 'update', DELETE: 'delete' } as const;

const singletonRole = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  noun: string,
  finding: FinderContext,
): readonly Role[] => {
  const action = singletonActions[methodOf(candidate) as keyof typeof singletonActions];
  if (action === undefined) return [];
  const isOnePerId = isPerId({ kind: 'singleton', path: pathOf(candidate).erased });
  const reason = `${action === 'delete' ? 'Deletes' : 'Writes'} the ${isOnePerId ? 'item with this id' : 'singleton at this path'}.`;
  const json = candidate.success?.json;
  const shape = json && finding.shapes.itemIn(json.key, noun, itemSchema);
  // `DELETE /tags` with a list in its body removes these.
  if (action === 'delete' && candidate.bodyKey !== undefined) return [];
  if (action === 'delete') return [roleOf(action, candidate, { shape, key: 'none', reason })];
  const { bodyKey } = candidate;
  const sent = bodyKey === undefined ? undefined : finding.shapes.itemIn(bodyKey, noun, itemSchema);
  if (sent === undefined || !isAbout(candidate, itemSchema, noun, finding)) return [];
  const names = [...finding.describe(sent.key).properties];
  // The written item must be the item that is read. `POST /login` next to `GET /login` is not. An object without properties may be.
  if (names.length > 0 && !names.some((name) => itemSchema.properties.has(name)) && !itemSchema.isOpen) return [];
  if (methodOf(candidate) === 'POST' && !isSimilar(finding.describe(sent.key), itemSchema)) return [];
  const isUpdate = isPartial(candidate, undefined, { itemSchema, noun }, finding);
  return [roleOf(isUpdate ? 'update' : action, candidate, { shape, key: 'none', upsert: true, reason })];
};
