/** Finds single items with a path of their own: those that are written, one for each id, and those that are only read. */

import { isPlural, isSameNoun, wordsOf } from '../../../core/primitives/words.ts';
import { groupOf, isPerId, type ResourceGroup, type Role } from '../describe/group.ts';
import { type ItemSchema, isSimilar } from '../describe/item-schema.ts';
import type { ItemShape } from '../describe/locate-items.ts';
import { namesIn, propertyNamed } from '../describe/property-names.ts';
import {
  effectsOfVerb,
  isRead,
  isVerb,
  lastSegment,
  parentPath,
  takesFiles,
  type UnboundOperation,
} from '../describe/unbound-operation.ts';
import { type Evidence, type RoleRow, roleBy } from './evidence.ts';
import type { FinderContext, Known } from './finder-context.ts';
import { isAbout, isPartial, isSilent, sentItemSchema } from './item-match.ts';

/**
 * Singletons: one item at a path that is read and written: `GET` and `PUT /user/settings`. `/accounts/{id}` has one for each id, until it
 * is deleted, if no operation lists or creates accounts.
 */
export const findSingletons = (finding: Known): void => {
  const { groups, isFree } = finding;
  const changed = changedPaths(finding);
  const found = [...finding.byPath].flatMap(([path, all]): readonly ResourceGroup[] => {
    // A parameter in a part of a segment selects one of many items.
    const isOnePerId = isPerId({ kind: 'singleton', path });
    const free = all.filter(isFree);
    const isTaken = all.some((candidate) => candidate.success !== undefined && !isFree(candidate));
    if (path === '' || /\{[^}]/.test(path) || (isOnePerId && isTaken)) return [];
    const get = free.find(isRead);
    const key = get?.success?.json?.key;
    const noun = get === undefined ? '' : get.path.noun;
    if (get === undefined || key === undefined) return [];
    const listed = finding.shapes.listIn(key, noun);
    // `GET /cart` has the `items` that `POST /cart/items` adds.
    const hasLines = (name = '') =>
      !isPlural(noun) && changed.get(path)?.some((one) => isSameNoun(lastSegment(one), name)) === true;
    if (listed !== undefined && !hasLines(listed.at.at(-1))) return [];
    const shape = finding.shapes.itemIn(key, noun);
    const shown = finding.shapes.oneIn(key, noun);
    const site = { path: parentPath(path), noun, get: undefined, list: undefined, posts: [], writes: [], below: free };
    // Nothing is said of it: it is what is sent.
    const sent = isOnePerId && isSilent(get, finding) ? sentItemSchema(site, finding) : undefined;
    // A map has no properties, and is what is sent.
    const isMap = shape !== undefined && free.some((one) => takesMap(one, shape, noun, finding));
    const itemSchema = shown?.properties.size || isMap ? shown : sent;
    if (itemSchema === undefined) return [];
    if (free.some((candidate) => selectsItem(candidate, itemSchema))) return [];
    const group = groupOf(get, { kind: 'singleton', itemSchema, roles: [] });
    const roleIn = (candidate: UnboundOperation): Role | undefined =>
      roleBy(singleRows, candidate, { group, relation: 'one thing' }, finding);
    const writes = free.flatMap((candidate) => (isRead(candidate) ? [] : (roleIn(candidate) ?? [])));
    const isWritten = writes.some(({ action }) => action !== 'delete');
    const isChanged = isOnePerId
      ? writes.length > 0 || changed.has(path)
      : namesIn(itemSchema).lists.some((name) => hasLines(name));
    if (!isWritten && !isChanged) return [];
    // A POST to a plural may as well add one of many.
    const isOne = !isPlural(noun) || !free.some((one) => one.method === 'POST');
    const isStated = get.operation.responses.get(String(get.operation.success?.status))?.contents.length !== 0;
    const confidence = isWritten && isOne && isStated && !isOnePerId ? 'high' : 'medium';
    group.roles.push(...[roleIn(get) ?? [], writes].flat().map((role): Role => ({ ...role, confidence })));
    return [group];
  });
  groups.push(...found);
};

/** Whether a write takes a map, or shows what it takes. */
const takesMap = (
  { operation, bodyKey, success }: UnboundOperation,
  { at }: ItemShape,
  noun: string,
  { shapes }: FinderContext,
) => {
  if (!/^(PUT|PATCH)$/.test(operation.method) || bodyKey === undefined) return false;
  const sent = shapes.sentIn(bodyKey, noun);
  return (
    sent.properties.size === 0 ||
    (at.length === 0 && success?.json !== undefined && isSimilar(sent, shapes.sentIn(success.json.key, noun)))
  );
};

/** The paths with an operation below that is no read, each with those of these operations: `POST /payments/{id}/cancel` changes `/payments/{id}`. */
const changedPaths = ({ byPath, isFree }: Known): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(
    [...byPath].flatMap(([path, all]) =>
      all.some((candidate) => !isRead(candidate) && isFree(candidate)) ? [path] : [],
    ),
    parentPath,
  );

