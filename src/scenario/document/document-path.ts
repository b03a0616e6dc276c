/** Where a value stands in a scenario document: member names and positions in lists. */
import type { ConfigProblemCode } from '../../core/primitives/config-error.ts';
import { isJsonObject, unescapePointer } from '../../core/primitives/json.ts';

export type DocumentPath = readonly (string | number)[];

/** A problem with a document, not yet found in a file. */
export interface ScenarioProblem {
  readonly code: ConfigProblemCode;
  readonly path: DocumentPath;
  /** Whether the key at the path is wrong, or the value. */
  readonly at: 'key' | 'value';
  /** A whole sentence, without the place and the full stop. */
  readonly message: string;
  readonly hint: string | undefined;
}

/** Beyond so many problems a list helps nobody. */
const maxProblems = 100;

/** The first problems, and a last one that says when there are more. */
export const firstProblems = (problems: Iterable<ScenarioProblem>): readonly ScenarioProblem[] => {
  const first: ScenarioProblem[] = [];
  for (const problem of problems) {
    if (first.length === maxProblems) {
      return [
        ...first,
        {
          ...problem,
          message: `there are more problems, from here on: these are the first ${maxProblems}`,
          hint: undefined,
        },
      ];
    }
    first.push(problem);
  }
  return first;
};

/** `data.orders[3].status`; names that are no plain words are quoted: `calls["GET /orders"]`. */
export const formatPath = (path: DocumentPath): string =>
  path
    .map((part, at) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(part)) return `[${JSON.stringify(part)}]`;
      return at === 0 ? part : `.${part}`;
    })
    .join('');

/** The part of a path that leads somewhere in `root`: all of it, or up to the first member that is not there. */
export const existingPath = (root: unknown, path: DocumentPath): DocumentPath => {
  let value = root;
  for (const [at, part] of path.entries()) {
    const child = childOf(value, part);
    if (child === undefined) return path.slice(0, at);
    value = child.value;
  }
  return path;
};

/** The path that a JSON Pointer means in a value: whether `3` is a member or a position depends on what it points into. */
export const pathOfPointer = (root: unknown, pointer: string): DocumentPath => {
  let value = root;
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const name = unescapePointer(token);
      const part = Array.isArray(value) && /^\d+$/.test(name) ? Number(name) : name;
      value = childOf(value, part)?.value;
      return part;
    });
};

export const valueAt = (root: unknown, path: DocumentPath): unknown => {
  let value = root;
  for (const part of path) value = childOf(value, part)?.value;
  return value;
};

const childOf = (value: unknown, part: string | number): { readonly value: unknown } | undefined => {
  if (Array.isArray(value)) return typeof part === 'number' && part < value.length ? { value: value[part] } : undefined;
  if (!isJsonObject(value)) return undefined;
  return Object.hasOwn(value, part) ? { value: value[part] } : undefined;
};
