/** Collections of users: which properties say who each is, and what new items of other collections say of the user who creates them. */

import { lazily } from '../../core/primitives/lazy.ts';
import { plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { CollectionSpec, MadeProperty, Persons } from '../../core/service/collection-facts.ts';
import { isLoginName } from '../../core/service/id-names.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, maxProperties } from '../../openapi/resources/describe/item-schema.ts';
import { lastSegment } from '../../openapi/resources/describe/unbound-operation.ts';
import { isPicture } from '../pictures/index.ts';
import { type WordList, wordLists } from '../words/index.ts';
import { isUser } from './find-accounts.ts';

/** Adds who the items are, and what new items say of the user who creates them. */
export const withMakers = (
  specs: ReadonlyMap<ResourceGroup, CollectionSpec>,
): ReadonlyMap<ResourceGroup, CollectionSpec> => {
  const persons = new Map([...specs.keys()].map((group) => [group, lazily(() => personsIn(group))]));
  const users = lazily(() => {
    const found = [...specs].filter(([group]) => persons.get(group)?.() !== undefined);
    const rank = (group: ResourceGroup): number => (persons.get(group)?.()?.isShown === true ? 0 : 1);
    return new Map(
      found.toSorted(([one], [other]) => rank(one) - rank(other)).map(([group, { name }]) => [group, name]),
    );
  });
  return new Map(
    [...specs].map(([group, spec]) => {
      const makers = (): readonly MadeProperty[] => (users().has(group) ? [] : madeIn(group, users()));
      const relations = lazily(() => ({ ...spec.relations(), makers: makers() }));
      return [group, { ...spec, persons: persons.get(group) as () => Persons | undefined, relations }];
    }),
  );
};

/** Where the items have their names, if they are users; undefined if not. */
const personsIn = ({ itemSchema, kind, noun, parents, path, roles }: ResourceGroup): Persons | undefined => {
  const name = plainName(lastSegment(path));
  const isOwn = kind === 'singleton' && (wordLists.currentItems.has(name) || wordLists.ownAccounts.has(name));
  const isShown = isOwn || roles.some(({ key }) => key === 'first');
  const properties = [...itemSchema.properties];
  if (parents.length > 0 || !(isShown || isUser(noun)) || !properties.some(isLoginName)) return undefined;
  const named = ({ all }: WordList): readonly string[] =>
    all.flatMap((one) => properties.find((property) => plainName(property) === one) ?? []);
  const [whole] = named(wordLists.wholeNames);
  const parts = named(wordLists.partNames);
  const [login] = named(wordLists.loginNames);
  const [email] = named(wordLists.addressNames);
  const isText = (property: string): boolean => itemSchema.typesOf(property)?.has('string') === true;
  const picture = properties.find((one) => isText(one) && isPicture({ words: wordsOf(one).join(' '), ownerWords: '' }));
  const label = [whole ?? (parts.length > 1 ? parts : (login ?? email ?? []))].flat();
  return { isShown, name: label, login, email, picture };
};

/** What new items of a group say of the user who creates them. */
const madeIn = ({ itemSchema }: ResourceGroup, users: ReadonlyMap<ResourceGroup, string>): readonly MadeProperty[] =>
  [...users].flatMap(([group, collection]) => {
    const persons = personsIn(group);
    if (persons === undefined) return [];
    // The `rider_id` of rides is that of the `Rider` whom `/me` shows.
    const called = persons.isShown ? [singularOf(group.itemSchema.name ?? '')].filter((name) => name.length > 3) : [];
    const makers = [...itemSchema.properties].slice(0, maxProperties).flatMap((property) => {
      const plain = plainName(property);
      const base = [...wordLists.makers.all, 'user', ...called].find((word) => plain.startsWith(word));
      return base === undefined ? [] : [{ property, base, what: plain.slice(base.length) }];
    });
    // The `userName` of somebody is no maker; beside `userId` it is.
    const isMade = makers.some(({ what }) => what === '' || isId(what));
    const own = makers.filter(({ base, what }) => wordLists.makers.has(base) || what === '' || isId(what) || isMade);
    return own.flatMap(({ property, what }) => madeOf(property, what, itemSchema, { group, persons, collection }));
  });

const isId = (plain: string): boolean => wordLists.ids.has(plain);

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
  const id = [idProperty ?? [...itemSchema.properties].find((one) => isId(plainName(one))) ?? []].flat();
  const of = (...properties: readonly (string | undefined)[]) => properties.flatMap((one) => (one ? [[one]] : []));
  if (isId(what) || format === 'uuid') return [id];
  if (wordLists.addressNames.has(what) || format === 'email') return of(email);
  if (wordLists.loginNames.has(what)) return [...of(login), name];
  if (wordLists.wholeNames.has(what)) return [name];
  const shown = wordLists.links.withoutEnd(what);
  if (isPicture({ words: shown === what ? what : `${shown} url`, ownerWords: '' })) return of(picture);
  return what === '' ? [name, id] : [];
};

/** Whether a property may have what these properties of a user have. */
const isLike = (schema: ItemSchema, property: string, { group }: Users, from: readonly string[]): boolean =>
  from.length > 0 &&
  from.every((one) => {
    const types = group.itemSchema.typesOf(one);
    const own = schema.typesOf(property);
    return types === undefined || own === undefined || [...types].some((type) => own.has(type));
  });
