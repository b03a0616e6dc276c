/** Other forms of a value that a schema may accept instead: of another type, within limits, or with another spelling. */

import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/singular.ts';
import { wordLists } from '../../parts/words/index.ts';
import type { Merged } from '../schema/merged-schema.ts';

/** The closest form first. An object or a list of another form may still have to be completed. */
export const formsOf = (value: Json, merged: Merged): readonly Json[] => {
  if (value === null) return [];
  const scalars = scalarForms(value, merged);
  const isList = Array.isArray(value);
  const lists = allows(merged, 'array') && !isList ? [value, ...scalars].map((form) => [form]) : [];
  const [only] = isList ? (value as readonly Json[]) : [];
  const inner =
    isList && (value as readonly Json[]).length === 1 ? [only as Json, ...formsOf(only as Json, merged)] : [];
  return [...scalars, ...lists, ...inner, ...references(value, merged)];
};

const allows = ({ types }: Merged, type: 'array' | 'object'): boolean => types?.has(type) === true;

const scalarForms = (value: Json, merged: Merged): readonly Json[] => {
  switch (typeof value) {
    case 'boolean':
      return [String(value), Number(value)];
    case 'number':
      return [...numberForms(value, merged), String(value), ...(value === 0 || value === 1 ? [value === 1] : [])];
    case 'bigint':
      return [String(value)];
    case 'string':
      return textForms(value, merged);
    default:
      return [];
  }
};

/** The closest number within the limits. */
const numberForms = (value: number, { low, high, step, types }: Merged): readonly number[] => {
  const limited = Math.min(Math.max(value, low), high);
  const unit = step ?? (types?.has('integer') && !types.has('number') ? 1 : undefined);
  const forms = unit === undefined ? [limited] : [Math.round(limited / unit) * unit, Math.floor(limited / unit) * unit];
  return forms.filter((form) => form !== value && Number.isFinite(form));
};

const textForms = (value: string, merged: Merged): readonly Json[] => {
  const forms: Json[] = [];
  if (value === 'true' || value === 'false') forms.push(value === 'true');
  if (value !== '' && String(Number(value)) === value && Number.isFinite(Number(value))) forms.push(Number(value));
  const other = merged.values?.find((listed) => typeof listed === 'string' && plainName(listed) === plainName(value));
  if (other !== undefined && plainName(value) !== '') forms.push(other);
  forms.push(...dateForms(value, merged));
  const length = [...value].length;
  if (length > merged.maxLength) forms.push([...value].slice(0, merged.maxLength).join(''));
  return forms;
};

const dateForms = (value: string, { format, types }: Merged): readonly Json[] => {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(value);
  const isTime = /^\d{4}-\d\d-\d\dt/i.test(value) && !Number.isNaN(Date.parse(value));
  if (format === 'date-time' && isDate) return [`${value}T00:00:00Z`];
  if (format === 'date' && isTime) return [value.slice(0, 10)];
  if (isTime && types?.has('string') === false) return [Math.floor(Date.parse(value) / 1000)];
  return [];
};

const referred = (): readonly string[] => [...wordLists.ids.all, ...wordLists.givenNames.all];

/** The id for an object, and an object with only an id for its id. */
const references = (value: Json, merged: Merged): readonly Json[] => {
  if (typeof value !== 'object') {
    if (!allows(merged, 'object')) return [];
    return referred()
      .filter((name) => merged.properties.has(name))
      .map((name) => ({ [name]: value }));
  }
  if (!isJsonObject(value) || allows(merged, 'object')) return [];
  return referred().flatMap((name) => getProperty(value, name) ?? []);
};

/** The id of an object by its usual names; undefined if it has none. */
export const usualIdOf = (value: JsonObject): Json | undefined => {
  const name = wordLists.ids.all.slice(0, 9).find((candidate) => Object.hasOwn(value, candidate));
  return name === undefined ? undefined : value[name];
};
