/**
 * Checks of values against the document's schemas, compiled to tests. A second, limited pass finds the problems of an invalid value. See
 * docs/decisions/0018-own-evaluator.md.
 */
import type { Json } from '../../core/primitives/json.ts';
import { getOrInsert, lazily } from '../../core/primitives/lazy.ts';
import { maxStepsPerRequest, OutOfSteps, StepBudget } from '../../core/primitives/step-budget.ts';
import { type Check, type Problem, tooManySteps } from '../../core/service/check.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { applicatorRules } from './applicator-rules.ts';
import { arrayRules } from './array-rules.ts';
import { type CompileSchema, PatternNotEvaluated, ProblemCollector, type Rule, Run, type Test } from './evaluation.ts';
import { objectRules } from './object-rules.ts';
import { numberRules, textRules, valueRules } from './scalar-rules.ts';

const createCompiler = (schemas: SchemaSet): CompileSchema => {
  const byKey = new Map<string, Rule>();
  const bySchema = new WeakMap<SchemaObject, Rule>();
  let count = 0;

  const compileKey = (key: string): Rule => {
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const id = count++;
    const target = lazily(() => compile(schemas.get(key).schema));
    const test: Test = (value, run) => target().test(value, run);
    let isDirect: boolean | undefined;
    const node: Rule = {
      test: (value, run) => {
        isDirect ??= isSmall(schemas, key);
        return isDirect ? target().test(value, run) : run.test(id, test, value);
      },
      explain: (value, pointer, run, report) => {
        if (report.enter(id, pointer)) target().explain(value, pointer, run, report);
      },
    };
    byKey.set(key, node);
    return node;
  };

  const compileObject = (schema: SchemaObject): Rule => {
    // A schema with only a reference has the node of its target.
    if (schema.$ref !== undefined && isBare(schema)) return compileKey(schema.$ref);
    const rule = lazily(() => createRule(schema, compiler));
    return {
      test: (value, run) => rule().test(value, run),
      explain: (value, pointer, run, report) => rule().explain(value, pointer, run, report),
    };
  };

  const compile = (schema: Schema): Rule => {
    if (typeof schema === 'boolean') return schema ? anything : nothing;
    return getOrInsert(bySchema, schema, compileObject);
  };

  const compiler: CompileSchema = Object.assign(compile, { schemas });
  return compiler;
};

const anything: Rule = { test: () => true, explain: () => undefined };
const nothing: Rule = {
  test: () => false,
  explain: (_value, pointer, _run, report) => report.fail({ keyword: 'false' }, pointer),
};

/** Whether no keyword restricts the value, except a reference. */
const isBare = (schema: SchemaObject) => Object.keys(schema).every((name) => !constraining.has(name));

/** The keywords that a value can violate. */
const constraining: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ...['required', 'properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['items', 'prefixItems', 'contains', 'unevaluatedItems', 'allOf', 'anyOf', 'oneOf', 'not', 'if'],
  ...['dependentRequired', 'acceptsNull'],
]);

/** The number of parts up to which a schema without recursion is small. */
const maxSmall = 64;

/** Whether the schema has so few parts that testing a value again costs less than storing the result. */
const isSmall = (schemas: SchemaSet, key: string) => {
  let left = maxSmall;
  const visit = (part: unknown, above: readonly string[]): boolean => {
    if (typeof part !== 'object' || part === null) return true;
    if (--left < 0) return false;
    return Object.entries(part).every(([name, inner]) => {
      if (name !== '$ref' || typeof inner !== 'string' || !schemas.has(inner)) return visit(inner, above);
      return !above.includes(inner) && visit(schemas.get(inner).schema, [...above, inner]);
    });
  };
  return visit(schemas.get(key).schema, [key]);
};

/** The kinds of values that schemas distinguish, in the order of `kindOf`. `none` is a number that JSON cannot have. */
const kinds = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object', 'none'] as const;
type Kind = (typeof kinds)[number];

