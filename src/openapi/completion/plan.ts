/** The schemas that apply to one value, prepared for completion: what may be below the value, and how to test and draw it. */
import type { Json } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import type { Draw, DrawFor } from '../generate/draw-context.ts';
import { hintFor, type NameHint } from '../generate/name-hint.ts';
import { createPattern } from '../pattern/pattern.ts';
import { alternativesOf } from '../schema/alternatives.ts';
import { type Merged, mergeSchemas } from '../schema/merged-schema.ts';
import type { Schema, SchemaObject } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import type { Run } from '../validation/evaluation.ts';

export interface Plan {
  readonly test: (value: Json, run: Run) => boolean;
  readonly merged: () => Merged;
  readonly hint: NameHint;
  readonly draw: () => Draw;
  /** Undefined: the schema does not allow a property of this name. */
  readonly property: (name: string) => Plan | undefined;
  readonly item: (index: number) => Plan;
  readonly branches: () => readonly PlannedBranch[];
}

/** The value if it matches this branch of the union. */
export interface PlannedBranch {
  readonly plan: Plan;
  /** The value of the discriminator's property that selects this branch. */
  readonly tag: { readonly property: string; readonly value: string } | undefined;
}

export type PlanFor = (list: readonly Schema[], hint: NameHint) => Plan;

type TestFor = (schema: Schema) => (value: Json, run: Run) => boolean;

/** Plans are created on first use, because schemas can contain themselves. */
export const createPlans = (schemas: SchemaSet, testFor: TestFor, drawFor: DrawFor): PlanFor => {
  const known = new Map<string, Plan>();

  const planFor: PlanFor = (list, hint) => {
    const identity = identityOf(list, hint);
    const found = identity === undefined ? undefined : known.get(identity);
    if (found !== undefined) return found;
    const plan = createPlan(list, hint);
    if (identity !== undefined) known.set(identity, plan);
    return plan;
  };

  const createPlan = (list: readonly Schema[], hint: NameHint): Plan => {
    const merged = lazily(() => mergeSchemas(schemas, list));
    const test = lazily(() => testFor(list.length === 1 ? (list[0] as Schema) : { allOf: list }));
    const properties = new Map<string, Plan | undefined>();
    const items = new Map<number, Plan>();
    const owner = (): string => merged().title ?? hint.name;
    const planProperty = (name: string): Plan | undefined => {
      const declared = propertySchemas(merged(), name);
      return declared === undefined ? undefined : planFor(declared, hintFor(name, owner()));
    };
    return {
      test: (value, run) => test()(value, run),
      merged,
      hint,
      draw: lazily(() => drawFor(list, hint)),
      property: (name) => {
        if (!properties.has(name)) properties.set(name, planProperty(name));
        return properties.get(name);
      },
      item: (index) => {
        const { prefixItems, items: rest } = merged();
        const position = Math.min(index, prefixItems.length);
        const own = position < prefixItems.length ? [prefixItems[position] as Schema] : rest;
        const plan = items.get(position) ?? planFor(own.length === 0 ? [true] : own, hint);
        items.set(position, plan);
        return plan;
      },
      branches: lazily(() => branchesOf(merged(), (branch) => planFor(branch, hint))),
    };
  };
  return planFor;
};

/** Only a schema with a key can occur again below itself. */
const identityOf = ([only, ...others]: readonly Schema[], { name, owner }: NameHint): string | undefined =>
  others.length > 0 || typeof only !== 'object' || only.$ref === undefined || Object.keys(only).length > 1
    ? undefined
    : `${only.$ref} ${name} ${owner}`;

const propertySchemas = (merged: Merged, name: string): readonly Schema[] | undefined => {
  const declared = merged.properties.get(name);
  const patterned = merged.parts
    .flatMap((part) => Object.entries(part.patternProperties ?? {}))
    .filter(([pattern]) => createPattern(pattern)?.test(name) === true)
    .map(([, schema]) => schema);
  const found = [...(declared ?? []), ...patterned];
  if (found.includes(false)) return undefined;
  if (found.length > 0) return found;
  return merged.additional === false ? undefined : [merged.additional ?? true];
};

const branchesOf = (merged: Merged, planOf: (list: readonly Schema[]) => Plan): readonly PlannedBranch[] => {
  const { union } = merged;
  if (union === undefined) return [];
  const { branches, rest } = alternativesOf(union);
  const others = merged.parts.map((part) => (part === union ? rest : part));
  const { discriminator } = union;
  return branches.flatMap(({ schemas: branch }, index): readonly PlannedBranch[] => {
    if (branch.includes(false)) return [];
    const value = discriminator?.values[index];
    const isTagged = discriminator !== undefined && value !== undefined && value !== '';
    const tag = isTagged ? { property: discriminator.propertyName, value } : undefined;
    const plan = planOf([...others, ...branch]);
    const isStated = tag === undefined || plan.property(tag.property)?.merged().values !== undefined;
    return [{ plan: isStated ? plan : planOf([...others, ...branch, schemaOfTag(tag)]), tag }];
  });
};

/** The value of the discriminator's property, if the branch itself does not state it. */
const schemaOfTag = ({ property, value }: NonNullable<PlannedBranch['tag']>): SchemaObject => ({
  properties: { [property]: { type: 'string', enum: [value] } },
});
