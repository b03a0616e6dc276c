/**
 * Compiles converted schemas to tests. The first pass only decides whether a value is valid. For an invalid value, a
 * second, limited pass finds the problems. See docs/decisions/0018-own-evaluator.md.
 */
import type { Json } from '../../core/primitives/json.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import { applicatorRules } from './applicator-rules.ts';
import { arrayRules } from './array-rules.ts';
import type { CompileSchema, Rule, SchemaNode, Test } from './evaluation.ts';
import { objectRules } from './object-rules.ts';
import { numberRules, textRules, valueRules } from './scalar-rules.ts';

export const createCompiler = (schemas: SchemaSet): CompileSchema => {
  const byKey = new Map<string, SchemaNode>();
  const bySchema = new WeakMap<SchemaObject, SchemaNode>();
  let count = 0;

  const compileKey = (key: string): SchemaNode => {
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const id = count++;
    let made: SchemaNode | undefined;
    const target = (): SchemaNode => {
      made ??= compile(schemas.get(key).schema);
      return made;
    };
    const test: Test = (value, run) => target().test(value, run);
    const node: SchemaNode = {
      id,
      test: (value, run) => run.test(id, test, value),
      explain: (value, pointer, run, report) => {
        if (report.enter(id, pointer)) target().explain(value, pointer, run, report);
      },
    };
    byKey.set(key, node);
    return node;
  };

  const compileObject = (schema: SchemaObject): SchemaNode => {
    // A schema with only a reference has the node of its target.
    if (schema.$ref !== undefined && isBare(schema)) return compileKey(schema.$ref);
    const id = count++;
    let made: Rule | undefined;
    const rule = (): Rule => {
      made ??= createRule(schema, compiler);
      return made;
    };
    return {
      id,
      test: (value, run) => (made ?? rule()).test(value, run),
      explain: (value, pointer, run, report) => rule().explain(value, pointer, run, report),
    };
  };

  const compile = (schema: Schema): SchemaNode => {
    if (typeof schema === 'boolean') return schema ? anything : nothing;
    const known = bySchema.get(schema) ?? compileObject(schema);
    bySchema.set(schema, known);
    return known;
  };

  const compiler: CompileSchema = Object.assign(compile, {
    resolve: (key: string): Schema => schemas.get(key).schema,
    schemas,
  });
  return compiler;
};

const isBare = (schema: SchemaObject): boolean => Object.keys(schema).every((name) => !constraining.has(name));

const anything: SchemaNode = { id: -1, test: () => true, explain: () => undefined };
const nothing: SchemaNode = {
  id: -2,
  test: () => false,
  explain: (_value, pointer, _run, report) => report.fail({ keyword: 'false' }, pointer),
};

/** The rules by the type of the value. */
interface Rules {
  readonly number: readonly Rule[];
  readonly string: readonly Rule[];
  readonly array: readonly Rule[];
  readonly object: readonly Rule[];
  readonly other: readonly Rule[];
}

const createRule = (schema: SchemaObject, compile: CompileSchema): Rule => {
  const [values, applicators] = [valueRules(schema), applicatorRules(schema, compile)];
  const rulesByType: Rules = {
    number: numberRules(schema),
    string: textRules(schema),
    array: arrayRules(schema, compile),
    object: objectRules(schema, compile),
    other: [],
  };
  const rules = eachType(rulesByType, (ruleList) => [...values, ...applicators, ...ruleList]);
  // Cheap tests first.
  const tests = eachType(rulesByType, (ruleList) => [...values, ...ruleList, ...applicators].map(({ test }) => test));
  const types = schema.type === undefined ? undefined : typeMask(schema.type);
  return {
    test: (value, run) => {
      run.budget.spend(1);
      if (types !== undefined && (types & maskOf(value)) === 0) return false;
      for (const test of pickByType(tests, value)) if (!test(value, run)) return false;
      return true;
    },
    explain: (value, pointer, run, report) => {
      run.budget.spend(1);
      if (types !== undefined && (types & maskOf(value)) === 0)
        report.fail({ keyword: 'type', types: schema.type as string | readonly string[] }, pointer);
      for (const rule of pickByType(rules, value)) if (!report.isFull) rule.explain(value, pointer, run, report);
    },
  };
};

type ByType<Value> = { readonly [type in keyof Rules]: Value };

const eachType = <Value>(rules: Rules, map: (rules: readonly Rule[]) => Value): ByType<Value> => ({
  number: map(rules.number),
  string: map(rules.string),
  array: map(rules.array),
  object: map(rules.object),
  other: map(rules.other),
});

const pickByType = <Value>(byType: ByType<Value>, value: Json): Value => {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return byType.number;
    case 'string':
      return byType.string;
    case 'object':
      return value === null ? byType.other : Array.isArray(value) ? byType.array : byType.object;
    default:
      return byType.other;
  }
};

const masks: Readonly<Record<string, number>> = {
  null: 1,
  boolean: 2,
  object: 4,
  array: 8,
  string: 16,
  integer: 32,
  number: 96,
};

const typeMask = (type: string | readonly string[]): number =>
  (typeof type === 'string' ? [type] : type).reduce((mask, name) => mask | (masks[name] ?? 0), 0);

/** The bit of the value's type. Integers have bit 32, other numbers bit 64, so that `number` is 96. */
const maskOf = (value: Json): number => {
  switch (typeof value) {
    case 'string':
      return 16;
    case 'number':
      // JSON text beyond the range of doubles reads as Infinity, which is not a JSON number.
      return Number.isInteger(value) ? 32 : Number.isFinite(value) ? 64 : 0;
    case 'bigint':
      return 32;
    case 'boolean':
      return 2;
    default:
      return value === null ? 1 : Array.isArray(value) ? 8 : 4;
  }
};

/** The keywords that a value can violate. */
const constraining: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ...['required', 'properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['items', 'prefixItems', 'contains', 'unevaluatedItems', 'allOf', 'anyOf', 'oneOf', 'not', 'if'],
  ...['dependentRequired', 'dependentSchemas'],
]);
