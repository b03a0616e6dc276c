/** Properties beside a list with the names of path parameters. */

import { isJsonObject, type Json, setAt, stringifyJson } from '../primitives/json.ts';
import { plainName } from '../primitives/words.ts';
import type { RequestContext } from '../request/request-context.ts';

/** A property beside the list with the name of a path parameter has its value: `list_id` below `/lists/{list_id}`. */
export const reflectPath = (rest: Json, { operation, parameters }: RequestContext): Json => {
  if (!isJsonObject(rest)) return rest;
  let result: Json = rest;
  for (const [index, { name, in: location }] of (operation?.parameters ?? []).entries()) {
    const sent = location === 'path' ? parameters[index] : undefined;
    if (sent === undefined || !('value' in sent)) continue;
    const property = Object.keys(rest).find((other) => plainName(other) === plainName(name));
    const before = property === undefined ? undefined : rest[property];
    const value = convertTo(typeof before, sent.value);
    if (property !== undefined && typeof value === typeof before) result = setAt(result, [property], value);
  }
  return result;
};

/** `type`: that of the property, else that of the generated value. */
export const convertTo = (type: string, value: Json): Json => {
  if ((type === 'text' || type === 'string') && typeof value !== 'string') return stringifyJson(value);
  if (type !== 'number' || typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) return value;
  return Number(value);
};
