/** Items that are edited without a request: checked, completed as the service would, stored and deleted. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import { differencesOf } from '../../../src/world/control/diff.ts';
import {
  readKeyedItem,
  readKeyedItems,
  removeItem,
  replaceItems,
  storeItem,
  storeItems,
  withAssigned,
  withNewId,
} from '../../../src/world/control/edit-collection.ts';
import { World } from '../../../src/world/world.ts';
import { collectionOf, documentOf, itemsOf, readyService, startOf } from '../../core/helpers.ts';
import { integer, jsonBody, object, ref, text } from '../../short-document.ts';

const time = { type: 'string', format: 'date-time', readOnly: true };
const schemas: Record<string, JsonObject> = {
  user: object(
    {
      id: integer,
      name: text,
      createdAt: time,
      updatedAt: time,
      level: { type: 'integer', readOnly: true, minimum: 1, maximum: 9 },
      self: { type: 'string', format: 'uri-reference', readOnly: true, example: '/users/1' },
      seen: { type: 'string', readOnly: true },
    },
    ['id', 'name', 'createdAt', 'updatedAt', 'level', 'self'],
  ),
  todo: object({ id: integer, userId: { type: 'integer', readOnly: true }, text }, ['id', 'userId', 'text']),
  event: object({ what: text }, ['what']),
  settings: object({ theme: text }, ['theme']),
};
const json = (schema: JsonObject): JsonObject => ({ content: jsonBody(schema) });
const answer = (status: number, schema: JsonObject): JsonObject => ({
  responses: { [status]: { description: 'It.', ...json(schema) } },
});
const listOf = (name: string): JsonObject => ({
  get: answer(200, { type: 'array', items: ref(name) }),
  post: { requestBody: json(ref(name)), ...answer(201, ref(name)) },
});
const itemOf = (name: string): JsonObject => ({
  get: answer(200, ref(name)),
  put: { requestBody: json(ref(name)), ...answer(200, ref(name)) },
  delete: { responses: { 204: { description: 'Gone.' } } },
});
const inPath = (name: string, type = 'integer') => ({ name, in: 'path', required: true, schema: { type } });

const document = documentOf(
  {
    '/users': listOf('user'),
    '/users/{userId}': { parameters: [inPath('userId')], ...itemOf('user') },
    '/users/{userId}/todos': { parameters: [inPath('userId')], ...listOf('todo') },
    '/users/{userId}/todos/{todoId}': { parameters: [inPath('userId'), inPath('todoId')], ...itemOf('todo') },
    '/events': listOf('event'),
    '/settings': {
      get: answer(200, ref('settings')),
      put: { requestBody: json(ref('settings')), ...answer(200, ref('settings')) },
    },
  },
  { components: { schemas } },
);

const at = '2030-06-01T12:00:00.000Z';
const user = (id: number, name: string): JsonObject => ({
  id,
  name,
  createdAt: '2020-01-01T00:00:00Z',
  updatedAt: '2020-01-01T00:00:00Z',
  level: 3,
  self: `/users/${id}`,
});
const data = {
  users: [user(1, 'Ada'), user(5, 'Bo')],
  todos: [
    { $parent: { userId: 1 }, id: 1, text: 'Water' },
    { $parent: { userId: 5 }, id: 1, text: 'Feed' },
    { $parent: { userId: 5 }, id: 2, text: 'Sweep' },
  ],
  events: [{ what: 'one' }, { what: 'two', $id: '4' }],
  settings: { theme: 'dark' },
};

const service = await readyService(document);
let world: World;
beforeEach(() => {
  const clock = { at, frozen: true };
  world = new World('test', service, startOf(service, { clock, data }));
});

const specOf = (name: string): CollectionSpec => service.collections.get(name) as CollectionSpec;
const now = (name: string) => collectionOf(world.decisions.state, name);
const items = (name: string): readonly JsonObject[] => itemsOf(world.decisions.state, name);
const read = (name: string, item: JsonObject) => {
  const result = readKeyedItem(specOf(name), item);
  return result.ok ? result.value : result.problems.map(({ path, message }) => [path.join('.'), message]);
};

describe('an item is read', () => {
  test('with its key, which has the ids of its parents, and with the properties that name them', () => {
    expect(read('users', user(7, 'Cy'))).toEqual({ key: '7', value: user(7, 'Cy') });
    const { key } = read('todos', { $parent: { userId: 5 }, id: 9, text: 'Mow' }) as { key: string };
    const other = read('todos', { $parent: { userId: 1 }, id: 9, text: 'Mow' }) as { key: string };
    expect(key).not.toBe(other.key);
    const value = { id: 9, userId: 5, text: 'Mow' };
    expect(read('todos', value)).toEqual({ key, value });
    expect(read('todos', { $parent: { userId: 5 }, id: 9, text: 'Mow' })).toEqual({ key, value });
  });

  const missing = '$parent.userId is missing: it must have the id of the parent';
  test.each([
    ['users', { name: 'Cy', createdAt: at, updatedAt: at, level: 3, self: 'x' }, [['id', 'id is required']]],
    ['users', { ...user(7, 'Cy'), level: 0 }, [['level', 'level must be at least 1']]],
    ['todos', { id: 1, text: 'Mow' }, [['$parent.userId', missing]]],
    ['settings', 7, [['', 'the item must be a map']]],
    ['settings', {}, [['theme', 'theme is required']]],
  ])('and rejected in %s: %j', (name, item, problems) => {
    expect(read(name, item as never)).toEqual(problems);
  });
});

describe('a new item', () => {
  const given = (name: string, item: JsonObject): JsonObject => withNewId(world, now(name), item);

  test('has the next id, first, and what no client sends: times, its address, generated values', () => {
    const made = given('users', { name: 'Cy' });
    expect(made).toEqual({
      id: 6,
      name: 'Cy',
      createdAt: expect.stringMatching(/^2030-06-01T12:00:00/),
      updatedAt: expect.stringMatching(/^2030-06-01T12:00:00/),
      level: expect.any(Number),
      self: expect.any(String),
    });
    expect(Object.keys(made).slice(0, 2)).toEqual(['id', 'name']);
    expect(made.self).toContain('6');
    expect(given('users', { name: 'Cy' })).toEqual(made);
    storeItem(world, specOf('users'), { key: '6', value: made });
    expect(given('users', { name: 'Cy' })).toMatchObject({ id: 7 });
  });

  test('keeps what it has', () => {
    const whole = user(1, 'Ada');
    expect(given('users', whole)).toBe(whole);
    expect(withAssigned(world, now('users'), whole)).toBe(whole);
    const { createdAt: _, ...rest } = whole;
    const createdAt = expect.stringContaining('2030-06-01');
    expect(withAssigned(world, now('users'), rest)).toEqual({ ...whole, createdAt });
    const { self: __, ...unaddressed } = whole;
    const addressed = withAssigned(world, now('users'), unaddressed);
    expect(addressed).toMatchObject({ createdAt: '2020-01-01T00:00:00Z', level: 3 });
  });

  test('has an id below its parents', () => {
    const below = given('todos', { $parent: { userId: 1 }, text: 'Mow' });
    expect(below).toMatchObject({ id: expect.any(Number), text: 'Mow' });
    expect(Object.keys(given('todos', { text: 'Mow' }))).toContain('id');
  });

  test('has a hidden id that is free', () => {
    expect(given('events', { what: 'three' })).toEqual({ $id: '3', what: 'three' });
    world.apply([{ type: 'put', collection: 'events', key: '3', value: { what: 'three' } }]);
    expect(given('events', { what: 'five' })).toEqual({ $id: '5', what: 'five' });
    expect(given('settings', { theme: 'light' })).toEqual({ theme: 'light' });
  });
});

describe('several items', () => {
  const readAll = (name: string, list: readonly Json[]) => readKeyedItems(world, now(name), list);

  test('get one id after the other', () => {
    const result = readAll('users', [{ name: 'Cy' }, { name: 'Di' }, user(20, 'Ed'), { name: 'Flo' }]);
    expect(result.ok && result.value.map(({ key, value }) => [key, value.name])).toEqual([
      ['6', 'Cy'],
      ['7', 'Di'],
      ['20', 'Ed'],
      ['21', 'Flo'],
    ]);
    expect(items('users')).toHaveLength(2);
  });

  test('are rejected together, with the number of each', () => {
    const result = readAll('users', [{ name: 'Cy' }, 7, { name: 1 }]);
    expect(
      !result.ok && result.problems.map(({ message, code, at: place, path }) => [message, code, place, path]),
    ).toEqual([
      ['item 2: it must be a JSON object', 'VIV_ITEM_INVALID', 'value', []],
      ['item 3: name must be a string', 'VIV_ITEM_INVALID', 'value', ['name']],
    ]);
  });

  test('are stored together, and shown by their collections', () => {
    const events = [{ $id: '9', what: 'nine' }];
    const sets = [[now('users'), [user(9, 'Cy')]] as const, [now('events'), events] as const];
    expect(storeItems(world, sets)).toEqual({ ok: true, value: { users: [user(9, 'Cy')], events } });
    expect([items('users').at(-1), items('events').at(-1)]).toEqual([user(9, 'Cy'), { what: 'nine' }]);
  });
});

const idsOf = (name: string) => items(name).map(({ id, userId }) => [userId, id].filter(Boolean).join('/'));

describe('a change', () => {
  test('of an item is shown as data', () => {
    const keyed = read('todos', { $parent: { userId: 5 }, id: 2, text: 'Rake' }) as { key: string; value: JsonObject };
    const stored = { id: 2, userId: 5, text: 'Rake' };
    expect(storeItem(world, specOf('todos'), keyed)).toEqual({ $parent: { userId: 5 }, ...stored });
    expect(items('todos')).toHaveLength(3);
    expect(items('todos').at(-1)).toEqual(stored);
  });

  test('deletes what is below an item', () => {
    removeItem(world, now('users'), '5');
    expect([idsOf('users'), idsOf('todos')]).toEqual([['1'], ['1/1']]);
  });

  test('of all items deletes what is below those that are not kept', () => {
    expect(replaceItems(world, now('users'), [user(1, 'Ada Lovelace'), user(8, 'Cy')])).toEqual([]);
    expect([items('users').map(({ name }) => name), idsOf('todos')]).toEqual([['Ada Lovelace', 'Cy'], ['1/1']]);
    expect(replaceItems(world, now('events'), [{ what: 'new' }, { what: 'old', $id: '1' }])).toEqual([]);
    expect(items('events')).toEqual([{ what: 'new' }, { what: 'old' }]);
  });

  test('of all items changes nothing if one of them is invalid', () => {
    const before = items('users');
    const problems = replaceItems(world, now('users'), [user(1, 'Ada'), user(1, 'Bo'), { ...user(2, 'Cy'), name: 7 }]);
    expect(problems).toMatchObject([{ path: [1, 'id'] }, { path: [2, 'name'] }]);
    expect([items('users'), idsOf('todos')]).toEqual([before, ['1/1', '5/1', '5/2']]);
  });
});

describe('an item below a parent that does not exist', () => {
  const orphan = { $parent: { userId: 9 }, id: 1, text: 'Mow' };
  const problem = {
    message: expect.stringContaining('$parent names "9", which is not in users'),
    hint: expect.any(String),
  };

  test('is refused, since no client could reach it', () => {
    expect(readKeyedItem(specOf('todos'), orphan, world)).toMatchObject({ ok: false, problems: [problem] });
    expect(replaceItems(world, now('todos'), [orphan])).toMatchObject([problem]);
    const value = { id: 1, userId: 9, text: 'Mow' };
    const set = [now('todos'), [orphan]] as const;
    expect(storeItems(world, [set])).toMatchObject({ ok: false, problems: [problem] });
    expect(idsOf('todos')).toEqual(['1/1', '5/1', '5/2']);
    const stored = storeItems(world, [set, [now('users'), [user(9, 'Di')]]]);
    expect(stored).toMatchObject({ ok: true, value: { todos: [value], users: [{ id: 9 }] } });
  });

  test('may be edited if it is there already', () => {
    world.apply([{ type: 'put', collection: 'todos', key: '9,1', value: { id: 1, userId: 9, text: 'Mow' } }]);
    expect(readKeyedItem(specOf('todos'), { ...orphan, text: 'Rake' }, world)).toMatchObject({ ok: true });
  });
});

describe('the differences to the start', () => {
  test('are none at first, also after a change to the same value', () => {
    expect([...differencesOf(world)]).toEqual([]);
    storeItem(world, specOf('users'), { key: '1', value: user(1, 'Ada') });
    expect([...differencesOf(world)]).toEqual([]);
  });

  test('are changed and deleted items, then added ones; a nested one has its key', () => {
    storeItem(world, specOf('users'), { key: '7', value: user(7, 'Cy') });
    storeItem(world, specOf('users'), { key: '5', value: user(5, 'Bob') });
    removeItem(world, now('users'), '1');
    storeItem(world, specOf('events'), { key: '4', value: { what: 'changed' } });
    const differences = [...differencesOf(world)];
    expect(differences.filter(({ collection }) => collection === 'users')).toEqual([
      { collection: 'users', id: 1, before: user(1, 'Ada'), after: null },
      { collection: 'users', id: 5, before: user(5, 'Bo'), after: user(5, 'Bob') },
      { collection: 'users', id: 7, before: null, after: user(7, 'Cy') },
    ]);
    expect(differences.filter(({ collection }) => collection !== 'users')).toEqual([
      {
        collection: 'todos',
        id: expect.stringContaining('1'),
        before: { $parent: { userId: 1 }, id: 1, userId: 1, text: 'Water' },
        after: null,
      },
      { collection: 'events', id: '4', before: { $id: '4', what: 'two' }, after: { $id: '4', what: 'changed' } },
    ]);
  });
});
