/** Numbers that items get in their order below their parents. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

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
