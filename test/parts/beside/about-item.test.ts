/** Operations below an item that show something else, and items at a nested path beside a path of their own. */
import { expect, test } from 'vitest';
import type { ItemBinding } from '../../../src/core/service/binding.ts';
import { createVivarium } from '../../../src/index.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { boundIn, collection, nothing, saving, serviceFor, things } from '../../openapi/resources/small.ts';
import { inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const ownerId = inPath('ownerId');
const noteId = inPath('noteId');
const Owner = object({ id: integer, name: text, status: { enum: ['active', 'archived'] } }, ['id', 'name', 'status']);
const Note = object({ id: integer, text, ownerId: { ...integer, readOnly: true } }, ['id', 'text', 'ownerId']);
const send = object({ text }, ['text']);
const paths = {
  '/owners': collection(ref('Owner'), { takes: object({ name: text }) }),
  '/owners/{ownerId}': { parameters: [ownerId], get: operation(ref('Owner')), delete: nothing },
  '/owners/{ownerId}/archive': { parameters: [ownerId], post: operation(object({ job: text }, ['job'])) },
  '/owners/{ownerId}/balance': { parameters: [ownerId], get: operation(object({ cents: integer }, ['cents'])) },
  '/owners/{ownerId}/notes': { parameters: [ownerId], post: operation(ref('Note'), { takes: send, status: 201 }) },
  '/owners/{ownerId}/notes/{noteId}': {
    parameters: [ownerId, noteId],
    get: operation(ref('Note')),
    put: operation(ref('Note'), { takes: send }),
  },
  '/notes': collection(ref('Note'), { takes: send }),
  '/notes/{noteId}': { parameters: [noteId], get: operation(ref('Note')), delete: nothing },
};

const start = async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Owners', version: '1' },
    paths,
    components: { schemas: { Owner, Note } },
  };
  const vivarium = await createVivarium({ document });
  const call = async (method: string, path: string, body?: object) => {
    const response = await vivarium.world().fetch(path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const answer = await response.text();
    return { status: response.status, body: answer === '' ? undefined : JSON.parse(answer) };
  };
  return { vivarium, call };
};

test('an operation below an item needs the item, and shows something else', async () => {
  const { vivarium, call } = await start();
  const { body: owner } = await call('POST', '/owners', { name: 'Ann' });
  expect(await call('GET', `/owners/${owner.id}/balance`)).toMatchObject({
    status: 200,
    body: { cents: expect.any(Number) },
  });
  expect((await call('GET', '/owners/4711/balance')).status).toBe(404);
  expect((await call('POST', '/owners/4711/archive')).status).toBe(404);
  await call('DELETE', `/owners/${owner.id}`);
  expect((await call('GET', `/owners/${owner.id}/balance`)).status).toBe(404);
  await vivarium.close();
});

test('an action that returns something else has the effect that its name states', async () => {
  const { vivarium, call } = await start();
  const { body: owner } = await call('POST', '/owners', { name: 'Ann' });
  expect(await call('POST', `/owners/${owner.id}/archive`)).toMatchObject({
    status: 200,
    body: { job: expect.any(String) },
  });
  expect((await call('GET', `/owners/${owner.id}`)).body.status).toBe('archived');
  await vivarium.close();
});

test('an item that is created below another one is at both paths, and nowhere else', async () => {
  const { vivarium, call } = await start();
  const { body: ann } = await call('POST', '/owners', { name: 'Ann' });
  const { body: bob } = await call('POST', '/owners', { name: 'Bob' });
  const { body: note } = await call('POST', `/owners/${ann.id}/notes`, { text: 'first' });
  expect(note).toMatchObject({ text: 'first', ownerId: ann.id });
  expect((await call('GET', `/notes/${note.id}`)).body).toEqual(note);
  expect((await call('GET', `/owners/${ann.id}/notes/${note.id}`)).body).toEqual(note);
  expect((await call('GET', `/owners/${bob.id}/notes/${note.id}`)).status).toBe(404);
  expect((await call('PUT', `/owners/${bob.id}/notes/${note.id}`, { text: 'x' })).status).toBe(404);
  expect((await call('PUT', '/owners/4711/notes/1', { text: 'x' })).status).toBe(404);
  const changed = { ...note, text: 'second' };
  expect((await call('PUT', `/owners/${ann.id}/notes/${note.id}`, { text: 'second' })).body).toEqual(changed);
  expect((await call('GET', '/notes')).body).toContainEqual(changed);
  expect((await call('POST', '/owners/4711/notes', { text: 'x' })).status).toBe(404);
  expect((await call('DELETE', `/notes/${note.id}`)).status).toBe(204);
  expect((await call('GET', `/owners/${ann.id}/notes/${note.id}`)).status).toBe(404);
  await vivarium.close();
});

test('two lists of the same schema with different nouns are two collections', () => {
  const service = serviceFor({ '/priorities': { get: operation(things) }, '/categories': { get: operation(things) } });
  expect(boundIn(service)).toEqual({ 'GET /priorities': 'priorities.list', 'GET /categories': 'categories.list' });
});

