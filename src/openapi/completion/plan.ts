/** The schemas that apply to one value, prepared for completion: what may be below the value, and how to test and draw it. */

import type { Json } from '../../core/primitives/json.ts';
import { getOrInsert, lazily, maxRemembered } from '../../core/primitives/lazy.ts';
import type { Draw, DrawFor } from '../generate/draw-context.ts';
import { hintFor, type NameHint } from '../generate/name-hint.ts';
import { alternativesOf } from '../schema/alternatives.ts';
import { type Merged, mergeSchemas, type Patterned, patternsOf } from '../schema/merged-schema.ts';
import { createIdentities, type Schema } from '../schema/schema.ts';
import type { SchemaSet } from '../schema/schema-set.ts';
import type { Run } from '../validation/evaluation.ts';

export interface Plan {
  readonly test: (value: Json, run: Run) => boolean;
  readonly merged: () => Merged;
  readonly hint: NameHint;
  readonly draw: () => Draw;
  /** Returns undefined if the schema does not allow a property of this name. */
  readonly property: (name: string) => Plan | undefined;
  readonly item: (index: number) => Plan;
  readonly branches: () => readonly PlannedBranch[];
}

/** A branch of a union, with the plan of its values. */
export interface PlannedBranch {
  readonly plan: Plan;
  /** The values of the discriminator's property that select this branch. */
  readonly tag: { readonly property: string; readonly values: readonly Json[] } | undefined;
}

type PlanFor = (list: readonly Schema[], hint: NameHint) => Plan;

type TestFor = (schema: Schema) => (value: Json, run: Run) => boolean;

/** Plans are created on first use, because schemas can contain themselves. */
export const createPlans = (schemas: SchemaSet, testFor: TestFor, drawFor: DrawFor): PlanFor => {
  const known = new Map<string, Plan>();
  const identityOf = createIdentities();

  const planFor: PlanFor = (list, hint) => {
    const identities = new Map(list.map((schema) => [identityOf(schema), schema]));
    const identity = `${[...identities.keys()].join(' ')} ${hint.name.length} ${hint.name} ${hint.owner}`;
    const found = known.get(identity);
    if (found !== undefined) return found;
    const plan = createPlan([...identities.values()], hint);
    if (known.size >= maxRemembered) known.clear();
    known.set(identity, plan);
    return plan;
  };

  const createPlan = (list: readonly Schema[], hint: NameHint): Plan => {
    const merged = lazily(() => mergeSchemas(schemas, list));
    const test = lazily(() => testFor(list.length === 1 ? (list[0] as Schema) : { allOf: list }));
    const declared = new Map<string, Plan | undefined>();
    const undeclared = new Map<string, Plan | undefined>();
    const items = new Map<number, Plan>();
    const patterned = lazily(() => patternsOf(merged()));
    const planProperty = (name: string): Plan | undefined => {
      const matching = patterned().filter(({ pattern }) => pattern?.test(name) === true);
      const own = merged().properties.get(name);
      const plan = (inner: NameHint): Plan | undefined => {
        const found = propertySchemas(merged(), own, matching);
        return found === undefined ? undefined : planFor(found, inner);
      };
      if (own !== undefined) return getOrInsert(declared, name, () => plan(hintFor(name, merged().title ?? hint.name)));
      // Clients choose these names: what is kept for them depends on their schemas only.
      return getOrInsert(undeclared, matching.map(({ index }) => index).join(' '), () => plan(hint));
    };
    return {
      test: (value, run) => test()(value, run),
      merged,
      hint,
      draw: lazily(() => drawFor(list, hint)),
      property: planProperty,
      item: (index) => {
        const { prefixItems, items: rest } = merged();
        const position = Math.min(index, prefixItems.length);
        const own = position < prefixItems.length ? [prefixItems[position] as Schema] : rest;
        return getOrInsert(items, position, () => planFor(own.length === 0 ? [true] : own, hint));
      },
      branches: lazily(() => branchesOf(merged(), (branch) => planFor(branch, hint))),
    };
  };
  return planFor;
};

const propertySchemas = (
  { additional }: Merged,
  declared: readonly Schema[] | undefined,
  matching: readonly Patterned[],
): readonly Schema[] | undefined => {
  const found = [...(declared ?? []), ...matching.map(({ schema }) => schema)];
  if (found.includes(false)) return undefined;
  if (found.length > 0) return found;
  return additional === false ? undefined : [additional ?? true];
};

const branchesOf = (merged: Merged, planOf: (list: readonly Schema[]) => Plan): readonly PlannedBranch[] => {
  const { union } = merged;
  if (union === undefined) return [];
  const { branches, rest } = alternativesOf(union);
  const others = merged.parts.map((part) => (part === union ? rest : part));
  const { discriminator } = union;
  return branches.flatMap(({ schemas: branch }, index): readonly PlannedBranch[] => {
    if (branch.includes(false)) return [];
    const values = discriminator?.tags[index] ?? [];
    const tag =
      discriminator === undefined || values.length === 0 ? undefined : { property: discriminator.propertyName, values };
    return [
      { plan: planOf([...others, ...branch, ...(tag === undefined ? [] : [{ required: [tag.property] }])]), tag },
    ];
  });
};

/** A part of the value that is completed. */
export interface Place {
  readonly pointer: string;
  /** The earlier value at this place. */
  readonly before: Json | undefined;
  /** A generated value at this place. */
  readonly template: () => Json | undefined;
  /** Whether it is in an element that a list did not have before. */
  readonly isNew?: boolean;
}
