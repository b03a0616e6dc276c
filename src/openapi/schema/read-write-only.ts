/** `readOnly` and `writeOnly` members, also where the flag stands behind a reference. */
import { getMember, isJsonObject, type Json } from '../../core/primitives/json.ts';
import { entriesAt, followReferences, listIn, type Source } from '../document/source.ts';
import type { View } from './schema.ts';

export type Access = 'readOnly' | 'writeOnly';

/** Deeper nesting of `allOf` is not looked into; it also ends cycles. */
const maxDepth = 8;

export const accessOf = (raw: Json, pointer: string, source: Source, depth = 0): Access | undefined => {
  if (!isJsonObject(raw) || depth > maxDepth) return undefined;
  const isReference = typeof getMember(raw, '$ref') === 'string';
  if (!isReference || !source.isOld) {
    if (getMember(raw, 'readOnly') === true) return 'readOnly';
    if (getMember(raw, 'writeOnly') === true) return 'writeOnly';
  }
  if (isReference) {
    const target = followReferences(source.document, { $ref: raw.$ref as Json }, pointer);
    return 'message' in target ? undefined : accessOf(target.value as Json, target.pointer, source, depth + 1);
  }
  for (const part of listIn(raw, 'allOf')) {
    const access = accessOf(part, pointer, source, depth + 1);
    if (access !== undefined) return access;
  }
  return undefined;
};

/** Names of the members that this view does not require: those declared here or in any part of `allOf`. */
export const hiddenMembers = (raw: Json, pointer: string, view: View, source: Source, depth = 0): readonly string[] => {
  if (depth > maxDepth) return [];
  const target = followReferences(source.document, raw, pointer);
  if ('message' in target || !isJsonObject(target.value)) return [];
  const hiding: Access = view === 'request' ? 'readOnly' : 'writeOnly';
  const own = entriesAt(getMember(target.value, 'properties'), `${target.pointer}/properties`)
    .filter(([, member, place]) => accessOf(member, place, source) === hiding)
    .map(([name]) => name);
  const parts = listIn(target.value, 'allOf').flatMap((part) =>
    hiddenMembers(part, target.pointer, view, source, depth + 1),
  );
  return [...own, ...parts];
};
