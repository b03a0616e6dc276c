/** Filters: conditions on the properties of items, from the parameters of a request. */

import { getMember, getProperty, isJsonObject, type Json, type JsonObject, jsonOr } from '../primitives/json.ts';
import { StepBudget } from '../primitives/step-budget.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Filter, ListBinding } from '../service/binding.ts';
import type { DecodedParameter, ParameterValues } from '../service/operation.ts';
import { type Collection, type Item, indexText } from '../state/collection.ts';
import { conditionsIn, conditionTest, flagIn, prefixedCondition, testOf } from './preconditions.ts';

export interface Condition {
  readonly filter: Filter;
  readonly property: string;
  /** For `equals`: the matching texts, as in an index. */
  readonly texts: ReadonlySet<string> | undefined;
  readonly matches: (value: JsonObject) => boolean;
}

/** A binding that is about some items alone, whatever the request sends: those of the caller. Undefined: about all. */
export interface Keeping {
  readonly keeps: (context: RequestContext, collection: Collection) => ((item: Item) => boolean) | undefined;
}

export const keptBy = (
  context: RequestContext,
  binding: object,
  collection: Collection,
): ReturnType<Keeping['keeps']> => (binding as Partial<Keeping>).keeps?.(context, collection);

/** Every item is compared with all of them. Equal values, of which there may be many, are looked up. */
const maxConditions = 200;

/** The conditions of a request. A parameter that is not `sent` filters by its usual value alone, and hides what is listed on demand. @throws OutOfSteps */
export const conditionsOf = (
  filters: ListBinding['filters'],
  parameters: ParameterValues,
  sent: readonly DecodedParameter[] = [],
): readonly Condition[] => {
  const budget = new StepBudget(maxConditions);
  const conditions: Condition[] = [];
  for (const filter of filters) {
    const isSent = filter.parameter >= sent.length || sent[filter.parameter] !== undefined;
    const isOut = filter.comparison === 'unset';
    const usual = isOut ? false : isSent ? undefined : filter.usual;
    if (!isSent && usual === undefined) continue;
    const expected = expectedValues(filter, parameters) ?? (usual === undefined ? undefined : [usual]);
    if (expected === undefined) continue;
    const condition = conditionOf(filter, expected, budget);
    conditions.push(isSent || isOut ? condition : orMissing(condition));
  }
  return conditions;
};

/** The condition, met also by items without a value. */
const orMissing = ({ matches, ...rest }: Condition): Condition => ({
  ...rest,
  texts: undefined,
  matches: (value) => (getMember(value, rest.property) ?? null) === null || matches(value),
});

/** Whether an item has what the parameters state. @throws OutOfSteps */
export const selectionOf = (
  filters: readonly Filter[],
  parameters: ParameterValues,
): ((value: JsonObject) => boolean) => {
  const conditions = conditionsOf(filters, parameters);
  return (value) => conditions.every(({ matches }) => matches(value));
};

/** The values of which one must match; undefined if the request does not filter. */
const expectedValues = (filter: Filter, parameters: ParameterValues): readonly Json[] | undefined => {
  const { parameter, child, matchAll, isList, isFlag } = filter;
  const sent = parameters[parameter];
  const value = child === undefined ? sent : isJsonObject(sent) ? getProperty(sent, child) : undefined;
  if (value === undefined || value === null) return undefined;
  const listed = isList && typeof value === 'string' ? value.split(',').map((text) => text.trim()) : value;
  const expected: readonly Json[] = Array.isArray(listed) ? listed : [listed as Json];
  const isAll = expected.some((item) => typeof item === 'string' && matchAll.has(item.toLowerCase()));
  if (isAll) return undefined;
  if (!isFlag) return expected;
  // `?favorited=jake` says nothing of a flag.
  const flags = expected.map(flagIn).filter((flag) => flag !== undefined);
  return flags.length === 0 ? undefined : flags;
};

const conditionOf = (filter: Filter, expected: readonly Json[], budget: StepBudget): Condition => {
  const { property, comparison } = filter;
  if (comparison === 'equals') {
    // A value that is not a scalar matches nothing.
    const texts = new Set(expected.map(indexText).filter((text) => text !== undefined));
    const matches = (value: JsonObject) => {
      const text = indexText(getMember(value, property));
      return text !== undefined && texts.has(text);
    };
    return { filter, property, texts, matches };
  }
  return { filter, property, texts: undefined, matches: testFor(filter, comparison, expected, budget) };
};

