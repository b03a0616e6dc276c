import { describe, expect, test } from 'vitest';
import { finish } from '../../../src/core/primitives/steps.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import type { Collection } from '../../../src/core/state/collection.ts';
import { itemsOf, ScenarioCollections } from '../../../src/scenario/data/start-data.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import fc from '../../fast-check.ts';
import { collection, collectionsOf, household, parent } from '../nested-stub.ts';

type Specs = ReadonlyMap<string, CollectionSpec>;

const counts = { comments: 4, todos: 5, users: 3, categories: 3, profile: 2, settings: 1, events: 2 };
const create = (specs: Specs, generate: Readonly<Record<string, number>>): ScenarioCollections =>
  new ScenarioCollections(specs, createScenario('s', { generate }), 0);

/** The specs, and the names of the collections of which items were generated. */
const watched = (specs: Specs): { readonly specs: Specs; readonly generated: Set<string> } => {
  const generated = new Set<string>();
  const watch = (spec: CollectionSpec): CollectionSpec => ({
    ...spec,
    generate: (context) => {
      generated.add(spec.name);
      return spec.generate(context);
    },
  });
  return { specs: new Map([...specs].map(([name, spec]) => [name, watch(spec)])), generated };
};

const itemsIn = (collections: { get: (name: string) => Collection | undefined }, name: string) =>
  itemsOf(collections.get(name) as Collection);

describe('the collections of a scenario', () => {
  test('are created when they are first requested, with those on which they depend', () => {
    const { specs, generated } = watched(household());
    const collections = create(specs, counts);
    expect([...collections.keys()]).toEqual([...specs.keys()]);
    expect(generated).toEqual(new Set());
    collections.get('events');
    expect(generated).toEqual(new Set(['events']));
    // A todo names its user, and its category by `categoryId`.
    collections.get('todos');
    expect(generated).toEqual(new Set(['events', 'todos', 'users', 'categories']));
  });

  test('are created once, and no unknown one is', () => {
    const collections = create(household(), counts);
    expect(collections.get('users')).toBe(collections.get('users'));
    expect(collections.get('gone')).toBeUndefined();
  });

  test('have the same items in whatever order they are requested, and if all are created together', () => {
    const together = finish(create(household(), counts).createAll());
    expect([...together.keys()]).toEqual([...household().keys()]);
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.keys(counts), { minLength: 1 }), (names) => {
        const collections = create(household(), counts);
        for (const name of names) expect(itemsIn(collections, name)).toEqual(itemsIn(together, name));
      }),
    );
  });

  test('have the true number of the items below them, except where the scenario states one', () => {
    const users = household().get('users') as CollectionSpec;
    const generate = () => ({ name: 'x', todoCount: 99 });
    const count = { owner: 'users', property: 'todoCount', collection: 'todos', by: undefined };
    const relations = () => ({ ...users.relations(), counts: [count] });
    const specs = new Map(household()).set('users', { ...users, generate, relations, check: () => [] });
    const scenario = createScenario('s', { generate: counts, data: { users: [{ id: 50, name: 'y', todoCount: 98 }] } });
    const collections = new ScenarioCollections(specs, scenario, 0);
    const todos = itemsIn(collections, 'todos');
    const counted = itemsIn(collections, 'users').map(({ id, todoCount }) => [id, todoCount]);
    const below = (user: unknown) => todos.filter(({ userId }) => userId === user).length;
    expect(counted.length).toBeGreaterThan(2);
    expect(counted).toEqual(counted.map(([id]) => [id, id === 50 ? 98 : below(id)]));
  });

  test('that are their own ancestors have no generated items, in whatever order they are requested', () => {
    const below = (name: string, parentCollection: string): CollectionSpec =>
      collection(name, { parents: [parent(`${parentCollection}Id`)], parentCollection, types: { id: 'integer' } });
    const specs = collectionsOf(below('hens', 'eggs'), below('eggs', 'hens'));
    for (const names of [
      ['hens', 'eggs'],
      ['eggs', 'hens'],
    ]) {
      const collections = create(specs, { hens: 2, eggs: 2 });
      for (const name of names) expect(itemsIn(collections, name)).toEqual([]);
    }
  });
});
