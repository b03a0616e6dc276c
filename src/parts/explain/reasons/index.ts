/** Why an operation has no rule, or one that is in doubt. */
import { lazily } from '../../../core/primitives/lazy.ts';
import type { BoundOperation, FoundOperations } from '../../../openapi/resources/describe/bound-operation.ts';
import { type ResourceGroup, withClause } from '../../../openapi/resources/describe/group.ts';
import type { RoleRow } from '../../../openapi/resources/find/evidence.ts';
import type { FinderContext } from '../../../openapi/resources/find/finder-context.ts';
import { doubtOfDeletion } from './doubts.ts';
import { correctionFor, missingFor } from './missing.ts';
import { nearRules } from './near-rows.ts';

export { createDoubts } from './doubts.ts';

interface Explained extends FoundOperations {
  readonly names: ReadonlyMap<ResourceGroup, string>;
  readonly finding: FinderContext;
  readonly binder: { readonly compilation: { readonly stateless: boolean } };
}

/** Adds to each operation which rules nearly fit it, and to one without a binding what the document lacks. */
export const explainFound = (
  { bound, candidates, specs, names, finding, binder }: Explained,
  table: readonly RoleRow[],
): void => {
  const known = { groups: [...specs.keys()], names };
  for (const candidate of candidates) {
    const { operation, hint } = candidate;
    const own = bound.get(operation) as BoundOperation;
    const doubt = own.binding && doubtOfDeletion(operation, own.binding);
    const isOpen = own.binding === undefined && hint === undefined && !binder.compilation.stateless;
    bound.set(operation, {
      ...own,
      ...(own.reason === '' && { reason: missingFor(candidate) }),
      ...(doubt !== undefined && { confidence: 'medium', reason: withClause(own.reason, doubt) }),
      ...(isOpen && { correction: lazily(() => correctionFor(candidate, known, finding)) }),
      nearRules: lazily(() => nearRules(candidate, table, known, finding)),
    });
  }
};
