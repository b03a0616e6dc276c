/**
 * `additionalProperties: false` in a part of `allOf`, as generators write it for each class of an inheritance, is meant for all
 * parts together: read by the letter, no value could have the properties of another part.
 */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { type Located, maxHops, type Source } from '../../openapi/document/source.ts';
import { partsAt } from './parts-at.ts';

interface Part {
  readonly names: readonly string[];
  readonly isClosed: boolean;
}

/** Whether a part allows no property but its own, and another part, or the schema itself, has others. */
export const closesOthers = (source: Source, at: Located): boolean => {
  if (
    getProperty(at.value, 'allOf') === undefined &&
    (source.isOpenApi30 || getProperty(at.value, '$ref') === undefined)
  )
    return false;
  const parts = readParts(source, at);
  const names = new Set(parts.flatMap((part) => part.names));
  return parts.some((part) => part.isClosed && part.names.length < names.size);
};

/** Whether the schema, or a part of it that is written within it, allows no property but those that are declared. */
export const isClosed = (source: Source, { value, pointer }: Located<Json>): boolean =>
  isJsonObject(value) &&
  (closes(value) || partsAt(value, pointer).some((part) => isInline(part.value) && isClosed(source, part)));

const closes = (value: JsonObject): boolean => getProperty(value, 'additionalProperties') === false;

const isInline = (value: Json): boolean => isJsonObject(value) && getProperty(value, '$ref') === undefined;

const readParts = (source: Source, at: Located): readonly Part[] => {
  const parts: Part[] = [];
  const visited = new Set<Json>();
  const pending: Located<Json>[] = [at];
  for (let next = pending.pop(); next !== undefined && visited.size <= maxHops; next = pending.pop()) {
    const isReference =
      isJsonObject(next.value) && next.value !== at.value && getProperty(next.value, '$ref') !== undefined;
    const found = isReference ? source.follow(next.value, next.pointer) : next;
    if ('message' in found || !isJsonObject(found.value) || visited.has(found.value)) continue;
    visited.add(found.value);
    const properties = getProperty(found.value, 'properties');
    parts.push({ names: isJsonObject(properties) ? Object.keys(properties) : [], isClosed: closes(found.value) });
    pending.push(...partsAt(found.value, found.pointer));
  }
  return parts;
};
