/** Paths in a scenario document: property names and list indexes. */

import type { ConfigProblemCode } from '../../core/primitives/config-error.ts';
import { childOf, type Json, pathTo } from '../../core/primitives/json.ts';
import { maxProblems } from '../../core/primitives/units.ts';

export type DocumentPath = readonly (string | number)[];

/** A problem in a document, before it is located in a file. */
export interface ScenarioProblem {
  readonly code: ConfigProblemCode;
  readonly path: DocumentPath;
  readonly at: 'key' | 'value';
  /** A sentence without the location and the full stop. */
  readonly message: string;
  readonly hint: string | undefined;
}

export const problemAt = (
  code: ConfigProblemCode,
  path: DocumentPath,
  message: string,
  hint?: string,
  at: ScenarioProblem['at'] = 'value',
): ScenarioProblem => ({ code, path, at, message, hint });

/** What was read, or the problems for which it cannot be used. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[] };

/** The first problems; if there are more, a last one reports that. */
export const firstProblems = (problems: Iterable<ScenarioProblem>): readonly ScenarioProblem[] => {
  const message = `there are more problems from here on; only the first ${maxProblems} are shown`;
  const found = Iterator.from(problems).take(maxProblems + 1);
  return [...found.map((one, index) => (index < maxProblems ? one : { ...one, message, hint: undefined }))];
};

/** The texts of a value that is one or a list of them, with their places. */
export const listTexts = (
  given: string | readonly string[] | undefined,
  path: DocumentPath,
): readonly { readonly text: string; readonly location: DocumentPath }[] => {
  if (given === undefined) return [];
  return typeof given === 'string'
    ? [{ text: given, location: path }]
    : given.map((text, index) => ({ text, location: [...path, index] }));
};

/** Whether the problems are the first of more. */
export const areFirst = (problems: readonly unknown[]): boolean => problems.length > maxProblems;

/** `data.orders[3].status`; names with special characters are quoted: `calls["GET /orders"]`. */
export const formatPath = (path: DocumentPath): string =>
  path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');

export const existingPath = (root: unknown, path: DocumentPath): DocumentPath => {
  let value = root;
  for (const [index, part] of path.entries()) {
    value = childOf(value as Json, part);
    if (value === undefined) return path.slice(0, index);
  }
  return path;
};

/** Converts a JSON Pointer to a path. Whether `3` is a property or an index depends on the value. */
export const pathOfPointer = (root: unknown, pointer: string): DocumentPath => {
  let value = root;
  return pathTo(pointer).map((name) => {
    const part = Array.isArray(value) && /^\d+$/.test(name) ? Number(name) : name;
    value = childOf(value as Json, part);
    return part;
  });
};
