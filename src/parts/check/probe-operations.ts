/** Finds the operations that a request cannot use as the document describes them, by generating their bodies. */

import {
  childOf,
  escapePointer,
  type Json,
  type JsonObject,
  pathTo,
  propertyPath,
} from '../../core/primitives/json.ts';
import { budgetForItems, maxStepsToProbe, OutOfSteps, type StepBudget } from '../../core/primitives/step-budget.ts';
import { type Check, type Generate, notEvaluated, type Problem } from '../../core/service/check.ts';
import type { Content, Operation } from '../../core/service/operation.ts';
import type { DocumentProblem, Service } from '../../core/service/service.ts';
import { followReferences } from '../../openapi/document/source.ts';

/** Returns the problems of the examples of the responses, each once. `seen`: the places that are examined already. */
const wrongExamples = (
  { pointer, responses }: Operation,
  document: JsonObject,
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
            message: `the example breaks its schema, which decides: ${atPart(part, message)}`,
          }));
      });
    }),
  );

/** The examples of a body with the names they have; undefined: no name. */
const examplesOf = ({ example, examples }: Content): readonly (readonly [string | undefined, Json])[] =>
  examples.size > 0 ? [...examples] : example === undefined ? [] : [[undefined, example]];

const exampleAt = (document: JsonObject, media: string, name: string | undefined): string | undefined => {
  const candidates =
    name === undefined
      ? ['example', 'schema/example', 'schema/examples/0']
      : [`examples/${escapePointer(name)}/value`, `examples/${escapePointer(name)}/dataValue`];
  return candidates.map((one) => placeOf(document, `${media}/${one}`)).find((place) => place !== undefined);
};

/** The place itself, behind all references on the way; undefined: nothing is there. */
const placeOf = (document: JsonObject, pointer: string): string | undefined => {
  let place = '';
  let value: Json | undefined = document;
  for (const name of pathTo(pointer)) {
    const owner = followReferences(document, value, place);
    if ('message' in owner || owner.value === undefined) return undefined;
    place = `${owner.pointer}/${escapePointer(name)}`;
    value = childOf(owner.value, name);
  }
  return value === undefined ? undefined : place;
};

/** Any time: a value that is possible only at another one is not expected. */
const context = { seed: 1, now: Date.UTC(2030, 0, 1) };

/** `service.ready()` must have been awaited. All operations share the steps to generate and check their values. */
export const probeOperations = ({ operations, document }: Service): readonly DocumentProblem[] => {
  const budget = budgetForItems(operations.length, maxStepsToProbe);
  const problems: DocumentProblem[] = [];
  const seen = new Set<string>();
  for (const operation of operations) {
    try {
      problems.push(...problemsOf(operation, budget), ...wrongExamples(operation, document, { budget, seen }));
    } catch (error) {
      if (!(error instanceof OutOfSteps)) throw error;
      problems.push(
        problemAt(
          operation,
          'the values of this operation and of those after it were not generated: the schemas of the document take too many steps',
        ),
      );
      break;
    }
  }
  return problems;
};

const problemAt = ({ pointer }: Operation, message: string): DocumentProblem => ({
  code: 'VIV_DOCUMENT_PART_UNUSABLE',
  pointer,
  message,
});

const problemsOf = (operation: Operation, budget: StepBudget): readonly DocumentProblem[] => {
  const { success, body, parameters } = operation;
  const wrong = (what: string, result: string, { check, generate }: { check: Check; generate: Generate }) => {
    const [problem] = check(generate({ ...context, budget }), budget);
    return problem === undefined ? [] : [`no valid ${what} (${describe(problem)}); ${result}`];
  };
  const mayReject = 'requests may be rejected';
  const messages = [
    ...parameters
      .filter(({ required }) => required)
      .flatMap((one) => wrong(`value was found for ${one.in}.${one.name}`, mayReject, one)),
    ...(body?.contents ?? []).flatMap((one) => wrong(`${one.mediaType} body was found`, mayReject, one)),
    ...(success?.response.contents ?? []).flatMap((one) =>
      wrong(`${one.mediaType} response was found`, 'responses violate the document', one),
    ),
  ];
  // An operation with a sunset may describe only that it is gone.
  const hasNone = success === undefined && operation.sunset === undefined;
  return [...(hasNone ? ['no success response is documented; requests get 501'] : []), ...messages].map((message) =>
    problemAt(operation, message),
  );
};

const describe = ({ pointer, rule, message }: Problem): string =>
  rule === notEvaluated ? message : atPart(pointer, message);

const atPart = (pointer: string, message: string) => `${propertyPath(pointer).replace(/^\./, '')} ${message}`.trim();
