/** Generated bodies of successes: they report success, and no errors. */

import { isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import { plainName } from '../primitives/singular.ts';
import type { Check } from '../service/check.ts';

/** Names of properties that report success. */
export const successName = /^(ok|success|succeeded|successful|acknowledged)$/i;

/** Names of what is said of the response beside its content, in plain form. */
const errorName = /^(errors?|error(messages?|code|description|details|type)|exceptions?|stacktrace)$/;
const statusName = /^(http)?(status|code)(code)?$|^(return|response|result|ret|api|biz|business)(status|code)$/;
const errorNumber = /^(errcode|errno|errorno)$/;
const messageName = /^(status|result|response|return|ret|err|error|api)?(msg|message|text|desc|description)$/;
const contentName = /^(data|result|results|payload|content|response|body|item|items|value|object)$/;

const successText = /succe|^(ok|done|completed?|fine|created|updated|deleted|2\d\d|0)$/i;

/**
 * A generated body with its flag of success set, the status and the message of a success, and without errors beside it, as far as the check allows.
 * `isAround`: whether it is around an item or a list.
 */
export const asSuccess = (body: Json, check: Check, status = 200, isAround = false): Json => {
  if (!isJsonObject(body)) return body;
  const names = Object.keys(body);
  const hasFlag = names.some((name) => successName.test(name) && typeof body[name] === 'boolean');
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
  if (plain.some((name) => /^_?(id|uuid|slug)$/.test(name))) return false;
  const hasMessage = plain.some((name) => messageName.test(name) && !/^(text|desc|description)$/.test(name));
  const hasStatus = hasFlag || names.some((name) => statusName.test(plainName(name)) && typeof body[name] !== 'object');
  const hasContent = names.some((name) => contentName.test(plainName(name)) && typeof body[name] === 'object');
  return [hasMessage, hasStatus, hasContent].filter(Boolean).length > 1;
};

/** What a property may be in place of its value, the best first; `undefined`: nothing. */
const othersFor = (
  plain: string,
  name: string,
  value: Json,
  { hasFlag, isEnvelope, status }: { readonly hasFlag: boolean; readonly isEnvelope: boolean; readonly status: number },
): readonly (Json | undefined)[] => {
  if (successName.test(name) && typeof value === 'boolean') return value ? [] : [true];
  if (errorName.test(plain))
    return [...(Array.isArray(value) ? [[]] : []), undefined, null, ...(typeof value === 'number' ? [0] : [])];
  if (!isEnvelope) return [];
  if (typeof value === 'number' && errorNumber.test(plain)) return [0];
  if (typeof value === 'number' && statusName.test(plain))
    return value === status || value === 0 ? [] : [status, 200, 0];
  if (typeof value === 'string' && statusName.test(plain))
    return successText.test(value) ? [] : ['success', 'SUCCESS', 'Success', 'ok', 'OK', String(status), '0'];
  // A `message` may be that of an example.
  if (typeof value === 'string' && messageName.test(plain) && /(?<=.)(msg|message)$|^msg$/.test(plain))
    return successText.test(value) ? [] : ['OK'];
  return value === null && hasFlag && contentName.test(plain) ? [undefined] : [];
};

const withFirst = (body: JsonObject, name: string, values: readonly (Json | undefined)[], check: Check): JsonObject => {
  const { [name]: _value, ...rest } = body;
  const problems = check(body).length;
  const others = values.map((value): JsonObject => (value === undefined ? rest : { ...body, [name]: value }));
  return others.find((one) => check(one).length <= problems) ?? body;
};
