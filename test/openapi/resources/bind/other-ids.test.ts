/** Items that have several ids. */
import { expect, test } from 'vitest';
import { servePaths } from '../served.ts';
import { boolean, listOf, object, operation, ref, text } from '../small.ts';

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
