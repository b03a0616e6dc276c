/** The rules of a response: on which requests it is sent. */
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  mergeObjects,
  parseJson,
  stringifyJson,
} from '../../../../core/primitives/json.ts';
import { type JsonPath, setAt } from '../../../../core/primitives/json-path.ts';
import { createPattern } from '../../../../openapi/pattern/pattern.ts';
import type { Notes } from '../../stubs/notes.ts';
import type { NamedPattern, When } from '../../stubs/stub.ts';
import {
  anything,
  cookiePattern,
  exactly,
  isLiteral,
  joined as joinedPattern,
  maxAlternatives,
  patternsWithin,
  type Wildcard,
} from '../../stubs/stub-wildcard.ts';
import { flagAt, listAt, scalarOf, textAt } from '../values.ts';

export interface Conditions {
  readonly query: readonly NamedPattern[];
  /** Names in lower case. */
  readonly headers: readonly NamedPattern[];
  readonly body: Json | undefined;
  readonly parameters: readonly NamedPattern[];
  /** In place of the route's. */
  readonly path: string | undefined;
  readonly method: string | undefined;
  /** The conditions by the number of the request. */
  readonly whens: readonly When[] | undefined;
  /** Whether a condition was left out. */
  readonly isBroad: boolean;
}

export const noConditions: Conditions = {
  query: [],
  headers: [],
  body: undefined,
  parameters: [],
  path: undefined,
  method: undefined,
  whens: undefined,
  isBroad: false,
};

const noNegation = 'a fault has no negative condition';

/** Reads rules that must all hold; each of the results is enough. @throws Inexpressible */
export const readAllRules = (response: JsonObject, notes: Notes): readonly Conditions[] => {
  const rules = listAt(response, 'rules');
  // The numbers of requests are counted for each alternative alone.
  const isOne = rules.some((rule) => textAt(rule, 'target') === 'request_number');
  const read = rules.flatMap((rule, index) => {
    const alternatives = readRule(rule, notes, ['rules', index], { isOne });
    return alternatives === undefined ? [] : [alternatives];
  });
  if (read.length === 0) return notes.give(noNegation, 'rules');
  for (const [index, rule] of rules.entries())
    if (isNegative(rule as Json)) notes.widen(stringifyJson(rule as Json), 'any', 'rules', index);
  const isBroad = notes.list.some(({ fate }) => fate === 'wider');
  return combined(read, notes).map((all) => ({ ...joined(all, notes), isBroad }));
};

/** Reads a rule that alone must hold. @throws Inexpressible */
export const readOneRule = (rule: Json, index: number, notes: Notes): readonly Conditions[] =>
  readRule(rule, notes, ['rules', index]) ?? notes.give(noNegation, 'rules', index);

const combined = (
  [first, ...others]: readonly (readonly Conditions[])[],
  notes: Notes,
): readonly (readonly Conditions[])[] => {
  if (first === undefined) return [[]];
  const rest = combined(others, notes);
  if (first.length * rest.length > maxAlternatives) return notes.give('the rules have too many alternatives', 'rules');
  return first.flatMap((one) => rest.map((more) => [one, ...more]));
};

const joined = (all: readonly Conditions[], notes: Notes): Conditions => {
  const only = <Value>(read: (one: Conditions) => Value | undefined): Value | undefined => {
    const [first, ...others] = all.map(read).filter((value) => value !== undefined);
    return others.length === 0 ? first : notes.give(oneEach, 'rules');
  };
  const bodies = all.flatMap(({ body }) => (body === undefined ? [] : [body]));
  return {
    query: named(
      all.flatMap(({ query }) => query),
      notes,
    ),
    headers: named(
      all.flatMap(({ headers }) => headers),
      notes,
    ),
    parameters: named(
      all.flatMap(({ parameters }) => parameters),
      notes,
    ),
    body: bodies.length > 0 && bodies.every(isJsonObject) ? bodies.reduce(mergeObjects) : only(({ body }) => body),
    path: only(({ path }) => path),
    method: only(({ method }) => method),
    whens: only(({ whens }) => whens),
    isBroad: false,
  };
};

