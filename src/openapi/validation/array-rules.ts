/** The keywords for arrays. */
import type { Json } from '../../core/primitives/json.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { Repetition } from './canonical.ts';
import { unevaluatedRule } from './evaluated.ts';
import { type CompileSchema, explainIfFailing, limitRule, type Rule, type Run } from './evaluation.ts';

type Items = readonly Json[];

export const arrayRules = (schema: SchemaObject, compile: CompileSchema): readonly (Rule | undefined)[] => [
  limitRule('maxItems', schema.maxItems, ({ length }: Items, most) => length <= most),
  limitRule('minItems', schema.minItems, ({ length }: Items, least) => length >= least),
  itemsRule(schema, compile),
  containsRule(schema, compile),
  schema.uniqueItems === true ? uniqueRule : undefined,
  unevaluatedRule('unevaluatedItems', schema, compile),
];

/** `prefixItems` by position, `items` for the rest. */
const itemsRule = ({ prefixItems = [], items }: SchemaObject, compile: CompileSchema): Rule | undefined => {
  if (prefixItems.length === 0 && items === undefined) return undefined;
  const prefix = prefixItems.map(compile);
  const rest = items === undefined || items === true ? undefined : compile(items);
  const isClosed = items === false && prefix.length > 0;
  return {
    test: (value, run) => {
      const list = value as Items;
      const checked = rest === undefined ? Math.min(list.length, prefix.length) : list.length;
      for (let index = 0; index < checked; index++)
        if (!(prefix[index] ?? (rest as Rule)).test(list[index] as Json, run)) return false;
      return true;
    },
    explain: (value, pointer, run, report) => {
      for (const [index, item] of (value as Items).entries()) {
        const rule = prefix[index] ?? rest;
        if (rule === undefined || report.isFull) return;
        if (index === prefix.length && isClosed) {
          report.fail({ keyword: 'items', limit: prefix.length }, pointer);
          return;
        }
        explainIfFailing(rule, item, `${pointer}/${index}`, run, report);
      }
    },
  };
};

const containsRule = (schema: SchemaObject, compile: CompileSchema): Rule | undefined => {
  if (schema.contains === undefined) return undefined;
  const rule = compile(schema.contains as Schema);
  const min = (schema.minContains ?? 1) as number;
  const max = (schema.maxContains ?? Number.POSITIVE_INFINITY) as number;
  /** The number of matching items, counted only until the result is certain. */
  const count = (items: Items, run: Run): number => {
    let matching = 0;
    for (const item of items) {
      if (matching > max || (matching >= min && max === Number.POSITIVE_INFINITY)) break;
      if (rule.test(item, run)) matching++;
    }
    return matching;
  };
  return {
    test: (value, run) => {
      const matching = count(value as Items, run);
      return matching >= min && matching <= max;
    },
    explain: (value, pointer, run, report) => {
      const matching = count(value as Items, run);
      if (matching > max) report.fail({ keyword: 'maxContains', limit: max }, pointer);
      else if (matching < min) report.fail({ keyword: 'contains', limit: min }, pointer);
    },
  };
};

const repetitionIn = (items: Items, { budget, canonical }: Run): Repetition | undefined =>
  canonical.repetitionIn(items, budget);

const uniqueRule: Rule = {
  test: (value, run) => repetitionIn(value as Items, run) === undefined,
  explain: (value, pointer, run, report) => {
    const repetition = repetitionIn(value as Items, run);
    if (repetition !== undefined) report.fail({ keyword: 'uniqueItems', items: repetition }, pointer);
  },
};
