/** The parts of a schema that are written in it. */
import { getProperty, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { type Located, listIn } from '../../openapi/document/source.ts';

/** The parts that apply to the same value. Since 3.1, a `$ref` beside other keywords is one of them. */
export const partsAt = (value: JsonObject, pointer: string): readonly Located<Json>[] => [
  ...(getProperty(value, '$ref') === undefined ? [] : [{ value: { $ref: value.$ref as Json }, pointer }]),
  ...listIn(value, 'allOf').map((part, index) => ({ value: part, pointer: `${pointer}/allOf/${index}` })),
];
