/** What is assigned twice. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { pathsOf } from '../../openapi/resources/small.ts';
import { fullObject, inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Role = object({ id: integer, name: text }, ['id', 'name']);
const Member = object({ user_id: integer, note: text }, ['user_id']);
const paths = (others: Record<number, object | undefined> = {}) => ({
  '/roles': { get: operation(listOf(ref('Role'))) },
  '/roles/{id}': { get: operation(ref('Role')) },
  '/roles/{id}/members': {
    get: operation(listOf(ref('Member'))),
    post: operation(ref('Member'), { takes: Member, others }),
  },
  '/roles/{id}/members/{user_id}': {
    parameters: [inPath('id'), inPath('user_id')],
    put: operation(undefined),
    delete: operation(undefined),
  },
});
const data = { roles: [{ id: 1, name: 'Cook' }] };

test('an assignment that is repeated is a success, and one entry', async () => {
  const { get, send } = await servePaths(paths(), { Role, Member }, { data });
  const members = async () => (await get('/roles/1/members')).body;
  expect((await send('POST', '/roles/1/members', { user_id: 5 })).status).toBe(200);
  expect(await send('POST', '/roles/1/members', { user_id: 5, note: 'again' })).toMatchObject({ status: 200 });
  expect(await members()).toEqual([{ user_id: 5, note: 'again' }]);
  expect((await send('PUT', '/roles/1/members/7')).status).toBe(204);
  expect((await send('PUT', '/roles/1/members/7')).status).toBe(204);
  expect(await members()).toEqual([{ user_id: 5, note: 'again' }, { user_id: 7 }]);
  await send('DELETE', '/roles/1/members/5');
  expect(await members()).toEqual([{ user_id: 7 }]);
});

test('where a conflict is declared, it is one', async () => {
  const { send } = await servePaths(paths({ 409: undefined }), { Role, Member }, { data });
  await send('POST', '/roles/1/members', { user_id: 5 });
  expect((await send('POST', '/roles/1/members', { user_id: 5 })).status).toBe(409);
});

test('who is put below a team by an id is one of the users, also where these are found by their names', async () => {
  const User = object({ id: integer, username: text }, ['id', 'username']);
  const member = { parameters: [inPath('teamId'), inPath('userId')] };
  const { get, send } = await servePaths(
    {
      '/users': { get: operation(listOf(ref('User'))) },
      '/users/{username}': { parameters: [inPath('username', text)], get: operation(ref('User')) },
      '/teams': { get: operation(listOf(ref('Team'))) },
      '/teams/{teamId}': { get: operation(ref('Team')) },
      '/teams/{teamId}/members': { get: operation(object({ members: listOf(ref('User')) }, ['members'])) },
      '/teams/{teamId}/members/{userId}': { ...member, put: operation(undefined), delete: operation(undefined) },
    },
    { User, Team: object({ id: integer, name: text }, ['id']) },
    {
      data: {
        teams: [{ id: 1, name: 'T' }],
        users: [
          { id: 7, username: 'ann' },
          { id: 8, username: 'bob' },
        ],
      },
    },
  );
  await send('PUT', '/teams/1/members/8');
  expect((await get('/teams/1/members')).body).toEqual({ members: [{ id: 8, username: 'bob' }] });
  await send('DELETE', '/teams/1/members/8');
  expect((await get('/teams/1/members')).body).toEqual({ members: [] });
  expect((await get('/users/bob')).status).toBe(200);
});

test('a member is the user whose id is sent, also twice', async () => {
  const User = object({ id: integer, name: text }, ['id', 'name']);
  const Crew = object({ id: integer, name: text }, ['id']);
  const { get, send } = await servePaths(
    {
      '/crews': { get: operation(listOf(ref('Crew'))) },
      '/crews/{crewId}': { get: operation(ref('Crew')) },
      '/crews/{crewId}/members': {
        get: operation(listOf(ref('User'))),
        post: operation(ref('User'), { takes: object({ userId: integer }, ['userId']), status: 201 }),
      },
      '/crews/{crewId}/members/{userId}': { delete: operation(undefined) },
      '/users': { get: operation(listOf(ref('User'))) },
      '/users/{userId}': { get: operation(ref('User')) },
    },
    { User, Crew },
    { data: { crews: [{ id: 1, name: 'c' }], users: [{ id: 7, name: 'Ann' }] } },
  );
  const ann = { id: 7, name: 'Ann' };
  for (const _ of [1, 2])
    expect(await send('POST', '/crews/1/members', { userId: 7 })).toEqual({ status: 201, body: ann });
  expect((await get('/crews/1/members')).body).toEqual([ann]);
  expect((await send('DELETE', '/crews/1/members/7')).status).toBe(204);
  expect([(await get('/crews/1/members')).body, (await get('/users')).body]).toEqual([[], [ann]]);
});

test('a PUT that replaces the list leaves those that it names, and they stay where they come from', async () => {
  const Track = object({ id: text, title: text }, ['id', 'title']);
  const tracks = ['a', 'b'].map((id) => ({ id, title: id.toUpperCase() }));
  const { get, send } = await servePaths(
    {
      '/playlists': { get: operation(listOf(object({ id: integer, name: text }, ['id']))) },
      '/playlists/{id}': { get: operation(object({ id: integer, name: text }, ['id'])) },
      '/playlists/{id}/tracks': {
        get: operation(listOf(ref('Track'))),
        put: operation(undefined, {
          ...{ takes: object({ track_ids: listOf(text) }, ['track_ids']), summary: 'Replace the tracks of a playlist' },
        }),
      },
      '/tracks': { get: operation(listOf(ref('Track'))) },
      '/tracks/{id}': { parameters: [inPath('id', text)], get: operation(ref('Track')) },
    },
    { Track },
    { data: { playlists: [{ id: 1, name: 'p' }], tracks } },
  );
  const listed = async (): Promise<unknown> => (await get('/playlists/1/tracks')).body;
  expect(await listed()).toEqual([]);
  await send('PUT', '/playlists/1/tracks', { track_ids: ['a', 'b'] });
  expect(await listed()).toEqual(tracks);
  await send('PUT', '/playlists/1/tracks', { track_ids: ['b'] });
  expect(await listed()).toEqual(tracks.slice(1));
  expect((await get('/tracks')).body).toEqual(tracks);
});

test('an item is assigned by its id alone, once, and shown as it is', async () => {
  const { get, send } = await servePaths(
    {
      ...pathsOf('GET /missions, POST /missions, GET /missions/{id}'),
      ...pathsOf('GET /rescuers, POST /rescuers', 'Rescuer'),
      '/missions/{id}/rescuers': {
        get: operation(listOf(ref('Rescuer'))),
        post: operation(undefined, { takes: fullObject({ rescuerId: integer }) }),
      },
      '/missions/{id}/rescuers/{rescuerId}': { delete: operation(undefined) },
    },
    { Rescuer: fullObject({ id: integer, skill: text }, ['id', 'skill']) },
  );
  await send('POST', '/missions', { id: 1, name: 'Slip' });
  for (const [at, skill] of ['rope', 'dog'].entries()) await send('POST', '/rescuers', { id: at + 1, skill });
  for (const _ of [1, 2]) expect((await send('POST', '/missions/1/rescuers', { rescuerId: 2 })).status).toBe(204);
  expect((await get('/missions/1/rescuers')).body).toEqual([{ id: 2, skill: 'dog' }]);
  await send('DELETE', '/missions/1/rescuers/2');
  expect((await get('/missions/1/rescuers')).body).toEqual([]);
  expect((await get('/rescuers')).body).toHaveLength(2);
});

test('a member is the user whose `user_id` is sent, also where nothing else shows that name', async () => {
  const { get, send } = await servePaths(
    {
      ...pathsOf('GET /channels, POST /channels, GET /channels/{id}'),
      ...pathsOf('GET /users, POST /users', 'User'),
      '/channels/{id}/members': {
        get: operation(listOf(ref('User'))),
        post: operation(undefined, { takes: fullObject({ user_id: integer }) }),
      },
      '/channels/{id}/members/{user_id}': { delete: operation(undefined) },
    },
    { User: fullObject({ id: integer, name: text }, ['id', 'name']) },
  );
  await send('POST', '/channels', { id: 1, name: 'general' });
  for (const [at, name] of ['Ada', 'Bo'].entries()) await send('POST', '/users', { id: at + 1, name });
  for (const _ of [1, 2]) expect((await send('POST', '/channels/1/members', { user_id: 2 })).status).toBe(204);
  expect((await get('/channels/1/members')).body).toEqual([{ id: 2, name: 'Bo' }]);
  await send('DELETE', '/channels/1/members/2');
  expect((await get('/channels/1/members')).body).toEqual([]);
  expect((await get('/users')).body).toHaveLength(2);
});
