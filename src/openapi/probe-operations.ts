/** Finds the operations that a request cannot use as the document describes them, by generating their bodies. */
import { escapePointer, propertyPath } from '../core/primitives/json.ts';
import { type Check, type Generate, notEvaluated, type Problem } from '../core/service/check.ts';
import type { Operation } from '../core/service/operation.ts';
import type { DocumentProblem, Service } from '../core/service/service.ts';

/** Any time: a value that is possible only at another one is not expected. */
const context = { seed: 1, now: Date.UTC(2030, 0, 1) };

/** `service.ready()` must have been awaited. */
export const probeOperations = ({ operations }: Service): readonly DocumentProblem[] =>
  operations.flatMap((operation) => problemsOf(operation));

const problemsOf = (operation: Operation): readonly DocumentProblem[] => {
  const { method, path, success, body, parameters } = operation;
  const pointer = `/paths/${escapePointer(path)}/${method.toLowerCase()}`;
  const found = (message: string): DocumentProblem => ({ code: 'VIV_DOCUMENT_PART_UNUSABLE', pointer, message });
  // An operation with a sunset may describe only that it is gone.
  const problems =
    success === undefined && operation.sunset === undefined
      ? [found('no success response is documented; requests get 501')]
      : [];
  for (const { name, in: place, required, check, generate } of parameters) {
    const problem = required ? problemWith(check, generate) : undefined;
    if (problem !== undefined)
      problems.push(
        found(`no valid value was found for ${place}.${name} (${describe(problem)}); requests may be rejected`),
      );
  }
  for (const { mediaType, check, generate } of body?.contents ?? []) {
    const problem = problemWith(check, generate);
    if (problem !== undefined)
      problems.push(found(`no valid ${mediaType} body was found (${describe(problem)}); requests may be rejected`));
  }
  for (const { mediaType, check, generate } of success?.response.contents ?? []) {
    const problem = problemWith(check, generate);
    if (problem !== undefined)
      problems.push(
        found(`no valid ${mediaType} response was found (${describe(problem)}); responses violate the document`),
      );
  }
  return problems;
};

const problemWith = (check: Check, generate: Generate): Problem | undefined => check(generate(context))[0];

const describe = ({ pointer, rule, message }: Problem): string =>
  rule === notEvaluated ? message : `${propertyPath(pointer).replace(/^\./, '')} ${message}`.trim();
