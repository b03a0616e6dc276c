/** Lists of what is about an item, at a path below it. */
import { expect, test } from 'vitest';
import { inPath, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';

const at = (name: string) => ({ parameters: [inPath(name, text)] });
const Named = object({ id: text, name: text }, ['id', 'name']);
const things = (path: string, schema: string) => ({
  [path]: {
    get: operation(listOf(ref(schema))),
    post: operation(ref(schema), { takes: object({ name: text }), status: 201 }),
  },
  [`${path}/{id}`]: { ...at('id'), get: operation(ref(schema)) },
});

test.each([
  ['ids', 'projects', listOf(text), listOf(text)],
  ['ids in projectIds', 'projectIds', listOf(text), listOf(text)],
  ['the projects', 'projects', listOf(object({ id: text, name: text })), listOf(text)],
])('a task is in each of its projects, of which it has %s', async (_name, property, shown, sent) => {
  const Task = object({ id: text, title: text, [property]: shown }, ['id', 'title']);
  const client = await servePaths(
    {
      ...things('/projects', 'Project'),
      '/projects/{project_id}/tasks': { ...at('project_id'), get: operation(listOf(ref('Task'))) },
      '/tasks': {
        get: operation(listOf(ref('Task'))),
        post: operation(ref('Task'), { takes: object({ title: text, [property]: sent }), status: 201 }),
      },
      '/tasks/{id}': { ...at('id'), get: operation(ref('Task')) },
    },
    { Task, Project: Named },
  );
  const projects: string[] = [];
  for (const name of ['a', 'b', 'c']) projects.push((await client.send('POST', '/projects', { name })).body.id);
  const { body } = await client.send('POST', '/tasks', { title: 'one', [property]: projects.slice(0, 2) });
  const lists = await Promise.all(projects.map(async (id) => (await client.get(`/projects/${id}/tasks`)).body));
  expect(lists).toEqual([[body], [body], []]);
});

test.each([
  ['item', object({ id: text, type: text }), (id: string) => ({ id, type: 'file' })],
  ['target', object({ id: text, type: text }), (id: string) => ({ id, type: 'file' })],
  ['subject_id', text, (id: string) => id],
])('a comment is below the file that its "%s" names', async (property, schema, sent) => {
  const Comment = object({ id: text, message: text, [property]: schema }, ['id']);
  const client = await servePaths(
    {
      ...things('/files', 'File'),
      '/files/{file_id}/comments': {
        ...at('file_id'),
        get: operation(object({ entries: listOf(ref('Comment')), total_count: integer })),
      },
      '/comments': {
        post: operation(ref('Comment'), { takes: object({ message: text, [property]: schema }), status: 201 }),
      },
      '/comments/{comment_id}': { ...at('comment_id'), get: operation(ref('Comment')) },
    },
    { Comment, File: Named },
  );
  const [file, other] = [await client.send('POST', '/files', {}), await client.send('POST', '/files', {})];
  const comment = { message: 'hi', [property]: sent(file.body.id) };
  const { body } = await client.send('POST', '/comments', comment);
  expect(body).toEqual({ id: expect.any(String), ...comment });
  expect((await client.get(`/files/${file.body.id}/comments`)).body).toEqual({ entries: [body], total_count: 1 });
  expect((await client.get(`/files/${other.body.id}/comments`)).body.entries).toEqual([]);
  expect((await client.get(`/comments/${body.id}`)).body).toEqual(body);
});

const Log = object({ logId: integer, reason: text }, ['logId', 'reason']);
const Product = object({ productId: text, name: text }, ['productId']);

test('what another kind of thing lists has no parent of that kind: each of them lists all', async () => {
  const client = await servePaths(
    {
      '/products': { get: operation(listOf(ref('Product'))) },
      '/products/{productId}': { ...at('productId'), get: operation(ref('Product')) },
      '/products/{productId}/logs': { ...at('productId'), get: operation(listOf(ref('Log'))) },
      '/organizations/{organizationId}/logs': { ...at('organizationId'), get: operation(listOf(ref('Log'))) },
    },
    { Log, Product },
  );
  const products = (await client.get('/products')).body as readonly { readonly productId: string }[];
  const lists = await Promise.all(
    products.map(async ({ productId }) => (await client.get(`/products/${productId}/logs`)).body),
  );
  const all = await client.get('/organizations/one/logs');
  expect(all.status).toBe(200);
  expect(all.body).toHaveLength(lists.flat().length);
});

test('where no noun says what the outermost parent is, a path elsewhere names it: the owner of a repository', async () => {
  const below = [inPath('owner', text), inPath('repo', text)];
  const Repo = object({ name: text, owner: text }, ['name', 'owner']);
  const Issue = object({ number: integer, title: text }, ['number', 'title']);
  const client = await servePaths(
    {
      '/repos/{owner}/{repo}': {
        parameters: below,
        get: operation(ref('Repo')),
        patch: operation(ref('Repo'), { takes: Repo }),
      },
      '/repos/{owner}/{repo}/issues': {
        parameters: below,
        get: operation(listOf(ref('Issue'))),
        post: operation(ref('Issue'), { takes: object({ title: text }), status: 201 }),
      },
      '/repos/{owner}/{repo}/issues/{number}': {
        parameters: [...below, inPath('number')],
        get: operation(ref('Issue')),
      },
      '/orgs/{org}/issues': { ...at('org'), get: operation(listOf(ref('Issue'))) },
      '/milestones/{id}/issues': { parameters: [inPath('id')], get: operation(listOf(ref('Issue'))) },
    },
    { Repo, Issue },
  );
  const { body } = await client.send('POST', '/repos/octo/hello/issues', { title: 'a' });
  const titles = async (path: string) =>
    ((await client.get(path)).body as { title: string }[]).map(({ title }) => title);
  expect(body.title).toBe('a');
  expect(await titles('/orgs/octo/issues')).toContain('a');
  expect(await titles('/orgs/other/issues')).not.toContain('a');
  expect(await titles('/milestones/3/issues')).toContain('a');
});

test('the tasks that are assigned to a user are not those that the user reported', async () => {
  const Person = object({ id: integer, name: text }, ['id']);
  const Task = object({ id: integer, assignee: ref('Person'), reporter: ref('Person') }, ['id']);
  const tasks = (summary: string) => operation(listOf(ref('Task')), { summary });
  const { get } = await servePaths(
    {
      '/users': { get: operation(listOf(ref('Person'))) },
      '/users/{id}': { get: operation(ref('Person')) },
      '/tasks': { get: tasks('All') },
      '/tasks/{id}': { get: operation(ref('Task')) },
      '/users/{userId}/tasks': { get: tasks('Tasks that are assigned to the user') },
    },
    { Person, Task },
    { data: { users: [{ id: 1 }, { id: 2 }], tasks: [{ id: 5, assignee: { id: 1 }, reporter: { id: 2 } }] } },
  );
  expect((await get('/users/1/tasks')).body).toHaveLength(1);
  expect((await get('/users/2/tasks')).body).toEqual([]);
});
