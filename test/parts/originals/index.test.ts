/** What is below an item and elsewhere, too: lists of it showed invented items, with ids that had other names elsewhere. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection, nothing } from '../../openapi/resources/small.ts';
import { fullObject, inPath, integer, object, operation, ref, text } from '../../short-document.ts';

const User = fullObject({ id: integer, name: text, email: text });
const Issue = object({ id: integer, title: text, state: text }, ['id', 'title']);
const Hook = fullObject({ id: integer, url: text });
const schemas = { User, Issue, Hook };
const one = (shown: object) => ({ get: operation(shown), delete: nothing });
const taking = (shown: object, takes: object) => collection(shown, { takes: object(takes), status: 201 });
const paths = {
  '/users': taking(ref('User'), { name: text }),
  '/users/{id}': one(ref('User')),
  '/teams': taking(fullObject({ id: integer, name: text }), { name: text }),
  '/teams/{id}': one(fullObject({ id: integer, name: text })),
  '/teams/{id}/members': taking(ref('User'), { user_id: integer }),
  '/teams/{id}/members/{user_id}': { parameters: [inPath('id', integer), inPath('user_id', integer)], delete: nothing },
  '/issues': taking(ref('Issue'), { title: text }),
  '/issues/{id}': one(ref('Issue')),
  '/issues/{id}/links': taking(ref('Issue'), { target_issue_id: integer, link_type: text }),
  '/issues/{id}/versions': taking(ref('Issue'), { title: text }),
  '/issues/{id}/subtasks': taking(ref('Issue'), { title: text }),
  '/hooks': taking(ref('Hook'), { url: text }),
  '/hooks/{id}': one(ref('Hook')),
  '/teams/{id}/hooks': taking(ref('Hook'), { url: text }),
};

interface Shown {
  readonly id: number;
}

test.each(['/teams/1/members', '/teams/2/members', '/issues/2/links'])(
  'begins with others that are there: %s',
  async (path) => {
    const { get } = await servePaths(paths, schemas, 'default');
    const all: readonly Shown[] = (await get(path.startsWith('/issues') ? '/issues' : '/users')).body;
    const shown: readonly Shown[] = (await get(path)).body;
    expect(shown.length).toBeGreaterThan(0);
    expect(all).toEqual(expect.arrayContaining([...shown]));
    expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
    if (!path.startsWith('/teams')) expect(shown.map(({ id }) => id)).not.toContain(2);
  },
);

test('leaves out those that the scenario has itself', async () => {
  const own = { id: 2, name: 'Own', email: 'own@example.com' };
  const members = [{ ...own, $parent: { id: 1 } }];
  const scenario = { data: { teams: [{ id: 1, name: 't' }], members }, generate: { users: 3, members: 3 } };
  const { get } = await servePaths(paths, schemas, scenario);
  const { body } = await get('/teams/1/members');
  expect(body).toContainEqual(own);
  expect(body.map(({ id }: Shown) => id).sort()).toEqual([1, 2, 3]);
});

test.each(['/issues/1/versions', '/issues/1/subtasks', '/teams/1/hooks'])('has things of its own: %s', async (path) => {
  const { get } = await servePaths(paths, schemas, 'default');
  const [first] = (await get(path)).body;
  expect(first).not.toEqual((await get(`/${path.endsWith('hooks') ? 'hooks' : 'issues'}/${first.id}`)).body);
});

test('what is linked or added by its id is listed as it is, beside what else is sent', async () => {
  const data = {
    users: [1, 2].map((id) => ({ id, name: `u${id}`, email: `u${id}@example.com` })),
    teams: [{ id: 1, name: 't' }],
    issues: [1, 2].map((id) => ({ id, title: `t${id}`, state: 'open' })),
  };
  const { get, send } = await servePaths(paths, schemas, { data });
  const linked = await send('POST', '/issues/1/links', { target_issue_id: 2, link_type: 'blocks' });
  expect(linked).toEqual({ status: 201, body: data.issues[1] });
  expect((await get('/issues/1/links')).body).toEqual([data.issues[1]]);
  await send('POST', '/teams/1/members', { user_id: 2 });
  expect((await get('/teams/1/members')).body).toEqual([data.users[1]]);
});
