import { getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import type { Source } from '../document/source.ts';

/**
 * Whether a schema is another one, and nothing else. In 3.0 what stands beside a `$ref` does not count, but for the
 * `nullable` that people mean; since 3.1 it does, unless it is only words.
 */
export const isPlainReference = (raw: Json, source: Source): boolean => {
  if (!isJsonObject(raw) || typeof getProperty(raw, '$ref') !== 'string') return false;
  if (source.isOpenApi30) return getProperty(raw, 'nullable') !== true;
  return Object.keys(raw).every((name) => words.has(name));
};

const words = new Set(['$ref', 'description', 'summary', 'title', 'deprecated']);
