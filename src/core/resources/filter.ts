/** Filters: conditions on the properties of items, from the parameters of a request. */

import { compare, numberOf, timeOf } from '../primitives/compare-scalars.ts';
import { givenNames, idNames } from '../primitives/id-names.ts';
import { getMember, getProperty, isJsonObject, isNumeric, type Json, type JsonObject } from '../primitives/json.ts';
import type { Filter, ListBinding } from '../service/binding.ts';
import type { DecodedParameter, ParameterValues } from '../service/operation.ts';
import { indexText } from '../state/collection.ts';

export interface Condition {
  readonly filter: Filter;
  readonly property: string;
  /** For `equals`: the matching texts, as in an index. */
  readonly texts: ReadonlySet<string> | undefined;
  readonly matches: (value: JsonObject) => boolean;
}

/**
 * The conditions of a request; an item must match all of them. A parameter that is not `sent` does not filter, even if it
 * has a default: a client finds an item that it has just created.
 */
export const conditionsOf = (
  binding: ListBinding,
  parameters: ParameterValues,
  sent: readonly DecodedParameter[],
): readonly Condition[] => {
  const conditions: Condition[] = [];
  for (const filter of binding.filters) {
    if (filter.parameter < sent.length && sent[filter.parameter] === undefined) continue;
    const expected = expectedValues(filter, parameters);
    if (expected !== undefined) conditions.push(conditionOf(filter, expected));
  }
  return conditions;
};

/** Whether the item has what the parameters state. */
export const isWithin = (filters: readonly Filter[], parameters: ParameterValues, value: JsonObject): boolean =>
  filters.every((filter) => {
    const expected = expectedValues(filter, parameters);
    return expected === undefined || conditionOf(filter, expected)?.matches(value) !== false;
  });

/** The values of which one must match; undefined if the request does not filter. */
const expectedValues = (
  { parameter, child, matchAll, isList }: Filter,
  parameters: ParameterValues,
): readonly Json[] | undefined => {
  const sent = parameters[parameter];
  const value = child === undefined ? sent : isJsonObject(sent) ? getProperty(sent, child) : undefined;
  if (value === undefined || value === null) return undefined;
  const listed = isList && typeof value === 'string' ? value.split(',').map((text) => text.trim()) : value;
  const expected: readonly Json[] = Array.isArray(listed) ? listed : [listed as Json];
  const isAll = expected.some((item) => typeof item === 'string' && matchAll.has(item.toLowerCase()));
  return isAll ? undefined : expected;
};

const conditionOf = (filter: Filter, expected: readonly Json[]): Condition => {
  const { property, comparison } = filter;
  // A value that is not a scalar matches nothing.
  const texts = new Set(expected.map(indexText).filter((text) => text !== undefined));
  if (comparison === 'equals') {
    const matches = (value: JsonObject): boolean => {
      const text = indexText(getMember(value, property));
      return text !== undefined && texts.has(text);
    };
    return { filter, property, texts, matches };
  }
  const test = testOf(comparison, expected, texts);
  return { filter, property, texts: undefined, matches: (value) => test(getMember(value, property)) };
};

type Test = (value: Json | undefined) => boolean;

const testOf = (
  comparison: Exclude<Filter['comparison'], 'equals'>,
  expected: readonly Json[],
  texts: ReadonlySet<string>,
): Test => {
  switch (comparison) {
    case 'contains':
      return containsTest(texts);
    case 'includes':
      return includesTest(texts);
    default:
      return orderTest(expected, comparison);
  }
};

/** Properties that identify an object in a filter. */
export const labelNames: readonly string[] = [...givenNames, ...idNames];

const includesTest = (texts: ReadonlySet<string>): Test => {
  const isExpected = (value: Json | undefined): boolean => {
    const text = indexText(value);
    return text !== undefined && texts.has(text);
  };
  return (value) =>
    (Array.isArray(value) ? (value as readonly Json[]) : [value]).some((item) =>
      isJsonObject(item) ? labelNames.some((name) => isExpected(getProperty(item, name))) : isExpected(item),
    );
};

/** For a list, one of its values must contain the text. */
const containsTest = (texts: ReadonlySet<string>): Test => {
  const parts = [...texts].map((text) => text.toLowerCase());
  const test: Test = (value) => {
    if (Array.isArray(value)) return (value as readonly Json[]).some(test);
    if (value === null) return false;
    const text = indexText(value)?.toLowerCase();
    return text !== undefined && parts.some((part) => text.includes(part));
  };
  return test;
};

type Order = Exclude<Filter['comparison'], 'equals' | 'contains' | 'includes'>;

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
      const order = orderOf(value, limit);
      return order !== undefined && isInOrder[comparison](order);
    });

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
