/** Writes nested values as fields with names in brackets. The inverse of decode-fields.ts. */
import { isJsonObject, type Json } from '../../core/primitives/json.ts';

export type Pair = readonly [name: string, value: Json];

/** `a[]=1` for a list of scalars, `a[0][b]=1` for a list of objects. An empty object is kept as a value; an empty list has no field. */
export const bracketPairs = (name: string, value: Json): readonly Pair[] => {
  if (isScalarList(value)) return value.map((item) => [`${name}[]`, item]);
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => bracketPairs(`${name}[${index}]`, item));
  const properties = isJsonObject(value) ? Object.entries(value) : [];
  if (properties.length === 0) return [[name, value]];
  return properties.flatMap(([property, child]) => bracketPairs(`${name}[${property}]`, child));
};

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;

export const isScalarList = (value: Json): value is readonly Json[] =>
  Array.isArray(value) && value.every((item: Json) => isScalar(item));

/** Whether a list or an object contains lists or objects, which the styles of OpenAPI cannot express. */
export const isNested = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Object.values(value).every(isScalar);
