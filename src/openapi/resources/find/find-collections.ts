/** Finds collections by their paths and responses: a path, and the same path with one more parameter. */

import { isPlural } from '../../../core/primitives/words.ts';
import { isDocumented } from '../../../core/service/operation.ts';
import { type Confidence, exampleIdsOf, groupOf, type ResourceGroup, type Role } from '../describe/group.ts';
import { type ItemSchema, isSimilar, isTwin } from '../describe/item-schema.ts';
import { isRead, nounOf, parentPath, type UnboundOperation } from '../describe/unbound-operation.ts';
import { itemsAt, roleAt } from './collection-rows.ts';
import { type DescribedItems, describedItems } from './described-items.ts';
import type { Around } from './evidence.ts';
import type { FinderContext, Site } from './finder-context.ts';
import { isSilentPair, isUnsaidList, silentList } from './item-match.ts';

/** Finds collections with operations that write or read single items. */
export const findCollections = (finding: FinderContext): readonly ResourceGroup[] => {
  const paths = new Set<string>();
  for (const path of finding.byPath.keys()) {
    paths.add(path);
    if (path.endsWith('/{}')) paths.add(parentPath(path));
  }
  return [...paths].flatMap((path) => {
    const site = siteAt(path, finding);
    return (site && groupAt(site, finding)) ?? [];
  });
};

export const siteAt = (path: string, finding: FinderContext): Site | undefined => {
  const { byPath, shapes } = finding;
  const noun = nounOf(path);
  // A path that ends in a parameter is an item, unless it returns a bare list and has items below it.
  if (path.endsWith('/{}') && !isListOfItems(path, finding)) return undefined;
  const candidates = byPath.get(path) ?? [];
  const isBelowList = isListOfItems(`${path}/{}`, finding);
  const items = byPath.get(`${path}/{}`) ?? [];
  const below = isBelowList ? [] : items.filter(({ success }) => success !== undefined);
  const plurals = listInPlural(path, candidates, finding);
  const [list] = [...candidates, ...plurals].flatMap((candidate) => {
    const key = isRead(candidate) ? candidate.success?.json?.key : undefined;
    const shape = shapes.listIn(key, noun);
    return shape === undefined ? [] : [{ candidate, shape }];
  });
  const others = candidates.filter(({ success }) => success !== undefined);
  return {
    path,
    noun,
    get: list?.candidate ?? [...candidates, ...plurals].find((one) => isRead(one) && one.success !== undefined),
    list,
    posts: others.filter((candidate) => candidate.method === 'POST'),
    writes: others.filter((candidate) => ['PUT', 'PATCH'].includes(candidate.method)),
    below,
  };
};

/** `GET /tutors` beside `POST /tutor` and `/tutor/{id}`. */
const listInPlural = (
  path: string,
  candidates: readonly UnboundOperation[],
  { byPath }: FinderContext,
): readonly UnboundOperation[] => {
  if (candidates.some(isRead) || !candidates.some((candidate) => candidate.method === 'POST')) return [];
  const plurals = [`${path}s`, `${path}es`, path.replace(/y$/, 'ies')];
  // A collection of its own is more than a list.
  return plurals.flatMap((plural) => {
    const found = byPath.get(plural) ?? [];
    const isList = !byPath.has(`${plural}/{}`) && found.length === 1;
    return isList ? found : [];
  });
};

/** Whether a list is above its items: `/repositories/{owner}` beside `/repositories/{owner}/{name}`, which reads them where it is in an envelope. */
const isListOfItems = (path: string, { byPath, shapes, describe }: FinderContext) => {
  if (!byPath.has(`${path}/{}`)) return false;
  const readAt = (at: string): string | undefined => byPath.get(at)?.find(isRead)?.success?.json?.key;
  const noun = nounOf(path);
  const shape = shapes.listIn(readAt(path), noun);
  if (shape === undefined) return false;
  if (shape.at.length === 0) return true;
  const listed = describe(shape.key);
  const item = shapes.itemIn(readAt(`${path}/{}`), noun, listed);
  return item !== undefined && isTwin(describe(item.key), listed);
};

/** `isListed`: whether the items are listed elsewhere. */
export const groupAt = (
  described: Site,
  finding: FinderContext,
  { isListed = false }: { readonly isListed?: boolean } = {},
): ResourceGroup | undefined => {
  const { below, posts } = described;
  if (described.list === undefined && below.length === 0 && !isSilentPair(described, finding)) return undefined;
  const items = describedItems(described, finding);
  if (items === undefined) return undefined;
  const { itemSchema, idProperty, innerId, aliases } = items;
  const list = described.list ?? silentList(described, itemSchema, finding);
  const news =
    posts.length > 0 ? [] : described.writes.filter((one) => isNewByPut(one, items, described.noun, finding));
  const writes = described.writes.filter((one) => !news.includes(one));
  const site: Site = { ...described, posts: [...posts, ...news], writes, list };
  const sample = below[0] ?? list?.candidate ?? (posts[0] as UnboundOperation);
  const isUnknown = idProperty === undefined && innerId === undefined;
  const known = itemsAt(site, itemSchema, idProperty ?? innerId);
  const around = { site, create: undefined, read: items.read };
  const creates = site.posts.flatMap((candidate) => roleAt(candidate, 'self', known, around, finding) ?? []);
  const create = creates[0]?.candidate;
  // Without a create operation, no client learns the keys that Vivarium would assign to these items.
  if (isUnknown && list !== undefined && create === undefined && below.length > 0) {
    const reason = `The items listed by ${list.candidate.operation.path} have no property that identifies them.`;
    for (const candidate of [list.candidate, ...below]) finding.abstain(candidate, reason);
    return undefined;
  }
  const roles = rolesAt(
    known,
    items,
    creates,
    { ...around, create, isListDescribed: list === described.list, sample },
    finding,
  );
  if (!isEnough(roles) && !(isListed && roles.some(({ action }) => action === 'read'))) return undefined;
  const isPlain = isEnough(roles.filter(({ candidate }) => candidate.verb === undefined));
  const onItems = roles.filter(({ candidate }) => below.includes(candidate));
  const isReachable = isListed || onItems.some(({ upsert }) => upsert) || returnsLocation(create) || list !== undefined;
  if (isUnknown && onItems.length > 0 && !isReachable) {
    for (const { candidate } of roles)
      finding.abstain(candidate, `The id of the items of ${sample.operation.path} cannot be determined.`);
    return undefined;
  }
  const ownParameters = list === undefined && create === undefined ? sample.path.parameters.slice(0, -1) : undefined;
  return groupOf(sample, {
    ...{ kind: 'list', path: site.path, noun: site.noun, itemSchema, idProperty, aliases },
    parents: ownParameters ?? ((list?.candidate ?? create) as UnboundOperation).path.parameters,
    // Without the paths with verbs, the others would not be a collection.
    roles: isPlain ? roles : inDoubt(roles),
  });
};

