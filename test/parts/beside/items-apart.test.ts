/** What is listed at one path and read at another is one collection: what nobody listed or created is not there. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { saving } from '../../openapi/resources/small.ts';
import { boolean, inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Package = object({ name: text, title: text }, ['name']);
const Release = object({ id: integer, package: text, num: text, withdrawn: boolean }, ['id', 'num', 'withdrawn']);
const File = object({ id: integer, path: text, size: integer }, ['id', 'path']);
const Person = object({ id: integer, login: text, name: text }, ['id', 'login']);
const Account = object({ id: integer, login: text, name: text, email: text, isAdmin: boolean }, [
  'id',
  'login',
  'isAdmin',
]);
const schemas = { Package, Release, File, Person, Account };

const named = inPath('name', text);
const one = { parameters: [named, inPath('release', text)] };
const wrapped = (name: string, schema: object) => object({ [name]: schema }, [name]);

const paths = {
  '/packages': { get: operation(listOf(ref('Package'))), post: saving(ref('Package'), { status: 201 }) },
  '/packages/{name}': { parameters: [named], get: operation(ref('Package')) },
  '/packages/{name}/releases': { parameters: [named], get: operation(wrapped('releases', listOf(ref('Release')))) },
  '/packages/{name}/{release}': {
    ...one,
    get: operation(wrapped('release', ref('Release'))),
    patch: operation(wrapped('release', ref('Release')), { takes: object({ withdrawn: boolean }) }),
  },
  '/packages/{name}/{release}/files': { ...one, get: operation(wrapped('files', listOf(ref('File')))) },
  '/packages/{name}/{release}/size': { ...one, get: operation(object({ bytes: integer })) },
  '/invitations': {
    get: operation(
      object({
        invitations: listOf(object({ id: integer, person_id: integer, kind: text })),
        people: listOf(ref('Person')),
      }),
    ),
  },
  '/people/{person}': {
    get: operation(wrapped('person', ref('Person')), { parameters: [inPath('person', text)] }),
    put: operation(object({ ok: boolean }), { takes: object({ name: text }), parameters: [inPath('person')] }),
  },
};

const data = {
  packages: [{ name: 'a' }, { name: 'b' }],
  releases: [{ $parent: { name: 'a' }, id: 1, num: '1.0.0', withdrawn: false }],
  people: [{ id: 7, login: 'ann', name: 'Ann' }],
  files: [{ $parent: { name: 'a', release: '1.0.0' }, id: 3, path: 'x' }],
};

test('a release that is listed below its package is read by its number, and no other one is', async () => {
  const { get, send } = await servePaths(paths, schemas, { data });
  expect(await get('/packages/a/1.0.0')).toMatchObject({ status: 200, body: { release: { id: 1, num: '1.0.0' } } });
  expect((await get('/packages/a/2.0.0')).status).toBe(404);
  expect((await get('/packages/b/1.0.0')).status).toBe(404);
  await send('PATCH', '/packages/a/1.0.0', { withdrawn: true });
  expect((await get('/packages/a/releases')).body).toMatchObject({ releases: [{ num: '1.0.0', withdrawn: true }] });
});

test('what is below a release belongs to the one that is listed', async () => {
  const { get } = await servePaths(paths, schemas, { data });
  expect((await get('/packages/a/1.0.0/files')).body).toEqual({ files: [{ id: 3, path: 'x' }] });
  expect((await get('/packages/a/2.0.0/files')).status).toBe(404);
  expect((await get('/packages/a/1.0.0/size')).status).toBe(200);
  expect((await get('/packages/a/2.0.0/size')).status).toBe(404);
});

test('where another response has a list of them, only those that are stored are there', async () => {
  const { get, send, violations } = await servePaths(paths, schemas, { data });
  expect(await get('/people/ann')).toMatchObject({ status: 200, body: { person: { id: 7 } } });
  expect(violations()).toEqual([]);
  expect((await get('/people/bob')).status).toBe(404);
  expect((await send('PUT', '/people/8', { name: 'Bob' })).status).toBe(404);
});

test('a name and a number find the same one', async () => {
  const { get, send } = await servePaths(paths, schemas, { data });
  expect((await send('PUT', '/people/7', { name: 'Anna' })).status).toBe(200);
  expect((await get('/people/ann')).body.person).toEqual({ id: 7, login: 'ann', name: 'Anna' });
});

test('in a world that starts empty, nothing is there', async () => {
  const { get } = await servePaths(paths, schemas, { data: { packages: [], releases: [], people: [] } });
  expect((await get('/packages/a/1.0.0')).status).toBe(404);
  expect((await get('/people/ann')).status).toBe(404);
});

test('what is shown to the caller alone is of one of the users', async () => {
  const accounts = {
    '/users': { get: operation(listOf(ref('Person'))) },
    '/users/{id}': {
      get: operation(ref('Person')),
      patch: operation(object({ ok: boolean }), { takes: object({ email: text }) }),
    },
    '/me': { get: operation(object({ user: ref('Account'), teams: listOf(object({ id: integer })) }, ['user'])) },
  };
  const { get, send, violations } = await servePaths(accounts, schemas, {
    data: { users: [{ id: 7, login: 'ann', name: 'Ann', email: 'a@example.com', isAdmin: true }] },
  });
  expect((await get('/me')).body.user).toMatchObject({ id: 7, email: 'a@example.com', isAdmin: true });
  expect((await send('PATCH', '/users/7', { email: 'b@example.com' })).body).toEqual({ ok: true });
  expect((await get('/me')).body.user).toMatchObject({ id: 7, email: 'b@example.com' });
  expect((await get('/users/7')).body).toEqual({ id: 7, login: 'ann', name: 'Ann' });
  expect(violations()).toEqual([]);
});

test('who is only found by a search is one of those who can be found, under any other noun', async () => {
  const searched = { '/search': { get: operation(object({ users: listOf(ref('Person')), total: integer })) } };
  const read = {
    '/staff/{login}': { get: operation(wrapped('user', ref('Person')), { parameters: [inPath('login', text)] }) },
  };
  const { get } = await servePaths({ ...searched, ...read }, schemas, { data: { staff: [{ id: 7, login: 'ann' }] } });
  expect((await get('/staff/ann')).body).toMatchObject({ user: { id: 7 } });
  expect((await get('/staff/none')).status).toBe(404);
});

test('what is listed bare, below something else, is 404 where nobody listed it, and so is the list of what is not there', async () => {
  const Cow = object({ tag: text, breed: text }, ['tag']);
  const Farm = object({ id: integer, name: text }, ['id']);
  const { get } = await servePaths(
    {
      '/farms': { get: operation(listOf(ref('Farm'))) },
      '/farms/{id}': { get: operation(ref('Farm')) },
      '/farms/{id}/cattle': { get: operation(listOf(ref('Cow'))) },
      '/livestock/{tag}': { parameters: [inPath('tag', text)], get: operation(ref('Cow')) },
    },
    { Cow, Farm },
    { data: { livestock: [{ tag: 'a', breed: 'b' }], farms: [{ id: 1, name: 'f' }] } },
  );
  expect((await get('/livestock/a')).body).toEqual({ tag: 'a', breed: 'b' });
  expect((await get('/livestock/x')).status).toBe(404);
  expect((await get('/farms/1/cattle')).body).toEqual([{ tag: 'a', breed: 'b' }]);
  expect((await get('/farms/2/cattle')).status).toBe(404);
});

test('a path that shows nothing but a flag which the item declares shows what is set beside it', async () => {
  const Plugin = object({ slug: text, starred: boolean }, ['slug']);
  const at = { parameters: [inPath('slug', text)] };
  const ok = operation(object({ ok: boolean }));
  const { get, send } = await servePaths(
    {
      '/plugins': { get: operation(listOf(ref('Plugin'))) },
      '/plugins/{slug}': { ...at, get: operation(ref('Plugin')) },
      '/plugins/{slug}/star': { ...at, put: ok, delete: ok },
      '/plugins/{slug}/starred': { ...at, get: operation(object({ starred: boolean }, ['starred'])) },
    },
    { Plugin },
    {
      data: {
        plugins: [
          { slug: 'a', starred: false },
          { slug: 'b', starred: false },
        ],
      },
    },
  );
  await send('PUT', '/plugins/a/star');
  expect((await get('/plugins/a/starred')).body).toEqual({ starred: true });
  expect((await get('/plugins/b/starred')).body).toEqual({ starred: false });
});
