/** What a body may bring: members that its schema declares. The rest is dropped, unless the schema is open explicitly. */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { createPattern, type Pattern } from '../pattern/pattern.ts';
import { partsOf } from '../schema/applicable-schemas.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';

export type StripUndeclared = (value: Json) => Json;

interface Plan {
  /** Undefined: every member is taken. */
  readonly properties: ReadonlyMap<string, Property> | undefined;
  readonly patterns: readonly (readonly [Pattern | undefined, () => Plan | undefined])[];
  /** For members that are not declared, where those are taken. */
  readonly other: (() => Plan | undefined) | undefined;
  readonly items: (() => Plan | undefined) | undefined;
  /** Members that only the other side sends; what a client sends there is not stored. */
  readonly hidden: ReadonlySet<string>;
}

/** The plan for what is inside is made when a value is first met there: schemas may contain themselves. */
type Property = () => Plan | undefined;

export const createAccept = (schemas: SchemaSet, key: string): StripUndeclared => {
  const plans = new Map<string, Plan | undefined>();
  const planFor = (declared: readonly Schema[]): Plan | undefined => {
    const parts = [...new Set(declared.flatMap((schema) => partsOf(schemas, schema, 'some')))];
    const identity = parts.map(identify).sort().join(' ');
    if (plans.has(identity)) return plans.get(identity);
    const plan = createPlan(parts, (inner) => lazyPlan(() => planFor(inner)));
    plans.set(identity, plan);
    return plan;
  };
  const identities = new Map<SchemaObject, number>();
  const identify = (part: SchemaObject): number => {
    const known = identities.get(part) ?? identities.size;
    identities.set(part, known);
    return known;
  };
  const root = lazyPlan(() => planFor([schemas.get(key).schema]));
  return (value) => (typeof value === 'object' ? take(value, root()) : value);
};

const lazyPlan = (make: () => Plan | undefined): Property => {
  let made: { readonly plan: Plan | undefined } | undefined;
  return () => {
    made ??= { plan: make() };
    return made.plan;
  };
};

/** Undefined: nothing inside is ever dropped. */
const createPlan = (
  parts: readonly SchemaObject[],
  planOf: (declared: readonly Schema[]) => Property,
): Plan | undefined => {
  const declared = new Map<string, Schema[]>();
  const patterns: (readonly [Pattern | undefined, Property])[] = [];
  const others: Schema[] = [];
  const items: Schema[] = [];
  let isOpen = false;
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
  const takesAll = isOpen || (declared.size === 0 && patterns.length === 0);
  const hidden = new Set([...declared].filter(([, declarations]) => declarations.some(isHidden)).map(([name]) => name));
  if (takesAll && declared.size === 0 && others.every((schema) => typeof schema === 'boolean') && items.length === 0)
    return undefined;
  return {
    properties: new Map([...declared].map(([name, schema]) => [name, planOf(schema)])),
    patterns,
    other: takesAll ? planOf(others) : undefined,
    items: items.length === 0 ? undefined : planOf(items),
    hidden,
  };
};

const isHidden = (schema: Schema): boolean =>
  typeof schema === 'object' && (schema.readOnly === true || schema.writeOnly === true);

const take = (value: Json, plan: Plan | undefined): Json => {
  if (plan === undefined || typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? takeItems(value as readonly Json[], plan)
    : isJsonObject(value)
      ? takeProperties(value, plan)
      : value;
};

const takeItems = (values: readonly Json[], plan: Plan): Json => {
  const inner = plan.items?.();
  if (inner === undefined) return values;
  const taken = values.map((item) => take(item, inner));
  return taken.some((item, at) => item !== values[at]) ? taken : values;
};

const takeProperties = (value: JsonObject, plan: Plan): Json => {
  let changed: Record<string, Json> | undefined;
  for (const name of Object.keys(value)) {
    const before = value[name] as Json;
    const after = takeProperty(name, before, plan);
    if (after === before) continue;
    changed ??= { ...value };
    if (after === undefined) delete changed[name];
    else setProperty(changed, name, after);
  }
  return changed ?? value;
};

/** Undefined where the member is dropped. */
const takeProperty = (name: string, value: Json, plan: Plan): Json | undefined => {
  if (plan.hidden.has(name)) return undefined;
  const inner =
    plan.properties?.get(name) ?? plan.patterns.find(([pattern]) => pattern?.test(name) === true)?.[1] ?? plan.other;
  if (inner === undefined) return undefined;
  return typeof value === 'object' && value !== null ? take(value, inner()) : value;
};