/** Whether a PUT takes an item without its id, and returns the new one: `PUT /tokens`. */
const isNewByPut = (
  candidate: UnboundOperation,
  { itemSchema, idProperty }: DescribedItems,
  noun: string,
  { shapes, describe }: FinderContext,
) => {
  const { bodyKey, success } = candidate;
  if (candidate.method !== 'PUT' || bodyKey === undefined || idProperty === undefined || !isPlural(noun)) return false;
  const [sent, shown] = [bodyKey, success?.json?.key].map((key) => shapes.itemIn(key, noun, itemSchema));
  if (!sent || !shown || sent.listed || shown.listed) return false;
  const answered = describe(shown.key);
  const names = describe(sent.key).properties;
  const isPart = [...names].some((name) => answered.properties.has(name)) && !names.has(idProperty);
  return isPart && answered.properties.has(idProperty) && isSimilar(answered, itemSchema);
};

const inDoubt = (roles: readonly Role[]): Role[] => roles.map((role) => ({ ...role, confidence: 'medium' }));

interface Known extends Around {
  readonly isListDescribed: boolean;
  readonly sample: UnboundOperation;
}

/** The roles of the operations at the path of a collection, and of those on its items. */
const rolesAt = (
  items: ResourceGroup,
  { itemSchema, readSchema, idProperty, isNamed, isShown }: DescribedItems,
  creates: readonly Role[],
  { isListDescribed, sample, ...around }: Known,
  finding: FinderContext,
): Role[] => {
  const { site } = around;
  const { list, below, writes } = site;
  const isDescribed = isShown && (isListDescribed || readSchema !== undefined);
  const confidence = isDescribed ? confidenceOf(site, itemSchema, readSchema, finding) : 'medium';
  const lowered = (roles: readonly Role[], isSure?: boolean): readonly Role[] =>
    isSure !== false && confidence === 'high' ? roles : inDoubt(roles);
  const at = (relation: 'self' | 'item', candidates: readonly UnboundOperation[]): readonly Role[] =>
    candidates.flatMap((candidate) => roleAt(candidate, relation, items, around, finding) ?? []);
  const reason =
    list &&
    `${isListDescribed ? 'Returns' : 'Probably returns'} ${listText(list.shape.at)} with the items of ${sample.operation.path}.`;
  const lists = at('self', list === undefined ? [] : [list.candidate]).map(
    (role): Role => ({ ...role, reason: reason as string }),
  );
  return [
    ...lowered(lists, isListDescribed && list !== undefined && !isUnsaidList(list, finding)),
    ...lowered(creates),
    // Clients may not use a guessed id, or one that Vivarium adds.
    ...lowered(at('item', below), isNamed),
    ...(idProperty === undefined ? [] : at('self', writes)),
  ];
};

/** High if the list and the read operation have the same schema. */
const confidenceOf = (
  { list }: Site,
  itemSchema: ItemSchema,
  read: ItemSchema | undefined,
  finding: FinderContext,
): Confidence => {
  if (list === undefined || read === undefined || isUnsaidList(list, finding)) return 'high';
  return isSimilar(finding.describe(list.shape.key), itemSchema) ? 'high' : 'medium';
};

const returnsLocation = (create: UnboundOperation | undefined) =>
  create?.success?.spec.headers.some(({ name }) => name.toLowerCase() === 'location') ?? false;

/** `a list`, or `a list in "data"`. */
export const listText = (path: readonly string[]): string =>
  path.length === 0 ? 'a list' : `a list in "${path.join('.')}"`;

/**
 * Whether the roles are enough: a list or a creation, and another operation; or a read and a write of one item that can be put there or
 * that the document names.
 */
const isEnough = (roles: readonly Role[]) => {
  const has = (...actions: readonly string[]) => roles.some(({ action }) => actions.includes(action));
  const onItem = has('read', 'replace', 'update', 'delete');
  if (has('list')) return has('create') || onItem;
  if (has('create')) return onItem;
  // Without a word about a creation, or about what is not there, each id has an item.
  const mayBeMissing = roles.some(
    ({ action, candidate }) => action === 'read' && isDocumented(candidate.operation, 404),
  );
  const creates = ({ upsert, candidate }: Role) => upsert && (mayBeMissing || candidate.operation.responses.has('201'));
  const isKnown = roles.some((role) => creates(role) || exampleIdsOf(role).length > 0);
  return has('read') && has('replace', 'update', 'delete') && isKnown;
};
