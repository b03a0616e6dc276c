/** Parents of nested collections. */

import { hasItems, type ResourceGroup, scopePath } from '../describe/group.ts';

/** The collection whose items are the parents; undefined if none is known. */
export const parentGroup = (group: ResourceGroup, groups: readonly ResourceGroup[]): ResourceGroup | undefined => {
  if (group.parents.length === 0) return undefined;
  const scope = scopePath(group);
  return groups.find((candidate) => hasItems(candidate) && `${candidate.path}/{}` === scope);
};