test('a path elsewhere is about the item whose id it names, if one collection alone may have it', async () => {
  const position = operation(object({ position: integer }, ['position']));
  const waiting = {
    '/waiting/owner/{ownerId}/position': { get: position },
    '/waiting/{id}/position': { get: position },
    '/carts/{ownerId}': { get: position },
  };
  const bound = boundIn(serviceFor({ ...paths, ...waiting }, { Owner, Note }));
  expect(bound['GET /waiting/owner/{ownerId}/position']).toBe('owners.about');
  expect(bound['GET /waiting/{id}/position']).toBe('-');
  expect(bound['GET /carts/{ownerId}']).toBe('-');
  const others = { '/old/owners': paths['/owners'], '/old/owners/{ownerId}': paths['/owners/{ownerId}'] };
  expect(boundIn(serviceFor({ ...paths, ...waiting, ...others }, { Owner, Note }))).toMatchObject({
    'GET /old/owners/{ownerId}': 'old.owners.read',
    'GET /waiting/owner/{ownerId}/position': '-',
  });
  const { get, send } = await servePaths({ ...paths, ...waiting }, { Owner, Note });
  const { id } = (await send('POST', '/owners', { name: 'Ada' })).body;
  expect((await get(`/waiting/owner/${id}/position`)).status).toBe(200);
  await send('DELETE', `/owners/${id}`);
  expect((await get(`/waiting/owner/${id}/position`)).status).toBe(404);
});

test.each<[string, object, string]>([
  ['GET /owners/{ownerId}/archive', {}, 'owners.about 0'],
  ['POST /owners/{ownerId}/archive', {}, 'owners.about 0 status'],
  ['POST /owners/{ownerId}/notes/{noteId}/archive', {}, 'owners.about 0 status'],
  ['POST /owners/{ownerId}/a/b/archive', {}, 'owners.about 0 status'],
  [
    'GET /docs/{docId}/size',
    { '/docs/{docId}': { get: operation(ref('Note')), put: saving(ref('Note'), { status: 201 }) } },
    '- ',
  ],
  ['GET /tags/{tagId}/size', { '/tags': { get: operation(listOf(ref('Note'))) } }, '- '],
  ['GET /settings/size', { '/settings': { get: operation(ref('Owner')), put: saving(ref('Owner')) } }, 'size.read '],
  ['POST /owners/archive', {}, 'owners.about body status'],
  ['POST /owners/test', {}, '- '],
])('%s %#', (name, more, expected) => {
  const [method = '', path = ''] = name.split(' ');
  const answer = object({ job: text }, ['job']);
  const described = operation(
    answer,
    path === '/owners/archive' ? { takes: object({ ownerId: integer }, ['ownerId']) } : {},
  );
  const service = serviceFor({ ...paths, ...more, [path]: { [method.toLowerCase()]: described } }, { Owner, Note });
  const binding = service.operations.find((one) => one.name === name)?.binding as ItemBinding | undefined;
  const effects = binding?.effects.map(({ path }) => path.join('.')) ?? [];
  const about = [boundIn(service)[name], binding?.key, ...(binding?.parentParameters ?? []), ...effects];
  expect(about.join(' ')).toBe(expected);
});

test('what an action changes is shown in a response of its own', async () => {
  const Post = object(
    { id: integer, isLiked: { type: 'boolean' }, likes_count: integer, state: { enum: ['draft', 'published'] } },
    ['id', 'isLiked', 'likes_count', 'state'],
  );
  const shown = object({ liked: { type: 'boolean' }, likeCount: integer, comments: integer, likes: text }, [
    ...['liked', 'likeCount', 'comments', 'likes'],
  ]);
  const confirmed = object({ ok: { type: 'boolean' }, data: object({ state: { enum: ['draft', 'published'] } }) });
  const { send } = await servePaths(
    {
      '/posts': { post: operation(ref('Post'), { takes: object({ title: text }) }) },
      '/posts/{id}': { get: operation(ref('Post')) },
      '/posts/{id}/like': { post: operation(shown), delete: operation(shown) },
      '/posts/{id}/publish': { post: operation({ ...confirmed, required: ['data'] }) },
    },
    { Post },
  );
  await send('POST', '/posts', { title: 'A boat' });
  const liked = await send('POST', '/posts/1/like');
  expect(liked.body).toMatchObject({ liked: true, likeCount: 1, likes: expect.any(String) });
  expect((await send('DELETE', '/posts/1/like')).body).toMatchObject({ liked: false, likeCount: 0 });
  expect((await send('POST', '/posts/1/publish')).body.data).toMatchObject({ state: 'published' });
});

test.each<[string, string, object, string, unknown]>([
  ['POST', 'assign/{userId}', operation(ref('Ticket')), 'assigneeId', 7],
  ['PUT', 'status/{status}', nothing, 'status', 'closed'],
  ['POST', 'move/{boardId}', operation(ref('Ticket')), 'boardId', 7],
  ['POST', 'assign?userId=7', operation(ref('Ticket'), { parameters: [inQuery('userId', integer)] }), 'assigneeId', 7],
  ['POST', 'boards/{boardId}', operation(ref('Ticket')), 'boardId', undefined],
])('%s /tickets/{id}/%s sets what it ends with', async (method, end, acts, property, value) => {
  const Ticket = object(
    { ...{ id: integer, title: text, boardId: integer }, status: { enum: ['open', 'closed'] }, assigneeId: integer },
    ['id'],
  );
  const path = end.replace(/\?.*/, '');
  const parameters = [
    inPath('id'),
    ...(path.match(/\w+(?=\})/g) ?? []).map((name) => inPath(name, name === 'status' ? text : integer)),
  ];
  const client = await servePaths(
    {
      '/tickets': collection(ref('Ticket'), { takes: object({ title: text }) }),
      '/tickets/{id}': { get: operation(ref('Ticket')) },
      [`/tickets/{id}/${path}`]: { parameters, [method.toLowerCase()]: acts },
    },
    { Ticket },
  );
  const { id } = (await client.send('POST', '/tickets', { title: 'a' })).body;
  const { body } = await client.send(method, `/tickets/${id}/${end.replace(/\{.*\}/, String(value ?? 7))}`);
  const kept = (await client.get(`/tickets/${id}`)).body;
  expect(kept[property]).toBe(value);
  if (value !== undefined && body !== undefined) expect(body).toEqual(kept);
});
