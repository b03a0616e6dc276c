/** Finds the properties of an error body that contain the message and the status, by name. */

import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { type JsonPath, updateAt } from '../../core/primitives/json-path.ts';

export interface ErrorProperties {
  readonly message: JsonPath | undefined;
  readonly statuses: readonly JsonPath[];
}

/** In order of preference: names of sentences for people come first. */
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

/** Whether a generated error has this property although its schema does not require it. */
export const isErrorProperty = (name: string): boolean => knownNames.has(name);

/** `isFree`: whether the schema allows any text at a path. */
export const findErrorProperties = (body: Json, isFree: (path: JsonPath) => boolean = () => true): ErrorProperties => {
  const objects = objectsIn(body);
  const statuses = objects.flatMap(({ path, value }) =>
    Object.entries(value).flatMap(([name, property]) => (isStatus(name, property) ? [[...path, name]] : [])),
  );
  return { message: messagePathIn(body, objects, isFree), statuses };
};

/** A number, or its digits. A `code` is a status only if its present value is one. */
const isStatus = (name: string, property: Json): boolean => {
  if (statusNames.includes(name))
    return typeof property === 'number' || (typeof property === 'string' && /^\d{3}$/.test(property));
  return codeNames.includes(name) && typeof property === 'number' && property >= 100 && property < 600;
};

const messagePathIn = (
  body: Json,
  objects: readonly FoundObject[],
  isFree: (path: JsonPath) => boolean,
): JsonPath | undefined => {
  for (const { path, value } of objects) {
    const name = messageNames.find(
      (candidate) =>
        Object.hasOwn(value, candidate) && typeof value[candidate] === 'string' && isFree([...path, candidate]),
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

/** The objects in the body, outer objects first. Only the first item of a list is searched. */
export const objectsIn = (body: Json): readonly FoundObject[] =>
  collect(body, [], 0).toSorted((left, right) => left.path.length - right.path.length);

const collect = (value: Json, path: JsonPath, depth: number): readonly FoundObject[] => {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : collect(value[0] as Json, [...path, 0], depth + 1);
  if (!isJsonObject(value)) return [];
  const inner = Object.entries(value).flatMap(([name, property]) => collect(property, [...path, name], depth + 1));
  return [{ path, value }, ...inner];
};

/** The first text in a list, such as `{ "errors": { "body": ["..."] } }`, is a message. */
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

/** The body with this message and status. An undefined message leaves the body's own. */
export const fillError = (
  body: Json,
  properties: ErrorProperties,
  { message, status }: { readonly message: string | undefined; readonly status: number },
): Json => {
  if (typeof body === 'string') return message ?? body;
  let filled: Json = body;
  for (const path of properties.statuses)
    filled = updateAt(filled, path, (before) => (typeof before === 'string' ? String(status) : status));
  return message === undefined || properties.message === undefined
    ? filled
    : updateAt(filled, properties.message, () => message);
};
