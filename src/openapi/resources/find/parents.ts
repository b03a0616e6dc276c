/** What collections are inside of. */

import type { ResourceGroup } from '../describe/group.ts';
import { countParameters, parentPath } from '../describe/path-template.ts';
import type { FinderContext } from './finder.ts';

/** The collection whose items are at the path up to the last parent; undefined where none is known. */
export const parentGroup = (
  { path, parents }: ResourceGroup,
  groups: readonly ResourceGroup[],
): ResourceGroup | undefined => {
  if (parents.length === 0) return undefined;
  let prefix = path;
  while (!prefix.endsWith('/{}') || countParameters(prefix) > parents.length) prefix = parentPath(prefix);
  return groups.find(
    (other) =>
      other.kind === 'list' &&
      `${other.path}/{}` === prefix &&
      other.parents.length === parents.length - 1 &&
      (other.idProperty !== undefined || other.roles.some(({ key }) => key === 'path')),
  );
};

/**
 * Without those that are only read, and inside of what no collection holds: which parents there are nobody can say, so
 * that their lists would be empty for most; answered without state, each has something to show.
 */
export const withoutHomeless = (groups: readonly ResourceGroup[], finding: FinderContext): readonly ResourceGroup[] => {
  const homeless = groups.filter((group) => !isAtHome(group, groups));
  if (homeless.length === 0) return groups;
  for (const { candidate } of homeless.flatMap(({ roles }) => roles))
    finding.abstain(candidate, 'Is inside of what no collection holds, and nothing can be added to it.');
  return withoutHomeless(
    groups.filter((group) => !homeless.includes(group)),
    finding,
  );
};

const isAtHome = (group: ResourceGroup, groups: readonly ResourceGroup[]): boolean =>
  group.parents.length === 0 ||
  group.roles.some(({ action, upsert }) => action === 'create' || upsert) ||
  parentGroup(group, groups) !== undefined;
