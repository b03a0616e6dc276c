/** The built-in scenario `default`, and generated items. */
import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../../src/core/primitives/config-error.ts';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import type { State } from '../../../src/core/state/state.ts';
import { checkScenario } from '../../../src/scenario/data/check-scenario.ts';
import { defaultDocument } from '../../../src/scenario/data/default-scenario.ts';
import { createScenarioStart, itemsOf } from '../../../src/scenario/data/start-data.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { findScenario, loadInlineScenario } from '../../../src/scenario/file/load-scenario.ts';
import { directoryWith } from '../helpers.ts';
import { collection, collectionsOf, data, household, parent } from '../nested-stub.ts';

type Collections = ReadonlyMap<string, CollectionSpec>;

const start = (
  collections: Collections,
  document: ScenarioDocument = defaultDocument({ collections }),
  seed = 1,
): State => createScenarioStart({ collections }, createScenario('s', { ...document, seed })).createState('w', 0);
const items = (state: State, name: string): readonly JsonObject[] => {
  const held = state.collections.get(name);
  if (held === undefined) throw new Error(`no ${name}`);
  return itemsOf(held);
};
const ids = (state: State, name: string) => items(state, name).map(({ id }) => id);
const parents = (state: State, name: string) => items(state, name).map(({ $parent }) => $parent);

describe('the built-in scenario', () => {
  test('generates a few items of each collection, like a scenario file', () => {
    expect(defaultDocument({ collections: household() })).toEqual({
      description: 'Generated data: a few items in every collection.',
      examples: true,
      generate: { comments: 45, todos: 15, users: 5, categories: 5, profile: 5, settings: 1, events: 5 },
    });
  });

  test('matches its service', () => {
    const service = { collections: household(), operations: [] };
    expect(
      checkScenario(createScenario('s', defaultDocument({ collections: household() })), service).map(formatProblem),
    ).toEqual([]);
  });

  test('is empty if there are no collections', () => {
    expect(defaultDocument({ collections: new Map() })).toEqual({});
  });

  test('generates sixty items at most', () => {
    const exampleIds = Array.from({ length: 100 }, (_, at) => at + 1);
    const many = collectionsOf(
      collection('users', { exampleIds }),
      collection('todos', { parents: [parent('userId')], parentCollection: 'users' }),
    );
    expect(defaultDocument({ collections: many }).generate).toEqual({ users: 60, todos: 60 });
    expect(ids(start(many), 'todos')).toHaveLength(60);
  });

  test('gives each parent that a path lists items of its own', () => {
    const kinds = parent('kind', { type: 'string', values: ['books', 'films'] });
    const state = start(collectionsOf(collection('objects', { parents: [kinds] })));
    expect(parents(state, 'objects')).toEqual(
      ['books', 'books', 'books', 'films', 'films', 'films'].map((kind) => ({ kind })),
    );
    const many = Array.from({ length: 61 }, (_, at) => `kind ${at}`);
    const endless = parent('kind', { type: 'string', values: many });
    const branch = parent('branch', { type: 'string' });
    for (const own of [[endless], [branch, kinds], [kinds, branch]])
      expect(parents(start(collectionsOf(collection('objects', { parents: own }))), 'objects')[0]).toEqual(
        Object.fromEntries(own.map(({ name }) => [name, '*'])),
      );
  });

  test('puts nested items below existing parents, the first parent first', () => {
    const state = start(household());
    expect(ids(state, 'users')).toEqual([1, 2, 3, 4, 5]);
    expect(parents(state, 'todos').slice(0, 4)).toEqual([{ userId: 1 }, { userId: 1 }, { userId: 1 }, { userId: 2 }]);
    expect(ids(state, 'todos').slice(0, 3)).toEqual([1, 2, 3]);
    expect(items(state, 'todos').every(({ $parent, userId }) => userId === ($parent as JsonObject).userId)).toBe(true);
    expect(parents(state, 'comments')[3]).toEqual({ userId: 1, todoId: 2 });
    expect(parents(state, 'profile')).toEqual([1, 2, 3, 4, 5].map((userId) => ({ userId })));
    expect(items(state, 'settings')).toHaveLength(1);
    expect(items(state, 'events').map(({ $id }) => $id)).toEqual(['1', '2', '3', '4', '5']);
  });

  test('gives the same data for the same seed, and others for another', () => {
    const all = (seed: number) => [...start(household(), undefined, seed).collections.values()].map(itemsOf);
    expect(all(1)).toEqual(all(1));
    expect(all(1)).not.toEqual(all(2));
  });

  test("begins with the document's own examples and ids, then the lowest free ids", () => {
    const users = collection('users', {
      types: { id: 'integer', name: 'string' },
      examples: [{ id: 10, name: 'Ada' }, { id: 11 }],
      exampleIds: [10, '7', 'x', null],
    });
    const state = start(collectionsOf(users));
    // Invalid items are omitted, whatever their source.
    expect(ids(state, 'users')).toEqual([10, 7, 1, 2, 3]);
    expect(items(state, 'users')[0]).toEqual({ id: 10, name: 'Ada' });
  });

  test('puts a documented item below the parents in its own properties or in the document', () => {
    const users = collection('users', { exampleIds: [10, 20] });
    const todos = collection('todos', {
      parents: [parent('userId', { property: 'userId', example: 20 })],
      parentCollection: 'users',
      types: { id: 'integer', userId: 'integer' },
      examples: [
        { id: 5, userId: 1 },
        { id: 6, userId: 99 },
      ],
      exampleIds: [8],
    });
    const found = items(start(collectionsOf(users, todos)), 'todos').map(({ id, userId }) => [id, userId]);
    // There is no user 99.
    expect(found.slice(0, 3)).toEqual([
      [5, 1],
      [6, 10],
      [8, 20],
    ]);
    expect(found).toHaveLength(15);
  });

  test('is present under every parent if no collection has the parents', () => {
    const of = (...given: Parameters<typeof parent>) =>
      parents(start(collectionsOf(collection('rooms', { parents: [parent(...given)] }))), 'rooms');
    expect(of('buildingId', { type: 'string', example: 'hq' })).toEqual(Array(3).fill({ buildingId: '*' }));
    expect(of('buildingId')).toEqual(Array(3).fill({ buildingId: '*' }));
  });

  test('keeps a generated id if the document does not allow small numbers', () => {
    const check: CollectionSpec['check'] = (value) =>
      Number((value as JsonObject).id) < 100
        ? [{ pointer: '/id', rule: 'minimum', message: 'must be 100 or more' }]
        : [];
    const orders = {
      ...collection('orders'),
      check,
      generate: ({ seed }: { seed: number }) => ({ id: 100 + (seed % 7) }),
    };
    const found = ids(start(collectionsOf(orders)), 'orders') as number[];
    expect(found.length).toBeGreaterThan(1);
    expect(found.every((id) => id >= 100)).toBe(true);
    expect(new Set(found).size).toBe(found.length);
  });

  test('has no more items than there are ids', () => {
    const levels = ['low', 'high'];
    const check: CollectionSpec['check'] = (value) =>
      levels.includes(String((value as JsonObject).id))
        ? []
        : [{ pointer: '/id', rule: 'enum', message: 'must be one' }];
    const generate = ({ seed }: { seed: number }) => ({ id: levels[seed % 2] as string });
    const spec = { ...collection('levels', { idType: 'string' }), check, generate };
    expect(ids(start(collectionsOf(spec)), 'levels').toSorted()).toEqual(['high', 'low']);
  });

  test('can be extended if no file replaces it', async () => {
    const builtIn = defaultDocument({ collections: household() });
    await using directory = await directoryWith({
      'mine.yaml': 'extends: default\ngenerate: { users: 2, todos: 4 }\n',
    });
    const scenario = await findScenario(directory.path, 'mine', builtIn);
    const state = createScenarioStart({ collections: household() }, scenario as never).createState('w', 0);
    expect(parents(state, 'todos')).toEqual([{ userId: 1 }, { userId: 1 }, { userId: 2 }, { userId: 2 }]);
    expect(items(state, 'settings')).toHaveLength(1);
    const inline = await loadInlineScenario({ extends: 'default', seed: 3 }, undefined, builtIn);
    expect(inline).toMatchObject({ seed: 3, examples: true });
    expect(inline.description).toBeUndefined();
  });
});

