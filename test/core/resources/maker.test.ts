/** Whoever logs in is the author or the owner of what they create. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const uuid = { type: 'string', format: 'uuid' };
const schemas = {
  User: object({ id: uuid, email: text, username: text, role: text }, ['id', 'username']),
  Note: object(
    {
      id: integer,
      title: text,
      userId: uuid,
      createdBy: text,
      owner: ref('User'),
      assigneeId: uuid,
      authorId: integer,
    },
    ['id', 'title'],
  ),
};
const takes = object({ email: text, username: text, password: text });
const shown = object({ id: uuid, username: text, email: text }, ['id']);

test('one who registers has one id everywhere, and made what is created with the token', async () => {
  const client = await servePaths(
    {
      '/signup': { post: operation(object({ ok: { type: 'boolean' }, data: shown }), { takes, status: 201 }) },
      '/login': {
        post: operation(object({ access_token: text, userId: uuid }, ['access_token', 'userId']), { takes }),
      },
      '/profile': { get: operation(object({ data: ref('User') })) },
      '/users/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }],
        get: operation(ref('User')),
      },
      '/notes': {
        get: operation(listOf(ref('Note'))),
        post: operation(ref('Note'), {
          takes: object({ title: text, owner: ref('User'), createdBy: text }),
          status: 201,
        }),
      },
    },
    schemas,
  );
  const zoe = { email: 'zoe@example.com', username: 'zoe', password: 'secret12' };
  const { id } = (await client.send('POST', '/signup', zoe)).body.data;
  const { body } = await client.send('POST', '/login', zoe);
  expect(body.userId).toBe(id);
  const sent = { authorization: `Bearer ${body.access_token}` };
  const profile = (await client.send('GET', '/profile', undefined, undefined, sent)).body.data;
  expect(profile).toEqual({ id, email: 'zoe@example.com', username: 'zoe' });
  expect((await client.get(`/users/${id}`)).body).toEqual(profile);
  const note = await client.send('POST', '/notes', { title: 'a' }, undefined, sent);
  expect(note.body).toEqual({ id: 1, title: 'a', userId: id, createdBy: 'zoe', owner: profile });
  const stated = await client.send('POST', '/notes', { title: 'b', createdBy: 'Ada' }, undefined, sent);
  expect(stated.body).toMatchObject({ createdBy: 'Ada', userId: id });
  const nobody = await client.send('POST', '/notes', { title: 'c' });
  expect(nobody.body).toEqual({ id: 3, title: 'c' });
});

test('two paths of the caller and a login show the same user, although nobody registers', async () => {
  const client = await servePaths(
    {
      '/users/me': { get: operation(ref('User')) },
      '/auth/me': { get: operation(ref('User')) },
      '/companies/me': { get: operation(object({ id: uuid, name: text })) },
      '/auth/login': { post: operation(object({ token: text, user: ref('User') }, ['token', 'user']), { takes }) },
    },
    schemas,
    'default',
  );
  const { body } = await client.send('POST', '/auth/login', { username: 'zoe', password: 'secret12' });
  const sent = { authorization: `Bearer ${body.token}` };
  for (const path of ['/users/me', '/auth/me'])
    expect((await client.send('GET', path, undefined, undefined, sent)).body).toEqual(body.user);
});

test('an object that is no item of its own has what the user has of it', async () => {
  const author = object({ username: text, bio: text }, ['username', 'bio']);
  const client = await servePaths(
    {
      '/register': { post: operation(object({ token: text, user: ref('User') }), { takes, status: 201 }) },
      '/users/me': { get: operation(ref('User')) },
      '/users': { get: operation(listOf(ref('User'))) },
      '/users/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }],
        get: operation(ref('User')),
      },
      '/articles': {
        get: operation(listOf(ref('Article')), {
          parameters: [{ name: 'author', in: 'query', schema: text }],
        }),
        post: operation(ref('Article'), { takes: object({ title: text }, ['title']), status: 201 }),
      },
    },
    { ...schemas, Article: object({ id: integer, title: text, author }, ['id', 'title', 'author']) },
  );
  const register = (username: string) =>
    client.send('POST', '/register', { username, email: `${username}@example.com`, password: 'secret12' });
  const { token } = (await register('ann')).body;
  await register('bob');
  const sent = { authorization: `Bearer ${token}` };
  const { body } = await client.send('POST', '/articles', { title: 'one' }, undefined, sent);
  expect(body.author).toEqual({ username: 'ann', bio: expect.any(String) });
  expect((await client.get('/articles?author=ann')).body).toEqual([body]);
  expect((await client.get('/articles?author=bob')).body).toEqual([]);
});

test('where nothing asks for a credential, the first user makes what is created, and has what is their own', async () => {
  const client = await servePaths(
    {
      '/me': { get: operation(ref('User')) },
      '/me/notes': { get: operation(listOf(ref('Note'))) },
      '/users': { get: operation(listOf(ref('User'))) },
      '/users/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }],
        get: operation(ref('User')),
      },
      '/notes': {
        get: operation(listOf(ref('Note'))),
        post: operation(ref('Note'), { takes: object({ title: text, userId: uuid }), status: 201 }),
      },
    },
    { ...schemas, Note: object({ id: integer, title: text, userId: uuid }, ['id', 'title']) },
    { data: { users: [1, 2].map((n) => ({ id: `00000000-0000-4000-8000-00000000000${n}`, username: `u${n}` })) } },
  );
  const [one, two] = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  expect((await client.send('POST', '/notes', { title: 'a' })).body).toMatchObject({ userId: one });
  await client.send('POST', '/notes', { title: 'b', userId: two as string });
  expect((await client.get('/me/notes')).body).toMatchObject([{ title: 'a' }]);
});
