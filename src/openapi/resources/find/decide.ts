/** Decides what operations do, by the rows of the table of roles. */
import type { ResourceGroup } from '../describe/group.ts';
import type { UnboundOperation } from '../describe/unbound-operation.ts';
import { type Beside, decide, Evidence, type RoleRow } from './evidence.ts';
import { type FinderContext, isFree } from './finder-context.ts';

/** The groups that are known, and the operations by their paths. */
export interface Known extends FinderContext {
  readonly groups: readonly ResourceGroup[];
  /** Whether an operation has no role yet. */
  readonly isFree: (candidate: UnboundOperation) => boolean;
}

/** Rows for operations that have no role yet, with the collections beside which these are. */
export interface RowsBeside {
  readonly rows: readonly RoleRow[];
  readonly beside: (known: Known) => (candidate: UnboundOperation) => readonly Beside[];
}

export const boundIn = (groups: readonly ResourceGroup[]): ReadonlySet<UnboundOperation> =>
  new Set(groups.flatMap(({ roles }) => roles.map(({ candidate }) => candidate)));

/** Adds the roles that the rows give. Beside several collections, an operation has none: nothing says which of them it is about. */
export const decideAll = (
  { rows, beside }: RowsBeside,
  groups: readonly ResourceGroup[],
  finding: FinderContext,
): void => {
  const free = isFree(boundIn(groups));
  const besideOf = beside({ ...finding, groups, isFree: free });
  for (const candidate of [...finding.byPath.values()].flat().filter(free)) {
    const [first, second] = besideOf(candidate).flatMap((place) => {
      const role = decide(rows, new Evidence(candidate, place, finding));
      return role === undefined ? [] : [{ group: place.group, role }];
    });
    if (first === undefined) continue;
    if (second === undefined) first.group.roles.push(first.role);
    else
      finding.abstain(
        candidate,
        `May be about items of ${first.group.template} or of ${second.group.template}: the document does not state which of them.`,
      );
  }
};
