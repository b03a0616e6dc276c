/** Parents of nested collections. */

import { hasItems, type ResourceGroup, scopePath } from './group.ts';

/** The function finds the collection whose items are the parents of a group; undefined if none is known. */
export const createParents = (
  groups: readonly ResourceGroup[],
): ((group: ResourceGroup) => ResourceGroup | undefined) => {
  const byItemPath = new Map<string, ResourceGroup>();
  for (const group of groups) {
    const itemPath = `${group.path}/{}`;
    if (hasItems(group) && !byItemPath.has(itemPath)) byItemPath.set(itemPath, group);
  }
  return (group) => (group.parents.length === 0 ? undefined : byItemPath.get(scopePath(group)));
};
