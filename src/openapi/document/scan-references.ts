/** Traverses the whole document without interpreting it. Finds broken references and every `x-faker`. */
import { documentTooLarge } from '../../core/primitives/config-error.ts';
import { escapePointer, getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import { isData, isMap } from './keywords.ts';
import { followReferences, type Located, type Source } from './source.ts';

interface DocumentScan {
  readonly fakers: readonly Located<Json>[];
  /** Whether `readOnly` or `writeOnly` occurs at all. */
  readonly hasAccess: boolean;
  /** Whether `writeOnly` occurs at all. */
  readonly hasWriteOnly: boolean;
  /** Whether `writeOnly` or `format: password` occurs at all. */
  readonly hasSecrets: boolean;
}

/** Reports broken references. */
export const scanDocument = (source: Source): DocumentScan => {
  const fakers: Located<Json>[] = [];
  /** Most references lead to what others lead to as well. */
  const sound = new Set<string>();
  let hasAccess = false;
  let hasWriteOnly = false;
  let hasSecrets = false;
  const walk = (value: Json, pointer: string, named: boolean, depth: number): void => {
    if (depth > maxDepth)
      throw documentTooLarge(`the document is nested deeper than ${maxDepth} levels, or contains itself`);
    if (Array.isArray(value)) {
      value.forEach((item: Json, index) => {
        if (typeof item === 'object') walk(item, `${pointer}/${index}`, false, depth + 1);
      });
      return;
    }
    if (!isJsonObject(value)) return;
    if (!named) {
      const reference = getProperty(value, '$ref');
      if (typeof reference === 'string' && !sound.has(reference) && !reportBroken(source, value, pointer))
        sound.add(reference);
      if (value.writeOnly === true) hasWriteOnly = true;
      if (value.readOnly === true || value.writeOnly === true) hasAccess = true;
      if (value.writeOnly === true || value.format === 'password') hasSecrets = true;
      const faker = getProperty(value, 'x-faker');
      if (faker !== undefined) fakers.push({ value: faker, pointer: `${pointer}/x-faker` });
    }
    for (const name of Object.keys(value)) {
      const property = value[name] as Json;
      if (typeof property !== 'object' || property === null) continue;
      if (!named && isData(name, property)) continue;
      walk(property, `${pointer}/${escapePointer(name)}`, !named && isMap(name, property), depth + 1);
    }
  };
  walk(source.document, '', false, 0);
  return { fakers, hasAccess, hasWriteOnly, hasSecrets };
};

/** YAML aliases can create a document that contains itself. */
const maxDepth = 200;

const reportBroken = (source: Source, value: Json, pointer: string): boolean => {
  const found = followReferences(source.document, value, pointer);
  if ('message' in found) source.reportBroken(found.pointer, found.message);
  return 'message' in found;
};
