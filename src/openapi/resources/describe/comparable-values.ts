/** Whether the values of a parameter can equal those of a property, or be compared with them. */

import { flagIn } from '../../../core/resources/preconditions.ts';
import type { Filter } from '../../../core/service/binding.ts';
import type { JsonType } from '../../../core/service/check.ts';
import { wordLists } from '../../../parts/words/index.ts';
import { firstOf, isNumeric, mayBeNumber, type Schema } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';

/** Values that mean every item. */
export const allWords = (): readonly string[] => [...wordLists.allValues.all, '*'];

/** The values of a schema; of a list, those of its items. */
export interface ValueFacts {
  /** The types; undefined if any. */
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly format: string | undefined;
  /** The listed values in lower case; undefined if none are listed. */
  readonly listed: ReadonlySet<string> | undefined;
}

export const describeValues = (schema: Schema, schemas: SchemaSet): ValueFacts => {
  const types = schemas.typesOf(schema);
  const parts = schemas.partsOf(schema, 'some');
  const items = types?.has('array') ? firstOf(parts, 'items') : undefined;
  if (items !== undefined) return describeValues(items, schemas);
  const listed = parts.flatMap(({ enum: values, const: only }) => values ?? (only === undefined ? [] : [only]));
  return {
    types,
    format: firstOf(parts, 'format'),
    listed: listed.length === 0 ? undefined : new Set(listed.map((value) => String(value).toLowerCase())),
  };
};

/** Whether a parameter has one value, and names no item: `/dags/~/runs/list` lists the runs of all dags. */
export const isFixed = (key: string, schemas: SchemaSet): boolean =>
  describeValues({ $ref: key }, schemas).listed?.size === 1;

const isTime = ({ format }: ValueFacts) => format === 'date-time' || format === 'date';

export const isComparable = (sent: ValueFacts, own: ValueFacts, comparison: Filter['comparison']): boolean => {
  if (comparison === 'contains') return true;
  // A label of an object may be any text.
  const isObject = own.types?.has('object') === true;
  if (!isObject && !(canBeIn(sent.listed, own) && (comparison !== 'equals' || canBeIn(own.listed, sent)))) return false;
  if (isSwitch(sent) && own.listed === undefined && own.types?.has('string') === true) return false;
  if (sent.types === undefined || own.types === undefined) return true;
  if (comparison === 'equals')
    return isEqualType(sent.types, own.types, sent) && isEqualFormat(sent, own) && sharesValue(sent, own);
  if (comparison === 'includes') return true;
  // A time as text has no order with a time as a number.
  return !(isTime(sent) && isNumeric(own.types));
};

/** Whether the types can be equal: a flag equals nothing but a flag, or a text that says whether it is set. */
const isEqualType = (sent: ReadonlySet<JsonType>, own: ReadonlySet<JsonType>, facts: ValueFacts) =>
  isOnly(own, 'boolean') ? sent.has('boolean') || saysFlag(facts) : !isOnly(sent, 'boolean') || own.has('boolean');

/** Whether the listed values say whether a flag is set: `yes` and `no`, `1` and `0`. */
export const saysFlag = ({ listed = new Set() }: ValueFacts): boolean => {
  const said = [...listed].map(flagIn);
  return said.includes(true) && said.includes(false);
};

/** Whether the formats can be equal: no time equals a date, and no address a UUID. */
const isEqualFormat = ({ format: sent = '' }: ValueFacts, { format: own = '' }: ValueFacts) =>
  sent === own || !formats.has(sent) || !formats.has(own);

/** Whether a schema can have one of the listed values: `day` can be neither a number nor a date nor a UUID. */
const canBeIn = (listed: ReadonlySet<string> | undefined, { types, format = '' }: ValueFacts) => {
  if (listed === undefined || types === undefined) return true;
  const expression = types.has('string') ? formats.get(format) : mayBeNumber(types) ? number : undefined;
  const values = [...listed].filter((text) => !allWords().includes(text));
  return expression === undefined || values.length === 0 || values.some((text) => expression.test(text));
};

/** Whether a parameter adds something to the list: `?builtin=1`. */
const isSwitch = ({ listed }: ValueFacts) => listed?.size === 1 && [...listed].every(flagIn);

const number = /^-?\d+(\.\d+)?$/;

const formats: ReadonlyMap<string, RegExp> = new Map([
  ['date', /^\d{4}-/],
  ['date-time', /^\d{4}-/],
  ['uuid', /^[0-9a-f]{8}-/],
  ['email', /@/],
  ['uri', /^\w+:/],
]);

const isOnly = (types: ReadonlySet<JsonType>, type: JsonType) =>
  types.has(type) && [...types].every((other) => other === type || other === 'null');

const isAnyOf = (values: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...values].some((value) => others.has(value));

/** If both list their values, one of them is in both lists. */
const sharesValue = ({ listed: sent }: ValueFacts, { listed: own }: ValueFacts) =>
  sent === undefined || own === undefined || isAnyOf(sent, own);
