/** The keywords that apply other schemas to the same value. */
import type { Json } from '../../core/primitives/json.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { CompileSchema, Rule, Run } from './evaluation.ts';
import { explainUnion } from './union-problems.ts';

export const applicatorRules = (schema: SchemaObject, compile: CompileSchema): readonly Rule[] => [
  ...(schema.$ref === undefined ? [] : [explainedIfFailing(compile({ $ref: schema.$ref }))]),
  ...(schema.not === undefined ? [] : [notRule(compile(schema.not as Schema))]),
  ...(schema.anyOf === undefined ? [] : [unionRule(schema, schema.anyOf, 'anyOf', compile)]),
  ...(schema.oneOf === undefined ? [] : [unionRule(schema, schema.oneOf, 'oneOf', compile)]),
  ...(schema.allOf ?? []).map(compile).map(explainedIfFailing),
  ...(schema.if === undefined ? [] : [ifRule(schema, compile)]),
];

const explainedIfFailing = (node: Rule): Rule => ({
  test: node.test,
  explain: (value, pointer, run, report) => {
    if (!node.test(value, run)) node.explain(value, pointer, run, report);
  },
});

const notRule = (node: Rule): Rule => ({
  test: (value, run) => !node.test(value, run),
  explain: (value, pointer, run, report) => {
    if (node.test(value, run)) report.fail({ keyword: 'not' }, pointer);
  },
});

const ifRule = (schema: SchemaObject, compile: CompileSchema): Rule => {
  const condition = compile(schema.if as Schema);
  const met = compile(schema.then ?? true);
  const unmet = compile(schema.else ?? true);
  const branchFor = (value: Json, run: Run): Rule => (condition.test(value, run) ? met : unmet);
  return {
    test: (value, run) => branchFor(value, run).test(value, run),
    explain: (value, pointer, run, report) => {
      const branch = branchFor(value, run);
      if (!branch.test(value, run)) branch.explain(value, pointer, run, report);
    },
  };
};

const unionRule = (
  schema: SchemaObject,
  schemas: readonly Schema[],
  keyword: 'anyOf' | 'oneOf',
  compile: CompileSchema,
): Rule => {
  const branches = schemas.map(compile);
  const limit = keyword === 'anyOf' ? 1 : 2;
  const count = (value: Json, run: Run): number => countMatching(branches, value, limit, run);
  const test = (value: Json, run: Run): boolean => count(value, run) === 1;
  return {
    test,
    explain: (value, pointer, run, report) => {
      const matching = count(value, run);
      if (matching === 1) return;
      explainUnion({ schema, keyword, branches, isAmbiguous: matching > 1 }, value, pointer, run, report);
    },
  };
};

/** The number of branches that the value matches, up to the limit. */
const countMatching = (branches: readonly Rule[], value: Json, limit: number, run: Run): number => {
  let count = 0;
  for (const branch of branches) {
    run.budget.spend(1);
    if (!branch.test(value, run)) continue;
    if (++count === limit) break;
  }
  return count;
};
