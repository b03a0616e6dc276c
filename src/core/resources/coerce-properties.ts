/** What a request may say in another form than the item keeps it in: a text for a list of them, a number for a text. */

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
 * The item with those of the members that fit, as they were sent or in another form that says the same. One that fits in
 * none is as it was before; what is null is gone where it may be absent.
 */
export const coerceProperties = (
  value: JsonObject,
  before: JsonObject,
  { mayDiffer }: RequestMapping,
  { check, required }: CollectionSpec,
): JsonObject => {
  if (mayDiffer.size === 0) return value;
  const wrong = misfits(value, mayDiffer, check);
  if (wrong.length === 0) return value;
  const fitted: Record<string, Json> = { ...value };
  for (const name of wrong) {
    const sent = value[name] as Json;
    const form = formsOf(sent).find((candidate) => {
      setProperty(fitted, name, candidate);
      return misfits(fitted, new Set([name]), check).length === 0;
    });
    if (form !== undefined) continue;
    const old = sent === null && !required.includes(name) ? undefined : getProperty(before, name);
    if (old === undefined) delete fitted[name];
    else setProperty(fitted, name, old);
  }
  return fitted;
};

/**
 * The item with what was said of it, less strictly where it does not fit as it was said: a part of an object is laid over
 * that object of `before`, and what is null is gone where it may be absent. One that does not fit so either stays as it was
 * said: that is for the check of the whole to refuse.
 */
export const mergeProperties = (
  value: JsonObject,
  before: JsonObject,
  said: JsonObject,
  { check, required }: CollectionSpec,
): JsonObject => {
  const names = Object.keys(said).filter((name) =>
    said[name] === null
      ? !required.includes(name)
      : isJsonObject(said[name]) && isJsonObject(getProperty(before, name)),
  );
  const wrong = misfits(value, new Set(names), check);
  if (wrong.length === 0) return value;
  const mended: Record<string, Json> = { ...value };
  for (const name of wrong) {
    const part = said[name] as JsonObject | null;
    if (part === null) delete mended[name];
    else setProperty(mended, name, mergedPart(part, name, { mended, before, check }));
  }
  return mended;
};

const mergedPart = (
  part: JsonObject,
  name: string,
  { mended, before, check }: { mended: JsonObject; before: JsonObject; check: CollectionSpec['check'] },
): JsonObject => {
  const merged: Record<string, Json> = { ...(getProperty(before, name) as JsonObject) };
  for (const inner of Object.keys(part)) setProperty(merged, inner, part[inner] as Json);
  const withoutNulls = Object.fromEntries(Object.entries(merged).filter(([inner]) => part[inner] !== null));
  const fit = [merged, withoutNulls].find((candidate) => {
    const whole: Record<string, Json> = { ...mended };
    setProperty(whole, name, candidate);
    return misfits(whole, new Set([name]), check).length === 0;
  });
  return fit ?? part;
};

/** Those of the names at whose members the item's check finds something. */
const misfits = (value: JsonObject, names: ReadonlySet<string>, check: CollectionSpec['check']): readonly string[] => {
  const present = [...names].filter((name) => Object.hasOwn(value, name));
  if (present.length === 0) return present;
  const problems = check(value);
  return present.filter((name) => {
    const pointer = `/${escapePointer(name)}`;
    return problems.some((problem) => problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`));
  });
};

/** Other forms of a value that say exactly the same. */
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
