/** Reads the key of an item from the path. */
import type { CollectionSpec } from '../../../core/service/binding.ts';
import { joinKey } from '../../../core/state/item-key.ts';
import { type ControlRequest, pathParameter } from './control-request.ts';

/**
 * Undefined if the path is not a valid key. The parts of the key of a nested item are percent-encoded. The key may be in
 * the path as it is, or encoded once more as a whole, since many clients encode every path segment.
 */
export const readItemKey = (request: ControlRequest, spec: CollectionSpec): string | undefined => {
  const name = pathParameter(request, 'id');
  const isSingle = spec.kind === 'singleton';
  if (spec.parents.length === 0)
    return isSingle && name !== joinKey(spec, { parents: [], id: undefined }) ? undefined : name;
  const expected = spec.parents.length + (isSingle ? 0 : 1);
  // A key that is encoded as a whole has no literal comma.
  const parts = (request.lastSegment.includes(',') ? request.lastSegment : name).split(',').map(decodeURIComponent);
  if (parts.length !== expected) return undefined;
  const parents = parts.slice(0, spec.parents.length);
  return joinKey(spec, { parents, id: parts[spec.parents.length] });
};
