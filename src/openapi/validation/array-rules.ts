/** The keywords that are about the items of a list. */
import type { Json } from '../../core/primitives/json.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import { CanonicalValues } from './canonical.ts';
import { createEvaluated } from './evaluated.ts';
import type { CompileSchema, Rule, Run } from './evaluation.ts';
import type { Failure } from './messages.ts';

type Items = readonly Json[];

export const arrayRules = (schema: SchemaObject, compile: CompileSchema): readonly Rule[] => [
  ...sizeRules(schema),
  ...itemRules(schema, compile),
  ...containsRules(schema, compile),
  ...(schema.uniqueItems === true ? [uniqueRule] : []),
  ...unevaluatedRules(schema, compile),
];

const sizeRules = ({ minItems, maxItems }: SchemaObject): readonly Rule[] => {
  const rule = (failure: Failure, isFit: (size: number) => boolean): Rule => ({
    test: (items) => isFit((items as Items).length),
    explain: (items, pointer, _run, report) => {
      if (!isFit((items as Items).length)) report.fail(failure, pointer);
    },
  });
  return [
    ...(maxItems === undefined ? [] : [rule({ keyword: 'maxItems', limit: maxItems }, (size) => size <= maxItems)]),
    ...(minItems === undefined ? [] : [rule({ keyword: 'minItems', limit: minItems }, (size) => size >= minItems)]),
  ];
};

/** `prefixItems` by position, `items` for the rest. */
const itemRules = ({ prefixItems = [], items }: SchemaObject, compile: CompileSchema): readonly Rule[] => {
  if (prefixItems.length === 0 && items === undefined) return [];
  const prefix = prefixItems.map(compile);
  const rest = items === undefined || items === true ? undefined : compile(items);
  const isClosed = items === false && prefix.length > 0;
  return [
    {
      test: (value, run) => {
        const list = value as Items;
        const checked = rest === undefined ? Math.min(list.length, prefix.length) : list.length;
        for (let at = 0; at < checked; at++)
          if (!(prefix[at] ?? (rest as Rule)).test(list[at] as Json, run)) return false;
        return true;
      },
      explain: (value, pointer, run, report) => {
        for (const [at, item] of (value as Items).entries()) {
          const rule = prefix[at] ?? rest;
          if (rule === undefined || report.isFull) return;
          if (at === prefix.length && isClosed) {
            report.fail({ keyword: 'items', limit: prefix.length }, pointer);
            return;
          }
          if (!rule.test(item, run)) rule.explain(item, `${pointer}/${at}`, run, report);
        }
      },
    },
  ];
};

const containsRules = (schema: SchemaObject, compile: CompileSchema): readonly Rule[] => {
  if (schema.contains === undefined) return [];
  const rule = compile(schema.contains as Schema);
  const min = (schema.minContains ?? 1) as number;
  const max = (schema.maxContains ?? Number.POSITIVE_INFINITY) as number;
  /** How many fit, counted as far as it matters. */
  const count = (items: Items, run: Run): number => {
    let found = 0;
    for (const item of items) {
      if (found > max || (found >= min && max === Number.POSITIVE_INFINITY)) break;
      if (rule.test(item, run)) found++;
    }
    return found;
  };
  const isFit = (found: number): boolean => found >= min && found <= max;
  return [
    {
      test: (value, run) => isFit(count(value as Items, run)),
      explain: (value, pointer, run, report) => {
        const found = count(value as Items, run);
        if (found > max) report.fail({ keyword: 'maxContains', limit: max }, pointer);
        else if (found < min) report.fail({ keyword: 'contains', limit: min }, pointer);
      },
    },
  ];
};

/** The first repetition that is found from the start. */
const repetitionIn = (items: Items, { budget }: Run): readonly [first: number, second: number] | undefined => {
  const canonical = new CanonicalValues();
  const seen = new Map<number, number>();
  for (const [at, item] of items.entries()) {
    const number = canonical.numberOf(item, budget);
    const before = seen.get(number);
    if (before !== undefined) return [before, at];
    seen.set(number, at);
  }
  return undefined;
};

const uniqueRule: Rule = {
  test: (value, run) => repetitionIn(value as Items, run) === undefined,
  explain: (value, pointer, run, report) => {
    const repetition = repetitionIn(value as Items, run);
    if (repetition !== undefined) report.fail({ keyword: 'uniqueItems', items: repetition }, pointer);
  },
};

const unevaluatedRules = (schema: SchemaObject, compile: CompileSchema): readonly Rule[] => {
  const unevaluated = schema.unevaluatedItems as Schema | undefined;
  if (unevaluated === undefined || unevaluated === true) return [];
  const rule = compile(unevaluated);
  const evaluated = createEvaluated(schema, compile);
  return [
    {
      test: (value, run) => {
        const items = value as Items;
        const known = evaluated.items(items, run);
        return known === 'all' || items.every((item, at) => known.has(at) || rule.test(item, run));
      },
      explain: (value, pointer, run, report) => {
        const items = value as Items;
        const known = evaluated.items(items, run);
        if (known === 'all') return;
        for (const [at, item] of items.entries()) {
          if (report.isFull) return;
          if (known.has(at) || rule.test(item, run)) continue;
          if (unevaluated === false) report.fail({ keyword: 'unevaluatedItems' }, `${pointer}/${at}`);
          else rule.explain(item, `${pointer}/${at}`, run, report);
        }
      },
    },
  ];
};
