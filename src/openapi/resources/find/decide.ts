/** Decides what operations do, by the rows of the table of roles. */
import type { UnboundOperation } from '../describe/unbound-operation.ts';
import { type Beside, type RoleRow, roleBy } from './evidence.ts';
import type { Known } from './finder-context.ts';

/** Rows for operations that have no role yet, with the collections beside which these are. */
export interface RowsBeside {
  readonly rows: readonly RoleRow[];
  readonly beside: (known: Known) => (candidate: UnboundOperation) => readonly Beside[];
}

/** Adds the roles that the rows give. Beside several collections, an operation has none: nothing says which of them it is about. */
export const decideAll = ({ rows, beside }: RowsBeside, known: Known): void => {
  const besideOf = beside(known);
  for (const candidate of known.all.filter(known.isFree)) {
    const [first, second] = besideOf(candidate).flatMap((place) => {
      const role = roleBy(rows, candidate, place, known);
      return role === undefined ? [] : [{ group: place.group, role }];
    });
    if (first === undefined) continue;
    if (second === undefined) first.group.roles.push(first.role);
    else
      known.abstain(
        candidate,
        `May be about items of ${first.group.template} or of ${second.group.template}: the document does not state which of them.`,
      );
  }
};
