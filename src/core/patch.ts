/** Patches as documents: JSON Merge Patch (RFC 7396) and JSON Patch (RFC 6902). */
import {
  equalsJson,
  getMember,
  isJsonObject,
  type Json,
  type JsonObject,
  maxJsonDepth,
  setMember,
  unescapePointer,
} from './json.ts';

/** Members that are null go, objects are merged, everything else takes the place of what was there (RFC 7396, section 2). */
export const mergePatch = (target: Json | undefined, patch: Json): Json => {
  if (!isJsonObject(patch)) return patch;
  const merged: Record<string, Json> = isJsonObject(target) ? { ...target } : {};
  for (const name of Object.keys(patch)) {
    const value = patch[name] as Json;
    if (value === null) delete merged[name];
    else setMember(merged, name, mergePatch(getMember(merged, name), value));
  }
  return merged;
};

export type Patched =
  | { readonly ok: true; readonly value: Json }
  /** `isTest`: what was to be tested is otherwise. The message begins with the operation's place in the patch. */
  | { readonly ok: false; readonly isTest: boolean; readonly message: string };

/** So much may be copied within one patch, in values: copies of copies would double with each operation. */
const mostCopied = 100_000;

/** Applies the operations one after the other; all of them or none. */
export const jsonPatch = (target: Json, operations: readonly Json[]): Patched => {
  let value = target;
  const budget = { left: mostCopied };
  for (const [at, operation] of operations.entries()) {
    const result = applyOperation(value, operation, budget);
    if ('problem' in result) {
      return { ok: false, isTest: result.isTest ?? false, message: `[${at}]${result.problem}` };
    }
    value = result.value;
  }
  return isDeeper(value, maxJsonDepth)
    ? { ok: false, isTest: false, message: ` makes an item that is nested deeper than ${maxJsonDepth} levels` }
    : { ok: true, value };
};

type Result = { readonly value: Json } | { readonly problem: string; readonly isTest?: boolean };

interface Budget {
  left: number;
}

const applyOperation = (target: Json, operation: Json, budget: Budget): Result => {
  if (!isJsonObject(operation)) return { problem: ' must be an object' };
  const path = tokensAt(operation, 'path');
  if (path === undefined) return { problem: '.path must be a JSON Pointer' };
  const value = getMember(operation, 'value');
  const op = getMember(operation, 'op');
  switch (op) {
    case 'remove':
      return named(operation, 'path', removeAt(target, path));
    case 'add':
    case 'replace':
    case 'test':
      if (value === undefined) return { problem: '.value is required' };
      return op === 'test' ? testAt(target, path, value, operation) : setOrAdd(op, target, path, value, operation);
    case 'move':
    case 'copy':
      return moveOrCopy(op, target, path, operation, budget);
    default:
      return { problem: '.op must be one of add, remove, replace, move, copy, test' };
  }
};

const setOrAdd = (op: 'add' | 'replace', target: Json, path: Path, value: Json, operation: JsonObject): Result => {
  const isThere = op === 'add' || getAt(target, path) !== undefined;
  return named(operation, 'path', isThere ? putAt(target, path, value, op === 'add') : undefined);
};

const testAt = (target: Json, path: Path, expected: Json, operation: JsonObject): Result => {
  const found = getAt(target, path);
  return found !== undefined && equalsJson(found, expected)
    ? { value: target }
    : { problem: `.path ${String(operation.path)} is not what is tested for`, isTest: true };
};

const moveOrCopy = (op: 'move' | 'copy', target: Json, path: Path, operation: JsonObject, budget: Budget): Result => {
  const from = tokensAt(operation, 'from');
  if (from === undefined) return { problem: '.from must be a JSON Pointer' };
  const found = getAt(target, from);
  if (found === undefined) return named(operation, 'from', undefined);
  if (op === 'copy') {
    budget.left -= countValues(found, budget.left);
    if (budget.left <= 0) return { problem: ' copies more than a patch may' };
    return named(operation, 'path', putAt(target, path, found, true));
  }
  // RFC 6902, section 4.4: a value cannot be moved into itself.
  const isInside = from.length < path.length && from.every((token, at) => token === path[at]);
  if (isInside) return { problem: '.from must not be a part of path' };
  const rest = from.length === 0 ? null : (removeAt(target, from) as Json);
  return named(operation, 'path', putAt(rest, path, found, true));
};

const named = (operation: JsonObject, member: 'path' | 'from', value: Json | undefined): Result =>
  value === undefined ? { problem: `.${member} ${String(operation[member])} is not there` } : { value };

type Path = readonly string[];

const tokensAt = (operation: JsonObject, member: string): Path | undefined => {
  const pointer = getMember(operation, member);
  if (typeof pointer !== 'string' || !/^(\/([^~/]|~[01])*)*$/.test(pointer)) return undefined;
  return pointer.split('/').slice(1).map(unescapePointer);
};

const indexPattern = /^(0|[1-9]\d{0,14})$/;

const getAt = (value: Json, path: Path): Json | undefined => {
  let found: Json | undefined = value;
  for (const token of path) {
    if (Array.isArray(found)) found = indexPattern.test(token) ? (found as readonly Json[])[Number(token)] : undefined;
    else found = isJsonObject(found) ? getMember(found, token) : undefined;
  }
  return found;
};

/** Undefined where there is no place for it; into a list it is put before what stands there where `isInserted`. */
const putAt = (value: Json, path: Path, put: Json, isInserted: boolean): Json | undefined =>
  changeAt(value, path, put, (owner, token) => {
    if (isJsonObject(owner)) {
      const copy: Record<string, Json> = { ...owner };
      setMember(copy, token, put);
      return copy;
    }
    const list = owner as readonly Json[];
    const at = token === '-' && isInserted ? list.length : indexPattern.test(token) ? Number(token) : undefined;
    if (at === undefined || at > list.length || (at === list.length && !isInserted)) return undefined;
    return list.toSpliced(at, isInserted ? 0 : 1, put);
  });

const removeAt = (value: Json, path: Path): Json | undefined =>
  getAt(value, path) === undefined
    ? undefined
    : changeAt(value, path, null, (owner, token) => {
        if (Array.isArray(owner)) return owner.toSpliced(Number(token), 1);
        const copy: Record<string, Json> = { ...(owner as JsonObject) };
        delete copy[token];
        return copy;
      });

/** The value with another owner of the last token; only what leads there is copied. */
const changeAt = (
  value: Json,
  path: Path,
  root: Json,
  change: (owner: Json, token: string) => Json | undefined,
): Json | undefined => {
  const [token, ...rest] = path;
  if (token === undefined) return root;
  if (typeof value !== 'object' || value === null) return undefined;
  if (rest.length === 0) return change(value, token);
  const inner = getAt(value, [token]);
  const changed = inner === undefined ? undefined : changeAt(inner, rest, root, change);
  return changed === undefined ? undefined : putAt(value, [token], changed, false);
};

const countValues = (value: Json, most: number): number => {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const inner of Array.isArray(value) ? (value as readonly Json[]) : Object.values(value)) {
    if (count > most) break;
    count += countValues(inner, most - count);
  }
  return count;
};

const isDeeper = (value: Json, limit: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((inner: Json) => isDeeper(inner, limit - 1));
};
