/** Items at a second path, with another of their ids. */
import { describe, expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection, nothing, pathsOf, saving, serviceFor } from '../../openapi/resources/small.ts';
import { declared, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Role = object({ id: text, name: text, level: integer }, ['name']);
const item = { get: operation(ref('Role')), put: saving(ref('Role')) };
const roles = { '/roles': collection(ref('Role'), { status: 201 }), '/roles/{role-name}': item };

const serve = (paths: object, schemas: object) => servePaths(declared(paths, text), schemas);

// Templates that differ only in the names of their parameters are the same path, whichever comes first.
test.each([
  ['id', 'name', 'id'],
  ['name', 'id', 'id'],
  ['roleId', 'name', 'id'],
  ['name', 'role_id', 'id'],
])('one path is written with {%s} and {%s}: its items have both ids', async (first, second, key) => {
  const operations = {
    name: { get: operation(ref('Role')) },
    id: { put: saving(ref('Role')), get: operation(ref('Role')), delete: nothing },
  };
  const paths = [first, second].map((name) => [`/roles/{${name}}`, name === 'name' ? operations.name : operations.id]);
  const { get, send } = await serve({ '/roles': roles['/roles'], ...Object.fromEntries(paths) }, { Role });
  const { body } = await send('POST', '/roles', { name: 'admin' });
  expect((await get(`/roles/${body[key]}`)).body).toEqual(body);
  expect((await get('/roles/admin')).body).toEqual(body);
  expect((await send('PUT', `/roles/${body[key]}`, { name: 'owner', level: 3 })).status).toBe(200);
  expect((await get('/roles/owner')).body).toEqual({ ...body, name: 'owner', level: 3 });
  await send('DELETE', `/roles/${body[key]}`);
  expect((await get('/roles')).body).toEqual([]);
});

test('a list at the path of an item, with another parameter, does not say which id the items have', async () => {
  const Plan = object({ planId: text, productId: text, price: integer }, ['price']);
  const { get, send } = await serve(
    {
      '/plans': collection(ref('Plan'), { status: 201 }),
      '/plans/{clubId}': { get: operation(listOf(ref('Plan'))) },
      '/plans/{productId}': { delete: nothing },
    },
    { Plan },
  );
  const { body } = await send('POST', '/plans', { price: 3 });
  expect((await send('DELETE', `/plans/${body.productId}`)).status).toBe(204);
  expect((await get('/plans')).body).toEqual([]);
});

test('a path may name what the list leaves out: the item keeps all that was sent', async () => {
  const Page = object({ id: text, shopId: text, title: text, content: text }, ['id', 'title']);
  const { get, send } = await serve(
    {
      '/pages': {
        get: operation(listOf(object({ id: text, title: text }, ['id', 'title']))),
        post: operation(ref('Page'), {
          takes: object({ shopId: text, title: text, content: text }, ['title']),
          status: 201,
        }),
      },
      '/pages/{shopId}': { get: operation(ref('Page')), delete: nothing },
    },
    { Page },
  );
  const { body } = await send('POST', '/pages', { shopId: 's7', title: 'Home', content: 'Welcome' });
  expect(body).toMatchObject({ shopId: 's7', title: 'Home', content: 'Welcome' });
  expect((await get(`/pages/${body.id}`)).body).toEqual(body);
  expect((await get('/pages/s7')).body).toEqual(body);
  expect((await get('/pages')).body).toEqual([{ id: body.id, title: 'Home' }]);
  await send('DELETE', '/pages/s7');
  expect((await get(`/pages/${body.id}`)).status).toBe(404);
});

const _given = { name: 'admin', level: 3 };

describe('a second path', () => {
  const schemas = {
    Role: object({ id: text, name: text, level: integer, e_mail: text, ownerName: text, tags: listOf(text) }, ['name']),
    Brief: object({ id: text, name: text }, ['name']),
    Cards: object({ id: text, label: text, size: integer, color: text }),
  };
  const whole = 'GET /roles, POST /roles, GET /roles/{role-name}, PUT /roles/{role-name}';
  /** The action of the last operation, its collection with the other ids of its items, and the other collections. */
  const boundTo = (short: string, more: object = {}): string => {
    const service = serviceFor(declared({ ...pathsOf(short, 'Role'), ...more }, text), schemas);
    const binding = service.operations.at(-1)?.binding;
    const others = [...service.collections.keys()].filter((name) => name !== binding?.collection.name);
    if (binding === undefined) return ['-', ...others].join(' + ');
    const { name, aliases } = binding.collection;
    return [[binding.action, name, ...aliases].join(' '), ...others].join(' + ');
  };

  test.each<[string, string]>([
    ['GET /role/{id}', '- + roles'],
    ['GET /role/{name}', '- + roles'],
    ['GET /role/{level}', '- + roles'],
    ['GET /role/{x}', '- + roles'],
    ['GET /role/{id} Cards', '- + roles'],
    ['GET /role/{id} Brief', '- + roles'],
    ['GET /roles-by-id/{role-id}', 'act roles'],
    ['GET /grants/{id}', '- + roles'],
    ['GET /old/roles-by-id/{id}', '- + roles'],
    ['PUT /role/{id}', '- + roles'],
    ['GET /role/{id}, DELETE /role/{id}', 'delete role + roles'],
    ['POST /role, GET /role/{id}, DELETE /role/{id}', 'delete role + roles'],
    ['GET /roles/by-e-mail/{value}', 'read roles e_mail'],
    ['GET /roles/owner/{value}', 'read roles ownerName'],
    ['GET /roles/tags/{tag}', '- + roles'],
    ['GET /roles/x/{level}', 'read roles level'],
    ['GET /roles/x/{name}', '- + roles'],
    ['GET /roles/x/{y}', '- + roles'],
    ['GET /other/owner/{value}', '- + roles'],
    ['GET /roles/{role-name}/{id}', 'act roles'],
  ])('%s beside roles', (short, expected) => {
    expect(boundTo(`${whole}, ${short}`)).toBe(expected);
  });

  test('of a list is none', () => {
    expect(boundTo(whole, { '/role/{id}': { get: operation(listOf(ref('Role'))) } })).toBe('- + roles');
  });
});

test('items are found by another key as they are listed, where they are read with more', async () => {
  const Show = object({ id: text, slug: text, title: text }, ['id', 'slug', 'title']);
  const Detail = object({ id: text, slug: text, title: text, notes: text, rating: integer }, ['id', 'slug', 'title']);
  const paths = {
    '/shows': { get: operation(object({ data: listOf(ref('Show')), count: integer }, ['data', 'count'])) },
    '/shows/{id}': { get: operation(ref('Detail')) },
    '/shows/by-slug/{slug}': { get: operation(ref('Show')) },
  };
  const shows = [{ id: 'a', slug: 'first', title: 'One' }];
  const { get } = await servePaths(declared(paths, text), { Show, Detail }, { data: { shows } });
  expect((await get('/shows/by-slug/first')).body).toEqual(shows[0]);
  expect((await get('/shows/by-slug/other')).status).toBe(404);
});
