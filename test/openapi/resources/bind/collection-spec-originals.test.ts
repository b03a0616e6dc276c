/** An existing item that is put below another one, by its id: the response and the list showed the id and generated values. */
import { expect, test } from 'vitest';
import { inPath, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { collection, nothing } from '../small.ts';

const schemas = {
  Contact: object({ id: text, email: text, role: text }, ['id', 'email']),
  Tag: object({ id: text, name: text, color: text }, ['id', 'name']),
};
const one = { parameters: [inPath('id', text)] };
const below = { parameters: [inPath('contact_id', text)] };

const paths = {
  '/contacts': { get: operation(listOf(ref('Contact'))) },
  '/contacts/{id}': { ...one, get: operation(ref('Contact')) },
  '/tags': collection(ref('Tag'), { status: 201, takes: object({ name: text, color: text }, ['name']) }),
  '/tags/{id}': { ...one, get: operation(ref('Tag')), delete: nothing },
  '/contacts/{contact_id}/tags': {
    ...below,
    ...collection(ref('Tag'), { status: 201, takes: object({ id: text, color: text }, ['id']) }),
  },
  '/contacts/{contact_id}/tags/{id}': { parameters: [...below.parameters, ...one.parameters], delete: nothing },
};

const scenario = {
  data: { contacts: [{ id: 'a', email: 'a@example.com' }], tags: [{ id: '7', name: 'New', color: 'red' }] },
};

test('an item that is attached by its id alone is shown as it is', async () => {
  const { get, send } = await servePaths(paths, schemas, scenario);
  const tag = { id: '7', name: 'New', color: 'red' };
  expect(await send('POST', '/contacts/a/tags', { id: '7' })).toEqual({ status: 201, body: tag });
  expect((await get('/contacts/a/tags')).body).toEqual([tag]);
  await send('DELETE', '/contacts/a/tags/7');
  expect((await get('/contacts/a/tags')).body).toEqual([]);
  expect((await get('/tags/7')).body).toEqual(tag);
});

test('an unknown id, and one with other properties, make an item of their own', async () => {
  const { send } = await servePaths(paths, schemas, scenario);
  const unknown = await send('POST', '/contacts/a/tags', { id: '8' });
  expect([unknown.status, unknown.body.id]).toEqual([201, '8']);
  const other = await send('POST', '/contacts/a/tags', { id: '7', color: 'blue' });
  expect(other.body).toMatchObject({ id: '7', color: 'blue' });
  expect(other.body.name).not.toBe('New');
});

test('an item that belongs to somebody is attached too, in place of a generated one with its id', async () => {
  const User = object({ id: text }, ['id']);
  const owned = { parameters: [inPath('user_id', text)], ...collection(ref('Tag'), { status: 201 }) };
  const attached = {
    parameters: [inPath('photo_id', text)],
    ...collection(ref('Tag'), { takes: object({ tag_id: { ...text, example: '7' } }), status: 201 }),
  };
  const both = [inPath('photo_id', text), inPath('tag_id', text, { example: '7' })];
  const { get, send } = await servePaths(
    {
      '/users': { get: operation(listOf(User)) },
      '/users/{user_id}': { parameters: owned.parameters, get: operation(User) },
      '/users/{user_id}/tags': owned,
      '/tags/{id}': paths['/tags/{id}'],
      '/photos/{photo_id}/tags': attached,
      '/photos/{photo_id}/tags/{tag_id}': { parameters: both, delete: nothing },
    },
    schemas,
    'default',
  );
  const listed = async () => (await get('/photos/1/tags')).body.map(({ id }: { readonly id: string }) => id);
  const id = '7';
  expect(await listed()).toContain(id);
  const [user] = (await get('/users')).body;
  const tag = { id, name: 'New', color: 'red' };
  await send('POST', `/users/${user.id}/tags`, tag);
  expect((await send('POST', '/photos/1/tags', { tag_id: id })).body).toEqual(tag);
  expect((await listed()).filter((one: string) => one === id)).toHaveLength(1);
  await send('DELETE', `/photos/1/tags/${id}`);
  expect(await listed()).not.toContain(id);
});

test('what is named by the id of something else, and known by it, is that thing, also in a list of the caller', async () => {
  const Episode = object({ id: text, title: text, seconds: integer }, ['id', 'title', 'seconds']);
  const { get, send } = await servePaths(
    {
      '/episodes': { get: operation(listOf(ref('Episode'))) },
      '/episodes/{id}': { ...one, get: operation(ref('Episode')) },
      '/latest': { get: operation(listOf(ref('Episode'))) },
      '/me/queue': {
        get: operation(listOf(ref('Episode'))),
        post: operation(listOf(ref('Episode')), { takes: object({ episode_id: text }, ['episode_id']), status: 201 }),
      },
      '/me/queue/{episode_id}': { parameters: [inPath('episode_id', text)], delete: nothing },
    },
    { Episode },
    { data: { episodes: [{ id: 'a', title: 'One', seconds: 9 }] } },
  );
  await send('POST', '/me/queue', { episode_id: 'a' });
  expect((await get('/me/queue')).body).toEqual([{ id: 'a', title: 'One', seconds: 9 }]);
  expect((await get('/latest')).body).toHaveLength(1);
  await send('DELETE', '/me/queue/a');
  expect((await get('/me/queue')).body).toEqual([]);
  expect((await get('/latest')).body).toHaveLength(1);
});

test('a member is the user whose id is sent, with what is sent beside it', async () => {
  const User = object({ id: integer, login: text, name: text }, ['id', 'login', 'name']);
  const Member = object({ id: integer, login: text, name: text, level: integer }, ['id', 'login', 'name', 'level']);
  const Team = object({ id: integer }, ['id']);
  const taking = object({ user_id: integer, level: integer }, ['user_id']);
  const { send } = await servePaths(
    {
      '/users': { get: operation(listOf(ref('User'))) },
      '/users/{id}': { get: operation(ref('User')) },
      '/teams': { get: operation(listOf(ref('Team'))) },
      '/teams/{id}': { get: operation(ref('Team')) },
      '/teams/{id}/members': {
        get: operation(listOf(ref('Member'))),
        post: operation(ref('Member'), { takes: taking, status: 201 }),
      },
      '/teams/{id}/members/{user_id}': { get: operation(ref('Member')), delete: nothing },
    },
    { User, Member, Team },
    { data: { users: [{ id: 8, login: 'bob', name: 'Bob' }], teams: [{ id: 1 }] } },
  );
  const { body } = await send('POST', '/teams/1/members', { user_id: 8, level: 30 });
  expect(body).toEqual({ id: 8, login: 'bob', name: 'Bob', level: 30 });
});
