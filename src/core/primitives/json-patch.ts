/** Patches as documents: JSON Merge Patch (RFC 7396) and JSON Patch (RFC 6902). */
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  maxJsonDepth,
  setProperty,
} from './json.ts';
import { childOf, indexOf, pathTo, valueAt } from './json-path.ts';

/** Members that are null go, objects are merged, everything else takes the place of what was there (RFC 7396, section 2). */
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
  /** `isTest`: what was to be tested is otherwise. The message begins with the operation's place in the patch. */
  | { readonly ok: false; readonly isTest: boolean; readonly message: string };

/** So much may be copied within one patch, in values: copies of copies would double with each operation. */
const maxCopied = 100_000;

/** Applies the operations one after the other; all of them or none. What it is given stays as it is. */
export const jsonPatch = (target: Json, operations: readonly Json[]): Patched => {
  const draft: PatchTarget = { value: target, own: new Set(), copiesLeft: maxCopied };
  for (const [at, operation] of operations.entries()) {
    const found = applyOperation(draft, operation);
    if (found !== undefined) return { ok: false, isTest: found.isTest ?? false, message: `[${at}]${found.problem}` };
  }
  return isDeeper(draft.value, maxJsonDepth)
    ? { ok: false, isTest: false, message: ` makes an item that is nested deeper than ${maxJsonDepth} levels` }
    : { ok: true, value: draft.value };
};

/** What a patch has come to so far. */
interface PatchTarget {
  value: Json;
  /**
   * Lists and objects that this patch has copied, and that stand in one place only: they are changed as they are. To copy
   * them for each operation would take minutes for what a body of a megabyte can say.
   */
  readonly own: Set<Container>;
  copiesLeft: number;
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
      return removeAt(draft, path) ? undefined : notThere(operation, 'path');
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
  const isThere = op === 'add' || valueAt(draft.value, path) !== undefined;
  return isThere && putAt(draft, path, value, op === 'add') ? undefined : notThere(operation, 'path');
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
    : { problem: `.path ${String(operation.path)} is not what is tested for`, isTest: true };
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
  if (found === undefined) return notThere(operation, 'from');
  if (op === 'copy') {
    draft.copiesLeft -= share(draft, found, draft.copiesLeft, maxJsonDepth);
    if (draft.copiesLeft <= 0) return { problem: ' copies more than a patch may' };
  } else {
    // RFC 6902, section 4.4: a value cannot be moved into itself.
    const isInside = from.length < path.length && from.every((token, at) => token === path[at]);
    if (isInside) return { problem: '.from must not be a part of path' };
    removeAt(draft, from);
  }
  return putAt(draft, path, found, true) ? undefined : notThere(operation, 'path');
};

const notThere = (operation: JsonObject, property: 'path' | 'from'): Failure => ({
  problem: `.${property} ${String(operation[property])} is not there`,
});

const tokensAt = (operation: JsonObject, property: string): readonly string[] | undefined => {
  const pointer = getProperty(operation, property);
  if (typeof pointer !== 'string' || !/^(\/([^~/]|~[01])*)*$/.test(pointer)) return undefined;
  return pathTo(pointer);
};

/** False where there is no place for it; into a list it is put before what stands there where `isInserted`. */
const putAt = (draft: PatchTarget, path: readonly string[], put: Json, isInserted: boolean): boolean => {
  const token = path.at(-1);
  if (token === undefined) {
    draft.value = put;
    return true;
  }
  const owner = ownAt(draft, path.slice(0, -1));
  if (owner === undefined) return false;
  if (!Array.isArray(owner)) {
    setProperty(owner, token, put);
    return true;
  }
  const at = token === '-' && isInserted ? owner.length : indexOf(token);
  if (at === undefined || at > owner.length || (at === owner.length && !isInserted)) return false;
  owner.splice(at, isInserted ? 0 : 1, put);
  return true;
};

/** False where there is nothing. */
const removeAt = (draft: PatchTarget, path: readonly string[]): boolean => {
  if (valueAt(draft.value, path) === undefined) return false;
  const token = path.at(-1);
  if (token === undefined) {
    draft.value = null;
    return true;
  }
  const owner = ownAt(draft, path.slice(0, -1)) as Container;
  if (Array.isArray(owner)) owner.splice(Number(token), 1);
  else delete owner[token];
  return true;
};

/** The list or object at a path, such that it may be changed; undefined where there is none. */
const ownAt = (draft: PatchTarget, path: readonly string[]): Container | undefined => {
  let owner = own(draft, draft.value);
  if (owner === undefined) return undefined;
  draft.value = owner;
  for (const token of path) {
    const inner = own(draft, childOf(owner, token));
    if (inner === undefined) return undefined;
    if (Array.isArray(owner)) owner[Number(token)] = inner;
    else setProperty(owner, token, inner);
    owner = inner;
  }
  return owner;
};

const own = (draft: PatchTarget, value: Json | undefined): Container | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (draft.own.has(value as Container)) return value as Container;
  const copy: Container = Array.isArray(value) ? [...(value as readonly Json[])] : { ...(value as JsonObject) };
  draft.own.add(copy);
  return copy;
};

/** Of what then stands in two places nothing is changed as it is. Answers how many values it has; more than `most` where it is too deep. */
const share = (draft: PatchTarget, value: Json, most: number, depth: number): number => {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth === 0) return most + 1;
  draft.own.delete(value as Container);
  let count = 1;
  for (const inner of Array.isArray(value) ? (value as readonly Json[]) : Object.values(value)) {
    if (count > most) break;
    count += share(draft, inner, most - count, depth - 1);
  }
  return count;
};

const isDeeper = (value: Json, limit: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((inner: Json) => isDeeper(inner, limit - 1));
};
