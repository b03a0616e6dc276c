import { escapePointer, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { isData, isMap } from './keywords.ts';
import { maxDocumentDepth } from './source.ts';

/**
 * Visits every object that may contain keywords. Maps with chosen names are visited too (`isNamed`), because a `$ref` can
 * replace a map. The pointer is written when it is asked for. What is deeper than the limit is not visited, and calls `onDeeper`.
 */
export const walkObjects = (
  root: Json,
  visit: (value: JsonObject, pointer: () => string, isNamed: boolean) => void,
  limit = { depth: maxDocumentDepth, onDeeper: (): void => {} },
): void => {
  const path: (string | number)[] = [];
  const pointer = (): string => path.map((name) => `/${escapePointer(String(name))}`).join('');
  const walkIn = (name: string | number, value: Json, isNamed = false): void => {
    path.push(name);
    walk(value, isNamed);
    path.pop();
  };
  const walk = (value: Json, isNamed: boolean): void => {
    if (path.length > limit.depth) {
      limit.onDeeper();
      return;
    }
    if (Array.isArray(value)) {
      value.forEach((item: Json, index) => {
        if (typeof item === 'object') walkIn(index, item);
      });
      return;
    }
    if (!isJsonObject(value)) return;
    visit(value, pointer, isNamed);
    for (const name of Object.keys(value)) {
      const property = value[name] as Json;
      if (typeof property !== 'object' || property === null) continue;
      if (!isNamed && isData(name, property)) continue;
      walkIn(name, property, !isNamed && isMap(name, property));
    }
  };
  walk(root, false);
};
