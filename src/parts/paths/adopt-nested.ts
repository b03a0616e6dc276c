import { theOnly } from '../../core/primitives/the-only.ts';
import { singularOf } from '../../core/primitives/words.ts';
import { type ResourceGroup, type Role, roleOf, scopePath } from '../../openapi/resources/describe/group.ts';
import { methodOf, pathOf, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { type FinderContext, type Known, leaveOut } from '../../openapi/resources/find/finder-context.ts';
import { answerShape, isOfItem } from '../../openapi/resources/find/item-match.ts';
import { holdsSame, referenceTo } from '../../openapi/resources/find/views.ts';

/** Removes the groups whose operations another one takes. */
export const adoptNested = (finding: Known): void => {
  const { groups } = finding;
  const byNoun = Map.groupBy(groups.filter(hasOwnItems), ({ noun }) => singularOf(noun));
  const adopted = new Set<ResourceGroup>();
  for (const nested of groups.filter(isNested)) {
    const owner = theOnly(
      byNoun.get(singularOf(nested.noun)) ?? [],
      (group) => isAbove(group, nested) && holdsSame(group, nested.itemSchema, finding) && hasSameIds(group, nested),
    );
    if (owner === undefined) continue;
    const roles = nested.roles.map((role) => roleBelow(role, owner, finding));
    if (!roles.every((role) => role !== undefined)) continue;
    owner.roles.push(...roles);
    adopted.add(nested);
  }
  leaveOut(groups, adopted);
};

/** Adds creations below an item: `POST /shelves/{id}/books` beside `/books`. */
export const createBelow = (finding: Known): void => {
  const { groups, isFree } = finding;
  const byNoun = Map.groupBy(groups.filter(hasOwnItems), ({ noun }) => singularOf(noun));
  for (const candidate of [...finding.byPath.values()].flat()) {
    const { noun, parameters, endsInParameter } = pathOf(candidate);
    if (methodOf(candidate) !== 'POST' || endsInParameter || parameters.length === 0 || !isFree(candidate)) continue;
    const owner = theOnly(
      byNoun.get(singularOf(noun)) ?? [],
      (group) => isAboveAt(group, candidate) && createsIn(group, candidate, finding),
    );
    if (owner === undefined) continue;
    const shape = answerShape(candidate, owner.itemSchema, noun, finding);
    const role = roleOf('create', candidate, { shape, confidence: 'medium', reason: '' });
    const below = roleBelow(role, owner, finding);
    if (below !== undefined) owner.roles.push(below);
  }
};

/** Whether its items have a path of their own. */
const hasOwnItems = ({ roles }: ResourceGroup): boolean =>
  roles.some(({ action, key }) => key === 'path' || action === 'create');

/** Whether it has parents, and its operations need nothing but the path and its items. */
const isNested = ({ parents, roles }: ResourceGroup): boolean =>
  parents.length > 0 && roles.every(({ key, bulk }) => key !== 'body' && bulk === undefined);

/** Whether single items are found by the same id at both paths, if they are at the nested one. */
const hasSameIds = (group: ResourceGroup, nested: ResourceGroup): boolean =>
  nested.roles.every(({ key }) => key !== 'path') ||
  (group.idProperty !== undefined && group.idProperty === nested.idProperty && nested.aliases.length === 0);

/** Whether the group has fewer of the parents of the other one. */
const isAbove = (group: ResourceGroup, nested: ResourceGroup): boolean =>
  group !== nested && group.parents.length < nested.parents.length && isWithin(nested.path, group);

const isAboveAt = (group: ResourceGroup, candidate: UnboundOperation): boolean => {
  const { erased, parameters } = pathOf(candidate);
  return group.parents.length < parameters.length && isWithin(erased, group);
};

const isWithin = (path: string, group: ResourceGroup): boolean =>
  group.parents.length === 0 || path.startsWith(`${scopePath(group)}/`);

/** Whether it takes properties of an item and returns it. */
const createsIn = (group: ResourceGroup, candidate: UnboundOperation, finding: FinderContext): boolean => {
  const { itemSchema, noun } = group;
  const { bodyKey, success } = candidate;
  const shape = success?.json && finding.shapes.twinIn(success.json.key, noun, itemSchema);
  return shape !== undefined && bodyKey !== undefined && isOfItem(bodyKey, itemSchema, noun, finding);
};

/** The role in the group that has the items; undefined if their properties do not show what the path states. */
const roleBelow = (role: Role, owner: ResourceGroup, finding: FinderContext): Role | undefined => {
  const { action, candidate, confidence } = role;
  const { operation } = candidate;
  const found = pathOf(candidate)
    .parameters.slice(owner.parents.length, role.key === 'path' ? -1 : undefined)
    .map((parameter) => referenceTo(parameter, operation.path, owner, finding))
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
