/** Paths that say for whom they are: the same collections as for all. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { boundIn, collection, nothing, pathsOf, saving, serviceFor, things } from '../../openapi/resources/small.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Detail = object({ id: integer, name: text, kind: text, userId: integer, seenAt: text }, ['id', 'name']);

test.each<[string, object]>([
  [
    'what admins change is what all read',
    pathsOf('GET /things, GET /things/{id}, POST /admin/things, PUT /admin/things/{id}, DELETE /admin/things/{id}'),
  ],
  [
    'both list them',
    pathsOf(
      'GET /things, GET /things/{id}, GET /admin/things, POST /admin/things, PUT /admin/things/{id}, DELETE /admin/things/{id}',
    ),
  ],
  [
    'two audiences',
    pathsOf(
      'GET /public/things, GET /public/things/{id}, POST /staff/things, PUT /staff/things/{id}, DELETE /staff/things/{id}',
    ),
  ],
  [
    'what is only read beside what is only written',
    pathsOf('GET /catalog/things, GET /catalog/things/{id}, POST /things, PUT /things/{id}, DELETE /things/{id}'),
  ],
  [
    'what the caller creates',
    pathsOf('GET /me/things, POST /me/things, GET /things/{id}, PUT /things/{id}, DELETE /things/{id}'),
  ],
  [
    'below the caller among users',
    pathsOf('GET /users/me/things, POST /users/me/things, GET /things/{id}, PUT /things/{id}, DELETE /things/{id}'),
  ],
])('a change in one place shows in the other: %s', async (_case, paths) => {
  const client = await servePaths(paths);
  const at = (method: string, isItem: boolean): string =>
    Object.keys(paths).find(
      (path) => path.endsWith('}') === isItem && method in (paths[path as never] as object),
    ) as string;
  const { body } = await client.send('POST', at('post', false), { id: 7, name: 'new' });
  const item = (method: string): string => at(method, true).replace('{id}', body.id);
  expect((await client.get(item('get'))).body).toMatchObject({ name: 'new' });
  await client.send('PUT', item('put'), { id: 7, name: 'changed' });
  expect((await client.get(at('get', false))).body).toMatchObject([{ name: 'changed' }]);
  await client.send('DELETE', item('delete'));
  expect((await client.get(item('get'))).status).toBe(404);
});

test('a list for some, the details of one and its actions', async () => {
  const client = await servePaths(
    {
      '/admin/things': { get: operation(object({ things: things, total: integer })) },
      '/things/{id}/details': { get: operation(ref('Detail')) },
      '/things/{id}': { delete: nothing },
      '/admin/things/{id}/kind': { put: operation(ref('Thing'), { takes: object({ kind: text }, ['kind']) }) },
    },
    { Detail },
    'default',
  );
  const [first, second] = (await client.get('/admin/things')).body.things;
  expect((await client.get(`/things/${first.id}/details`)).body).toMatchObject({ name: first.name });
  const { body } = await client.send('PUT', `/admin/things/${first.id}/kind`, { kind: 'rare' });
  expect(body).toMatchObject({ id: first.id, kind: 'rare' });
  expect((await client.get(`/things/${first.id}/details`)).body.kind).toBe('rare');
  await client.send('DELETE', `/things/${second.id}`);
  expect((await client.get('/admin/things')).body.total).toBe(4);
});

test.each<[string, object]>([
  [
    'other things',
    {
      '/things': collection(ref('Thing')),
      '/admin/things': collection(object({ x: text, y: text, z: text, id: integer })),
    },
  ],
  [
    'what the caller has is not all',
    { ...pathsOf('GET /things, GET /things/{id}, POST /things'), '/my/things': collection(ref('Thing')) },
  ],
  [
    'a word for what they are',
    {
      '/things': collection(ref('Thing')),
      '/archive/things': collection(ref('Thing')),
      '/archive/things/{id}': { get: operation(ref('Thing')) },
    },
  ],
  [
    'a hint',
    {
      '/things': collection(ref('Thing')),
      '/admin/things': {
        get: operation(listOf(object({ a: text }))),
        post: saving(ref('Thing'), { 'x-vivarium': { collection: 'own' } }),
      },
    },
  ],
])('one store for each: %s', (_case, paths) => {
  const bound = boundIn(serviceFor(paths));
  const names = Object.entries(bound).flatMap(([name, to]) => (/^POST/.test(name) && to.endsWith('create') ? to : []));
  expect(new Set(names).size).toBe(2);
});
