/** Items that are listed at one path and read at another: they are one collection, and what nobody listed or created is not there. */

import { theOnly } from '../../core/primitives/the-only.ts';
import { endsInNoun, isPlural, isSameNoun, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { isIdName, isLoginName } from '../../core/service/id-names.ts';
import { findId, idParameterFor, isKeyName, textIdOf } from '../../openapi/resources/describe/find-id.ts';
import {
  groupOf,
  hasItems,
  itemPathsOf,
  type ResourceGroup,
  type Role,
  roleOf,
} from '../../openapi/resources/describe/group.ts';
import {
  hasOwnId,
  type ItemSchema,
  isOwnerName,
  isSimilar,
  ofEach,
} from '../../openapi/resources/describe/item-schema.ts';
import { isSearchName } from '../../openapi/resources/describe/list-parameters.ts';
import type { ListShape } from '../../openapi/resources/describe/locate-items.ts';
import {
  isRead,
  lastSegment,
  parentPath,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { itemsAt, roleAt, rolesAtOtherPath } from '../../openapi/resources/find/collection-rows.ts';
import { groupAt, siteAt } from '../../openapi/resources/find/find-collections.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { listAt, referenceTo } from '../../openapi/resources/find/views.ts';
import { wordLists } from '../words/index.ts';
import { listsOf, listsWithin, showsItemsOf } from './lists-of.ts';

/** Lets paths find an item by other texts, too (`aliases`): `/users/{email}/companies` beside `/users/{id}`. A number might be another id. */
export const findOtherKeys = ({ all, groups, schemas }: Known): void => {
  const byItemPath = new Map(
    groups
      .filter(({ kind, idProperty }) => kind === 'list' && idProperty !== undefined)
      .map((group) => [group.path, group]),
  );
  // Many paths below an item name it alike.
  const known = ofEach((_: ResourceGroup) => new Map<string, ReturnType<typeof findId>>());
  for (const candidate of all) {
    const { erased, parameters } = candidate.path;
    const parts = erased.split('/{}');
    for (const [at, name] of parameters.entries()) {
      const group = byItemPath.get(parts.slice(0, at + 1).join('/{}'));
      if (group === undefined || parts.slice(at + 1).join('') === '') continue;
      const parameter = idParameterFor(candidate, name, schemas);
      const key = JSON.stringify({ ...parameter, types: parameter.types && [...parameter.types] });
      const found = known(group).get(key) ?? findId(group.itemSchema, group.noun, parameter);
      known(group).set(key, found);
      if (found?.isNamed && isOtherKey(found.property, group)) group.aliases = [...group.aliases, found.property];
    }
  }
};

/** Lets the id by which others name an item be its key, beside the text in its path: `/organizations/{slug}` and `organizationId`. */
export const findReferredKeys = ({ groups }: Known): void => {
  const typeOf = ({ typesOf, formatOf }: ItemSchema, name: string) =>
    [...(typesOf(name) ?? []), formatOf(name)].filter((one) => one !== 'null').join();
  const referring = new Set(
    groups.flatMap(({ itemSchema }) =>
      [...itemSchema.properties].flatMap((name) =>
        /id$/i.test(name) ? plainName(name) + typeOf(itemSchema, name) : [],
      ),
    ),
  );
  for (const [index, group] of groups.entries()) {
    const { idProperty = '', itemSchema, noun, aliases } = group;
    const id = typeOf(itemSchema, 'id');
    if (
      isKeyName(idProperty) &&
      itemSchema.properties.has('id') &&
      id !== typeOf(itemSchema, idProperty) &&
      referring.has(`${singularOf(noun)}id${id}`)
    )
      groups[index] = { ...group, idProperty: 'id', aliases: [idProperty, ...aliases] };
  }
};

/** Whether a text identifies the item itself, and nothing else, as `userId` of posts does. */
const isOtherKey = (property: string, { noun, idProperty, aliases, itemSchema }: ResourceGroup) => {
  const words = wordsOf(property);
  const [owner, last] = [words.slice(0, -1).join(''), words.at(-1) ?? ''];
  const isOwn = owner === '' || endsInNoun(noun, owner);
  const isKey = isIdName(last) || last === 'alias' || wordLists.possibleIds.all.includes(last);
  const types = itemSchema.typesOf(property);
  return (
    ![idProperty, ...aliases].includes(property) &&
    (isLoginName(property) || (isOwn && isKey)) &&
    types?.has('string') === true &&
    !types.has('integer')
  );
};

/** Takes the first of several lists for that of the path: `GET /packages/{name}/dependents` with `requirements` and `releases`. */
export const findSeveral = (finding: Known): void => {
  const { groups, isFree, byPath } = finding;
  const items = new Set(groups.filter(hasItems).flatMap(itemPathsOf));
  for (const [path, candidates] of byPath) {
    if (!items.has(parentPath(path)) || candidates.some((one) => !isRead(one))) continue;
    const [candidate] = candidates.filter(isFree);
    const group = candidate && groupOfFirst(candidate, finding);
    if (group !== undefined) groups.push(group);
  }
};

const groupOfFirst = (candidate: UnboundOperation, finding: FinderContext): ResourceGroup | undefined => {
  const { noun, endsInParameter } = candidate.path;
  const key = candidate.success?.json?.key;
  if (endsInParameter || !isPlural(noun) || key === undefined || listAt(candidate, finding)) return undefined;
  const body = finding.describe(key);
  const lists = listsOf(body);
  const [first, second] = lists;
  // An item with lists has more of its own.
  const isOfLists = [...body.properties].every((name) => lists.has(name) || body.innerOf(name) !== undefined);
  if (first === undefined || second === undefined || !isOfLists || hasOwnId(body, noun)) return undefined;
  const [name, itemSchema] = first;
  const idProperty = findId(itemSchema, singularOf(name))?.property;
  const shape = { at: [name], listed: true, key: itemSchema.key } as const;
  const reason = `Returns several lists; the first, "${name}", is that of its path, which no other operation reads or writes.`;
  const roles = [roleOf('list', candidate, { shape, reason })];
  return groupOf(candidate, { kind: 'list', itemSchema, idProperty, roles });
};

/** Adds operations at a path with an owner (`/repos/{owner}/{repo}` beside `/user/repos`), if the items say whose they are. */
export const findOwned = (finding: Known): void => {
  const { groups, isFree, byPath } = finding;
  const lists = groups.filter(({ kind, roles }) => kind === 'list' && roles.every(({ key }) => key !== 'path'));
  if (lists.length === 0) return;
  for (const [path, all] of byPath) {
    const noun = lastSegment(parentPath(parentPath(path)));
    const candidates = path.endsWith('/{}/{}') && noun !== '{}' ? all.filter(isFree) : [];
    const read = candidates.find(isRead);
    if (read === undefined) continue;
    const owner = read.path.parameters.at(-2);
    const isOf = (one: ResourceGroup, parents: number) => one.parents.length === parents && isSameNoun(noun, one.noun);
    // Those of an organisation are below its name: `/orgs/{org}/repos`. A category is no store: `/stores/{store}/products`.
    const isOfOwner = (one: ResourceGroup) =>
      isOf(one, 1) && one.parents.every((name) => name === owner || isOwnerName(name));
    const group = theOnly(lists, (one) => isOf(one, 0)) ?? theOnly(lists, isOfOwner);
    const grown = group && withItems(group, read, candidates, finding);
    if (grown !== undefined) groups[groups.indexOf(group as ResourceGroup)] = grown;
  }
};

const withItems = (
  group: ResourceGroup,
  read: UnboundOperation,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { noun, itemSchema, idProperty } = group;
  const { parameters, above } = read.path;
  const [owner, own] = parameters.slice(-2) as [string, string];
  const shape = finding.shapes.twinIn(read.success?.json?.key, noun, itemSchema);
  const isBelow = group.parents.length > 0;
  const filter = referenceTo(owner, read.operation.path, group, finding, { isList: true });
  const parameter = idParameterFor(read, own, finding.schemas);
  const found = findId(itemSchema, noun, parameter)?.property;
  const key = (found && textIdOf(itemSchema, found, parameter)) ?? found;
  if (shape === undefined || filter === undefined || key === undefined) return undefined;
  const create = group.roles.find(({ action }) => action === 'create')?.candidate;
  const known = { itemSchema, idProperty: key, create, read: shape };
  const reason = `Refers to one item of ${group.template} by its ${filter.property} and its ${key}.`;
  const roles = rolesAtOtherPath(above, candidates, noun, known, finding).map(
    (role): Role => ({ ...role, pathFilters: isBelow ? [] : [filter], reason, confidence: 'medium' }),
  );
  const aliases = [...new Set([...group.aliases, key])].filter((name) => name !== (idProperty ?? key));
  return roles.length === 0
    ? undefined
    : { ...group, idProperty: idProperty ?? key, aliases, roles: [...group.roles, ...roles] };
};

/** Takes a search over several collections for one thing that is read: `GET /search?q=moon` with `albums` and `artists`. */
export const findSearches = (finding: Known): void => {
  const { all, groups, isFree, describe } = finding;
  for (const candidate of all) {
    const key = candidate.success?.json?.key;
    if (key === undefined || !isRead(candidate) || !isFree(candidate)) continue;
    if (!candidate.operation.parameters.some(({ name }) => isSearchName(name))) continue;
    const itemSchema = describe(key);
    const lists = listsWithin(itemSchema, 2);
    if (lists.length < 2 || !lists.some((list) => groups.some((group) => showsItemsOf(group, list)))) continue;
    const shape = { at: [], listed: false, key } as const;
    const reason = 'Searches several collections.';
    const roles = [roleOf('read', candidate, { shape, key: 'none', reason })];
    groups.push(groupOf(candidate, { kind: 'singleton', itemSchema, roles }));
  }
};

interface List {
  readonly candidate: UnboundOperation;
  readonly shape: ListShape;
}

interface Read {
  readonly path: string;
  readonly candidates: readonly UnboundOperation[];
  readonly candidate: UnboundOperation;
  /** The schema of its response. */
  readonly key: string;
}

export const findApart = (finding: Known): void => {
  const { groups, isFree } = finding;
  const free = new Map([...finding.byPath].map(([path, all]) => [path, all.filter(isFree)]));
  const reads = [...free].flatMap(([path, candidates]) => readAt(path, candidates) ?? []);
  if (reads.length === 0) return;
  const lists = Map.groupBy(
    [...free.values()].flat().flatMap((candidate): readonly List[] => {
      const shape = listAt(candidate, finding);
      return shape === undefined ? [] : [{ candidate, shape }];
    }),
    ({ candidate }) => candidate.path.above,
  );
  const others = reads.filter((read) => {
    const above = parentPath(read.path);
    const near = [...(lists.get(above) ?? []), ...(lists.get(parentPath(above)) ?? [])];
    const group = theOnly(near.slice(0, maxLists).flatMap((list) => groupOfBoth(list, read, finding) ?? []));
    if (group !== undefined) groups.push(group);
    return group === undefined;
  });
  const isListed = others.length === 0 ? () => false : createIsListed(finding);
  for (const { path, candidate } of others) {
    const site = siteAt(parentPath(path), finding);
    // What is listed at its own path is not apart.
    const isApart = site?.list === undefined;
    const group =
      site && isApart && isListed(site.noun, candidate) ? groupAt(site, finding, { isListed: true }) : undefined;
    // What is not there is not created by its change.
    if (group !== undefined)
      groups.push({ ...group, roles: group.roles.map((role): Role => ({ ...role, upsert: false })) });
  }
};

/** A document may have thousands of lists below one thing. */
const maxLists = 20;

const readAt = (path: string, candidates: readonly UnboundOperation[]): Read | undefined => {
  const candidate = path.endsWith('/{}') ? candidates.find(isRead) : undefined;
  const key = candidate?.success?.json?.key;
  return candidate === undefined || key === undefined ? undefined : { path, candidates, candidate, key };
};

/** Whether the list is below the same thing as its items: `/packages/{}/versions` beside `/packages/{}/{}` or `/packages/{}/version/{}`. */
const isListOf = (list: UnboundOperation, { path, candidate }: Read, itemSchema: ItemSchema) => {
  const { erased, above: scope } = list.path;
  const noun = lastSegment(erased);
  if (!scope.endsWith('/{}') || noun === '{}' || !path.startsWith(`${scope}/`)) return false;
  const rest = path.slice(scope.length + 1, -'{}'.length);
  if (rest !== '') return isSameNoun(rest.replace(/\/$/, ''), noun);
  const words = wordsOf(candidate.path.parameters.at(-1) as string);
  const isNamed = [words, words.slice(0, -1)].some((some) => isSameNoun(some.join(''), noun));
  return isNamed || singularOf(itemSchema.name ?? '') === singularOf(noun);
};

const groupOfBoth = (
  { candidate: list, shape }: List,
  { candidate: read, candidates, key, path }: Read,
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { erased, noun } = list.path;
  const listed = finding.describe(shape.key);
  const shown = listed.properties.size > 0 ? finding.shapes.twinIn(key, noun, listed) : undefined;
  if (shown === undefined || !isListOf(list, { candidate: read, candidates, key, path }, listed)) return undefined;
  const itemSchema = finding.describe(shown.key);
  const parameter = idParameterFor(read, read.path.parameters.at(-1) as string, finding.schemas);
  const named = findId(itemSchema, noun, parameter);
  if (named === undefined) return undefined;
  // `/packages/{name}/{version}` has the number of the version, and not the integer that it also has.
  const text = textIdOf(itemSchema, named.property, parameter);
  const idProperty = text ?? named.property;
  const aliases = [...new Set([...(text === undefined ? [] : [named.property]), ...named.aliases])];
  const site = {
    path: erased,
    noun,
    get: list,
    list: { candidate: list, shape },
    posts: [],
    writes: [],
    below: candidates,
  };
  const items = itemsAt(site, itemSchema, idProperty);
  const around = { site, create: undefined, read: shown };
  const group = groupOf(list, {
    ...{ kind: 'list', itemSchema, idProperty, roles: [] },
    aliases: aliases.filter((name) => name !== idProperty),
  });
  const reason = `Lists the items of ${read.operation.path}.`;
  const ofItem = `Refers to one item of ${group.template} by its ${idProperty}.`;
  const role = roleAt(list, 'self', items, around, finding);
  const below = rolesAtOtherPath(parentPath(path), candidates, noun, { ...items, ...around }, finding);
  if (role === undefined || below.length === 0) return undefined;
  group.roles.push(
    { ...role, reason },
    ...below.map((role): Role => ({ ...role, reason: ofItem, confidence: 'medium' })),
  );
  return group;
};

/** Whether a response lists the items that are read: with their noun and like them, or as a search does. */
const createIsListed = (finding: Known): ((noun: string, read: UnboundOperation) => boolean) => {
  const { describe, shapes } = finding;
  const byNoun = new Map<string, Set<ItemSchema>>();
  const bySchema = new Map<string, ItemSchema>();
  for (const candidate of finding.all) {
    const key = isRead(candidate) ? candidate.success?.json?.key : undefined;
    const { endsInParameter, noun: shown } = candidate.path;
    const isWhole = key !== undefined && finding.isFree(candidate) && shapes.isPlainList(key);
    const whole = isWhole ? shapes.listIn(key, shown) : undefined;
    const lists = whole === undefined ? key && listsOf(describe(key)) : [[shown, describe(whole.key)] as const];
    for (const [name, items] of lists || []) {
      const noun = singularOf(name);
      byNoun.set(noun, (byNoun.get(noun) ?? new Set()).add(items));
      const isSearch = finding.isFree(candidate) && !endsInParameter && !hasOwnId(describe(key as string), shown);
      if (isSearch) bySchema.set(items.key, items);
    }
  }
  const isOfSchema = (key: string, noun: string) => {
    const body = describe(key);
    const inner = [...body.properties].flatMap((name) => body.innerOf(name)?.key ?? []);
    return [key, ...inner].some((one) => {
      const items = bySchema.get(one);
      return items !== undefined && shapes.itemIn(key, noun, items)?.key === one;
    });
  };
  return (noun, read) => {
    const key = read.success?.json?.key as string;
    const isTop = read.path.parameters.length === 1;
    const isLike = (items: ItemSchema) => {
      const shape = shapes.itemIn(key, noun, items);
      return shape?.listed === false && isSimilar(describe(shape.key), items);
    };
    return (
      [...(byNoun.get(singularOf(noun)) ?? [])].slice(0, maxLists).some(isLike) || (isTop && isOfSchema(key, noun))
    );
  };
};
