/** Items that are created at one path and found at another: one collection. */
import { expect, test } from 'vitest';
import { type Client, servePaths } from '../openapi/resources/served.ts';
import { integer, listOf, object, operation, ref, text } from '../openapi/resources/small.ts';

const inPath = (name: string, schema: object = integer) => ({ name, in: 'path', required: true, schema });

const Project = object({ id: integer, name: text }, ['id', 'name']);
const projects = {
  '/projects': {
    get: operation(listOf(ref('Project'))),
    post: operation(ref('Project'), { takes: object({ name: text }), status: 201 }),
  },
  '/projects/{id}': { get: operation(ref('Project')), delete: operation(undefined) },
};
const itemOf = (name: string) => ({
  get: operation(ref(name)),
  patch: operation(ref(name), { takes: object({ subject: text }) }),
  delete: operation(undefined),
});

/** An issue is changed and deleted at its own path, and the list below the project follows. */
const expectLife = async (client: Client, below: string, issue: { readonly id: number }): Promise<void> => {
  const own = `/issues/${issue.id}`;
  expect((await client.get(own)).body).toEqual(issue);
  const changed = { ...issue, subject: 'two' };
  expect((await client.send('PATCH', own, { subject: 'two' })).body).toEqual(changed);
  expect((await client.get(below)).body).toEqual([changed]);
  expect((await client.get('/issues')).body).toEqual([changed]);
  expect((await client.send('DELETE', own)).status).toBe(204);
  expect((await client.get(own)).status).toBe(404);
  expect((await client.get(below)).body).toEqual([]);
};

test.each<[string, object, (id: number) => object]>([
  ['names its project', { project_id: integer }, (id) => ({ project_id: id })],
  ['has the key of its project', { project: integer }, (id) => ({ project: id })],
  [
    'contains its project',
    { project: object({ id: integer, name: text }, ['id']) },
    (id) => ({ project: { id, name: 'p' } }),
  ],
])('an issue that %s is created below it, and found in both lists', async (_name, named, shown) => {
  const Issue = object({ id: integer, subject: text, ...named }, ['id']);
  const issues = {
    get: operation(listOf(ref('Issue'))),
    post: operation(ref('Issue'), { takes: object({ subject: text }), status: 201 }),
  };
  const client = await servePaths(
    {
      ...projects,
      '/projects/{project_id}/issues': { ...issues },
      '/issues': issues,
      '/issues/{issue_id}': { ...itemOf('Issue') },
    },
    { Project, Issue },
  );
  await client.send('POST', '/projects', { name: 'o' });
  await client.send('POST', '/projects', { name: 'p' });
  const { body } = await client.send('POST', '/projects/2/issues', { subject: 'one' });
  expect(body).toEqual({ id: 1, subject: 'one', ...shown(2) });
  expect((await client.get('/projects/2/issues')).body).toEqual([body]);
  expect((await client.get('/projects/1/issues')).body).toEqual([]);
  expect((await client.get('/projects/9/issues')).status).toBe(404);
  expect((await client.send('POST', '/projects/9/issues', { subject: 'one' })).status).toBe(404);
  await expectLife(client, '/projects/2/issues', body);
});

test('an item that can only be created below another one is found at its own path', async () => {
  const Issue = object({ id: integer, subject: text, projectId: integer }, ['id']);
  const client = await servePaths(
    {
      ...projects,
      '/projects/{projectId}/issues': {
        post: operation(ref('Issue'), { takes: object({ subject: text }), status: 201 }),
      },
      '/issues': { get: operation(listOf(ref('Issue'))) },
      '/issues/{issueId}': { ...itemOf('Issue') },
    },
    { Project, Issue },
  );
  await client.send('POST', '/projects', { name: 'o' });
  expect((await client.send('POST', '/projects/9/issues', { subject: 'one' })).status).toBe(404);
  const { body } = await client.send('POST', '/projects/1/issues', { subject: 'one' });
  expect(body).toEqual({ id: 1, subject: 'one', projectId: 1 });
  expect((await client.get('/issues')).body).toEqual([body]);
  expect((await client.get('/issues/1')).body).toEqual(body);
});

