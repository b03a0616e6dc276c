/** Tests of values, and the conditions that a client writes itself: `{ "price": { "$gte": 5 }, "or": [...] }`. */

import { wordLists } from '../../parts/words/index.ts';
import {
  compare,
  getMember,
  getProperty,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
  numberOf,
  parseJson,
  timeOf,
} from '../primitives/json.ts';
import type { StepBudget } from '../primitives/step-budget.ts';
import { matchesWildcard } from '../primitives/wildcard.ts';
import { plainName } from '../primitives/words.ts';
import type { Filter } from '../service/binding.ts';
import { indexText } from '../state/collection.ts';

type Test = (value: Json | undefined) => boolean;

type Order = Extract<Filter['comparison'], 'less' | 'at-most' | 'more' | 'at-least'>;

/** One of the values must match. A value that is not a scalar matches nothing. @throws OutOfSteps */
export const testOf = (
  comparison: Exclude<Filter['comparison'], 'equals' | 'conditions'>,
  expected: readonly Json[],
  budget: StepBudget,
  said: Json = true,
): Test => {
  if (comparison === 'includes') return includesTest(textsIn(expected));
  if (comparison === 'differs') return not(includesTest(textsIn(expected)));
  if (comparison === 'unset' || comparison === 'set' || comparison === 'stated') {
    const isAsked = !expected.every(isFalse);
    // A flag that an item does not have is not set.
    const isSo: Test = (value) => (value ?? (said === null ? null : false)) === said;
    if (comparison === (isAsked ? 'unset' : 'set')) return () => true;
    return isAsked ? isSo : not(isSo);
  }
  budget.spend(expected.length);
  if (comparison === 'contains') return textTest(textsIn(expected), (text, part) => text.includes(part));
  if (comparison === 'starts') return textTest(textsIn(expected), (text, part) => text.startsWith(part));
  return orderTest(expected, comparison);
};

const isFalse = (value: Json) => /^(false|0|no?|off)$/i.test(String(value));

/** What a text says about a flag; undefined if it says nothing. */
export const flagIn = (value: Json): boolean | undefined =>
  /^(true|1|y(es)?|on)$/i.test(String(value)) || (isFalse(value) ? false : undefined);

const textsIn = (values: readonly Json[]): readonly string[] =>
  values.map(indexText).filter((text) => text !== undefined);

const includesTest = (expected: readonly string[]): Test => {
  const texts = new Set(expected);
  const isExpected = (value: Json | undefined) => {
    const text = indexText(value);
    return text !== undefined && texts.has(text);
  };
  return (value) =>
    (Array.isArray(value) ? (value as readonly Json[]) : [value]).some((item) =>
      isJsonObject(item) ? wordLists.labels.all.some((name) => isExpected(getProperty(item, name))) : isExpected(item),
    );
};

/** Ignores case. Of a list, one of its values must match. */
const textTest = (expected: readonly string[], matches: (text: string, part: string) => boolean): Test => {
  const parts = expected.map((text) => text.toLowerCase());
  const test: Test = (value) => {
    if (Array.isArray(value)) return (value as readonly Json[]).some(test);
    const text = value === null ? undefined : indexText(value)?.toLowerCase();
    return text !== undefined && parts.some((part) => matches(text, part));
  };
  return test;
};

const isInOrder: Readonly<Record<Order, (order: number) => boolean>> = {
  less: (order) => order < 0,
  'at-most': (order) => order <= 0,
  more: (order) => order > 0,
  'at-least': (order) => order >= 0,
};

const orderTest =
  (expected: readonly Json[], comparison: Order): Test =>
  (value) =>
    expected.some((limit) => {
      const order = orderOf(wholeDay(value, limit, comparison), limit);
      return order !== undefined && isInOrder[comparison](order);
    });

/** A limit that is a day includes the whole day. */
const wholeDay = (value: Json | undefined, limit: Json, comparison: Order): Json | undefined =>
  comparison === 'at-most' &&
  typeof value === 'string' &&
  typeof limit === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(limit) &&
  value.startsWith('T', 10)
    ? value.slice(0, 10)
    : value;