const oneEach = 'a fault has one condition for the path, the method, the body, and the number of the request';

const named = (list: readonly NamedPattern[], notes: Notes): readonly NamedPattern[] =>
  new Set(list.map(({ name }) => name)).size === list.length
    ? list
    : notes.give('a fault has one condition for each name', 'rules');

/** Whether the rule is for a value that is absent, or that is not its own. */
const isNegative = (rule: Json): boolean => flagAt(rule, 'invert') !== (textAt(rule, 'operator') === 'null');

/** The alternatives of a rule; undefined for a negative condition. `isOne`: there may be only one. @throws Inexpressible */
const readRule = (
  rule: Json,
  notes: Notes,
  path: JsonPath,
  { isOne = false }: { readonly isOne?: boolean } = {},
): readonly Conditions[] | undefined => {
  if (!isJsonObject(rule)) return notes.give('this is not a rule', ...path);
  if (isNegative(rule)) return undefined;
  const target = textAt(rule, 'target') ?? '';
  const name = textAt(rule, 'modifier') ?? '';
  for (const key of ['modifier', 'value'])
    if (textAt(rule, key)?.includes('{{') === true) return notes.give('templates are not evaluated', ...path, key);
  const operator = operatorOf(rule);
  const conditions = conditionsOf({ rule: { ...rule, operator }, target, name, operator, isOne, notes, path });
  for (const key of ['target', 'modifier', 'operator'])
    if (getProperty(rule, key) !== undefined) notes.carry(...path, key);
  for (const key of Object.keys(rule))
    if (!ruleKeys.has(key)) notes.lose('this key is not known', ...path, key.slice(0, 100));
  return conditions.map((one) => ({ ...noConditions, ...one }));
};

const ruleKeys: ReadonlySet<string> = new Set(['target', 'modifier', 'value', 'operator', 'invert', 'isRegex']);

/** The operator, for which older versions only have a flag. */
const operatorOf = (rule: JsonObject): string =>
  textAt(rule, 'operator') ?? (flagAt(rule, 'isRegex') ? 'regex' : 'equals');

interface ReadRule {
  readonly rule: JsonObject;
  readonly target: string;
  readonly name: string;
  readonly operator: string;
  readonly isOne: boolean;
  readonly notes: Notes;
  readonly path: JsonPath;
}

