/** Parents of nested collections. */

import { hasItems, type ResourceGroup } from '../describe/group.ts';
import { countParameters, parentPath } from '../describe/path-template.ts';

/** The collection whose items are the parents; undefined if none is known. */
export const parentGroup = (
  { path, parents }: ResourceGroup,
  groups: readonly ResourceGroup[],
): ResourceGroup | undefined => {
  if (parents.length === 0) return undefined;
  let prefix = path;
  while (!prefix.endsWith('/{}') || countParameters(prefix) > parents.length) prefix = parentPath(prefix);
  return groups.find(
    (candidate) =>
      hasItems(candidate) && `${candidate.path}/{}` === prefix && candidate.parents.length === parents.length - 1,
  );
};
