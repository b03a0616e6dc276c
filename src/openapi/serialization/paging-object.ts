/** Query parameters that select a page as one object: `pageable: { page, size, sort }`. */

import { escapePointer, getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import { wordLists } from '../../parts/words/index.ts';
import { type Located, listIn, objectIn, type Source, stringIn } from '../document/source.ts';

const isPageName = (name: string): boolean =>
  [wordLists.pages, wordLists.sizes, wordLists.offsets].some(({ has }) => has(name));

/** A parameter, with its schema at another location of the document. */
export interface PlacedParameter extends Located {
  readonly schema: Located<Json>;
}

/** A parameter whose properties are parameters too. */
export interface WholeParameter extends Located {
  readonly parts: readonly string[];
}

/**
 * The parameters that such an object is in a query: each property is one of its own (RFC 6570, `{?pageable*}`). A required object
 * stays beside them, with their names: if it has required properties, a request without any of them is rejected. Undefined for every
 * other parameter.
 */
export const pagingParameters = (
  { value, pointer }: Located,
  source: Source,
): readonly (PlacedParameter | WholeParameter)[] | undefined => {
  const isExploded = stringIn(value, 'in') === 'query' && getProperty(value, 'explode') !== false;
  const raw = getProperty(value, 'schema');
  if (!isExploded || (stringIn(value, 'style') ?? 'form') !== 'form' || raw === undefined) return undefined;
  const schema = source.resolve(raw, `${pointer}/schema`);
  const properties = schema && objectIn(schema.value, 'properties');
  if (
    schema === undefined ||
    properties === undefined ||
    getProperty(schema.value, 'additionalProperties') !== undefined
  )
    return undefined;
  const names = Object.keys(properties);
  const isPlain = (name: string): boolean => {
    const property = getProperty(properties, name);
    return isJsonObject(property) && property.$ref === undefined && getProperty(property, 'type') !== 'object';
  };
  if (!names.some(isPageName) || !names.every(isPlain)) return undefined;
  const required = listIn(schema.value, 'required');
  const whole: readonly WholeParameter[] =
    getProperty(value, 'required') === true ? [{ value, pointer, parts: names }] : [];
  const parts = names.map((name): PlacedParameter => {
    const place = `${schema.pointer}/properties/${escapePointer(name)}`;
    return {
      value: { name, in: 'query', required: required.includes(name) },
      pointer: place,
      schema: { value: properties[name] as Json, pointer: place },
    };
  });
  return [...parts, ...whole];
};
