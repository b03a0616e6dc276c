/** Finds the properties or items that the siblings of `unevaluatedProperties` or `unevaluatedItems` have evaluated. */

import { escapePointer, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import { type CompileSchema, explainIfFailing, type Rule, type Run } from './evaluation.ts';
import { patternTest } from './scalar-rules.ts';

/** The names, or the indexes as texts, that are evaluated. */
type Known = 'all' | { readonly has: (token: string) => boolean };

type Evaluated = (value: JsonObject, run: Run) => Known;

/** Adds the properties or items that one schema evaluates itself. True if it evaluates all. */
type Collect = (schema: SchemaObject) => boolean;

/** `unevaluatedProperties` or `unevaluatedItems`: the rule of the properties or items that no sibling evaluates. */
export const unevaluatedRule = (
  keyword: 'unevaluatedProperties' | 'unevaluatedItems',
  schema: SchemaObject,
  compile: CompileSchema,
): Rule | undefined => {
  const unevaluated = schema[keyword] as Schema | undefined;
  if (unevaluated === undefined || unevaluated === true) return undefined;
  const rule = compile(unevaluated);
  const evaluatedIn = (keyword === 'unevaluatedItems' ? itemsBy : namesBy)(schema, compile);
  const leftOf = (value: Json, run: Run): readonly (readonly [token: string, child: Json])[] => {
    const known = evaluatedIn(value as JsonObject, run);
    if (known === 'all') return [];
    const all = Object.entries(value as JsonObject);
    run.budget.spend(all.length);
    return all.filter(([token]) => !known.has(token));
  };
  return {
    test: (value, run) => leftOf(value, run).every(([, child]) => rule.test(child, run)),
    explain: (value, pointer, run, report) => {
      for (const [token, child] of leftOf(value, run)) {
        const place = `${pointer}/${escapePointer(token)}`;
        if (unevaluated === false) report.fail({ keyword }, place);
        else explainIfFailing(rule, child, place, run, report);
      }
    },
  };
};

const namesBy = (owner: SchemaObject, compile: CompileSchema): Evaluated => {
  const patterns = new Map<string, ReturnType<typeof patternTest>>();
  const visitAll = createVisitor(owner, compile);
  return (value, run) => {
    const found = new Set<string>();
    const present = Object.keys(value);
    const isAll = visitAll(value, run, (schema) => {
      if (schema.additionalProperties !== undefined) return true;
      if (schema !== owner && schema.unevaluatedProperties !== undefined) return true;
      run.budget.spend(present.length);
      for (const name of present) if (Object.hasOwn(schema.properties ?? {}, name)) found.add(name);
      for (const pattern of Object.keys(schema.patternProperties ?? {}))
        for (const name of present) if (getOrInsert(patterns, pattern, patternTest)(name, run)) found.add(name);
      return false;
    });
    return isAll ? 'all' : found;
  };
};

const itemsBy = (owner: SchemaObject, compile: CompileSchema): Evaluated => {
  const visitAll = createVisitor(owner, compile);
  return (value, run) => {
    let prefix = 0;
    const contained = new Set<string>();
    const isAll = visitAll(value, run, (schema) => {
      if (schema.items !== undefined) return true;
      if (schema !== owner && schema.unevaluatedItems !== undefined) return true;
      prefix = Math.max(prefix, schema.prefixItems?.length ?? 0);
      if (schema.contains === undefined) return false;
      const rule = compile(schema.contains as Schema);
      for (const [index, item] of Object.entries(value)) if (rule.test(item, run)) contained.add(index);
      return false;
    });
    return isAll ? 'all' : { has: (index) => Number(index) < prefix || contained.has(index) };
  };
};

/**
 * JSON Schema 2020-12, core, 11: visits the schemas that apply to a value and match it, each once, until one evaluates everything. Returns
 * whether everything is.
 */
const createVisitor =
  (owner: SchemaObject, compile: CompileSchema) =>
  (value: Json, run: Run, collect: Collect): boolean => {
    const visited = new Set<SchemaObject>();
    const matches = (schema: Schema) => compile(schema).test(value, run);
    const visit = (schema: Schema): boolean => {
      if (typeof schema === 'boolean' || visited.has(schema)) return false;
      visited.add(schema);
      run.budget.spend(1);
      if (collect(schema)) return true;
      if (schema.$ref !== undefined && visit(compile.schemas.get(schema.$ref).schema)) return true;
      if (schema.allOf?.some(visit)) return true;
      const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
      if (branches.some((branch) => matches(branch) && visit(branch))) return true;
      if (schema.if === undefined) return false;
      const isMet = matches(schema.if);
      return (isMet && visit(schema.if)) || visit((isMet ? schema.then : schema.else) ?? true);
    };
    return visit(owner);
  };
