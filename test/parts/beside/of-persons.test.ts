/** Lists of what is the caller's own, at several paths, and feeds of those whom the caller follows. */
import { expect, test } from 'vitest';
import { compileService } from '../../../src/openapi/compile.ts';
import { serveDocument, servePaths } from '../../openapi/resources/served.ts';
import {
  boolean,
  documentOf,
  fullObject,
  inPath,
  integer,
  listOf,
  object,
  operation,
  ref,
  text,
} from '../../short-document.ts';

const secured = { security: [{ token: [] }] };
const components = {
  securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
};
const serve = (paths: object, schemas: object, scenario?: 'default') => {
  const document = documentOf('Readers', paths, schemas, secured);
  return serveDocument({ ...document, components: { ...(document.components as object), ...components } }, scenario);
};

const Reader = fullObject({ id: integer, username: text, email: text });
const registration = {
  '/auth/register': {
    post: operation(fullObject({ token: text, user: ref('Reader') }), {
      takes: fullObject({ username: text, email: text, password: text }),
      status: 201,
    }),
  },
  '/auth/login': {
    post: operation(fullObject({ token: text }), { takes: fullObject({ username: text, password: text }) }),
  },
  '/users': { get: operation(listOf(ref('Reader'))) },
  '/users/{id}': { get: operation(ref('Reader')) },
};

type Service = Awaited<ReturnType<typeof serve>>;
const register = async (service: Service, username: string) => {
  const { body } = await service.send('POST', '/auth/register', { username, email: `${username}@e.co`, password: 'p' });
  const sent = { authorization: `Bearer ${body.token}` };
  return {
    id: body.user.id as number,
    get: (path: string) => service.send('GET', path, undefined, undefined, sent),
    send: (method: string, path: string, body?: object) => service.send(method, path, body as never, undefined, sent),
  };
};

test('what is created at the path of the caller is in the same collection, and there for its owner alone', async () => {
  const Shelf = fullObject({ id: integer, name: text, owner: fullObject({ id: integer, username: text }) });
  const service = await serve(
    {
      ...registration,
      '/me/shelves': {
        get: operation(fullObject({ items: listOf(ref('Shelf')) })),
        post: operation(ref('Shelf'), { takes: fullObject({ name: text }), status: 201 }),
      },
      '/me/shelves/{id}': { get: operation(ref('Shelf')), delete: operation(undefined) },
      '/users/{userId}/shelves': { get: operation(fullObject({ items: listOf(ref('Shelf')) })) },
      '/shelves/{id}': { get: operation(ref('Shelf')) },
    },
    { Reader, Shelf },
  );
  const [ann, bob] = [await register(service, 'ann'), await register(service, 'bob')];
  const { body: shelf } = await ann.send('POST', '/me/shelves', { name: 'Mine' });
  expect(shelf.owner).toEqual({ id: ann.id, username: 'ann' });
  expect((await ann.get('/me/shelves')).body.items).toEqual([shelf]);
  expect((await bob.get('/me/shelves')).body.items).toEqual([]);
  expect((await bob.get(`/users/${ann.id}/shelves`)).body.items).toEqual([shelf]);
  expect((await ann.get(`/users/${bob.id}/shelves`)).body.items).toEqual([]);
  expect((await bob.get(`/shelves/${shelf.id}`)).body).toEqual(shelf);
  expect((await bob.get(`/me/shelves/${shelf.id}`)).status).toBe(404);
  expect((await bob.send('DELETE', `/me/shelves/${shelf.id}`)).status).toBe(404);
  expect((await ann.send('DELETE', `/me/shelves/${shelf.id}`)).status).toBe(204);
  expect((await ann.get(`/users/${ann.id}/shelves`)).body.items).toEqual([]);
});

