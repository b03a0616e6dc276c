/** Decides what operations do, by the rows of the table of roles. */
import type { UnboundOperation } from '../describe/unbound-operation.ts';
import { type Beside, type RoleRow, roleBy } from './evidence.ts';
import type { Known } from './finder-context.ts';

/** Rows for operations that have no role yet, with the collection beside which each of these is. */
export interface RowsBeside {
  readonly rows: readonly RoleRow[];
  readonly beside: (known: Known) => (candidate: UnboundOperation) => Beside | undefined;
}

/** Adds the roles that the rows give. */
export const decideAll = ({ rows, beside }: RowsBeside, known: Known): void => {
  const besideOf = beside(known);
  for (const candidate of known.all.filter(known.isFree)) {
    const place = besideOf(candidate);
    for (const group of place === undefined ? [] : new Set([place.group, ...(place.others ?? [])])) {
      const role = roleBy(rows, candidate, { ...(place as Beside), group }, known);
      if (role !== undefined) group.roles.push(group === place?.group ? role : { ...role, isBeside: true });
    }
  }
};
