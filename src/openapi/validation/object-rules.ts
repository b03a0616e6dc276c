/** The keywords for objects. */
import { escapePointer, type Json, type JsonObject } from '../../core/primitives/json.ts';
import type { SchemaObject } from '../schema/schema.ts';
import { unevaluatedRule } from './evaluated.ts';
import { type CompileSchema, explainIfFailing, limitRule, type Rule, type Run } from './evaluation.ts';
import { patternTest } from './scalar-rules.ts';

const hasOwn = Object.hasOwn;
const propertyPointer = (pointer: string, name: string) => `${pointer}/${escapePointer(name)}`;
/** Declared names are looked up in objects that are small or have few of them, which is fast. */
const lookupsPerStep = 4;

const namesOf = (value: Json, { budget }: Run): readonly string[] => {
  const names = Object.keys(value as JsonObject);
  budget.spend(names.length);
  return names;
};

export const objectRules = (schema: SchemaObject, compile: CompileSchema): readonly (Rule | undefined)[] => [
  limitRule('maxProperties', schema.maxProperties, (value: Json, most, run) => namesOf(value, run).length <= most),
  limitRule('minProperties', schema.minProperties, (value: Json, least, run) => namesOf(value, run).length >= least),
  requiredRule(schema),
  namesRule(schema, compile),
  propertiesRule(schema, compile),
  dependentRule(schema),
  unevaluatedRule('unevaluatedProperties', schema, compile),
];

const requiredRule = ({ required = [] }: SchemaObject): Rule | undefined => {
  if (required.length === 0) return undefined;
  return {
    test: (value, run) => {
      const missing = required.findIndex((name) => !hasOwn(value as JsonObject, name));
      run.budget.spend(missing < 0 ? required.length : missing);
      return missing < 0;
    },
    explain: (value, pointer, run, report) => {
      for (const name of required) {
        if (report.isFull) return;
        run.budget.spend(1);
        if (!hasOwn(value as JsonObject, name)) report.fail({ keyword: 'required' }, propertyPointer(pointer, name));
      }
    },
  };
};

const namesRule = ({ propertyNames }: SchemaObject, compile: CompileSchema): Rule | undefined => {
  if (propertyNames === undefined || propertyNames === true) return undefined;
  const rule = compile(propertyNames);
  return {
    test: (value, run) => namesOf(value, run).every((name) => rule.test(name, run)),
    explain: (value, pointer, run, report) => {
      for (const name of namesOf(value, run)) {
        if (report.isFull) return;
        if (rule.test(name, run)) continue;
        rule.explain(name, pointer, run, report);
        report.fail({ keyword: 'propertyNames' }, propertyPointer(pointer, name));
      }
    },
  };
};

/** `properties`, `patternProperties`, and `additionalProperties` for the remaining names. */
const propertiesRule = (schema: SchemaObject, compile: CompileSchema): Rule | undefined => {
  const declared = new Map(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, compile(property)]),
  );
  const patterns = Object.entries(schema.patternProperties ?? {}).map(
    ([pattern, property]) => [patternTest(pattern), compile(property)] as const,
  );
  const { additionalProperties: additionalSchema } = schema;
  const additional =
    additionalSchema === undefined || additionalSchema === true ? undefined : compile(additionalSchema);
  const declaredOnly = declaredRule(declared);
  if (patterns.length === 0 && additional === undefined) return declared.size === 0 ? undefined : declaredOnly;
  const patternedBy = (name: string, run: Run): readonly Rule[] =>
    patterns.flatMap(([isMatch, node]) => (isMatch(name, run) ? [node] : []));
  return {
    test: (value, run) => {
      for (const name of namesOf(value, run)) {
        const property = (value as JsonObject)[name] as Json;
        const node = declared.get(name);
        if (node !== undefined && !node.test(property, run)) return false;
        const patterned = patterns.length === 0 ? noNodes : patternedBy(name, run);
        for (const patternNode of patterned) if (!patternNode.test(property, run)) return false;
        if (additional === undefined || node !== undefined || patterned.length > 0) continue;
        if (!additional.test(property, run)) return false;
      }
      return true;
    },
    explain: (value, pointer, run, report) => {
      const found = namesOf(value, run).map((name) => ({
        name,
        property: (value as JsonObject)[name] as Json,
        node: declared.get(name),
        patterned: patternedBy(name, run),
      }));
      const explain = (node: Rule, name: string, property: Json) =>
        explainIfFailing(node, property, propertyPointer(pointer, name), run, report);
      for (const { name, property, node, patterned } of found) {
        if (additional === undefined || node !== undefined || patterned.length > 0 || report.isFull) continue;
        if (additionalSchema === false)
          report.fail({ keyword: 'additionalProperties' }, propertyPointer(pointer, name));
        else explain(additional, name, property);
      }
      declaredOnly.explain(value, pointer, run, report);
      for (const { name, property, patterned } of found) for (const node of patterned) explain(node, name, property);
    },
  };
};

const noNodes: readonly Rule[] = [];

const declaredRule = (declared: ReadonlyMap<string, Rule>): Rule => {
  const names = [...declared.keys()];
  const nodes = [...declared.values()];
  const lookups = names.length / lookupsPerStep;
  return {
    test: (value, run) => {
      const object = value as JsonObject;
      if (names.length > maxDeclaredNames) {
        for (const name of namesOf(value, run)) {
          const node = declared.get(name);
          if (node !== undefined && !node.test(object[name] as Json, run)) return false;
        }
        return true;
      }
      run.budget.spend(lookups);
      for (let index = 0; index < names.length; index++) {
        const name = names[index] as string;
        if (hasOwn(object, name) && !(nodes[index] as Rule).test(object[name] as Json, run)) return false;
      }
      return true;
    },
    explain: (value, pointer, run, report) => {
      const object = value as JsonObject;
      run.budget.spend(lookups);
      for (const [name, node] of declared)
        if (hasOwn(object, name))
          explainIfFailing(node, object[name] as Json, propertyPointer(pointer, name), run, report);
    },
  };
};

/** With more declared names, the rule iterates over the names of the object instead. */
const maxDeclaredNames = 16;

const dependentRule = (schema: SchemaObject): Rule | undefined => {
  const required = Object.entries(schema.dependentRequired ?? {});
  if (required.length === 0) return undefined;
  const missing = (object: JsonObject, run: Run): readonly (readonly [string, string])[] => {
    run.budget.spend(required.length);
    return required.flatMap(([name, names]) => {
      if (!hasOwn(object, name)) return [];
      run.budget.spend(names.length);
      return names.flatMap((one) => (hasOwn(object, one) ? [] : [[name, one] as const]));
    });
  };
  return {
    test: (value, run) => missing(value as JsonObject, run).length === 0,
    explain: (value, pointer, run, report) => {
      for (const [property, one] of missing(value as JsonObject, run))
        report.fail({ keyword: 'dependentRequired', property }, propertyPointer(pointer, one));
    },
  };
};
