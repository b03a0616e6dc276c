/** Users of a document that does not list them: those who register and whose own account is shown, or who log in. */

import { lazily } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { isPlural, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { CollectionSpec, MadeProperty, Persons } from '../../core/service/collection-facts.ts';
import { isLoginName } from '../../core/service/id-names.ts';
import { findId, idParameterFor } from '../../openapi/resources/describe/find-id.ts';
import { groupOf, type ResourceGroup, type Specs } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, maxProperties } from '../../openapi/resources/describe/item-schema.ts';
import {
  isRead,
  lastSegment,
  parentPath,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { rolesAtOtherPath } from '../../openapi/resources/find/collection-rows.ts';
import { selectsItem } from '../../openapi/resources/find/find-singletons.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { isOfItem } from '../../openapi/resources/find/item-match.ts';
import { isPicture } from '../pictures/index.ts';
import { type WordList, wordLists } from '../words/index.ts';
import {
  type AccountEntry,
  currentRole,
  entriesIn,
  entryRole,
  hasToken,
  isOfCaller,
  isUser,
  loginNamesOf,
  userShapeIn,
} from './find-accounts.ts';

/** Who the users are, in the collections that have any: those first that an operation of the caller shows. */
const usersIn = (specs: Specs) => {
  const persons = new Map([...specs.keys()].map((group) => [group, lazily(() => personsIn(group))]));
  const users = lazily(() => {
    const found = [...specs].filter(([group]) => persons.get(group)?.() !== undefined);
    const rank = (group: ResourceGroup): number => (persons.get(group)?.()?.isShown === true ? 0 : 1);
    return new Map(
      found.toSorted(([one], [other]) => rank(one) - rank(other)).map(([group, { name }]) => [group, name]),
    );
  });
  return { persons, users };
};

/** Finds what items say of the user who does something with them, behind words such as `approvedby`. */
export const doersIn = (specs: Specs) => {
  const { users } = usersIn(specs);
  return (group: ResourceGroup, words: readonly string[]): readonly MadeProperty[] => {
    const isDone = (name: string) => words.some((word) => plainName(name).startsWith(word));
    return words.length > 0 && [...group.itemSchema.properties].some(isDone) ? madeIn(group, users(), words) : [];
  };
};

/** Adds which properties of users say who each is, and what new items say of the user who creates them. */
export const withMakers = (specs: Specs) => {
  const { persons, users } = usersIn(specs);
  return ({ relations }: CollectionSpec, group: ResourceGroup): Partial<CollectionSpec> => {
    const makers = (): readonly MadeProperty[] => (users().has(group) ? [] : madeIn(group, users()));
    return {
      persons: persons.get(group) as () => Persons | undefined,
      relations: lazily(() => ({ ...relations(), makers: makers() })),
    };
  };
};

/** Where the items have their names, if they are users; undefined if not. */
const personsIn = ({ itemSchema, kind, noun, parents, path, roles }: ResourceGroup): Persons | undefined => {
  const name = plainName(lastSegment(path));
  const isOwn = kind === 'singleton' && (wordLists.currentItems.has(name) || wordLists.ownAccounts.has(name));
  const showing = roles.filter(({ key }) => isOwn || key === 'first');
  const isShown = showing.length > 0;
  // Without a token of its own, a request is nobody's where somebody logs in.
  const isOpen =
    !isOwn &&
    !roles.some(({ isEntry }) => isEntry) &&
    showing.every(({ candidate }) => candidate.operation.security.length === 0);
  const properties = [...itemSchema.properties];
  if (parents.length > 0 || !(isShown || isUser(noun)) || !properties.some(isLoginName)) return undefined;
  const named = ({ all }: WordList): readonly string[] =>
    all.flatMap((one) => properties.find((property) => plainName(property) === one) ?? []);
  const [whole] = named(wordLists.wholeNames);
  const parts = named(wordLists.partNames);
  const [login] = named(wordLists.loginNames);
  const [email] = named(wordLists.addressNames);
  const isText = (property: string) => itemSchema.typesOf(property)?.has('string') === true;
  const picture = properties.find((one) => isText(one) && isPicture({ words: wordsOf(one).join(' '), ownerWords: '' }));
  const label = [whole ?? (parts.length > 1 ? parts : (login ?? email ?? []))].flat();
  return { isShown, isOpen, name: label, login, email, picture };
};

/** What new items of a group say of the user who creates them. */
const madeIn = (
  { itemSchema }: ResourceGroup,
  users: ReadonlyMap<ResourceGroup, string>,
  done?: readonly string[],
): readonly MadeProperty[] =>
  [...users].flatMap(([group, collection]) => {
    const persons = personsIn(group);
    if (persons === undefined) return [];
    // The `rider_id` of rides is that of the `Rider` whom `/me` shows.
    const called = persons.isShown ? [singularOf(group.itemSchema.name ?? '')].filter((name) => name.length > 3) : [];
    const makers = [...itemSchema.properties].slice(0, maxProperties).flatMap((property) => {
      const plain = plainName(property);
      const base = (done ?? [...wordLists.makers.all, 'user', ...called]).find((word) => plain.startsWith(word));
      return base === undefined ? [] : [{ property, base, what: plain.slice(base.length) }];
    });
    // `userName` alone may be any person's name. Beside `userId`, it names who made the item.
    const isMade = makers.some(({ what }) => what === '' || isId(what));
    const own = makers.filter(
      ({ base, what }) => done !== undefined || wordLists.makers.has(base) || what === '' || isId(what) || isMade,
    );
    return own.flatMap(({ property, what }) => madeOf(property, what, itemSchema, { group, persons, collection }));
  });

const isId = (plain: string) => wordLists.ids.has(plain);

interface Users {
  readonly group: ResourceGroup;
  readonly persons: Persons;
  readonly collection: string;
}

const madeOf = (property: string, what: string, itemSchema: ItemSchema, users: Users): readonly MadeProperty[] => {
  const inner = what === '' ? itemSchema.innerOf(property) : undefined;
  if (inner === undefined)
    return sourcesOf(what, users, itemSchema.formatOf(property)).flatMap((from) =>
      isLike(itemSchema, property, users, from) ? [{ property, collection: users.collection, from }] : [],
    );
  const parts = [...inner.properties].slice(0, maxProperties).flatMap((name) => {
    const same = [...users.group.itemSchema.properties].find((one) => plainName(one) === plainName(name));
    const all = same === undefined ? sourcesOf(plainName(name), users, undefined) : [[same]];
    const from = inner.isScalar(name) ? all.find((one) => isLike(inner, name, users, one)) : undefined;
    return from === undefined ? [] : [{ property, inner: name, collection: users.collection, from }];
  });
  const isPerson = parts.some(({ inner: name }) => isId(plainName(name)) || isLoginName(name));
  return isPerson ? parts : [];
};

/** The properties of a user that a property may have, the best first; several are joined. */
const sourcesOf = (
  what: string,
  { group: { idProperty, itemSchema }, persons: { name, login, email, picture } }: Users,
  format: string | undefined,
): readonly (readonly string[])[] => {
  const of = (...properties: readonly (string | undefined)[]) => properties.flatMap((one) => (one ? [[one]] : []));
  const ids = of(...new Set([idProperty, [...itemSchema.properties].find((one) => isId(plainName(one)))]));
  if (isId(what) || format === 'uuid') return ids;
  if (wordLists.addressNames.has(what) || format === 'email') return of(email);
  if (wordLists.loginNames.has(what)) return [...of(login), name];
  if (wordLists.wholeNames.has(what)) return [name];
  const shown = wordLists.links.withoutEnd(what);
  if (isPicture({ words: shown === what ? what : `${shown} url`, ownerWords: '' })) return of(picture);
  return what === '' ? [name, ...ids] : [];
};

/** Whether a property may have what these properties of a user have. */
const isLike = (schema: ItemSchema, property: string, { group }: Users, from: readonly string[]) =>
  from.length > 0 &&
  from.every((one) => {
    const types = group.itemSchema.typesOf(one);
    const own = schema.typesOf(property);
    return types === undefined || own === undefined || [...types].some((type) => own.has(type));
  });

/** With more accounts, nobody can tell which one is meant. */
const maxAccounts = 20;

/**
 * The users of a document that does not list them: those who register and whose own account is shown, as `POST /auth/register` and
 * `GET /auth/me`.
 */
export const findAccounts = (finding: Known): void => {
  const own = finding.byPath
    .values()
    .filter((all) => all.some(isOfCaller) && all.every(finding.isFree))
    .toArray();
  if (own.length === 0 || own.length > maxAccounts) return;
  const all = entriesIn(finding);
  const entries = [...all.filter(({ isNew }) => isNew), ...creationsIn(finding), ...all.filter(({ isNew }) => !isNew)];
  const isRegistering = entries.some(({ isNew }) => isNew);
  const group = isRegistering
    ? theOnly(own.flatMap((candidates) => accountsOf([candidates], entries, finding) ?? []))
    : accountsOf(own.filter(isOfUser), entries, finding);
  if (group === undefined) return;
  addReads(group, finding);
  finding.groups.push(group);
};

/** Whether an operation reads or changes one of the users by an id: `/users/{id}`. */
const isOfOne = (one: UnboundOperation, { itemSchema, noun }: ResourceGroup, finding: Known) => {
  const { bodyKey, success } = one;
  const isUserAt = isUser(one.path.noun) && one.path.parameters.length === 1 && one.path.endsInParameter;
  if (!isUserAt || !finding.isFree(one)) return false;
  return isRead(one)
    ? finding.shapes.twinIn(success?.json?.key, noun, itemSchema) !== undefined
    : ['PUT', 'PATCH'].includes(one.method) && bodyKey !== undefined && isOfItem(bodyKey, itemSchema, noun, finding);
};

/** Adds what reads and changes other users, by their ids: `/users/{id}`. */
const addReads = (group: ResourceGroup, finding: Known) => {
  const { itemSchema, idProperty } = group;
  const isOwn = (one: UnboundOperation) => isOfOne(one, group, finding);
  const items = [...finding.byPath].filter(([path, candidates]) => path.endsWith('/{}') && candidates.some(isOwn));
  const only = theOnly(items);
  if (only === undefined || idProperty === undefined) return;
  const [path, candidates] = only;
  const read = candidates.find((one) => isOwn(one) && isRead(one))?.success?.json;
  const shape = finding.shapes.twinIn(read?.key, group.noun, itemSchema);
  const [parameter = ''] = (candidates[0] as UnboundOperation).path.parameters;
  const named = findId(
    itemSchema,
    group.noun,
    idParameterFor(candidates[0] as UnboundOperation, parameter, finding.schemas),
  );
  const own = named?.isNamed ? named.property : idProperty;
  group.aliases = [...new Set([...group.aliases, own])].filter((name) => name !== idProperty);
  const known = { itemSchema, idProperty: own, create: undefined, read: shape };
  group.roles.push(
    ...rolesAtOtherPath(parentPath(path), candidates.filter(finding.isFree), group.noun, known, finding),
  );
};

/** Whether a path is of a user: `/companies/me` is not. */
const isOfUser = ([one]: readonly UnboundOperation[]) => {
  const above = one === undefined ? '' : lastSegment(one.path.above);
  return isUser(above) || !isPlural(above);
};

/** The users whose own account these paths show, if entries add them, or show that there are several. */
const accountsOf = (
  paths: readonly (readonly UnboundOperation[])[],
  entries: readonly AccountEntry[],
  finding: Known,
): ResourceGroup | undefined => {
  const gets = paths.flatMap((candidates) => candidates.find(isRead) ?? []);
  const [get, ...others] = gets;
  const template = entries.find(({ isNew }) => isNew)?.candidate.operation.path;
  const group = get && accountGroup(get, template, finding);
  if (group === undefined) return undefined;
  const { itemSchema, noun } = group;
  const isTwin = ({ success }: UnboundOperation) =>
    finding.shapes.twinIn(success?.json?.key, noun, itemSchema) !== undefined;
  const candidates = paths.flat().filter((one) => one.method !== 'POST');
  const roles = candidates.map((one) => currentRole(one, group, finding));
  const isSelected = candidates.some((one) => selectsItem(one, itemSchema));
  if (isSelected || !others.every(isTwin) || !roles.every((role) => role !== undefined)) return undefined;
  const ownEntries = entries.filter(
    (entry) =>
      loginNamesOf(entry.candidate, group, finding).length > 0 &&
      // Those who register need not be shown.
      (userShapeIn(entry, group, finding) !== undefined || hasToken(entry, finding) || entry.words === ''),
  );
  group.roles.push(...roles, ...ownEntries.flatMap((entry) => entryRole(entry, group, finding)));
  // Several users of an issuer log in.
  const isIssued = candidates.some(({ operation }) =>
    operation.security.flat().some(({ scopes }) => scopes !== undefined),
  );
  // What one path shows and changes is a singleton, which is always there.
  const isChanged = () => finding.all.some((one) => !isRead(one) && isOfOne(one, group, finding));
  const isAlone = candidates.length === 1;
  const isShared = others.length > 0 || isIssued || (isAlone && (ownEntries.length > 0 || isChanged()));
  const isRegistered = ownEntries.some(({ isNew }) => isNew);
  return isRegistered || (template === undefined && isShared) ? group : undefined;
};

/** The users of whom an operation shows one; undefined if it shows no object. */
const accountGroup = (
  get: UnboundOperation,
  template: string | undefined,
  { shapes }: FinderContext,
): ResourceGroup | undefined => {
  const itemSchema = shapes.oneIn(get.success?.json?.key, 'users');
  if (itemSchema === undefined) return undefined;
  const id = findId(itemSchema, 'users');
  const rest = { noun: 'users', path: '/users', parents: [], itemSchema, roles: [] };
  const idProperty = id?.isNamed ? id.property : undefined;
  return groupOf(get, { ...rest, kind: 'list', ...(template !== undefined && { template }), idProperty });
};

/** `POST /users` */
const creationsIn = ({ all, isFree }: Known): readonly AccountEntry[] =>
  all.flatMap((candidate): readonly AccountEntry[] => {
    const { endsInParameter, noun, parameters } = candidate.path;
    const isCreation = candidate.method === 'POST' && !endsInParameter && parameters.length === 0 && isUser(noun);
    return isCreation && isFree(candidate)
      ? [{ candidate, words: noun, isNew: true, json: candidate.success?.json }]
      : [];
  });
