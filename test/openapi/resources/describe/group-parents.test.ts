import { describe, expect, test } from 'vitest';
import { integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { boundIn, collection, itemBindingOf, listBindingOf, saving, serviceFor, thing, things } from '../small.ts';

const User = object({ id: integer, email: text });
const users = { '/users': { get: operation(listOf(ref('User'))) }, '/users/{id}': { get: operation(ref('User')) } };

describe('a nested collection', () => {
  const service = serviceFor(
    {
      ...users,
      '/users/{userId}/things': collection(ref('Thing')),
      '/users/{userId}/things/{thingId}': thing,
      '/users/{userId}/things/{thingId}/parts': { get: operation(listOf(object({ id: text }))) },
    },
    { User },
  );

  test('has its parents and the property that refers to them', () => {
    const spec = service.collections.get('things');
    expect(spec).toMatchObject({ parentCollection: 'users', children: ['parts'], idProperty: 'id' });
    expect(spec?.parents).toEqual([{ name: 'userId', property: 'userId', type: 'integer', example: undefined }]);
    expect(service.collections.get('users')?.children).toEqual(['things']);
    expect(service.collections.get('parts')).toMatchObject({
      parentCollection: 'things',
      parents: [{ name: 'userId' }, { name: 'thingId' }],
    });
  });

  test('is scoped by its path parameters', () => {
    expect(listBindingOf(service, 'GET /users/{userId}/things').parentParameters).toEqual([0]);
    expect(itemBindingOf(service, 'GET /users/{userId}/things/{thingId}')).toMatchObject({
      parentParameters: [0],
      key: 1,
    });
  });
});

test('a list whose path ends with its parent is a collection of the items below it', () => {
  const shelf = collection(ref('Thing'));
  const service = serviceFor({ '/shelves/{owner}': shelf, '/shelves/{owner}/{thingId}': thing });
  expect(boundIn(service)).toEqual({
    'GET /shelves/{owner}': 'shelves.list',
    'POST /shelves/{owner}': 'shelves.create',
    'GET /shelves/{owner}/{thingId}': 'shelves.read',
    'DELETE /shelves/{owner}/{thingId}': 'shelves.delete',
  });
  expect(service.collections.get('shelves')).toMatchObject({
    parents: [{ name: 'owner' }],
    parentCollection: undefined,
  });
});

test('a read-only list below an unknown parent is bound, with everything below it', () => {
  const Part = object({ id: integer, size: integer });
  const service = serviceFor({
    '/shelves/{owner}/things': { get: operation(things) },
    '/shelves/{owner}/things/{thingId}': { get: operation(ref('Thing')) },
    '/shelves/{owner}/things/{thingId}/parts': { get: operation(listOf(Part)) },
    '/shelves/{owner}/things/{thingId}/parts/{partId}': { get: operation(Part) },
  });
  expect(Object.values(boundIn(service))).toEqual(['things.list', 'things.read', 'parts.list', 'parts.read']);
  expect(service.collections.get('things')?.parentCollection).toBeUndefined();
});

describe('an object at its own path', () => {
  const Settings = object({ theme: text, size: integer });
  const service = serviceFor(
    {
      ...users,
      '/settings': { get: operation(ref('Settings')), put: saving(ref('Settings')) },
      '/users/{id}/settings': { get: operation(ref('Settings')), patch: saving(ref('Settings')) },
      '/version': { get: operation(object({ version: text })) },
      '/login': {
        get: operation(object({ form: text })),
        post: operation(object({ token: text }), { takes: object({ password: text }) }),
      },
    },
    { User, Settings },
  );

  test('is a singleton if it is read and written', () => {
    expect(boundIn(service)).toMatchObject({
      'GET /settings': 'settings.read',
      'PUT /settings': 'settings.replace',
      'GET /users/{id}/settings': 'users.settings.read',
      'PATCH /users/{id}/settings': 'users.settings.update',
      'GET /version': 'version.read',
      'GET /login': '-',
      'POST /login': '-',
    });
    expect(service.collections.get('settings')).toMatchObject({
      kind: 'singleton',
      idProperty: undefined,
      parents: [],
    });
    expect(service.collections.get('users.settings')).toMatchObject({
      kind: 'singleton',
      parentCollection: 'users',
      parents: [{ name: 'id' }],
    });
    expect(itemBindingOf(service, 'PUT /settings')).toMatchObject({ key: undefined, upsert: true });
  });
});

test('collections with one name and different parameters get different names, and other collections keep theirs', () => {
  const service = serviceFor({
    '/a/{x}/things': { post: saving(ref('Thing')), get: operation(things) },
    '/a/{x}/{y}/things': { post: saving(ref('Thing')), get: operation(things) },
    '/others': collection(ref('Thing')),
  });
  expect([...service.collections.keys()]).toEqual(['things', 'things-2', 'others']);
});

describe('a parent is a property of the item', () => {
  const parentOf = (path: string, item: object) => {
    const whole = object({ id: integer, label: text, ...item });
    const service = serviceFor({
      [`${path}/rows`]: collection(whole),
      [`${path}/rows/{rowId}`]: { get: operation(whole) },
    });
    return service.collections.get('rows')?.parents[0]?.property;
  };

  test('by the name of the parameter, or by the noun before it', () => {
    expect(parentOf('/users/{userId}', { userId: integer })).toBe('userId');
    expect(parentOf('/users/{user}', { user_id: integer })).toBe('user_id');
    expect(parentOf('/users/{person}', { userId: integer })).toBe('userId');
    expect(parentOf('/users/{userId}', { size: integer })).toBeUndefined();
  });

  test.each(['id', 'sid', 'uuid', 'slug', 'key', 'name', 'Slug'])('which %s alone does not name', (parameter) => {
    expect(
      parentOf(`/users/{${parameter}}`, { sid: text, uuid: text, slug: text, key: text, name: text }),
    ).toBeUndefined();
    expect(parentOf(`/users/{${parameter}}`, { slug: text, userId: integer })).toBe('userId');
  });

  test('which nothing names without a noun', () => {
    expect(parentOf('/{tenant}', { _id: text })).toBeUndefined();
  });
});

test('what is below the flat path of an item is below that item, and a new one has none', async () => {
  const takes = object({ name: text }, ['name']);
  const client = await servePaths(
    {
      '/guilds/{guildId}/channels': {
        get: operation(listOf(ref('Channel'))),
        post: operation(ref('Channel'), { takes, status: 201 }),
      },
      '/channels/{id}': { get: operation(ref('Channel')), delete: operation(undefined) },
      '/channels/{channelId}/things': collection(ref('Thing')),
    },
    { Channel: object({ id: integer, name: text }, ['id', 'name']) },
    'default',
  );
  const { body } = await client.send('POST', '/guilds/1/channels', { name: 'new' });
  expect((await client.get(`/channels/${body.id}/things`)).body).toEqual([]);
  expect((await client.get('/channels/99/things')).status).toBe(404);
  const { body: thing } = await client.send('POST', `/channels/${body.id}/things`, { id: 7, name: 'a' });
  expect((await client.get(`/channels/${body.id}/things`)).body).toEqual([thing]);
  await client.send('DELETE', `/channels/${body.id}`);
  expect((await client.get(`/channels/${body.id}/things`)).status).toBe(404);
});
