/** The keywords for scalars: numbers, text, and allowed values. */
import { equalsJson, isWhole, type Json, type JsonObject, type Numeric } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { createPattern } from '../pattern/pattern.ts';
import type { SchemaObject } from '../schema/schema.ts';
import { leaf, limitRule, PatternNotEvaluated, type Rule, type Run } from './evaluation.ts';
import { numberFormats, textFormats } from './text-formats.ts';

export const valueRules = (schema: SchemaObject): readonly (Rule | undefined)[] => [
  'const' in schema ? constRule(schema.const) : undefined,
  schema.enum && enumRule(schema.enum),
];

const constRule = (value: Json): Rule => leaf({ keyword: 'const', limit: value }, equalTo(value));

const enumRule = (values: readonly Json[]): Rule => {
  const scalars = new Set<Json>(values.filter((value) => typeof value !== 'object' || value === null));
  const others = values.filter((value) => !scalars.has(value)).map(equalTo);
  return leaf({ keyword: 'enum', limit: values }, (value, run) => {
    if (scalars.has(value)) return true;
    if (typeof value === 'object' && value !== null) return others.some((isEqual) => isEqual(value, run));
    // 1 and 1n are the same value.
    return typeof value === 'bigint' && values.some((allowed) => equalsJson(value, allowed));
  });
};

/** A comparison takes time in proportion to the smaller value, so the size of the document's value bounds it. */
const equalTo = (expected: Json): ((value: Json, run: Run) => boolean) => {
  if (typeof expected !== 'object' || expected === null) return (value) => equalsJson(expected, value);
  const size = lazily(() => sizeOf(expected));
  return (value, run) => {
    if (typeof value !== 'object' || value === null) return false;
    if (Array.isArray(expected) && expected.length !== (value as readonly Json[]).length) return false;
    run.budget.spend(size());
    return equalsJson(expected, value);
  };
};

const sizeOf = (value: Json): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value as JsonObject).reduce<number>((sum, child) => sum + sizeOf(child), 1)
    : 1;

export const numberRules = (schema: SchemaObject): readonly (Rule | undefined)[] => {
  const { format = '' } = schema;
  const isOfFormat = numberFormats.get(format);
  return [
    limitRule('maximum', schema.maximum, (value: Numeric, most) => value <= most),
    limitRule('minimum', schema.minimum, (value: Numeric, least) => value >= least),
    limitRule('exclusiveMaximum', schema.exclusiveMaximum, (value: Numeric, end) => value < end),
    limitRule('exclusiveMinimum', schema.exclusiveMinimum, (value: Numeric, end) => value > end),
    limitRule('multipleOf', schema.multipleOf, isMultiple),
    isOfFormat && leaf({ keyword: 'format', limit: format }, isOfFormat),
  ];
};

/** Quotients of doubles are rarely exact: 0.3 / 0.1 is 2.9999999999999996. */
const tolerance = 1e-6;

const isMultiple = (value: Numeric, step: Numeric) => {
  if (typeof value === 'bigint' || typeof step === 'bigint') {
    if (isWhole(value) && isWhole(step)) return BigInt(value) % BigInt(step) === 0n;
  }
  const quotient = Number(value) / Number(step);
  return Math.abs(Math.round(quotient) - quotient) <= tolerance;
};

export const textRules = (schema: SchemaObject): readonly (Rule | undefined)[] => [
  limitRule('maxLength', schema.maxLength, isAtMost),
  limitRule(
    'minLength',
    schema.minLength,
    (text: string, least, run) => least === 0 || !isAtMost(text, least - 1, run),
  ),
  schema.pattern === undefined ? undefined : patternRule(schema.pattern),
  formatRule(schema),
];

const formatRule = ({ format = '', isLoose, examples = [], times }: SchemaObject): Rule | undefined => {
  const isOfFormat = isLoose ? undefined : textFormats.get(format);
  if (isOfFormat === undefined) return undefined;
  const shapes = lazily(() => {
    const others = (times === undefined ? [] : [...examples, ...times()]).filter(
      (example) => typeof example === 'string' && /\d\d/.test(example) && !isOfFormat(example),
    );
    return new Set(others.map((example) => shapeOf(example as string)));
  });
  return leaf<string>({ keyword: 'format', limit: format }, (text, run) => {
    run.budget.spend(1 + text.length / charactersPerStep);
    return isOfFormat(text) || (text.length < 64 && shapes().size > 0 && shapes().has(shapeOf(text)));
  });
};

/** What times that a document shows in another form have in common with it: `2026-01-17T12:34:00.000+0000`. */
const shapeOf = (time: string) =>
  time
    .replace(/[.,]\d+/, '')
    .replace(/[+-](?=[\d:]+$)/, '+')
    .replace(/\d/g, '0')
    .replace(/[A-Z][a-z]{2}(?=,| )/g, 'Day');

/** The characters per step of a format, whose test may read each of them several times, and of a length in code points. */
const charactersPerStep = 4;

/** Whether the text has at most this number of code points. They are counted only if the number of UTF-16 units is not decisive. */
const isAtMost = (text: string, max: number, { budget }: Run) => {
  if (text.length <= max) return true;
  if (text.length > max * 2) return false;
  budget.spend(text.length / charactersPerStep);
  let points = 0;
  for (const _ of text) points++;
  return points <= max;
};

const patternRule = (source: string): Rule => {
  const test = patternTest(source);
  return {
    test,
    explain: (value, pointer, run, report) => {
      if (test(value, run)) return;
      report.fail({ keyword: 'pattern', limit: source, isEvaluated: test.isEvaluated(value, run) }, pointer);
    },
  };
};

interface PatternTest {
  (text: Json, run: Run): boolean;
  readonly isEvaluated: (text: Json, run: Run) => boolean;
}

export const patternTest = (source: string): PatternTest => {
  const pattern = createPattern(source);
  const evaluate = (text: Json, { budget }: Run): boolean | undefined =>
    pattern === undefined ? false : pattern.test(text as string, budget);
  const test = (text: Json, run: Run): boolean => {
    const isFound = evaluate(text, run);
    if (isFound === undefined && !run.isLenient) throw new PatternNotEvaluated(source);
    return isFound ?? false;
  };
  return Object.assign(test, { isEvaluated: (text: Json, run: Run) => evaluate(text, run) !== undefined });
};