const createRule = (schema: SchemaObject, compile: CompileSchema): Rule => {
  const [values, applicators, forNumbers] = [valueRules(schema), applicatorRules(schema, compile), numberRules(schema)];
  const ofKinds: { readonly [Name in Kind]?: readonly (Rule | undefined)[] } = {
    ...{ string: textRules(schema), integer: forNumbers, number: forNumbers, none: forNumbers },
    ...{ array: arrayRules(schema, compile), object: objectRules(schema, compile) },
  };
  const accepts = typeTest(schema.type);
  const acceptsAll = (kind: Kind) => kind === 'null' && schema.acceptsNull === true;
  // Cheap tests first.
  const tests = kinds.map((kind) =>
    acceptsAll(kind)
      ? anything.test
      : accepts(kind)
        ? allOf(present([...values, ...(ofKinds[kind] ?? []), ...applicators]).map(({ test }) => test))
        : never,
  );
  const rules = kinds.map((kind) => present([...values, ...applicators, ...(ofKinds[kind] ?? [])]));
  return {
    test: (value, run) => {
      run.budget.spend(1);
      return (tests[kindOf(value)] as Test)(value, run);
    },
    explain: (value, pointer, run, report) => {
      run.budget.spend(1 + pointer.length / charactersPerStep);
      const kind = kindOf(value);
      if (!accepts(kinds[kind] as Kind))
        report.fail({ keyword: 'type', limit: schema.type as string | readonly string[] }, pointer);
      for (const rule of rules[kind] as readonly Rule[]) if (!report.isFull) rule.explain(value, pointer, run, report);
    },
  };
};

const present = (rules: readonly (Rule | undefined)[]): readonly Rule[] => rules.filter((rule) => rule !== undefined);

/** A pointer is as long as the names in it, and is compared with the others. */
const charactersPerStep = 32;

const always: Test = () => true;
const never: Test = () => false;

const allOf = (tests: readonly Test[]): Test => {
  const [first = always, second] = tests;
  if (second === undefined) return first;
  if (tests.length === 2) return (value, run) => first(value, run) && second(value, run);
  return (value, run) => {
    for (const test of tests) if (!test(value, run)) return false;
    return true;
  };
};

/** Whether a kind of value has a type of the schema. `number` includes integers. */
const typeTest = (type: SchemaObject['type']): ((kind: Kind) => boolean) => {
  if (type === undefined) return () => true;
  const types = new Set<string>(typeof type === 'string' ? [type] : type);
  return (kind) => types.has(kind) || (kind === 'integer' && types.has('number'));
};

/** The index of the value's kind. */
const kindOf = (value: Json): number => {
  switch (typeof value) {
    case 'string':
      return 0;
    case 'number':
      // JSON text beyond the range of doubles reads as Infinity.
      return Number.isInteger(value) ? 1 : Number.isFinite(value) ? 2 : 7;
    case 'bigint':
      return 1;
    case 'boolean':
      return 3;
    default:
      return value === null ? 4 : Array.isArray(value) ? 5 : 6;
  }
};

export interface Checks {
  readonly checkFor: (key: string) => Check;
  /** Whether a value matches a schema. @throws OutOfSteps, PatternNotEvaluated */
  readonly testFor: (schema: Schema) => Test;
}

/** A schema is compiled on the first check, because many schemas of a document are never used. */
export const createChecks = (schemas: SchemaSet): Checks => {
  const compile = createCompiler(schemas);
  const checks = new Map<string, Check>();
  const checkFor = (key: string): Check =>
    getOrInsert(checks, key, () => createCheck(lazily(() => compile({ $ref: key }))));
  return { checkFor, testFor: (schema) => compile(schema).test };
};

const none: readonly Problem[] = [];
const mismatch: Problem = { pointer: '', rule: 'schema', message: 'does not match its schema' };

const createCheck =
  (nodeOf: () => Rule): Check =>
  (value, budget = new StepBudget(maxStepsPerRequest)) => {
    const node = nodeOf();
    let run = new Run(budget);
    try {
      if (node.test(value, run)) return none;
    } catch (error) {
      if (error instanceof OutOfSteps) return [tooManySteps];
      if (!(error instanceof PatternNotEvaluated)) throw error;
      run = new Run(budget, { isLenient: true });
    }
    return explain(node, value, run);
  };

/** The problems of an invalid value, as far as the remaining steps allow. */
const explain = (node: Rule, value: Json, run: Run): readonly Problem[] => {
  const report = new ProblemCollector();
  try {
    node.explain(value, '', run, report);
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
  }
  return report.problems.length === 0 ? [mismatch] : report.problems;
};
