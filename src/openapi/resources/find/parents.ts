/** What collections are inside of. */

import type { Group } from '../describe/group.ts';
import { countParameters, parentPath } from '../describe/path-template.ts';
import type { Finding } from './finder.ts';

/** The collection whose items are at the path up to the last parent; undefined where none is known. */
export const parentGroup = ({ path, parents }: Group, groups: readonly Group[]): Group | undefined => {
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
export const withoutHomeless = (groups: readonly Group[], finding: Finding): readonly Group[] => {
  const homeless = groups.filter((group) => !isAtHome(group, groups));
  if (homeless.length === 0) return groups;
  for (const { candidate } of homeless.flatMap(({ roles }) => roles))
    finding.abstain(candidate, 'Is inside of what no collection holds, and nothing can be added to it.');
  return withoutHomeless(
    groups.filter((group) => !homeless.includes(group)),
    finding,
  );
};

const isAtHome = (group: Group, groups: readonly Group[]): boolean =>
  group.parents.length === 0 ||
  group.roles.some(({ action, upsert }) => action === 'create' || upsert) ||
  parentGroup(group, groups) !== undefined;
