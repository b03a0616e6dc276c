/** Finds the account of the caller, and the operations at which somebody becomes a user or logs in. */

import { getOrInsert, remembered } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { isSameNoun, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { isLoginName } from '../../core/service/id-names.ts';
import { findId, idParameterFor } from '../../openapi/resources/describe/find-id.ts';
import {
  type BoundOperation,
  type FoundOperations,
  hasItems,
  type ResourceGroup,
  type Role,
  withClause,
} from '../../openapi/resources/describe/group.ts';
import { type Describe, type ItemSchema, isSimilar, ofEach } from '../../openapi/resources/describe/item-schema.ts';
import type { ItemShape } from '../../openapi/resources/describe/locate-items.ts';
import { namesIn } from '../../openapi/resources/describe/property-names.ts';
import {
  isRead,
  lastSegment,
  parentPath,
  pathShapeOf,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { rolesAtOtherPath } from '../../openapi/resources/find/collection-rows.ts';
import { type Evidence, type RoleRow, roleBy } from '../../openapi/resources/find/evidence.ts';
import { selectsItem } from '../../openapi/resources/find/find-singletons.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { isAbout, isOfItem, isPartial } from '../../openapi/resources/find/item-match.ts';
import { findLoneLists } from '../../openapi/resources/find/lone-lists.ts';
import type { Schema } from '../../openapi/schema/schema.ts';
import { wordLists } from '../words/index.ts';
import { tokenIn } from './token-in.ts';

/**
 * Lets operations do without a credential where nobody can have one yet (logins, registrations, refreshes of a token,
 * recoveries of a password), unless the document asks for one at the operation itself.
 */
export const openEntrances = ({
  bound,
  candidates,
  binder: { describe },
}: FoundOperations & { readonly binder: { readonly describe: Describe } }): void => {
  for (const candidate of candidates) {
    const { operation, isCovered } = candidate;
    if (!isCovered || operation.security.length === 0 || !isEntrance(candidate, describe)) continue;
    const found = bound.get(operation) as BoundOperation;
    const clause = 'Needs no credential: nothing but the security of the whole document covers it.';
    bound.set(operation, { ...found, reason: withClause(found.reason, clause), security: [] });
  }
};

/** Whether somebody comes in there: a path with a parameter is about somebody who is known, `/users/{id}/reset-password`. */
const isEntrance = ({ operation, method, ...candidate }: UnboundOperation, describe: Describe) => {
  if (!/^(POST|PUT|PATCH)$/.test(method) || operation.path.includes('{')) return false;
  const segments = operation.path.split('/').filter((segment) => segment !== '');
  const [end, last = ''] = [segments.slice(-2), segments.at(-1)];
  const names =
    candidate.bodyKey === undefined ? undefined : [...describe(candidate.bodyKey).properties].map(plainName);
  const takes = (isWanted: (name: string) => boolean) => names === undefined || names.some(isWanted);
  const isSecret = (name: string) => wordLists.secrets.has(name);
  if (end.some((segment) => wordLists.logins.behind(segment) !== undefined)) return true;
  if (wordLists.tokenPaths.has(last)) return names?.some(isSecret) === true;
  const who = wordLists.registrations.behind(last);
  if (who === '' || (who !== undefined && wordLists.users.has(who)))
    return takes((name) => isSecret(name) || isLoginName(name));
  const words = wordsOf(last);
  const others = words.filter((word) => !wordLists.refreshes.has(word)).join('');
  if (others === '' && words.length > 0)
    return segments.flatMap(wordsOf).some(isAboutTokens) || names?.includes('refreshtoken') === true;
  if (words.length > 1 && wordLists.tokens.has(singularOf(others)) && wordLists.refreshes.isIn(last)) return true;
  const isLost = (segment: string) => wordLists.recoveries.isIn(segment);
  return /^forgot$/i.test(last) || (end.some(isLost) && end.some((segment) => /passw(or)?d/i.test(segment)));
};

/** Whether a word of the path around a refresh that has no token in its name is about tokens. */
const isAboutTokens = (word: string) =>
  [wordLists.tokenPaths, wordLists.logins, wordLists.users].some(({ has }) => has(word) || has(singularOf(word)));

/** Whether a path is of the caller's account: `/me`, `/users/me`, `/profile`. */
const isOwnPath = remembered((path): boolean => {
  const name = plainName(lastSegment(path));
  return (wordLists.currentItems.has(name) || wordLists.ownAccounts.has(name)) && !path.includes('{');
});

/** Whether an operation may be of the caller's account, also at that of the identity endpoints of ASP.NET. */
export const isOfCaller = (candidate: UnboundOperation): boolean => {
  const { erased } = candidate.path;
  return isOwnPath(erased) || (erased.endsWith('/manage/info') && !erased.includes('{'));
};

/** `GET /users` alone beside `GET /me` or a login. */
export const findUsers = (known: Known): void => {
  const isListOfUsers = (one: UnboundOperation) =>
    known.isFree(one) && isRead(one) && isUser(one.path.noun) && one.path.parameters.length === 0;
  if (known.byPath.keys().some(isOwnPath) || entriesIn(known).length > 0)
    findLoneLists({ ...known, isFree: isListOfUsers });
};

/** `/users/me` beside `/users/{id}`, `/me`, `/auth/me` or `/profile`: one of the users, whose token is sent, or the first. */
export const bindCurrent = (finding: Known): void => {
  const { groups, isFree } = finding;
  for (const [path, candidates] of finding.byPath) {
    if (!isOwnPath(path) || !candidates.every(isFree)) continue;
    const above = parentPath(path);
    // `PATCH /accounts/update_credentials` beside `GET /accounts/verify_credentials`.
    const isBeside = (other: string) =>
      other !== path &&
      parentPath(other) === above &&
      isOwnPath(other) &&
      finding.byPath.get(other)?.some(isRead) === true;
    const shown =
      candidates.find(isRead) ??
      ([...finding.byPath.keys()].some(isBeside) ? candidates.find(({ success }) => success?.json) : undefined);
    const key = shown?.success?.json?.key;
    if (key === undefined) continue;
    const lists = groups.filter((group) => hasItems(group) && group.parents.length === 0);
    const isNear = (group: ResourceGroup) => group.path === above || parentPath(group.path) === above;
    // `GET /user?id=7` is not the caller.
    const isOfUsers = ({ noun, itemSchema }: ResourceGroup) =>
      isUser(noun) && !candidates.some((one) => selectsItem(one, itemSchema));
    const isAccount = wordLists.ownAccounts.has(plainName(lastSegment(path)));
    const showing = lists.filter(
      (group) =>
        finding.shapes.twinIn(key, group.noun, group.itemSchema) !== undefined && (!isAccount || isOfUsers(group)),
    );
    const near = showing.filter(isNear);
    // `GET /me` that returns a `person`, beside `/people/{handle}`.
    const inside = new Set(wrappersIn(finding.describe(key)).map(singularOf));
    const isShown = (one: ResourceGroup) =>
      inside.has(singularOf(one.noun)) &&
      isSameNoun(finding.shapes.itemIn(key, one.noun, one.itemSchema)?.at.at(-1) ?? '', one.noun) &&
      withOwnOf(one, key, finding) !== undefined;
    const found =
      theOnly(near.length > 0 ? near : showing) ??
      (showing.length > 0 ? undefined : (theOnly(lists, isOfUsers) ?? theOnly(lists, isShown)));
    const group = found && withOwnOf(found, key, finding);
    const roles = candidates.map((candidate) => group && currentRole(candidate, group, finding));
    if (group === undefined || !roles.every((role) => role !== undefined)) continue;
    groups[groups.indexOf(found as ResourceGroup)] = group;
    group.roles.push(...roles);
  }
};

/** The names of the objects in a body, and in these. */
const wrappersIn = ({ properties, innerOf }: ItemSchema): readonly string[] =>
  [...properties].flatMap((name) => [name, ...(innerOf(name)?.properties ?? [])]);

/** The users, with what is shown to the caller alone; undefined if it shows something else. */
const withOwnOf = (group: ResourceGroup, key: string, finding: FinderContext): ResourceGroup | undefined => {
  const { itemSchema, noun } = group;
  const { describe, schemas, shapes } = finding;
  if (shapes.twinIn(key, noun, itemSchema) !== undefined) return group;
  const shown = shapes.oneIn(key, noun, itemSchema);
  if (shown === undefined || itemSchema.properties.size < 3 || !isSimilar(shown, itemSchema)) return undefined;
  const more = [...shown.properties].filter((name) => !itemSchema.properties.has(name));
  const properties = Object.fromEntries(more.map((name) => [name, shown.schemaOf(name) as Schema]));
  const whole = schemas.adopt({ allOf: [{ $ref: itemSchema.key }, { properties }] }, shown.key);
  return more.length === 0 ? group : { ...group, itemSchema: describe(whole) };
};

export const currentRole = (
  candidate: UnboundOperation,
  group: ResourceGroup,
  finding: FinderContext,
): Role | undefined => roleBy(accountRows, candidate, { group, relation: 'of the caller' }, finding);

const ofCaller = {
  reason: 'Is the item of {} whose token is sent, else the first.',
} as const;

export const accountRows: readonly RoleRow[] = [
  {
    ...ofCaller,
    name: 'account of the caller',
    example: 'GET /users/me, PATCH /me, GET /profile',
    when: { method: ['GET', 'PUT', 'PATCH'], relation: ['of the caller'] },
    role: { action: 'read', key: 'first' },
    provided: 'all operations at the path fit: what is read there is a user, and a change takes one of its properties',
    needs: ({ candidate, group, finding, method, shape }) => {
      const { itemSchema, noun } = group;
      const { bodyKey, success } = candidate;
      const isSaid = bodyKey === undefined ? success?.json !== undefined : isOfItem(bodyKey, itemSchema, noun, finding);
      if (!isAbout(candidate, itemSchema, noun, finding) || (method !== 'GET' && !isSaid)) return undefined;
      const isUpdate = method === 'PATCH' || isPartial(candidate, undefined, group, finding);
      return { action: method === 'GET' ? 'read' : isUpdate ? 'update' : 'replace', shape };
    },
  },
  {
    ...ofCaller,
    name: 'end of the account of the caller',
    example: 'DELETE /users/me',
    when: { method: ['DELETE'], relation: ['of the caller'] },
    role: { action: 'delete', key: 'first' },
    provided: 'the path does not name a profile, since a user stays when a profile is deleted',
    needs: ({ candidate }) => (wordLists.profiles.has(lastWordsOf(candidate)) ? undefined : {}),
  },
  {
    name: 'registration',
    example: 'POST /auth/register',
    when: { method: ['POST'], relation: ['a registration'] },
    role: { action: 'create' },
    reason: 'Registers a new item of {}.',
    provided: 'it takes a name or an address that a user has',
    needs: entryOf,
  },
  {
    name: 'login',
    example: 'POST /auth/login',
    when: { method: ['POST'], relation: ['a login'] },
    role: { action: 'read', key: 'first' },
    reason: 'Shows the item of {} that logs in, or the first.',
    provided: 'the response has a user, or a token where `/me` and the like show the user',
    needs: entryOf,
  },
];

function entryOf({ candidate, group, finding }: Evidence): Partial<Role> {
  const json = candidate.success?.json;
  const shape = userShapeIn({ json }, group, finding);
  const isOther = shape === undefined && json !== undefined && !hasIdOf({ json }, group, finding);
  return { shape, isOther, isEntry: true };
}

/** Whether a response has the id of the user, without the user: `{ "token": "…", "userId": 7 }`. */
const hasIdOf = ({ json }: Pick<AccountEntry, 'json'>, group: ResourceGroup, { describe }: FinderContext) =>
  json !== undefined && namesIn(describe(json.key)).byPlain.has(idNameOf(group));

const idNameOf = ofEach(({ noun, idProperty = '' }: ResourceGroup) => `${singularOf(noun)}${plainName(idProperty)}`);

export const isUser = (noun: string): boolean => wordLists.users.has(singularOf(noun));

export const isLogin = (candidate: UnboundOperation): boolean =>
  saysLogin(candidate) || becomes(candidate) !== undefined;

/** What somebody becomes at the path, where it names that: of `register-member`, `member`. */
const becomes = (candidate: UnboundOperation): string | undefined =>
  wordLists.registrations.behind(lastWordsOf(candidate));

const saysLogin = (candidate: UnboundOperation) =>
  [wordLists.logins, wordLists.tokenPaths].some((words) => words.has(lastWordsOf(candidate)));

/** The words of the last segment of a path, also if the path ends in a slash, or in a verb. */
export const lastWordsOf = ofEach(({ operation: { path } }: UnboundOperation): string =>
  wordsOf(lastSegment(pathShapeOf(path).erased)).join(' '),
);

/** An operation at which somebody becomes a user, or logs in. */
export interface AccountEntry {
  readonly candidate: UnboundOperation;
  /** The last words of its path, without those of a registration. */
  readonly words: string;
  readonly isNew: boolean;
  readonly json: NonNullable<UnboundOperation['success']>['json'];
}

export const entriesIn = (finding: Known): readonly AccountEntry[] =>
  finding.all.flatMap((candidate): readonly AccountEntry[] => {
    const { operation, bodyKey, success } = candidate;
    if (operation.method !== 'POST' || operation.path.includes('{')) return [];
    const who = becomes(candidate);
    const isNew = who !== undefined;
    if (bodyKey === undefined || success === undefined || !finding.isFree(candidate)) return [];
    if (!isNew && !logsIn(candidate, finding)) return [];
    return [{ candidate, words: who ?? lastWordsOf(candidate), isNew, json: success.json }];
  });

const logsIn = (candidate: UnboundOperation, finding: Pick<FinderContext, 'describe'>) =>
  saysLogin(candidate) || tradesCredentials(candidate, finding);

/** Whether a name and a password are all that it takes, for a token: `POST /auth/local`, `POST /login/form`. */
const tradesCredentials = ({ bodyKey, success }: UnboundOperation, finding: Pick<FinderContext, 'describe'>) => {
  const names = bodyKey === undefined ? [] : [...finding.describe(bodyKey).properties].map(plainName);
  const isUsual = (name: string) =>
    wordLists.besideCredentials.has(name) || wordLists.secrets.has(name) || isLoginName(name);
  return names.includes('password') && names.some(isLoginName) && names.every(isUsual) && hasToken(success, finding);
};

/**
 * `POST /auth/register` beside `/users` adds one of them, whether or not its response shows it; `POST /auth/login` shows the one that is
 * named, if its response has a user, their id, or a token with which an operation shows them.
 */
export const bindAccounts = (finding: Known): void => {
  const lists = finding.groups.filter(
    (group) => hasItems(group) && group.parents.length === 0 && loginNamesIn(group.itemSchema).length > 0,
  );
  const near = byProperties(lists, finding);
  for (const entry of entriesIn(finding)) {
    const { candidate, isNew } = entry;
    const nouns = [entry.words, ...wordLists.users.all];
    const isOpen = (one: ResourceGroup) => loginNamesOf(candidate, one, finding).length > 0;
    const isNamed = ({ noun }: ResourceGroup) => isNew && nouns.some((one) => isSameNoun(noun, one));
    const givesToken = !isNew && hasToken(entry, finding);
    const isCurrent = (one: ResourceGroup) =>
      (givesToken && hasCurrent(one)) || (!isNew && hasIdOf(entry, one, finding));
    // Whoever is shown is one of these, or of no list.
    const shown = near(entry).filter((one) => userShapeIn(entry, one, finding) !== undefined && isOpen(one));
    const possible = shown.length > 0 || showsUser(entry, finding) ? [] : lists;
    const onlyOpen = (isMeant: (one: ResourceGroup) => boolean) =>
      theOnly(possible, (one) => isMeant(one) && isOpen(one));
    const group = theOnly(shown) ?? onlyOpen(isNamed) ?? onlyOpen(isCurrent);
    if (group !== undefined) group.roles.push(...entryRole(entry, group, finding));
  }
};

/** Finds the lists whose items have each property of an object in a response, by the property that the fewest have. */
const byProperties = (lists: readonly ResourceGroup[], { shapes }: FinderContext) => {
  const holders = new Map<string, ResourceGroup[]>();
  for (const list of lists)
    for (const name of list.itemSchema.properties) getOrInsert(holders, name, (): ResourceGroup[] => []).push(list);
  return ({ json }: Pick<AccountEntry, 'json'>): readonly ResourceGroup[] => {
    const objects = json === undefined ? new Map<string, ItemSchema>() : shapes.objectsIn(json.key);
    const fewest = ({ properties }: ItemSchema) =>
      [...properties]
        .map((name) => holders.get(name) ?? [])
        .reduce((least, own) => (own.length < least.length ? own : least), lists);
    return objects === undefined ? lists : [...new Set([...objects.values()].flatMap(fewest))];
  };
};

/** Whether a registration returns somebody with an id: `{ "id": 7, "email": … }`. */
const showsUser = ({ json, isNew }: AccountEntry, { describe, shapes }: FinderContext) => {
  const shape = isNew ? shapes.itemIn(json?.key, 'users') : undefined;
  const shown = shape && describe(shape.key);
  return shown !== undefined && findId(shown, 'users')?.isNamed === true && loginNamesIn(shown).length > 0;
};

const hasCurrent = ({ roles }: ResourceGroup) => roles.some(({ key }) => key === 'first');

export const hasToken = (
  answer: Pick<AccountEntry, 'json'> | undefined,
  { describe }: Pick<FinderContext, 'describe'>,
): boolean => answer?.json !== undefined && tokenIn(describe(answer.json.key)) !== undefined;

export const entryRole = (
  { candidate, isNew }: AccountEntry,
  group: ResourceGroup,
  finding: FinderContext,
): readonly Role[] =>
  [roleBy(accountRows, candidate, { group, relation: isNew ? 'a registration' : 'a login' }, finding) ?? []].flat();

/** What a response shows under a noun, read once for all lists of that noun. */
const partsOf = ofEach((_json: NonNullable<AccountEntry['json']>): Map<string, ItemShape> => new Map());

export const userShapeIn = (
  { json }: Pick<AccountEntry, 'json'>,
  { noun, itemSchema, idProperty }: ResourceGroup,
  { shapes, describe }: FinderContext,
): ItemShape | undefined => {
  const twin = shapes.twinIn(json?.key, noun, itemSchema);
  if (json === undefined || twin !== undefined || idProperty === undefined || !isUser(noun)) return twin;
  const parts = partsOf(json);
  const shape = parts.get(noun) ?? shapes.itemIn(json.key, noun);
  if (shape === undefined || shape.listed) return undefined;
  parts.set(noun, shape);
  // A part of the user, with the id.
  const { properties, name } = describe(shape.key);
  const isPart = properties.has(idProperty) && [...properties].every((one) => itemSchema.properties.has(one));
  const isSame = () => name === undefined || wordsOf(name).includes(singularOf(itemSchema.name ?? noun));
  return isPart && isSame() ? shape : undefined;
};

const loginNamesIn = ofEach(({ properties }) => [...properties].filter(isLoginName));

/** The properties of a user of the group by which the body names one: those of the same name, or for a login any. */
export const loginNamesOf = (
  candidate: UnboundOperation,
  { itemSchema, noun }: Pick<ResourceGroup, 'itemSchema' | 'noun'>,
  { describe, shapes }: Pick<FinderContext, 'describe' | 'shapes'>,
): readonly string[] => {
  const { bodyKey } = candidate;
  if (bodyKey === undefined) return [];
  const sent = loginNamesIn(shapes.sentIn(bodyKey, noun, itemSchema));
  const shared = sent.filter((name) => itemSchema.properties.has(name));
  if (shared.length > 0 || sent.length === 0 || !logsIn(candidate, { describe })) return shared;
  return loginNamesIn(itemSchema);
};

/** The properties that the user of HTTP Basic, or of a token of the issuer, may be. */
const callerNamesOf = ({ candidate: { operation } }: Role, { itemSchema }: ResourceGroup): readonly string[] =>
  operation.security.flat().some(({ type, scopes }) => type === 'basic' || scopes !== undefined)
    ? loginNamesIn(itemSchema)
    : [];

/** The properties by which to find the caller that a role shows. */
export const namesOfCaller = (
  role: Role,
  group: ResourceGroup,
  finding: Pick<FinderContext, 'describe' | 'shapes'>,
): readonly string[] => [...loginNamesOf(role.candidate, group, finding), ...callerNamesOf(role, group)];

/** Users at a path of their profiles: `/profiles/{username}` shows one of those who register. */
export const findProfiles = (finding: Known): void => {
  const { groups, isFree, byPath } = finding;
  const isOfUsers = ({ kind, noun, parents, itemSchema }: ResourceGroup) =>
    kind === 'list' && isUser(noun) && parents.length === 0 && loginNamesIn(itemSchema).length > 0;
  let group = theOnly(groups, isOfUsers);
  for (const [path, all] of group === undefined ? [] : byPath) {
    const candidates = path.endsWith('/{}') ? all.filter(isFree) : [];
    const read = candidates.find(isRead);
    if (read === undefined || read.path.parameters.length > 1 || !isProfile(read.path.noun)) continue;
    const grown = group && withProfiles(group, read, candidates, finding);
    if (group === undefined || grown === undefined) continue;
    groups[groups.indexOf(group)] = grown;
    group = grown;
  }
};

const isProfile = (noun: string) => isUser(noun) || wordLists.profiles.has(singularOf(noun));

/** The users with what their profiles show. A profile has the name by which its path finds it, and something else of the user. */
const withProfiles = (
  group: ResourceGroup,
  read: UnboundOperation,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { itemSchema, idProperty } = group;
  const { shapes, schemas } = finding;
  const { noun, parameters, above } = read.path;
  const key = read.success?.json?.key;
  const shape = shapes.itemIn(key, noun);
  const shown = shapes.oneIn(key, noun);
  const property = findId(itemSchema, noun, idParameterFor(read, parameters[0] as string, schemas))?.property;
  if (shape === undefined || shown === undefined || property === undefined || !shown.properties.has(property))
    return undefined;
  if (
    !isLoginName(property) ||
    ![...shown.properties].some((one) => one !== property && itemSchema.properties.has(one))
  )
    return undefined;
  const whole = withMore(itemSchema, shown, finding);
  const known = { itemSchema: whole, idProperty: property, create: undefined, read: shape };
  const roles = rolesAtOtherPath(above, candidates, noun, known, finding);
  const aliases = [...new Set([...group.aliases, property])].filter((name) => name !== idProperty);
  return roles.length === 0 ? undefined : { ...group, itemSchema: whole, aliases, roles: [...group.roles, ...roles] };
};

/** What profiles alone have is not required of users, and no flag is set before somebody sets it. */
const withMore = (itemSchema: ItemSchema, shown: ItemSchema, { describe, schemas }: FinderContext): ItemSchema => {
  const more = [...shown.properties].filter((name) => !itemSchema.properties.has(name));
  const schemaOf = (name: string): object =>
    shown.typesOf(name)?.has('boolean')
      ? { allOf: [shown.schemaOf(name)], default: false, examples: [false] }
      : { allOf: [shown.schemaOf(name)] };
  const properties = Object.fromEntries(more.map((name) => [name, schemaOf(name)]));
  return more.length === 0
    ? itemSchema
    : describe(schemas.adopt({ allOf: [{ $ref: itemSchema.key }, { properties }] } as never, shown.key));
};
