/** Matchers of the body. A fault compares a part of its JSON. */
import {
  getProperty,
  isJsonObject,
  type Json,
  mergeObjects,
  parseJson,
  setProperty,
  stringifyJson,
} from '../../../../core/primitives/json.ts';
import { type JsonPath, setAt } from '../../../../core/primitives/json-path.ts';
import type { Notes } from '../../stubs/notes.ts';
import { flagAt, scalarOf, textAt } from '../values.ts';

/** Parts of JSON, one of which a body must have. */
type Parts = readonly Json[];

/** Reads the matchers of a body; undefined if it may be any. @throws Inexpressible */
export const readBodyPatterns = (patterns: readonly Json[], notes: Notes, path: JsonPath): Parts | undefined => {
  let parts: Parts | undefined;
  for (const [index, pattern] of patterns.entries()) {
    const read = readPattern(pattern, notes, [...path, index]);
    if (read === undefined) continue;
    parts =
      parts === undefined
        ? read
        : parts.flatMap((part) =>
            read.map((other) =>
              isJsonObject(part) && isJsonObject(other)
                ? mergeObjects(part, other)
                : notes.give('a fault has one condition for the body', ...path, index),
            ),
          );
  }
  return parts;
};

const readPattern = (pattern: Json, notes: Notes, path: JsonPath): Parts | undefined => {
  if (!isJsonObject(pattern)) return notes.give('this is not a matcher', ...path);
  let parts: Parts | undefined;
  for (const [name, value] of Object.entries(pattern)) {
    const at = [...path, name];
    switch (name) {
      case 'equalToJson':
        parts = readEqualJson(pattern, value, notes, at);
        break;
      case 'equalTo':
        parts = readEqualText(value, notes, at);
        break;
      case 'matchesJsonPath':
        parts = readJsonPath(value, notes, at);
        break;
      case 'ignoreExtraElements':
      case 'ignoreArrayOrder':
        break;
      case 'absent':
      case 'doesNotMatch':
      case 'doesNotContain':
      case 'not':
        notes.widen(stringifyJson({ [name]: value }), 'any body', ...at);
        break;
      case 'caseInsensitive':
        if (value === true) notes.lose('texts are compared with their case', ...at);
        break;
      default:
        return notes.give('a fault compares a part of the JSON of a body, nothing else', ...at);
    }
  }
  return parts;
};

const readEqualJson = (pattern: Json, value: Json, notes: Notes, at: JsonPath): Parts | undefined => {
  const whole = jsonIn(value, notes, at);
  const part = withoutPlaceholders(whole);
  const text = stringifyJson(whole);
  const ignoresMore = flagAt(pattern, 'ignoreExtraElements');
  if (part === undefined || stringifyJson(part) !== text || (!ignoresMore && hasObject(part)))
    notes.widen(text, part === undefined ? 'any body' : partText(part), ...at);
  else notes.carry(...at);
  const beside = at.slice(0, -1);
  if (ignoresMore && lengthsIn(part).length > 0)
    notes.lose('a list must have these items and no more', ...beside, 'ignoreExtraElements');
  if (flagAt(pattern, 'ignoreArrayOrder') && lengthsIn(part).some((length) => length > 1))
    notes.lose('the order of a list is compared', ...beside, 'ignoreArrayOrder');
  return part === undefined ? undefined : [part];
};

const readEqualText = (value: Json, notes: Notes, at: JsonPath): Parts => {
  if (typeof value !== 'string') return notes.give('this is not a text', ...at);
  const part = jsonIn(value, notes, at);
  if (typeof part === 'object' && part !== null) notes.widen(value, partText(part), ...at);
  else notes.carry(...at);
  return [part];
};

const partText = (part: Json): string => `a body with the part ${stringifyJson(part)}`;

/** Whether there is an object: others with more properties have it as a part. */
const hasObject = (value: Json): boolean =>
  Array.isArray(value) ? (value as readonly Json[]).some(hasObject) : isJsonObject(value);