const conditionsOf = (read: ReadRule): readonly Partial<Conditions>[] => {
  const { rule, target, name, operator, notes, path } = read;
  const value = textAt(rule, 'value') ?? '';
  if (operator === 'valid_json_schema')
    return notes.give('requests are checked against the document, not against other schemas', ...path, 'operator');
  switch (target) {
    case 'query':
    case 'header':
    case 'cookie':
    case 'params':
      if (name === '' || (target === 'query' && /^\$|[.[]/.test(name)))
        return notes.give('a fault compares the value of one name', ...path, 'modifier');
      return namedConditions(read);
    case 'body':
      return bodyParts(read).map((body) => ({ body }));
    case 'method':
      if (operator !== 'equals') return notes.give('a fault compares the whole method', ...path, 'operator');
      notes.carry(...path, 'value');
      return [{ method: value.toUpperCase() }];
    case 'path':
      if (operator !== 'equals' || !/^\/[^?#]*$/.test(value))
        return notes.give('a fault compares the whole path', ...path, 'operator');
      notes.carry(...path, 'value');
      return [{ path: value }];
    case 'request_number':
      notes.carry(...path, 'value');
      return [{ whens: numbersOf(read) }];
    default:
      return notes.give(`a fault has no condition for "${target.slice(0, 30)}"`, ...path, 'target');
  }
};

const namedConditions = (read: ReadRule): readonly Partial<Conditions>[] => {
  const { rule, target, name, isOne, notes, path } = read;
  const own = patternsFor(read);
  const all = target === 'cookie' ? own.map((pattern) => cookiePattern(name, pattern)) : own;
  const patterns = isOne || all.length > maxAlternatives ? [joinedPattern(all)] : all;
  notes.carryOneOf(patterns, `${name}: ${textAt(rule, 'value') ?? ''}`, ...path, 'value');
  return patterns.map((pattern) => {
    if (target === 'query') return { query: [{ name, pattern }] };
    if (target === 'header') return { headers: [{ name: name.toLowerCase(), pattern }] };
    return target === 'params' ? { parameters: [{ name, pattern }] } : { headers: [{ name: 'cookie', pattern }] };
  });
};

const patternsFor = ({ rule, operator, notes, path }: ReadRule): readonly Wildcard[] => {
  const value = textAt(rule, 'value') ?? '';
  switch (operator) {
    case 'equals':
    case 'array_includes':
      return [exactly(value)];
    case 'regex_i':
      notes.lose('texts are compared with their case', ...path, 'operator');
      return notes.express(() => patternsWithin(value), ...path, 'value');
    case 'regex':
      return notes.express(() => patternsWithin(value), ...path, 'value');
    // Inverted: it is there.
    case 'null':
      return [anything];
    default:
      return notes.give('a fault has no such condition', ...path, 'operator');
  }
};

const comparesParts = 'a fault compares the values of properties in a JSON body';

const bodyParts = (read: ReadRule): readonly Json[] => {
  const { rule, name, operator, notes, path } = read;
  const value = textAt(rule, 'value') ?? '';
  if (name === '') {
    const parsed = operator === 'equals' ? parseJson(value) : undefined;
    if (parsed?.ok !== true) return notes.give(comparesParts, ...path, 'modifier');
    // Mockoon compares the whole text.
    if (typeof parsed.value === 'object' && parsed.value !== null)
      notes.widen(value, `a body with the part ${stringifyJson(parsed.value)}`, ...path, 'value');
    else notes.carry(...path, 'value');
    return [parsed.value];
  }
  const names = namesIn(name) ?? notes.give(comparesParts, ...path, 'modifier');
  if (operator === 'empty_array') return [setAt(null, names, [])];
  const patterns = operator === 'null' || operator === 'array_includes' ? undefined : patternsFor(read);
  if (patterns?.every(isLiteral) !== true || (read.isOne && patterns.length > 1))
    return notes.give(comparesParts, ...path, 'operator');
  notes.carry(...path, 'value');
  const values = patterns.flatMap(({ glob }) => [scalarOf(glob), ...(read.isOne ? [] : [glob])]);
  return [...new Set(values)].map((one) => setAt(null, names, one));
};

/** The names in `a.b`, or as JSONPath in `$.a.b`. An index is none: a fault compares whole lists. */
const namesIn = (path: string): readonly string[] | undefined =>
  /^(?:\$\.)?[A-Za-z_-][\w-]*(?:\.[A-Za-z_-][\w-]*)*$/.test(path) ? path.replace(/^\$\./, '').split('.') : undefined;

const maxNumber = 100;

/** Numbers of requests to which the rule applies, as runs. */
const numbersOf = ({ rule, operator, notes, path }: ReadRule): readonly When[] => {
  const value = textAt(rule, 'value') ?? '';
  const pattern = operator.startsWith('regex') ? createPattern(value) : undefined;
  const holds = (number: number): boolean =>
    pattern === undefined ? String(number) === value : pattern.test(String(number)) === true;
  if (operator === 'equals' && /^[1-9]\d{0,8}$/.test(value)) return [{ after: Number(value) - 1, first: 1 }];
  if (pattern === undefined) return notes.give('this is no number of a request', ...path, 'value');
  const whens: When[] = [];
  for (let from = 1; from <= maxNumber; from++) {
    if (!holds(from)) continue;
    let to = from;
    while (to < maxNumber && holds(to + 1)) to++;
    whens.push({ ...(from > 1 && { after: from - 1 }), ...(to < maxNumber && { first: to + 1 - from }) });
    from = to;
  }
  return whens.length === 0 ? notes.give('this is no number of a request', ...path, 'value') : whens;
};
