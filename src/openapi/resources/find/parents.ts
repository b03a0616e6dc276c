/** Parents of nested collections. */

import { hasItems, type ResourceGroup, scopePath } from '../describe/group.ts';
import type { FinderContext } from './finder-context.ts';

/** The collection whose items are the parents; undefined if none is known. */
export const parentGroup = (group: ResourceGroup, groups: readonly ResourceGroup[]): ResourceGroup | undefined => {
  if (group.parents.length === 0) return undefined;
  const scope = scopePath(group);
  return groups.find((candidate) => hasItems(candidate) && `${candidate.path}/{}` === scope);
};

/**
 * Removes read-only nested collections whose parents are in no collection. Their parents are unknown, so most of their
 * lists would be empty. A stateless response always has content.
 */
export const withoutOrphans = (groups: readonly ResourceGroup[], finding: FinderContext): readonly ResourceGroup[] => {
  const orphans = groups.filter((group) => !hasKnownParents(group, groups));
  if (orphans.length === 0) return groups;
  for (const { candidate } of orphans.flatMap(({ roles }) => roles))
    finding.abstain(candidate, 'No collection contains its parents, and no operation adds items to it.');
  return withoutOrphans(
    groups.filter((group) => !orphans.includes(group)),
    finding,
  );
};

const hasKnownParents = (group: ResourceGroup, groups: readonly ResourceGroup[]): boolean =>
  group.parents.length === 0 ||
  group.roles.some(({ action, upsert }) => action === 'create' || upsert) ||
  parentGroup(group, groups) !== undefined;
