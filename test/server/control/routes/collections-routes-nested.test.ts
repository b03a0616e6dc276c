/** The control API on nested items, on singletons, and on items without an id. */
import { beforeEach, describe, expect, test } from 'vitest';
import { documentOf } from '../../../core/helpers.ts';
import { integer, jsonBody, listOf, object, ref, text } from '../../../short-document.ts';
import { type Loose, useServer } from '../control-server.ts';

const schemas: Loose = {
  user: object({ id: text, name: text }, ['id', 'name']),
  todo: object({ id: integer, userId: text, text: text }, ['id', 'text']),
  profile: object({ bio: text }, ['bio']),
  org: object({ id: integer, name: text }, ['id', 'name']),
  team: object({ id: integer, orgId: integer, title: text }, ['id', 'title']),
  note: object({ id: integer, authorId: text, author: ref('user') }, ['id', 'author']),
  settings: object({ theme: text }, ['theme']),
  plan: object({ id: integer, code: text }, ['id', 'code']),
};
const json = (schema: Loose) => ({ content: jsonBody(schema) });
const answer = (schema: Loose) => ({ 200: { description: 'Fine.', ...json(schema) } });
const get = (schema: Loose) => ({ responses: answer(schema) });
const write = (name: string) => ({ requestBody: json(ref(name)), responses: answer(ref(name)) });
const remove = { responses: { 204: { description: 'Gone.' } } };
const inPath = (name: string, type: string) => ({ name, in: 'path', required: true, schema: { type } });
const userId = inPath('userId', 'string');
const collection = (name: string) => ({
  get: get(listOf(ref(name))),
  post: { requestBody: json(ref(name)), responses: { 201: { description: 'Made.', ...json(ref(name)) } } },
});
const item = (name: string) => ({ get: get(ref(name)), put: write(name), delete: remove });

const document = documentOf(
  {
    '/users': collection('user'),
    '/users/{userId}': { parameters: [userId], ...item('user') },
    '/users/{userId}/todos': { parameters: [userId], ...collection('todo') },
    '/users/{userId}/todos/{todoId}': { parameters: [userId, inPath('todoId', 'integer')], ...item('todo') },
    '/users/{userId}/profile': { parameters: [userId], get: get(ref('profile')), put: write('profile') },
    '/orgs': collection('org'),
    '/orgs/{id}': { parameters: [inPath('id', 'integer')], ...item('org') },
    '/orgs/{name}/teams': { parameters: [inPath('name', 'string')], ...collection('team') },
    '/notes': collection('note'),
    '/notes/{id}': { parameters: [inPath('id', 'integer')], ...item('note') },
    '/plans': { get: get(listOf(ref('plan'))) },
    '/plans/{code}': { parameters: [inPath('code', 'string')], get: get(ref('plan')) },
    '/settings': { get: get(ref('settings')), put: write('settings') },
  },
  { components: { schemas } },
);

const data = {
  users: [
    { id: 'ada', name: 'Ada' },
    { id: 'a,b', name: 'Bo' },
  ],
  todos: [
    { $parent: { userId: 'ada' }, id: 1, text: 'Water' },
    { $parent: { userId: 'a,b' }, id: 1, text: 'Feed' },
    { $parent: { userId: 'a,b' }, id: 2, text: 'Sweep' },
  ],
  profile: [{ $parent: { userId: 'ada' }, bio: 'Counts' }],
  settings: { theme: 'dark' },
};
const water = { $parent: { userId: 'ada' }, id: 1, userId: 'ada', text: 'Water' };
const feed = { $parent: { userId: 'a,b' }, id: 1, userId: 'a,b', text: 'Feed' };

let number = 0;
let world = '';
const server = await useServer({ document, scenario: { data } });
beforeEach(async () => {
  world = `/worlds/nested-${++number}`;
  await server.api('PUT', world);
});
const call = async (method: string, path: string, body?: unknown): Promise<readonly [number, Loose]> => {
  const answered = await server.api(method, `${world}${path}`, body);
  return [answered.status, answered.body?.detail ?? answered.body];
};
const counts = async (): Promise<Loose> => (await server.api('GET', world)).body.collections;

