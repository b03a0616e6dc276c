/** Finds `readOnly` and `writeOnly` properties, also if the flag is behind a reference. */
import { getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import { entriesAt, followReferences, type Located, listIn, maxHops, type Source } from '../document/source.ts';
import type { SchemaView } from './schema.ts';

type Access = 'readOnly' | 'writeOnly';

/** The flag of the properties that a side does not send. */
export const hidingOf = (view: SchemaView): Access => (view === 'request' ? 'readOnly' : 'writeOnly');

export const accessOf = (
  raw: Json,
  pointer: string,
  source: Source,
  depth = 0,
  seen?: Set<Json>,
): Access | undefined => {
  if (!isJsonObject(raw) || depth > maxHops || seen?.has(raw)) return undefined;
  const isReference = typeof getProperty(raw, '$ref') === 'string';
  if (!isReference || !source.isOpenApi30) {
    if (getProperty(raw, 'readOnly') === true) return 'readOnly';
    if (getProperty(raw, 'writeOnly') === true) return 'writeOnly';
  }
  if (!isReference && !Object.hasOwn(raw, 'allOf')) return undefined;
  const visited = (seen ?? new Set()).add(raw);
  if (isReference) {
    const target = followReferences(source.document, { $ref: raw.$ref as Json }, pointer);
    return 'message' in target ? undefined : accessOf(target.value as Json, target.pointer, source, depth + 1, visited);
  }
  for (const part of listIn(raw, 'allOf')) {
    const access = accessOf(part, pointer, source, depth + 1, visited);
    if (access !== undefined) return access;
  }
  return undefined;
};

const declaring = ['properties', 'allOf', '$ref'];

/** The names of the properties that this view does not require, declared here or in a part of `allOf`. */
export const hiddenProperties = (
  { value, pointer }: Located<Json>,
  view: SchemaView,
  source: Source,
  depth = 0,
  visited = new Set<Json>(),
): readonly string[] => {
  if (depth > maxHops || !declaring.some((name) => isJsonObject(value) && Object.hasOwn(value, name))) return [];
  const target = followReferences(source.document, value, pointer);
  if ('message' in target || !isJsonObject(target.value) || visited.has(target.value)) return [];
  visited.add(target.value);
  const hiding = hidingOf(view);
  const declared = entriesAt(getProperty(target.value, 'properties'), `${target.pointer}/properties`)
    .filter(([, property, propertyPointer]) => accessOf(property, propertyPointer, source) === hiding)
    .map(([name]) => name);
  const parts = listIn(target.value, 'allOf').flatMap((part) =>
    hiddenProperties({ value: part, pointer: target.pointer }, view, source, depth + 1, visited),
  );
  return [...declared, ...parts];
};
