/** Lists that a parameter selects by what is below their items, or that are of what the caller follows. */
import { expect, test } from 'vitest';
import { declaredEffects } from '../../../src/core/service/parameter-effects.ts';
import { serviceOf } from '../../openapi/documents.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { saving } from '../../openapi/resources/small.ts';
import { boolean, declared, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Garden = object({ slug: text, name: text }, ['slug']);
const Keeper = object({ id: integer, login: text, role: text }, ['id', 'login']);
const Plant = object({ id: integer, kind: text, height: integer }, ['id', 'kind']);
const schemas = { Garden, Keeper, Plant };
const ok = operation(object({ ok: boolean }));
const plants = operation(object({ plants: listOf(ref('Plant')) }, ['plants']));

const paths = {
  '/gardens': {
    get: operation(listOf(ref('Garden')), {
      parameters: [inQuery('user_id', integer), inQuery('keeper'), inQuery('colour')],
    }),
    post: saving(ref('Garden'), { status: 201 }),
  },
  '/gardens/{slug}': { get: operation(ref('Garden')) },
  '/gardens/{slug}/keepers': { get: operation(object({ users: listOf(ref('Keeper')) }, ['users'])) },
  '/gardens/{slug}/plants': { get: plants },
  '/gardens/{slug}/follow': { put: ok, delete: ok },
  '/gardens/{slug}/following': { get: operation(object({ following: boolean }, ['following'])) },
  '/me/news': { get: { ...plants, description: 'Lists the plants of the gardens that the caller follows.' } },
};
const withTexts = declared(paths, text);

const data = {
  gardens: [{ slug: 'a b' }, { slug: 'c' }],
  keepers: [
    { $parent: { slug: 'a b' }, id: 7, login: 'ann' },
    { $parent: { slug: 'c' }, id: 8, login: 'bob' },
  ],
  plants: [
    { $parent: { slug: 'a b' }, id: 1, kind: 'rose' },
    { $parent: { slug: 'c' }, id: 2, kind: 'elm' },
  ],
};

test('a parameter selects by the number or the name of what is below an item', async () => {
  const { get } = await servePaths(withTexts, schemas, { data });
  expect((await get('/gardens?user_id=7')).body).toEqual([{ slug: 'a b' }]);
  expect((await get('/gardens?keeper=bob')).body).toEqual([{ slug: 'c' }]);
  expect((await get('/gardens?keeper=nobody')).body).toEqual([]);
  expect((await get('/gardens?colour=red')).body).toHaveLength(2);
});

test('explain says what such a parameter does', () => {
  const { operations } = serviceOf(withTexts, { schemas });
  const list = operations.find(({ name }) => name === 'GET /gardens');
  expect(list && declaredEffects(list)).toMatchObject([
    { name: 'user_id', effect: 'filter', property: 'keepers' },
    { name: 'keeper', effect: 'filter', property: 'keepers' },
    { name: 'colour', effect: 'none' },
  ]);
});

test('a list of what belongs to those that the caller follows has that alone, where its description says so', async () => {
  const { get, send } = await servePaths(withTexts, schemas, { data });
  expect((await get('/me/news')).body.plants).toEqual([]);
  await send('PUT', '/gardens/a%20b/follow');
  expect((await get('/me/news')).body.plants).toMatchObject([{ id: 1 }]);
});

test.each([
  ['one of the listed users', { '/users': { get: operation(listOf(ref('User'))), post: saving(ref('User')) } }, '/me'],
  ['one whom nothing lists', {}, '/me'],
  ['one whom nothing lists', {}, '/user'],
])('lists at the path of the caller have what is below the caller, %s', async (_name, more, own) => {
  const { get, send } = await servePaths(
    declared(
      {
        ...more,
        [own]: { get: operation(ref('User')) },
        '/users/{user_id}': { get: operation(ref('User')) },
        [`${own}/playlists`]: { get: operation(object({ items: listOf(ref('Playlist')), total: integer })) },
        '/users/{user_id}/playlists': {
          get: operation(object({ items: listOf(ref('Playlist')), total: integer })),
          post: operation(ref('Playlist'), { takes: object({ title: text }, ['title']), status: 201 }),
        },
      },
      text,
    ),
    {
      User: object({ id: text, name: text, email: text }, ['id', 'name']),
      Playlist: object({ id: text, title: text }, ['id', 'title']),
    },
    'default',
  );
  const { id } = (await get(own)).body;
  const others = (await get(`/users/${id}/playlists`)).body.items;
  const { body } = await send('POST', `/users/${id}/playlists`, { title: 'mine' });
  if ('/users' in more) {
    const user = (await send('POST', '/users', { id: 'ann', name: 'Ann' })).body;
    await send('POST', `/users/${user.id}/playlists`, { title: 'hers' });
  } else await send('POST', '/users/somebody-else/playlists', { title: 'theirs' });
  expect((await get(`${own}/playlists`)).body.items).toEqual([...others, body]);
});

test.each([
  ['Set to 1 to list only the gardens that you watch', '?watched=1', ['c']],
  ['Set to 1 to list only the gardens that you watch', '', ['a b', 'c']],
  ['Who watches the gardens', '?watched=1', ['a b', 'c']],
  ['Gardens that are watched, i.e. have visitors', '?watched=1', ['a b', 'c']],
  ['How many of those that you know watch a garden', '?watched=5', ['a b', 'c']],
])('a parameter "%s" that is called after a flag of the caller: %s', async (description, query, expected) => {
  const { get, send } = await servePaths(
    declared(
      {
        '/gardens': {
          get: operation(listOf(ref('Garden')), { parameters: [inQuery('watched', text, { description })] }),
        },
        '/gardens/{slug}': { get: operation(ref('Garden')) },
        '/gardens/{slug}/watch': { put: ok, delete: ok },
        '/gardens/{slug}/watching': { get: operation(object({ watching: boolean }, ['watching'])) },
      },
      text,
    ),
    schemas,
    { data: { gardens: data.gardens } },
  );
  await send('PUT', '/gardens/c/watch');
  const { body } = await get(`/gardens${query}`);
  expect(body.map(({ slug }: { readonly slug: string }) => slug)).toEqual(expected);
});
