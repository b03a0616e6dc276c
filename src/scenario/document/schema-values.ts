/** The values that the schemas of scenario documents are built of. Every message completes the sentence `... must be`. */
import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { durationPattern, parseSize, sizePattern } from '../../core/primitives/units.ts';
import { parseTimestamp } from './timestamp.ts';

/** A map with exactly these keys. The message for an unknown key lists the known ones, for a suggestion. */
export const map = <Shape extends z.core.$ZodLooseShape>(expected: string, shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : expected),
  });

export const text = (expected = 'a text') => z.string({ error: expected });
export const flag = () => z.boolean({ error: 'true or false' });
export const count = (min: number, max = Number.MAX_SAFE_INTEGER) => {
  const bound = max === Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` from ${min} to ${max}`;
  const error = `a whole number${bound}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};
export const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, {
    error: `${values.length > 2 ? 'one of ' : ''}${values.map((value) => `"${value}"`).join(values.length > 2 ? ', ' : ' or ')}`,
  });
export const list = <Element extends z.ZodType>(expected: string, item: Element) => z.array(item, { error: expected });
export const mapOf = <Element extends z.ZodType>(expected: string, item: Element) =>
  z.record(z.string(), item, { error: expected });
export const either = <const Options extends readonly [z.ZodType, ...z.ZodType[]]>(
  expected: string,
  ...options: Options
) => z.union(options, { error: expected });

/** Any JSON value. It needs no check, since the input comes from a JSON or YAML parser. */
export const anyJson = () => z.custom<Json>();
export const object = () => z.custom<JsonObject>(isJsonObject, { error: 'a map' }).meta({ type: 'object' });
export const oneOrMore = () =>
  either('a text or a list of texts', text('a text or a list of texts'), list('a text or a list of texts', text()));
export const scalar = () =>
  either('a text, a number or a boolean', text(), z.number({ error: 'a text' }), z.boolean({ error: 'a text' }));

/** Header and query values. A number or a boolean means its text. */
export const scalars = () =>
  mapOf(
    'a map of names and texts',
    either(
      'a text',
      text(),
      z.number({ error: 'a text' }),
      z.boolean({ error: 'a text' }),
      z.custom<bigint>((value) => typeof value === 'bigint', { error: 'a text' }).meta({ type: 'integer' }),
    ),
  );

export const duration = () => {
  const expected = 'a duration such as 250ms, 30s, 5m, 2h or 7d';
  return text(expected)
    .regex(durationPattern, { error: expected })
    .describe('A duration: a number and `ms`, `s`, `m`, `h` or `d`.')
    .meta({ examples: ['250ms', '30s', '5m'] });
};

export const timestamp = () => {
  const expected = 'a time such as 2030-06-01T00:00:00Z or a date such as 2030-06-01';
  return text(expected).refine((value) => parseTimestamp(value) !== undefined, { error: expected, abort: true });
};

export const size = () => {
  const expected = 'a size such as 500B, 10KB or 1MiB';
  return text(expected)
    .regex(sizePattern, { error: expected, abort: true })
    .refine((value) => (parseSize(value) ?? 0) > 0, { error: expected, abort: true })
    .meta({ examples: ['10KB', '1MiB'] });
};

/** Rejects an entry of a list that has the same value as one before it: it would never be found. */
export const unique =
  <Name extends string>(name: Name) =>
  (entries: readonly Readonly<Record<Name, string>>[], { addIssue }: z.RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [index, { [name]: value }] of entries.entries()) {
      if (seen.has(value)) addIssue({ code: 'custom', path: [index, name], message: 'unique', input: value });
      seen.add(value);
    }
  };

/** Read-only at every depth. Types that allow any JSON value are read-only already. */
export type Frozen<Value> = [Json, Value] extends [Value, Json | undefined]
  ? Value
  : Value extends readonly (infer Element)[]
    ? readonly Frozen<Element>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
      : Value;
