/** Checks of values against the document's schemas. */
import type { Json } from '../../core/primitives/json.ts';
import { maxStepsPerRequest, OutOfSteps, StepBudget } from '../../core/primitives/step-budget.ts';
import { type Check, type Problem, tooManySteps } from '../../core/service/check.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { createCompiler } from './compile-schema.ts';
import { PatternNotEvaluated, ProblemCollector, type Rule, Run, type Test } from './evaluation.ts';

export interface Checks {
  /** The same check for the same key. */
  readonly checkFor: (key: string) => Check;
  /** Whether a value matches a schema. @throws OutOfSteps, PatternNotEvaluated */
  readonly testFor: (schema: Schema) => Test;
}

/** A schema is compiled on the first check, because many schemas of a document are never used. */
export const createChecks = (schemas: SchemaSet): Checks => {
  const compile = createCompiler(schemas);
  const checks = new Map<string, Check>();
  const checkFor = (key: string): Check => {
    const known = checks.get(key) ?? createCheck(compile({ $ref: key }));
    checks.set(key, known);
    return known;
  };
  return { checkFor, testFor: (schema) => compile(schema).test };
};

const none: readonly Problem[] = [];
const mismatch: Problem = { pointer: '', rule: 'schema', message: 'does not match its schema' };

const createCheck =
  (node: Rule): Check =>
  (value, budget = new StepBudget(maxStepsPerRequest)) => {
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
