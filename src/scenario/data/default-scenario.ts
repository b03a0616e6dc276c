/** The built-in scenarios: `default` with a few realistic items in every collection, and `empty`. A file of the name replaces them. */

import { getProperty } from '../../core/primitives/json.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Service } from '../../core/service/service.ts';
import { anyParent, idText } from '../../core/state/item-key.ts';
import type { ScenarioDocument } from '../document/scenario-schema.ts';
import { listedParents, parentOf, parentsFirst } from './item-data.ts';

export const defaultScenarioName = 'default';

const emptyDocument: ScenarioDocument = { description: 'No data.' };

/** `defaultBuiltIn`: that of the service, from `defaultDocument`. */
export const builtInScenarios = (defaultBuiltIn: ScenarioDocument): ReadonlyMap<string, ScenarioDocument> =>
  new Map([
    [defaultScenarioName, defaultBuiltIn],
    ['empty', emptyDocument],
  ]);

/** The number of items of a top-level collection, the number per parent of a nested one, and the maximum. */
const defaultItems = 5;
const itemsPerParent = 3;
const maxItems = 60;

/** The document of the scenario; empty if the service has no collections. */
export const defaultDocument = ({
  collections,
  data = {},
}: Pick<Service, 'collections' | 'data'>): ScenarioDocument => {
  const counts = new Map<CollectionSpec, number>();
  for (const spec of parentsFirst(collections)) counts.set(spec, countOf(spec, collections, counts));
  const others = [...collections.values()].filter(({ name }) => !Object.hasOwn(data, name));
  const generate = Object.fromEntries(others.map((spec) => [spec.name, counts.get(spec) as number]));
  if (counts.size === 0) return {};
  if (Object.keys(data).length > 0) return { description: 'The items of the file.', examples: true, data, generate };
  return { description: 'Generated data: a few items in every collection.', examples: true, generate };
};

const countOf = (
  spec: CollectionSpec,
  collections: ReadonlyMap<string, CollectionSpec>,
  counts: ReadonlyMap<CollectionSpec, number>,
): number => {
  const parent = parentOf(spec, collections);
  const parentCount = parent === undefined ? listedParents(spec).length : (counts.get(parent) ?? 1);
  // Under unknown parents, each is made when it is first read: no two have the same data.
  const isMadeWhenRead = spec.isAlwaysPresent && listedParents(spec).some((ids) => ids.includes(anyParent));
  if (spec.kind === 'singleton') return isMadeWhenRead && parent === undefined ? 0 : Math.min(maxItems, parentCount);
  const count = spec.parents.length === 0 ? defaultItems : itemsPerParent * parentCount;
  return Math.min(maxItems, Math.max(count, countDocumented(spec)));
};

const countDocumented = ({ idProperty, examples, exampleIds }: CollectionSpec): number => {
  if (idProperty === undefined) return Math.max(examples.length, exampleIds.length);
  return new Set([...examples.map((example) => idText(getProperty(example, idProperty))), ...exampleIds.map(idText)])
    .size;
};
