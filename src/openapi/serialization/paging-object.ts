/** Query parameters that select a page as one object: `pageable: { page, size, sort }`. */

import { escapePointer, getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import { wordLists } from '../../parts/words/index.ts';
import { type Located, listIn, objectIn, type Source, stringIn } from '../document/source.ts';

const isPageName = (name: string) => [wordLists.pages, wordLists.sizes, wordLists.offsets].some(({ has }) => has(name));

/** A parameter, with its schema at another location of the document. */
export interface PlacedParameter extends Located {
  readonly schema: Located<Json>;
}

/** A parameter whose properties are parameters too. */
export interface WholeParameter extends Located {
  readonly parts: readonly string[];
}

/**
 * The parameters that such an object is in a query: each property (`{?pageable*}` of RFC 6570), and `page[size]` as a `deepObject`, also
 * meant by a `page` with a `number`. A required object stays beside them.
 */
export const pagingParameters = (
  { value, pointer }: Located,
  source: Source,
): readonly (PlacedParameter | WholeParameter)[] | undefined => {
  const style = stringIn(value, 'style') ?? 'form';
  const isSpread = style === 'deepObject' || (style === 'form' && getProperty(value, 'explode') !== false);
  const raw = getProperty(value, 'schema');
  if (stringIn(value, 'in') !== 'query' || !isSpread || raw === undefined) return undefined;
  const schema = source.resolve(raw, `${pointer}/schema`);
  const properties = schema && objectIn(schema.value, 'properties');
  if (
    schema === undefined ||
    properties === undefined ||
    getProperty(schema.value, 'additionalProperties') !== undefined
  )
    return undefined;
  const names = Object.keys(properties);
  const owner = stringIn(value, 'name') ?? '';
  const inBrackets = (name: string) => `${owner}[${name}]`;
  const isDeep = style !== 'form' || names.some((name) => !isPageName(name) && wordLists.pages.has(inBrackets(name)));
  const written = isDeep ? inBrackets : (name: string): string => name;
  const isPlain = (name: string) => {
    const property = getProperty(properties, name);
    return isJsonObject(property) && property.$ref === undefined && getProperty(property, 'type') !== 'object';
  };
  const told = wordLists.pageContainers.has(owner) ? [...names, ...names.map(written)] : names.map(written);
  if (!told.some(isPageName) || !names.every(isPlain)) return undefined;
  const required = listIn(schema.value, 'required');
  const whole: readonly WholeParameter[] =
    getProperty(value, 'required') === true && !isDeep && !names.includes(owner)
      ? [{ value, pointer, parts: names }]
      : [];
  const parts = names.map((name): PlacedParameter => {
    const place = `${schema.pointer}/properties/${escapePointer(name)}`;
    return {
      value: { name: written(name), in: 'query', required: required.includes(name) },
      pointer: place,
      schema: { value: properties[name] as Json, pointer: place },
    };
  });
  return [...parts, ...whole];
};
