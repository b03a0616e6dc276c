/** What callers state of items, in all the ways of documents: the flag, the count, and each list tell the same. */
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium } from '../../../src/index.ts';
import {
  boolean,
  declared,
  documentOf,
  fullObject,
  inPath,
  inQuery,
  integer,
  listOf,
  object,
  operation,
  type Rest,
  ref,
  text,
} from '../../short-document.ts';

const User = fullObject({ id: integer, username: text, followers_count: integer });
const Repo = fullObject({ id: integer, owner: ref('User'), name: text, stars_count: integer });
const Product = fullObject({ id: integer, name: text, price: integer, favorites_count: integer });
const Relationship = fullObject({ id: integer, following: boolean, blocking: boolean, followed_by: boolean });

const done = (parameters: readonly object[] = []) => operation(undefined, { parameters, status: 204 });
const own = [inPath('owner', text), inPath('repo', text)];
const byName = [inPath('username', text)];
const byId = { parameters: [inPath('id')] };

const forge = documentOf(
  'Forge',
  {
    '/login': {
      post: {
        ...operation(object({ token: text }), { takes: object({ username: text, password: text }) }),
        security: [],
      },
    },
    '/user': { get: operation(ref('User')) },
    '/users': { get: operation(listOf(ref('User'))) },
    '/users/{username}': { parameters: byName, get: operation(ref('User')), delete: done() },
    '/users/{username}/followers': { parameters: byName, get: operation(listOf(ref('User'))) },
    '/users/{username}/following': { parameters: byName, get: operation(listOf(ref('User'))) },
    '/users/{username}/starred': { parameters: byName, get: operation(listOf(ref('Repo'))) },
    '/user/followers': { get: operation(listOf(ref('User'))) },
    '/user/following': { get: operation(listOf(ref('User'))) },
    '/user/following/{username}': { parameters: byName, get: done(), put: done(), delete: done() },
    '/user/starred': { get: operation(listOf(ref('Repo'))) },
    '/user/starred/{owner}/{repo}': { parameters: own, get: done(), put: done(), delete: done() },
    '/user/repos': {
      get: operation(listOf(ref('Repo'))),
      post: operation(ref('Repo'), { takes: object({ name: text }), status: 201 }),
    },
    '/repos/{owner}/{repo}': { parameters: own, get: operation(ref('Repo')), delete: done() },
    '/repos/{owner}/{repo}/stargazers': { parameters: own, get: operation(listOf(ref('User'))) },
  },
  { User, Repo },
  { security: [{ token: [] }] },
);

const shop = documentOf(
  'Shop',
  {
    '/me': { get: operation(ref('User')) },
    '/users': { get: operation(listOf(ref('User'))) },
    '/users/{id}': { ...byId, get: operation(ref('User')) },
    '/users/{id}/likes': {
      ...byId,
      get: operation(listOf(ref('Product'))),
      post: operation(undefined, { takes: object({ product_id: integer }) }),
    },
    '/users/{id}/likes/{product_id}': { parameters: [inPath('id'), inPath('product_id')], delete: done() },
    '/products': { get: operation(listOf(ref('Product'))) },
    '/products/{id}': { ...byId, get: operation(ref('Product')), delete: done() },
    '/products/{id}/likes': { ...byId, get: operation(listOf(ref('User'))) },
    '/favorites': {
      get: operation(listOf(ref('Product'))),
      post: operation(undefined, { takes: object({ productId: integer }), status: 201 }),
    },
    '/favorites/{productId}': { parameters: [inPath('productId')], delete: done() },
  },
  { User, Product },
  { security: [{ token: [] }] },
);

const social = documentOf(
  'Social',
  {
    '/accounts/relationships': {
      get: operation(listOf(ref('Relationship')), {
        parameters: [{ name: 'id[]', in: 'query', schema: { type: 'array', items: integer } }],
      }),
    },
    '/accounts/me': { get: operation(ref('User')) },
    '/accounts': { get: operation(listOf(ref('User'))) },
    '/accounts/{id}': { ...byId, get: operation(ref('User')) },
    '/accounts/{id}/follow': { ...byId, post: operation(ref('Relationship')) },
    '/accounts/{id}/unfollow': { ...byId, post: operation(ref('Relationship')) },
    '/accounts/{id}/block': { ...byId, post: operation(ref('Relationship')) },
    '/blocks': { get: operation(listOf(ref('User'))) },
    '/login': {
      post: {
        ...operation(object({ token: text }), { takes: object({ username: text, password: text }) }),
        security: [],
      },
    },
  },
  { User, Relationship },
  { security: [{ token: [] }] },
);

