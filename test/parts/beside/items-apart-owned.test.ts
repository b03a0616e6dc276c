/** Items at a path with their owner, whose lists are elsewhere. */
import { expect, test } from 'vitest';
import { serveDocument, servePaths } from '../../openapi/resources/served.ts';
import {
  documentOf,
  fullObject,
  inPath,
  inQuery,
  integer,
  listOf,
  object,
  operation,
  ref,
  text,
} from '../../short-document.ts';

const Account = fullObject({ id: integer, login: text });
const Repo = object({ id: integer, name: text, description: text, owner: fullObject({ id: integer, login: text }) }, [
  'id',
  'name',
  'owner',
]);
const repos = operation(listOf(ref('Repo')));
const named = { parameters: [inPath('owner', text), inPath('repo', text)] };
const data = {
  users: [
    { id: 1, login: 'ann' },
    { id: 2, login: 'bob' },
  ],
  repos: [{ id: 7, name: 'hello', owner: { id: 2, login: 'bob' } }],
};

test('items are found by their owner and their name, also where two owners have the same name', async () => {
  const document = documentOf(
    'Repos',
    {
      '/user': { get: operation(ref('Account')) },
      '/users': { get: operation(listOf(ref('Account'))) },
      '/users/{username}': { parameters: [inPath('username', text)], get: operation(ref('Account')) },
      '/user/repos': { get: repos, post: operation(ref('Repo'), { takes: fullObject({ name: text }), status: 201 }) },
      '/users/{username}/repos': { parameters: [inPath('username', text)], get: repos },
      '/repos/{owner}/{repo}': {
        ...named,
        get: operation(ref('Repo')),
        patch: operation(ref('Repo'), { takes: object({ description: text }) }),
        delete: operation(undefined),
      },
    },
    { Account, Repo },
    { security: [{ token: [] }] },
  );
  const securitySchemes = { token: { type: 'http', scheme: 'bearer' } };
  const service = await serveDocument(
    { ...document, components: { ...(document.components as object), securitySchemes } },
    { data },
  );
  const call = (method: string, path: string, body?: object) =>
    service.send(method, path, body as never, undefined, { authorization: 'Bearer any' });
  const { body: mine } = await call('POST', '/user/repos', { name: 'hello' });
  expect(mine.owner).toEqual({ id: 1, login: 'ann' });
  const idsAt = async (path: string) => (await call('GET', path)).body.map(({ id }: { readonly id: number }) => id);
  expect(await idsAt('/user/repos')).toEqual([mine.id]);
  expect(await idsAt('/users/ann/repos')).toEqual([mine.id]);
  expect(await idsAt('/users/bob/repos')).toEqual([7]);
  expect((await call('GET', '/repos/ann/hello')).body.id).toBe(mine.id);
  expect((await call('GET', '/repos/bob/hello')).body.id).toBe(7);
  expect((await call('GET', '/repos/ann/other')).status).toBe(404);
  await call('PATCH', '/repos/ann/hello', { description: 'Mine.' });
  expect((await call('GET', '/users/ann/repos')).body[0].description).toBe('Mine.');
  expect((await call('DELETE', '/repos/bob/hello')).status).toBe(204);
  expect(await idsAt('/users/bob/repos')).toEqual([]);
  expect(await idsAt('/user/repos')).toEqual([mine.id]);
});

test('items below something else are not found by another word of theirs', async () => {
  const Product = fullObject({ id: integer, name: text, category: text });
  const { send, get } = await servePaths(
    {
      '/stores/{store}/products': {
        parameters: [inPath('store', text)],
        get: operation(listOf(ref('Product'))),
        post: operation(ref('Product'), { takes: object({ name: text, category: text }), status: 201 }),
      },
      '/products/{category}/{id}': {
        parameters: [inPath('category', text), inPath('id', integer)],
        get: operation(ref('Product')),
      },
    },
    { Product },
  );
  await send('POST', '/stores/berlin/products', { name: 'Tea', category: 'food' });
  expect((await get('/products/food/1')).body).toMatchObject({ id: 1, category: 'food' });
});

test('the repositories of users and of organisations are those of one collection, and what is below one needs it', async () => {
  const named = { parameters: [inPath('owner', text), inPath('repo', text)] };
  const inOrganisation = { parameters: [inPath('org', text)] };
  const create = operation(ref('Repo'), { takes: fullObject({ name: text }), status: 201 });
  const Issue = fullObject({ number: integer, title: text });
  const { get, send } = await servePaths(
    {
      '/user': { get: operation(ref('Account')) },
      '/users/{username}': { parameters: [inPath('username', text)], get: operation(ref('Account')) },
      '/users': { get: operation(listOf(ref('Account'))) },
      '/orgs': { get: operation(listOf(ref('Account'))) },
      '/orgs/{org}': { ...inOrganisation, get: operation(ref('Account')) },
      '/user/repos': { get: repos, post: create },
      '/users/{username}/repos': { parameters: [inPath('username', text)], get: repos },
      '/orgs/{org}/repos': { ...inOrganisation, get: repos, post: create },
      '/repos/search': { get: operation(fullObject({ data: listOf(ref('Repo')) }), { parameters: [inQuery('q')] }) },
      '/repos/{owner}/{repo}': { ...named, get: operation(ref('Repo')), delete: operation(undefined) },
      '/repos/{owner}/{repo}/issues': {
        ...named,
        get: operation(listOf(ref('Issue'))),
        post: operation(ref('Issue'), { takes: fullObject({ title: text }), status: 201 }),
      },
    },
    { Account, Repo, Issue },
    {
      data: {
        users: data.users,
        orgs: [{ id: 9, login: 'acme' }],
        repos: [...data.repos, { id: 8, name: 'tools', owner: { id: 9, login: 'acme' } }],
      },
    },
  );
  const names = async (path: string) => {
    const { body } = await get(path);
    return (body.data ?? body).map(({ name }: { readonly name: string }) => name);
  };
  expect(await names('/users/bob/repos')).toEqual(['hello']);
  expect(await names('/users/ann/repos')).toEqual([]);
  expect(await names('/orgs/acme/repos')).toEqual(['tools']);
  expect(await names('/repos/search?q=too')).toEqual(['tools']);
  await send('POST', '/orgs/acme/repos', { name: 'site' });
  expect((await get('/repos/acme/site')).body).toMatchObject({ name: 'site' });
  expect(await names('/orgs/acme/repos')).toEqual(['tools', 'site']);
  expect((await send('POST', '/repos/acme/site/issues', { title: 'Broken' })).status).toBe(201);
  expect((await send('POST', '/repos/acme/none/issues', { title: 'Broken' })).status).toBe(404);
  await send('DELETE', '/repos/acme/site');
  expect((await get('/repos/acme/site/issues')).status).toBe(404);
});