const lengthsIn = (value: Json | undefined): readonly number[] => {
  if (Array.isArray(value)) return [value.length, ...(value as readonly Json[]).flatMap(lengthsIn)];
  return isJsonObject(value ?? null) ? Object.values(value as object).flatMap(lengthsIn) : [];
};

const jsonIn = (value: Json, notes: Notes, at: JsonPath): Json => {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : notes.give('a fault compares JSON, and this is none', ...at);
};

/** `${json-unit.any-string}` stands for any text: then the property is not compared. */
const withoutPlaceholders = (value: Json): Json | undefined => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withoutPlaceholders(item) ?? item);
  if (!isJsonObject(value)) return typeof value === 'string' && /^\$\{json-unit\./.test(value) ? undefined : value;
  const kept: Record<string, Json> = {};
  for (const [name, property] of Object.entries(value)) {
    const part = withoutPlaceholders(property);
    if (part !== undefined) setProperty(kept, name, part);
  }
  return kept;
};

const readJsonPath = (value: Json, notes: Notes, at: JsonPath): Parts => {
  const expression = typeof value === 'string' ? value : textAt(value, 'expression');
  const names = expression === undefined ? undefined : namesIn(expression);
  const expected = names === undefined || typeof value === 'string' ? undefined : expectedIn(value);
  if (names !== undefined && expected !== undefined) {
    const parts = expected.map((one) => setAt(null, names, one));
    if (expected.some(hasObject)) notes.widen(stringifyJson(value), partText(parts[0] as Json), ...at);
    else notes.carry(...at);
    return parts;
  }
  const compared = typeof value === 'string' ? comparison(value) : undefined;
  if (compared === undefined)
    return notes.give('a fault compares the values of properties, and this path has none', ...at);
  notes.carry(...at);
  notes.lose('the filter is for an object, and not for the items of a body that is a list', ...at);
  return [compared];
};

/** The values of another matcher that is compared with the result: a text is also that of a number. */
const expectedIn = (matcher: Json): Parts | undefined => {
  const text = textAt(matcher, 'equalTo');
  if (text !== undefined) return [...new Set([scalarOf(text), text])];
  const json = getProperty(matcher as { readonly [name: string]: Json }, 'equalToJson');
  if (json === undefined) return undefined;
  if (typeof json !== 'string') return [json];
  const parsed = parseJson(json);
  return parsed.ok ? [parsed.value] : undefined;
};

/** `$.a.b`, `$['a'].b`. */
const namesIn = (expression: string): readonly string[] | undefined => {
  if (!/^\$(?:\.[\w-]+|\['[^'\\]*'\])+$/.test(expression)) return undefined;
  return [...expression.matchAll(/\.([\w-]+)|\['([^']*)'\]/g)].map(([, name, quoted]) => name ?? quoted ?? '');
};

/** `$[?(@.a == 'x' && @.b.c == 1)]`: of an object with these properties. */
const comparison = (expression: string): Json | undefined => {
  const conditions = /^\$\[\?\((.*)\)\]$/s.exec(expression)?.[1]?.split('&&');
  const parts = conditions?.map(comparedIn) ?? [undefined];
  return parts.every(isJsonObject) ? parts.reduce(mergeObjects) : undefined;
};

const comparedIn = (condition: string): Json | undefined => {
  const found =
    /^\s*@((?:\.[\w-]+)+)\s*==\s*(?:'([^'\\]*)'|"([^"\\]*)"|(true|false|null|-?\d{1,15}(?:\.\d{1,10})?))\s*$/.exec(
      condition,
    );
  if (found === null) return undefined;
  const [, path = '', single, double, literal] = found;
  const names = [...path.matchAll(/\.([\w-]+)/g)].map(([, name]) => name as string);
  const parsed = literal === undefined ? undefined : parseJson(literal);
  return setAt(null, names, parsed?.ok === true ? parsed.value : (single ?? double ?? ''));
};
