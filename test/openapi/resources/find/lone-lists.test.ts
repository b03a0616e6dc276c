/** Lists at other paths than the path of their collection, and lists without other operations. */
import { describe, expect, test } from 'vitest';
import { inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { operationOf } from '../../documents.ts';
import { servePaths } from '../served.ts';
import { boundIn, collection, listBindingOf, saving, serviceFor, thing, things } from '../small.ts';

const User = object({ id: integer, email: text });
const users = { '/users': { get: operation(listOf(User)) }, '/users/{userId}': { get: operation(User) } };
const below = collection(ref('Thing'));
const listed = { '/things': { get: operation(things) }, '/things/{thingId}': thing };
const unknownItems = {
  binding: undefined,
  reason: expect.stringMatching(/^Lists items of .*, but the document does not state which of them\.$/),
};

describe('a list whose path ends in a parameter', () => {
  const bound = (answer: object) =>
    boundIn(serviceFor({ ...listed, '/of-kind/{kind}': { get: operation(answer) } }))['GET /of-kind/{kind}'];

  test('has the items with this property', () => {
    expect(bound(things)).toBe('things.list');
  });

  test('is a list in an envelope with paging, but not in another object: it may be one thing that has items', () => {
    expect(bound(object({ data: things, total: integer }))).toBe('things.list');
    expect(bound(object({ name: text, things }))).toBe('-');
  });

  test('is not a collection', () => {
    const service = serviceFor({ '/reports/{kind}': { get: operation(things) } });
    expect(boundIn(service)).toEqual({ 'GET /reports/{kind}': '-' });
    expect(service.collections.size).toBe(0);
  });
});

test('a list below an item whose own path is below no list is a collection', () => {
  const Note = object({ id: integer, text });
  const bound = boundIn(
    serviceFor({
      '/projects/{projectId}/things': { parameters: [inPath('projectId')], ...below },
      '/things/{thingId}': { ...thing, patch: saving(ref('Thing')), delete: operation(undefined) },
      '/things/{thingId}/notes': { parameters: [inPath('thingId')], get: operation(listOf(Note)) },
    }),
  );
  expect(bound['GET /things/{thingId}/notes']).toBe('notes.list');
});

test('the list at the shortest path, with the fewest parameters, names the collection', () => {
  const lists = ['/users/{userId}/all', '/archive/recent/things', '/things'];
  const service = serviceFor({
    ...users,
    ...Object.fromEntries(lists.map((path) => [path, { get: operation(things) }])),
  });
  expect(boundIn(service)).toMatchObject(Object.fromEntries(lists.map((path) => [`GET ${path}`, 'things.list'])));
  expect([...service.collections.keys()]).toEqual(['users', 'things']);
});

test.each([
  ['/things/simple', object({ id: integer, title: text }), 'things-simple.list'],
  ['/things/simple', object({ name: text, kind: text }), 'things-simple.list'],
  ['/things/categories', object({ id: integer, name: text }), 'categories.list'],
  ['/things/options', ref('ThingOption'), 'options.list'],
])('at %s, a list of %j below the items is %s', (path, shown, expected) => {
  const ThingOption = object({ id: integer, name: text });
  const service = serviceFor({ ...listed, [path]: { get: operation(listOf(shown)) } }, { ThingOption });
  expect(boundIn(service)[`GET ${path}`]).toBe(expected);
});

describe('a list without other operations is a collection', () => {
  const isCollection = (item: object, parameters: readonly object[] = [], wrap: (items: object) => object = listOf) =>
    serviceFor({ '/rows': { get: operation(wrap(item), { parameters }) } }).collections.has('rows');
  const page = [inQuery('page', integer)];

  test('if its items have an id, or it is paged', () => {
    expect(isCollection(object({ id: integer, label: text }))).toBe(true);
    expect(isCollection(object({ label: text, size: integer }))).toBe(false);
    expect(isCollection(object({ label: text, size: integer }), page)).toBe(true);
    expect(isCollection(object({ label: text }), [{ ...inQuery('page', integer), in: 'header' }])).toBe(false);
    expect(isCollection(object({ label: text }), [inQuery('colour')])).toBe(false);
  });

  test('unless its items have no properties', () => {
    expect(isCollection({ type: 'object' }, page)).toBe(false);
  });

  test('if the list in the envelope has a usual name, or that of the path, or is paged', () => {
    const item = object({ id: integer, label: text });
    const within = (name: string) => (items: object) => object({ [name]: listOf(items), label: text });
    expect(isCollection(item, [], within('data'))).toBe(true);
    expect(isCollection(item, [], within('rows'))).toBe(true);
    expect(isCollection(item, [], within('table_rows'))).toBe(true);
    const only = (items: object) => object({ neighbours: listOf(items) });
    expect(isCollection(item, [], only)).toBe(false);
    expect(isCollection(item, page, only)).toBe(true);
  });

  test('below a parent only if the document has items of that parent', () => {
    const rows = { get: operation(listOf(object({ id: integer, label: text }))) };
    const names = (paths: object) => [...serviceFor(paths).collections.keys()];
    expect(names({ ...users, '/users/{userId}/rows': rows })).toEqual(['users', 'rows']);
    expect(names({ '/teams/{teamId}/rows': rows })).toEqual([]);
    expect(names({ ...users, '/teams/{teamId}/rows': rows })).toEqual(['users']);
    // Items without an id, and singletons, have nothing below them.
    const log = { get: operation(listOf(object({ line: text, level: text })), { parameters: page }) };
    expect(names({ '/logs': log, '/logs/{log}/rows': rows })).toEqual(['logs']);
    const Settings = object({ theme: text, size: integer });
    const settings = { get: operation(Settings), put: saving(Settings) };
    expect(names({ '/settings': settings, '/settings/{part}/rows': rows })).toEqual(['settings']);
  });
});

describe('a list shows the items of another collection', () => {
  const Short = object({ id: integer, label: text, size: integer });
  const Detail = object({ id: integer, label: text, size: integer, colour: text });
  const Receipt = object({ id: integer, done: text, at: text });
  const rows = {
    '/rows': { get: operation(listOf(Short)), post: operation(Receipt, { takes: Detail }) },
    '/rows/{id}': { get: operation(Detail) },
  };
  const othersOf = (item: object) =>
    boundIn(serviceFor({ ...rows, '/others': { get: operation(listOf(item)) } }))['GET /others'];

  test('if it has their schema, as read or as listed', () => {
    expect(othersOf(Detail)).toBe('rows.list');
    expect(othersOf(Short)).toBe('rows.list');
    expect(othersOf(object({ id: integer, label: integer, size: integer }))).toBe('others.list');
  });

  test('but not those of what a creation returns', () => {
    expect(othersOf(Receipt)).toBe('others.list');
  });

  test('but not if the schema states nothing', () => {
    const anything = { type: 'object' };
    const service = serviceFor({
      '/notes/{id}': {
        parameters: [inPath('id', text, { example: 'a' })],
        get: operation(anything),
        put: saving(anything, { status: 201 }),
      },
      '/others': { get: operation(listOf(anything)) },
    });
    expect(boundIn(service)['GET /others']).toBe('-');
  });

  test.each([
    ['/things/search', [inQuery('title', text, { required: true }), inQuery('page', integer)], 0],
    ['/things/search', [inQuery('title', text), inQuery('kind', text)], 0],
    ['/things/search', [inQuery('title', text), inQuery('subject', text)], undefined],
    ['/things/search', [inQuery('since', { ...text, format: 'date' })], undefined],
    ['/things/search/{what}', [inPath('what', text)], 0],
    ['/things/search/{what}', [inPath('what', integer)], undefined],
    ['/things/recent', [inQuery('title', text)], undefined],
  ])('at %s, the only text of %j that means nothing else is searched', (path, parameters, search) => {
    const get = operation(object({ data: things, total: integer }), { parameters });
    expect(listBindingOf(serviceFor({ ...listed, [path]: { get } }), `GET ${path}`)).toMatchObject({ search });
  });

  test('unless two collections have such items', () => {
    const drafts = { '/drafts': { get: operation(things) }, '/drafts/{thingId}': thing };
    const service = serviceFor({ ...listed, ...drafts, '/recent': { get: operation(things) } });
    expect(operationOf(service, 'GET /recent')).toMatchObject(unknownItems);
  });

  test('also if a required filter, or a parameter of its path, has an unknown meaning', () => {
    const required = (name: string, schema: object = integer) => inQuery(name, schema, { required: true });
    const list = (...parameters: readonly object[]) => ({ get: operation(things, { parameters }) });
    const service = serviceFor({
      ...listed,
      '/near': list(required('radius')),
      '/far': list(inQuery('radius', integer), required('page')),
      '/of-kind': list(required('kind', text)),
      '/marked': list({ ...required('x-mark', text), in: 'header' }),
      '/planets/{planet}/inhabitants': list(),
    });
    for (const path of ['/near', '/planets/{planet}/inhabitants'])
      expect(operationOf(service, `GET ${path}`)).toMatchObject({
        binding: { action: 'list', filters: [] },
        reason: expect.stringMatching(/, whatever its (radius|planet) is: the items state none\.$/),
      });
    for (const path of ['/far', '/of-kind', '/marked']) expect(boundIn(service)[`GET ${path}`]).toBe('things.list');
  });
});

describe('a list elsewhere of a nested collection', () => {
  const nested = { ...users, '/users/{userId}/things': below, '/users/{userId}/things/{thingId}': thing };
  const listAt = (path: string, more: object = nested) =>
    listBindingOf(serviceFor({ ...more, [path]: { get: operation(things) } }), `GET ${path}`);

  test('has the parents in its path, without a filter by them', () => {
    expect(listAt('/users/{userId}/recent')).toMatchObject({ parentParameters: [0], filters: [] });
    expect(listAt('/users/{userId}/things/recent')).toMatchObject({ parentParameters: [0], filters: [] });
    const filters = [{ parameter: 1, property: 'kind' }];
    expect(listAt('/users/{userId}/of-kind/{kind}')).toMatchObject({ parentParameters: [0], filters });
  });

  test('has the items of all parents, filtered by its path', () => {
    expect(listAt('/recent')).toMatchObject({ parentParameters: undefined, filters: [] });
    const filters = [{ parameter: 0, property: 'userId' }];
    expect(listAt('/of-users/{userId}')).toMatchObject({ parentParameters: undefined, filters });
  });

  test('whose path has a literal after the parent is below the parent', () => {
    const own = { ...users, '/users/{userId}/my/things': below, '/users/{userId}/my/things/{thingId}': thing };
    expect(listAt('/users/{userId}/recent', own)).toMatchObject({ parentParameters: [0], filters: [] });
  });
});

const base = { '/things': collection(ref('Thing')), '/things/{thingId}': thing };

describe('a list elsewhere', () => {
  const elsewhere = (path: string) => serviceFor({ ...base, [path]: { get: operation(things) } });

  test.each([
    ['/kinds/{kind}/things', 'things.list'],
    ['/kinds/{id}/things', 'things.list'],
    ['/users/{user}/things', 'things.list'],
    ['/things/{userId}', 'things.list'],
    ['/things/by-user/{userId}', 'things.list'],
    ['/things:rank', '-'],
  ])('%s is %s', (path, expected) => {
    expect(boundIn(elsewhere(path))[`GET ${path}`]).toBe(expected);
  });

  test('at a path of one of the items selects by the id in an object of theirs', () => {
    const Lesson = object({ id: integer, user: ref('User') });
    const list = { get: operation(listOf(ref('Lesson'))) };
    const service = serviceFor(
      { '/lessons': list, '/lessons/{lessonId}': { delete: operation(undefined) }, '/lessons/{userId}': list },
      { User, Lesson },
    );
    expect(listBindingOf(service, 'GET /lessons/{userId}').filters).toMatchObject([{ property: 'user.id' }]);
  });

  test.each(['id', 'sid', 'uuid', 'slug', 'key', 'name'])('selects by the noun before {%s}', (name) => {
    const service = elsewhere(`/users/{${name}}/things`);
    expect(listBindingOf(service, `GET /users/{${name}}/things`).filters).toMatchObject([{ property: 'userId' }]);
  });

  test('shows items as they are listed, too', () => {
    const summary = { id: integer, name: text, label: text };
    const detail = object({ id: integer, name: text, kind: text, userId: integer, more: text });
    const service = serviceFor({
      '/things': { get: operation(listOf(object(summary))) },
      '/things/{thingId}': { get: operation(detail) },
      '/latest': { get: operation(listOf(object(summary))) },
    });
    expect(boundIn(service)['GET /latest']).toBe('things.list');
    const reason = 'Lists the items of /things/{thingId}.';
    expect(operationOf(service, 'GET /latest')).toMatchObject({ confidence: 'medium', reason });
  });
});

describe('a list on its own', () => {
  const alone = (path: string, answer: object) => {
    const service = serviceFor({ ...base, [path]: { get: operation(answer) } });
    const { binding, reason } = operationOf(service, `GET ${path}`);
    return binding === undefined ? `-: ${reason}` : `${binding.collection.name}: ${reason}`;
  };
  const row = object({ id: integer, x: text });
  const report = object({ x: text, y: text });
  const others = 'that no other operation reads or writes.';

  test.each<[string, object, string]>([
    ['items with an id', listOf(row), `rows: Returns a list ${others}`],
    ['items without an id', listOf(report), `-: Lists items ${others}`],
    ['items in a usual list', object({ data: listOf(row) }), `rows: Returns a list in "data" ${others}`],
  ])('has %s', (_name, answer, expected) => {
    expect(alone('/rows', answer)).toBe(expected);
  });

  test('is medium certain', () => {
    const service = serviceFor({ '/rows': { get: operation(listOf(row)) } });
    expect(operationOf(service, 'GET /rows').confidence).toBe('medium');
  });

  test('may contain another one, which is found after it', () => {
    const service = serviceFor({
      '/rows/{id}/cells': { get: operation(listOf(object({ id: integer, y: text }))) },
      '/rows': { get: operation(listOf(row)) },
    });
    expect(boundIn(service)).toEqual({ 'GET /rows/{id}/cells': 'cells.list', 'GET /rows': 'rows.list' });
    expect(service.collections.get('cells')?.parentCollection).toBe('rows');
  });
});

test('a list of new items is kept in the list at its path, by GET or by POST', async () => {
  const Log = object({ id: text, message: text, level: integer }, ['id', 'message']);
  const sent = (schema: object) => operation(undefined, { takes: listOf(schema) });
  const paths = {
    '/events': { get: operation(listOf(ref('Log'))), post: sent(ref('Log')) },
    '/logs': { post: sent(object({ message: text, level: integer }, ['message'])) },
    '/logs/filter': { post: operation(listOf(ref('Line')), { takes: object({ level: integer, limit: integer }) }) },
    // What is sent is something else.
    '/reports': { post: sent(object({ title: text })) },
    '/reports/filter': { post: operation(listOf(ref('Row')), { takes: object({ limit: integer }) }) },
  };
  const Line = object({ ...Log.properties, at: text }, Log.required);
  const schemas = { Log, Line, Row: object({ id: text, sum: integer }, ['id']) };
  const { get, send } = await servePaths(paths, schemas);
  await send('POST', '/events', [{ id: 'e1', message: 'a' }]);
  expect((await get('/events')).body).toEqual([{ id: 'e1', message: 'a' }]);
  const lines = [1, 2, 2].map((level) => ({ message: `m${level}`, level }));
  expect((await send('POST', '/logs', lines)).status).toBe(204);
  const { body } = await send('POST', '/logs/filter', { level: 2 });
  expect(body).toEqual([2, 2].map((level) => ({ id: expect.any(String), message: 'm2', level })));
  expect(boundIn(serviceFor(paths, schemas))['POST /reports']).toBe('-');
});

describe('a list of cars', () => {
  const Car = object({
    ...{ id: integer, name: text, plate: text, makerId: integer, maker: object({ id: integer, name: text }) },
    ...{ doors: listOf(integer), isOld: { type: 'boolean' }, colours: listOf(text), catalogTypeId: integer },
  });
  const cars = listOf(ref('Car'));
  const paths = {
    '/cars': collection(ref('Car')),
    '/cars/{id}': { get: operation(ref('Car')) },
    '/makers': collection(User),
    '/makers/{id}': { get: operation(User) },
  };
  const required = (name: string) => operation(cars, { parameters: [inQuery(name, text, { required: true })] });

  const filtersOf = (path: string, described: object): string => {
    const service = serviceFor({ ...paths, [path]: { get: described } }, { Car });
    const binding = operationOf(service, `GET ${path}`).binding;
    if (binding?.action !== 'list') return '-';
    const filters = binding.filters.map(({ property, comparison }) => `${property} ${comparison}`);
    return [binding.collection.name, ...filters].join(' ');
  };

  test.each<[string, object, string]>([
    ['/makers/{id}/cars', operation(cars), 'cars makerId equals'],
    ['/makers/{makerId}/cars', operation(cars), 'cars makerId equals'],
    ['/makers/{id}/old/{plate}', operation(cars), 'cars makerId equals plate equals'],
    ['/makers/{id}/old/{age}', operation(cars), 'cars makerId equals'],
    ['/doors/{door}/cars', operation(cars), 'cars'],
    ['/makers/{id}/doors/{door}/cars', operation(cars), 'cars makerId equals doors includes'],
    ['/makers/{id}/colours/{colour}/cars', operation(cars), 'cars makerId equals colours includes'],
    ['/makers/{id}/old/{isOld}/cars', operation(cars), 'cars makerId equals isOld equals'],
    ['/makers/{id}/type/{typeId}/cars', operation(cars), 'cars makerId equals catalogTypeId equals'],
    ['/type/{catalogId}/cars', operation(cars), 'cars'],
    ['/type/{id}/cars', operation(cars), 'cars'],
    ['/plates/{name}/cars', operation(cars), 'cars'],
    ['/by/{name}', operation(cars), 'cars name equals'],
    ['/type/{typeId}', operation(cars), 'cars catalogTypeId equals'],
    ['/by/{plate}/cars', operation(cars), 'cars plate equals'],
    ['/{plate}/cars', operation(cars), 'cars plate equals'],
    ['/{name}/cars', operation(cars), 'cars'],
    ['/of/{plate}', operation(object({ data: cars })), '-'],
    ['/of/{plate}', operation(object({ data: cars, total: integer })), 'cars plate equals'],
    ['/all', required('api-version'), 'cars'],
    ['/all', required('x-api-version'), 'cars'],
    ['/all', required('api-version-of'), 'cars'],
    ['/all', required('my-api-version'), 'cars'],
    ['/all', required('page'), 'cars'],
    ['/all', required('search'), 'cars'],
    ['/all', required('plate'), 'cars plate equals'],
    ['/all', required('radius'), 'cars'],
    ['/all', operation(object({ name: text, data: cars })), 'cars'],
  ])('at %s %#', (path, described, expected) => {
    expect(filtersOf(path, described)).toBe(expected);
  });

  test.each<[string, string]>([
    ['/makes', 'models.list makes.list'],
    ['/make', 'models.list make.list'],
    ['/cars', 'models.list cars.list'],
    ['/cars/of-day', 'models.list of-day.list'],
  ])('beside one at %s', (path, expected) => {
    const Model = object({ id: integer, label: text });
    const list = () => ({ get: operation(listOf(Model)) });
    const bound = boundIn(serviceFor({ '/models': list(), [path]: list() }));
    expect(Object.values(bound).join(' ')).toBe(expected);
  });
});

test('what an item lists is a collection of its path, with ids or without, whatever its list is called', async () => {
  const Person = object({ id: integer, login: text, kind: text }, ['id', 'login']);
  const day = object({ date: text, count: integer });
  const of = (name: string, items: object) => ({ get: operation(object({ [name]: listOf(items) }, [name])) });
  const paths = {
    '/packages': { get: operation(listOf(ref('Package'))), post: saving(ref('Package'), { status: 201 }) },
    '/packages/{id}': { get: operation(ref('Package')) },
    '/packages/{id}/owners': of('users', Person),
    '/packages/{id}/teams': of('groups', Person),
    '/packages/{id}/downloads': of('package_downloads', day),
    '/packages/{id}/updates': of('entries', object({ id: integer, note: text })),
    '/packages/{id}/{version}/dependencies': of('needs', object({ name: text, range: text })),
  };
  const schemas = { Package: object({ id: integer, name: text }, ['id', 'name']) };
  const data = {
    packages: [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ],
    owners: [{ $parent: { id: 1 }, id: 5, login: 'ann', kind: 'user' }],
    downloads: [{ $parent: { id: 1 }, date: '2030-01-01', count: 3 }],
    dependencies: [{ $parent: { id: 1, version: 4 }, name: 'c', range: '^1' }],
  };
  const { get } = await servePaths(paths, schemas, { data });
  expect((await get('/packages/1/owners')).body.users).toMatchObject([{ login: 'ann' }]);
  expect((await get('/packages/1/downloads')).body.package_downloads).toMatchObject([{ count: 3 }]);
  expect((await get('/packages/1/4/dependencies')).body.needs).toMatchObject([{ name: 'c' }]);
  expect((await get('/packages/1/teams')).body.groups).toEqual([]);
  expect((await get('/packages/1/updates')).body.entries).toEqual([]);
  expect((await get('/packages/2/owners')).body.users).toEqual([]);
});

test('a list below an item that takes names is apart from all users, who stay when their names are removed from it', async () => {
  const Person = object({ id: integer, username: text }, ['id', 'username']);
  const takes = object({ usernames: listOf(text) }, ['usernames']);
  const done = operation(object({ ok: { type: 'boolean' } }, ['ok']), { takes });
  const { get, send } = await servePaths(
    {
      '/packages': { get: operation(listOf(ref('Package'))), post: saving(ref('Package'), { status: 201 }) },
      '/packages/{id}': { get: operation(ref('Package')) },
      '/packages/{id}/owners': {
        get: operation(object({ owners: listOf(ref('Person')) }, ['owners'])),
        ...{ put: done, delete: done },
      },
      '/people': { get: operation(listOf(ref('Person'))), post: saving(object({ username: text }), { status: 201 }) },
      '/people/{username}': { parameters: [inPath('username', text)], get: operation(ref('Person')) },
    },
    { Package: object({ id: integer, name: text }, ['id', 'name']), Person },
    {
      data: {
        packages: [{ id: 1, name: 'a' }],
        people: [
          { id: 5, username: 'ann' },
          { id: 6, username: 'bob' },
        ],
      },
    },
  );
  const owners = async () => (await get('/packages/1/owners')).body.owners;
  expect(await owners()).toEqual([]);
  await send('PUT', '/packages/1/owners', { usernames: ['ann'] });
  expect(await owners()).toEqual([{ id: 5, username: 'ann' }]);
  await send('DELETE', '/packages/1/owners', { usernames: ['ann'] });
  expect(await owners()).toEqual([]);
  expect((await get('/people/ann')).status).toBe(200);
});

test('the authors of a plugin are apart from all authors, although both have the same name', async () => {
  const Author = object({ id: integer, login: text, name: text }, ['id', 'login']);
  const change = operation(object({ ok: { type: 'boolean' } }), {
    takes: object({ authors: listOf(text) }, ['authors']),
  });
  const { get, send } = await servePaths(
    {
      '/plugins': { get: operation(listOf(ref('Plugin'))) },
      '/plugins/{slug}': { parameters: [inPath('slug', text)], get: operation(ref('Plugin')) },
      '/plugins/{slug}/authors': {
        ...{ parameters: [inPath('slug', text)], get: operation(listOf(ref('Author'))), put: change, delete: change },
      },
      '/authors': { get: operation(listOf(ref('Author'))) },
      '/authors/{login}': { parameters: [inPath('login', text)], get: operation(ref('Author')) },
    },
    { Plugin: object({ slug: text }, ['slug']), Author },
    { data: { plugins: [{ slug: 'a' }], authors: [{ id: 5, login: 'ann', name: 'Ann' }] } },
  );
  const ann = { id: 5, login: 'ann', name: 'Ann' };
  expect((await get('/plugins/a/authors')).body).toEqual([]);
  await send('PUT', '/plugins/a/authors', { authors: ['ann'] });
  expect((await get('/plugins/a/authors')).body).toEqual([ann]);
  await send('DELETE', '/plugins/a/authors', { authors: ['ann'] });
  expect((await get('/plugins/a/authors')).body).toEqual([]);
  expect((await get('/authors/ann')).body).toEqual(ann);
});

test('what the caller has is a collection, with ids or without', async () => {
  const Invite = object({ inviter: text, team: text });
  const { get } = await servePaths(
    { '/me/invites': { get: operation(object({ invites: listOf(Invite) }, ['invites'])) } },
    {},
    { data: { invites: [{ inviter: 'ann', team: 'a' }] } },
  );
  expect((await get('/me/invites')).body).toEqual({ invites: [{ inviter: 'ann', team: 'a' }] });
});

test('what the caller has is a collection whatever its list is called, unless another list has such items', async () => {
  const Version = object({ id: integer, num: text });
  const updates = { '/me/updates': { get: operation(object({ versions: listOf(Version) }, ['versions'])) } };
  const { get } = await servePaths(updates, {}, { data: { updates: [{ id: 1, num: '1.0' }] } });
  expect((await get('/me/updates')).body).toEqual({ versions: [{ id: 1, num: '1.0' }] });
  const shown = { '/me/feed': { get: operation(things) }, '/published/things': { get: operation(things) } };
  expect(boundIn(serviceFor(shown))).toMatchObject({ 'GET /me/feed': 'things.list' });
});
