/** Operations on many items of a collection, and on their number. */
import { describe, expect, test } from 'vitest';
import type { Binding, Filter } from '../../../src/core/service/binding.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { saving, serviceFor, things } from '../../openapi/resources/small.ts';
import { boolean, inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const base = {
  '/things': { get: operation(things), post: saving(ref('Thing')) },
  '/things/{thingId}': { get: operation(ref('Thing')) },
};

type Paths = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** What the binding of an operation is about: `delete body ids`; `-` if it is not about things. */
const boundTo = (name: string, described: object, paths: Paths = base, schemas: object = {}): string => {
  const [method = '', path = ''] = name.split(' ');
  const own = { ...paths[path], [method.toLowerCase()]: described };
  const service = serviceFor({ ...paths, [path]: own }, schemas);
  const binding = service.operations.find((one) => one.name === name)?.binding;
  return binding === undefined ? '-' : textOf(binding);
};

const textOf = (binding: Binding): string => {
  const bulk = 'bulk' in binding ? binding.bulk : undefined;
  const filterNames = (filters: readonly Filter[]): string => filters.map(({ property }) => property).join(' ');
  const about =
    bulk === undefined
      ? ['one']
      : bulk.in === 'body'
        ? ['body', ...bulk.path]
        : bulk.in === 'parameter'
          ? ['parameter', String(bulk.parameter)]
          : ['all', filterNames(bulk.filters)];
  const isOther = binding.action !== 'list' && binding.view.isOther === true;
  return [binding.action, ...about, ...(isOther ? ['other'] : [])].filter((word) => word !== '').join(' ');
};

const ids = listOf(integer);
const some = listOf(object({ name: text }));
const changed = listOf(object({ id: integer, name: text }, ['id']));
const takes = (schema: object, answer?: object): object => operation(answer, { takes: schema });
const asks = (...parameters: readonly object[]): object => operation(undefined, { parameters });

describe('beside a collection with an operation for one item', () => {
  test.each<[string, object, string]>([
    ['DELETE /things', takes(ids), 'delete body'],
    ['DELETE /things', takes(listOf(text)), '-'],
    ['DELETE /things', takes(listOf({})), 'delete body'],
    ['DELETE /things', takes({ type: 'array' }), 'delete body'],
    ['DELETE /things', takes(listOf(object({ id: integer }))), 'delete body'],
    ['DELETE /things', takes(listOf(object({ name: text }))), '-'],
    ['DELETE /things', takes(things), '-'],
    ['DELETE /things', takes(object({ ids })), 'delete body ids'],
    ['DELETE /things', takes(object({ thing_ids: ids, users: ids })), 'delete body thing_ids'],
    ['DELETE /things', takes(object({ things: ids, force: boolean })), 'delete body things'],
    ['DELETE /things', takes(object({ items: ids, force: boolean })), 'delete body items'],
    ['DELETE /things', takes(object({ pks: ids, force: boolean })), 'delete body pks'],
    ['DELETE /things', takes(object({ user_ids: ids, force: boolean })), '-'],
    ['DELETE /things', takes(object({ any: ids })), 'delete body any'],
    ['DELETE /things', takes(object({ any: ids, force: boolean })), '-'],
    ['DELETE /things', takes(object({ ids, things: ids })), '-'],
    ['DELETE /things', takes(object({ ids: integer })), '-'],
    ['DELETE /things', takes(object({ ids: listOf(text) })), 'delete body ids'],
    ['DELETE /things', takes(object({ any: listOf(text) })), '-'],
    ['DELETE /things', takes(object({ ids: listOf(boolean) })), '-'],
    ['DELETE /things', asks(), 'delete all'],
    ['DELETE /things', asks(inQuery('ids')), 'delete parameter 0'],
    ['DELETE /things', asks(inQuery('force', boolean), inQuery('id', ids)), 'delete parameter 1'],
    ['DELETE /things', asks(inQuery('things', ids)), 'delete parameter 0'],
    ['DELETE /things', asks(inQuery('userIds')), 'delete all userId'],
    ['DELETE /things', asks({ ...inQuery('ids'), in: 'header' }), 'delete all'],
    ['DELETE /things', asks(inQuery('kind'), inQuery('force', boolean)), 'delete all kind'],
    ['DELETE /things', asks(inQuery('older_than')), '-'],
    ['DELETE /things', asks(inQuery('search', boolean)), '-'],
    ['DELETE /things', operation(things, { parameters: [inQuery('kind')] }), 'delete all kind'],
    [
      'DELETE /things',
      operation(listOf(object({ x: text })), { parameters: [inQuery('kind')] }),
      'delete all kind other',
    ],
    ['DELETE /things/batch', takes(ids), 'delete body'],
    ['DELETE /things/selected-users', takes(ids), '-'],
    ['DELETE /things/users', takes(ids), '-'],
    ['DELETE /things/{thingId}', takes(ids), 'delete one'],
    ['POST /things/bulk-delete', takes(object({ ids })), 'delete body ids'],
    ['POST /things/delete', takes(object({ ids })), 'delete body ids'],
    ['DELETE /things/selected', asks(), '-'],
    ['DELETE /things/bulk', asks(), '-'],
    ['DELETE /things/bulk', asks(inQuery('kind')), 'delete all kind'],
    ['DELETE /things/all', asks(), 'delete all'],
    ['POST /things/delete-selected', asks(), '-'],
    ['POST /things/purge', asks(), 'delete all'],
    ['POST /things/remove-all', asks(), 'delete all'],
    ['POST /things/bulk', takes(some), 'create body'],
    ['POST /things/bulk', takes(some, things), 'create body'],
    ['POST /things/bulk', takes(some, object({ ok: boolean })), 'create body other'],
    ['POST /things/bulk', takes(object({ things: some })), 'create body things'],
    ['POST /things/bulk', takes(listOf(object({ x: text }))), '-'],
    ['POST /things/bulk', takes(changed), '-'],
    ['POST /things/bulk', takes(object({ name: text })), '-'],
    ['PUT /things/add-many', takes(some), 'create body'],
    ['PUT /things', takes(changed, things), 'update body'],
    ['PUT /things', takes(object({ ids }), things), '-'],
    ['PATCH /things/bulk', takes(changed), '-'],
    ['POST /things/bulk-update', takes(some), '-'],
    ['PATCH /things/bulk', takes(object({ id: integer, name: text })), '-'],
    ['GET /things/bulk', operation(ref('Thing')), '-'],
  ])('%s %#', (name, described, expected) => {
    expect(boundTo(name, described)).toBe(expected);
  });
});

const words: readonly (readonly [effect: string, words: string, described: object])[] = [
  ['create', 'add create insert save', takes(some)],
  ['delete', 'clear delete destroy purge remove', takes(ids)],
];
test.each(words)('paths say %s by %s', (effect, all, described) => {
  for (const word of all.split(' ')) expect(boundTo(`PUT /things/${word}-many`, described)).toBe(`${effect} body`);
});

describe('below a user, where all users have a list of things', () => {
  const below = {
    ...base,
    '/users': { get: operation(listOf(ref('User'))), post: saving(ref('User')) },
    '/users/{userId}': { get: operation(ref('User')) },
    '/users/{userId}/things': { get: operation(things), post: saving(ref('Thing')) },
  };
  const User = object({ id: integer, label: text }, ['id']);
  const own = '/users/{userId}/things';

  test('those of this user are deleted and counted', async () => {
    const { get, send } = await servePaths(
      { ...below, [own]: { ...below[own], delete: asks() }, [`${own}/count`]: { get: operation(integer) } },
      { User },
      { data: { users: [1, 2].map((id) => ({ id, label: 'a' })) } },
    );
    for (const [id, userId] of [
      [1, 1],
      [2, 2],
      [3, 2],
    ] as const)
      await send('POST', '/things', { id, name: 'a', userId });
    expect((await get('/users/2/things/count')).body).toBe(2);
    await send('DELETE', '/users/2/things');
    expect((await get('/things')).body.map(({ id }: { readonly id: number }) => id)).toEqual([1]);
  });

  test('none is changed with others', () => {
    expect(boundTo(`PATCH ${own}/bulk`, takes(changed), below, { User })).toBe('act one other');
  });
});

describe('beside a list alone', () => {
  const Log = object({ id: integer, message: text }, ['id']);
  const logs = { '/logs': { get: operation(listOf(ref('Log'))) } };
  const nameless = {
    '/logs': { get: operation(listOf(object({ message: text })), { parameters: [inQuery('page', integer)] }) },
  };

  test.each<[string, object, Paths, string]>([
    ['POST /logs', takes(listOf(ref('Log'))), logs, 'create body'],
    ['POST /logs', takes(listOf(ref('Log')), listOf(ref('Log'))), logs, 'create body'],
    ['POST /logs', takes(listOf(ref('Log')), object({ count: integer })), logs, '-'],
    ['POST /logs/bulk', takes(listOf(ref('Log'))), logs, '-'],
    ['POST /logs/bulk', takes(listOf(object({ message: text }))), logs, 'create body'],
    ['POST /logs', takes(listOf(object({ message: text }))), nameless, 'create body'],
    ['DELETE /logs', takes(ids), nameless, '-'],
    ['PATCH /logs', takes(listOf(object({ message: text }))), nameless, '-'],
    ['DELETE /logs', asks(), logs, 'delete all'],
  ])('%s %#', (name, described, paths, expected) => {
    expect(boundTo(name, described, paths, { Log })).toBe(expected);
  });
});

describe('the number of items', () => {
  const countOf = (name: string, answer: object): string => {
    const [method = '', path = ''] = name.split(' ');
    const service = serviceFor({ ...base, [path]: { [method.toLowerCase()]: operation(answer) } });
    const binding = service.operations.find((one) => one.name === name)?.binding;
    if (binding?.action !== 'list') return '-';
    const { collection, view, parentParameters, filters } = binding;
    return [
      collection.name,
      ...(view.count ?? ['?']),
      ...(parentParameters ?? ['all']),
      ...filters.map(({ property }) => property),
    ].join(' ');
  };

  test.each<[string, object, string]>([
    ['GET /things/count', integer, 'things'],
    ['GET /things/count', { type: 'number' }, 'things'],
    ['GET /things/count', text, '-'],
    ['GET /things/count', { type: ['integer', 'string'] }, '-'],
    ['GET /things/count', object({ total: integer, n: integer }), 'things total'],
    ['GET /things/count', object({ n: integer }), 'things n'],
    ['GET /things/count', object({ n: integer, m: integer }), '-'],
    ['GET /things/count', object({ n: text }), '-'],
    ['GET /things/count', object({ status: text, data: object({ total: integer, n: integer }) }), 'things data total'],
    ['GET /things/count', object({ a: object({ total: integer }), b: object({ total: integer }) }), '-'],
    ['GET /things/count', object({ data: object({ a: integer, b: integer }) }), '-'],
    ['POST /things/count', object({ count: integer }), 'things count'],
    ['PUT /things/count', object({ count: integer }), '-'],
    ['GET /things/total', object({ count: integer }), '-'],
    ['GET /others/count', object({ count: integer }), '-'],
  ])('%s of %j', (name, answer, expected) => {
    expect(countOf(name, answer)).toBe(expected);
  });
});

test.each([
  ['PUT', { taskIds: listOf(integer), completed: boolean }, { taskIds: [1], completed: true }],
  ['PUT', { ids: listOf(integer), action: text }, { ids: [1], action: 'archive' }],
])('%s with ids and %j beside them removes no other item', async (method, sent, body) => {
  const Task = object({ id: integer, title: text }, ['id', 'title']);
  const { get, send } = await servePaths(
    {
      '/tasks': {
        get: operation(listOf(Task)),
        post: saving(Task, { status: 201 }),
        [method.toLowerCase()]: operation(object({}), { takes: object(sent) }),
      },
      '/tasks/{id}': { get: operation(Task) },
    },
    {},
  );
  for (const id of [1, 2]) await send('POST', '/tasks', { id, title: 'one' });
  expect((await send(method, '/tasks', body)).status).toBe(200);
  expect((await get('/tasks')).body).toHaveLength(2);
});

test('a count two segments below a list counts those that the first states', async () => {
  const Note = object({ id: integer, text, read: boolean }, ['id', 'read']);
  const notes = [1, 2, 3].map((id) => ({ id, read: id === 2 }));
  const { get } = await servePaths(
    {
      '/notes': { get: operation(listOf(ref('Note'))) },
      '/notes/{id}': { get: operation(ref('Note')) },
      '/notes/unread/count': { get: operation(object({ count: integer })) },
    },
    { Note },
    { data: { notes } },
  );
  expect((await get('/notes/unread/count')).body).toEqual({ count: 2 });
});

describe('a change of several items by their ids', () => {
  const changes = object({ name: text, kind: text });
  const three = { data: { things: [1, 2, 3].map((id) => ({ id, name: `n${id}` })) } };

  test.each<[string, string, object, object]>([
    ['beside the ids', 'PATCH /things', object({ ids: ids, kind: text }), { ids: [1, 3], kind: 'x' }],
    ['in an object', 'PATCH /things', object({ keys: ids, data: changes }), { keys: [1, 3], data: { kind: 'x' } }],
    [
      'at a path of its own',
      'POST /things/bulk-update',
      object({ thingIds: ids, changes }),
      { thingIds: [1, 3], changes: { kind: 'x' } },
    ],
  ])('%s', async (_, name, taken, sent) => {
    const [method = '', path = ''] = name.split(' ');
    const own = { ...base[path as '/things'], [method.toLowerCase()]: operation(things, { takes: taken }) };
    const { get, send } = await servePaths({ ...base, [path]: own }, {}, three);
    const { status, body } = await send(method, path, sent as never);
    expect([status, body]).toEqual([200, [1, 3].map((id) => ({ id, name: `n${id}`, kind: 'x' }))]);
    expect((await get('/things')).body).toEqual([body[0], { id: 2, name: 'n2' }, body[1]]);
    const unknown = JSON.parse(JSON.stringify(sent).replace('3]', '9]'));
    expect((await send(method, path, unknown)).status).toBe(404);
  });

  test('is none without a property of the items, which follows them elsewhere', () => {
    expect(boundTo('PUT /things', takes(object({ ids })))).toBe('-');
  });
});

test('a count in a text is that of the items', async () => {
  const { send, text: textOf } = await servePaths({
    '/things': { get: operation(things), post: saving(ref('Thing')) },
    '/things/$count': {
      get: { responses: { 200: { description: 'n', content: { 'text/plain': { schema: integer } } } } },
    },
  });
  for (const [at, name] of ['a', 'b'].entries()) await send('POST', '/things', { id: at + 1, name });
  expect(await textOf('/things/$count')).toBe('2');
});

describe('one of a list', () => {
  const Note = object({ id: integer, text, createdAt: { type: 'string', format: 'date-time' } }, ['id', 'createdAt']);
  const note = { parameters: [inPath('id')], get: operation(ref('Note')) };
  const one = { get: operation(object({ data: ref('Note') }), { parameters: [inQuery('text')] }) };
  const paths = {
    '/notes': { get: operation(listOf(ref('Note'))), post: saving(ref('Note')) },
    '/notes/{id}': note,
    '/notes/latest': one,
    '/notes/random': one,
  };

  test('is the newest, of those that are asked for, and none where there is none', async () => {
    const { get, send } = await servePaths(paths, { Note });
    expect((await get('/notes/latest')).status).toBe(404);
    for (const [at, month] of ['05', '07', '06'].entries())
      await send('POST', '/notes', { id: at + 1, text: month, createdAt: `2030-${month}-01T00:00:00Z` });
    expect((await get('/notes/latest')).body.data.id).toBe(2);
    expect((await get('/notes/latest?text=06')).body.data.id).toBe(3);
    expect((await get('/notes/random')).body.data.text).toBe('05');
  });

  test('is of its parent', async () => {
    const User = object({ id: integer, name: text }, ['id']);
    const parameters = [inPath('userId')];
    const own = {
      '/users/{userId}/notes': { ...paths['/notes'], parameters },
      '/users/{userId}/notes/latest': { ...one, parameters },
    };
    const users = { '/users': { get: operation(listOf(User)) }, '/users/{id}': { ...note, get: operation(User) } };
    const data = { users: [{ id: 1 }, { id: 2 }] };
    const { get, send } = await servePaths({ ...users, ...own }, { Note }, { data });
    for (const [id, user] of [1, 2, 1].entries())
      await send('POST', `/users/${user}/notes`, { id, createdAt: `2030-01-0${id + 1}T00:00:00Z` });
    expect((await get('/users/2/notes/latest')).body.data.id).toBe(1);
    expect((await get('/users/3/notes/latest')).status).toBe(404);
  });
});

test.each(['Sets the hours', 'Creates new hours'])(
  'a PUT of a list without ids is the whole list, unless it %s',
  async (summary) => {
    const hours = listOf(object({ day: text, from: integer }, ['day']));
    const { get, send } = await servePaths({
      '/shops': {
        get: operation(listOf(object({ id: integer, name: text }, ['id']))),
        post: saving(object({ name: text })),
      },
      '/shops/{id}/hours': { get: operation(hours), put: { ...takes(hours, hours), summary } },
    });
    const week = [
      { day: 'mo', from: 9 },
      { day: 'tu', from: 10 },
    ];
    await send('POST', '/shops', { name: 'a' });
    await send('PUT', '/shops/1/hours', [{ day: 'su', from: 11 }]);
    await send('PUT', '/shops/1/hours', week);
    expect((await get('/shops/1/hours')).body).toEqual(summary.startsWith('Sets') ? week : []);
  },
);

test('what has no time of reading is unread: it is listed, counted and read', async () => {
  const readAt = { type: ['string', 'null'], format: 'date-time' };
  const count = object({ count: integer }, ['count']);
  const { get, send } = await servePaths(
    {
      '/notices': { get: operation(listOf(ref('Notice')), { parameters: [inQuery('unread', boolean)] }) },
      '/notices/unread-count': { get: operation(count) },
      '/notices/read-all': { post: operation(undefined) },
    },
    { Notice: object({ id: integer, title: text, read_at: readAt }, ['id', 'title']) },
    {
      data: {
        notices: [
          { id: 1, title: 'a', read_at: null },
          { id: 2, title: 'b', read_at: '2030-01-01T00:00:00Z' },
          { id: 3, title: 'c' },
        ],
      },
    },
  );
  const idsOf = async (query: string) => (await get(query)).body.map(({ id }: { readonly id: number }) => id);
  expect(await idsOf('/notices?unread=true')).toEqual([1, 3]);
  expect(await idsOf('/notices?unread=false')).toEqual([2]);
  expect((await get('/notices/unread-count')).body).toEqual({ count: 2 });
  await send('POST', '/notices/read-all');
  expect((await get('/notices/unread-count')).body).toEqual({ count: 0 });
});
