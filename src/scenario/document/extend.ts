/** What `extends` makes of two documents. */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import type { DocumentPath } from './document-path.ts';
import { existingPath, valueAt } from './document-path.ts';
import type { ScenarioDocument } from './schema.ts';

/** Maps merge deeply, anything else replaces. A description tells of its own scenario: it is not passed on. */
export const extendDocument = (parent: ScenarioDocument, child: ScenarioDocument): ScenarioDocument => {
  const { description: _, ...inherited } = parent as JsonObject;
  const { extends: __, ...own } = child as JsonObject;
  return merge(inherited, own) as ScenarioDocument;
};

const merge = (below: JsonObject, above: JsonObject): JsonObject => {
  const merged: Record<string, Json> = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const covered = Object.hasOwn(below, name) ? below[name] : undefined;
    setProperty(merged, name, isJsonObject(value) && isJsonObject(covered) ? merge(covered, value) : value);
  }
  return merged;
};

/**
 * Which of the documents, the extending one first, a value of the merged one came from. A path that leads nowhere
 * belongs to the document that it goes furthest in.
 */
export const originOf = (documents: readonly unknown[], path: DocumentPath): number => {
  let best = 0;
  let bestLength = -1;
  for (const [at, document] of documents.entries()) {
    const existing = existingPath(document, path);
    // What is no map, or lies in a list, is not merged: the path goes on in it, or is wrong in it.
    const isMerged = isJsonObject(valueAt(document, existing)) && existing.every((part) => typeof part === 'string');
    if (existing.length === path.length || !isMerged) return at;
    if (existing.length > bestLength) [best, bestLength] = [at, existing.length];
  }
  return best;
};
