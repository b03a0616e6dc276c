/** JSON Merge Patch (RFC 7396) and JSON Patch (RFC 6902). */
import {
  childOf,
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
  const draft: PatchTarget = { value: target, owned: new Set(), copiesLeft: maxCopied, shiftsLeft: maxShifted };
  for (const [index, operation] of operations.entries()) {
    const failure = applyOperation(draft, operation);
    if (failure !== undefined)
      return { ok: false, isTest: failure.isTest ?? false, message: `[${index}]${failure.problem}` };
    if (draft.shiftsLeft < 0) return { ok: false, isTest: false, message: `[${index}] shifts too many items of lists` };
  }
  return isDeeper(draft.value, maxJsonDepth)
    ? { ok: false, isTest: false, message: ` results in an item nested deeper than ${maxJsonDepth} levels` }
    : { ok: true, value: draft.value };
};

/** The result of the operations applied so far. */
interface PatchTarget {
  value: Json;
  /**
   * Lists and objects that this patch has copied and that occur only once in `value`: they are modified in place.
   * Copying them for each operation would take minutes for a patch of a megabyte.
   */
  readonly owned: Set<Container>;
  copiesLeft: number;
  shiftsLeft: number;
}

type Container = Json[] | Record<string, Json>;

interface Failure {
  readonly problem: string;
  readonly isTest?: boolean;
}

const applyOperation = (draft: PatchTarget, operation: Json): Failure | undefined => {
  if (!isJsonObject(operation)) return { problem: ' must be an object' };
  const path = tokensAt(operation, 'path');
  if (path === undefined) return { problem: '.path must be a JSON Pointer' };
  const value = getProperty(operation, 'value');
  const op = getProperty(operation, 'op');
  switch (op) {
    case 'remove':
      return removeAt(draft, path) ? undefined : missing(operation, 'path');
    case 'add':
    case 'replace':
    case 'test':
      if (value === undefined) return { problem: '.value is required' };
      return op === 'test' ? testAt(draft, path, value, operation) : setOrAdd(op, draft, path, value, operation);
    case 'move':
    case 'copy':
      return moveOrCopy(op, draft, path, operation);
    default:
      return { problem: '.op must be one of add, remove, replace, move, copy, test' };
  }
};

const setOrAdd = (
  op: 'add' | 'replace',
  draft: PatchTarget,
  path: readonly string[],
  value: Json,
  operation: JsonObject,
): Failure | undefined => {
  const exists = op === 'add' || valueAt(draft.value, path) !== undefined;
  return exists && putAt(draft, path, value, { isInserted: op === 'add' }) ? undefined : missing(operation, 'path');
};

const testAt = (
  draft: PatchTarget,
  path: readonly string[],
  expected: Json,
  operation: JsonObject,
): Failure | undefined => {
  const found = valueAt(draft.value, path);
  return found !== undefined && equalsJson(found, expected)
    ? undefined
    : { problem: `.path ${pathIn(operation, 'path')} does not have the tested value`, isTest: true };
};

const moveOrCopy = (
  op: 'move' | 'copy',
  draft: PatchTarget,
  path: readonly string[],
  operation: JsonObject,
): Failure | undefined => {
  const from = tokensAt(operation, 'from');
  if (from === undefined) return { problem: '.from must be a JSON Pointer' };
  const found = valueAt(draft.value, from);
  if (found === undefined) return missing(operation, 'from');
  if (op === 'copy') {
    draft.copiesLeft -= markShared(draft, found, draft.copiesLeft, maxJsonDepth);
    if (draft.copiesLeft <= 0) return { problem: ' copies too many or too deeply nested values' };
  } else {
    // RFC 6902, section 4.4: a value cannot be moved into one of its own children.
    const isChild = from.length < path.length && from.every((token, index) => token === path[index]);
    if (isChild) return { problem: '.from must not be a prefix of path' };
    removeAt(draft, from);
  }
  return putAt(draft, path, found, { isInserted: true }) ? undefined : missing(operation, 'path');
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

/**
 * False if the parent or the index does not exist. `isInserted`: in a list, the value is inserted before the existing one;
 * otherwise it replaces a value that must exist.
 */
const putAt = (
  draft: PatchTarget,
  path: readonly string[],
  value: Json,
  { isInserted }: { readonly isInserted: boolean },
): boolean => {
  const token = path.at(-1);
  if (token === undefined) {
    draft.value = value;
    return true;
  }
  const parent = ownedAt(draft, path.slice(0, -1));
  if (parent === undefined) return false;
  if (!Array.isArray(parent)) {
    setProperty(parent, token, value);
    return true;
  }
  const index = token === '-' && isInserted ? parent.length : indexOf(token);
  if (index === undefined || index > parent.length) return false;
  if (isInserted) draft.shiftsLeft -= parent.length - index;
  parent.splice(index, isInserted ? 0 : 1, value);
  return true;
};

/** False if there is no value at the path. */
const removeAt = (draft: PatchTarget, path: readonly string[]): boolean => {
  if (valueAt(draft.value, path) === undefined) return false;
  const token = path.at(-1);
  if (token === undefined) {
    draft.value = null;
    return true;
  }
  const parent = ownedAt(draft, path.slice(0, -1)) as Container;
  if (Array.isArray(parent)) removeItem(draft, parent, Number(token));
  else delete parent[token];
  return true;
};

const removeItem = (draft: PatchTarget, list: Json[], index: number): void => {
  list.splice(index, 1);
  draft.shiftsLeft -= list.length - index;
};

/** The list or object at a path, copied if needed so that it may be modified; undefined if there is none. */
const ownedAt = (draft: PatchTarget, path: readonly string[]): Container | undefined => {
  let parent = owned(draft, draft.value);
  if (parent === undefined) return undefined;
  draft.value = parent;
  for (const token of path) {
    const child = owned(draft, childOf(parent, token));
    if (child === undefined) return undefined;
    if (Array.isArray(parent)) parent[Number(token)] = child;
    else setProperty(parent, token, child);
    parent = child;
  }
  return parent;
};

const owned = (draft: PatchTarget, value: Json | undefined): Container | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (draft.owned.has(value as Container)) return value as Container;
  const copy: Container = Array.isArray(value) ? [...(value as readonly Json[])] : { ...(value as JsonObject) };
  draft.owned.add(copy);
  return copy;
};

/**
 * Marks a value that will occur twice as shared, so that it is no longer modified in place. Returns its number of values;
 * more than `max` if it is nested too deep.
 */
const markShared = (draft: PatchTarget, value: Json, max: number, depth: number): number => {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth === 0) return max + 1;
  draft.owned.delete(value as Container);
  let count = 1;
  for (const child of Object.values(value) as readonly Json[]) {
    if (count > max) break;
    count += markShared(draft, child, max - count, depth - 1);
  }
  return count;
};

const isDeeper = (value: Json, limit: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((child: Json) => isDeeper(child, limit - 1));
};
