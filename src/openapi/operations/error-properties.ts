/** Which members of an error body say what went wrong, and with which status. Found by their names. */

import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { type JsonPath, updateAt } from '../../core/primitives/json-path.ts';

export interface ErrorProperties {
  readonly message: JsonPath | undefined;
  readonly statuses: readonly JsonPath[];
}

/** In order of preference: the more it is a sentence for people, the earlier. */
const messageNames = [
  'message',
  'detail',
  'error_message',
  'errorMessage',
  'error_description',
  'msg',
  'description',
  'reason',
  'error',
  'title',
];
const statusNames = ['status', 'statusCode', 'status_code', 'httpStatus', 'http_status', 'httpStatusCode'];
const codeNames = ['code', 'error_code', 'errorCode'];
const knownNames: ReadonlySet<string> = new Set([...messageNames, ...statusNames, ...codeNames, 'errors']);

/** Members that an error is built with although its schema does not require them. */
export const isErrorProperty = (name: string): boolean => knownNames.has(name);

/** `isFree`: whether any text may stand there. */
export const findPlaces = (body: Json, isFree: (path: JsonPath) => boolean = () => true): ErrorProperties => {
  const objects = objectsIn(body);
  const statuses = objects.flatMap(({ path, value }) =>
    Object.entries(value).flatMap(([name, property]) => (isStatus(name, property) ? [[...path, name]] : [])),
  );
  return { message: messagePlace(body, objects, isFree), statuses };
};

/** A number, or its digits, where a status stands; `code` only if it is a status already. */
const isStatus = (name: string, property: Json): boolean => {
  if (statusNames.includes(name))
    return typeof property === 'number' || (typeof property === 'string' && /^\d{3}$/.test(property));
  return codeNames.includes(name) && typeof property === 'number' && property >= 100 && property < 600;
};

const messagePlace = (
  body: Json,
  objects: readonly FoundObject[],
  isFree: (path: JsonPath) => boolean,
): JsonPath | undefined => {
  for (const { path, value } of objects) {
    const name = messageNames.find(
      (one) => Object.hasOwn(value, one) && typeof value[one] === 'string' && isFree([...path, one]),
    );
    if (name !== undefined) return [...path, name];
  }
  const first = firstText(body, [], 0);
  return first !== undefined && isFree(first) ? first : undefined;
};

export interface FoundObject {
  readonly path: JsonPath;
  readonly value: JsonObject;
}

const maxDepth = 4;

/** Objects in the body, the outer ones first; of a list only the first item is the error that is meant. */
export const objectsIn = (body: Json): readonly FoundObject[] =>
  collect(body, [], 0).toSorted((one, other) => one.path.length - other.path.length);

const collect = (value: Json, path: JsonPath, depth: number): readonly FoundObject[] => {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : collect(value[0] as Json, [...path, 0], depth + 1);
  if (!isJsonObject(value)) return [];
  const inner = Object.entries(value).flatMap(([name, property]) => collect(property, [...path, name], depth + 1));
  return [{ path, value }, ...inner];
};

/** `{ "errors": { "body": ["..."] } }`: the first text in a list is a message. */
const firstText = (value: Json, path: JsonPath, depth: number): JsonPath | undefined => {
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) return typeof value[0] === 'string' ? [...path, 0] : undefined;
  if (!isJsonObject(value)) return undefined;
  for (const [name, property] of Object.entries(value)) {
    const found = firstText(property, [...path, name], depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The body with what is given in its places; without a message that stays as it is. */
export const fillError = (
  body: Json,
  places: ErrorProperties,
  { message, status }: { readonly message: string | undefined; readonly status: number },
): Json => {
  if (typeof body === 'string') return message ?? body;
  let filled: Json = body;
  for (const path of places.statuses)
    filled = updateAt(filled, path, (before) => (typeof before === 'string' ? String(status) : status));
  return message === undefined || places.message === undefined
    ? filled
    : updateAt(filled, places.message, () => message);
};
