import { getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import type { Source } from '../document/source.ts';

/**
 * Whether a schema is only a reference. OpenAPI 3.0 ignores the siblings of a `$ref`, but `nullable` is respected because
 * documents use it. Since 3.1 siblings count, except for annotations.
 */
export const isPlainReference = (raw: Json, source: Source): boolean => {
  if (!isJsonObject(raw) || typeof getProperty(raw, '$ref') !== 'string') return false;
  if (source.isOpenApi30) return getProperty(raw, 'nullable') !== true;
  return Object.keys(raw).every((name) => annotations.has(name));
};

const annotations = new Set(['$ref', 'description', 'summary', 'title', 'deprecated']);
