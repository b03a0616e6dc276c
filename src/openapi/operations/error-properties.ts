/** Finds the properties of an error body that contain the message and the status, by name. */

import { isJsonObject, type Json, type JsonObject, maxSearchedDepth } from '../../core/primitives/json.ts';
import { type JsonPath, updateAt } from '../../core/primitives/json-path.ts';

export interface ErrorProperties {
  readonly message: JsonPath | undefined;
  readonly statuses: readonly JsonPath[];
}

/** Names of properties in order of preference: first of sentences for people, then those that are also used for titles and codes. */
const sentenceNames = ['message', 'detail', 'errormessage', 'errordescription', 'msg', 'errormsg', 'details'];
const otherNames = ['description', 'reason', 'error', 'title', 'summary', 'explanation', 'text', 'info', 'faultstring'];
const statusNames = ['status', 'statuscode', 'httpstatus', 'httpstatuscode', 'httpcode'];
const codeNames = ['code', 'errorcode'];
/** Objects and lists that contain errors. */
const wrapperNames = ['errors', 'fault', 'failures', 'problems', 'violations'];
const knownNames: ReadonlySet<string> = new Set(
  [sentenceNames, otherNames, statusNames, codeNames, wrapperNames].flat(),
);

/** `error_message`, `errorMessage` and `ErrorMessage` are one name. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** Whether a generated error has this property although its schema does not require it. */
export const isErrorProperty = (name: string): boolean =>
  knownNames.has(plainName(name)) || /message$/.test(plainName(name));

export const isMessageName = (name: string): boolean =>
  sentenceNames.includes(plainName(name)) || otherNames.includes(plainName(name));

export const isStatusName = (name: string): boolean =>
  statusNames.includes(plainName(name)) || codeNames.includes(plainName(name));

export const findErrorProperties = (body: Json): ErrorProperties => ({
  message: messagePathsIn(body)[0],
  statuses: objectsIn(body).flatMap(({ path, value }) =>
    Object.entries(value).flatMap(([name, property]) => (isStatus(name, property) ? [[...path, name]] : [])),
  ),
});

/** A number, or its digits. A `code` is a status only if its present value is one. */
const isStatus = (name: string, property: Json): boolean => {
  const number = typeof property === 'string' && /^\d{3}$/.test(property) ? Number(property) : property;
  if (typeof number !== 'number') return false;
  if (statusNames.includes(plainName(name))) return true;
  return codeNames.includes(plainName(name)) && number >= 100 && number < 600;
};

/** Whether a body is an error by its properties, and not the body of a success. */
export const isErrorLike = (body: Json): boolean =>
  typeof body === 'string' ||
  objectsIn(body).some(({ value }) =>
    Object.entries(value).some(
      ([name, property]) =>
        typeof property === 'string' && (sentenceNames.includes(plainName(name)) || plainName(name) === 'error'),
    ),
  );

/** The texts that can state the problem, the most suitable first. Outer objects come before inner ones. */
export const messagePathsIn = (body: Json): readonly JsonPath[] => {
  if (typeof body === 'string') return [[]];
  const objects = objectsIn(body);
  const named = (isNamed: (plain: string) => number): readonly JsonPath[] =>
    objects.flatMap(({ path, value }) =>
      Object.keys(value)
        .filter((name) => textIn(name, value[name] as Json) !== undefined && isNamed(plainName(name)) >= 0)
        .toSorted((left, right) => isNamed(plainName(left)) - isNamed(plainName(right)))
        .map((name) => [...path, name, ...(textIn(name, value[name] as Json) as JsonPath)]),
    );
  const first = firstText(body, [], 0);
  return [
    ...named((name) => sentenceNames.indexOf(name)),
    ...named((name) => (/message$|description$|reason$/.test(name) ? 1 : -1)),
    ...named((name) => otherNames.indexOf(name)),
    ...(first === undefined ? [] : [first]),
    ...named((name) =>
      /^(.*(code|type|id|uri|url|href|link|path|field|date|time|at|name|kind|status|instance|method))$/.test(name)
        ? -1
        : 1,
    ),
  ];
};

/** The path of the text in a property. A `message` may be a list of texts, as NestJS has it. */
const textIn = (name: string, value: Json): JsonPath | undefined => {
  if (typeof value === 'string') return [];
  return name === 'message' && Array.isArray(value) && typeof value[0] === 'string' ? [0] : undefined;
};

interface FoundObject {
  readonly path: JsonPath;
  readonly value: JsonObject;
}

/** The objects in the body, outer objects first. Only the first item of a list is searched. */
export const objectsIn = (body: Json): readonly FoundObject[] =>
  collect(body, [], 0).toSorted((left, right) => left.path.length - right.path.length);

const collect = (value: Json, path: JsonPath, depth: number): readonly FoundObject[] => {
  if (depth > maxSearchedDepth || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : collect(value[0] as Json, [...path, 0], depth + 1);
  if (!isJsonObject(value)) return [];
  const inner = Object.entries(value).flatMap(([name, property]) => collect(property, [...path, name], depth + 1));
  return [{ path, value }, ...inner];
};

/** The first text in a list, such as `{ "errors": { "body": ["..."] } }`, is a message. */
const firstText = (value: Json, path: JsonPath, depth: number): JsonPath | undefined => {
  if (depth > maxSearchedDepth) return undefined;
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
