/** Removes the properties of a body that its schema does not declare, unless the schema explicitly allows others. */

import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { maxStepsPerRequest, OutOfSteps, StepBudget } from '../../core/primitives/step-budget.ts';
import { createPattern, type Pattern } from '../pattern/pattern.ts';
import { partsOf } from '../schema/applicable-schemas.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';

/** `budget`: the remaining steps of the request; the tests of names spend them. @throws OutOfSteps, if a budget is given. */
export type StripUndeclared = (value: Json, budget?: StepBudget) => Json;

interface Plan {
  /** Declared properties. */
  readonly properties: ReadonlyMap<string, ChildPlan>;
  readonly patterns: readonly (readonly [Pattern | undefined, ChildPlan])[];
  /** For undeclared properties. Undefined if they are removed. */
  readonly other: ChildPlan | undefined;
  readonly items: ChildPlan | undefined;
  /** Properties that are removed although they are declared. */
  readonly hidden: ReadonlySet<string>;
}

/** The plan for a child value, created on first use because schemas can contain themselves. */
type ChildPlan = () => Plan | undefined;

/** Removes the `readOnly` properties of a request too. */
export const createStripUndeclared = (schemas: SchemaSet, key: string): StripUndeclared =>
  createStrip(schemas, key, { hiding: 'readOnly', keepsUndeclared: false });

/** Removes the properties of an item that no response shows. Undeclared ones are kept. */
export const createStripWriteOnly = (schemas: SchemaSet, key: string): StripUndeclared =>
  createStrip(schemas, key, { hiding: 'writeOnly', keepsUndeclared: true });

interface Rules {
  readonly hiding: 'readOnly' | 'writeOnly';
  readonly keepsUndeclared: boolean;
}

const createStrip = (schemas: SchemaSet, key: string, rules: Rules): StripUndeclared => {
  const plans = new Map<string, Plan | undefined>();
  const planFor = (declared: readonly Schema[]): Plan | undefined => {
    const parts = [...new Set(declared.flatMap((schema) => partsOf(schemas, schema, 'some')))];
    const identity = parts.map(identify).sort().join(' ');
    if (plans.has(identity)) return plans.get(identity);
    const plan = createPlan(parts, rules, (inner) => lazily(() => planFor(inner)));
    plans.set(identity, plan);
    return plan;
  };
  const identities = new Map<SchemaObject, number>();
  const identify = (part: SchemaObject): number => {
    const known = identities.get(part) ?? identities.size;
    identities.set(part, known);
    return known;
  };
  const root = lazily(() => planFor([schemas.get(key).schema]));
  return (value, budget) =>
    typeof value === 'object' ? strip(value, root(), budget === undefined ? lenientTest() : strictTest(budget)) : value;
};

/** Whether a name matches a pattern of `patternProperties`. A pattern that cannot be evaluated does not match. */
type TestName = (pattern: Pattern | undefined, name: string) => boolean;

const strictTest =
  (budget: StepBudget): TestName =>
  (pattern, name) =>
    pattern?.test(name, budget) === true;

/** For values that were accepted before. */
const lenientTest = (): TestName => {
  const test = strictTest(new StepBudget(maxStepsPerRequest));
  return (pattern, name) => {
    try {
      return test(pattern, name);
    } catch (error) {
      if (error instanceof OutOfSteps) return false;
      throw error;
    }
  };
};

/** Undefined if nothing is ever removed. */
const createPlan = (
  parts: readonly SchemaObject[],
  { hiding, keepsUndeclared }: Rules,
  planOf: (declared: readonly Schema[]) => ChildPlan,
): Plan | undefined => {
  const declared = new Map<string, Schema[]>();
  const patterns: (readonly [Pattern | undefined, ChildPlan])[] = [];
  const others: Schema[] = [];
  const items: Schema[] = [];
  let isOpen = keepsUndeclared;
  for (const part of parts) {
    for (const [name, schema] of Object.entries(part.properties ?? {})) {
      const known = declared.get(name);
      if (known === undefined) declared.set(name, [schema]);
      else known.push(schema);
    }
    for (const [pattern, schema] of Object.entries(part.patternProperties ?? {}))
      patterns.push([createPattern(pattern), planOf([schema])]);
    for (const opening of [part.additionalProperties, part.unevaluatedProperties]) {
      if (opening === undefined || opening === false) continue;
      isOpen = true;
      others.push(opening);
    }
    if (part.items !== undefined) items.push(part.items);
    items.push(...(part.prefixItems ?? []));
  }
  const allowsAny = isOpen || (declared.size === 0 && patterns.length === 0);
  const hidden = new Set(
    [...declared]
      .filter(([, declarations]) =>
        declarations.some((schema) => typeof schema === 'object' && schema[hiding] === true),
      )
      .map(([name]) => name),
  );
  if (allowsAny && declared.size === 0 && others.every((schema) => typeof schema === 'boolean') && items.length === 0)
    return undefined;
  return {
    properties: new Map([...declared].map(([name, schema]) => [name, planOf(schema)])),
    patterns,
    other: allowsAny ? planOf(others) : undefined,
    items: items.length === 0 ? undefined : planOf(items),
    hidden,
  };
};

const strip = (value: Json, plan: Plan | undefined, test: TestName): Json => {
  if (plan === undefined || typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? stripItems(value as readonly Json[], plan, test)
    : isJsonObject(value)
      ? stripProperties(value, plan, test)
      : value;
};

const stripItems = (values: readonly Json[], plan: Plan, test: TestName): Json => {
  const itemPlan = plan.items?.();
  if (itemPlan === undefined) return values;
  const stripped = values.map((item) => strip(item, itemPlan, test));
  return stripped.some((item, index) => item !== values[index]) ? stripped : values;
};

const stripProperties = (value: JsonObject, plan: Plan, test: TestName): Json => {
  let changed: Record<string, Json> | undefined;
  for (const name of Object.keys(value)) {
    const before = value[name] as Json;
    const after = stripProperty(name, before, plan, test);
    if (after === before) continue;
    changed ??= { ...value };
    if (after === undefined) delete changed[name];
    else setProperty(changed, name, after);
  }
  return changed ?? value;
};

/** Undefined if the property is removed. */
const stripProperty = (name: string, value: Json, plan: Plan, test: TestName): Json | undefined => {
  if (plan.hidden.has(name)) return undefined;
  const childPlan =
    plan.properties.get(name) ?? plan.patterns.find(([pattern]) => test(pattern, name))?.[1] ?? plan.other;
  if (childPlan === undefined) return undefined;
  return typeof value === 'object' && value !== null ? strip(value, childPlan(), test) : value;
};
