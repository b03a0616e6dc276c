/** The places of an error body that name the mistakes of a request one by one: a list of them, or a map of properties. */

import { isJsonObject, type Json, maxSearchedDepth } from '../../core/primitives/json.ts';
import { type JsonType, typeOf } from '../../core/service/check.ts';
import { wordLists } from '../../parts/words/index.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { isTextName } from './error-properties.ts';

export interface MistakePlace {
  readonly path: readonly string[];
  /** Objects in a list, texts in a list, or properties with their texts: `{ "name": ["is required"] }` or `{ "name": "is required" }`. */
  readonly kind: 'entries' | 'texts' | 'lists' | 'map';
  /** Whether the property is named beside the text. */
  readonly isNamed: boolean;
}

/** The places that a schema declares, the most exact first. */
export const mistakePlaces = (schemas: SchemaSet, schema: Schema): readonly MistakePlace[] => {
  const found: MistakePlace[] = [];
  // Schemas may lead to each other in millions of ways: each declares its properties once.
  const visited = new Set<Schema>();
  const visit = (list: readonly Schema[], path: readonly string[]): void => {
    const value = describe(schemas, list);
    const place = placeAt(schemas, value, path);
    if (place !== undefined) found.push(place);
    else if (path.length < maxSearchedDepth)
      for (const [name, inner] of value.properties) {
        if (inner.every((one) => visited.has(one))) continue;
        for (const one of inner) visited.add(one);
        visit(inner, [...path, name]);
      }
  };
  visit([schema], []);
  return found.toSorted(
    (left, right) => Number(right.isNamed) - Number(left.isNamed) || left.path.length - right.path.length,
  );
};

/** A schema that describes an example, where the document has none. */
export const schemaLike = (example: Json): SchemaObject => {
  const type = typeOf(example);
  if (Array.isArray(example)) return { type, ...(example.length > 0 && { items: schemaLike(example[0] as Json) }) };
  if (!isJsonObject(example)) return { type };
  const properties = Object.entries(example).map(([name, value]) => [name, schemaLike(value)] as const);
  return { type, properties: Object.fromEntries(properties) };
};

interface Described {
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly items: readonly Schema[];
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  /** The schemas of undeclared properties, where they are stated. */
  readonly additional: readonly Schema[];
}

const describe = (schemas: SchemaSet, list: readonly Schema[]): Described => {
  const parts = list.flatMap((schema) => schemas.partsOf(schema, 'some'));
  return {
    types: schemas.typesOfAll(list),
    items: parts.flatMap(({ items }) => (items === undefined ? [] : [items])),
    properties: schemas.propertiesIn(parts),
    additional: parts.flatMap(({ additionalProperties: other }) => (other === undefined ? [] : [other])),
  };
};

const allows = ({ types }: Described, type: JsonType) => types === undefined || types.has(type);

const placeAt = (schemas: SchemaSet, value: Described, path: readonly string[]): MistakePlace | undefined => {
  const name = path.at(-1);
  const isListed = name === undefined || wordLists.mistakeLists.ends(name);
  if (value.items.length > 0) {
    const item = describe(schemas, value.items);
    const names = [...item.properties.keys()];
    const isNamed = names.some(wordLists.mistakenPlaces.has);
    const hasMessage = names.some(isTextName);
    if ([isListed, isNamed, hasMessage].filter(Boolean).length >= 2) return { path, kind: 'entries', isNamed };
    const isText = isListed && names.length === 0 && allows(item, 'string');
    return isText ? { path, kind: 'texts', isNamed: false } : undefined;
  }
  if (!isListed || !allows(value, 'object')) return undefined;
  // Properties of an error are no properties of the request.
  const isWrapper = name === undefined && [...value.properties.keys()].some(wordLists.mistakeLists.has);
  const kind = isWrapper ? undefined : mapAt(schemas, value, name);
  return kind && { path, kind, isNamed: true };
};

/** `{ "name": ["is required"] }` is declared by lists alone; `{ "name": "is required" }` only as a map. */
const mapAt = (
  schemas: SchemaSet,
  { types, properties, additional }: Described,
  name: string | undefined,
): 'lists' | 'map' | undefined => {
  const others = additional.filter((schema) => schema !== false).map((schema) => [schema]);
  const values = [...properties.values(), ...others].map((list) => describe(schemas, list));
  if (values.length === 0)
    return name !== undefined && types !== undefined && additional.length === 0 ? 'lists' : undefined;
  const isList = (one: Described) =>
    allows(one, 'array') && one.properties.size === 0 && allows(describe(schemas, one.items), 'string');
  if (values.every(isList)) return 'lists';
  return properties.size === 0 && values.every((one) => allows(one, 'string')) ? 'map' : undefined;
};
