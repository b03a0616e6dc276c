/** Binds operations on many items: `DELETE /items` with ids or without, `POST /items/bulk`, `/items/batch-delete`. */

import { isPlural, isSameNoun, wordsOf } from '../../../core/primitives/words.ts';
import { typesOf } from '../../schema/applicable-schemas.ts';
import type { Schema } from '../../schema/schema.ts';
import { filtersAt, hasConditions } from '../describe/filters.ts';
import { type ManyShape, type ResourceGroup, type Role, roleOf } from '../describe/group.ts';
import { isSimilar } from '../describe/item-schema.ts';
import { isSearchName } from '../describe/list-parameters.ts';
import { lastSegment, parentPath, pathShapeOf } from '../describe/path-template.ts';
import { pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { bodyKeyedRole, idsIn } from './body-keyed-roles.ts';
import { numberIn } from './find-counts.ts';
import { type FinderContext, isFree } from './finder-context.ts';
import { isOfItem } from './item-match.ts';

type Effect = 'create' | 'update' | 'delete' | 'act';

/** Words of a path that say that it is about many items. */
const manyWords: ReadonlySet<string> = new Set(
  'all array batch bulk by clear ids in list many mass multi multiple purge selected with'.split(' '),
);
/** Those that say that it is about all of them. */
const wholeWords: ReadonlySet<string> = new Set(['all', 'clear', 'purge']);
const effectWords: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ...['add', 'create', 'insert', 'save'].map((word) => [word, 'create'] as const),
  ...['edit', 'modify', 'update'].map((word) => [word, 'update'] as const),
  ...['clear', 'delete', 'destroy', 'purge', 'remove'].map((word) => [word, 'delete'] as const),
]);
const usualEffects: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
]);

/** A collection, as its list at a path shows it. */
interface Place extends Pick<Role, 'isInScope' | 'pathFilters'> {
  readonly group: ResourceGroup;
}

export const bindMany = (
  finding: FinderContext,
  groups: readonly ResourceGroup[],
  bound: ReadonlySet<UnboundOperation>,
): void => {
  const places = new Map<string, Place>();
  for (const group of groups.filter(({ kind }) => kind === 'list')) {
    for (const { action, candidate, isInScope, pathFilters } of group.roles)
      if (action === 'list' && candidate.verb === undefined)
        places.set(pathOf(candidate).erased, { group, isInScope, pathFilters });
    places.set(group.path, { group, isInScope: true, pathFilters: [] });
  }
  for (const candidate of [...finding.byPath.values()].flat().filter(isFree(bound))) {
    const found = placeOf(candidate, places);
    const role = found && roleOfMany(candidate, found, finding);
    if (role !== undefined) found?.place.group.roles.push(role);
  }
};

interface Found {
  readonly place: Place;
  readonly effect: Effect;
  /** Whether the path says that it is about all items: `/tasks`, `/tasks/all`, and not `/tasks/selected`. */
  readonly isOfWhole: boolean;
}

const placeOf = ({ operation }: UnboundOperation, places: ReadonlyMap<string, Place>): Found | undefined => {
  const usual = usualEffects.get(operation.method);
  const { erased } = pathShapeOf(operation.path);
  if (usual === undefined || erased.endsWith('{}')) return undefined;
  const own = places.get(erased);
  if (own !== undefined) return { place: own, effect: usual, isOfWhole: true };
  const words = wordsOf(lastSegment(erased));
  const nouns = words.filter((word) => !manyWords.has(word) && !effectWords.has(word));
  const [word] = words.flatMap((one) => effectWords.get(one) ?? []);
  const isOfWhole = words.some((one) => wholeWords.has(one));
  const above = parentPath(erased);
  // `/threads/bulk/read`, `/items/-/read`
  const isOfMany = manyWords.has(lastSegment(above).replace('-', 'all'));
  const named = places.get(isOfMany ? parentPath(above) : above);
  if (
    named !== undefined &&
    operation.method !== 'DELETE' &&
    word === undefined &&
    (isOfMany || isAction(words, named) || isOfAll(words))
  )
    return { place: named, effect: 'act', isOfWhole };
  const place = places.get(above);
  if (place === undefined || (nouns.length > 0 && !isSameNoun(nouns.join(''), place.group.noun))) return undefined;
  return nouns.length === words.length ? undefined : { place, effect: word ?? usual, isOfWhole };
};

