import { groupOf, type ResourceGroup, type Role, roleOf } from '../describe/group.ts';
import { type ItemSchema, isSimilar } from '../describe/item-schema.ts';
import { propertyNamed } from '../describe/property-names.ts';
import { isPlural } from '../describe/same-noun.ts';
import { methodOf, pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { hasListBelow } from './find-parts.ts';
import { type FinderContext, isFree } from './finder-context.ts';
import { isAbout, isPartial } from './item-match.ts';

/**
 * Singletons: one item at a path of its own that can be read and written: `GET` and `PUT /user/settings`. `/accounts/{id}` has one for each
 * id, if no operation lists, creates or deletes accounts: no client learns which ids exist.
 */
export const findSingletons = (
  finding: FinderContext,
  bound: ReadonlySet<UnboundOperation>,
): readonly ResourceGroup[] =>
  [...finding.byPath].flatMap(([path, all]) => {
    // A parameter in a part of a segment selects one of many items.
    if (path === '' || /\{[^}]/.test(path) || (path.endsWith('/{}') && !isOnePerId(all, bound))) return [];
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
    if (!isWritten && !hasListBelow(path, itemSchema, finding)) return [];
    const reason = `Reads the singleton at this path.`;
    // A POST to a plural may as well add one of many.
    const isOne = !isPlural(noun) || !free.some((one) => methodOf(one) === 'POST');
    const isStated = get.operation.responses.get(String(get.operation.success?.status))?.contents.length !== 0;
    const confidence = isWritten && isOne && isStated && !path.endsWith('/{}') ? 'high' : 'medium';
    const read = roleOf('read', get, { shape, key: 'none', confidence, reason });
    const roles = [read, ...(confidence === 'high' ? writes : writes.map((role): Role => ({ ...role, confidence })))];
    return [groupOf(get, { kind: 'singleton', itemSchema, roles })];
  });

/** Whether the operations at the path of an item read and change it, and nothing else is done to it. */
const isOnePerId = (candidates: readonly UnboundOperation[], bound: ReadonlySet<UnboundOperation>): boolean =>
  candidates.every((candidate) => isFree(bound)(candidate) && methodOf(candidate) !== 'DELETE') &&
  candidates.some((candidate) => ['PUT', 'PATCH'].includes(methodOf(candidate)));

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
  const reason = `Writes the singleton at this path.`;
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
