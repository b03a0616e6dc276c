/** The users of the issuer are users of the document: who logs in is whom `GET /me` shows. */

import { getProperty, type JsonObject } from '../../../core/primitives/json.ts';
import { valuesOf } from '../../../core/primitives/sorted-map.ts';
import type { RequestContext } from '../../../core/request/request-context.ts';
import { acceptedId } from '../../../core/resources/act-on-resource.ts';
import { createItem } from '../../../core/resources/create-item.ts';
import { slugOf } from '../../../core/service/id-names.ts';
import { defaultLoginRules, type LoginUser, usualUsers } from '../../../core/service/login-facts.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { type Collection, findItem, type Item, indexText, itemsWith } from '../../../core/state/collection.ts';
import { joinKey } from '../../../core/state/item-key.ts';
import type { Change, State } from '../../../core/state/state.ts';
import type { LoginWorld } from './login-types.ts';

type Accounts = Pick<LoginWorld, 'rules' | 'state'>;

/** The users of the document; undefined if it has none. A collection of which an operation shows the caller comes first. */
const accountsIn = ({ collections }: State): Collection | undefined => {
  const all = [...collections.values()].filter(({ spec }) => spec.kind === 'list' && spec.persons?.() !== undefined);
  return all.find(({ spec }) => spec.persons?.()?.isShown === true) ?? all[0];
};

/** The users who can log in, with the names and addresses of the document's. */
export const usersOf = (world: Accounts): readonly LoginUser[] =>
  statedUsers(world).map((user) => withAccount(user, world));

/** This person, also one who cannot log in. */
export const personWithSub = (world: Accounts, sub: string): LoginUser =>
  withAccount(statedUser(world, { sub }), world);

export const statedUsers = ({ rules }: Pick<Accounts, 'rules'>): readonly LoginUser[] => rules.users ?? usualUsers;

export const statedUser = (world: Pick<Accounts, 'rules'>, user: LoginUser): LoginUser =>
  statedUsers(world).find(({ sub }) => sub === user.sub) ?? user;

/** The user with a name and an address, by which it is known among the document's users. */
const named = (user: LoginUser): LoginUser & { readonly name: string; readonly email: string } => {
  const { sub, name = sub, email = sub.includes('@') ? sub : `${slugOf(sub)}@example.com` } = user;
  return { ...user, name, email };
};

const withAccount = (user: LoginUser, { rules, state }: Accounts): LoginUser => {
  const accounts = accountsIn(state);
  if (accounts === undefined) return user;
  const item = itemOf(user, accounts, rules);
  const persons = accounts.spec.persons?.();
  if (item === undefined || persons === undefined) return named(user);
  const textAt = (name: string | undefined): string | undefined => {
    const value = name === undefined ? undefined : getProperty(item.value, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const name = persons.name.flatMap((one) => textAt(one) ?? []).join(' ');
  const [email, picture] = [persons.email, persons.picture].map(textAt);
  return { ...user, name: name || user.name, email: email ?? user.email, picture };
};

/**
 * The document's user who is a user of the issuer: by the id, or by an address or a name with which people log in. If no scenario states users, the
 * usual ones are the first.
 */
export const itemOf = (user: LoginUser, accounts: Collection, rules: Accounts['rules']): Item | undefined => {
  const { spec, items } = accounts;
  const { sub, name, email } = named(user);
  const persons = spec.persons?.();
  const byId = findItem(accounts, joinKey(spec, { parents: [], id: sub }));
  const place = rules.users === undefined ? usualUsers.findIndex((one) => one.sub === sub) : -1;
  const [byPlace] = place < 0 ? [] : [...valuesOf(items, place)].slice(0, 1);
  const byAddress = itemNamed(accounts, persons?.email, email) ?? itemNamed(accounts, persons?.login, sub);
  const byName = persons?.email === undefined ? itemNamed(accounts, persons?.name[0], name) : undefined;
  return byId ?? byAddress ?? byName ?? byPlace;
};

const itemNamed = (accounts: Collection, property: string | undefined, text: string): Item | undefined => {
  if (property === undefined) return undefined;
  if (accounts.indexes.has(property)) return [...valuesOf(itemsWith(accounts, property, text))][0];
  return valuesOf(accounts.items).find(({ value }) => indexText(getProperty(value, property)) === text);
};

/** What adds somebody to the document's users; without a user, the first who can log in, where nobody else becomes one. */
export const admission = ({ service, state, now }: RequestContext, known: LoginUser | undefined): readonly Change[] => {
  const accounts = accountsIn(state);
  const persons = accounts?.spec.persons?.();
  const rules = state.rules.login ?? defaultLoginRules;
  const isAdded = ({ binding }: Operation) =>
    binding?.action === 'create' && binding.collection.name === accounts?.spec.name;
  const isEmpty = accounts?.items.root === undefined && persons?.isShown === true;
  const user = known ?? (isEmpty && !service.operations.some(isAdded) ? statedUsers({ rules })[0] : undefined);
  if (accounts === undefined || persons === undefined || user === undefined) return [];
  if (itemOf(user, accounts, rules) !== undefined) return [];
  const { spec } = accounts;
  const { sub, name, email } = named(user);
  const [first = '', ...rest] = name.split(' ');
  const requested: JsonObject = {
    ...Object.fromEntries(persons.name.map((property, at) => [property, at === 0 ? first : rest.join(' ')])),
    ...(persons.name.length === 1 && { [persons.name[0] as string]: name }),
    ...(persons.login !== undefined && { [persons.login]: sub }),
    ...(persons.email !== undefined && { [persons.email]: email }),
  };
  const id = spec.idProperty === undefined ? sub : acceptedId(spec, sub);
  const target = { collection: accounts, parents: [], scopes: [[]], shownParents: [] };
  const item = createItem({ state, now }, target, { providedId: id, requested });
  if (item === undefined) return [];
  const { key, value } = item;
  const isKnown = [persons.email, persons.login, persons.name[0]].some((one) => one && value[one] === requested[one]);
  return isKnown || id !== undefined ? [{ type: 'put', collection: spec.name, key, value }] : [];
};