test('a feed has what is of those whom one follows, whether or not a response shows whom', async () => {
  const Post = fullObject({ id: integer, text, authorId: integer });
  const service = await serve(
    {
      ...registration,
      '/users/{id}/follow': { put: operation(undefined), delete: operation(undefined) },
      '/posts': {
        get: operation(listOf(ref('Post'))),
        post: operation(ref('Post'), { takes: fullObject({ text }), status: 201 }),
      },
      '/posts/{id}': { get: operation(ref('Post')) },
      '/timeline': { get: operation(listOf(ref('Post')), { summary: 'Posts of the people whom you follow' }) },
    },
    { Reader, Post },
  );
  const [ann, bob, cy] = [
    await register(service, 'ann'),
    await register(service, 'bob'),
    await register(service, 'cy'),
  ];
  const { body: post } = await ann.send('POST', '/posts', { text: 'A' });
  await bob.send('POST', '/posts', { text: 'B' });
  expect((await cy.get('/timeline')).body).toEqual([]);
  await cy.send('PUT', `/users/${ann.id}/follow`);
  expect((await cy.get('/timeline')).body).toEqual([post]);
  expect((await cy.get(`/users/${ann.id}`)).body).toEqual({ id: ann.id, username: 'ann', email: 'ann@e.co' });
  await cy.send('DELETE', `/users/${ann.id}/follow`);
  expect((await cy.get('/timeline')).body).toEqual([]);
});

test.each([
  ['Returns all posts, each with the following properties.', false],
  ['The newest posts, followed by the older ones.', false],
  ['Posts of followed authors.', true],
  ['Posts by authors the current user is following.', true],
])('"%s": a feed: %s', async (description, isFeed) => {
  const Author = fullObject({ id: integer, username: text, following: boolean });
  const Post = fullObject({ id: integer, text, author: fullObject({ username: text }) });
  const service = await serve(
    {
      '/me': { get: operation(ref('Author')) },
      '/authors': {
        get: operation(listOf(ref('Author'))),
        post: operation(ref('Author'), { takes: ref('Author'), status: 201 }),
      },
      '/posts': {
        get: operation(listOf(ref('Post')), { description }),
        post: operation(ref('Post'), { takes: ref('Post'), status: 201 }),
      },
    },
    { Author, Post },
  );
  const sent = { authorization: 'Bearer a' };
  const create = (path: string, body: object) => service.send('POST', path, body as never, undefined, sent);
  await create('/authors', { id: 1, username: 'ann', following: false });
  await create('/posts', { id: 1, text: 'A', author: { username: 'ann' } });
  const { body } = await service.send('GET', '/posts', undefined, undefined, sent);
  expect(body).toHaveLength(isFeed ? 0 : 1);
});

test('a feed has all where a closed schema leaves no room for a flag that says whom one follows', async () => {
  const Post = fullObject({ id: integer, text, authorId: integer });
  const service = await serve(
    {
      ...registration,
      '/users/{id}/follow': { put: operation(undefined) },
      '/posts': {
        get: operation(listOf(ref('Post'))),
        post: operation(ref('Post'), { takes: fullObject({ text }), status: 201 }),
      },
      '/timeline': { get: operation(listOf(ref('Post')), { summary: 'Posts of the people whom you follow' }) },
    },
    { Reader: { ...Reader, additionalProperties: false }, Post },
  );
  const ann = await register(service, 'ann');
  await ann.send('POST', '/posts', { text: 'A' });
  expect((await ann.get('/timeline')).body).toHaveLength(1);
});

test('what is current is of now, and of the caller behind users alone', async () => {
  const Offer = fullObject({ id: integer, title: text, createdBy: integer });
  const service = await serve(
    {
      ...registration,
      '/offers': {
        get: operation(listOf(ref('Offer'))),
        post: operation(ref('Offer'), { takes: fullObject({ title: text }), status: 201 }),
      },
      '/offers/current': { get: operation(listOf(ref('Offer'))) },
      '/users/current/offers': { get: operation(listOf(ref('Offer'))) },
    },
    { Reader, Offer },
  );
  const [ann, bob] = [await register(service, 'ann'), await register(service, 'bob')];
  await ann.send('POST', '/offers', { title: 'A' });
  expect((await bob.get('/offers/current')).body).toHaveLength(1);
  expect((await bob.get('/users/current/offers')).body).toEqual([]);
  expect((await ann.get('/users/current/offers')).body).toHaveLength(1);
});

