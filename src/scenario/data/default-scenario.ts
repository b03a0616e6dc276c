/** The scenario `default` where no file is called so: a handful of believable items in every collection. */

import { getProperty, type Json, setProperty } from '../../core/primitives/json.ts';
import type { CollectionSpec } from '../../core/service/binding.ts';
import { idText } from '../../core/state/item-key.ts';
import type { ScenarioDocument } from '../document/schema.ts';
import { parentOf, parentsFirst } from './scopes.ts';

export const defaultScenarioName = 'default';

/** Of what stands alone; for each parent of what is inside of something; at most of either. */
const handful = 5;
const handfulInside = 3;
const most = 60;

/** A document without collections has nothing to generate: then it says nothing. */
export const defaultDocument = (collections: ReadonlyMap<string, CollectionSpec>): ScenarioDocument => {
  const counts = new Map<CollectionSpec, number>();
  for (const spec of parentsFirst(collections)) counts.set(spec, countOf(spec, collections, counts));
  const generate: Record<string, number> = {};
  for (const spec of collections.values())
    setProperty(generate as Record<string, Json>, spec.name, counts.get(spec) as number);
  if (counts.size === 0) return {};
  return { description: 'Generated data: a handful in every collection.', examples: true, generate };
};

const countOf = (
  spec: CollectionSpec,
  collections: ReadonlyMap<string, CollectionSpec>,
  counts: ReadonlyMap<CollectionSpec, number>,
): number => {
  const parent = parentOf(spec, collections);
  const scopes = spec.parents.length === 0 || parent === undefined ? 1 : (counts.get(parent) ?? 1);
  if (spec.kind === 'singleton') return Math.min(most, scopes);
  const wanted = spec.parents.length === 0 ? handful : handfulInside * scopes;
  return Math.min(most, Math.max(wanted, countDocumented(spec)));
};

const countDocumented = ({ idProperty, examples, exampleIds }: CollectionSpec): number => {
  if (idProperty === undefined) return Math.max(examples.length, exampleIds.length);
  return new Set([...examples.map((example) => idText(getProperty(example, idProperty))), ...exampleIds.map(idText)])
    .size;
};
