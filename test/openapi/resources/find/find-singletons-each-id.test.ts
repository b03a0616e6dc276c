import { expect, test } from 'vitest';
import { inPath, inQuery, integer, object, operation, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { nothing } from '../small.ts';

const Profile = object({ id: text, name: text });
const get = operation(Profile);
const sent = { takes: object({ name: text }) };

test.each<[string, string, object]>([
  ['a PUT that returns it', '/profiles/{id}', { get, put: operation(Profile, sent), delete: nothing }],
  ['a PUT without a response', '/members/{memberId}', { get, put: operation(undefined, sent), delete: nothing }],
  [
    'no word about any of them',
    '/actions/{actionId}',
    { get: operation(undefined, { status: 200 }), put: operation(undefined, { status: 200 }), delete: nothing },
  ],
  ['a PATCH', '/users/{userId}', { get, patch: operation(Profile, sent), delete: nothing }],
  [
    'another query',
    '/cards/{card}',
    { get: operation(Profile, { parameters: [inQuery('lang')] }), put: operation(Profile, sent), delete: nothing },
  ],
])('each id has an item that nothing lists or creates, until it is deleted: %s', async (_what, path, operations) => {
  const client = await servePaths({
    [path]: {
      parameters: [{ name: /\{(\w+)/.exec(path)?.[1], in: 'path', required: true, schema: text }],
      ...operations,
    },
  });
  const at = (id: string): string => path.replace(/\{\w+\}/, id);
  expect((await client.get(at('a'))).status).toBe(200);
  await client.send('patch' in operations ? 'PATCH' : 'PUT', at('b'), { name: 'Ada' });
  expect((await client.get(at('b'))).body).toMatchObject({ name: 'Ada' });
  expect((await client.send('DELETE', at('a'))).status).toBeLessThan(300);
  expect((await client.get(at('a'))).status).toBe(404);
  expect((await client.get(at('c'))).status).toBe(200);
});

test('what a path states is what the item shows, also of its owner', async () => {
  const Repo = object({ id: integer, name: text, note: text, owner: object({ id: integer, login: text }) }, [
    'id',
    'name',
    'owner',
  ]);
  const { get, send } = await servePaths({
    '/repos/{owner}/{repo}': {
      parameters: [inPath('owner', text), inPath('repo', text)],
      get: operation(Repo),
      patch: operation(Repo, { takes: object({ note: text }) }),
    },
  });
  const shown = { name: 'hello', owner: { login: 'octo' } };
  const { body } = await get('/repos/octo/hello');
  expect(body).toMatchObject(shown);
  const { body: changed } = await send('PATCH', '/repos/octo/hello', { note: 'Mine.' });
  expect(changed).toEqual({ ...body, note: 'Mine.' });
  expect((await get('/repos/octo/hello')).body).toEqual(changed);
});
