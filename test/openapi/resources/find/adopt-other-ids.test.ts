/** Items at a second path, with another of their ids. */
import { expect, test } from 'vitest';
import { servePaths } from '../served.ts';
import { boundIn, integer, itemBindingOf, listOf, object, operation, ref, serviceFor, text } from '../small.ts';

const Role = object({ id: text, name: text, level: integer }, ['name']);
const at = (name: string, operations: object) => ({
  parameters: [{ name, in: 'path', required: true, schema: text }],
  ...operations,
});
const item = { get: operation(ref('Role')), put: operation(ref('Role'), { takes: ref('Role') }) };
const roles = {
  '/roles': { get: operation(listOf(ref('Role'))), post: operation(ref('Role'), { takes: ref('Role'), status: 201 }) },
  '/roles/{role-name}': at('role-name', item),
};

test.each(['/roles-by-id/{role-id}', '/role/{id}'])('%s has the same items', async (path) => {
  const { get, send } = await servePaths(
    { ...roles, [path]: at(path.replace(/.*\{|\}/g, ''), { ...item, delete: operation(undefined) }) },
    { Role },
  );
  const { body } = await send('POST', '/roles', { name: 'admin' });
  const address = path.replace(/\{.*\}/, body.id);
  expect((await get(address)).body).toEqual(body);
  expect((await send('PUT', address, { name: 'admin', level: 3 })).body).toEqual({ ...body, level: 3 });
  expect((await get('/roles/admin')).body).toEqual({ ...body, level: 3 });
  expect((await send('PUT', path.replace(/\{.*\}/, 'none'), { name: 'none' })).status).toBe(404);
  await send('DELETE', address);
  expect((await get('/roles')).body).toEqual([]);
});

test.each(['/roles-by-name/{role-name}', '/role/{role-name}'])('%s has the same items by the same id', (path) => {
  const service = serviceFor({ ...roles, [path]: at('role-name', item) }, { Role });
  expect(itemBindingOf(service, `PUT ${path}`).collection).toMatchObject({ name: 'roles', aliases: [] });
});

const Other = object({ id: text, name: text, size: integer, color: text });
test.each<[string, string, object]>([
  ['with another schema', '/roles-by-id/{id}', { get: operation(ref('Other')), put: operation(ref('Other')) }],
  ['with another noun', '/grants/{id}', item],
  ['with other parents', '/old/roles-by-id/{id}', item],
  ['without reading', '/roles-by-id/{id}', { put: item.put }],
])('a path %s has none of them', (_name, path, operations) => {
  const service = serviceFor(
    { ...roles, [path]: at(path.replace(/.*\{|\}/g, ''), operations as never) },
    { Role, Other },
  );
  const { collection } = itemBindingOf(service, 'GET /roles/{role-name}');
  expect(collection.aliases).toEqual([]);
  expect(boundIn(service)[`PUT ${path}`]).not.toBe('roles.replace');
});

const given = { name: 'admin', level: 3 };
const byId = (operations: object) => at('role-name', operations);

test('a path for others who only read has the same items', async () => {
  const { get, send } = await servePaths(
    {
      '/api/admin/roles': roles['/roles'],
      '/api/admin/roles/{role-name}': byId(item),
      '/api/public/roles': { get: operation(listOf(ref('RoleSummary'))) },
      '/api/public/roles/{role-name}': byId({ get: operation(ref('RoleSummary')) }),
    },
    { Role, RoleSummary: object({ id: text, name: text }, ['name']) },
  );
  const { body } = await send('POST', '/api/admin/roles', given);
  expect((await get('/api/public/roles')).body).toEqual([{ id: body.id, name: 'admin' }]);
  expect((await get('/api/public/roles/admin')).body).toEqual({ id: body.id, name: 'admin' });
});

test('a creation for others creates an item of the collection, which is read there too', async () => {
  const { get, send } = await servePaths(
    {
      '/admin/roles': { get: operation(listOf(ref('Role'))) },
      '/admin/roles/{role-name}': byId(item),
      '/users/roles': { post: operation(ref('Role'), { takes: ref('Role'), status: 201 }) },
      '/users/roles/{role-name}/summary': byId({ get: operation(ref('Role')) }),
    },
    { Role },
  );
  const { body } = await send('POST', '/users/roles', given);
  expect((await get('/admin/roles/admin')).body).toEqual(body);
  expect((await get('/users/roles/admin/summary')).body).toEqual(body);
});

test('two collections that are both written, or that have other items, stay apart', () => {
  const write = { '/admin/roles': roles['/roles'], '/admin/roles/{role-name}': byId(item) };
  const other = {
    '/admin/roles': { get: operation(listOf(ref('Label'))) },
    '/admin/roles/{role-name}': byId({ get: operation(ref('Label')) }),
  };
  for (const second of [write, other]) {
    const bound = boundIn(
      serviceFor(
        { ...roles, ...second },
        { Role, Label: object({ id: text, label: text, size: integer, color: text }) },
      ),
    );
    expect([bound['GET /roles'], bound['GET /admin/roles']]).toEqual(['roles.list', 'admin.roles.list']);
  }
});