test('a world counts the items of each collection', async () => {
  expect(await counts()).toEqual({
    users: 2,
    todos: 3,
    orgs: 0,
    plans: 0,
    teams: 0,
    notes: 0,
    profile: 1,
    settings: 1,
  });
});

describe('a list', () => {
  test('has items with their parents', async () => {
    const [, { items, total }] = await call('GET', '/collections/todos');
    expect(total).toBe(3);
    expect(items.slice(0, 2)).toEqual([water, feed]);
  });

  test('can be searched and sorted', async () => {
    expect((await call('GET', '/collections/todos?q=a,b&sort=-id'))[1]).toMatchObject({
      items: [{ id: 2 }, { id: 1 }],
    });
  });

  test('of a singleton has one item', async () => {
    expect(await call('GET', '/collections/settings')).toEqual([200, { items: [{ theme: 'dark' }], total: 1 }]);
  });
});

describe('an item', () => {
  test('without the id beside its key gets one of its own', async () => {
    const added = [];
    for (const code of ['basic', 'pro']) added.push((await call('POST', '/collections/plans', { code }))[1]);
    expect(added).toMatchObject([{ code: 'basic' }, { code: 'pro' }]);
    expect(new Set(added.map(({ id }) => id)).size).toBe(2);
  });

  test('has a key of the ids of its parents and its own', async () => {
    expect(await call('GET', '/collections/todos/ada,1')).toEqual([200, water]);
  });

  test.each([
    ['a%2Cb,1', 'as the diff shows it'],
    ['a%252Cb%2C1', 'encoded once more as a whole'],
  ])('is found by the key %s: %s', async (key) => {
    expect(await call('GET', `/collections/todos/${key}`)).toEqual([200, feed]);
  });

  test.each([
    ['todos/ada,9', 'No item of todos in userId "ada" has the id "9".'],
    ['todos/ada', '"ada" is not a valid key of todos. Expected: {userId},{id}.'],
    ['todos/a,b,1', '"a,b,1" is not a valid key of todos. Expected: {userId},{id}.'],
    ['profile/eve', 'No item of profile in userId "eve" exists.'],
    ['settings/1', '"1" is not a valid key of settings. Expected: self.'],
  ])('%s gets 404', async (path, detail) => {
    expect(await call('GET', `/collections/${path}`)).toEqual([404, detail]);
  });

  test('whose key is malformed gets 400', async () => {
    expect((await call('GET', '/collections/todos/%2541,%25'))[0]).toBe(404);
    expect((await call('GET', '/collections/todos/%25%2C1'))[0]).toBe(400);
  });

  test('of a singleton has the key self, or the key of its parent', async () => {
    expect(await call('GET', '/collections/settings/self')).toEqual([200, { theme: 'dark' }]);
    expect((await call('GET', '/collections/profile/ada'))[1]).toEqual({ $parent: { userId: 'ada' }, bio: 'Counts' });
    expect((await call('PUT', '/collections/profile/a%252Cb', { bio: 'New' }))[0]).toBe(201);
    expect((await call('DELETE', '/collections/settings/self'))[0]).toBe(204);
    expect((await call('POST', '/collections/settings', { theme: 'light' }))[0]).toBe(201);
    expect(await call('POST', '/collections/settings', { theme: 'light' })).toEqual([
      409,
      'An item of settings exists already. Use PUT to replace it.',
    ]);
  });
});

describe('an added item', () => {
  test('gets the next id, and the property with its parent', async () => {
    const [status, body] = await call('POST', '/collections/todos', { $parent: { userId: 'ada' }, text: 'Dust' });
    expect([status, body]).toEqual([201, { $parent: { userId: 'ada' }, id: 3, userId: 'ada', text: 'Dust' }]);
    expect((await call('GET', '/collections/todos/ada,3'))[1]).toEqual(body);
  });

  test('may have its parent in its own property', async () => {
    const [status, body] = await call('POST', '/collections/todos', { id: 9, userId: 'ada', text: 'Dust' });
    expect([status, body.$parent]).toEqual([201, { userId: 'ada' }]);
  });

  test('needs its parent', async () => {
    const [status, detail] = await call('POST', '/collections/todos', { text: 'Dust' });
    expect([status, detail]).toEqual([400, expect.stringContaining('$parent.userId is missing')]);
  });

  test('may have the id of an item below another parent, but not of one below the same', async () => {
    expect((await call('POST', '/collections/todos', { $parent: { userId: 'ada' }, id: 2, text: 'Dust' }))[0]).toBe(
      201,
    );
    expect(await call('POST', '/collections/todos', water)).toEqual([
      409,
      'An item of todos in userId "ada" has the id "1" already. Use PUT to replace it.',
    ]);
  });
});

