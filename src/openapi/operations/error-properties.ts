/** Finds the properties of an error body that contain the message and the status, by name. */

import {
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  maxSearchedDepth,
  setAt,
  valueAt,
} from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/words.ts';
import { wordLists } from '../../parts/words/index.ts';

export interface ErrorProperties {
  readonly message: JsonPath | undefined;
  readonly statuses: readonly JsonPath[];
}

/** Whether a generated error has this property although its schema does not require it. */
export const isErrorProperty = (name: string): boolean =>
  isTextName(name) || isStatusName(name) || wordLists.errorLists.has(name) || wordLists.successFlags.has(name);

export const isMessageName = (name: string): boolean =>
  wordLists.errorSentences.has(name) || wordLists.errorTexts.has(name);

export const isTextName = (name: string): boolean => isMessageName(name) || plainName(name).endsWith('message');

export const isStatusName = (name: string): boolean =>
  wordLists.errorStatuses.has(name) || wordLists.errorCodes.has(name);

export const findErrorProperties = (body: Json): ErrorProperties => ({
  message: messagePathsIn(body)[0],
  statuses: objectsIn(body).flatMap(({ path, value }) =>
    Object.entries(value).flatMap(([name, property]) => (isStatus(name, property) ? [[...path, name]] : [])),
  ),
});

/** Whether a property has a status: a number, or its digits. A `code` has one only if its present value is one. */
const isStatus = (name: string, property: Json) => {
  const number = typeof property === 'string' && /^\d{3}$/.test(property) ? Number(property) : property;
  if (typeof number !== 'number') return false;
  return wordLists.errorStatuses.has(name) || (wordLists.errorCodes.has(name) && number >= 100 && number < 600);
};

/** Whether a body is an error by its properties, and not the body of a success. */
export const isErrorLike = (body: Json): boolean =>
  typeof body === 'string' ||
  objectsIn(body).some(({ value }) =>
    Object.entries(value).some(
      ([name, property]) =>
        typeof property === 'string' && (wordLists.errorSentences.has(name) || plainName(name) === 'error'),
    ),
  );

/** The texts that can state the problem, the most suitable first. Outer objects come before inner ones. */
export const messagePathsIn = (body: Json): readonly JsonPath[] => {
  if (typeof body === 'string') return [[]];
  const { errorSentences, errorTextEnds, errorTexts, besideErrorTexts } = wordLists;
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
    ...named((name) => errorSentences.all.indexOf(name)),
    ...named((name) => (errorTextEnds.ends(name) ? 1 : -1)),
    ...named((name) => errorTexts.all.indexOf(name)),
    ...(first === undefined ? [] : [first]),
    ...named((name) => (besideErrorTexts.ends(name) ? -1 : 1)),
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
  for (const path of properties.statuses) {
    const before = valueAt(filled, path);
    if (before !== undefined) filled = setAt(filled, path, typeof before === 'string' ? String(status) : status);
  }
  const { message: at } = properties;
  if (message === undefined || at === undefined) return filled;
  const hasPlace = valueAt(filled, at) !== undefined || isJsonObject(valueAt(filled, at.slice(0, -1)));
  return hasPlace ? setAt(filled, at, message) : filled;
};
