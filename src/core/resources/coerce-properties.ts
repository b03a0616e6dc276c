/** Coercion: a request may send a property in another form than the item stores, such as a text for a list or a number for a text. */

import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setProperty,
} from '../primitives/json.ts';
import type { CollectionSpec, RequestMapping } from '../service/binding.ts';

/**
 * Converts coercible properties to a form that the item's schema accepts. If there is none, the property keeps its value
 * from `before`; null removes an optional property.
 */
export const coerceProperties = (
  value: JsonObject,
  before: JsonObject,
  { coercible }: RequestMapping,
  { check, required }: CollectionSpec,
): JsonObject => {
  if (coercible.size === 0) return value;
  const invalid = invalidProperties(value, coercible, check);
  if (invalid.length === 0) return value;
  const coerced: Record<string, Json> = { ...value };
  for (const name of invalid) {
    const sent = value[name] as Json;
    const form = formsOf(sent).find((candidate) => {
      setProperty(coerced, name, candidate);
      return invalidProperties(coerced, new Set([name]), check).length === 0;
    });
    if (form !== undefined) continue;
    const existing = sent === null && !required.includes(name) ? undefined : getProperty(before, name);
    if (existing === undefined) delete coerced[name];
    else setProperty(coerced, name, existing);
  }
  return coerced;
};

/**
 * Corrects requested properties that are invalid: an object is merged into that of `before`, and null removes an optional
 * property. If the result is still invalid, the requested value is kept, and the check of the whole item rejects it.
 */
export const mergeProperties = (
  value: JsonObject,
  before: JsonObject,
  requested: JsonObject,
  { check, required }: CollectionSpec,
): JsonObject => {
  const names = Object.keys(requested).filter((name) =>
    requested[name] === null
      ? !required.includes(name)
      : isJsonObject(requested[name]) && isJsonObject(getProperty(before, name)),
  );
  const invalid = invalidProperties(value, new Set(names), check);
  if (invalid.length === 0) return value;
  const corrected: Record<string, Json> = { ...value };
  for (const name of invalid) {
    const part = requested[name] as JsonObject | null;
    if (part === null) delete corrected[name];
    else setProperty(corrected, name, mergedPart(part, name, { mended: corrected, before, check }));
  }
  return corrected;
};

const mergedPart = (
  part: JsonObject,
  name: string,
  { mended: corrected, before, check }: { mended: JsonObject; before: JsonObject; check: CollectionSpec['check'] },
): JsonObject => {
  const merged: Record<string, Json> = { ...(getProperty(before, name) as JsonObject) };
  for (const child of Object.keys(part)) setProperty(merged, child, part[child] as Json);
  const withoutNulls = Object.fromEntries(Object.entries(merged).filter(([child]) => part[child] !== null));
  const valid = [merged, withoutNulls].find((candidate) => {
    const candidateItem: Record<string, Json> = { ...corrected };
    setProperty(candidateItem, name, candidate);
    return invalidProperties(candidateItem, new Set([name]), check).length === 0;
  });
  return valid ?? part;
};

/** The properties in which the check finds problems. */
const invalidProperties = (
  value: JsonObject,
  names: ReadonlySet<string>,
  check: CollectionSpec['check'],
): readonly string[] => {
  const present = [...names].filter((name) => Object.hasOwn(value, name));
  if (present.length === 0) return present;
  const problems = check(value);
  return present.filter((name) => {
    const pointer = `/${escapePointer(name)}`;
    return problems.some((problem) => problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`));
  });
};

/** Other forms with exactly the same meaning. */
const formsOf = (value: Json): readonly Json[] => {
  if (Array.isArray(value)) {
    const [only] = value as readonly Json[];
    return value.length === 1 ? [only as Json, ...scalarForms(only as Json)] : [];
  }
  const forms = scalarForms(value);
  return value === null ? [] : [[value], ...forms, ...forms.map((form) => [form])];
};

const scalarForms = (value: Json): readonly Json[] => {
  switch (typeof value) {
    case 'boolean':
      return [String(value), Number(value)];
    case 'number':
      return [String(value), ...(value === 0 || value === 1 ? [value === 1] : [])];
    case 'bigint':
      return [String(value)];
    case 'string':
      if (value === 'true' || value === 'false') return [value === 'true'];
      return value !== '' && String(Number(value)) === value && Number.isFinite(Number(value)) ? [Number(value)] : [];
    default:
      return [];
  }
};
