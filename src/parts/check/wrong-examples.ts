/** Examples of a document that break the schema beside them. */
import { decodePercent } from '../../core/http/http.ts';
import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  pathTo,
  propertyPath,
  valueAt,
} from '../../core/primitives/json.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';
import { notEvaluated } from '../../core/service/check.ts';
import type { Content, Operation } from '../../core/service/operation.ts';
import type { DocumentProblem } from '../../core/service/service.ts';
import { maxHops, valueAtPointer } from '../../openapi/document/source.ts';

/** Returns the problems of the examples of the responses, each once. `seen`: the places that are examined already. */
export const wrongExamples = (
  { pointer, responses }: Operation,
  document: Json,
  { budget, seen }: { readonly budget: StepBudget; readonly seen: Set<string> },
): readonly DocumentProblem[] =>
  [...responses].flatMap(([status, { contents }]) =>
    contents.flatMap((content) => {
      if (content.factsOf === undefined) return [];
      const media = `${pointer}/responses/${status}/content/${escapePointer(content.range)}`;
      return examplesOf(content).flatMap(([name, example]): readonly DocumentProblem[] => {
        const place = exampleAt(document, media, name);
        if (place === undefined || seen.has(place)) return [];
        seen.add(place);
        return content
          .check(example, budget)
          .filter(({ rule }) => rule !== notEvaluated)
          .map(({ pointer: part, message }) => ({
            code: 'VIV_DOCUMENT_PART_UNUSABLE',
            pointer: `${place}${part}`,
            message: `the example breaks its schema, which decides: ${`${propertyPath(part).replace(/^\./, '')} ${message}`.trim()}`,
          }));
      });
    }),
  );

/** The examples of a body with the names they have; undefined: no name. */
const examplesOf = ({ example, examples }: Content): readonly (readonly [string | undefined, Json])[] =>
  examples.size > 0 ? [...examples] : example === undefined ? [] : [[undefined, example]];

const exampleAt = (document: Json, media: string, name: string | undefined): string | undefined => {
  const candidates =
    name === undefined
      ? ['example', 'schema/example', 'schema/examples/0']
      : [`examples/${escapePointer(name)}/value`, `examples/${escapePointer(name)}/dataValue`];
  return candidates.map((one) => placeOf(document, `${media}/${one}`)).find((place) => place !== undefined);
};

/** The place itself, behind all references on the way; undefined: nothing is there. */
const placeOf = (document: Json, pointer: string): string | undefined => {
  let place = '';
  let value: Json | undefined = document;
  for (const name of pathTo(pointer)) {
    for (let hops = 0; hops < maxHops && isJsonObject(value); hops++) {
      const reference: Json | undefined = getProperty(value, '$ref');
      if (typeof reference !== 'string' || !reference.startsWith('#/')) break;
      place = decodePercent(reference.slice(1));
      value = valueAtPointer(document, place);
    }
    if (value === undefined) return undefined;
    place += `/${escapePointer(name)}`;
    value = valueAt(value, [name]);
  }
  return value === undefined ? undefined : place;
};
