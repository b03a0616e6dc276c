/** The key of an item as the path names it. */
import type { CollectionSpec } from '../../../core/service/binding.ts';
import { joinKey } from '../../../core/state/item-key.ts';
import { type ControlRequest, nameIn } from './control-request.ts';

/**
 * Undefined for what cannot be one. The key of a nested item is percent-encoded in its parts: it may stand in the path as
 * it is, or encoded once more as a whole, as a client does that encodes every name that it puts there.
 */
export const keyIn = (call: ControlRequest, spec: CollectionSpec): string | undefined => {
  const name = nameIn(call, 'id');
  const isSingle = spec.kind === 'singleton';
  if (spec.parents.length === 0)
    return isSingle && name !== joinKey(spec, { parents: [], id: undefined }) ? undefined : name;
  const expected = spec.parents.length + (isSingle ? 0 : 1);
  // Encoded as a whole it has no comma left.
  const parts = (call.lastSegment.includes(',') ? call.lastSegment : name).split(',').map(decodeURIComponent);
  if (parts.length !== expected) return undefined;
  const parents = parts.slice(0, spec.parents.length);
  return joinKey(spec, { parents, id: parts[spec.parents.length] });
};
