/** The collections that a scenario names: by their unique names, or qualified by the service (`shop.orders`). */
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { findByName, type Named, type NameLookup } from '../../core/service/names.ts';
import type { Scenario } from '../document/read-scenario.ts';

type CollectionsByName = ReadonlyMap<string, CollectionSpec>;

export const findCollection = (name: string, collections: CollectionsByName): NameLookup<CollectionSpec> => {
  const value = collections.get(name);
  return value === undefined ? findByName(collections.values(), name) : { type: 'found', value };
};

/** The scenario with the unique names of its collections and of operations with recorded responses. Names that do not exist are kept. */
export const resolveNames = (
  scenario: Scenario,
  { collections, operations = [] }: { readonly collections: CollectionsByName; readonly operations?: readonly Named[] },
): Scenario => {
  // A later name replaces an earlier one: a scenario may name a collection otherwise than the one that it extends.
  const resolve = <Value>(values: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> =>
    new Map(
      [...values].map(([name, value]) => {
        const lookup = findCollection(name, collections);
        return [lookup.type === 'found' ? lookup.value.name : name, value];
      }),
    );
  const { data, generate, rules, resume } = scenario;
  return {
    ...scenario,
    data: resolve(data),
    generate: resolve(generate),
    rules: { ...rules, defaults: resolve(rules.defaults) },
    responses: scenario.responses.map((response) => {
      const lookup = findByName(operations, response.operation);
      return lookup.type === 'found' ? { ...response, operation: lookup.value.name } : response;
    }),
    resume: resume && { ...resume, nextIds: resolve(resume.nextIds), deleted: resolve(resume.deleted) },
  };
};
