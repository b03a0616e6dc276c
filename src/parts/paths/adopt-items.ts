/** Binds items at other paths than their own: `/variants/{id}` beside `/products/{id}/variants`. */

import { theOnly } from '../../core/primitives/the-only.ts';
import { isSameNoun, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { isIdName } from '../../core/service/id-names.ts';
import { findId, idParameterFor } from '../../openapi/resources/describe/find-id.ts';
import {
  hasItems,
  type PathFilter,
  type ResourceGroup,
  type Role,
  roleOf,
  scopePath,
} from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, isOwnerName, isTwin } from '../../openapi/resources/describe/item-schema.ts';
import { ownParentIn } from '../../openapi/resources/describe/own-parent.ts';
import {
  isRead,
  lastSegment,
  parentPath,
  pathThrough,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { rolesAtOtherPath } from '../../openapi/resources/find/collection-rows.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { answerShape, isOfItem } from '../../openapi/resources/find/item-match.ts';
import { holdsSame, ItemIndex, referenceTo } from '../../openapi/resources/find/views.ts';

/** Removes the groups whose operations another one takes. */
export const adoptNested = (finding: Known): void => {
  const { groups } = finding;
  const below = groups.filter(isNested);
  if (below.length === 0) return;
  const keyOf = (parents: number, noun: string) => `${parents} ${singularOf(noun)}`;
  const byNoun = Map.groupBy(groups.filter(hasOwnItems), ({ noun, parents }) => keyOf(parents.length, noun));
  const byPath = new Map(groups.filter(hasOwnItems).map((group) => [group.path, group]));
  const adopted = new Set<ResourceGroup>();
  for (const nested of below) {
    const isOwner = (group: ResourceGroup) =>
      isAbove(group, nested) && holdsSame(group, nested.itemSchema, finding) && hasSameIds(group, nested);
    const above = byPath.get(parentPath(parentPath(nested.path)));
    const others = nested.parents.flatMap((_, parents) => byNoun.get(keyOf(parents, nested.noun)) ?? []);
    const owner = theOnly(others, isOwner) ?? (above && isOwner(above) ? above : undefined);
    if (owner === undefined) continue;
    const roles = nested.roles.map((role) => roleBelow(role, owner, finding, { isOwnKind: owner === above }));
    if (!roles.every((role) => role !== undefined)) continue;
    owner.roles.push(...roles);
    adopted.add(nested);
  }
  leaveOut(groups, adopted);
};

/** Adds creations below what a new item is about: `POST /shelves/{id}/books` beside `/books`, `POST /courses/{id}/enroll` beside `/enrollments`. */
export const createBelow = (finding: Known): void => {
  const { groups, isFree, shapes, describe } = finding;
  const items = new ItemIndex(groups, finding);
  for (const candidate of finding.all) {
    const { erased, noun, parameters, above } = candidate.path;
    const { bodyKey, success } = candidate;
    if (candidate.method !== 'POST' || !above.endsWith('/{}') || !isFree(candidate)) continue;
    const shape = shapes.itemIn(success?.json?.key, noun);
    if (shape === undefined || shape.listed) continue;
    const found = items
      .showing(describe(shape.key), candidate)
      .filter(({ kind, idProperty }) => kind === 'list' && idProperty !== undefined)
      .toArray();
    const owner = theOnly(found) ?? theOnly(found, (group) => isSameNoun(group.noun, noun) && hasOwnItems(group));
    // What is done to an item makes no other one.
    const isOther = owner !== undefined && !isSameNoun(lastSegment(parentPath(above)), owner.noun);
    if (!isOther || !isWithin(erased, owner)) continue;
    // A text that is sent is no item, such as a description that is converted.
    const isSent = bodyKey !== undefined && isOfItem(bodyKey, owner.itemSchema, owner.noun, finding);
    if (candidate.operation.body !== undefined && !isSent) continue;
    const reason = `Creates an item of ${owner.template}.`;
    const role = roleOf('create', candidate, { shape, reason });
    // `/alerts/{id}/annotate` beside `/alerts/{id}/annotations`.
    const isNamed = wordsOf(noun).some((word) => word.length > 3 && singularOf(owner.noun).includes(word.slice(0, 5)));
    const isInScope = owner.parents.length === parameters.length;
    const own = isInScope ? (isNamed ? role : undefined) : roleBelow(role, owner, finding);
    if (own === undefined) continue;
    owner.roles.push(own);
    const undo = finding.byPath.get(erased)?.find((one) => one.method === 'DELETE' && isFree(one));
    if (undo === undefined || undo.bodyKey !== undefined) continue;
    const taken = { ...own, action: 'delete', key: 'none', bulk: { in: 'collection' }, shape: undefined } as const;
    owner.roles.push({ ...taken, candidate: undo, reason: `Deletes what ${candidate.operation.name} creates.` });
  }
};

/** Whether its items have a path of their own. */
const hasOwnItems = ({ roles }: ResourceGroup) =>
  roles.some(({ action, key }) => key === 'path' || action === 'create');

/** Whether a group has parents, and its operations need nothing but the path and its items. */
const isNested = ({ parents, roles }: ResourceGroup) =>
  parents.length > 0 && roles.every(({ key, bulk }) => key !== 'body' && bulk === undefined);

/** Whether single items are found by the same id at both paths, if they are at the nested one. */
const hasSameIds = (group: ResourceGroup, nested: ResourceGroup) =>
  nested.roles.every(({ key }) => key !== 'path') ||
  (group.idProperty !== undefined && group.idProperty === nested.idProperty && nested.aliases.length === 0);

/** Whether the group has fewer of the parents of the other one. */
const isAbove = (group: ResourceGroup, nested: ResourceGroup) =>
  group !== nested && group.parents.length < nested.parents.length && isWithin(nested.path, group);

const isWithin = (path: string, group: ResourceGroup) =>
  group.parents.length === 0 || path.startsWith(`${scopePath(group)}/`);

/** The role in the group that has the items; undefined if their properties do not show what the path states. */
const roleBelow = (
  role: Role,
  owner: ResourceGroup,
  finding: FinderContext,
  { isOwnKind = false }: { readonly isOwnKind?: boolean } = {},
): Role | undefined => {
  const { action, candidate, confidence } = role;
  const { operation } = candidate;
  const found = candidate.path.parameters
    .slice(owner.parents.length, role.key === 'path' ? -1 : undefined)
    .map((parameter) => {
      if (isOwnKind) return ownParentFilter(parameter, owner);
      // The repositories of a user or an organisation state their `owner`.
      const filter =
        referenceTo(parameter, operation.path, owner, finding) ??
        (isOwnerName(parameter) ? referenceTo('owner', '', owner, finding) : undefined);
      return filter && { ...filter, parameter };
    })
    // A creation stores it.
    .map((filter) => (filter?.property.includes('.') ? undefined : filter));
  // The parents of the innermost parent are its own.
  if (found.at(-1) === undefined) return undefined;
  const pathFilters = found.filter((filter) => filter !== undefined);
  const names = pathFilters.map(({ property }) => property).join(' and ');
  const about = action === 'list' ? 'Lists the items' : action === 'create' ? 'Creates an item' : 'Refers to one item';
  const reason = `${about} of ${owner.template} with the ${names} of the path.`;
  return { ...role, upsert: false, pathFilters, reason, confidence };
};

/**
 * Binds items at a second path, with another of their ids: `/releases/tags/{tag}` and `/users/by-email/{email}` beside
 * `/releases/{id}`.
 */
export const adoptOtherIds = (finding: Known): void => {
  const { groups } = finding;
  const byPath = new Map(groups.map((group) => [group.path, group]));
  const indexByPath = new Map(groups.map(({ path }, index) => [path, index]));
  const removed = new Set<ResourceGroup | undefined>();
  for (const [path, candidates] of finding.byPath) {
    const own = path.endsWith('/{}') ? parentPath(path) : undefined;
    const read = candidates.find(isRead);
    if (own === undefined || own.endsWith('{}') || read === undefined) continue;
    const present = byPath.get(own);
    const index = indexByPath.get(parentPath(own));
    if (index === undefined || present?.roles.every(({ key }) => key === 'path') === false) continue;
    const grown = withOtherId(groups[index] as ResourceGroup, own, read, candidates, finding);
    if (grown === undefined) continue;
    groups[index] = grown;
    removed.add(present);
  }
  leaveOut(groups, removed);
};

/** Returns undefined unless the path has items of the group: as they are read or listed, by a property that it names. */
const withOtherId = (
  group: ResourceGroup,
  own: string,
  read: UnboundOperation,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { itemSchema, idProperty, roles } = group;
  const { noun, parameters } = read.path;
  const isCollection = roles.some(({ action }) => action === 'list' || action === 'create');
  const shape = answerShape(read, itemSchema, noun, finding);
  const shown = finding.shapes.oneIn(read.success?.json?.key, noun, itemSchema);
  const isSame = shown !== undefined && (shown.key === itemSchema.key || holdsSame(group, shown, finding));
  if (!isCollection || idProperty === undefined || !isSame) return undefined;
  const parameter = idParameterFor(read, parameters.at(-1) as string, finding.schemas);
  const property = propertyBelow(own, parameter.name, group);
  if (property === undefined) return undefined;
  const create = roles.find(({ action }) => action === 'create')?.candidate;
  const context = { itemSchema, idProperty: property, create, read: shape };
  const added = rolesAtOtherPath(own, candidates, noun, context, finding);
  const aliases = [...new Set([...group.aliases, property])].filter((alias) => alias !== idProperty);
  return { ...group, aliases, roles: [...roles, ...added] };
};

/** The distance between the ids of two collections whose items are found at one path: no id is of both. */
const idsApart = 1000;

/** Binds items at paths without their parents. */
export const adoptItems = (finding: Known): void => {
  const { groups } = finding;
  const nested = new Set(groups.filter(isNestedList));
  if (nested.size === 0) return;
  const lists = new Set([...nested].flatMap(({ roles }) => roles.map(({ candidate }) => candidate)));
  const byPath = new Map(groups.toReversed().map((group) => [group.path, group]));
  for (const [path, all] of finding.byPath) {
    const candidates = all.filter((candidate) => !lists.has(candidate));
    const own = path.endsWith('/{}') ? parentPath(path) : undefined;
    const present = own === undefined ? undefined : byPath.get(own);
    const isOwned = present?.roles.some(({ action, key }) => key !== 'path' && action !== 'list') === true;
    if (own === undefined || isOwned) continue;
    const sample = candidates.find(isRead) ?? candidates[0];
    const owners = sample === undefined ? [] : ownersOf(sample, nested, finding);
    const taking = owners.flatMap((owner) => {
      const grown = withItems(owner, sample as UnboundOperation, candidates, finding);
      return grown === undefined ? [] : [{ owner, grown }];
    });
    const [first] = taking;
    if (first === undefined || taking.length < owners.length) continue;
    for (const [at, { owner, grown }] of taking.entries()) {
      const isBeside = ({ candidate }: Role) => at > 0 && candidates.includes(candidate);
      const roles = grown.roles.map((role) => (isBeside(role) ? { ...role, isBeside: true } : role));
      const next = { ...grown, roles, ...(at > 0 && { firstId: at * idsApart + 1 }) };
      groups[groups.indexOf(owner)] = next;
      byPath.set(next.path, next);
      nested.delete(owner);
    }
    const grown = byPath.get(first.grown.path) as ResourceGroup;
    if (present === undefined) continue;
    const shown = present.roles.filter(({ action }) => action === 'list');
    grown.roles.push(...shown.map((role): Role => ({ ...role, isInScope: false })));
    groups.splice(groups.indexOf(present), 1);
    byPath.delete(present.path);
  }
};

/** Adds actions at a path without the parents: `/invitations/{id}/accept` beside `/teams/{id}/invitations`. */
export const adoptActions = (finding: Known): void => {
  const { byPath, describe, groups, isFree } = finding;
  const byNoun = Map.groupBy(
    groups.filter((group) => group.parents.length > 0 && hasItems(group)),
    ({ path }) => lastSegment(path),
  );
  for (const [path, candidates] of byPath) {
    const item = parentPath(path);
    const list = parentPath(item);
    const isAction = item.endsWith('/{}') && item.split('{}').length === 2 && !path.endsWith('/{}');
    if (!isAction || byPath.has(item) || byPath.has(list)) continue;
    const group = theOnly(byNoun.get(lastSegment(list)) ?? []);
    for (const candidate of group === undefined ? [] : candidates.filter((one) => !isRead(one) && isFree(one))) {
      const { itemSchema, noun, template, roles } = group as ResourceGroup;
      const shape = answerShape(candidate, itemSchema, noun, finding);
      const isShown = shape?.listed === false && isTwin(describe(shape.key), itemSchema);
      const rest = {
        isInScope: false,
        reason: `Acts on one item of ${template}.`,
      } as const;
      roles.push(roleOf('act', candidate, { ...rest, ...(isShown ? { shape } : { isOther: true }) }));
    }
  }
};

/** Whether a nested collection has no path for each item, or one with a name of it: `/projects/{id}/releases/{tag}`. */
const isNestedList = (group: ResourceGroup) =>
  group.parents.length > 0 && (!hasItemPaths(group) || (hasItems(group) && isName(group.idProperty)));

const hasItemPaths = ({ roles }: ResourceGroup) => roles.some(({ key }) => key === 'path');

const isName = (property: string | undefined) => property !== undefined && !isIdName(property);

/** The groups with the items that are read, else those of the noun with a creation: first those of what is returned. */
const ownersOf = (
  sample: UnboundOperation,
  nested: ReadonlySet<ResourceGroup>,
  finding: FinderContext,
): readonly ResourceGroup[] => {
  const { erased, noun, parameters } = sample.path;
  const count = parameters.length - 1;
  const scope = pathThrough(erased, count);
  const isShown = (group: ResourceGroup) => {
    const { itemSchema } = group;
    const shown = finding.shapes.oneIn(sample.success?.json?.key, noun, itemSchema);
    const own = [itemSchema, createdIn(group, finding) ?? itemSchema];
    return shown !== undefined && own.some((schema) => isTwin(shown, schema));
  };
  const found = [...nested].filter((group) => {
    const { parents, path } = group;
    if (parents.length <= count || !path.startsWith(scope) || !isSameNoun(noun, group.noun)) return false;
    if (!isRead(sample)) return createdIn(group, finding) !== undefined;
    return isShown(group);
  });
  return found.toSorted((one, other) => Number(isShown(other)) - Number(isShown(one)));
};

/** The schema that the creation returns: of a whole item, although the list may have summaries. */
const createdIn = ({ roles }: ResourceGroup, { describe }: FinderContext): ItemSchema | undefined => {
  const shape = roles.find(({ action }) => action === 'create')?.shape;
  return shape && describe(shape.key);
};

/** Returns undefined if the path does not identify the items for certain. */
const withItems = (
  group: ResourceGroup,
  sample: UnboundOperation,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { noun, parameters, above } = sample.path;
  const shape = isRead(sample) ? answerShape(sample, group.itemSchema, noun, finding) : undefined;
  const created = createdIn(group, finding);
  const itemSchema = created !== undefined && created.key === shape?.key ? created : group.itemSchema;
  const parameter = idParameterFor(sample, parameters.at(-1) as string, finding.schemas);
  const found = findId(itemSchema, noun, parameter);
  if (found?.isNamed !== true) return undefined;
  const idProperty = found.property;
  if (hasItemPaths(group) && idProperty === group.idProperty) return undefined;
  const names = hasItemPaths(group) ? [...group.aliases, group.idProperty as string] : [];
  const aliases = [...new Set([...found.aliases, ...names])].filter((name) => name !== idProperty);
  const create = group.roles.find(({ action }) => action === 'create')?.candidate;
  const context = { itemSchema, idProperty, create, read: shape };
  const items = rolesAtOtherPath(above, candidates, noun, context, finding).map(
    (role): Role => ({ ...role, isInScope: false }),
  );
  return items.length === 0
    ? undefined
    : { ...group, itemSchema, idProperty, aliases, roles: [...group.roles, ...items] };
};

const leaveOut = (groups: ResourceGroup[], taken: ReadonlySet<ResourceGroup | undefined>) => {
  groups.splice(0, groups.length, ...groups.filter((group) => !taken.has(group)));
};

/** The property that the parameter names, else the segment before it: `/users/by-email/{value}`, `tag_name` for `/tags/{tag}`. */
const propertyBelow = (
  own: string,
  parameter: string,
  { itemSchema, idProperty }: ResourceGroup,
): string | undefined => {
  const segment = singularOf(lastSegment(own)).replace(/^by/, '');
  const scalars = [...itemSchema.properties].filter((name) => name !== idProperty && itemSchema.isScalar(name));
  return [plainName(parameter), segment]
    .flatMap((word) => [word, `${word}name`])
    .map((word) => scalars.find((name) => plainName(name) === word))
    .find((name) => name !== undefined);
};

/** `/comments/{id}/replies` beside `parent_id`. */
const ownParentFilter = (parameter: string, group: ResourceGroup): PathFilter | undefined => {
  const property = ownParentIn(group);
  return property === undefined ? undefined : { parameter, property, comparison: 'equals' };
};
