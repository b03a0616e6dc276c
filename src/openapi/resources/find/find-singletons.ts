/** Finds singletons: paths with one item that can be read and written, or to whose list elements are added; and the account of the caller. */
import { isLoginName } from '../../../core/primitives/id-names.ts';
import { plainName } from '../../../core/primitives/singular.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { propertyNamed } from '../describe/filters.ts';
import { groupOf, hasItems, type ResourceGroup, type Role, roleOf } from '../describe/group.ts';
import { type ItemSchema, isSimilar, isTwin } from '../describe/item-schema.ts';
import type { ItemShape } from '../describe/locate-items.ts';
import { parentPath } from '../describe/path-template.ts';
import { isPlural, isSameNoun, wordsOf } from '../describe/same-noun.ts';
import { methodOf, pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { hasListBelow } from './find-parts.ts';
import { type FinderContext, isFree } from './finder-context.ts';
import { isAbout, isOfItem, isPartial } from './item-match.ts';

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

/** Names of the one item that belongs to the caller. */
const currentNames: ReadonlySet<string> = new Set(['me', 'self', 'current', 'myself', 'currentuser', 'whoami']);

const currentActions = { GET: 'read', PUT: 'replace', PATCH: 'update' } as const;

/** `/users/me` beside `/users/{id}`, `/me` or `/auth/me`: one of the users, the first. Where it can be deleted, it is one of its own. */
export const bindCurrent = (
  finding: FinderContext,
  groups: readonly ResourceGroup[],
  bound: ReadonlySet<UnboundOperation>,
): void => {
  const lists = groups.filter((group) => hasItems(group) && group.parents.length === 0);
  for (const [path, candidates] of finding.byPath) {
    const above = parentPath(path);
    if (!currentNames.has(plainName(path.slice(above.length + 1))) || !candidates.every(isFree(bound))) continue;
    const get = candidates.find((candidate) => methodOf(candidate) === 'GET');
    const key = get?.success?.json?.key;
    if (key === undefined) continue;
    const shows = ({ itemSchema, noun }: ResourceGroup): boolean => {
      const shape = finding.shapes.itemIn(key, noun, itemSchema);
      const isOne = shape !== undefined && !shape.listed;
      return isOne && isTwin(finding.describe(shape.key), itemSchema, finding.compilation.schemas);
    };
    const same = path.includes('{') ? [] : lists.filter(shows);
    const near = same.filter((one) => one.path === above || parentPath(one.path) === above);
    const [group, ...others] = near.length > 0 ? near : same;
    const roles = candidates.map((candidate) => group && currentRole(candidate, group, finding));
    if (others.length > 0 || !roles.every((role) => role !== undefined)) continue;
    group?.roles.push(...roles);
  }
};

const currentRole = (candidate: UnboundOperation, group: ResourceGroup, finding: FinderContext): Role | undefined => {
  const action = currentActions[methodOf(candidate) as keyof typeof currentActions];
  const { itemSchema, noun, template } = group;
  if (action === undefined || !isAbout(candidate, itemSchema, noun, finding)) return undefined;
  const { bodyKey, success } = candidate;
  const isSaid = bodyKey === undefined ? success?.json !== undefined : isOfItem(bodyKey, itemSchema, noun, finding);
  if (action !== 'read' && !isSaid) return undefined;
  const shape = success?.json && finding.shapes.itemIn(success.json.key, noun, itemSchema);
  const isUpdate = isPartial(candidate, undefined, group, finding);
  return roleOf(isUpdate ? 'update' : action, candidate, {
    ...{ shape, key: 'first', confidence: 'medium' },
    reason: `Is the first item of ${template}, as the caller's own.`,
  });
};

/** The last words of a path at which somebody becomes a user, which may name what they become, and at which a user logs in. */
const registration = /^(register|registration|sign ?up|cadastr(?:o|ar)|registr(?:o|ar)|inscription)\b ?/;
const login = /^(log ?in|sign ?in|auth|authenticate|token|sessions?)$/;
const users = ['user', 'account', 'member', 'usuario', 'utilisateur', 'benutzer', 'pengguna'];

export const isUser = (noun: string): boolean => users.some((one) => isSameNoun(noun, one));

/** Whether somebody logs in or becomes a user there. */
export const isLogin = ({ operation: { path } }: UnboundOperation): boolean => {
  const words = lastWordsOf(path);
  return login.test(words) || registration.test(words);
};

const lastWordsOf = (path: string): string => wordsOf(path.slice(path.lastIndexOf('/') + 1)).join(' ');

/**
 * `POST /auth/register` beside `/users` adds one of the users, whether or not its response shows it; `POST /auth/login` shows the one
 * that is named, if its response has a user.
 */
export const bindAccounts = (
  { byPath, describe, shapes, compilation }: FinderContext,
  groups: readonly ResourceGroup[],
  bound: ReadonlySet<UnboundOperation>,
): void => {
  const lists = groups.filter((group) => hasItems(group) && group.parents.length === 0);
  for (const candidate of [...byPath.values()].flat()) {
    const { operation, bodyKey, success } = candidate;
    const words = lastWordsOf(operation.path);
    const isNew = registration.test(words);
    if (operation.method !== 'POST' || !(isNew || login.test(words)) || operation.path.includes('{')) continue;
    if (bodyKey === undefined || success === undefined || bound.has(candidate)) continue;
    const shapeIn = ({ noun, itemSchema }: ResourceGroup): ItemShape | undefined => {
      const shape = success.json && shapes.itemIn(success.json.key, noun, itemSchema);
      const isItem = shape?.listed === false && isTwin(describe(shape.key), itemSchema, compilation.schemas);
      return isItem ? shape : undefined;
    };
    const nouns = [words.replace(registration, ''), ...users];
    const open = lists.filter((group) => loginNamesOf(candidate, group, { describe }).length > 0);
    const named = isNew ? open.filter(({ noun }) => nouns.some((one) => isSameNoun(noun, one))) : [];
    const group = theOnly(open.filter(shapeIn)) ?? theOnly(named);
    if (group === undefined) continue;
    const shape = shapeIn(group);
    const reason = isNew
      ? `Registers a new item of ${group.template}.`
      : `Shows the item of ${group.template} that logs in, or the first.`;
    const isOther = shape === undefined && success.json !== undefined;
    const role = isNew ? { isOther } : ({ key: 'first' } as const);
    group.roles.push(roleOf(isNew ? 'create' : 'read', candidate, { shape, ...role, confidence: 'medium', reason }));
  }
};

/** The properties of the body by which a user of the group is known. */
export const loginNamesOf = (
  { bodyKey }: UnboundOperation,
  { itemSchema }: ResourceGroup,
  { describe }: Pick<FinderContext, 'describe'>,
): readonly string[] =>
  bodyKey === undefined
    ? []
    : [...describe(bodyKey).properties].filter((name) => isLoginName(name) && itemSchema.properties.has(name));

/** `GET /user?id=7` selects one of many items. */
const selectsItem = (candidate: UnboundOperation, itemSchema: ItemSchema): boolean =>
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
