/** `/users/me` showed a user that `/users/{id}` did not know, and changes of one were not seen in the other. */
import { expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { integer, listOf, object, operation, ref, text } from '../openapi/resources/small.ts';

const User = object({ id: integer, name: text, email: text }, ['id', 'name']);
const change = operation(ref('User'), { takes: object({ name: text, email: text }) });
const users = {
  '/users': {
    get: operation(listOf(ref('User'))),
    post: operation(ref('User'), { takes: object({ name: text, email: text }, ['name']), status: 201 }),
  },
  '/users/{id}': { ...{ get: operation(ref('User')), patch: change, delete: operation(undefined) } },
};
const current = { get: operation(ref('User')), patch: change };

test.each(['/users/me', '/users/current', '/me', '/auth/me'])('%s is one of the users, the first', async (path) => {
  const { get, send } = await servePaths({ ...users, [path]: current }, { User });
  await send('POST', '/users', { name: 'Ada', email: 'ada@example.com' });
  await send('POST', '/users', { name: 'Bea' });
  expect((await get(path)).body).toEqual({ id: 1, name: 'Ada', email: 'ada@example.com' });
  await send('PATCH', path, { name: 'Eve' });
  expect((await get('/users/1')).body).toEqual({ id: 1, name: 'Eve', email: 'ada@example.com' });
  await send('PATCH', '/users/1', { email: 'eve@example.com' });
  expect((await get(path)).body).toEqual({ id: 1, name: 'Eve', email: 'eve@example.com' });
  await send('DELETE', '/users/1');
  await send('DELETE', '/users/2');
  expect((await get(path)).status).toBe(404);
});

test('what can be deleted there, or has another schema, is one of its own', async () => {
  const Profile = object({ id: integer, theme: text, size: integer }, ['id', 'theme']);
  const { get, send } = await servePaths(
    {
      ...users,
      '/users/me': { ...current, delete: operation(undefined) },
      '/me': { get: operation(ref('Profile')), put: operation(ref('Profile'), { takes: ref('Profile') }) },
    },
    { User, Profile },
  );
  await send('POST', '/users', { name: 'Ada' });
  await send('PATCH', '/users/me', { name: 'Eve' });
  await send('PUT', '/me', { id: 1, theme: 'dark', size: 2 });
  expect((await get('/users/1')).body).toEqual({ id: 1, name: 'Ada' });
  expect((await get('/me')).body).toEqual({ id: 1, theme: 'dark', size: 2 });
});
