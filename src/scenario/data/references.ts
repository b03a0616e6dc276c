/** References in generated items: `userId` is the id of an item in `users`. */

import { getProperty, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { randomOf, seedFrom } from '../../core/primitives/seeded-random.ts';
import { plainName, singular } from '../../core/primitives/singular.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';
import type { CollectionSpec } from '../../core/service/binding.ts';
import { fromData, idText } from '../../core/state/item-key.ts';
import { idPropertyOf } from './item-data.ts';

export interface References {
  /** Sets properties that are references by name to existing ids, if the item stays valid. */
  readonly set: (spec: CollectionSpec, item: JsonObject, budget: StepBudget) => JsonObject;
  /** The property of the items of `from` that refers by its name to an item of `target`. */
  readonly nameOf: (from: CollectionSpec, target: CollectionSpec) => string | undefined;
}

export const createReferences = (
  collections: ReadonlyMap<string, CollectionSpec>,
  itemsOf: (target: CollectionSpec) => readonly JsonObject[],
  seed: number,
): References => {
  const targetFor = createTargets(collections);
  const ids = new Map<CollectionSpec, readonly Json[]>();
  const idsOf = (target: CollectionSpec): readonly Json[] => {
    const known = ids.get(target) ?? idsIn(target, itemsOf(target));
    ids.set(target, known);
    return known;
  };
  const targetOf = (spec: CollectionSpec, name: string): CollectionSpec | undefined => {
    const stem = isOwnName(spec, name) ? undefined : stemOf(name);
    return stem === undefined ? undefined : targetFor(spec, stem);
  };
  /** `part: 12` is the id of a part, if parts have numbers. */
  const plainTargetOf = (spec: CollectionSpec, name: string): CollectionSpec | undefined => {
    const target = isOwnName(spec, name) || measures.test(name) ? undefined : targetFor(spec, plainName(name));
    return target?.idType === 'integer' ? target : undefined;
  };
  const set: References['set'] = (spec, item, budget) => {
    let result = item;
    const entries = Object.entries(item);
    for (const [name, value] of entries) {
      const target = targetOf(spec, name) ?? plainTargetOf(spec, name);
      if (target === undefined || !isIdOf(target, value)) continue;
      const choices = idsOf(target);
      if (choices.length === 0) continue;
      const chance = randomOf(
        seedFrom(seed, spec.localName, idText(getProperty(item, idPropertyOf(spec) ?? '')) ?? '', name),
      );
      if (budget.left < 0) break;
      // Each reference copies the item.
      budget.charge(entries.length);
      const next: Record<string, Json> = { ...result };
      setProperty(next, name, choices[Math.floor(chance * choices.length)] as Json);
      if (spec.check(fromData(spec, next).value, budget).length === 0) result = next;
    }
    return result;
  };
  return { set, nameOf: (from, target) => [...from.properties].find((name) => targetOf(from, name) === target) };
};

/** Numbers of this name are no references, even if there is a collection of it. */
const measures =
  /(order|position|number|index|level|version|page|size|year|status|state|count|rating|score|amount|total)$/i;

/** The collection that a name refers to, from an item of another one: in the same service, else in the first service with one. */
const createTargets = (
  collections: ReadonlyMap<string, CollectionSpec>,
): ((from: CollectionSpec, stem: string) => CollectionSpec | undefined) => {
  const byService = Map.groupBy(collections.values(), ({ service }) => service);
  const targets = new Map([...byService].map(([service, specs]) => [service, targetsOf(specs)]));
  return (from, stem) => {
    // A name that is ambiguous in the item's own service refers to nothing.
    const own = targets.get(from.service);
    if (own?.has(stem)) return own.get(stem);
    for (const others of targets.values()) {
      const target = others.get(stem);
      if (target !== undefined) return target;
    }
    return undefined;
  };
};

/** Collections by the singular of their last name segment; undefined if several have it. */
const targetsOf = (specs: readonly CollectionSpec[]): ReadonlyMap<string, CollectionSpec | undefined> => {
  const targets = new Map<string, CollectionSpec | undefined>();
  for (const spec of specs) {
    if (spec.kind === 'singleton' || spec.idProperty === undefined) continue;
    const name = plainName(singular(spec.localName.slice(spec.localName.lastIndexOf('.') + 1)));
    targets.set(name, targets.has(name) ? undefined : spec);
  }
  return targets;
};

/** The item's own id and those of its parents are not references. */
const isOwnName = ({ idProperty, parents }: CollectionSpec, name: string): boolean =>
  name === idProperty || name === '$parent' || parents.some(({ property }) => property === name);

/** The referenced name: `userId`, `user_id` and `userID` refer to a user. */
const stemOf = (name: string): string | undefined => {
  const stem = /^(.+?)(?:[_-]id|Id|ID)$/.exec(name)?.[1];
  return stem === undefined ? undefined : plainName(stem);
};

const isIdOf = ({ idType }: CollectionSpec, value: Json): boolean =>
  idType === 'integer' ? typeof value === 'bigint' || Number.isInteger(value) : typeof value === 'string';

const idsIn = ({ idProperty }: CollectionSpec, items: readonly JsonObject[]): readonly Json[] =>
  items.flatMap((item) => getProperty(item, idProperty as string) ?? []);
