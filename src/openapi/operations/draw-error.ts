/** Error bodies that state a status: built from a schema, or an example of another status that is changed. */

import { statusText } from '../../core/http/status-text.ts';
import { isJsonObject, type Json, type JsonPath, setAt, type Token, valueAt } from '../../core/primitives/json.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { plainName } from '../../core/primitives/words.ts';
import type { Check } from '../../core/service/check.ts';
import { wordLists } from '../../parts/words/index.ts';
import type { Generators } from '../generate/generate.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import {
  findErrorProperties,
  isErrorProperty,
  isMessageName,
  isStatusName,
  messagePathsIn,
  objectsIn,
} from './error-properties.ts';
import { mistakePlaces } from './mistake-places.ts';

/** The schema of an error body. Without a key, nothing is known of it, and any body fits. */
export interface ErrorSchema {
  readonly key: string | undefined;
  readonly check: Check;
  readonly schemas: SchemaSet;
  readonly generators: Generators;
}

export type KnownError = ErrorSchema & { readonly key: string };

/** Whether a body breaks its schema no more than another. */
export const isAsGood = ({ check }: ErrorSchema, body: Json, before: Json): boolean =>
  check(body).length <= check(before).length;

/** `keeps`: the properties that it has in addition to the required ones. */
export const drawError = (
  { key, schemas, generators }: KnownError,
  status: number,
  keeps: (name: string) => boolean,
): Json => generators.plainValue(key, { keeps, rank: branchRanker(schemas, status) });

export const buildError = (schema: KnownError, status: number): Json => {
  const plain = drawError(schema, status, isErrorProperty);
  const path = messagePath(plain, schema);
  if (path !== undefined) return stateStatus(withoutMistakes(plain, path, schema, status), schema, status);
  // No text has a usual name. Any other one is better than none.
  const whole = drawError(schema, status, () => true);
  return stateStatus(withOnlyText(plain, whole, messagePath(whole, schema), schema), schema, status);
};

/** Takes the mistakes of a request out of the body of another error, where its schema shows some beside the message. */
const withoutMistakes = (body: Json, message: JsonPath, schema: KnownError, status: number): Json =>
  status === 400 || status === 422
    ? body
    : mistakePlaces(schema.schemas, { $ref: schema.key }).reduce((left: Json, { path }) => {
        const listed = valueAt(left, path);
        if (!Array.isArray(listed) || path.every((token, index) => token === message[index])) return left;
        const without = setAt(left, path, []);
        return isAsGood(schema, without, left) ? without : left;
      }, body);

/** The plain body with the property of the whole one that has a place for the message. */
const withOnlyText = (plain: Json, whole: Json, path: JsonPath | undefined, schema: ErrorSchema): Json => {
  const [first] = path ?? [];
  if (first === undefined || !isJsonObject(plain)) return path === undefined ? plain : whole;
  const body = setAt(plain, [first], valueAt(whole, [first]));
  return isAsGood(schema, body, whole) ? body : whole;
};

/** The path of the first text that may be any sentence. */
export const messagePath = (body: Json, schema: ErrorSchema): JsonPath | undefined =>
  messagePathsIn(body).find((path) => isFreeText(body, path, schema));

const sampleMessages = ['body.name is required', 'Not Found'];

const isFreeText = (body: Json, path: JsonPath, schema: ErrorSchema) =>
  valuesAt(schema, path).length === 0 &&
  sampleMessages.every((sample) =>
    isAsGood(schema, setAt(body, path, shortened(sample, maxLengthAt(schema, path))), body),
  );

/** Sets the status, the code and the message, where the schema allows it. */
export const stateStatus = (body: Json, schema: ErrorSchema, status: number): Json => {
  let stated = body;
  let problems = schema.check(body).length;
  const set = (path: JsonPath, value: Json): boolean => {
    const changed = setAt(stated, path, value);
    const count = schema.check(changed).length;
    if (count > problems) return false;
    stated = changed;
    problems = count;
    return true;
  };
  for (const { path, value } of objectsIn(body)) {
    for (const [name, before] of Object.entries(value)) {
      const propertyPath = [...path, name];
      const allowed = valuesAt(schema, propertyPath);
      for (const proposed of valuesFor(name, before, status, allowed)) if (set(propertyPath, proposed)) break;
    }
  }
  for (const path of findErrorProperties(stated).statuses)
    set(path, typeof valueAt(stated, path) === 'string' ? String(status) : status);
  const message = messagePath(stated, schema);
  if (message !== undefined) set(message, shortened(statusText(status), maxLengthAt(schema, message)));
  return stated;
};