describe('generated items', () => {
  test('of a nested collection are spread over the existing parents', () => {
    const state = start(household(), { data: { users: data.users, todos: data.todos }, generate: { todos: 3 } });
    expect(items(state, 'todos').slice(3)).toMatchObject([
      { $parent: { userId: 1 }, id: 5, userId: 1 },
      { $parent: { userId: 1 }, id: 6, userId: 1 },
      { $parent: { userId: 2 }, id: 7, userId: 2 },
    ]);
  });

  test('of a singleton are one for each parent without one', () => {
    const state = start(household(), { data: { users: data.users, profile: data.profile }, generate: { profile: 9 } });
    expect(parents(state, 'profile')).toEqual([{ userId: 1 }, { userId: 2 }]);
    expect(
      items(start(household(), { data: { settings: data.settings }, generate: { settings: 1 } }), 'settings'),
    ).toEqual([{ theme: 'dark' }]);
  });

  test('refer to existing items, by the names of their properties', () => {
    const state = start(household());
    const categories = ids(state, 'categories');
    const chosen = items(state, 'todos').map(({ categoryId }) => categoryId);
    expect(chosen.every((id) => categories.includes(id as string))).toBe(true);
    expect(new Set(chosen).size).toBeGreaterThan(1);
  });

  test.each([
    ['user_id', 'users'],
    ['userID', 'users'],
    ['user-id', 'admin.users'],
    ['boxId', 'boxes'],
    ['orderLineId', 'order_lines'],
  ])('with the property %s refer to %s', (property, name) => {
    const target = collection(name, { exampleIds: [4711] });
    const notes = collection('notes', { types: { [property]: 'integer' } });
    const state = start(collectionsOf(notes, target), { generate: { notes: 2, [name]: 1 }, examples: true });
    expect(items(state, 'notes').map((note) => note[property])).toEqual([4711, 4711]);
  });

  test('are unchanged if the other ids have another type, or the item would be invalid', () => {
    const target = collection('users', { idType: 'string', exampleIds: ['a'] });
    const notes = collection('notes', { types: { userId: 'integer' } });
    const strict = { ...collection('notes', { types: { userId: 'string' } }) };
    const check: CollectionSpec['check'] = (value) =>
      (value as JsonObject).userId === 'a' ? [{ pointer: '/userId', rule: 'pattern', message: 'must not be a' }] : [];
    const of = (spec: CollectionSpec) =>
      items(start(collectionsOf(spec, target), { generate: { notes: 1, users: 1 }, examples: true }), 'notes')[0]
        ?.userId;
    expect(of(notes)).toEqual(expect.any(Number));
    expect(of({ ...strict, check })).toEqual(expect.stringMatching(/^userId \d+$/));
  });
});
