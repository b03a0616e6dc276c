/** The keywords for scalars: numbers, text, and allowed values. */
import { equalsJson, isWhole, type Json, type JsonObject, type Numeric } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { createPattern } from '../pattern/pattern.ts';
import type { SchemaObject } from '../schema/schema.ts';
import type { Failure } from './check-messages.ts';
import { leaf, PatternNotEvaluated, type Rule, type Run } from './evaluation.ts';
import { numberFormats, textFormats } from './text-formats.ts';

export const valueRules = (schema: SchemaObject): readonly Rule[] => {
  const rules: Rule[] = [];
  if ('const' in schema) {
    const expected = schema.const as Json;
    rules.push(leaf({ keyword: 'const', allowed: expected }, equalTo(expected)));
  }
  if (schema.enum !== undefined) rules.push(enumRule(schema.enum));
  return rules;
};

const enumRule = (values: readonly Json[]): Rule => {
  const scalars = new Set<Json>(values.filter((value) => typeof value !== 'object' || value === null));
  const others = values.filter((value) => !scalars.has(value)).map(equalTo);
  return leaf({ keyword: 'enum', allowed: values }, (value, run) => {
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

export const numberRules = (schema: SchemaObject): readonly Rule[] => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  const rules: Rule[] = [];
  const add = (failure: Failure, isFit: (value: Numeric) => boolean): void => {
    rules.push(leaf<Numeric>(failure, isFit));
  };
  if (maximum !== undefined) add({ keyword: 'maximum', limit: maximum }, (value) => value <= maximum);
  if (minimum !== undefined) add({ keyword: 'minimum', limit: minimum }, (value) => value >= minimum);
  if (exclusiveMaximum !== undefined)
    add({ keyword: 'exclusiveMaximum', limit: exclusiveMaximum }, (value) => value < exclusiveMaximum);
  if (exclusiveMinimum !== undefined)
    add({ keyword: 'exclusiveMinimum', limit: exclusiveMinimum }, (value) => value > exclusiveMinimum);
  if (multipleOf !== undefined)
    add({ keyword: 'multipleOf', limit: multipleOf }, (value) => isMultiple(value, multipleOf));
  const formatTest = numberFormats.get(format ?? '');
  if (formatTest !== undefined) add({ keyword: 'format', format: format as string }, formatTest);
  return rules;
};

/** Quotients of doubles are rarely exact: 0.3 / 0.1 is 2.9999999999999996. */
const tolerance = 1e-6;

const isMultiple = (value: Numeric, step: Numeric): boolean => {
  if (typeof value === 'bigint' || typeof step === 'bigint') {
    if (isWhole(value) && isWhole(step)) return BigInt(value) % BigInt(step) === 0n;
  }
  const quotient = Number(value) / Number(step);
  return Math.abs(Math.round(quotient) - quotient) <= tolerance;
};

export const textRules = ({
  minLength,
  maxLength,
  pattern,
  format,
  isLoose,
  examples = [],
  times,
}: SchemaObject): readonly Rule[] => {
  const rules: Rule[] = [];
  if (maxLength !== undefined)
    rules.push(leaf<string>({ keyword: 'maxLength', limit: maxLength }, (text, run) => isAtMost(text, maxLength, run)));
  if (minLength !== undefined)
    rules.push(
      leaf<string>(
        { keyword: 'minLength', limit: minLength },
        (text, run) => minLength === 0 || !isAtMost(text, minLength - 1, run),
      ),
    );
  if (pattern !== undefined) rules.push(patternRule(pattern));
  const formatTest = isLoose ? undefined : textFormats.get(format ?? '');
  if (formatTest !== undefined) {
    const shapes = lazily(() => {
      const others = (times === undefined ? [] : [...examples, ...times()]).filter(
        (example) => typeof example === 'string' && /\d\d/.test(example) && !formatTest(example),
      );
      return new Set(others.map((example) => shapeOf(example as string)));
    });
    rules.push(
      leaf<string>({ keyword: 'format', format: format as string }, (text, run) => {
        run.budget.spend(1 + text.length / charactersPerStep);
        return formatTest(text) || (text.length < 64 && shapes().size > 0 && shapes().has(shapeOf(text)));
      }),
    );
  }
  return rules;
};

/** What times that a document shows in another form have in common with it: `2026-01-17T12:34:00.000+0000`. */
const shapeOf = (time: string): string =>
  time
    .replace(/[.,]\d+/, '')
    .replace(/[+-](?=[\d:]+$)/, '+')
    .replace(/\d/g, '0')
    .replace(/[A-Z][a-z]{2}(?=,| )/g, 'Day');

/** The characters per step of a format, whose test may read each of them several times, and of a length in code points. */
const charactersPerStep = 4;

/** Whether the text has at most this number of code points. They are counted only if the number of UTF-16 units is not decisive. */
const isAtMost = (text: string, max: number, { budget }: Run): boolean => {
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
      if (test(value as string, run)) return;
      report.fail(
        { keyword: 'pattern', pattern: source, isEvaluated: test.isEvaluated(value as string, run) },
        pointer,
      );
    },
  };
};

interface PatternTest {
  (text: Json, run: Run): boolean;
  readonly isEvaluated: (text: string, run: Run) => boolean;
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
  return Object.assign(test, { isEvaluated: (text: string, run: Run) => evaluate(text, run) !== undefined });
};
