/** Which operations heed `If-Match` and `If-Unmodified-Since`. */
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation } from '../../core/service/operation.ts';

const names: ReadonlySet<string> = new Set(['if-match', 'if-unmodified-since']);

export const heedsConditions = (operation: Operation): boolean =>
  operation.responses.has('412') ||
  operation.responses.has('428') ||
  operation.parameters.some((parameter) => parameter.in === 'header' && names.has(parameter.name.toLowerCase()));

/** The condition of an operation on one item; `isTagged`: the read of the item documents its `ETag`. */
export const conditionOf = (
  operation: Operation,
  action: string | undefined,
  { isTagged }: Pick<CollectionSpec, 'isTagged'>,
): Pick<Operation, 'condition'> => {
  const isWrite = action === 'replace' || action === 'update' || action === 'delete' || action === 'act';
  if (!isWrite || operation.method === 'GET' || !(isTagged === true || heedsConditions(operation))) return {};
  return { condition: { isRequired: operation.responses.has('428') } };
};
