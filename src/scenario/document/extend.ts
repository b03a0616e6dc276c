/** The merging of scenario documents for `extends`. */
import { isJsonObject, type Json, type JsonObject, mergeObjects, valueAt } from '../../core/primitives/json.ts';
import { type DocumentPath, existingPath } from './document-path.ts';
import type { ScenarioDocument } from './scenario-schema.ts';

/** Maps are merged deeply, other values are replaced. The description and the address of the schema are not inherited. */
export const extendDocument = (parent: ScenarioDocument, child: ScenarioDocument): ScenarioDocument => {
  const { description: _description, $schema: _schema, ...inherited } = parent as JsonObject;
  const { extends: _extends, ...remaining } = child as JsonObject;
  return mergeObjects(inherited, remaining) as ScenarioDocument;
};

/**
 * The index of the document (the extending one first) that a value of the merged document came from. A path that does not
 * exist belongs to the document that contains its longest part.
 */
export const layerOf = (documents: readonly unknown[], path: DocumentPath): number => {
  let best = 0;
  let bestLength = -1;
  for (const [index, document] of documents.entries()) {
    const existing = existingPath(document, path);
    // Values that are not maps, or are in a list, are not merged: the problem is in this document.
    const isMerged =
      isJsonObject(valueAt(document as Json, existing)) && existing.every((part) => typeof part === 'string');
    if (!isMerged) return index;
    if (existing.length > bestLength) [best, bestLength] = [index, existing.length];
  }
  return best;
};
