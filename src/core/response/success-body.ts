/** Generated bodies of successes: they report success, and no errors. */

import { phrases, wordLists } from '../../parts/words/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import { plainName } from '../primitives/singular.ts';
import type { Check } from '../service/check.ts';

/**
 * A generated body with its flag of success set, the status and the message of a success, and without errors beside it, as far as the check allows.
 * `isAround`: whether it is around an item or a list.
 */
export const asSuccess = (body: Json, check: Check, status = 200, isAround = false): Json => {
  if (!isJsonObject(body)) return body;
  const names = Object.keys(body);
  const hasFlag = names.some((name) => wordLists.successFlags.has(name) && typeof body[name] === 'boolean');
  const isEnvelope = isAround || isAboutResponse(body, names, hasFlag);
  if (!hasFlag && !isEnvelope) return body;
  const about = { hasFlag, isEnvelope, status };
  // Each may take some checks of the body; a document may spell them in any number of ways.
  const others = names.flatMap((name) => {
    const values = othersFor(plainName(name), name, body[name] as Json, about);
    return values.length === 0 ? [] : [{ name, values }];
  });
  return others.slice(0, 10).reduce((current, { name, values }) => withFirst(current, name, values, check), body);
};

/** Whether it has a message and a status of the response, or content beside one of them, and nothing that identifies a thing. */
const isAboutResponse = (body: JsonObject, names: readonly string[], hasFlag: boolean): boolean => {
  const plain = names.map(plainName);
  if (plain.some((name) => ['id', 'uuid', 'slug'].includes(name))) return false;
  const hasMessage = plain.some((name) => wordLists.shownMessages.has(name) && !wordLists.maybeMessages.has(name));
  const hasStatus =
    hasFlag || names.some((name) => wordLists.shownStatuses.has(name) && typeof body[name] !== 'object');
  const hasContent = names.some((name) => wordLists.contents.has(name) && typeof body[name] === 'object');
  return [hasMessage, hasStatus, hasContent].filter(Boolean).length > 1;
};

/** What a property may be in place of its value, the best first; `undefined`: nothing. */
const othersFor = (
  plain: string,
  name: string,
  value: Json,
  { hasFlag, isEnvelope, status }: { readonly hasFlag: boolean; readonly isEnvelope: boolean; readonly status: number },
): readonly (Json | undefined)[] => {
  if (wordLists.successFlags.has(name) && typeof value === 'boolean') return value ? [] : [true];
  if (wordLists.shownErrors.has(plain))
    return [...(Array.isArray(value) ? [[]] : []), undefined, null, ...(typeof value === 'number' ? [0] : [])];
  if (!isEnvelope) return [];
  if (typeof value === 'number' && wordLists.errorNumbers.has(plain)) return [0];
  if (typeof value === 'number' && wordLists.shownStatuses.has(plain))
    return value === status || value === 0 ? [] : [status, 200, 0];
  if (typeof value === 'string' && wordLists.shownStatuses.has(plain))
    return phrases.succeeded.test(value) ? [] : ['success', 'SUCCESS', 'Success', 'ok', 'OK', String(status), '0'];
  // A `message` may be that of an example.
  if (
    typeof value === 'string' &&
    wordLists.shownMessages.has(plain) &&
    plain !== 'message' &&
    /(msg|message)$/.test(plain)
  )
    return phrases.succeeded.test(value) ? [] : ['OK'];
  return value === null && hasFlag && wordLists.contents.has(plain) ? [undefined] : [];
};

const withFirst = (body: JsonObject, name: string, values: readonly (Json | undefined)[], check: Check): JsonObject => {
  const { [name]: _value, ...rest } = body;
  const problems = check(body).length;
  const others = values.map((value): JsonObject => (value === undefined ? rest : { ...body, [name]: value }));
  return others.find((one) => check(one).length <= problems) ?? body;
};
