/** Paths below a collection that name its items by another property than the id. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { saving } from '../../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const User = object({ id: integer, email: text, departmentId: text }, ['id', 'email', 'departmentId']);
const at = (name: string, schema: object = text) => ({ parameters: [inPath(name, schema)] });

const serveUsers = () =>
  servePaths(
    {
      '/users': { get: operation(listOf(ref('User'))), post: operation(ref('User'), { takes: User, status: 201 }) },
      '/users/{id}': { ...at('id', integer), get: operation(ref('User')), delete: operation(undefined) },
      '/users/{email}/activate': { ...at('email'), put: operation(undefined) },
      '/users/{emailAddress}/companies': { ...at('emailAddress'), get: operation(listOf(object({ name: text }))) },
      '/users/{departmentId}/rota': { ...at('departmentId'), get: operation(object({ day: text })) },
    },
    { User: { ...User, properties: { ...User.properties, emailAddress: text } } },
  );

test('a user is found by the property that the path names, until it is deleted', async () => {
  const client = await serveUsers();
  const user = { email: 'ada@example.com', emailAddress: 'a@example.com', departmentId: 'd1' };
  const { body } = await client.send('POST', '/users', { id: 900, ...user });
  expect((await client.send('PUT', '/users/ada@example.com/activate', undefined)).status).toBe(204);
  expect((await client.send('PUT', '/users/eve@example.com/activate', undefined)).status).toBe(404);
  expect((await client.send('DELETE', `/users/${body.id}`, undefined)).status).toBe(204);
  expect((await client.send('PUT', '/users/ada@example.com/activate', undefined)).status).toBe(404);
});

test('the id of something else is no key', async () => {
  const client = await serveUsers();
  await client.send('POST', '/users', { id: 901, email: 'bob@example.com', departmentId: 'd7' });
  expect((await client.get('/users/d7/rota')).status).toBe(404);
});

test('what many items have in common is no key', async () => {
  const Order = object({ id: integer, status: text, countryCode: text }, ['id', 'status', 'countryCode']);
  const client = await servePaths(
    {
      '/orders': { get: operation(listOf(ref('Order'))), post: operation(ref('Order'), { takes: Order, status: 201 }) },
      '/orders/{id}': { ...at('id'), get: operation(ref('Order')), delete: operation(undefined) },
      '/orders/{status}/count': { ...at('status'), get: operation(object({ count: integer })) },
      '/orders/{countryCode}/recent': { ...at('countryCode'), get: operation(listOf(ref('Order'))) },
    },
    { Order },
  );
  await client.send('POST', '/orders', { id: 1, status: 'open', countryCode: 'NZ' });
  for (const key of ['open', 'NZ'])
    expect((await client.send('DELETE', `/orders/${key}`, undefined)).status, key).toBe(404);
});

test('the id by which others name an item is its key, and the text in its path finds it, too', async () => {
  const uuid = { type: 'string', format: 'uuid' };
  const Club = object({ id: uuid, slug: text, name: text, match_count: integer }, ['id', 'slug', 'name']);
  const Match = object({ id: integer, club_id: uuid, club: ref('Club'), title: text }, ['id', 'club_id', 'title']);
  const slug = inPath('slug', text);
  const { get, send } = await servePaths(
    {
      '/clubs': { get: operation(listOf(ref('Club'))), post: saving(ref('Club'), { status: 201 }) },
      '/clubs/{slug}': { parameters: [slug], get: operation(ref('Club')), delete: operation(undefined) },
      '/clubs/{slug}/matches': {
        parameters: [slug],
        get: operation(listOf(ref('Match'))),
        post: operation(ref('Match'), { takes: object({ title: text }, ['title']), status: 201 }),
      },
      '/matches/{id}': { get: operation(ref('Match')) },
    },
    { Club, Match },
    { data: { clubs: [{ id: '00000000-0000-4000-8000-000000000001', slug: 'reds', name: 'Reds' }] } },
  );
  const { body } = await send('POST', '/clubs/reds/matches', { title: 'Final' });
  expect(body).toMatchObject({ club_id: '00000000-0000-4000-8000-000000000001', title: 'Final' });
  expect((await get('/clubs/reds')).body).toMatchObject({ name: 'Reds', match_count: 1 });
  expect((await get('/clubs/reds/matches')).body).toMatchObject([{ title: 'Final' }]);
  await send('DELETE', '/clubs/reds');
  expect((await get(`/matches/${body.id}`)).status).toBe(404);
});