test('some of the data of the start are of the caller, also where the users of an account are listed beside all users', async () => {
  const Person = fullObject({ id: integer, email: text });
  const Project = fullObject({ id: integer, name: text, owner: fullObject({ id: integer, email: text }) });
  const persons = {
    get: operation(listOf(ref('Person'))),
    post: operation(ref('Person'), { takes: ref('Person'), status: 201 }),
  };
  const service = await serve(
    {
      '/me': { get: operation(ref('Person')) },
      '/users': persons,
      '/account/users': persons,
      '/me/projects': {
        get: operation(listOf(ref('Project'))),
        post: operation(ref('Project'), { takes: ref('Project'), status: 201 }),
      },
    },
    { Person, Project },
    'default',
  );
  const sent = { authorization: 'Bearer a' };
  const get = async (path: string) => (await service.send('GET', path, undefined, undefined, sent)).body;
  const [me, projects] = [await get('/me'), await get('/me/projects')];
  expect(projects).not.toEqual([]);
  for (const { owner } of projects) expect(owner).toEqual(me);
});

test('nobody cancels, counts or clears what is of others at the path of the caller', async () => {
  const Order = fullObject({ id: integer, status: { type: 'string', enum: ['open', 'cancelled'] }, userId: integer });
  const service = await serve(
    {
      ...registration,
      '/me': { get: operation(ref('Reader')) },
      '/me/orders': {
        get: operation(listOf(ref('Order'))),
        post: operation(ref('Order'), { takes: object({ status: text }), status: 201 }),
        delete: operation(undefined, { summary: 'Deletes all orders' }),
      },
      '/me/orders/count': { get: operation(fullObject({ count: integer })) },
      '/me/orders/{id}': { get: operation(ref('Order')) },
      '/me/orders/{id}/cancel': { post: operation(ref('Order')) },
    },
    { Reader, Order },
  );
  const [ann, bob] = [await register(service, 'ann'), await register(service, 'bob')];
  const { body: order } = await ann.send('POST', '/me/orders', { status: 'open' });
  expect((await bob.send('POST', `/me/orders/${order.id}/cancel`)).status).toBe(404);
  expect((await bob.get('/me/orders/count')).body).toEqual({ count: 0 });
  await bob.send('DELETE', '/me/orders');
  expect((await ann.get('/me/orders')).body).toEqual([order]);
  expect((await ann.get('/me/orders/count')).body).toEqual({ count: 1 });
  await ann.send('DELETE', '/me/orders');
  expect((await ann.get('/me/orders')).body).toEqual([]);
});

test('what is below an item of somebody else is not there at the path of the caller', async () => {
  const Order = fullObject({ id: integer, note: text, userId: integer });
  const Line = fullObject({ id: integer, text });
  const lines = {
    get: operation(listOf(ref('Line'))),
    post: operation(ref('Line'), { takes: fullObject({ text }), status: 201 }),
  };
  const service = await serve(
    {
      ...registration,
      '/me': { get: operation(ref('Reader')) },
      '/me/orders': {
        get: operation(listOf(ref('Order'))),
        post: operation(ref('Order'), { takes: fullObject({ note: text }), status: 201 }),
      },
      '/me/orders/{id}': { get: operation(ref('Order')) },
      '/me/orders/{id}/lines': lines,
      '/me/orders/{id}/lines/{lineId}': { get: operation(ref('Line')), delete: operation(undefined) },
    },
    { Reader, Order, Line },
  );
  const [ann, bob] = [await register(service, 'ann'), await register(service, 'bob')];
  const { body: order } = await ann.send('POST', '/me/orders', { note: 'A' });
  const path = `/me/orders/${order.id}/lines`;
  const { body: line } = await ann.send('POST', path, { text: 'L' });
  const refused = await Promise.all([
    bob.get(path),
    bob.send('POST', path, { text: 'B' }),
    bob.get(`${path}/${line.id}`),
    bob.send('DELETE', `${path}/${line.id}`),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await ann.get(path)).body).toEqual([line]);
  expect((await ann.get(`${path}/${line.id}`)).body).toEqual(line);
});

