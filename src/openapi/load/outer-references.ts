/** The references in a document. */
import { escapePointer, getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { isData, isMap } from '../document/keywords.ts';
import { maxDocumentDepth, pointerOf } from '../document/source.ts';

/** Whether a document refers to other files. */
export const hasOutsideReferences = (document: Json): boolean =>
  referencesIn(document).some((reference) => pointerOf(reference) === undefined);

/** All references, including those in examples and in the mapping of a discriminator. */
export const referencesIn = (root: Json): readonly string[] => {
  const found = new Set<string>();
  walkObjects(root, (value) => {
    const reference = getProperty(value, '$ref');
    if (typeof reference === 'string') found.add(reference);
    for (const name of inlinedData) {
      const data = getProperty(value, name);
      const inlined = data === undefined ? undefined : referenceOnly(data);
      if (inlined !== undefined) found.add(inlined);
    }
    for (const text of mappedIn(value)) if (looksLikeReference(text)) found.add(text);
  });
  return [...found];
};

/** Keywords whose value is plain data, which may be a reference to another file. */
export const inlinedData: readonly string[] = ['example', 'value'];

/** The reference, if the value is only a reference. */
export const referenceOnly = (value: Json): string | undefined => {
  if (!isJsonObject(value)) return undefined;
  const reference = getProperty(value, '$ref');
  return typeof reference === 'string' && Object.keys(value).length === 1 ? reference : undefined;
};

/** The mapping of a discriminator contains names of schemas and references. */
export const looksLikeReference = (text: string): boolean => /[/#]|\.(ya?ml|json)$/i.test(text);

const mappedIn = (value: JsonObject): readonly string[] => {
  if (typeof getProperty(value, 'propertyName') !== 'string') return [];
  const mapping = getProperty(value, 'mapping');
  const texts = [...(isJsonObject(mapping) ? Object.values(mapping) : []), getProperty(value, 'defaultMapping')];
  return texts.filter((text) => typeof text === 'string');
};

/** Visits every object that may contain keywords. Maps with chosen names are visited too, because a `$ref` can replace a map. */
export const walkObjects = (root: Json, visit: (value: JsonObject, pointer: string) => void): void => {
  const walk = (value: Json, pointer: string, named: boolean, depth: number): void => {
    if (depth > maxDocumentDepth || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      value.forEach((item: Json, index) => {
        if (typeof item === 'object') walk(item, `${pointer}/${index}`, false, depth + 1);
      });
      return;
    }
    const properties = value as JsonObject;
    visit(properties, pointer);
    for (const name of Object.keys(properties)) {
      const property = properties[name] as Json;
      // Most properties: the rest of the loop would write a pointer for each.
      if (typeof property !== 'object' || property === null) continue;
      if (!named && isData(name, property)) continue;
      walk(property, `${pointer}/${escapePointer(name)}`, !named && isMap(name, property), depth + 1);
    }
  };
  walk(root, '', false, 0);
};