const serve = async (document: typeof forge, data: Readonly<Record<string, readonly object[]>>) => {
  const components = {
    ...(document.components as object),
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  };
  const vivarium = await createVivarium({ document: { ...document, components }, scenario: { data } as object });
  onTestFinished(() => vivarium.close());
  const worldOf = (name: string) => {
    const world = vivarium.world(name);
    const as =
      (caller = 'any') =>
      async (method: string, path: string, body?: object) => {
        const response = await world.fetch(path, {
          method,
          headers: { authorization: `Bearer ${caller}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        const sent = await response.text();
        return sent === '' || response.status >= 400 ? response.status : JSON.parse(sent);
      };
    const logIn = async (username: string) => as((await as()('POST', '/login', { username, password: 'x' })).token);
    return { world, any: as(), as, logIn };
  };
  return { vivarium, worldOf, ...worldOf('test') };
};

const user = (id: number, username: string) => ({ id, username, followers_count: 0 });
const users = [user(1, 'ann'), user(2, 'bob'), user(3, 'cy')];
const repo = (id: number, owner: object, name: string, stars_count = 0) => ({ id, owner, name, stars_count });
const repos = [repo(11, user(1, 'ann'), 'site'), repo(12, user(2, 'bob'), 'site', 5), repo(13, user(2, 'bob'), 'tool')];
const product = (id: number) => ({ id, name: `P${id}`, price: 1, favorites_count: 0 });

const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);

test('what is starred at a path of the caller is found there, listed and counted, once', async () => {
  const { any } = await serve(forge, { users, repos });
  const path = '/user/starred/bob/site';
  expect(await any('GET', path)).toBe(404);
  for (const _ of [1, 2]) expect(await any('PUT', path)).toBe(204);
  expect(await any('GET', path)).toBe(204);
  expect(await any('GET', '/user/starred/ann/site')).toBe(404);
  expect(await any('GET', '/repos/bob/site')).toEqual({ ...repos[1], stars_count: 6 });
  expect(await any('GET', '/repos/ann/site')).toMatchObject({ stars_count: 0 });
  expect(idsOf(await any('GET', '/user/starred'))).toEqual([12]);
  expect(idsOf(await any('GET', '/users/ann/starred'))).toEqual([12]);
  expect(idsOf(await any('GET', '/users/bob/starred'))).toEqual([]);
  expect(idsOf(await any('GET', '/repos/bob/site/stargazers'))).toEqual([1]);
  expect(idsOf(await any('GET', '/repos/ann/site/stargazers'))).toEqual([]);
  for (const _ of [1, 2]) expect(await any('DELETE', path)).toBe(204);
  expect(await any('GET', '/repos/bob/site')).toMatchObject({ stars_count: 5 });
  expect(await any('GET', '/repos/bob/site/stargazers')).toEqual([]);
  expect(await any('PUT', '/user/starred/cy/site')).toBe(404);
});

test('who follows whom is the same in all lists, for each of those who log in', async () => {
  const { any, logIn } = await serve(forge, { users, repos });
  const [bob, cy] = [await logIn('bob'), await logIn('cy')];
  for (const as of [bob, any]) await as('PUT', '/user/following/cy');
  expect(idsOf(await cy('GET', '/user/followers'))).toEqual([1, 2]);
  expect(idsOf(await any('GET', '/users/cy/followers'))).toEqual([1, 2]);
  expect(idsOf(await cy('GET', '/users/bob/following'))).toEqual([3]);
  expect(idsOf(await cy('GET', '/user/following'))).toEqual([]);
  expect(await cy('GET', '/users/cy')).toEqual({ ...users[2], followers_count: 2 });
  expect([await bob('GET', '/user/following/cy'), await cy('GET', '/user/following/cy')]).toEqual([204, 404]);
  await any('DELETE', '/users/bob');
  expect(idsOf(await cy('GET', '/users/cy/followers'))).toEqual([1]);
});

test('relations are saved, and gone with the item and with a reset', async () => {
  const { any, world, worldOf } = await serve(forge, { users, repos });
  await any('PUT', '/user/starred/bob/tool');
  const saved = world.save();
  const other = worldOf('other');
  other.world.start({ inline: saved });
  expect(idsOf(await other.any('GET', '/repos/bob/tool/stargazers'))).toEqual([1]);
  await other.any('DELETE', '/repos/bob/tool');
  expect(await other.any('GET', '/user/starred')).toEqual([]);
  world.reset();
  expect(await any('GET', '/user/starred/bob/tool')).toBe(404);
});

test('an id in the body states it, of the caller or of the user in the path', async () => {
  const { any } = await serve(shop, { users, products: [product(1), product(2)] });
  expect(await any('GET', '/favorites')).toEqual([]);
  for (const _ of [1, 2]) expect(await any('POST', '/favorites', { productId: 2 })).toBe(201);
  expect(await any('POST', '/favorites', { productId: 9 })).toBe(404);
  expect(await any('GET', '/favorites')).toEqual([{ ...product(2), favorites_count: 1 }]);
  expect(await any('DELETE', '/favorites/2')).toBe(204);
  expect(await any('GET', '/products/2')).toEqual(product(2));
  await any('POST', '/users/2/likes', { product_id: 1 });
  expect(idsOf(await any('GET', '/users/2/likes'))).toEqual([1]);
  expect(idsOf(await any('GET', '/users/1/likes'))).toEqual([]);
  expect(idsOf(await any('GET', '/products/1/likes'))).toEqual([2]);
  await any('DELETE', '/users/2/likes/1');
  expect(idsOf(await any('GET', '/products/1/likes'))).toEqual([]);
});

test.each<[string, Rest, (ids: readonly number[]) => [string, object?]]>([
  ['the query', { parameters: [inQuery('ids', text)] }, (ids) => [`/favorites?ids=${ids.join()}`]],
  ['the body', { takes: object({ productIds: listOf(integer) }) }, (ids) => ['/favorites', { productIds: ids }]],
])('ids in %s state it of several, and take it back, and no product is deleted', async (_, sent, request) => {
  const { post: _post, ...list } = (shop.paths as { '/favorites': JsonObject })['/favorites'];
  const own = { ...list, put: operation(undefined, sent), delete: operation(undefined, sent) };
  const several = { ...shop, paths: { ...(shop.paths as JsonObject), ...declared({ '/favorites': own }) } };
  const { any } = await serve(several as typeof shop, { users, products: [1, 2, 3].map(product) });
  await any('PUT', ...request([1, 3]));
  expect(idsOf(await any('GET', '/favorites'))).toEqual([1, 3]);
  await any('DELETE', ...request([3]));
  expect(idsOf(await any('GET', '/favorites'))).toEqual([1]);
  expect(idsOf(await any('GET', '/products'))).toEqual([1, 2, 3]);
});

test('an action shows all that the caller has stated of a person, and what the person has of the caller', async () => {
  const { any, logIn } = await serve(social, { accounts: users });
  const two = await logIn('bob');
  expect(await any('GET', '/blocks')).toEqual([]);
  expect(await any('POST', '/accounts/2/follow')).toEqual({
    id: 2,
    following: true,
    blocking: false,
    followed_by: false,
  });
  await two('POST', '/accounts/1/follow');
  expect(await any('POST', '/accounts/2/block')).toEqual({ id: 2, following: true, blocking: true, followed_by: true });
  expect(await any('GET', '/accounts/relationships?id[]=2&id[]=3')).toEqual([
    { id: 2, following: true, blocking: true, followed_by: true },
    { id: 3, following: false, blocking: false, followed_by: false },
  ]);
  expect(idsOf(await any('GET', '/blocks'))).toEqual([2]);
  expect(await any('POST', '/accounts/2/unfollow')).toMatchObject({ following: false, blocking: true });
  expect(await any('GET', '/accounts/2')).toEqual(users[1]);
});

const Status = fullObject({
  id: integer,
  content: text,
  account: ref('User'),
  reblogged: boolean,
  reblogs_count: integer,
});
const Person = fullObject({ id: integer, username: text, following_count: integer, followers_count: integer });

const microblog = documentOf(
  'Microblog',
  {
    '/accounts/me': { get: operation(ref('User')) },
    '/accounts': { get: operation(listOf(ref('User'))) },
    '/accounts/{id}': { ...byId, get: operation(ref('User')) },
    '/accounts/{id}/follow': { ...byId, post: done(), delete: done() },
    '/accounts/{id}/following': { ...byId, get: operation(listOf(ref('User'))) },
    '/statuses': { get: operation(listOf(ref('Status'))) },
    '/statuses/{id}': { ...byId, get: operation(ref('Status')) },
    '/statuses/{id}/reblog': { ...byId, get: done(), post: operation(ref('Status')) },
    '/statuses/{id}/reblogged_by': { ...byId, get: operation(listOf(ref('User'))) },
    '/timelines/home': { get: operation(listOf(ref('Status'))) },
  },
  { User: Person, Status },
  { security: [{ token: [] }] },
);

test('users count what they have stated, a timeline has what is of those who are followed, and a repost is of its caller', async () => {
  const accounts = users.map((one) => ({ ...one, following_count: 0 }));
  const statuses = accounts.map((account) => ({
    ...{ id: account.id, content: 'x', account, reblogged: false, reblogs_count: 0 },
  }));
  const { any, as } = await serve(microblog, { accounts, statuses });
  for (const _ of [1, 2]) await any('POST', '/accounts/2/follow');
  expect(await any('GET', '/accounts/1')).toMatchObject({ following_count: 1, followers_count: 0 });
  expect(await any('GET', '/accounts/2')).toMatchObject({ following_count: 0, followers_count: 1 });
  expect(idsOf(await any('GET', '/timelines/home'))).toEqual([2]);
  expect(await any('GET', '/statuses/3/reblog')).toBe(404);
  expect(await any('POST', '/statuses/3/reblog')).toMatchObject({ reblogged: true, reblogs_count: 1 });
  expect([await any('GET', '/statuses/3/reblog'), await as('other')('GET', '/statuses/3/reblog')]).toEqual([204, 404]);
  expect(await as('other')('GET', '/statuses/3')).toMatchObject({ reblogged: false, reblogs_count: 1 });
  expect(idsOf(await any('GET', '/statuses/3/reblogged_by'))).toEqual([1]);
  await any('DELETE', '/accounts/2/follow');
  expect(await any('GET', '/accounts/1')).toMatchObject({ following_count: 0 });
  expect(await any('GET', '/timelines/home')).toEqual([]);
});

test('a number of the same name stays what it is, and following is a flag of its own', async () => {
  const Person = object({ id: integer, login: text, following: integer }, ['id', 'login']);
  const following = { parameters: [inPath('login', text)], get: done(), put: done(), delete: done() };
  const document = documentOf(
    'People',
    {
      '/user': { get: operation(ref('Person')) },
      '/users': { get: operation(listOf(ref('Person'))) },
      '/users/{login}': { parameters: [inPath('login', text)], get: operation(ref('Person')) },
      '/user/following': { get: operation(listOf(ref('Person'))) },
      '/user/following/{login}': following,
    },
    { Person },
  );
  const data = { users: ['ann', 'bob'].map((login, index) => ({ id: index + 1, login, following: 0 })) };
  const vivarium = await createVivarium({ document, scenario: { data } });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('people');
  const shown = async (path: string) => (await world.fetch(path)).json();
  expect((await world.fetch('/user/following/bob', { method: 'PUT' })).status).toBe(204);
  expect(await shown('/user/following')).toMatchObject([{ login: 'bob' }]);
  expect(await shown('/users/bob')).toMatchObject({ login: 'bob', following: 0 });
});

test('what nobody has starred is not counted down, and stored items have no flag that nobody has set', async () => {
  const { any, world } = await serve(forge, { users, repos });
  await any('DELETE', '/user/starred/bob/site');
  expect(await any('GET', '/repos/bob/site')).toMatchObject({ stars_count: 5 });
  const created = await any('POST', '/user/repos', { name: 'new' });
  expect(world.collection('repos').get(created.id)).toEqual(created);
});

const Task = fullObject({ id: integer, name: text, list_id: integer });
const List = fullObject({ id: integer, name: text });
const board = documentOf(
  'Board',
  {
    '/lists': { get: operation(listOf(ref('List'))), post: operation(ref('List'), { takes: List, status: 201 }) },
    '/lists/{list_id}': { parameters: [inPath('list_id')], get: operation(ref('List')) },
    '/lists/{list_id}/tasks': {
      parameters: [inPath('list_id')],
      get: operation(listOf(ref('Task'))),
      post: operation(ref('Task'), { takes: object({ name: text }), status: 201 }),
    },
    '/lists/{list_id}/tasks/order': {
      parameters: [inPath('list_id')],
      put: operation(undefined, { takes: object({ ids: listOf(integer) }) }),
    },
    '/tasks/{id}': {
      ...byId,
      get: operation(ref('Task')),
      patch: operation(ref('Task'), { takes: object({ list_id: integer }) }),
    },
    '/tasks/{id}/star': { ...byId, put: done(), delete: done() },
    '/starred': { get: operation(listOf(ref('Task'))) },
  },
  { Task, List },
  { security: [{ token: [] }] },
);

test('what each caller has starred stays so in another order', async () => {
  const lists = [1, 2].map((id) => ({ id, name: 'x' }));
  const tasks = [1, 2, 3].map((id) => ({ $parent: { list_id: 1 }, id, name: 'x', list_id: 1 }));
  const { as } = await serve(board, { lists, tasks });
  const starred = async (caller: string) => idsOf(await as(caller)('GET', '/starred'));
  await as('ann')('PUT', '/tasks/2/star');
  await as('bob')('PUT', '/tasks/3/star');
  await as('ann')('PUT', '/lists/1/tasks/order', { ids: [3, 2, 1] });
  expect([await starred('ann'), await starred('bob')]).toEqual([[2], [3]]);
});