test.each<readonly [string, object, object, number]>([
  [
    'an organisation',
    fullObject({ id: integer, name: text, plan: text }),
    { '/me': { get: operation(ref('Reader')) } },
    1,
  ],
  [
    'an organisation with an address',
    fullObject({ id: integer, email: text, plan: text, seats: integer }),
    { '/me': { get: operation(ref('Reader')) } },
    1,
  ],
  ['the user', Reader, {}, 0],
])('the account is %s: what is below it is of the caller alone, or of all', async (_, Account, more, count) => {
  const Project = fullObject({ id: integer, name: text, owner: fullObject({ id: integer, username: text }) });
  const service = await serve(
    {
      ...registration,
      ...more,
      '/account': { get: operation(ref('Account')) },
      '/account/projects': {
        get: operation(listOf(ref('Project'))),
        post: operation(ref('Project'), { takes: fullObject({ name: text }), status: 201 }),
      },
    },
    { Reader, Project, Account },
  );
  const [ann, bob] = [await register(service, 'ann'), await register(service, 'bob')];
  await ann.send('POST', '/account/projects', { name: 'P' });
  expect((await ann.get('/account/projects')).body).toHaveLength(1);
  expect((await bob.get('/account/projects')).body).toHaveLength(count);
});

test('what is sent from one to another is there for both', async () => {
  const Invitation = fullObject({ id: integer, createdBy: integer, invitee: text });
  const service = await serve(
    {
      ...registration,
      '/me/invitations': {
        get: operation(listOf(ref('Invitation'))),
        post: operation(ref('Invitation'), { takes: fullObject({ invitee: text }), status: 201 }),
      },
    },
    { Reader, Invitation },
  );
  const [ann, bob] = [await register(service, 'ann'), await register(service, 'bob')];
  const { body } = await ann.send('POST', '/me/invitations', { invitee: 'bob' });
  expect((await bob.get('/me/invitations')).body).toEqual([body]);
});

test('a path below something else that is called user is not that of the caller', async () => {
  const Token = object({ id: integer, name: text, user: integer }, ['id', 'name']);
  const service = await serve(
    {
      ...registration,
      '/user/tokens': {
        get: operation(listOf(ref('Token'))),
        post: operation(ref('Token'), { takes: fullObject({ name: text }) }),
      },
    },
    { Reader, Token },
  );
  const [ann, bob] = [await register(service, 'ann'), await register(service, 'bob')];
  await ann.send('POST', '/user/tokens', { name: 'T' });
  expect((await bob.get('/user/tokens')).body).toHaveLength(1);
});

test('profiles are users: found by their names, with what the users change, and a flag that is set by following', async () => {
  const User = fullObject({ email: text, token: text, username: text, bio: text });
  const Profile = fullObject({ username: text, bio: text, following: boolean });
  const profile = operation(fullObject({ profile: ref('Profile') }));
  const service = await serve(
    {
      '/users': {
        post: operation(fullObject({ user: ref('User') }), {
          takes: fullObject({ user: fullObject({ username: text, email: text, password: text }) }),
          status: 201,
          security: [],
        }),
      },
      '/user': {
        get: operation(fullObject({ user: ref('User') })),
        put: operation(fullObject({ user: ref('User') }), { takes: fullObject({ user: object({ bio: text }) }) }),
      },
      '/profiles/{username}': {
        parameters: [{ name: 'username', in: 'path', required: true, schema: text }],
        get: profile,
      },
      '/profiles/{username}/follow': {
        parameters: [{ name: 'username', in: 'path', required: true, schema: text }],
        ...{ post: profile, delete: profile },
      },
    },
    { User, Profile },
  );
  const { body } = await service.send('POST', '/users', {
    user: { username: 'ann', email: 'ann@e.co', password: 'p' },
  });
  const sent = { authorization: `Bearer ${body.user.token}` };
  await service.send('PUT', '/user', { user: { bio: 'Reads.' } }, undefined, sent);
  const get = () => service.send('GET', '/profiles/ann', undefined, undefined, sent);
  expect((await get()).body.profile).toEqual({ username: 'ann', bio: 'Reads.', following: false });
  expect((await service.send('POST', '/profiles/ann/follow', undefined, undefined, sent)).body.profile.following).toBe(
    true,
  );
  expect((await get()).body.profile.following).toBe(true);
  expect((await service.send('GET', '/profiles/nobody', undefined, undefined, sent)).status).toBe(404);
  expect(JSON.stringify((await service.send('GET', '/user', undefined, undefined, sent)).body)).not.toContain(
    'following',
  );
});