test('comments that do not name their issue are found below the repository, and in no other one', async () => {
  const Issue = object({ number: integer, title: text }, ['number']);
  const Comment = object({ id: integer, body: text }, ['id']);
  const repository = [inPath('owner', text), inPath('repo', text)];
  const base = '/repos/{owner}/{repo}/issues';
  const client = await servePaths(
    {
      [base]: {
        parameters: repository,
        get: operation(listOf(ref('Issue'))),
        post: operation(ref('Issue'), { takes: object({ title: text }), status: 201 }),
      },
      [`${base}/{issue_number}`]: { parameters: [...repository, inPath('issue_number')], get: operation(ref('Issue')) },
      [`${base}/{issue_number}/comments`]: {
        parameters: [...repository, inPath('issue_number')],
        get: operation(listOf(ref('Comment'))),
        post: operation(ref('Comment'), { takes: object({ body: text }), status: 201 }),
      },
      [`${base}/comments`]: { parameters: repository, get: operation(listOf(ref('Comment'))) },
      [`${base}/comments/{comment_id}`]: {
        parameters: [...repository, inPath('comment_id')],
        get: operation(ref('Comment')),
        patch: operation(ref('Comment'), { takes: object({ body: text }) }),
        delete: operation(undefined),
      },
    },
    { Issue, Comment },
  );
  const own = '/repos/octo/hello/issues';
  await client.send('POST', own, { title: 'one' });
  const { body: comment } = await client.send('POST', `${own}/1/comments`, { body: 'a' });
  expect((await client.get(`${own}/comments/${comment.id}`)).body).toEqual(comment);
  expect((await client.get(`${own}/comments`)).body).toEqual([comment]);
  expect((await client.get('/repos/octo/other/issues/comments')).body).toEqual([]);
  expect((await client.get(`/repos/octo/other/issues/comments/${comment.id}`)).status).toBe(404);
  await client.send('PATCH', `${own}/comments/${comment.id}`, { body: 'b' });
  expect((await client.get(`${own}/1/comments`)).body).toEqual([{ ...comment, body: 'b' }]);
  expect((await client.send('DELETE', `${own}/comments/${comment.id}`)).status).toBe(204);
  expect((await client.get(`${own}/1/comments`)).body).toEqual([]);
});

test.each([
  ['tags/{tag}', 'tag_name'],
  ['by-email/{value}', 'email'],
  ['slug/{slug}', 'slug'],
])('/releases/%s finds a release by its %s', async (below, property) => {
  const parameter = below.slice(below.indexOf('{') + 1, -1);
  const Release = object({ id: integer, tag_name: text, email: text, slug: text }, ['id']);
  const client = await servePaths(
    {
      '/releases': {
        get: operation(listOf(ref('Release'))),
        post: operation(ref('Release'), { takes: object({ [property]: text }), status: 201 }),
      },
      '/releases/{id}': { get: operation(ref('Release')) },
      [`/releases/${below}`]: {
        parameters: [inPath(parameter, text)],
        get: operation(ref('Release')),
        delete: operation(undefined),
      },
    },
    { Release },
  );
  const { body } = await client.send('POST', '/releases', { [property]: 'v1' });
  const [segment] = below.split('/');
  expect((await client.get(`/releases/${segment}/v1`)).body).toEqual(body);
  expect((await client.get(`/releases/${segment}/v2`)).status).toBe(404);
  expect((await client.send('DELETE', `/releases/${segment}/v1`)).status).toBe(204);
  expect((await client.get(`/releases/${body.id}`)).status).toBe(404);
});

const Like = object({ id: integer, kind: text });
const like = { takes: object({ kind: text }) };
const likeOf = operation(ref('Like'), { ...like, status: 201 });

test('what is created below an item, and neither listed nor read, is changed and deleted at its own path', async () => {
  const { send } = await servePaths(
    {
      ...projects,
      '/projects/{id}/likes': { post: likeOf },
      '/likes/{id}': { put: operation(ref('Like'), like), delete: operation(undefined) },
    },
    { Project, Like },
  );
  const { id } = (await send('POST', '/projects', { name: 'a' })).body;
  const { body } = await send('POST', `/projects/${id}/likes`, { kind: 'heart' });
  expect(body).toEqual({ id: expect.any(Number), kind: 'heart' });
  expect((await send('PUT', `/likes/${body.id}`, { kind: 'star' })).body).toEqual({ ...body, kind: 'star' });
  expect((await send('DELETE', `/likes/${body.id}`)).status).toBe(204);
  expect((await send('DELETE', `/likes/${body.id}`)).status).toBe(404);
});

test('what is only created below an item shows what was sent', async () => {
  const { send } = await servePaths({ ...projects, '/projects/{id}/likes': { post: likeOf } }, { Project, Like });
  const { id } = (await send('POST', '/projects', { name: 'a' })).body;
  expect((await send('POST', `/projects/${id}/likes`, { kind: 'heart' })).body).toMatchObject({ kind: 'heart' });
  expect((await send('POST', '/projects/99/likes', { kind: 'heart' })).status).toBe(404);
});
