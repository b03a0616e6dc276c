/** JSON Merge Patch (RFC 7396) and JSON Patch (RFC 6902). */
import {
  copyOf,
  equalsJson,
  getProperty,
  indexOf,
  isJsonObject,
  type Json,
  type JsonObject,
  maxJsonDepth,
  pathTo,
  setProperty,
  valueAt,
} from './json.ts';
import { cutText } from './units.ts';

/** Null removes a property, objects are merged, every other value replaces the existing one (RFC 7396, section 2). */
export const mergePatch = (target: Json | undefined, patch: Json): Json => {
  if (!isJsonObject(patch)) return patch;
  const merged: Record<string, Json> = isJsonObject(target) ? { ...target } : {};
  for (const name of Object.keys(patch)) {
    const value = patch[name] as Json;
    if (value === null) delete merged[name];
    else setProperty(merged, name, mergePatch(getProperty(merged, name), value));
  }
  return merged;
};

export type Patched =
  | { readonly ok: true; readonly value: Json }
  /** `isTest`: a `test` operation failed. The message begins with the operation's index in the patch. */
  | { readonly ok: false; readonly isTest: boolean; readonly message: string };

/** The number of values that one patch may copy: copies of copies would double with each operation. */
const maxCopied = 100_000;
/** The number of items that all insertions and removals of one patch may shift: in a long list, each shifts the items behind it. */
const maxShifted = 500_000_000;

/** Applies the operations in order; all of them or none. `target` is not modified. */
export const jsonPatch = (target: Json, operations: readonly Json[]): Patched => {
  const draft: Draft = { value: target, isOwn: false, copiesLeft: maxCopied, shiftsLeft: maxShifted };
  for (const [index, operation] of operations.entries()) {
    const { problem, isTest = false } = applyOperation(draft, operation) ?? {};
    if (problem !== undefined) return { ok: false, isTest, message: `[${index}]${problem}` };
    if (draft.shiftsLeft < 0) return { ok: false, isTest: false, message: `[${index}] shifts too many items of lists` };
  }
  return sizeOf(draft.value, Number.POSITIVE_INFINITY, maxJsonDepth) === Number.POSITIVE_INFINITY
    ? { ok: false, isTest: false, message: ` results in an item nested deeper than ${maxJsonDepth} levels` }
    : { ok: true, value: draft.value };
};

interface Draft {
  value: Json;
  /** Whether it is a copy, in which nothing occurs twice, and is modified in place: a copy for each operation takes minutes for a megabyte. */
  isOwn: boolean;
  copiesLeft: number;
  shiftsLeft: number;
}

type Container = Json[] | Record<string, Json>;

interface Failure {
  readonly problem: string;
  readonly isTest?: boolean;
}

const applyOperation = (draft: Draft, operation: Json): Failure | undefined => {
  if (!isJsonObject(operation)) return { problem: ' must be an object' };
  const path = tokensAt(operation, 'path');
  if (path === undefined) return { problem: '.path must be a JSON Pointer' };
  const { op = null, value } = operation;
  const found = valueAt(draft.value, path);
  switch (op) {
    case 'remove':
      return removeAt(draft, path) ? undefined : missing(operation, 'path');
    case 'add':
    case 'replace':
    case 'test':
      if (value === undefined) return { problem: '.value is required' };
      if (op === 'test')
        return found !== undefined && equalsJson(found, value)
          ? undefined
          : { problem: `.path ${pathIn(operation, 'path')} does not have the tested value`, isTest: true };
      if (op === 'replace' && found === undefined) return missing(operation, 'path');
      return putAt(draft, path, copyOf(value), op) ? undefined : missing(operation, 'path');
    case 'move':
    case 'copy':
      return moveOrCopy(op, draft, path, operation);
    default:
      return { problem: '.op must be one of add, remove, replace, move, copy, test' };
  }
};

const moveOrCopy = (
  op: 'move' | 'copy',
  draft: Draft,
  path: readonly string[],
  operation: JsonObject,
): Failure | undefined => {
  const from = tokensAt(operation, 'from');
  if (from === undefined) return { problem: '.from must be a JSON Pointer' };
  // What is moved is a part of the copy.
  if (op === 'move') containerAt(draft, []);
  const found = valueAt(draft.value, from);
  if (found === undefined) return missing(operation, 'from');
  if (op === 'copy') {
    draft.copiesLeft -= sizeOf(found, draft.copiesLeft, maxJsonDepth);
    if (draft.copiesLeft <= 0) return { problem: ' copies too many or too deeply nested values' };
    return putAt(draft, path, copyOf(found), 'add') ? undefined : missing(operation, 'path');
  }
  // RFC 6902, section 4.4: a value cannot be moved into one of its own children.
  if (from.length < path.length && from.every((token, index) => token === path[index]))
    return { problem: '.from must not be a prefix of path' };
  removeAt(draft, from);
  return putAt(draft, path, found, 'add') ? undefined : missing(operation, 'path');
};

const missing = (operation: JsonObject, property: 'path' | 'from'): Failure => ({
  problem: `.${property} ${pathIn(operation, property)} does not exist`,
});

const pathIn = (operation: JsonObject, property: string): string => cutText(String(operation[property]));

const tokensAt = (operation: JsonObject, property: string): readonly string[] | undefined => {
  const pointer = getProperty(operation, property);
  if (typeof pointer !== 'string' || !/^(\/([^~/]|~[01])*)*$/.test(pointer)) return undefined;
  return pathTo(pointer);
};

/** The list or object at a path, which may be modified; undefined if there is none. */
const containerAt = (draft: Draft, path: readonly string[]): Container | undefined => {
  if (!draft.isOwn) draft.value = copyOf(draft.value);
  draft.isOwn = true;
  const found = valueAt(draft.value, path);
  return typeof found === 'object' && found !== null ? (found as Container) : undefined;
};

/** False if the parent or the index does not exist. In a list, an added value is inserted before the existing one. */
const putAt = (draft: Draft, path: readonly string[], value: Json, op: 'add' | 'replace'): boolean => {
  const token = path.at(-1);
  const parent = token === undefined ? undefined : containerAt(draft, path.slice(0, -1));
  if (token === undefined) {
    draft.value = value;
    draft.isOwn = true;
  } else if (Array.isArray(parent)) {
    const index = token === '-' && op === 'add' ? parent.length : indexOf(token);
    if (index === undefined || index > parent.length) return false;
    if (op === 'add') draft.shiftsLeft -= parent.length - index;
    parent.splice(index, op === 'add' ? 0 : 1, value);
  } else if (parent === undefined) return false;
  else setProperty(parent, token, value);
  return true;
};

/** False if there is no value at the path. */
const removeAt = (draft: Draft, path: readonly string[]): boolean => {
  if (valueAt(draft.value, path) === undefined) return false;
  const token = path.at(-1);
  const parent = token === undefined ? undefined : containerAt(draft, path.slice(0, -1));
  if (token === undefined) draft.value = null;
  else if (Array.isArray(parent)) {
    parent.splice(Number(token), 1);
    draft.shiftsLeft -= parent.length - Number(token);
  } else delete parent?.[token];
  return true;
};

/** The number of values within a value, at most about `max`; infinite if it is nested deeper than `depth`. */
const sizeOf = (value: Json, max: number, depth: number): number => {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth === 0) return Number.POSITIVE_INFINITY;
  let size = 1;
  for (const child of Object.values(value) as readonly Json[]) {
    if (size > max) break;
    size += sizeOf(child, max - size, depth - 1);
  }
  return size;
};