test('that a list is of the caller, and that it follows, is said within the one sentence of the reason', () => {
  const Author = fullObject({ id: integer, username: text, following: boolean });
  const Article = fullObject({ id: integer, title: text, owner: fullObject({ id: integer, username: text }) });
  const articles = {
    get: operation(listOf(Article)),
    post: operation(Article, { takes: fullObject({ title: text }) }),
  };
  const document = documentOf(
    'Readers',
    {
      ...registration,
      ...{ '/authors': { get: operation(listOf(Author)) }, '/authors/{id}': { get: operation(Author) } },
      ...{ '/articles': articles, '/me/articles': { get: operation(listOf(Article)) } },
      '/articles/feed': { get: operation(listOf(Article)) },
    },
    { Reader },
    secured,
  );
  const { operations } = compileService({
    ...document,
    components: { ...(document.components as object), ...components },
  });
  const reasonOf = (path: string) => operations.find((one) => one.path === path)?.reason;
  expect(reasonOf('/me/articles')).toMatch(/^[^.]+; it shows only the caller's own\.$/);
  expect(reasonOf('/articles/feed')).toMatch(/^[^.]+; it shows those of authors whose following is true\.$/);
});

test('a list that is named after a flag shows those of which the caller has set it', async () => {
  const Hotel = object({ id: integer, name: text, is_favorite: boolean }, ['id', 'is_favorite']);
  const { get, send } = await servePaths(
    {
      '/hotels': { get: operation(listOf(ref('Hotel'))) },
      '/hotels/{id}': { get: operation(ref('Hotel')) },
      '/hotels/{id}/favorite': { post: operation(object({ message: text })) },
      '/favorites': { get: operation(listOf(ref('Hotel'))) },
    },
    { Hotel },
    { data: { hotels: [1, 2].map((id) => ({ id, name: 'h', is_favorite: false })) } },
  );
  expect((await get('/favorites')).body).toEqual([]);
  await send('POST', '/hotels/2/favorite');
  expect((await get('/favorites')).body).toEqual([{ id: 2, name: 'h', is_favorite: true }]);
});

test('a list that is named after what is done and after the items has those of which that is true', async () => {
  const Tag = object({ name: text, following: boolean }, ['name']);
  const byName = { parameters: [inPath('name', text)] };
  const { get, send } = await servePaths(
    {
      '/tags': { get: operation(listOf(ref('Tag'))) },
      '/tags/{name}': { ...byName, get: operation(ref('Tag')) },
      '/tags/{name}/follow': { ...byName, post: operation(ref('Tag')) },
      '/followed_tags': { get: operation(listOf(ref('Tag'))) },
    },
    { Tag },
    {
      data: {
        tags: [
          { name: 'cats', following: false },
          { name: 'dogs', following: false },
        ],
      },
    },
  );
  expect((await get('/followed_tags')).body).toEqual([]);
  await send('POST', '/tags/cats/follow');
  expect((await get('/followed_tags')).body).toEqual([{ name: 'cats', following: true }]);
});
