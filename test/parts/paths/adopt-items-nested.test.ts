/** Items that are created at one path and found at another: one collection. */
import { describe, expect, test } from 'vitest';
import { type Client, servePaths } from '../../openapi/resources/served.ts';
import { collection, nothing, serviceFor } from '../../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Project = object({ id: integer, name: text }, ['id', 'name']);
const projects = {
  '/projects': collection(ref('Project'), { takes: object({ name: text }), status: 201 }),
  '/projects/{id}': { get: operation(ref('Project')), delete: nothing },
};
const itemOf = (name: string) => ({
  get: operation(ref(name)),
  patch: operation(ref(name), { takes: object({ subject: text }) }),
  delete: nothing,
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
  const issues = collection(ref('Issue'), { takes: object({ subject: text }), status: 201 });
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

test('what is created below a project is there, also if the body names another one', async () => {
  const Issue = object({ id: integer, subject: text, project_id: integer }, ['id']);
  const issues = collection(ref('Issue'), { takes: ref('Issue'), status: 201 });
  const client = await servePaths(
    { ...projects, '/projects/{project_id}/issues': { ...issues }, '/issues': issues },
    { Project, Issue },
  );
  await client.send('POST', '/projects', { name: 'p' });
  const { body } = await client.send('POST', '/projects/1/issues', { id: 1, subject: 'one', project_id: 7 });
  expect(body).toEqual({ id: 1, subject: 'one', project_id: 1 });
  expect((await client.get('/projects/1/issues')).body).toEqual([body]);
});

test('comments that do not name their issue are found below the repository, and in no other one', async () => {
  const Issue = object({ number: integer, title: text }, ['number']);
  const Comment = object({ id: integer, body: text }, ['id']);
  const repository = [inPath('owner', text), inPath('repo', text)];
  const base = '/repos/{owner}/{repo}/issues';
  const client = await servePaths(
    {
      [base]: { parameters: repository, ...collection(ref('Issue'), { takes: object({ title: text }), status: 201 }) },
      [`${base}/{issue_number}`]: { parameters: [...repository, inPath('issue_number')], get: operation(ref('Issue')) },
      [`${base}/{issue_number}/comments`]: {
        parameters: [...repository, inPath('issue_number')],
        ...collection(ref('Comment'), { takes: object({ body: text }), status: 201 }),
      },
      [`${base}/comments`]: { parameters: repository, get: operation(listOf(ref('Comment'))) },
      [`${base}/comments/{comment_id}`]: {
        parameters: [...repository, inPath('comment_id')],
        get: operation(ref('Comment')),
        patch: operation(ref('Comment'), { takes: object({ body: text }) }),
        delete: nothing,
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

const _Like = object({ id: integer, kind: text });
describe('a path below a project, beside issues at a path of their own', () => {
  const Issue = object({
    id: integer,
    code: text,
    subject: text,
    projectId: integer,
    meta: object({ lab_id: integer }),
  });
  const Summary = object({ id: integer, code: text, subject: text, projectId: integer, more: text });
  const Other = object({ id: integer, x: text, y: text, z: text, projectId: integer });
  const takes = object({ subject: text });
  const add = (name = 'Issue', sent: object = takes) => operation(ref(name), { takes: sent, status: 201 });
  const read = { get: operation(ref('Issue')) };
  const list = (name = 'Issue') => ({ get: operation(listOf(ref(name))) });
  const both = (name = 'Issue') => ({ ...list(name), post: add(name) });
  const below = '/projects/{projectId}/issues';
  /** The collection of the operation at a path, and the properties that its path states. */
  const boundTo = (owners: string, path: string, described: object): string => {
    const own = owners.split(' ').map((one) => ({ [one]: both(), [`${one}/{issueId}`]: itemOf('Issue') }));
    const around = path.startsWith(`${below}/`) ? { [below]: list() } : {};
    const service = serviceFor(
      { ...projects, ...Object.assign({}, ...own), ...around, [path]: described },
      { Project, Issue, Summary, Other },
    );
    const binding = service.operations.at(-1)?.binding;
    if (binding === undefined) return '-';
    const { collection, action } = binding;
    const stated =
      binding.action === 'list'
        ? binding.filters
        : binding.action === 'create'
          ? binding.mapping.parameters
          : (binding.within ?? []);
    return [`${collection.name}.${action}`, ...stated.map(({ property }) => property)].join(' ');
  };

  const code = { parameters: [inPath('projectId'), inPath('code', text)] };
  const lab = '/labs/{labId}/issues';
  const deep = `/labs/{labId}${below}`;
  test.each<[string, string, string, object, string]>([
    ['lists those that name it', '/issues', below, list(), 'issues.list projectId'],
    ['names it by its parameter', '/issues', '/spaces/{projectId}/issues', both(), 'issues.create projectId'],
    ['names it by its noun', '/issues', '/projects/{id}/issues', both(), 'issues.create projectId'],
    ['creates those that name it', '/issues', below, both(), 'issues.create projectId'],
    ['reads one', '/issues', `${below}/{issueId}`, read, 'issues.read projectId'],
    ['changes one', '/issues', `${below}/{id2}`, { patch: add() }, 'issues.update projectId'],
    ['finds them by another id', '/issues', `${below}/{code}`, { ...code, ...read }, 'projects.issues.read'],
    ['lists summaries of them', '/issues', below, both('Summary'), 'projects.issues.create'],
    ['lists others', '/issues', below, both('Other'), 'projects.issues.create'],
    ['is beside two', '/issues /old/issues', below, both(), 'projects.issues.create'],
    ['has the parent of a parent', '/issues', deep, both(), 'issues.create projectId'],
    ['ends in an unknown parent', '/issues', '/projects/{projectId}/labs/{x}/issues', both(), 'labs.issues.create'],
    ['names an object in them', '/issues', '/labs/{lab_id}/issues', both(), 'labs.issues.create'],
    ['is that of another noun', '/issues', '/projects/{projectId}/tasks', both(), 'tasks.create'],
    ['is within their parent', lab, deep, both(), 'issues.create projectId'],
    ['is not within their parent', '/teams/{labId}/issues', deep, both(), 'projects.issues.create'],
    ['only creates them', '/issues', below, { post: add() }, 'issues.create projectId'],
    ['only creates others', '/issues', below, { post: add('Other') }, 'projects.act'],
    ['takes nothing of them', '/issues', below, { post: add('Issue', object({ x: text })) }, 'projects.act'],
    ['takes nothing', '/issues', below, { post: operation(ref('Issue')) }, 'issues.create projectId'],
    ['returns several', '/issues', below, { post: operation(listOf(ref('Issue')), { takes }) }, 'projects.act'],
    ['returns nothing', '/issues', below, { post: operation(undefined, { takes }) }, 'projects.act'],
    ['only creates them beside two', '/issues /old/issues', below, { post: add() }, 'projects.act'],
    ['only creates them below unknown parents', '/issues', '/labs/{x}/issues', { post: add() }, '-'],
    ['only creates them within their parent', lab, deep, { post: add() }, 'issues.create projectId'],
    ['only creates them elsewhere', '/teams/{labId}/issues', deep, { post: add() }, 'projects.act'],
    ['only replaces them', '/issues', below, { put: add() }, 'projects.act'],
  ])('%s', (_what, owners, path, described, expected) => {
    expect(boundTo(owners, path, described)).toBe(expected);
  });
});

describe('a path of an owner and an item, without a body,', () => {
  const Player = object({ id: integer, name: text, teamId: integer }, ['id', 'name']);
  const Team = object({ id: integer, name: text }, ['id', 'name']);
  const created = (name: string) => operation(ref(name), { takes: object({ name: text }, ['name']), status: 201 });
  const serveWith = async (pair: object) => {
    const client = await servePaths(
      {
        '/teams': { get: operation(listOf(ref('Team'))), post: created('Team') },
        '/teams/{teamId}': { get: operation(ref('Team')) },
        '/players': { get: operation(listOf(ref('Player'))), post: created('Player') },
        '/players/{playerId}': { get: operation(ref('Player')), delete: nothing },
        '/teams/{teamId}/players': { get: operation(listOf(ref('Player'))) },
        '/teams/{teamId}/players/{playerId}': pair,
      },
      { Team, Player },
    );
    await client.send('POST', '/teams', { name: 'one' });
    await client.send('POST', '/teams', { name: 'two' });
    await client.send('POST', '/players', { name: 'Ada' });
    return client;
  };
  const remove = { delete: nothing };

  test('deletes the item, if nothing puts it there', async () => {
    const client = await serveWith(remove);
    await client.send('POST', '/players', { name: 'Eve', teamId: 1 });
    expect((await client.send('DELETE', '/teams/1/players/2')).status).toBe(404);
    expect((await client.get('/players')).body).toHaveLength(2);
  });
});

test.each(['parent_id', 'parentCommentId', 'parent'])(
  'a comment below another one names it by its %s',
  async (name) => {
    const Comment = object({ id: integer, text, [name]: { ...integer, nullable: true } }, ['id', 'text']);
    const comments = collection(ref('Comment'), { takes: object({ text }), status: 201 });
    const { get, send } = await servePaths(
      {
        '/comments': comments,
        '/comments/{id}': { get: operation(ref('Comment')), delete: nothing },
        '/comments/{id}/replies': comments,
      },
      { Comment },
    );
    await send('POST', '/comments', { text: 'a' });
    const { body } = await send('POST', '/comments/1/replies', { text: 'b' });
    expect(body).toEqual({ id: 2, text: 'b', [name]: 1 });
    expect((await get('/comments/1/replies')).body).toEqual([body]);
    expect((await get('/comments/2')).body).toEqual(body);
    expect((await get('/comments/2/replies')).body).toEqual([]);
    expect((await send('POST', '/comments/9/replies', { text: 'c' })).status).toBe(404);
  },
);

test.each([{ type: 'boolean' }, text])('what says something else of a parent does not name it: %j', async (parent) => {
  const Work = object({ id: integer, name: text, parent }, ['id', 'name']);
  const works = {
    get: operation(listOf(ref('Work'))),
    post: operation(ref('Work'), { takes: object({ name: text }), status: 201 }),
  };
  const { get, send } = await servePaths(
    { '/works': works, '/works/{id}': { get: operation(ref('Work')) }, '/works/{id}/parts': works },
    { Work },
  );
  await send('POST', '/works', { name: 'a' });
  const { body } = await send('POST', '/works/1/parts', { name: 'b' });
  expect((await get('/works/1/parts')).body).toEqual([body]);
});
