/** Items with a path of their own, beside the nested path of their collection. */
import { describe, expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { boundIn, collection, itemBindingOf, nothing, serviceFor, things } from '../../openapi/resources/small.ts';
import { boolean, declared, inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Part = object({ id: integer, name: text, weight: integer }, ['id']);
const nested = collection(ref('Part'), { takes: object({ name: text }), status: 201 });
const item = {
  get: operation(ref('Part')),
  put: operation(ref('Part'), { takes: object({ name: text }) }),
  patch: operation(ref('Part'), { takes: object({ weight: integer }) }),
  delete: nothing,
};
const read = { get: operation(ref('Part')) };
const serviceOf = (paths: object) =>
  serviceFor(
    { '/things': { get: operation(things) }, '/things/{thingId}': { get: operation(ref('Thing')) }, ...paths },
    { Part, Other: object({ id: integer, a: text, b: text, c: text }) },
  );
/** The list below things, with these other paths. */
const below = (paths: object) => serviceOf({ '/things/{thingId}/parts': nested, ...paths });

test('the items of a nested collection are found by their own id alone', () => {
  const service = below({ '/parts/{partId}': item });
  expect(boundIn(service)).toMatchObject({
    'GET /things/{thingId}/parts': 'parts.list',
    'POST /things/{thingId}/parts': 'parts.create',
    'GET /parts/{partId}': 'parts.read',
    'PUT /parts/{partId}': 'parts.replace',
    'DELETE /parts/{partId}': 'parts.delete',
  });
  expect(itemBindingOf(service, 'GET /parts/{partId}')).toMatchObject({ parentParameters: [], key: 0, upsert: false });
  expect(service.collections.get('parts')).toMatchObject({ indexed: ['id'], parentCollection: 'things' });
});

test('they are acted on at their own path', () => {
  const service = below({ '/parts/{partId}': item, '/parts/{partId}/weigh': { post: operation(ref('Part')) } });
  const binding = itemBindingOf(service, 'POST /parts/{partId}/weigh');
  expect(binding).toMatchObject({ action: 'act', parentParameters: [], key: 0 });
});

test('also if their own path only changes and deletes them', () => {
  const { get: _read, ...writes } = item;
  const service = below({ '/parts/{id}': writes });
  expect(boundIn(service)).toMatchObject({ 'PUT /parts/{id}': 'parts.replace', 'DELETE /parts/{id}': 'parts.delete' });
  expect(itemBindingOf(service, 'DELETE /parts/{id}')).toMatchObject({ parentParameters: [], key: 0 });
});

test('also if the list has summaries, and only the creation returns the whole item', () => {
  const summary = object({ id: integer, name: text, href: text });
  const parts = { ...nested, get: operation(listOf(summary)) };
  const service = serviceOf({ '/things/{thingId}/parts': parts, '/parts/{partId}': item });
  const bound = boundIn(service);
  expect(bound).toMatchObject({ 'POST /things/{thingId}/parts': 'parts.create', 'GET /parts/{partId}': 'parts.read' });
  expect([...(service.collections.get('parts')?.properties ?? [])]).toEqual(['id', 'name', 'weight']);
});

test('also if they show the thing that they belong to, which is not what is created', () => {
  const whole = object({ partId: integer, name: text, weight: integer, thing: ref('Thing') });
  const summary = object({ partId: integer, name: text, thing: ref('Thing'), uses: integer });
  const parts = collection(whole, { takes: object({ name: text }), status: 201 });
  const service = serviceOf({
    '/things/{thingId}/parts': { ...parts, get: operation(listOf(summary)) },
    '/parts/{partId}': { ...item, get: operation(whole) },
  });
  expect(itemBindingOf(service, 'POST /things/{thingId}/parts').view.isOther).toBeUndefined();
  expect(boundIn(service)).toMatchObject({
    'GET /parts/{partId}': 'parts.read',
    'DELETE /parts/{partId}': 'parts.delete',
  });
});

test('also if the nested path changes many of them at once', () => {
  const changes = listOf(object({ id: integer, weight: integer }, ['id']));
  const parts = { ...nested, patch: operation(undefined, { takes: changes }) };
  const bound = boundIn(serviceOf({ '/things/{thingId}/parts': parts, '/parts/{partId}': item }));
  for (const path of ['/things/{thingId}/parts', '/parts/{partId}'])
    expect(bound[`PATCH ${path}`]).toBe('parts.update');
});

test('no two of them have the same id, whatever their parents', async () => {
  const Part = object({ id: { type: 'string', pattern: '^[a-c]$' }, name: text }, ['id']);
  const paths = { '/shops/{shop}/parts': nested, '/parts/{partId}': read };
  const client = await servePaths(declared(paths, text), { Part });
  const parts = ['x', 'y', 'z'].map((name) => client.send('POST', `/shops/${name}/parts`, { name }));
  for (const { body } of await Promise.all(parts)) expect((await client.get(`/parts/${body.id}`)).body).toEqual(body);
});

test('a path may have some of the parents', () => {
  const service = serviceOf({ '/shops/{shop}/things/{thing}/parts': nested, '/shops/{shop}/parts/{partId}': item });
  expect(itemBindingOf(service, 'GET /shops/{shop}/parts/{partId}')).toMatchObject({ parentParameters: [0], key: 1 });
});

test.each([
  ['another schema', { '/parts/{partId}': { get: operation(ref('Other')) } }],
  ['another noun', { '/pieces/{partId}': read }],
  ['other parents', { '/shops/{shop}/parts/{partId}': read }],
  [
    'no reading and no creation',
    { '/things/{thingId}/parts': { get: nested.get }, '/parts/{partId}': { delete: nothing } },
  ],
  ['a list in place of the item', { '/parts/{partId}': { get: operation(listOf(ref('Part'))) } }],
])('%s: they are not', (_name, paths) => {
  const bound = boundIn(below(paths));
  const [last] = Object.keys(bound).filter((name) => name.endsWith('/{partId}'));
  expect(bound[last as string]).toBe('-');
});

test('also if the items have a list of their own', () => {
  const service = below({ '/parts': { get: operation(listOf(ref('Part'))) }, '/parts/{partId}': item });
  expect(boundIn(service)).toMatchObject({ 'GET /parts': 'parts.list', 'GET /parts/{partId}': 'parts.read' });
  expect(itemBindingOf(service, 'GET /parts/{partId}').collection.parents).toHaveLength(1);
});

test('a collection with a creation of its own keeps its items, if they do not name the parent', () => {
  const service = below({ '/parts': nested, '/parts/{partId}': item });
  expect(itemBindingOf(service, 'GET /parts/{partId}').collection.parents).toEqual([]);
  expect(boundIn(service)['GET /things/{thingId}/parts']).toBe('things.parts.list');
});

test('a nested collection with paths for its items keeps them', () => {
  const service = below({ '/things/{thingId}/parts/{partId}': item, '/parts/{partId}': read });
  const bound = boundIn(service);
  expect(bound).toMatchObject({ 'GET /things/{thingId}/parts/{partId}': 'parts.read', 'GET /parts/{partId}': '-' });
});

test('a path without an id adopts no collection', () => {
  const service = below({ '/newest/part': read });
  expect(boundIn(service)['GET /newest/part']).toBe('-');
});

test('a collection has its items at one path: another path with the same items is a collection of its own', () => {
  const service = below({ '/parts/{partId}': item, '/old/parts/{partId}': item });
  const { collection } = itemBindingOf(service, 'GET /parts/{partId}');
  expect(itemBindingOf(service, 'GET /things/{thingId}/parts').collection).toBe(collection);
  expect(itemBindingOf(service, 'GET /old/parts/{partId}').collection).not.toBe(collection);
});

test('a path may have all parents but one', () => {
  const service = serviceOf({
    '/shops/{shop}/shelves/{shelf}/things/{thing}/parts': nested,
    '/shops/{shop}/shelves/{shelf}/parts/{partId}': item,
  });
  const binding = itemBindingOf(service, 'GET /shops/{shop}/shelves/{shelf}/parts/{partId}');
  expect(binding).toMatchObject({ parentParameters: [0, 1], key: 2 });
});

test('a path with as many parents as the collection has is not that of its items', () => {
  const service = serviceOf({ '/shops/{shop}/parts': nested, '/shops/{shop}/old/parts/{partId}': read });
  expect(boundIn(service)['GET /shops/{shop}/old/parts/{partId}']).toBe('-');
});

test('a path with some of the parents begins with their path', () => {
  const service = serviceOf({
    '/shops/{shop}/areas/{area}/things/{thing}/parts': nested,
    '/shops/{shop}/areas/{area}/parts/{partId}': item,
  });
  const binding = itemBindingOf(service, 'GET /shops/{shop}/areas/{area}/parts/{partId}');
  expect(binding).toMatchObject({ parentParameters: [0, 1], key: 2 });
  const elsewhere = serviceOf({
    '/shops/{shop}/areas/{area}/things/{thing}/parts': nested,
    '/shops/{shop}/halls/{hall}/parts/{partId}': read,
  });
  expect(boundIn(elsewhere)['GET /shops/{shop}/halls/{hall}/parts/{partId}']).toBe('-');
});

test('operations before the reading are bound, unless they document no success', () => {
  const service = below({
    '/parts/{partId}': { delete: nothing, ...read, put: { responses: { 400: { description: '' } } } },
  });
  expect(boundIn(service)).toMatchObject({
    'DELETE /parts/{partId}': 'parts.delete',
    'GET /parts/{partId}': 'parts.read',
    'PUT /parts/{partId}': '-',
  });
});

test('the items of a collection without parents are found at its own path only', () => {
  const bound = boundIn(serviceOf({ '/parts': nested, '/archive/parts/{partId}': read }));
  expect(bound['GET /archive/parts/{partId}']).toBe('-');
});

test('items of several lists are found at one path, each by an id of its own', async () => {
  const Comment = object({ id: integer, text, author: text, hidden: boolean }, ['id', 'text']);
  const takes = object({ text }, ['text']);
  const comments = collection(ref('Comment'), { takes, status: 201 });
  const client = await servePaths(
    {
      '/posts': { get: operation(things) },
      '/posts/{id}': { get: operation(ref('Thing')) },
      '/photos': { get: operation(things) },
      '/photos/{id}': { get: operation(ref('Thing')) },
      '/posts/{postId}/comments': comments,
      '/photos/{photoId}/comments': comments,
      '/comments/{commentId}': { put: operation(ref('Comment'), { takes }), delete: nothing },
      '/comments/{commentId}/hide': { post: nothing },
    },
    { Comment },
    'default',
  );
  const own = await client.send('POST', '/posts/1/comments', { text: 'of a post' });
  const other = await client.send('POST', '/photos/1/comments', { text: 'of a photo' });
  expect(own.body.id).not.toBe(other.body.id);
  for (const { body } of [own, other]) {
    await client.send('PUT', `/comments/${body.id}`, { text: 'changed' });
    await client.send('POST', `/comments/${body.id}/hide`);
  }
  const after = { text: 'changed', hidden: true };
  expect((await client.get('/posts/1/comments')).body).toContainEqual({ id: own.body.id, ...after });
  expect((await client.get('/photos/1/comments')).body).toContainEqual({ id: other.body.id, ...after });
  await client.send('DELETE', `/comments/${other.body.id}`);
  expect((await client.get('/photos/1/comments')).body).not.toContainEqual(
    expect.objectContaining({ id: other.body.id }),
  );
  expect((await client.send('DELETE', '/comments/5000')).status).toBe(404);
});

test('what is found by a name below its parent is found by its id alone, too', async () => {
  const Build = object({ id: integer, tag: text, note: text }, ['id', 'tag']);
  const { get, send } = await servePaths(
    {
      '/things/{thingId}/builds': collection(ref('Build'), { takes: object({ tag: text }, ['tag']), status: 201 }),
      '/things/{thingId}/builds/{tag}': { parameters: [inPath('tag', text)], get: operation(ref('Build')) },
      '/builds/{buildId}': {
        get: operation(ref('Build')),
        patch: operation(ref('Build'), { takes: object({ note: text }) }),
      },
    },
    { Build },
  );
  const { body: built } = await send('POST', '/things/1/builds', { tag: 'v1' });
  expect((await get('/things/1/builds/v1')).body).toEqual(built);
  expect((await get(`/builds/${built.id}`)).body).toEqual(built);
  await send('PATCH', `/builds/${built.id}`, { note: 'n' });
  expect((await get('/things/1/builds/v1')).body).toMatchObject({ id: built.id, note: 'n' });
  expect([(await get('/builds/99')).status, (await get('/things/1/builds/v9')).status]).toEqual([404, 404]);
});

test('an action at a path without the parents is on the items below them', async () => {
  const Invitation = object({ id: integer, email: text }, ['id', 'email']);
  const Visit = object({ id: integer, closed: boolean }, ['id', 'closed']);
  const done = { put: operation(object({ ok: boolean }, ['ok'])) };
  const { get, send } = await servePaths(
    {
      '/things/{thingId}/invitations': collection(ref('Invitation'), {
        takes: object({ email: text }, ['email']),
        status: 201,
      }),
      '/invitations/{id}/accept': done,
      '/invitations/{id}/decline': { delete: operation(object({ ok: boolean }, ['ok'])) },
      '/things/{thingId}/visits': collection(ref('Visit'), { takes: object({ note: text }), status: 201 }),
      '/visits/{id}/close': { post: operation(ref('Visit')) },
    },
    { Invitation, Visit },
  );
  for (const email of ['a@e.co', 'b@e.co', 'c@e.co']) await send('POST', '/things/1/invitations', { email });
  expect((await send('PUT', '/invitations/2/accept')).status).toBe(200);
  expect((await send('DELETE', '/invitations/3/decline')).status).toBe(200);
  expect((await get('/things/1/invitations')).body).toMatchObject([{ id: 1 }]);
  expect((await send('PUT', '/invitations/9/accept')).status).toBe(404);
  await send('POST', '/things/1/visits', {});
  expect((await send('POST', '/visits/1/close')).body).toMatchObject({ id: 1, closed: true });
  expect((await get('/things/1/visits')).body).toMatchObject([{ id: 1, closed: true }]);
});

describe('an action that returns an item of another list', () => {
  const Course = object({ id: integer, title: text }, ['id', 'title']);
  const Enrollment = object({ id: integer, course_id: integer, user_id: integer }, ['id', 'course_id', 'user_id']);
  const User = object({ id: integer, username: text }, ['id', 'username']);
  const courses = {
    '/courses': { get: operation(listOf(Course)) },
    '/courses/{id}': { parameters: [inPath('id')], get: operation(Course) },
  };
  const enroll = {
    parameters: [inPath('id')],
    post: operation(object({ data: Enrollment }), { status: 201 }),
    delete: nothing,
  };

  test('creates it, of the item in the path and of the caller, who alone takes it back', async () => {
    const { get, send } = await servePaths(
      {
        ...courses,
        '/courses/{id}/enroll': enroll,
        '/enrollments': { get: operation(listOf(Enrollment)) },
        '/users': { get: operation(listOf(ref('User'))) },
        '/users/me': { get: operation(ref('User')) },
      },
      { User },
      {
        data: {
          courses: [1, 2].map((id) => ({ id, title: 'c' })),
          users: [7, 8].map((id) => ({ id, username: `u${id}` })),
          enrollments: [{ id: 1, course_id: 2, user_id: 8 }],
        },
      },
    );
    const { status, body } = await send('POST', '/courses/2/enroll');
    expect([status, body]).toEqual([201, { data: { id: 2, course_id: 2, user_id: 7 } }]);
    expect((await get('/enrollments')).body).toHaveLength(2);
    expect((await send('POST', '/courses/9/enroll')).status).toBe(404);
    await send('DELETE', '/courses/2/enroll');
    expect((await get('/enrollments')).body).toEqual([{ id: 1, course_id: 2, user_id: 8 }]);
    expect((await get('/courses/2')).status).toBe(200);
  });

  test.each([
    ['below the same item, by a word of its name', 'annotate', 'annotations.create'],
    ['not by another word', 'convert', 'courses.about'],
    ['not of a text that is converted', 'annotation-converter', 'courses.act', 'text/plain'],
  ])('%s', (_, verb, bound, mediaType = 'application/json') => {
    const parameters = [inPath('id')];
    const requestBody = { content: { [mediaType]: { schema: mediaType === 'text/plain' ? text : object({ text }) } } };
    const service = serviceFor(
      {
        ...courses,
        '/courses/{id}/annotations': { parameters, get: operation(listOf(ref('Note'))) },
        [`/courses/{id}/${verb}`]: { parameters, post: { ...operation(ref('Note')), requestBody } },
      },
      { Note: object({ id: integer, text }, ['id']) },
    );
    expect(boundIn(service)).toMatchObject({ [`POST /courses/{id}/${verb}`]: bound });
  });
});
