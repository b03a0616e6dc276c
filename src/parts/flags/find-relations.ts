/**
 * Finds what callers state of items for themselves, and who lists it: `PUT /user/starred/{owner}/{repo}`, `POST /users/{id}/follow` beside
 * `/users/{id}/followers`. Each is a flag of the item, hidden if no response shows it.
 */

import { lazily, remembered } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { plainName, singularOf } from '../../core/primitives/words.ts';
import { itemPathsOf, type ResourceGroup, type Role, roleOf } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, isTwin } from '../../openapi/resources/describe/item-schema.ts';
import type { ListShape } from '../../openapi/resources/describe/locate-items.ts';
import { lastSegment, parentPath, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import type { Known } from '../../openapi/resources/find/finder-context.ts';
import { ItemIndex, listAt, ownersOf } from '../../openapi/resources/find/views.ts';
import { isCounterOf, isFlagOf, participlesOf, revertedBy, verbsIn } from '../effects/action-verbs.ts';
import { effectsOf } from '../effects/index.ts';
import { idsIn } from '../many/index.ts';
import { wordLists } from '../words/index.ts';
import { isFeedOf, verbOfFlag, verbOfList } from './flag-names.ts';

/** How an operation takes part in a relation of callers to the items of one group. */
export interface Stating {
  /**
   * `who` lists the people who have set the flag of an item, `what` the items of which somebody has set it, `set` sets or checks it, and
   * `all` shows all flags of an item.
   */
  readonly side: 'who' | 'what' | 'set' | 'all';
  readonly flag: string;
  /** The path of the group with the flag. */
  readonly target: string;
  /** The path of the item or the person that the path names; undefined: the caller. */
  readonly of?: string | undefined;
  /** The flags that are shown in place of the item. */
  readonly shows?: readonly string[];
  /** The property of the body with the id. */
  readonly idName?: string | undefined;
}

export type StatingRole = Role & { readonly stating?: Stating };

interface Listed {
  readonly candidate: UnboundOperation;
  readonly shape: ListShape;
  readonly shown: ResourceGroup;
  readonly target: ResourceGroup;
  readonly verb: string;
  readonly side: 'who' | 'what';
  readonly of: string | undefined;
}

interface Places extends Known {
  readonly items: () => ItemIndex;
  readonly byItemPath: ReadonlyMap<string, ResourceGroup>;
  /** The verb of those after whom a list is named: `follow` for `followers`, `like` for `likedby`. */
  readonly doerIn: (name: string) => string | undefined;
}

export const findRelations = (known: Known): void => {
  const { all } = known;
  const byItemPath = new Map(
    known.groups.flatMap((group) => pathsIn(group).map((path) => [path, group] as const)).reverse(),
  );
  const doerIn = remembered((name) =>
    verbs().find(
      (verb) => isCounterOf(name, verb) || (name.endsWith('by') && participlesOf(verb).has(name.slice(0, -2))),
    ),
  );
  const places: Places = { ...known, byItemPath, items: lazily(() => new ItemIndex(known.groups, known)), doerIn };
  const listed = all.flatMap((candidate) => listedAt(candidate, places) ?? []);
  const below = Map.groupBy(all, (one) => byItemPath.get(one.path.above));
  const isFed = lazily(() => all.some((one) => one.method === 'GET' && isFeedOf('follow', one)));
  for (const target of new Set([...listed.map((one) => one.target), ...below.keys()])) {
    if (target === undefined) continue;
    const lists = Map.groupBy(
      listed.filter((one) => one.target === target),
      ({ verb }) => verb,
    );
    const own = below.get(target) ?? [];
    if (!lists.has('follow') && own.some((one) => states(one, ['follow'])) && isFed()) lists.set('follow', []);
    relate(target, lists, own, places);
  }
};

/** The paths that identify its items. */
const pathsIn = (group: ResourceGroup): readonly string[] => [
  ...itemPathsOf(group),
  ...group.roles.flatMap(({ key, candidate }) =>
    key === 'path' && candidate.path.endsInParameter ? [candidate.path.erased] : [],
  ),
];

const isWrite = (one: UnboundOperation) => one.method !== 'GET';

const verbs = (): readonly string[] => wordLists.callerVerbs.all;

/** Whether an operation states something at a path below what it is about, or takes it back: `/users/{id}/follow`. */
const states = (one: UnboundOperation, wanted: readonly string[]) =>
  isWrite(one) &&
  verbsIn(one.path.erased).some((word) => [word, ...revertedBy(word)].some((own) => wanted.includes(own)));

const isCheck = (one: UnboundOperation, verb: string) =>
  !isWrite(one) && one.success?.spec.contents.length === 0 && verbsIn(one.path.erased).includes(verb);

const isOfPeople = ({ noun, parents }: ResourceGroup) => parents.length === 0 && wordLists.people.has(singularOf(noun));

/** Whether its items are not those of callers alone: `/me/plays/{id}`, `/user/following/{username}`. */
const isOwnThing = (group: ResourceGroup) =>
  !verbOfList(group.noun) &&
  group.roles.some(({ action }) => action === 'read' || action === 'create' || action === 'update') &&
  pathsIn(group).some((path) => !path.split('/').some(wordLists.callers.has));

const beginsAsVerb = remembered((name) => verbs().some((verb) => name.startsWith(verb.slice(0, 3))));

/** What a list says of callers: `/users/{id}/followers`, `/user/starred`. */
const listedAt = (candidate: UnboundOperation, places: Places): Listed | undefined => {
  if (isWrite(candidate)) return undefined;
  const { erased, above } = candidate.path;
  const segment = lastSegment(erased);
  const name = plainName(segment);
  const doer = places.doerIn(name);
  const shape = doer || beginsAsVerb(name) ? listAt(candidate, places) : undefined;
  const found = shape && ownersOf(candidate, shape, places.items(), places).filter(isOwnThing);
  const shown =
    found && (theOnly(found) ?? theOnly(found, ({ parents }) => parents.length === 0) ?? theOnly(found, isOfPeople));
  if (shape === undefined || shown === undefined) return undefined;
  const owner = places.byItemPath.get(above);
  const known = { candidate, shape, shown, of: owner && above };
  // `followers` and `liked_by` list people; so do the `likes` of a post, but not those of a user.
  if (isOfPeople(shown) && (/(ers|by)$/.test(name) || (owner !== undefined && !isOfPeople(owner)))) {
    const isCaller = wordLists.callers.has(lastSegment(above)) || wordLists.ownAccounts.has(lastSegment(above));
    const target = owner ?? (isCaller ? shown : undefined);
    return target && doer ? { ...known, target, verb: doer, side: 'who' } : undefined;
  }
  const verb = verbOfList(segment, shown.noun);
  const isOf = owner === undefined ? !erased.includes('{}') : isOfPeople(owner);
  return isOf && verb ? { ...known, target: shown, verb, side: 'what' } : undefined;
};

const flagsIn = ({ properties, typesOf }: ItemSchema): readonly string[] =>
  [...properties].filter((name) => typesOf(name)?.has('boolean'));

/** Gives the items of a group the flags that callers state, and the operations that state and list them their roles. */
const relate = (
  target: ResourceGroup,
  listed: ReadonlyMap<string, readonly Listed[]>,
  below: readonly UnboundOperation[],
  places: Places,
) => {
  const { groups, describe, schemas } = places;
  const { itemSchema: plain } = target;
  const statements = below.filter((one) => states(one, verbs()));
  const shown = statements.map((one) => relationshipIn(one, target, places)).find((body) => body !== undefined);
  const apart = below.flatMap((one) => flagApart(one, target, below, places) ?? []).slice(0, maxFlags);
  if (listed.size === 0 && shown === undefined && apart.length === 0) return;
  const hidden = new Set([...(shown ? flagsIn(shown) : []), ...apart.map(({ flag }) => flag)]);
  const found = [...listed].flatMap(([verb, lists]) => {
    const stated = statements.filter((one) => states(one, [verb]));
    // `GET /gists/{id}/star` that answers 204 or 404.
    const checks = target.parents.length > 0 ? [] : below.filter((one) => isCheck(one, verb));
    const elements = [
      ...lists.flatMap((list) => (list.side === 'what' ? elementsOf(list, places) : [])),
      ...(stated.length > 0 ? checks.map((candidate): Element => ({ candidate })) : []),
    ];
    const known = [...flagsIn(plain), ...hidden].find((name) => verbOfFlag(name) === verb);
    const isStated = stated.length > 0 || elements.some(({ candidate }) => isWrite(candidate));
    if (!isStated && (known === undefined || hidden.has(known))) return [];
    const named = lists.map(({ candidate }) => plainName(lastSegment(candidate.path.erased)));
    // The `following` of a user may be a number.
    const others = [...named.filter(verbOfFlag), usualFlag(verb)];
    const flag = known ?? others.find((name) => !plain.properties.has(name));
    if (flag === undefined) return [];
    if (known === undefined) hidden.add(flag);
    return [{ verb, flag, lists, stated, elements }];
  });
  const isClosed = schemas.partsOf({ $ref: plain.key }, 'all').some((part) => part.additionalProperties === false);
  if (hidden.size > 0 && isClosed) return;
  // Other schemas are compared with the one without hidden flags.
  const { key, form } = plain;
  const itemSchema = hidden.size === 0 ? plain : { ...describe(schemas.adopt(withFalse(key, hidden), key)), form };
  const changed: ResourceGroup = { ...target, itemSchema };
  groups[groups.indexOf(target)] = changed;
  for (const { verb, flag, lists, stated, elements } of found) {
    const others = stated.filter((one) => changed.roles.every(({ candidate }) => candidate !== one));
    takeOver([...[...lists, ...elements].map((one) => one.candidate), ...others], groups);
    for (const list of lists) (list.shown === target ? changed : list.shown).roles.push(listRole(list, flag, changed));
    changed.roles.push(...elements.map((element) => elementRole(element, { verb, flag, target: changed }, places)));
  }
  for (const one of apart) showApart(one, changed, places);
  if (shown !== undefined) showAll(changed, shown, places);
};

/** A flag of an item that a path below it shows alone, and the writes there: `GET /packages/{id}/following` that returns `{ "following": true }`. */
interface FlagApart {
  readonly get: UnboundOperation;
  readonly flag: string;
  readonly key: string;
  readonly here: readonly UnboundOperation[];
}

/** An item may have thousands of operations. */
const maxFlags = 10;

/** The one flag of a response that has nothing else, if an operation beside it sets it. */
const flagApart = (
  get: UnboundOperation,
  { itemSchema: { properties } }: ResourceGroup,
  below: readonly UnboundOperation[],
  { describe }: Places,
): FlagApart | undefined => {
  const key = isWrite(get) ? undefined : get.success?.json?.key;
  const body = key === undefined ? undefined : describe(key);
  const [flag, ...others] = body?.properties ?? [];
  if (key === undefined || flag === undefined || others.length > 0 || !body?.typesOf(flag)?.has('boolean'))
    return undefined;
  const writes = below.filter((one) => isWrite(one) && one.method !== 'PATCH');
  const here = properties.has(flag)
    ? []
    : writes.filter((one) => one.path.erased === get.path.erased && (one.bodyKey === undefined || one.isUnstated));
  const isSet = writes.some((one) =>
    verbsIn(one.path.erased).some((verb) =>
      [verb, ...revertedBy(verb)].some((other) => isFlagOf(plainName(flag), other)),
    ),
  );
  return isSet || here.length > 0 ? { get, flag, key, here } : undefined;
};

const showApart = ({ get, flag, key, here }: FlagApart, target: ResourceGroup, { schemas, groups }: Places) => {
  takeOver([get, ...here], groups);
  // Until it is set.
  const shown = schemas.adopt(withFalse(key, [flag]), key);
  const reason = `Shows "${flag}" of one item of ${target.template}, which an operation beside it sets.`;
  target.roles.push(
    roleOf('read', get, { shape: { at: [], listed: false, key: shown }, reason }),
    ...here.map((candidate): Role => {
      const value = candidate.method !== 'DELETE';
      return roleOf('act', candidate, {
        isOther: true,
        effects: [{ path: [flag], to: { type: 'value', value } }],
        reason: `${value ? 'Sets' : 'Resets'} "${flag}" of one item of ${target.template}, which its path shows.`,
      });
    }),
  );
};

/** `starred`, `followed`. */
const usualFlag = (verb: string): string => [...participlesOf(verb)].findLast((one) => verbOfFlag(one)) as string;

/** The schema with flags that are false where a response needs them. Where none does, stored items do not have them: they have no default. */
const withFalse = (key: string, flags: Iterable<string>) => ({
  allOf: [
    { $ref: key },
    {
      properties: Object.fromEntries(
        Array.from(flags, (flag) => [flag, { type: 'boolean' as const, enum: [false, true], examples: [false] }]),
      ),
    },
  ],
});

/** The schema of a response that shows only the flags that the caller has set of an item, with its id: `{ "id": 7, "following": true, "muting": false }`. */
const relationshipIn = (
  { success }: UnboundOperation,
  { itemSchema, idProperty = '' }: ResourceGroup,
  { describe }: Places,
): ItemSchema | undefined => {
  const body = success?.json && describe(success.json.key);
  if (!body?.properties.has(idProperty)) return undefined;
  const flags = flagsIn(body);
  const isOther = flags.length > 1 && flags.every((name) => !itemSchema.properties.has(name));
  return isOther && flags.some(verbOfFlag) ? body : undefined;
};

type Element = Pick<Listed, 'candidate'> & Pick<Stating, 'idName'> & Partial<Pick<Role, 'bulk'>>;

/** The operations on one element of such a list: `/user/starred/{owner}/{repo}`, and `POST /favorites` with an id. */
const elementsOf = ({ candidate: list, shown }: Listed, places: Places): readonly Element[] => {
  const { noun, idProperty = '' } = shown;
  const { erased } = list.path;
  return places.all.flatMap((candidate): readonly Element[] => {
    const path = candidate.path.erased;
    if (path === `${erased}/{}` || path === `${erased}/{}/{}`) return listAt(candidate, places) ? [] : [{ candidate }];
    if (path !== erased || !isWrite(candidate)) return [];
    // `PUT /me/following?ids=1,2`
    const bulk = idsIn(candidate, shown, idProperty, places);
    if (bulk !== undefined) return [{ candidate, bulk, idName: idProperty }];
    if (candidate.bodyKey === undefined) return [];
    const [idName = '', ...others] = places.describe(candidate.bodyKey).properties;
    const name = plainName(idName);
    const isId = name !== '' && (name === idProperty || name.endsWith(`${singularOf(noun)}id`));
    return isId && others.length === 0 ? [{ candidate, idName }] : [];
  });
};

/** Takes these operations out of the groups in which they were found before. */
const takeOver = (taken: readonly UnboundOperation[], groups: ResourceGroup[]) => {
  for (const group of [...groups]) {
    const left = group.roles.filter(({ candidate }) => !taken.includes(candidate));
    if (left.length === group.roles.length) continue;
    group.roles.splice(0, group.roles.length, ...left);
    if (left.length === 0) groups.splice(groups.indexOf(group), 1);
  }
};

const listRole = ({ candidate, shape, side, of }: Listed, flag: string, target: ResourceGroup): StatingRole => {
  const ofCaller =
    side === 'who'
      ? `Lists those who have set "${flag}" of the caller.`
      : `Lists the items of ${target.template} of which the caller has set "${flag}".`;
  const ofOther =
    side === 'who'
      ? `Lists those who have set "${flag}" of the item of ${target.template} in its path.`
      : `Lists the items of ${target.template} of which the user in its path has set "${flag}".`;
  const reason = of === undefined ? ofCaller : ofOther;
  const role = roleOf('list', candidate, { shape, reason });
  return { ...role, stating: { side, flag, target: target.path, of } };
};

const elementRole = (
  { candidate, idName, bulk }: Element,
  { verb, flag, target }: { readonly verb: string; readonly flag: string; readonly target: ResourceGroup },
  { shapes, schemas, byItemPath }: Places,
): StatingRole => {
  const { itemSchema, noun, roles, path } = target;
  const { erased, parameters } = candidate.path;
  const key = candidate.success?.json?.key;
  const shape = shapes.itemIn(key, noun, itemSchema);
  const isRead = !isWrite(candidate);
  // `{owner}/{repo}`
  const [owned] = roles.flatMap(({ pathFilters, key: by }) => (by === 'path' ? pathFilters : []));
  const isOwned = owned !== undefined && erased.endsWith('/{}/{}');
  const above = parentPath(erased.replace(/(\/\{\})+$/, ''));
  const isOfUser = byItemPath.has(above) && (idName !== undefined || erased.endsWith('/{}'));
  const role = roleOf(isRead ? 'read' : 'act', candidate, {
    ...{ key: idName === undefined ? 'path' : 'body', shape },
    pathFilters: isOwned ? [{ ...owned, parameter: parameters.at(-2) as string }] : [],
    isOther: shape === undefined && key !== undefined,
    bulk,
    ...(!isRead && { effects: effectsOf(candidate, itemSchema, schemas, verb) }),
    reason: isRead
      ? `Finds an item of ${target.template} only if its "${flag}" is set.`
      : `${candidate.method === 'DELETE' ? 'Resets' : 'Sets'} "${flag}" of ${bulk ? 'the items' : 'one item'} of ${target.template}.`,
  });
  return {
    ...role,
    stating: { side: 'set', flag, target: path, of: isOfUser ? above : undefined, idName },
  };
};

/** Lets the responses that look like a relationship show the caller's flags of an item. */
const showAll = (target: ResourceGroup, shown: ItemSchema, places: Places) => {
  const { all, describe, groups } = places;
  const { roles, path } = target;
  const stating: Stating = { side: 'all', flag: '', target: path, shows: flagsIn(shown) };
  for (const candidate of all) {
    const list = listAt(candidate, places);
    const key = candidate.success?.json?.key;
    const at = roles.findIndex((role) => role.candidate === candidate);
    if (list !== undefined && isTwin(describe(list.key), shown)) {
      takeOver([candidate], groups);
      const reason = `Lists what the caller has set of the items of ${target.template}.`;
      const role: StatingRole = {
        ...roleOf('list', candidate, { shape: list, reason }),
        stating,
      };
      roles.push(role);
    } else if (at >= 0 && key !== undefined && isTwin(describe(key), shown)) {
      const role: StatingRole = { ...(roles[at] as Role), shape: { at: [], listed: false, key }, stating };
      roles[at] = role;
    }
  }
};
