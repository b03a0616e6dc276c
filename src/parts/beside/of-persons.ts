/** What is the caller's own, and what is of those whom the caller follows: `GET /me/orders`, `GET /articles/feed`. */

import { getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { isPlural, isSameNoun, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { RequestContext } from '../../core/request/request-context.ts';
import type { Keeping } from '../../core/resources/filter.ts';
import { keyAbove } from '../../core/resources/list-items.ts';
import { withMaker } from '../../core/resources/maker.ts';
import {
  actionOf,
  type Binding,
  type Filter,
  type ItemBinding,
  type OwnedFilter,
  type PathOwner,
} from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { isLoginName } from '../../core/service/id-names.ts';
import type { Operation } from '../../core/service/operation.ts';
import { declaredEffects } from '../../core/service/parameter-effects.ts';
import { type Collection, indexText, itemsWith } from '../../core/state/collection.ts';
import { parentKeyOf } from '../../core/state/item-key.ts';
import {
  type FoundOperations,
  type ResourceGroup,
  type Role,
  type Specs,
  withClause,
} from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { lastSegment, parentPath, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { collectionIn, isFeedOf, isListOfFlag } from '../flags/index.ts';
import { phrases, wordLists } from '../words/index.ts';

type Below = readonly (readonly [ResourceGroup, CollectionSpec])[];

/** A document may have a thousand collections below another one, and as many parameters. */
const maxBelow = 40;

/** Lists of what is below one item: parameters that name it, `?user_id=7` and `?owner=ann` of packages with owners; and what is below the caller. */
export const ownedFilters = (specs: Specs): ((binding: Binding, role: Role, group: ResourceGroup) => Binding) => {
  const below = Map.groupBy(
    [...specs].filter(([{ kind }]) => kind === 'list'),
    ([, { parentCollection }]) => parentCollection,
  );
  return (binding, { candidate }, group) =>
    withFlagFilters(withOwnedFilters(binding, candidate.operation, below), candidate, group);
};

/** `?watched=1` "Only those that you watch" of items that are `watching`. */
const withFlagFilters = (binding: Binding, candidate: UnboundOperation, { itemSchema }: ResourceGroup): Binding => {
  const isAsked = (text = '') => phrases.ofCaller.test(text);
  if (binding.action !== 'list' || !candidate.parameterTexts.some(isAsked)) return binding;
  const flags = [...itemSchema.properties].filter((name) => itemSchema.typesOf(name)?.has('boolean'));
  if (flags.length === 0) return binding;
  const { operation, parameterTexts } = candidate;
  const open = declaredEffects({ ...operation, binding }).filter(({ effect }) => effect === 'none');
  const filters = open.flatMap(({ name }): readonly Filter[] => {
    const parameter = operation.parameters.findIndex((one) => one.in === 'query' && one.name === name);
    if (!isAsked(parameterTexts[parameter])) return [];
    const property = flags.find((flag) => isListOfFlag(flag, name));
    // `?likes=3` asks for a number of likes, not for the flag.
    const rest = { child: undefined, comparison: 'set', isFlag: true, matchAll: new Set<string>() } as const;
    return property === undefined ? [] : [{ parameter, property, ...rest }];
  });
  return filters.length === 0 ? binding : { ...binding, filters: [...binding.filters, ...filters] };
};

const withOwnedFilters = (
  binding: Binding,
  operation: Operation,
  below: ReadonlyMap<string | undefined, Below>,
): Binding => {
  const children = binding.action === 'list' ? (below.get(binding.collection.name) ?? []).slice(0, maxBelow) : [];
  if (children.length === 0) return binding;
  const open = declaredEffects({ ...operation, binding }).filter(({ effect }) => effect === 'none');
  const owned = open.flatMap(({ name }): readonly OwnedFilter[] => {
    const words = wordsOf(name);
    const isId = words.length > 1 && words.at(-1) === 'id';
    const noun = (isId ? words.slice(0, -1) : words).join('');
    const [found] = children
      .filter(([group]) => nounsOf(group).some((one) => isSameNoun(one, noun)))
      .toSorted(([left], [right]) => right.roles.length - left.roles.length);
    if (found === undefined) return [];
    const [{ itemSchema }, { name: collection, idProperty, aliases }] = found;
    const all = [...new Set([...wordLists.labels.all, ...(idProperty === undefined ? [] : [idProperty]), ...aliases])];
    const known = all.filter((one) => itemSchema.properties.has(one));
    const ids = known.filter((one) => wordLists.ownIds.all.includes(one));
    const parameter = operation.parameters.findIndex((one) => one.in === 'query' && one.name === name);
    const properties = isId && ids.length > 0 ? ids : known;
    return properties.length === 0 ? [] : [{ parameter, collection, properties }];
  });
  return owned.length === 0 ? binding : ({ ...binding, owned } as Binding);
};

/** Lists at the path of the caller what is below the caller: `/me/playlists` beside `/me` and `/users/{id}/playlists`. */
export const bindCallers = ({ bound }: Pick<FoundOperations, 'bound'>): void => {
  const callers = new Map(
    [...bound].flatMap(([{ path }, { binding }]) => {
      const isCaller =
        binding?.action === 'read' &&
        (binding.key === 'first' ||
          [wordLists.currentItems, wordLists.ownAccounts].some(({ has }) => has(lastSegment(path))));
      return isCaller && binding.parentParameters.length === 0 ? [[path, binding] as const] : [];
    }),
  );
  for (const [operation, own] of bound) {
    const { binding, reason } = own;
    const above = parentPath(operation.path);
    const caller = callers.get(above);
    const isOfAll = binding?.action === 'list' && binding.parentParameters === undefined;
    if (!isOfAll || caller === undefined || binding.collection.parents.length !== 1) continue;
    const { kind, name, idProperty, properties } = caller.collection;
    const parent = binding.collection.parents[0]?.name ?? '';
    // Who `/me` shows may be in no collection.
    const isUser =
      kind === 'singleton' &&
      [binding.collection.name, parent]
        .flatMap(wordsOf)
        .some((word) => [wordLists.users, wordLists.makers].some(({ has }) => has(singularOf(word))));
    const isOwn = binding.collection.parentCollection === (isUser ? undefined : name);
    const id = idProperty ?? [parent, 'id'].find((one) => properties.has(one));
    if (!isOwn || id === undefined) continue;
    const shown = { ...binding, caller: { binding: caller, id } };
    bound.set(operation, { ...own, binding: shown, reason: withClause(reason, `Those of whom ${above} shows.`) });
  }
};

/** What its items are called: by its path, and by the list in a response. */
const nounsOf = ({ noun, roles }: ResourceGroup): readonly string[] => [
  noun,
  ...roles.flatMap(({ action, shape }) => (action === 'list' ? (shape?.at.at(-1) ?? []) : [])),
];

/** The collections of the users that the callers are, by the paths that show the caller. */
type Accounts = ReadonlyMap<string, string>;

/** Keeps what is of the caller, or of those whom the caller follows, where the document says so. */
export const bindPersons = ({ bound, candidates, specs }: FoundOperations): void => {
  const followable = lazily(() => [...specs].filter(([{ itemSchema }]) => flagsOf(itemSchema).length > 0));
  const accounts = new Map(
    [...bound].flatMap(([{ path }, { binding }]) => (isAccount(binding) ? [[path, binding.collection.name]] : [])),
  );
  const owners = new Map<string, CollectionSpec>();
  for (const candidate of candidates) {
    const own = bound.get(candidate.operation);
    const binding = own?.binding;
    if (own === undefined || binding === undefined || 'keeps' in binding) continue;
    const found = followedBy(candidate, binding, followable) ?? ownOf(candidate, binding, accounts);
    if (found === undefined) continue;
    const { reason, ...kept } = found;
    if (
      found.keeps === keepOwn &&
      binding.collection.parents.length === 0 &&
      !takesBack(candidate.operation.path, binding)
    )
      owners.set(aboveItem(candidate.operation.path), binding.collection);
    bound.set(candidate.operation, {
      ...own,
      binding: { ...binding, ...kept },
      reason: withClause(own.reason, reason),
    });
  }
  for (const [operation, own] of bound) {
    const owner = own.binding && ownerOf(operation, own.binding, owners);
    if (owner !== undefined) bound.set(operation, { ...own, binding: { ...own.binding, owner } as Binding });
  }
};

/** The path before the first parameter. */
const aboveItem = (path: string): string => /^[^{]*[^{/]/.exec(path)?.[0] ?? '';

/** The item of the caller that the path names, if what it is about is below it: `/me/orders/{id}/lines`. */
const ownerOf = (
  { path, parameters }: Operation,
  { collection, parentParameters: [first] = [], owner }: Binding,
  owners: ReadonlyMap<string, CollectionSpec>,
): (PathOwner & Keeping) | undefined => {
  const found = owners.get(aboveItem(path));
  if (found === undefined || first === undefined || owner !== undefined) return undefined;
  const isBelow = collection.parents.length > 0 && path.startsWith(`${aboveItem(path)}/{${parameters[first]?.name}}/`);
  return isBelow ? { collection: found, parameters: [first], keeps: keepOwn } : undefined;
};

/** Whether an operation shows a user: not an organisation, which has no more than a name. */
const isAccount = (binding: Binding | undefined): binding is ItemBinding => {
  if (binding?.action !== 'read') return false;
  const isOne =
    binding.key === undefined &&
    [...binding.collection.properties].some((name) => isLoginName(name) && plainName(name) !== 'name');
  return binding.key === 'first' || isOne;
};

interface Kept extends Keeping {
  readonly reason: string;
}

const ownOf = ({ operation }: UnboundOperation, binding: Binding, accounts: Accounts): Kept | undefined => {
  const isChosen = binding.action !== 'create' && !('caller' in binding && binding.caller !== undefined);
  const isOwn =
    isChosen &&
    binding.collection.kind === 'list' &&
    (isOfCaller(operation.path, binding, accounts) || takesBack(operation.path, binding)) &&
    binding.collection.relations().makers.length > 0 &&
    ![...binding.collection.properties].some((name) => isSent(plainName(name)));
  return isOwn ? { keeps: keepOwn, reason: `It shows only the caller's own.` } : undefined;
};

/** Whether callers take back what they did to an item: `DELETE /courses/{id}/enroll`. */
const takesBack = (path: string, binding: Binding) =>
  binding.action === 'delete' &&
  binding.bulk?.in === 'collection' &&
  path.includes('}/') &&
  !isPlural(lastSegment(path)) &&
  !wordLists.clearing.has(lastSegment(path));

/** Whether a name says that an item goes from one person to another: `/me/invitations` are those that the caller got. */
const isSent = (name: string) => wordLists.receivers.withoutStart(name) !== name;

/**
 * Whether a path is of the caller: `/me/orders`, `/orders/mine`, `/me/orders/{id}/cancel`, and `/user/repos/{id}` if `/user` is the account of
 * the caller. What is `current` is a caller behind users alone: `/promotions/current` is of now.
 */
const isOfCaller = (path: string, binding: Binding, accounts: Accounts) => {
  const segments = path.split('/').filter((one) => one !== '');
  const isOfItem = typeof (binding as Partial<ItemBinding>).key === 'number' && binding.collection.parents.length === 0;
  const item = isOfItem ? segments.findLastIndex((one) => one.startsWith('{')) : -1;
  const count = actionOf(binding) === 'count' ? -1 : undefined;
  const own = segments.slice(0, item === -1 ? count : item);
  const isCaller = (place: number) => {
    const word = plainName(own.at(place) ?? '');
    if (word === 'current' && !wordLists.people.has(singularOf(own.at(place - 1) ?? ''))) return false;
    return [wordLists.callers, wordLists.currentItems].some((words) => words.has(word));
  };
  const above = own.at(-2) ?? '';
  if (own.slice(0, -1).some((segment) => segment.startsWith('{'))) return false;
  const account = wordLists.ownAccounts.has(plainName(above)) && accounts.get(`/${own.slice(0, -1).join('/')}`);
  const isMadeBy = () => binding.collection.relations().makers.every(({ collection }) => collection === account);
  return isCaller(-1) || isCaller(-2) || (account !== undefined && account !== false && isMadeBy());
};

/** Keeps the items that name the caller as their maker, as those that the caller creates do. */
const keepOwn: Keeping['keeps'] = (context, { spec }) => {
  const own = Object.entries(withMaker(context, spec, {}, { isOwn: true })).flatMap(([property, value]) => {
    const parts = isJsonObject(value) ? Object.entries(value) : [['', value] as const];
    return parts.map(([inner, one]) => ({ property, inner, text: indexText(one) }));
  });
  const identifying = own.filter(({ property, inner }) => isIdentifying(inner || property));
  const wanted = identifying.length > 0 ? identifying : own;
  if (wanted.length === 0) return undefined;
  return ({ value }) =>
    wanted.every(({ property, inner, text }) => textsOf(getProperty(value, property), inner).includes(text));
};

const isIdentifying = (name: string) => isLoginName(name) || wordLists.ids.ends(name);

/** The text itself; of an item in place of its id, what identifies it. */
const textsOf = (value: Json | undefined, inner: string): readonly (string | undefined)[] => {
  if (value === undefined || !isJsonObject(value)) return inner === '' ? [indexText(value)] : [];
  return inner === ''
    ? Object.entries(value).flatMap(([name, one]) => (isIdentifying(name) ? [indexText(one)] : []))
    : [indexText(getProperty(value, inner))];
};

const isAnyFeed = (candidate: UnboundOperation) => wordLists.news.all.some((verb) => isFeedOf(verb, candidate));

const flagsOf = ({ properties, typesOf }: ItemSchema): readonly string[] =>
  [...properties].filter((name) => typesOf(name)?.has('boolean') && verbOf(name) !== undefined);

/** `follow` of `following`, `isFollowed` and `followed_by_me`. */
const verbOf = (flag: string): string | undefined => {
  const [, stem] = /^(?:is|has)?([a-z]{4,}?)(?:ing|ed)(?:byme)?$/.exec(plainName(flag)) ?? [];
  return wordLists.news.all.find((verb) => verb === stem);
};

const pluralOf = (noun: string): string => (isPlural(noun) ? noun : `${singularOf(noun)}s`);

/** `GET /me/updates` "Lists versions of packages that you follow", `GET /articles/feed` of articles whose author the caller follows. */
const followedBy = (
  candidate: UnboundOperation,
  binding: Binding,
  followable: () => readonly (readonly [ResourceGroup, CollectionSpec])[],
): Kept | undefined => {
  if (binding.action !== 'list' || binding.parentParameters?.length || followable().length === 0) return undefined;
  const { collection } = binding;
  for (const [{ itemSchema }, spec] of isAnyFeed(candidate) ? followable() : []) {
    const flag = flagsOf(itemSchema).find((one) => isFeedOf(verbOf(one) as string, candidate));
    const isAbove = spec.name === collection.parentCollection;
    const by = isAbove ? undefined : linksTo(spec, collection);
    if (flag === undefined || !(isAbove || by?.length)) continue;
    const known: KnownFollowed = new WeakMap();
    return {
      keeps: (context, own) => keepFollowed(context, own, { spec, flag, by, known }),
      reason: `It shows those of ${pluralOf(spec.localName)} whose ${flag} is true.`,
    };
  }
  return undefined;
};

/** A property of an item, or of an object in it, and the property of a person with the same value. */
interface Link {
  readonly path: readonly string[];
  readonly from: string;
}

const linksTo = (persons: CollectionSpec, { relations }: CollectionSpec): readonly Link[] => {
  const { makers, items } = relations();
  const made = makers.flatMap(({ property, inner, from: [from, ...others], collection }) => {
    const isOne = from !== undefined && others.length === 0 && persons.properties.has(from);
    const isSame = collection === persons.name || (from !== undefined && isLoginName(from));
    return isOne && isSame ? [{ path: [property, inner ?? []].flat(), from }] : [];
  });
  const shown = items.flatMap(({ collection, isList, property, idProperty: from }) =>
    collection === persons.name && !isList ? [{ path: [property, from], from }] : [],
  );
  return made.length > 0 ? made : shown;
};

interface Followed {
  readonly spec: CollectionSpec;
  readonly flag: string;
  /** If it is undefined, the items are below those that are followed. */
  readonly by: readonly Link[] | undefined;
  readonly known: KnownFollowed;
}

/** The keys, or the texts by which items name them, of those who are followed. */
type KnownFollowed = WeakMap<Collection['items'], readonly ReadonlySet<string | undefined>[]>;

const keepFollowed = (
  { state }: RequestContext,
  { spec }: Collection,
  { spec: followed, flag, by, known }: Followed,
): ReturnType<Keeping['keeps']> => {
  const persons = collectionIn(state, followed);
  if (persons === undefined) return undefined;
  const found = known.get(persons.items) ?? followedIn(persons, flag, by);
  known.set(persons.items, found);
  if (by === undefined) return ({ key }) => found[0]?.has(parentKeyOf(spec, key)) === true;
  return ({ value }) =>
    by.some(({ path }, index) => {
      const [property = '', inner = ''] = path;
      return textsOf(getProperty(value, property), inner).some((text) => text !== undefined && found[index]?.has(text));
    });
};

const followedIn = (
  persons: Collection,
  flag: string,
  by: Followed['by'],
): readonly ReadonlySet<string | undefined>[] => {
  const followed = [...valuesOf(persons.indexes.has(flag) ? itemsWith(persons, flag, 'true') : persons.items)].filter(
    ({ value }) => getProperty(value, flag) === true,
  );
  if (by === undefined) return [new Set(followed.map((item) => keyAbove(persons.spec, item)))];
  return by.map(({ from }) => new Set(followed.map(({ value }) => indexText(getProperty(value, from)))));
};
