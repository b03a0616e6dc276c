/** The references in a document. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { pointerOf, valueAtPointer } from '../../openapi/document/source.ts';
import { walkObjects } from '../../openapi/document/walk-objects.ts';

/** The longest time to fetch the document, and then to fetch all that it refers to. */
export const maxFetchMs = 30_000;

/** Whether a reference leads to another file, to a name, or from within a schema to a part of it. */
export const hasOutsideReferences = (document: Json): boolean =>
  referencesIn(document).some((reference) => !leadsFromRoot(reference, document));

export const leadsFromRoot = (reference: string, document: Json): boolean => {
  const pointer = pointerOf(reference);
  return pointer !== undefined && valueAtPointer(document, pointer) !== undefined;
};

/** All references, including those in examples and in the mapping of a discriminator. */
export const referencesIn = (root: Json): readonly string[] => {
  const found = new Set<string>();
  walkObjects(root, (value) => {
    const reference = getProperty(value, '$ref');
    if (typeof reference === 'string') found.add(reference);
    for (const name of inlinedData) {
      const inlined = referenceOnly(getProperty(value, name));
      if (inlined !== undefined) found.add(inlined);
    }
    if (typeof getProperty(value, 'propertyName') === 'string')
      for (const text of mappedIn(value)) if (looksLikeReference(text)) found.add(text);
  });
  return [...found];
};

/** Keywords whose value is plain data, which may be a reference to another file. */
export const inlinedData: readonly string[] = ['example', 'value'];

export const referenceOnly = (value: Json | undefined): string | undefined => {
  if (!isJsonObject(value)) return undefined;
  const reference = getProperty(value, '$ref');
  return typeof reference === 'string' && Object.keys(value).length === 1 ? reference : undefined;
};

/** The mapping of a discriminator contains names of schemas and references. */
export const looksLikeReference = (text: string): boolean => /[/#]|\.(ya?ml|json)$/i.test(text);

const mappedIn = (value: JsonObject): readonly string[] => {
  const mapping = getProperty(value, 'mapping');
  const texts = [...(isJsonObject(mapping) ? Object.values(mapping) : []), getProperty(value, 'defaultMapping')];
  return texts.filter((text) => typeof text === 'string');
};