/** Whether a segment below a collection says what is done, and not with what: `/notifications/mark-read`. */
const isAction = (words: readonly string[], { group }: Place): boolean =>
  words.length > 0 &&
  !words.some((word) => manyWords.has(word)) &&
  !isPlural(words.join('')) &&
  !isSameNoun(words.join(''), group.noun);

/** `/notifications/mark-all-as-read`, `/notifications/read-all` */
const isOfAll = (words: readonly string[]): boolean =>
  words.length > 1 && words.includes('all') && !words.includes('by');

const roleOfMany = (
  candidate: UnboundOperation,
  { place: { group, isInScope, pathFilters }, effect, isOfWhole }: Found,
  finding: FinderContext,
): Role | undefined => {
  const { itemSchema, idProperty, noun } = group;
  const role = (rest: Pick<Role, 'reason' | 'bulk'> & Partial<Role>): Role =>
    roleOf(effect, candidate, { isInScope, pathFilters, shape: listedIn(candidate, group, finding), ...rest });
  const usual = { confidence: 'medium' } as const;
  const { schemas } = finding;
  const key = candidate.success?.json?.key;
  const selected = {
    ...usual,
    ...({ key: 'none', bulk: { in: 'collection' } } as const),
    count: key === undefined ? undefined : numberIn(key, finding),
  };
  if (effect === 'update' || effect === 'act') {
    if (idProperty === undefined) return undefined;
    if (effect === 'update' && candidate.bodyKey !== undefined && hasConditions(candidate, schemas))
      return role({ ...selected, key: 'body', reason: 'Changes all items that its query selects.' });
    if (effect === 'act' && candidate.bodyKey === undefined && isOfAll(wordsOf(pathOf(candidate).noun)))
      return role({ ...selected, key: 'body', reason: 'Changes all items.' });
    if (pathFilters.length > 0) return undefined;
    const areCreated = group.roles.some(({ action }) => action === 'create');
    const items = { itemSchema, idProperty, noun, areCreated, isOnlyWrite: false };
    const [found] = effect === 'act' ? [] : bodyKeyedRole(candidate, items, finding);
    if (found !== undefined) return found.bulk === undefined ? undefined : { ...found, isInScope };
    const shape = listedIn(candidate, group, finding);
    const ids =
      effect === 'update' && candidate.operation.method === 'PUT'
        ? idsIn(candidate, group, idProperty, finding)
        : undefined;
    if (
      ids?.in === 'body' &&
      pathOf(candidate).erased === group.path &&
      // With something else beside them, they are those that it changes.
      (ids.at.length === 0 || finding.describe(candidate.bodyKey as string).properties.size === 1) &&
      !isOfItem(candidate.bodyKey as string, itemSchema, noun, finding) &&
      // Where items are created whole, the ids may as well be their order, or a selection.
      group.roles.every((one) => one.action !== 'create' || one.bulk?.in === 'body')
    ) {
      const reason = `Takes the ${idProperty} of each item of the whole list.`;
      return roleOf('replace', candidate, {
        ...usual,
        isInScope,
        shape,
        key: 'body',
        bulk: { ...ids, isAll: true },
        upsert: true,
        reason,
      });
    }
    const bulk = sharedChange(candidate, group, idProperty, finding);
    const reason = `Changes the items whose ${idProperty} it names.`;
    return bulk && roleOf('act', candidate, { ...usual, isInScope, shape, key: 'body', bulk, reason });
  }
  if (effect === 'create') {
    const list = candidate.bodyKey === undefined ? undefined : finding.shapes.listIn(candidate.bodyKey, noun);
    if (list === undefined || !isOfItem(list.key, itemSchema, noun, finding)) return undefined;
    // Those with an id are not new: `POST /stock/add` adds to their quantity. Where nothing else creates them, they are.
    const isShown = candidate.success?.json === undefined || listedIn(candidate, group, finding) !== undefined;
    const isOnly =
      isShown && pathOf(candidate).erased === group.path && !group.roles.some(({ action }) => action === 'create');
    if (!isOnly && idProperty !== undefined && finding.describe(list.key).required.includes(idProperty))
      return undefined;
    return role({ ...usual, key: 'none', bulk: { in: 'body', ...list }, reason: 'Takes a list of new items.' });
  }
  if (idProperty === undefined) return undefined;
  const ids = hasConditions(candidate, schemas) ? undefined : idsIn(candidate, group, idProperty, finding);
  if (ids !== undefined)
    return role({ ...usual, key: 'body', bulk: ids, reason: `Deletes the items whose ${idProperty} it names.` });
  if (candidate.operation.body !== undefined || !isSelection(candidate, group, finding)) return undefined;
  if (!isOfWhole && candidate.operation.parameters.every((one) => one.in !== 'query')) {
    finding.abstain(candidate, 'Deletes some of the items, and does not state which.');
    return undefined;
  }
  return role({ ...selected, reason: 'Deletes all items that its query selects.' });
};