/** The values of a property of an error that state the status, by its name and its enum. */
const valuesFor = (name: string, before: Json, status: number, allowed: readonly Json[]): readonly Json[] => {
  const { errorStatuses } = wordLists;
  if (allowed.length > 0) return fittingValues(allowed, status);
  if (typeof before === 'boolean')
    return wordLists.successFlags.has(name) ? [false] : wordLists.shownErrors.has(name) ? [true] : [];
  if (typeof before === 'number') {
    // A larger example shows that the codes are not statuses.
    return before < 600 && (errorStatuses.has(name) || plainName(name) === 'code') ? [status] : [];
  }
  // The path of no property.
  if (name === 'loc' && Array.isArray(before)) return [[]];
  if (typeof before !== 'string') return [];
  // RFC 9457: `about:blank` is the type of a problem that its status describes completely.
  if (name === 'type' && /^(\w+:|\/)/.test(before)) return ['about:blank'];
  if (wordLists.errorCodes.has(name)) return [codeFor(status, before)];
  // A text without an example is its own name.
  if (before === name && errorStatuses.has(name)) return [String(status)];
  if (wordLists.errorKinds.has(name) && (before === name || fitOf(before, status) < 0))
    return [codeFor(status, before)];
  const isWords = name === 'title' || name === 'error' || (before === name && wordLists.errorTextEnds.ends(name));
  return isWords ? [statusText(status)] : [];
};

const fittingValues = (allowed: readonly Json[], status: number): readonly Json[] => {
  if (allowed.includes(status)) return [status];
  const texts = allowed.filter((value) => typeof value === 'string');
  const fitting = (other: number): readonly string[] =>
    texts
      .filter((value) => fitOf(value, other) > 0)
      .toSorted((left, right) => fitOf(right, other) - fitOf(left, other));
  // Stripe has an `invalid_request_error` for each mistake of a client, and an `api_error` for its own.
  const [general, others] = status < 500 ? [400, 500] : [500, 400];
  const neutral = texts.filter((value) => fitOf(value, others) <= 0 && fitOf(value, status) === 0);
  return [...fitting(status), ...fitting(general), ...neutral];
};

/** The values that the schema lists for a property, in any branch. Empty: none are listed. */
export const valuesAt = (schema: ErrorSchema, path: JsonPath): readonly Json[] =>
  schemasAt(schema, path).flatMap((one) => listedValues(schema.schemas, one));