const testFor = (
  { property, isProperty, lookup, said }: Filter,
  comparison: Exclude<Filter['comparison'], 'equals'>,
  expected: readonly Json[],
  budget: StepBudget,
): ((value: JsonObject) => boolean) => {
  const [sent] = expected as readonly [Json];
  if (isProperty !== undefined) {
    const all = expected.map((one) => conditionsIn(one) ?? writtenConditions(String(one)));
    return conditionTest({ and: all }, budget, (name) => isProperty.has(name.split('.')[0] as string));
  }
  const written = typeof sent === 'string' ? prefixedCondition(sent) : sent;
  const test =
    comparison === 'conditions'
      ? conditionTest(lookup?.reduceRight<Json>((inner, word) => ({ [word]: inner }), expected) ?? written, budget)
      : testOf(comparison, expected, budget, said);
  return (value) => test(getMember(value, property));
};

/** Whether a text or a number anywhere in the value contains `part` (in lower case), ignoring case. */
export const containsText = (value: Json, part: string): boolean => {
  if (typeof value === 'string') return value.toLowerCase().includes(part);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value).includes(part);
  if (typeof value !== 'object' || value === null) return false;
  const children: readonly Json[] = Array.isArray(value) ? value : Object.values(value as JsonObject);
  // A loop takes half the time of a closure for each item.
  for (let index = 0; index < children.length; index++) if (containsText(children[index] as Json, part)) return true;
  return false;
};

/** The words, the brackets and the texts in quotes. More would be more conditions than are tested. */
const tokensIn = (text: string): readonly string[] =>
  text
    .slice(0, 4000)
    // `tags/any(t: t eq 'new')` is about elements. Only `eq` heeds case.
    .replace(/\/any\(\s*(\w+):\s*\1\s([^()]*)\)/g, ' $2')
    .replace(/\/any\(\s*(\w+):\s*\1\/([^()]*)\)/g, '[$2]')
    .replace(/\) eq true\b/g, ')')
    .replace(/\bto\w+er\(([^()]*)\) eq/g, '$1 ie')
    .replace(/\bto\w+er\(([^()]*)\)/g, '$1')
    .match(/"(?:[^"\\]|\\.)*"|[a-z]*'(?:[^']|'')*'|[()[\]]|[^\s()[\]"',]+/gi)
    ?.slice(0, 1000) ?? [];

const valueIn = (token: string): Json => /^[a-z]*'(.*)'$/is.exec(token)?.[1]?.replaceAll("''", "'") ?? jsonOr(token);

/** `a/b`, and `urn:ietf:params:scim:schemas:core:2.0:User:id` */
const pathIn = (text: string) => text.replace(/^urn:.*:/, '').replaceAll('/', '.');

/** A text that is not written so has no conditions. */
const writtenConditions = (text: string): JsonObject => {
  const tokens = tokensIn(text).values();
  let { value: next } = tokens.next();
  const take = () => {
    const taken = next ?? '';
    next = tokens.next().value;
    return taken;
  };
  const takes = (word: string) => next?.toLowerCase() === word && take() !== '';
  const joined = (word: string, read: () => JsonObject): JsonObject => {
    const all = [read()];
    while (takes(word)) all.push(read());
    return all.length === 1 ? (all[0] as JsonObject) : { [word]: all };
  };
  const either = (): JsonObject => joined('or', () => joined('and', one));
  const within = (end: string): JsonObject => {
    const found = either();
    takes(end);
    return found;
  };
  const listed = () => {
    const all: Json[] = [];
    while (next !== undefined && !takes(')')) all.push(valueIn(take()));
    return all;
  };
  const one = (): JsonObject => {
    if (takes('not')) return { not: one() };
    if (takes('(')) return within(')');
    const name = pathIn(take());
    if (takes('[')) return { [name]: within(']') };
    if (takes('(')) {
      const [first = '', second = ''] = listed();
      if (name === 'substringof') return { [pathIn(String(second))]: { contains: first } };
      return { [pathIn(String(first))]: { [name]: second } };
    }
    const operator = take().toLowerCase();
    const value = operator === 'pr' || (takes('(') ? listed() : valueIn(take()));
    return { [name]: { [operator]: value } };
  };
  return either();
};
