import { escapePointer, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { isData, isMap } from './keywords.ts';
import { maxDocumentDepth } from './source.ts';

/**
 * Visits every object that may contain keywords. Maps with chosen names are visited too (`isNamed`), because a `$ref` can
 * replace a map. What is deeper than the limit is not visited, and calls `onDeeper`.
 */
export const walkObjects = (
  root: Json,
  visit: (value: JsonObject, pointer: string, isNamed: boolean) => void,
  limit = { depth: maxDocumentDepth, onDeeper: (): void => {} },
): void => {
  const walk = (value: Json, pointer: string, depth: number, isNamed = false): void => {
    if (depth > limit.depth) {
      limit.onDeeper();
      return;
    }
    if (Array.isArray(value)) {
      value.forEach((item: Json, index) => {
        if (typeof item === 'object') walk(item, `${pointer}/${index}`, depth + 1);
      });
      return;
    }
    if (!isJsonObject(value)) return;
    visit(value, pointer, isNamed);
    for (const name of Object.keys(value)) {
      const property = value[name] as Json;
      // Most properties: the rest of the loop would write a pointer for each.
      if (typeof property !== 'object' || property === null) continue;
      if (!isNamed && isData(name, property)) continue;
      walk(property, `${pointer}/${escapePointer(name)}`, depth + 1, !isNamed && isMap(name, property));
    }
  };
  walk(root, '', 0);
};
