/** Items at a path with their owner, whose list is elsewhere: `/repos/{owner}/{repo}` beside `/user/repos`. */

import { theOnly } from '../../core/primitives/the-only.ts';
import { isSameNoun } from '../../core/primitives/words.ts';
import { findId, idParameterFor, textIdOf } from '../../openapi/resources/describe/find-id.ts';
import type { ResourceGroup, Role } from '../../openapi/resources/describe/group.ts';
import { isOwnerName } from '../../openapi/resources/describe/joined-text.ts';
import {
  lastSegment,
  methodOf,
  parentPath,
  pathOf,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { rolesAtOtherPath } from '../../openapi/resources/find/collection-rows.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { referenceTo } from '../../openapi/resources/find/views.ts';

/** Adds the operations on the items to the group that is listed, if the items say whose they are. */
export const findOwned = (finding: Known): void => {
  const { groups, isFree, byPath } = finding;
  const lists = groups.filter(({ kind, roles }) => kind === 'list' && roles.every(({ key }) => key !== 'path'));
  if (lists.length === 0) return;
  for (const [path, all] of byPath) {
    const noun = lastSegment(parentPath(parentPath(path)));
    const candidates = path.endsWith('/{}/{}') && noun !== '{}' ? all.filter(isFree) : [];
    const read = candidates.find((one) => methodOf(one) === 'GET');
    if (read === undefined) continue;
    const owner = pathOf(read).parameters.at(-2);
    const isOf = (one: ResourceGroup, parents: number): boolean =>
      one.parents.length === parents && isSameNoun(noun, one.noun);
    // Those of an organisation are below its name: `/orgs/{org}/repos`. A category is no store: `/stores/{store}/products`.
    const isOfOwner = (one: ResourceGroup): boolean =>
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
  const { erased, parameters } = pathOf(read);
  const [owner, own] = parameters.slice(-2) as [string, string];
  const shape = finding.shapes.twinIn(read.success?.json?.key ?? '', noun, itemSchema);
  const isBelow = group.parents.length > 0;
  const filter = referenceTo(owner, read.operation.path, group, finding, { isList: true });
  const parameter = idParameterFor(read, own, finding.schemas);
  const found = findId(itemSchema, noun, parameter)?.property;
  const key = (found && textIdOf(itemSchema, found, parameter)) ?? found;
  if (shape === undefined || filter === undefined || key === undefined) return undefined;
  const create = group.roles.find(({ action }) => action === 'create')?.candidate;
  const known = { itemSchema, idProperty: key, create, read: shape };
  const reason = `Refers to one item of ${group.template} by its ${filter.property} and its ${key}.`;
  const roles = rolesAtOtherPath(parentPath(erased), candidates, noun, known, finding).map(
    (role): Role => ({ ...role, pathFilters: isBelow ? [] : [filter], reason, confidence: 'medium' }),
  );
  const aliases = [...new Set([...group.aliases, key])].filter((name) => name !== (idProperty ?? key));
  return roles.length === 0
    ? undefined
    : { ...group, idProperty: idProperty ?? key, aliases, roles: [...group.roles, ...roles] };
};