/** Compares as numbers, as times if both are dates, otherwise as texts; undefined if one is not a scalar. */
const orderOf = (value: Json | undefined, limit: Json): number | undefined => {
  if (value === null) return undefined;
  const [text, limitText] = [indexText(value), indexText(limit)];
  if (text === undefined || limitText === undefined) return undefined;
  // If one is a number, a numeric text counts as a number too: a document may describe a limit as a string.
  if (isNumeric(value) || isNumeric(limit)) {
    const [number, limitNumber] = [numberOf(value), numberOf(limit)];
    if (number !== undefined && limitNumber !== undefined) return compare(number, limitNumber);
  }
  const [time, limitTime] = [timeOf(text), timeOf(limitText)];
  return time !== undefined && limitTime !== undefined ? compare(time, limitTime) : compare(text, limitText);
};

type Operator = (expected: readonly Json[], budget: StepBudget) => Test;

const equal: Operator = (expected) => {
  const test = includesTest(textsIn(expected));
  return (value) => test(value ?? null);
};

const ordered =
  (comparison: Order): Operator =>
  (expected, budget) =>
    testOf(comparison, expected, budget);

/** `pattern`: with the text in place of `x`. In the text, `%` and `*` stand for anything. */
const like =
  (pattern: string): Operator =>
  (expected, budget) => {
    const patterns = textsIn(expected).map((text) => {
      const own = text.replaceAll('%', '*');
      return own.includes('*') ? own : pattern.replace('x', () => text);
    });
    for (const one of patterns) budget.spend(one.split('*').length);
    return textTest(patterns, (text, part) => matchesWildcard(part, text));
  };

const isMissing: Operator =
  ([expected]) =>
  (value) =>
    ((value ?? null) === null) === (String(expected) !== 'false');

const not =
  (test: Test): Test =>
  (value) =>
    !test(value);

const excluded =
  (operator: Operator): Operator =>
  (expected, budget) =>
    not(operator(expected, budget));

/**
 * The dialects of queries: the words of PostgREST (`gte.5`), Strapi (`$gte`), LoopBack (`inq`), Payload (`greater_than_equal`), SCIM
 * (`ge`), Django (`istartswith`) and NetBox (`isw`), and signs. With `n` or `not` before them, words exclude.
 */
const dialects: readonly (readonly [words: string, signs: string, meaning: Operator])[] = [
  ['eq equals exact is in inq', '= ==', equal],
  ['ne n', '!= <>', excluded(equal)],
  ['gt greaterthan', '>', ordered('more')],
  ['gte ge greaterthanequal', '>=', ordered('at-least')],
  ['lt lessthan', '<', ordered('less')],
  ['lte le lessthanequal', '<=', ordered('at-most')],
  ['contains containsi icontains ic like ilike co', '~', like('*x*')],
  ['ncontains', '!~', excluded(like('*x*'))],
  ['startswith startswithi istartswith isw sw', '^', like('x*')],
  ['endswith endswithi iendswith iew ew', '$', like('*x')],
  ['iexact ie', '', like('x')],
  ['null isnull empty', '', isMissing],
  ['exists pr', '', excluded(isMissing)],
];

export const operators: ReadonlyMap<string, Operator> = new Map(
  dialects.flatMap(([words, signs, meaning]) => `${words} ${signs}`.split(' ').map((one) => [one, meaning] as const)),
);

const operatorTest = (plain: string, expected: Json, budget: StepBudget): Test | undefined => {
  if (plain === 'between' || plain === 'range')
    return Array.isArray(expected) ? all([{ gte: expected[0] }, { lte: expected[1] }], budget) : undefined;
  const own = operators.get(plain);
  const operator = own ?? operators.get(plain.replace(/^n(ot)?/, ''));
  if (operator === undefined || plain === '') return undefined;
  const isList = typeof expected === 'string' && /inq?$/.test(plain);
  const values = isList
    ? expected.split(',').map((text) => text.trim())
    : Array.isArray(expected)
      ? expected
      : [expected];
  const test = operator(values, budget);
  return own === undefined ? not(test) : test;
};

type IsProperty = (name: string) => boolean;

/** All of them must be met. `isProperty`: the properties of an item; undefined: those of a value in it, which may be any. */
const all = (conditions: readonly Json[], budget: StepBudget, isProperty?: IsProperty): Test => {
  const tests = conditions.map((one) => conditionTest(one, budget, isProperty));
  return (value) => tests.every((test) => test(value));
};