export const shortened = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, Math.max(maxLength - 3, 0))}...`.slice(0, maxLength);

export const maxLengthAt = (schema: ErrorSchema, path: JsonPath): number =>
  Math.min(
    ...schemasAt(schema, path)
      .flatMap((one) => schema.schemas.partsOf(one, 'all'))
      .map(({ maxLength = Number.POSITIVE_INFINITY }) => maxLength),
  );

export const schemasAt = ({ key, schemas }: ErrorSchema, path: JsonPath): readonly Schema[] => {
  let list: readonly Schema[] = key === undefined ? [] : [{ $ref: key }];
  for (const token of path) list = childSchemas(schemas, list, token);
  return list;
};

const childSchemas = (schemas: SchemaSet, list: readonly Schema[], token: Token): readonly Schema[] => {
  const parts = list.flatMap((schema) => schemas.partsOf(schema, 'some'));
  if (typeof token === 'number') return parts.flatMap(({ items }) => (items === undefined ? [] : [items]));
  const others = parts.flatMap(({ additionalProperties: other }) => (other === undefined ? [] : [other]));
  return schemas.propertiesIn(parts).get(token) ?? others;
};

/** Objects in objects are searched for the words of a status, but not further. */
const searchedDepth = 2;

/** How well a branch of a union describes the status. */
const branchRanker = (schemas: SchemaSet, status: number): ((branch: Schema) => number) => {
  const rankValues = (name: string, values: readonly Json[]): number => {
    const numbers = values.filter((value) => typeof value === 'number' && value >= 100 && value < 600);
    if (isStatusName(name) && numbers.length > 0) return values.includes(status) ? 50 : -50;
    const fits = values.flatMap((value) => (typeof value === 'string' ? [fitOf(value, status)] : []));
    const best = fits.reduce((left, right) => Math.max(left, right), Number.NEGATIVE_INFINITY);
    return best > 0 ? 20 * best : best < 0 ? -20 : 0;
  };
  const rankObject = (branch: Schema, depth: number): number => {
    const parts = schemas.partsOf(branch, 'some');
    let score = 0;
    for (const [name, declared] of schemas.propertiesIn(parts)) {
      if (isMessageName(name)) score += 3;
      for (const schema of declared) {
        const values = listedValues(schemas, schema);
        if (values.length > 0) score += rankValues(name, values);
        else if (depth < searchedDepth) score += rankObject(schema, depth + 1);
      }
    }
    return score;
  };
  return (branch) => {
    if (typeof branch !== 'object') return 0;
    const parts = schemas.partsOf(branch, 'all');
    // Rust names an alternative by its only property.
    const tag = theOnly([...schemas.propertiesIn(parts).keys()]) ?? '';
    const names = [nameOf(schemas, branch), ...parts.map(({ title }) => title ?? ''), tag];
    const named = names.map((name) => 10 * fitOf(name, status)).find((score) => score !== 0) ?? 0;
    const isNothing = parts.some(({ type }) => type === 'null');
    return named + rankObject(branch, 0) - (isNothing ? 100 : 0);
  };
};

/** The name under which the document defines the branch. */
const nameOf = (schemas: SchemaSet, branch: SchemaObject): string => {
  const pointer = branch.$ref === undefined ? '' : schemas.get(branch.$ref).entry.pointer;
  return pointer.slice(pointer.lastIndexOf('/') + 1);
};

/** The values of `enum` and `const`, also those of branches. */
const listedValues = (schemas: SchemaSet, schema: Schema): readonly Json[] =>
  schemas.partsOf(schema, 'some').flatMap((part) => [...(part.enum ?? []), ...('const' in part ? [part.const] : [])]);

/** Prepares a text for comparison: `NOT_FOUND`, `NotFound` and `not-found` are equal. */
const comparable = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const wordsFor = (status: number): readonly string[] => {
  const words = wordLists.statusWords.of(String(status));
  return words.length === 0 ? [comparable(statusText(status))] : words;
};

/** The name of a schema without the words for any error: `NotFoundErrorResponse`. */
const bareName = (name: string): string => {
  const bare = wordLists.errorEnds.withoutEnd(name);
  return bare === name ? name : bareName(bare);
};

/** Shorter words occur in others. */
const minPart = 4;

/**
 * How well a name or a value fits a status: more than 0 if it names the status, less than 0 if it names another one. A word
 * that comes first fits better.
 */
const fitOf = (text: string, status: number): number => {
  const whole = comparable(text);
  const bare = bareName(whole);
  const words = wordsFor(status);
  if (whole === String(status)) return 2;
  const exact = words.findIndex((word) => word === whole || word === bare);
  if (exact >= 0) return 2 - exact / words.length;
  const others = [...wordLists.statusWords.pairs()].flatMap(([other, list]) =>
    other === String(status) ? [] : [list],
  );
  if (others.some((list) => list.includes(whole) || list.includes(bare))) return -1;
  const isWithin = (word: string) => word.length >= minPart && whole.includes(word);
  const part = words.findIndex(isWithin);
  if (part >= 0) return 1 - part / words.length;
  return others.some((list) => list.some(isWithin)) ? -1 : 0;
};

/** A code for a status, in the spelling of another code: `NOT_FOUND`, `not-found`, `NotFound`, else `not_found`. */
const codeFor = (status: number, like: string): string => {
  const words = statusText(status)
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  if (/^\d{3}$/.test(like)) return String(status);
  if (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(like)) return words.join('_').toUpperCase();
  if (/^[a-z0-9]+(-[a-z0-9]+)+$/.test(like)) return words.join('-');
  const capitalized = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
  if (/^[A-Z][a-z0-9]+([A-Z][a-z0-9]*)+$/.test(like)) return capitalized;
  if (/^[a-z0-9]+([A-Z][a-z0-9]*)+$/.test(like)) return `${words[0]}${capitalized.slice((words[0] as string).length)}`;
  return words.join('_');
};
