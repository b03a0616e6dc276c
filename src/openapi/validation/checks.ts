/** Checks of values against the document's schemas. */
import type { Json } from '../../core/primitives/json.ts';
import { OutOfSteps, StepBudget } from '../../core/primitives/step-budget.ts';
import type { Check, Problem } from '../../core/service/check.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { createCompiler } from './compile-schema.ts';
import { PatternNotEvaluated, Report, Run, type SchemaNode } from './evaluation.ts';

export interface Checks {
  /** The same check for the same key. */
  readonly checkFor: (key: string) => Check;
}

/** A schema is compiled when a value is first checked against it: a document has many that never are. */
export const createChecks = (schemas: SchemaSet): Checks => {
  const compile = createCompiler(schemas);
  const checks = new Map<string, Check>();
  const checkFor = (key: string): Check => {
    const known = checks.get(key) ?? createCheck(compile({ $ref: key }));
    checks.set(key, known);
    return known;
  };
  return { checkFor };
};

/** Steps of a check without a budget of its own: about a quarter of a second. */
export const maxSteps = 5_000_000;

const none: readonly Problem[] = [];
const tooManySteps: Problem = {
  pointer: '',
  rule: 'steps',
  message: 'cannot be checked: its schema takes too many steps to evaluate for this value',
};
const misfit: Problem = { pointer: '', rule: 'schema', message: 'does not fit its schema' };

const createCheck =
  (node: SchemaNode): Check =>
  (value, budget = new StepBudget(maxSteps)) => {
    try {
      if (node.test(value, new Run(budget))) return none;
    } catch (error) {
      if (error instanceof OutOfSteps) return [tooManySteps];
      if (!(error instanceof PatternNotEvaluated)) throw error;
    }
    return explain(node, value);
  };

/** The explanation has a budget of its own: what is wrong is known, and the first problems are enough. */
const explain = (node: SchemaNode, value: Json): readonly Problem[] => {
  const report = new Report();
  try {
    node.explain(value, '', new Run(new StepBudget(maxSteps), { isLenient: true, hasMemo: true }), report);
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
  }
  return report.problems.length === 0 ? [misfit] : report.problems;
};