export const operatorNames: readonly string[] = ['operator', 'op', 'comparator', 'matchMode'];
const fieldNames = ['field', 'property', 'propertyName', 'fieldName', 'attribute', 'column', 'key', 'name', 'id'];
/** `{ field: "age", operator: ">", value: 5 }`, and `{ operator: "AND", value: [...] }`; undefined if it states no operator. */
const statedTest = (conditions: JsonObject, budget: StepBudget, isProperty: IsProperty): Test | undefined => {
  const textIn = (names: readonly string[]): string | undefined =>
    names.map((name) => getProperty(conditions, name)).find((one) => typeof one === 'string');
  const operator = textIn(operatorNames);
  if (operator === undefined) return undefined;
  const value = getProperty(conditions, 'value') ?? getProperty(conditions, 'values') ?? null;
  const field = textIn(fieldNames);
  if (field === undefined) return conditionTest({ [operator.toLowerCase()]: value }, budget, isProperty);
  const test = operatorTest(operators.has(operator) ? operator : plainName(operator), value, budget);
  return test === undefined || !isProperty(field) ? () => true : atProperty(field, test, budget);
};

/** An unknown word has no effect. @throws OutOfSteps */
export const conditionTest = (conditions: Json, budget: StepBudget, isProperty?: IsProperty): Test => {
  budget.spend(1);
  if (!isJsonObject(conditions)) return equal(Array.isArray(conditions) ? conditions : [conditions], budget);
  const stated = isProperty && statedTest(conditions, budget, isProperty);
  if (stated !== undefined) return stated;
  const tests = Object.entries(conditions).flatMap(([word, expected]): readonly Test[] => {
    budget.spend(1);
    const plain = plainName(word);
    if (isProperty?.(word)) return [propertyTest(word, expected, budget)];
    const parts = typeof expected === 'object' && expected !== null ? (Object.values(expected) as readonly Json[]) : [];
    if (plain === 'where' || plain === 'not') {
      const test = conditionTest(expected, budget, isProperty);
      return [plain === 'not' ? not(test) : test];
    }
    if (plain === 'and') return [all(parts, budget, isProperty)];
    if (plain === 'or') {
      const options = parts.map((one) => conditionTest(one, budget, isProperty));
      return [(value) => options.some((test) => test(value))];
    }
    if (isProperty !== undefined) return [];
    return [operatorTest(plain, expected, budget) ?? propertyTest(word, expected, budget)];
  });
  return (value) => tests.every((test) => test(value));
};

const propertyTest = (name: string, expected: Json, budget: StepBudget): Test =>
  atProperty(name, conditionTest(expected, budget), budget);

const atProperty = (name: string, test: Test, budget: StepBudget): Test => {
  budget.spend(name.split('.').length);
  return (value) => {
    const found = membersOf(value, name);
    return found.length === 0 ? test(undefined) : found.some(test);
  };
};

/** Strapi and JSON:API have what belongs to an item in `attributes`, and other items in `data`. */
const membersOf = (value: Json | undefined, name: string): readonly Json[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((one) => membersOf(one, name));
  if (!isJsonObject(value)) return [];
  const own = getMember(value, name);
  return own === undefined
    ? ['attributes', 'data'].flatMap((inner) => membersOf(getProperty(value, inner), name))
    : [own];
};

/** The conditions in a value: an object, or a list of them, also as JSON; undefined if it has none. */
export const conditionsIn = (sent: Json | undefined): JsonObject | undefined => {
  const parsed = typeof sent === 'string' ? parseJson(sent) : undefined;
  const found = parsed?.ok ? parsed.value : sent;
  if (Array.isArray(found)) return { and: found };
  return isJsonObject(found) ? found : undefined;
};

/** `gte.5` and `not.in.(1,2)` of PostgREST. */
export const prefixedCondition = (sent: string): Json => {
  const [, isNegated, word, rest = ''] = /^(not\.)?([a-z]+)\.(.*)$/s.exec(sent) ?? [];
  if (word === undefined) return sent;
  const condition = { [word]: word === 'in' ? rest.replace(/^\(|\)$|"/g, '') : rest };
  return isNegated ? { not: condition } : condition;
};