/** Things that are only read, always with the same request: `GET /status`. A scenario and the control API can state what they contain. */
export const findReadOnly = (finding: Known): void => {
  const { groups, isFree } = finding;
  const known = new Set(
    groups.flatMap(({ itemSchema, roles }) => [
      itemSchema.key,
      ...roles.flatMap(({ shape }) => (shape === undefined ? [] : finding.describe(shape.key).key)),
    ]),
  );
  for (const [path, all] of finding.byPath) {
    const get = all.find((candidate) => isRead(candidate) && isFree(candidate));
    const key = get?.success?.json?.key;
    if (get === undefined || key === undefined || path === '' || path.includes('{') || isVerb(path)) continue;
    const { noun } = get.path;
    const isWritten = all.some((candidate) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(candidate.method));
    // Another query, or another media type, may show something else.
    const isSame =
      get.operation.parameters.every(({ in: location }) => location !== 'query') &&
      get.success?.spec.contents.length === 1;
    if (isWritten || !isSame || get.verb !== undefined || get.hint !== undefined || isListed(key, noun, finding))
      continue;
    const shape = finding.shapes.itemIn(key, noun);
    const itemSchema = shape && finding.describe(shape.key);
    if (itemSchema === undefined || itemSchema.properties.size === 0 || known.has(itemSchema.key)) continue;
    const group = groupOf(get, { kind: 'singleton', itemSchema, roles: [] });
    group.roles.push(...[roleBy(readOnlyRows, get, { group, relation: 'alone' }, finding) ?? []].flat());
    groups.push(group);
  }
};

/** Whether a body shows many things: items, or texts alone or by a plural. */
const isListed = (key: string, noun: string, { shapes, describe }: FinderContext) => {
  const { properties, typesOf } = describe(key);
  const lists = [...properties].filter((name) => typesOf(name)?.has('array'));
  return (
    shapes.listIn(key, noun) !== undefined ||
    wordsOf(noun).some((word) => effectsOfVerb(word)?.[0] === 'list') ||
    // Several lists are a front page: `/stats`.
    (lists.length > 0 && (properties.size === 1 || (lists.length === 1 && isPlural(noun))))
  );
};

/** `GET /user?id=7` selects one of many items. */
export const selectsItem = (candidate: UnboundOperation, itemSchema: ItemSchema): boolean =>
  ['GET', 'DELETE'].includes(candidate.method) &&
  candidate.operation.parameters.some(
    ({ in: location, name }) => location === 'query' && propertyNamed(name, itemSchema) !== undefined,
  );

const one = { relation: ['one thing'] } as const;

/** The reason of an operation on one thing of all, or on that with an id. */
const oneReason = ({ group }: Evidence, verb: string, more = '') =>
  isPerId(group) ? `${verb} the item with this id${more}.` : `${verb} the singleton at this path.`;

const shownBy = ({ key, group, finding }: Evidence): Partial<Role> => ({
  shape: finding.shapes.itemIn(key, group.noun),
});

const writeOf = (evidence: Evidence): Partial<Role> | undefined => {
  const { candidate, group, finding, shape, method } = evidence;
  const { itemSchema, noun } = group;
  const { bodyKey } = candidate;
  const sent = finding.shapes.itemIn(bodyKey, noun, itemSchema);
  if (sent === undefined || !isAbout(candidate, itemSchema, noun, finding)) return undefined;
  const names = [...finding.describe(sent.key).properties];
  // The written item must be the item that is read. `POST /login` next to `GET /login` is not. An object without properties may be.
  const isOfItem = names.length === 0 || itemSchema.isOpen || takesFiles(candidate);
  if (!isOfItem && !names.some((name) => itemSchema.properties.has(name))) return undefined;
  if (method === 'POST' && !isSimilar(finding.describe(sent.key), itemSchema)) return undefined;
  const isUpdate = method !== 'PUT' || isPartial(candidate, undefined, group, finding);
  return { action: isUpdate ? 'update' : 'replace', shape, upsert: true, reason: oneReason(evidence, 'Writes') };
};

export const singleRows: readonly RoleRow[] = [
  {
    name: 'read of one thing',
    example: 'GET /settings, GET /users/{id}/settings, GET /payments/{id} without a list of payments',
    when: { ...one, method: ['GET'] },
    role: { action: 'read', key: 'none' },
    tier: 'high',
    provided:
      'it returns an object that an operation there writes; with an id in its place, also one that an operation below changes (medium)',
    needs: (evidence) => ({
      ...shownBy(evidence),
      reason: oneReason(evidence, 'Reads', ': each id has one, until it is deleted'),
    }),
  },
  {
    name: 'write of one thing',
    example: 'PUT /settings, PATCH /settings',
    when: { ...one, method: ['PUT', 'PATCH', 'POST'] },
    role: { action: 'replace', key: 'none' },
    tier: 'high',
    provided: 'it takes a property of what is read there; medium by POST at a plural',
    needs: writeOf,
  },
  {
    name: 'deletion of one thing',
    example: 'DELETE /settings',
    when: { ...one, method: ['DELETE'], sends: ['nothing'] },
    role: { action: 'delete', key: 'none' },
    tier: 'high',
    needs: (evidence) => ({ shape: evidence.shape, reason: oneReason(evidence, 'Deletes') }),
  },
];

export const readOnlyRows: readonly RoleRow[] = [
  {
    name: 'read of what nobody writes',
    example: 'GET /status',
    when: { method: ['GET'], relation: ['alone'] },
    role: { action: 'read', key: 'none' },
    reason: 'Reads a singleton that no operation writes.',
    provided: 'it returns one object, always with the same request, and no other operation shows such an object',
    needs: shownBy,
  },
];
