/** The keywords for objects. */
import { escapePointer, type Json, type JsonObject } from '../../core/primitives/json.ts';
import type { SchemaObject } from '../schema/schema.ts';
import { unevaluatedRules } from './evaluated.ts';
import { type CompileSchema, explainIfFailing, leaf, type Rule, type Run } from './evaluation.ts';
import { patternTest } from './scalar-rules.ts';

const hasOwn = Object.hasOwn;
const propertyPointer = (pointer: string, name: string): string => `${pointer}/${escapePointer(name)}`;
/** Declared names are looked up in objects that are small or have few of them, which is fast. */
const lookupsPerStep = 4;

const namesOf = (value: Json, { budget }: Run): readonly string[] => {
  const names = Object.keys(value as JsonObject);
  budget.spend(names.length);
  return names;
};

export const objectRules = (schema: SchemaObject, compile: CompileSchema): readonly Rule[] => [
  ...sizeRules(schema),
  ...requiredRules(schema),
  ...nameRules(schema, compile),
  ...propertyRules(schema, compile),
  ...dependentRules(schema),
  ...unevaluatedRules('unevaluatedProperties', schema, compile),
];

const sizeRules = ({ minProperties, maxProperties }: SchemaObject): readonly Rule[] => {
  const size = (value: Json, run: Run): number => namesOf(value, run).length;
  return [
    ...(maxProperties === undefined
      ? []
      : [leaf({ keyword: 'maxProperties', limit: maxProperties }, (value, run) => size(value, run) <= maxProperties)]),
    ...(minProperties === undefined
      ? []
      : [leaf({ keyword: 'minProperties', limit: minProperties }, (value, run) => size(value, run) >= minProperties)]),
  ];
};

const requiredRules = ({ required = [] }: SchemaObject): readonly Rule[] => {
  if (required.length === 0) return [];
  return [
    {
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
    },
  ];
};

const nameRules = ({ propertyNames }: SchemaObject, compile: CompileSchema): readonly Rule[] => {
  if (propertyNames === undefined || propertyNames === true) return [];
  const rule = compile(propertyNames);
  return [
    {
      test: (value, run) => namesOf(value, run).every((name) => rule.test(name, run)),
      explain: (value, pointer, run, report) => {
        for (const name of namesOf(value, run)) {
          if (report.isFull) return;
          if (rule.test(name, run)) continue;
          rule.explain(name, pointer, run, report);
          report.fail({ keyword: 'propertyNames' }, propertyPointer(pointer, name));
        }
      },
    },
  ];
};

/** `properties`, `patternProperties`, and `additionalProperties` for the remaining names. */
const propertyRules = (schema: SchemaObject, compile: CompileSchema): readonly Rule[] => {
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
  if (patterns.length === 0 && additional === undefined) return declared.size === 0 ? [] : [declaredOnly];
  const patternedBy = (name: string, run: Run): readonly Rule[] =>
    patterns.flatMap(([isMatch, node]) => (isMatch(name, run) ? [node] : []));
  return [
    {
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
        const explain = (node: Rule, name: string, property: Json): void =>
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
    },
  ];
};

const noNodes: readonly Rule[] = [];

const declaredRule = (declared: ReadonlyMap<string, Rule>): Rule => {
  const entries = [...declared];
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
      run.budget.spend(entries.length / lookupsPerStep);
      for (const [name, node] of entries)
        if (hasOwn(object, name))
          explainIfFailing(node, object[name] as Json, propertyPointer(pointer, name), run, report);
    },
  };
};

/** With more declared names, the rule iterates over the names of the object instead. */
const maxDeclaredNames = 16;

const dependentRules = (schema: SchemaObject): readonly Rule[] => {
  const required = Object.entries(schema.dependentRequired ?? {});
  if (required.length === 0) return [];
  const missing = (object: JsonObject, run: Run): readonly (readonly [string, string])[] => {
    run.budget.spend(required.length);
    return required.flatMap(([name, names]) => {
      if (!hasOwn(object, name)) return [];
      run.budget.spend(names.length);
      return names.flatMap((one) => (hasOwn(object, one) ? [] : [[name, one] as const]));
    });
  };
  return [
    {
      test: (value, run) => missing(value as JsonObject, run).length === 0,
      explain: (value, pointer, run, report) => {
        for (const [property, one] of missing(value as JsonObject, run))
          report.fail({ keyword: 'dependentRequired', property }, propertyPointer(pointer, one));
      },
    },
  ];
};
