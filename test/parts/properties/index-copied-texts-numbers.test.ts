/** Numbers that items get in their order below their parents. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const serve = (name: string, takes = object({ title: text })) => {
  const Issue = object({ id: integer, [name]: integer, title: text }, ['id', name, 'title']);
  const Project = object({ id: integer, title: text }, ['id']);
  const paths = {
    '/projects': { get: operation(listOf(ref('Project'))) },
    '/projects/{id}': { get: operation(ref('Project')) },
    '/projects/{id}/issues': {
      get: operation(listOf(ref('Issue'))),
      post: operation(ref('Issue'), { takes, status: 201 }),
    },
    '/issues/{id}': { get: operation(ref('Issue')), delete: { responses: { 204: { description: 'Gone.' } } } },
  };
  const data = { projects: [{ id: 1 }, { id: 2 }], issues: [{ $parent: { id: 2 }, id: 9, [name]: 40, title: 'x' }] };
  return servePaths(paths, { Issue, Project }, { data });
};

test.each(['number', 'iid', 'issue_number', 'issueNumber'])(
  'a new item has the %s after those of the others below its parent',
  async (name) => {
    const { send } = await serve(name);
    const numberIn = async (project: number) =>
      (await send('POST', `/projects/${project}/issues`, { title: 'New' })).body[name];
    expect([await numberIn(1), await numberIn(1), await numberIn(2)]).toEqual([1, 2, 41]);
  },
);

test('a number that requests set stays as it is', async () => {
  const { send } = await serve('number', object({ title: text, number: integer }));
  expect((await send('POST', '/projects/1/issues', { title: 'New', number: 7 })).body.number).toBe(7);
});

test('of very many items, none gets the number of another', async () => {
  const { send } = await serve('number');
  for (let count = 0; count < 1010; count++) await send('POST', '/projects/1/issues', { title: 'x' });
  for (const id of [10, 11, 12]) await send('DELETE', `/issues/${id}`);
  expect((await send('POST', '/projects/1/issues', { title: 'x' })).body.number).toBe(1011);
});

test('the number by which a path finds an item is one below its parent, beside an id of its own', async () => {
  const Ticket = object({ id: integer, iid: integer, title: text }, ['id', 'iid', 'title']);
  const Project = object({ id: integer, name: text }, ['id', 'name']);
  const { send, get } = await servePaths(
    {
      '/projects': { get: operation(listOf(Project)) },
      '/projects/{id}': { parameters: [inPath('id')], get: operation(Project) },
      '/projects/{id}/tickets': {
        parameters: [inPath('id')],
        get: operation(listOf(Ticket)),
        post: operation(Ticket, { takes: object({ title: text }), status: 201 }),
      },
      '/projects/{id}/tickets/{ticket_iid}': {
        parameters: [inPath('id'), inPath('ticket_iid')],
        get: operation(Ticket),
      },
    },
    {},
    {
      data: {
        projects: [1, 2].map((id) => ({ id, name: 'p' })),
        tickets: [{ $parent: { id: 1 }, id: 90, iid: 4, title: 'a' }],
      },
    },
  );
  const create = async (project: number) => (await send('POST', `/projects/${project}/tickets`, { title: 'b' })).body;
  expect([(await create(1)).iid, (await create(2)).iid, (await create(2)).iid]).toEqual([5, 1, 2]);
  const [one, other] = [await get('/projects/1/tickets/5'), await get('/projects/2/tickets/1')];
  expect(one.body.id).not.toBe(other.body.id);
});
