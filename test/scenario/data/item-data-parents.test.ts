/** Data of nested items, of singletons, and of items without an id. */
import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../../src/core/primitives/config-error.ts';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { sizeOf, valuesOf } from '../../../src/core/primitives/sorted-map.ts';
import type { Parent } from '../../../src/core/service/collection-facts.ts';
import { anyParent } from '../../../src/core/state/item-key.ts';
import { applyChanges, type State } from '../../../src/core/state/state.ts';
import { checkScenario } from '../../../src/scenario/data/check-scenario.ts';
import { documentedParents, exampleParentIds, parentIdsBelow } from '../../../src/scenario/data/item-data.ts';
import { createScenarioStart, itemsOf } from '../../../src/scenario/data/start-data.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { scenarioOf } from '../../../src/scenario/file/from-world.ts';
import { scenarioToYaml } from '../../../src/scenario/file/to-yaml.ts';
import { directoryWith, loadScenario, parseScenario } from '../helpers.ts';
import { collection, data, household, parent } from '../nested-stub.ts';

const service = { collections: household(), operations: [] };
const start = (document: ScenarioDocument): State =>
  createScenarioStart(service, createScenario('s', document)).createState('w', 0);
const collectionOf = (state: State, name: string) => {
  const found = state.collections.get(name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};
const keysOf = (state: State, name: string) => [...valuesOf(collectionOf(state, name).items)].map(({ key }) => key);
const check = (document: ScenarioDocument): readonly string[] =>
  checkScenario(createScenario('s', document), service).map(formatProblem);

describe('a world starts with', () => {
  const state = start({ data });

  test('nested items with the ids of their parents and their own id', () => {
    expect(keysOf(state, 'todos')).toEqual(['1,3', '2,3', '2,4']);
    expect(keysOf(state, 'comments')).toEqual(['2,3,a%2Cb']);
  });

  test('the properties that refer to their parents, if the data omit them', () => {
    expect(itemsOf(collectionOf(state, 'todos'))[0]).toEqual({
      $parent: { userId: 1 },
      id: 3,
      userId: 1,
      text: 'Water',
    });
  });

  test('singletons, with and without parents', () => {
    expect(keysOf(state, 'settings')).toEqual(['self']);
    expect(itemsOf(collectionOf(state, 'settings'))).toEqual([{ theme: 'dark' }]);
    expect(keysOf(state, 'profile')).toEqual(['1']);
  });

  test('items without an id, which get unused numbers', () => {
    expect(itemsOf(collectionOf(state, 'events'))).toEqual([
      { $id: '2', what: 'Start' },
      { $id: '1', what: 'Stop' },
    ]);
  });
});

describe('a saved world starts again as it was', () => {
  const again = (state: State): State => {
    const written = scenarioOf(service, state, { clock: { at: undefined, frozen: false } });
    const document = parseScenario([...scenarioToYaml(written)].join(''), 's.yaml');
    expect(check(document)).toEqual([]);
    return start(document);
  };
  const contentsOf = (state: State) =>
    [...state.collections].map(([name, held]) => [name, keysOf(state, name), itemsOf(held), held.highestId]);

  test('with all its keys', () => {
    const state = start({ data });
    expect(contentsOf(again(state))).toEqual(contentsOf(state));
  });

  test('after changes, and with items whose parents are deleted', () => {
    const state = start({ data });
    applyChanges(state, [
      { type: 'put', collection: 'todos', key: '9,1', value: { id: 1, userId: 9, text: 'Lost' } },
      { type: 'put', collection: 'events', key: '7', value: { what: 'Later' } },
      { type: 'delete', collection: 'events', key: '1' },
      { type: 'delete', collection: 'settings', key: 'self' },
    ]);
    expect(contentsOf(again(state))).toEqual(contentsOf(state));
    expect(sizeOf(collectionOf(again(state), 'settings').items)).toBe(0);
  });

  test('a singleton is written as a map', () => {
    const { data: written } = scenarioOf(service, start({ data }), { clock: { at: undefined, frozen: false } });
    expect(written?.settings).toEqual({ theme: 'dark' });
    expect(written?.comments).toEqual([{ $parent: { userId: 2, todoId: 3 }, id: 'a,b', text: 'Done' }]);
  });
});

test('data of every form have no problems', () => {
  expect(check({ data })).toEqual([]);
});

const todo = (properties: JsonObject): ScenarioDocument => ({
  data: { todos: [{ id: 1, text: 'Water', ...properties }] },
});

test.each<[string, ScenarioDocument, string]>([
  [
    'no parent',
    todo({}),
    'data.todos[0].$parent.userId is missing: it must have the id of the parent. Write $parent: { userId: 1 }.',
  ],
  [
    'a parent that is not a map',
    todo({ $parent: 1 }),
    'data.todos[0].$parent must be a map, not 1. Write $parent: { userId: 1 }.',
  ],
  [
    'a parent of the wrong type',
    todo({ $parent: { userId: 'a' } }),
    'data.todos[0].$parent.userId must be a whole number, not "a"',
  ],
  [
    'a parent that is a list',
    todo({ $parent: { userId: [1] } }),
    'data.todos[0].$parent.userId must be a whole number, not a list',
  ],
  [
    'a property that contradicts it',
    todo({ $parent: { userId: 1 }, userId: 2 }),
    'data.todos[0].userId is 2, but data.todos[0].$parent.userId is 1. Remove one of them.',
  ],
  [
    'one item twice in a scope',
    { data: { todos: [1, 2, 1].map((userId) => ({ $parent: { userId }, id: 1, text: 'Water' })) } },
    'data.todos[2].id is "1", which is also the id of data.todos[0]. Give each item a unique id.',
  ],
  [
    'one hidden id twice',
    {
      data: {
        events: [
          { $id: 1, what: 'a' },
          { $id: '1', what: 'b' },
        ],
      },
    },
    'data.events[1].$id is "1", which is also the id of data.events[0]. Give each item a unique id.',
  ],
  [
    'two singletons in one scope',
    { data: { profile: [1, 1].map((userId) => ({ $parent: { userId }, bio: '' })) } },
    'data.profile[1] has the same parents as data.profile[0]. profile has one item per parent.',
  ],
  [
    'a list for a singleton',
    { data: { settings: [{ theme: 'dark' }] } },
    'data.settings must be a map, because it is a singleton',
  ],
  ['a map for a list', { data: { users: { id: 1, name: 'Ada' } } }, 'data.users must be a list of items'],
  ['a singleton with a wrong property', { data: { settings: { theme: 1 } } }, 'data.settings.theme must be string'],
  [
    'parents of an item that is not nested',
    { data: { users: [{ $parent: { userId: 1 }, id: 1, name: 'Ada' }] } },
    'data.users[0].$parent names parents, but the items of users have no parents. Remove it.',
  ],
  [
    'a parent that is not there',
    { data: { users: [{ id: 1, name: 'Ada' }], todos: [{ $parent: { userId: 2 }, id: 1, text: 'Water' }] } },
    'data.todos[0].$parent names "2", which is not in data.users. Add it to data.users, or name an existing one.',
  ],
  [
    'nothing to put the generated into',
    { generate: { todos: 3 } },
    'generate.todos has no parents: the scenario has no items in users. Add items to data.users or generate.users.',
  ],
])('%s is a problem', (_what, document, problem) => {
  expect(check(document)).toEqual([problem]);
});

test('a parent must exist only if the scenario has all parents', () => {
  const todos = [{ $parent: { userId: 7 }, id: 1, text: 'Water' }];
  expect(check({ data: { todos } })).toEqual([]);
  expect(check({ data: { users: [{ id: 1, name: 'Ada' }], todos }, generate: { users: 9 } })).toEqual([]);
});

test('problems with parents are located in the file, with a suggestion', async () => {
  await using directory = await directoryWith({
    's.yaml': 'data:\n  todos:\n    - { $parent: { usrId: 1 }, id: 1, text: Water }\n',
  });
  const problems = checkScenario(await loadScenario(directory.path, 's'), service);
  expect(problems.map(({ line, column, message, hint }) => [line, column, message, hint])).toEqual([
    [3, 20, 'unknown key "usrId" in data.todos[0].$parent', 'Did you mean "userId"?'],
  ]);
});

test('the ids of a path that the parent does not have are those of the document', () => {
  const [tenant, user] = [parent('tenant', { type: 'string' }), parent('user', { example: 7 })];
  const users = collection('users');
  const below = (...parents: readonly Parent[]) => collection('todos', { parents, parentCollection: 'users' });
  expect(parentIdsBelow(below(tenant, user), users, '5')).toEqual(['tenant-1', '5']);
  expect(parentIdsBelow(below(tenant, user, user), users, '5')).toEqual(['tenant-1', '7', '5']);
  expect(parentIdsBelow(below(user), users, '5')).toEqual(['5']);
  const nested = collection('users', { parents: [tenant] });
  expect(parentIdsBelow(below(user), nested, 'a,5')).toEqual(['5']);
  const self = collection('self', { kind: 'singleton', idProperty: undefined, parents: [tenant] });
  expect(parentIdsBelow(below(tenant), self, 'a')).toEqual(['a']);
  expect(exampleParentIds(below(tenant, user, parent('x')))).toEqual(['tenant-1', '7', '1']);
});

test('a documented item is below the first parents that it, or the document, names', () => {
  const parents = [parent('tenant', { property: 'tenantId' }), parent('user', { example: 7 })];
  const spec = collection('todos', { parents });
  const candidates = [
    ['1', '6'],
    ['1', '7'],
    ['2', '7'],
  ];
  expect(documentedParents(spec, {}, candidates)).toEqual(['1', '7']);
  expect(documentedParents(spec, { tenantId: 2 }, candidates)).toEqual(['2', '7']);
  expect(documentedParents(spec, { tenantId: 3 }, candidates)).toBeUndefined();
  expect(documentedParents(spec, { tenantId: 3 }, [[anyParent, anyParent]])).toEqual([anyParent, anyParent]);
  const plain = { ...spec, parents: [parent('tenant', { property: 'tenantId' }), parent('user')] };
  expect(documentedParents(plain, { tenantId: 2 }, candidates)).toEqual(['2', '7']);
  expect(documentedParents(plain, {}, candidates)).toBeUndefined();
});
