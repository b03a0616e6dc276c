/** Removes the properties of a body that its schema does not declare, unless the schema explicitly allows others. */

import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { getOrInsert, maxRememberedParts } from '../../core/primitives/lazy.ts';
import { maxStepsPerRequest, OutOfSteps, StepBudget } from '../../core/primitives/step-budget.ts';
import { createPattern, type Pattern } from '../pattern/pattern.ts';
import { hasNameless, type Schema, type SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';

/** `budget`: the remaining steps of the request. @throws OutOfSteps, if a budget is given. */
type StripUndeclared = (value: Json, budget?: StepBudget) => Json;

export interface Strips {
  /** Removes the `readOnly` properties of a request too. */
  readonly undeclaredFor: (key: string) => StripUndeclared;
  /** Removes the `readOnly` properties of a request alone. Undefined if the document has none. */
  readonly readOnlyFor: (key: string) => StripUndeclared | undefined;
  /** Removes the properties of an item that no response shows. Undeclared ones are kept. Undefined if the document hides none. */
  readonly writeOnlyFor: (key: string) => StripUndeclared | undefined;
}

const never = (): undefined => undefined;

/** The functions share their plans: many operations have the same schemas. */
export const createStrips = (
  schemas: SchemaSet,
  { hasAccess, hasWriteOnly }: { readonly hasAccess: boolean; readonly hasWriteOnly: boolean },
): Strips => ({
  undeclaredFor: createStripsBy(schemas, { hiding: 'readOnly', keepsUndeclared: false }),
  readOnlyFor: hasAccess ? createStripsBy(schemas, { hiding: 'readOnly', keepsUndeclared: true }) : never,
  writeOnlyFor: hasWriteOnly ? createStripsBy(schemas, { hiding: 'writeOnly', keepsUndeclared: true }) : never,
});

interface Rules {
  readonly hiding: 'readOnly' | 'writeOnly';
  readonly keepsUndeclared: boolean;
}

const createStripsBy = (schemas: SchemaSet, rules: Rules): ((key: string) => StripUndeclared) => {
  const plans = new Plans(schemas, rules);
  return (key) => (value, budget) => {
    if (typeof value !== 'object') return value;
    const run: Run = {
      plans,
      budget: budget ?? new StepBudget(Number.POSITIVE_INFINITY),
      ofTests: budget ?? new StepBudget(maxStepsPerRequest),
    };
    return strip(value, plans.rootFor(key, run.budget), run);
  };
};

interface Run {
  readonly plans: Plans;
  /** Unlimited for values that were accepted before. */
  readonly budget: StepBudget;
  /** The budget for testing names. */
  readonly ofTests: StepBudget;
}

/** Whether a name matches a pattern of `patternProperties`. A pattern that cannot be evaluated does not match. */
const isMatch = (pattern: Pattern | undefined, name: string, { budget, ofTests }: Run) => {
  try {
    return pattern?.test(name, ofTests) === true;
  } catch (error) {
    if (error instanceof OutOfSteps && ofTests !== budget) return false;
    throw error;
  }
};

/** What becomes of a value to which these schemas apply. Undefined: nothing is ever removed from it. */
type Plan = Children | undefined;

interface Children {
  readonly parts: ReadonlySet<SchemaObject>;
  readonly patterns: readonly (readonly [Pattern | undefined, Child])[];
  readonly other: Child;
  readonly items: Child;
  /** Declared properties, by name, and `undefined` for a name that only other schemas declare. Found when a value first has them. */
  readonly byName: Map<string, Child | undefined>;
}

/** `declared`: the schemas of the child. */
type Child = 'removed' | { readonly declared: readonly Schema[]; plan?: { readonly value: Plan } };

/**
 * The plans of all schemas. There may be as many as names in a value can be combined, so each is made when a value first needs it, with the steps of
 * the request.
 */
class Plans {
  readonly #schemas: SchemaSet;
  readonly #rules: Rules;
  readonly #roots = new Map<string, Child & object>();
  readonly #plans = new Map<string, Plan>();
  readonly #numbers = new Map<SchemaObject, number>();
  readonly #declaring = new Map<string, Set<SchemaObject>>();
  #size = 0;

  constructor(schemas: SchemaSet, rules: Rules) {
    this.#schemas = schemas;
    this.#rules = rules;
  }

  /** The plan of a value with the schema of this key. @throws OutOfSteps */
  rootFor(key: string, budget: StepBudget): Plan {
    return this.planOf(
      getOrInsert(this.#roots, key, () => ({ declared: [this.#schemas.get(key).schema] })),
      budget,
    );
  }

  /** @throws OutOfSteps */
  planOf(child: Child & object, budget: StepBudget): Plan {
    child.plan ??= { value: this.#find(child.declared, budget) };
    return child.plan.value;
  }

  /** The declared property with this name; undefined if the schemas do not declare it. @throws OutOfSteps */
  propertyOf({ byName, parts }: Children, name: string, budget: StepBudget): Child | undefined {
    const known = byName.get(name);
    if (known !== undefined || byName.has(name)) return known;
    const declaring = this.#declaring.get(name);
    if (declaring === undefined) return undefined;
    budget.spend(Math.min(declaring.size, parts.size));
    const { hiding } = this.#rules;
    const [few, many] = parts.size < declaring.size ? [parts, declaring] : [declaring, parts];
    const both = [...few].filter((part) => many.has(part));
    // What is required without a description may be anything.
    const declared = both.map(
      ({ properties = {} }): Schema => (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? true,
    );
    const isHidden = declared.some((schema) => typeof schema === 'object' && schema[hiding] === true);
    const child = declared.length === 0 ? undefined : isHidden ? 'removed' : { declared };
    this.#keep(1 + declared.length);
    byName.set(name, child);
    return child;
  }

  #find(declared: readonly Schema[], budget: StepBudget): Plan {
    const [, ...parts] = this.#schemas.partsOf({ anyOf: declared }, 'some');
    budget.spend(stepsPerPlan + parts.length * stepsPerPart);
    const identity = parts
      .map((part) => this.#numberOf(part))
      .sort((left, right) => left - right)
      .join(' ');
    if (this.#plans.has(identity)) return this.#plans.get(identity);
    const plan = createPlan(parts, this.#rules);
    this.#keep(1 + parts.length);
    this.#plans.set(identity, plan);
    return plan;
  }

  #numberOf(part: SchemaObject): number {
    return getOrInsert(this.#numbers, part, () => {
      for (const name of [...Object.keys(part.properties ?? {}), ...(part.required ?? [])])
        getOrInsert(this.#declaring, name, () => new Set()).add(part);
      return this.#numbers.size;
    });
  }

  /** Plans refer to those of their children, so all are given up together. */
  #keep(size: number): void {
    this.#size += size;
    if (this.#size <= maxRememberedParts) return;
    for (const plan of this.#plans.values()) plan?.byName.clear();
    this.#plans.clear();
    this.#roots.clear();
    this.#size = size;
  }
}

/** The cost of a plan: that of many lookups. */
const stepsPerPlan = 50;
const stepsPerPart = 5;

const createPlan = (parts: readonly SchemaObject[], { keepsUndeclared }: Rules): Plan => {
  const patterns: (readonly [Pattern | undefined, Child])[] = [];
  const others: Schema[] = [];
  const items: Schema[] = [];
  const declaresNone = parts.every(({ properties = {} }) => Object.keys(properties).length === 0);
  let isOpen = keepsUndeclared;
  for (const part of parts) {
    for (const [pattern, schema] of Object.entries(part.patternProperties ?? {}))
      patterns.push([createPattern(pattern), { declared: [schema] }]);
    for (const opening of [part.additionalProperties, part.unevaluatedProperties]) {
      if (opening === undefined || opening === false) continue;
      isOpen = true;
      others.push(opening);
    }
    isOpen ||= hasNameless(part);
    if (part.items !== undefined) items.push(part.items);
    for (const item of part.prefixItems ?? []) items.push(item);
  }
  const allowsAny = isOpen || (declaresNone && patterns.length === 0);
  const keepsAll = others.every((schema) => typeof schema === 'boolean') && items.length === 0;
  if (allowsAny && declaresNone && keepsAll) return undefined;
  return {
    parts: new Set(parts),
    patterns,
    other: allowsAny ? { declared: others } : 'removed',
    items: { declared: items },
    byName: new Map(),
  };
};

const strip = (value: Json, plan: Plan, run: Run): Json => {
  if (plan === undefined || typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? stripItems(value as readonly Json[], plan, run)
    : isJsonObject(value)
      ? stripProperties(value, plan, run)
      : value;
};

const stripItems = (values: readonly Json[], { items }: Children, run: Run): Json => {
  const plan = items === 'removed' ? undefined : run.plans.planOf(items, run.budget);
  if (plan === undefined) return values;
  const stripped = values.map((item) => strip(item, plan, run));
  return stripped.some((item, index) => item !== values[index]) ? stripped : values;
};

const stripProperties = (value: JsonObject, plan: Children, run: Run): Json => {
  let changed: Record<string, Json> | undefined;
  for (const name of Object.keys(value)) {
    const before = value[name] as Json;
    const after = stripProperty(name, before, plan, run);
    if (after === before) continue;
    changed ??= { ...value };
    if (after === undefined) delete changed[name];
    else setProperty(changed, name, after);
  }
  return changed ?? value;
};

/** Returns undefined if the property is removed. */
const stripProperty = (name: string, value: Json, plan: Children, run: Run): Json | undefined => {
  const { plans, budget } = run;
  const child =
    plans.propertyOf(plan, name, budget) ??
    plan.patterns.find(([pattern]) => isMatch(pattern, name, run))?.[1] ??
    plan.other;
  if (child === 'removed') return undefined;
  return typeof value === 'object' && value !== null ? strip(value, plans.planOf(child, budget), run) : value;
};
