/** Items that have several ids. */
import { expect, test } from 'vitest';
import { servePaths } from '../served.ts';
import { boolean, integer, listOf, object, operation, ref, text } from '../small.ts';

const at = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: text }] });
const created = { status: 201 };

test('an item is found by its id and by the property with the name of the parameter, and a replacement keeps both', async () => {
  const Realm = object({ id: text, realm: text, label: text });
  const { get, send } = await servePaths(
    {
      '/realms': {
        get: operation(listOf(ref('Realm'))),
        post: operation(ref('Realm'), { takes: object({ realm: text, label: text }), ...created }),
      },
      '/realms/{realm}': {
        ...at('realm'),
        get: operation(ref('Realm')),
        put: operation(ref('Realm'), { takes: ref('Realm') }),
      },
    },
    { Realm },
  );
  const { body } = await send('POST', '/realms', { realm: 'acme' });
  for (const id of [body.id, 'acme']) expect((await get(`/realms/${id}`)).body).toEqual(body);
  const replaced = { ...body, label: 'A' };
  expect((await send('PUT', '/realms/acme', { label: 'A' })).body).toEqual(replaced);
  expect((await get('/realms/acme')).body).toEqual(replaced);
});

test('an item gets the ids that no client can send, and its id although its path has another one', async () => {
  const Issue = object({ id: text, key: text, fields: object({ title: text }), closed: boolean });
  const Group = object({ id: text, name: text, size: text });
  const { get, send } = await servePaths(
    {
      '/issues': { post: operation(object({ id: text, key: text }), { takes: object({ fields: {} }), ...created }) },
      '/issues/{issueIdOrKey}': { ...at('issueIdOrKey'), get: operation(ref('Issue')) },
      '/groups': { get: operation(listOf(ref('Group'))) },
      '/groups/{groupName}': { ...at('groupName'), put: operation(ref('Group'), { takes: ref('Group'), ...created }) },
    },
    { Issue, Group },
  );
  const { body } = await send('POST', '/issues', { fields: { title: 'a' } });
  expect(body).toEqual({ id: expect.any(String), key: expect.any(String) });
  const issue = { ...body, fields: { title: 'a' } };
  for (const id of [body.id, body.key]) expect((await get(`/issues/${id}`)).body).toEqual(issue);
  expect((await send('PUT', '/groups/a', {})).body).toEqual({ id: expect.any(String), name: 'a' });
});

test('an item about a user is found by the id of the user, and a PUT creates it under this id', async () => {
  const User = object({ id: integer, login: text }, ['id', 'login']);
  const Member = object({ user: ref('User'), role: text }, ['user']);
  const userId = [{ name: 'user_id', in: 'path', required: true, schema: integer }];
  const { get, send } = await servePaths(
    {
      '/members': { get: operation(listOf(ref('Member'))) },
      '/members/{user_id}': {
        parameters: userId,
        get: operation(ref('Member')),
        put: operation(ref('Member'), { takes: object({ role: text, user: ref('User') }), ...created }),
        delete: operation(undefined),
      },
    },
    { User, Member },
  );
  const { body } = await send('PUT', '/members/7', { role: 'a' });
  expect(body).toEqual({ role: 'a', user: { id: 7, login: expect.any(String) } });
  expect((await send('PUT', '/members/7', { role: 'b' })).body).toEqual({ ...body, role: 'b' });
  expect((await get('/members')).body).toEqual([{ ...body, role: 'b' }]);
  expect((await get('/members/7')).body).toEqual({ ...body, role: 'b' });
  await send('DELETE', '/members/7');
  expect((await get('/members/7')).status).toBe(404);
});