describe('an item in a PUT', () => {
  test('gets missing ids from the path', async () => {
    expect(await call('PUT', '/collections/todos/ada,7', { text: 'Dust' })).toEqual([
      201,
      { $parent: { userId: 'ada' }, id: 7, userId: 'ada', text: 'Dust' },
    ]);
    expect((await call('PUT', '/collections/todos/ada,7', { text: 'Mop' }))[0]).toBe(200);
  });

  test.each([
    [{ id: 2, text: 'Dust' }, 'id is "2" in the body and "1" in the path.'],
    [{ $parent: { userId: 'a,b' }, text: 'Dust' }, '$parent.userId is "a,b" in the body and "ada" in the path.'],
    [{ userId: 'a,b', text: 'Dust' }, '$parent.userId is "a,b" in the body and "ada" in the path.'],
  ])('must not contradict the path: %j', async (body, detail) => {
    expect(await call('PUT', '/collections/todos/ada,1', body)).toEqual([400, detail]);
  });
});

test('the differences have the keys that a path accepts', async () => {
  await call('DELETE', '/collections/todos/a%2Cb,1');
  await call('PUT', '/collections/settings/self', { theme: 'light' });
  expect((await call('GET', '/diff'))[1].items).toEqual([
    { collection: 'todos', id: 'a%2Cb,1', before: feed, after: null },
    { collection: 'settings', id: 'self', before: { theme: 'dark' }, after: { theme: 'light' } },
  ]);
});

test('a singleton is replaced by a map, as in a scenario', async () => {
  const [status, { items }] = await call('PUT', '/collections/settings', { theme: 'light' });
  expect([status, items]).toEqual([200, [{ theme: 'light' }]]);
});

describe('an item that names its parent by another key than its id', () => {
  const team = (id: number) => ({ $parent: { name: 'acme' }, id, title: 'Ops' });
  const stored = (id: number, orgId = 5) => ({ $parent: { name: orgId }, id, title: 'Ops', orgId });
  beforeEach(async () => {
    await call('PUT', '/collections/orgs', [{ id: 5, name: 'acme' }]);
  });

  test('is below it', async () => {
    expect((await call('PUT', '/collections/teams', [team(1)]))[1].items).toEqual([stored(1)]);
    expect(await call('POST', '/collections/teams', team(2))).toEqual([201, stored(2)]);
  });

  test('may name it in a property, too', async () => {
    expect((await call('PUT', '/collections/teams', [{ ...team(1), orgId: 5 }]))[1].items).toEqual([stored(1)]);
  });

  test('is below one that is added with it', async () => {
    const sets = { teams: [{ ...team(3), $parent: { name: 'new' } }], orgs: [{ id: 6, name: 'new' }] };
    expect((await call('POST', '/collections', sets))[1].teams).toEqual([stored(3, 6)]);
  });
});

test.each(['PUT', 'POST'])('an item of a %s has those whose ids it has, unless it states them', async (method) => {
  const ada = { id: 'ada', name: 'Ada' };
  const notes = [
    { id: 1, authorId: 'ada' },
    { id: 2, authorId: 'ada', author: { id: 'ada', name: 'A.' } },
  ];
  const [status, { items, notes: added }] = await (method === 'PUT'
    ? call('PUT', '/collections/notes', notes)
    : call('POST', '/collections', { notes }));
  expect([status, items ?? added]).toEqual([200, [{ ...notes[0], author: ada }, notes[1]]]);
});