/** The ids in the body, and what is set in each of their items: the rest of it, or the object beside them. `{ keys, data: { title } }` */
const sharedChange = (
  candidate: UnboundOperation,
  group: ResourceGroup,
  idProperty: string,
  finding: FinderContext,
): ManyShape | undefined => {
  const { bodyKey } = candidate;
  const ids = bodyKey === undefined ? undefined : idsIn(candidate, group, idProperty, finding);
  const [name, ...deeper] = ids?.in === 'body' ? ids.at : [];
  if (bodyKey === undefined || ids?.in !== 'body' || name === undefined || deeper.length > 0) return undefined;
  const { schemas } = finding;
  const sent = finding.describe(bodyKey);
  const rest = [...sent.properties].filter((one) => one !== name);
  const objects = rest.flatMap((one) => {
    const schema = sent.schemaOf(one) as Schema;
    return typesOf(schemas, schema)?.has('object') ? [{ at: [one], key: schemas.adopt(schema, sent.key) }] : [];
  });
  const isOfGroup = ({ key }: { readonly key: string }): boolean =>
    isOfItem(key, group.itemSchema, group.noun, finding);
  const shared = objects.find(isOfGroup) ?? { at: [], key: bodyKey };
  const isSaid = rest.length === 0 || shared.at.length > 0 || rest.some((one) => group.itemSchema.properties.has(one));
  return isSaid ? { ...ids, shared } : undefined;
};

/** The list of the items in the response. */
const listedIn = (
  { success }: UnboundOperation,
  { itemSchema, noun }: ResourceGroup,
  { shapes, describe }: FinderContext,
): Role['shape'] => {
  const list = success?.json && shapes.listIn(success.json.key, noun);
  return list !== undefined && isSimilar(describe(list.key), itemSchema) ? { ...list, listed: true } : undefined;
};

/** Whether each parameter of the query is a condition, or says nothing about the items. */
const isSelection = (
  { operation: { parameters }, parameterKeys: keys }: UnboundOperation,
  { itemSchema }: ResourceGroup,
  { schemas }: FinderContext,
): boolean =>
  parameters.every(({ in: location, name }, index) => {
    if (location !== 'query' || filtersAt(index, { parameters, keys }, itemSchema, schemas).length > 0) return true;
    const sent = { $ref: keys[index] as string };
    return !isSearchName(name) && typesOf(schemas, sent)?.has('boolean') === true;
  });
