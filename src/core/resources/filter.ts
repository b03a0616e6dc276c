/** Which items a list holds: what the parameters of a request say about their members. */

import { compare, numberOf, timeOf } from '../primitives/compare-scalars.ts';
import { getProperty, isJsonObject, isNumeric, type Json, type JsonObject } from '../primitives/json.ts';
import type { Filter, ListBinding } from '../service/binding.ts';
import type { DecodedParameter, ParameterValues } from '../service/operation.ts';
import { indexText } from '../state/collection.ts';

export interface Condition {
  readonly property: string;
  /** For `equals`, the texts that match, as an index finds them. */
  readonly texts: ReadonlySet<string> | undefined;
  readonly matches: (value: JsonObject) => boolean;
}

/**
 * Those that the request says something about; all of them must be met. A parameter that is not `sent` keeps no item
 * back, whatever its default: what a client has just created is listed.
 */
export const conditionsOf = (
  binding: ListBinding,
  parameters: ParameterValues,
  sent: readonly DecodedParameter[],
): readonly Condition[] => {
  const conditions: Condition[] = [];
  for (const filter of binding.filters) {
    if (sent[filter.parameter] === undefined) continue;
    const wanted = wantedBy(filter, parameters);
    if (wanted !== undefined) conditions.push(conditionOf(filter, wanted));
  }
  return conditions;
};

/** The values of which one must match; undefined where the request says nothing. */
const wantedBy = (
  { parameter, child, unfiltered }: Filter,
  parameters: ParameterValues,
): readonly Json[] | undefined => {
  const sent = parameters[parameter];
  const value = child === undefined ? sent : isJsonObject(sent) ? getProperty(sent, child) : undefined;
  if (value === undefined || value === null) return undefined;
  const wanted: readonly Json[] = Array.isArray(value) ? value : [value as Json];
  const isAll = wanted.some((one) => typeof one === 'string' && unfiltered.has(one.toLowerCase()));
  return isAll ? undefined : wanted;
};

const conditionOf = ({ property, comparison }: Filter, wanted: readonly Json[]): Condition => {
  // What is no scalar compares with no member: it matches nothing.
  const texts = new Set(wanted.map(indexText).filter((text) => text !== undefined));
  if (comparison === 'equals') {
    const matches = (value: JsonObject): boolean => {
      const text = indexText(getProperty(value, property));
      return text !== undefined && texts.has(text);
    };
    return { property, texts, matches };
  }
  const test = testOf(comparison, wanted, texts);
  return { property, texts: undefined, matches: (value) => test(getProperty(value, property)) };
};

type Test = (value: Json | undefined) => boolean;

const testOf = (
  comparison: Exclude<Filter['comparison'], 'equals'>,
  wanted: readonly Json[],
  texts: ReadonlySet<string>,
): Test => {
  switch (comparison) {
    case 'contains':
      return containsTest(texts);
    case 'includes':
      return includesTest(texts);
    default:
      return orderTest(wanted, comparison);
  }
};

/** By what the objects of a list are called. */
const labels = ['name', 'id', 'slug', 'label'];

const includesTest = (texts: ReadonlySet<string>): Test => {
  const isWanted = (value: Json | undefined): boolean => {
    const text = indexText(value);
    return text !== undefined && texts.has(text);
  };
  return (value) =>
    (Array.isArray(value) ? (value as readonly Json[]) : [value]).some((one) =>
      isJsonObject(one) ? labels.some((name) => isWanted(getProperty(one, name))) : isWanted(one),
    );
};

/** Of a list, one of its values must contain it. */
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
  (wanted: readonly Json[], comparison: Order): Test =>
  (value) =>
    wanted.some((limit) => {
      const order = orderOf(value, limit);
      return order !== undefined && isInOrder[comparison](order);
    });

/** By number where both are numbers, by time where both are dates, else by text; undefined where one is no scalar. */
const orderOf = (value: Json | undefined, limit: Json): number | undefined => {
  if (value === null) return undefined;
  const [text, limitText] = [indexText(value), indexText(limit)];
  if (text === undefined || limitText === undefined) return undefined;
  // A text that writes a number counts as one beside a number: the interface may describe a limit as text.
  if (isNumeric(value) || isNumeric(limit)) {
    const [number, limitNumber] = [numberOf(value), numberOf(limit)];
    if (number !== undefined && limitNumber !== undefined) return compare(number, limitNumber);
  }
  const [time, limitTime] = [timeOf(text), timeOf(limitText)];
  return time !== undefined && limitTime !== undefined ? compare(time, limitTime) : compare(text, limitText);
};

/** Whether a text or a number anywhere in the value contains this, case aside. */
export const containsText = (value: Json, part: string): boolean => {
  if (typeof value === 'string') return value.toLowerCase().includes(part);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value).includes(part);
  if (Array.isArray(value)) return value.some((inner: Json) => containsText(inner, part));
  return isJsonObject(value) && Object.values(value).some((inner) => containsText(inner, part));
};
