/** Generated bodies of successes: they report success, and no errors. */

import { isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import type { Check } from '../service/check.ts';

/** Names of properties that report success. */
export const successName = /^(ok|success|succeeded|successful|acknowledged)$/i;

const errorName = /^(errors?|error_?(messages?|code|description|details))$/i;

/** A generated body with its flag of success set, and without errors beside it, as far as the check allows. */
export const asSuccess = (body: Json, check: Check): Json => {
  if (!isJsonObject(body)) return body;
  const names = Object.keys(body);
  const flags = names.filter((name) => successName.test(name) && typeof body[name] === 'boolean');
  const errors = flags.length === 0 ? [] : names.filter((name) => errorName.test(name));
  const isNeeded = errors.length > 0 || flags.some((name) => body[name] === false);
  if (!isNeeded) return body;
  // Each may take three checks of the body; a document may spell them in any number of ways.
  return [...flags, ...errors].slice(0, 10).reduce((current, name) => withSuccess(current, name, check), body);
};

const withSuccess = (body: JsonObject, name: string, check: Check): JsonObject => {
  const { [name]: value, ...rest } = body;
  if (value === true) return body;
  const set = (other: Json): JsonObject => ({ ...body, [name]: other });
  const others = value === false ? [set(true)] : [...(Array.isArray(value) ? [set([])] : []), rest, set(null)];
  const problems = check(body).length;
  return others.find((one) => check(one).length <= problems) ?? body;
};
