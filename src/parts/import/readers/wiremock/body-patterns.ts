/** Matchers of the body. A fault compares a part of its JSON. */
import {
  getProperty,
  isJsonObject,
  type Json,
  mergeObjects,
  parseJson,
  setProperty,
} from '../../../../core/primitives/json.ts';
import { type JsonPath, setAt } from '../../../../core/primitives/json-path.ts';
import type { Notes } from '../../stubs/notes.ts';
import { scalarOf, textAt } from '../values.ts';
import { noNegation } from './matchers.ts';

/** The part of the JSON that a body must have; undefined: any. @throws Inexpressible */
export const readBodyPatterns = (patterns: readonly Json[], notes: Notes, path: JsonPath): Json | undefined => {
  let part: Json | undefined;
  for (const [index, pattern] of patterns.entries()) {
    const read = readPattern(pattern, notes, [...path, index]);
    if (read === undefined) continue;
    if (part === undefined) part = read;
    else if (isJsonObject(part) && isJsonObject(read)) part = mergeObjects(part, read);
    else return notes.give('a fault has one condition for the body', ...path, index);
  }
  return part;
};

const readPattern = (pattern: Json, notes: Notes, path: JsonPath): Json | undefined => {
  if (!isJsonObject(pattern)) return notes.give('this is not a matcher', ...path);
  let part: Json | undefined;
  for (const [name, value] of Object.entries(pattern)) {
    const at = [...path, name];
    switch (name) {
      case 'equalToJson':
        part = withoutPlaceholders(jsonIn(value, notes, at));
        break;
      case 'equalTo':
        part = typeof value === 'string' ? jsonIn(value, notes, at) : notes.give('this is not a text', ...at);
        break;
      case 'matchesJsonPath':
        part = readJsonPath(value, notes, at);
        break;
      case 'ignoreExtraElements':
        if (value !== true) notes.lose('more properties in the body are no difference', ...at);
        else notes.carry(...at);
        continue;
      case 'ignoreArrayOrder':
        if (value === true) notes.lose('the order of a list is compared', ...at);
        continue;
      case 'absent':
      case 'doesNotMatch':
      case 'doesNotContain':
      case 'not':
        notes.lose(noNegation, ...at);
        continue;
      case 'caseInsensitive':
        notes.lose('texts are compared with their case', ...at);
        continue;
      default:
        return notes.give('a fault compares a part of the JSON of a body, nothing else', ...at);
    }
    notes.carry(...at);
  }
  return part;
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

const readJsonPath = (value: Json, notes: Notes, at: JsonPath): Json => {
  const expression = typeof value === 'string' ? value : textAt(value, 'expression');
  const names = expression === undefined ? undefined : namesIn(expression);
  if (names !== undefined && isJsonObject(value)) {
    const expected = expectedIn(value);
    if (expected !== undefined) return setAt(null, names, expected);
  }
  const compared = typeof value === 'string' ? comparison(value) : undefined;
  return compared ?? notes.give('a fault compares the values of properties, and this path has none', ...at);
};

/** The value of another matcher that is compared with the result. */
const expectedIn = (matcher: Json): Json | undefined => {
  const object = matcher as { readonly [name: string]: Json };
  const text = textAt(object, 'equalTo');
  if (text !== undefined) return scalarOf(text);
  const json = getProperty(object, 'equalToJson');
  if (typeof json !== 'string') return json;
  const parsed = parseJson(json);
  return parsed.ok ? parsed.value : undefined;
};

/** `$.a.b`, `$['a'].b`. */
const namesIn = (expression: string): readonly string[] | undefined => {
  if (!/^\$(?:\.[\w-]+|\['[^'\\]*'\])+$/.test(expression)) return undefined;
  return [...expression.matchAll(/\.([\w-]+)|\['([^']*)'\]/g)].map(([, name, quoted]) => name ?? quoted ?? '');
};

/** `$[?(@.a == 'x')]` and `$.a[?(@.b == 1)]`: of an object with that property. */
const comparison = (expression: string): Json | undefined => {
  const found =
    /^(\$(?:\.[\w-]+)*)\[\?\(\s*@((?:\.[\w-]+)+)\s*==\s*(?:'([^'\\]*)'|"([^"\\]*)"|(true|false|null|-?\d{1,15}(?:\.\d{1,10})?))\s*\)\]$/.exec(
      expression,
    );
  if (found === null) return undefined;
  const [, start = '$', end = '', single, double, literal] = found;
  const names = [...start.matchAll(/\.([\w-]+)/g), ...end.matchAll(/\.([\w-]+)/g)].map(([, name]) => name as string);
  const parsed = literal === undefined ? undefined : parseJson(literal);
  return setAt(null, names, parsed?.ok === true ? parsed.value : (single ?? double ?? ''));
};
