/** Single items at a path of their own, and actions on an item. */
import { describe, expect, test } from 'vitest';
import type { ItemBinding } from '../../../../src/core/service/binding.ts';
import type { Service } from '../../../../src/core/service/service.ts';
import { inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { operationOf } from '../../documents.ts';
import { servePaths } from '../served.ts';
import { boundIn, collection, itemBindingOf, nothing, saving, serviceFor, Thing, things } from '../small.ts';

const thing = { get: operation(ref('Thing')), delete: nothing };
const base = { '/things': collection(ref('Thing')), '/things/{thingId}': thing };
const Settings = object({ theme: text, size: integer, color: text });
const other = object({ x: text, y: text, z: text, u: text, v: text, w: text, t: text });

describe('a singleton is', () => {
  const boundTo = (operations: Readonly<Record<string, object>>, path = '/settings') =>
    Object.values(boundIn(serviceFor({ [path]: operations }, { Settings }))).map((bound) => bound.split('.').at(-1));
  const takes = ref('Settings');
  const [get, write] = [operation(takes), saving(takes)];
  const byTheme = { parameters: [inQuery('theme')] };
  const taking = (properties: object) => operation(undefined, { takes: object(properties) });

  test.each<[string, Readonly<Record<string, object>>, string]>([
    ['read and replaced', { get, put: write }, 'read replace'],
    ['read and updated', { get, patch: write }, 'read update'],
    ['read and written by POST', { get, post: write }, 'read update'],
    ['read, written and deleted', { get, put: write, delete: nothing }, 'read replace delete'],
    [
      'not deleted by a body that names its parts',
      { get, put: write, delete: taking({ theme: text }) },
      'read replace -',
    ],
    ['only read', { get }, 'read'],
    ['not only written', { put: write }, '-'],
    ['not only read and deleted', { get, delete: nothing }, '- -'],
    ['written with a confirmation', { get, put: operation(object({ ok: text }), { takes }) }, 'read replace'],
    [
      'written with a file',
      {
        get: operation(object({ url: text, size: integer })),
        put: operation(object({ url: text, size: integer }), {
          takes: object({ file: { type: 'string', format: 'binary' } }),
          mediaType: 'multipart/form-data',
        }),
      },
      'read replace',
    ],
    ['written in part', { get, put: operation(ref('Settings'), { takes: object({ size: integer }) }) }, 'read replace'],
    ['not written with another schema', { get, put: taking({ x: text }) }, '- -'],
    ['changed without a documented body', { get, put: nothing }, 'read update'],
    ['not written if it returns another item', { get, put: operation(other, { takes }) }, '- -'],
    ['not written by a POST of a part', { get, post: taking({ size: integer, x: text, y: text }) }, '- -'],
    ['not written without a success', { get, put: { ...write, responses: { 400: { description: '' } } } }, '- -'],
    ['no list', { get: operation(listOf(ref('Settings'))), put: write }, '- -'],
    ['no list in an envelope', { get: operation(object({ data: listOf(takes), total: integer })), put: write }, '- -'],
    ['no text', { get: operation(text), put: write }, '- -'],
    ['what its write shows', { get: operation({ type: 'object' }), put: write }, 'read replace'],
    [
      'a map',
      { get: operation({ type: 'object' }), put: operation({}, { takes: { type: 'object' } }) },
      'read replace',
    ],
    ['nothing that only its write knows', { get: operation({ type: 'object' }), put: operation({}, { takes }) }, '- -'],
    ['not selected by its query', { get: operation(takes, byTheme), put: write }, '- -'],
    ['not deleted by its query', { get, put: write, delete: operation(undefined, byTheme) }, '- - -'],
    ['written with its query', { get, put: operation(undefined, { takes, ...byTheme }) }, 'read replace'],
    [
      'read with another query',
      { get: operation(takes, { parameters: [inQuery('locale'), { ...inQuery('theme'), in: 'header' }] }), put: write },
      'read replace',
    ],
  ])('%s', (_name, operations, actions) => {
    expect(boundTo(operations).join(' ')).toBe(actions);
  });

  test('open to any property', () => {
    const open = { ...Settings, additionalProperties: true };
    expect(boundTo({ get: operation(open), put: taking({ x: text }) })).toEqual(['read', 'replace']);
  });

  test('updated by a PUT that requires nothing, if the item requires something', () => {
    const strict = object({ theme: text, size: integer }, ['theme']);
    const part = operation(strict, { takes: object({ size: integer }) });
    expect(boundTo({ get: operation(strict), put: part })).toEqual(['read', 'update']);
    expect(boundTo({ get: operation(strict), put: saving(strict) })).toEqual(['read', 'replace']);
  });

  test('not at the root, nor at a path that selects an item', () => {
    expect(boundTo({ get, put: write }, '/')).toEqual(['-', '-']);
    expect(boundTo({ get, put: write }, '/settings-{region}')).toEqual(['-', '-']);
  });

  test('bound with the reasons', () => {
    const { operations } = serviceFor({ '/settings': { get, put: write, delete: operation(undefined) } }, { Settings });
    expect(operations.map(({ reason }) => reason)).toEqual([
      'Reads the singleton at this path.',
      'Writes the singleton at this path.',
      'Deletes the singleton at this path.',
    ]);
  });
});

describe('an operation below an item', () => {
  const below = (method: string, answer: object | undefined, path = '/things/{thingId}/cancel', more: object = {}) => {
    const service = serviceFor({ ...base, [path]: { [method]: operation(answer), ...more } });
    const { binding, confidence, reason } = operationOf(service, `${method.toUpperCase()} ${path}`);
    return binding === undefined ? `-: ${reason}` : `${binding.action} ${confidence}: ${reason}`;
  };
  const acts = (confidence: string) => `act ${confidence}: Acts on one item of /things/{thingId}.`;
  const about =
    'Is about one item of /things/{thingId}, which must exist; ' +
    'the response shows something else: it comes from examples or generated data.';
  const elsewhere = `act medium: ${about}`;

  test.each<[string, string, object | undefined, string]>([
    ['returns the item', 'post', ref('Thing'), acts('high')],
    ['returns a copy of its schema', 'put', Thing, acts('high')],
    [
      'returns what has it, and an id of its own',
      'post',
      object({ id: text, stars: integer, thing: Thing }),
      acts('high'),
    ],
    ['returns nothing', 'delete', undefined, acts('medium')],
    ['returns a confirmation with its id', 'post', object({ id: integer, ok: text }), acts('medium')],
    ['returns a text', 'post', text, acts('medium')],
    ['returns a confirmation without its id', 'post', object({ ok: text }), elsewhere],
    ['returns another item', 'post', other, elsewhere],
    ['returns what refers to it', 'post', object({ id: integer, thingId: integer, since: text }), elsewhere],
    ['returns a list of items', 'post', things, elsewhere],
  ])('acts if it %s: %s', (_name, method, answer, expected) => {
    expect(below(method, answer)).toBe(expected);
  });

  test.each(['copy', 'clone', 'duplicate', 'fork'])('does not return its item if it is called %s', (name) => {
    expect(below('post', ref('Thing'), `/things/{thingId}/${name}`)).toBe(elsewhere);
    expect(below('post', undefined, `/things/{thingId}/${name}`)).toBe(acts('medium'));
  });

  test.each<[string, object, string]>([
    ['its name beside something else', object({ name: text, language: text }), 'act'],
    ['something else', object({ kind: text }), 'act'],
    ['a list with its name', object({ name: listOf(text) }), 'act'],
  ])('reads the item if it returns %s', (_name, answer, action) => {
    expect(below('get', answer, '/things/{thingId}/name')).toMatch(new RegExp(`^${action} medium`));
  });

  test('reads the item if it returns it', () => {
    expect(below('get', ref('Thing'))).toBe('read medium: Returns an item of /things/{thingId}.');
    expect(below('get', object({ name: text, kind: text, userId: integer }))).toBe(elsewhere);
    expect(below('get', other)).toBe(elsewhere);
  });

  test('does not write its item if a GET at its path makes it a resource of its own', () => {
    expect(below('post', undefined, '/things/{thingId}/cancel', { get: operation(other) })).toBe(elsewhere);
  });

  test('does not return the item if it is not directly below it', () => {
    expect(below('post', undefined, '/things/{thingId}/a/cancel')).toBe(elsewhere);
    expect(below('post', undefined, '/others/{thingId}/cancel')).toMatch(/^-/);
    expect(below('post', ref('Thing'), '/things/{thingId}/{other}')).toBe(elsewhere);
  });

  test('acts on items without an id that have a path', () => {
    const Note = object({ title: text, body: text });
    const service = serviceFor({
      '/notes/{path}': { get: operation(Note), put: saving(Note, { status: 201 }) },
      '/notes/{path}/pin': { post: nothing },
    });
    expect(itemBindingOf(service, 'POST /notes/{path}/pin')).toMatchObject({ action: 'act', key: 0 });
  });
});

test('an action that returns what it takes is about something else than the item', () => {
  const rate = operation(object({ id: integer, stars: integer }), { takes: object({ stars: integer, note: text }) });
  const name = operation(object({ id: integer, stars: integer }), { takes: object({ stars: integer, name: text }) });
  const paths = { '/things/{thingId}/rate': { post: rate }, '/things/{thingId}/name': { post: name } };
  const service = serviceFor({ ...base, ...paths });
  expect(service.operations.slice(-2).map((one) => boundIn(service)[one.name])).toEqual(['things.about', 'things.act']);
});

describe('a list that is declared as one object', () => {
  const wrong = operation(ref('Thing'));

  test('and all else at its path have medium confidence', () => {
    const write = saving(ref('Thing'));
    const plural = serviceFor({ '/things': { get: wrong, post: write } });
    const one = serviceFor({ '/thing': { get: wrong, post: write } });
    const stored = serviceFor({ '/things': { get: wrong, put: write } });
    const sureOf = (service: Service): readonly unknown[] => service.operations.map(({ confidence }) => confidence);
    const high = ['high', 'high'];
    expect([plural, one, stored].map(sureOf)).toEqual([['medium', 'medium'], high, high]);
  });
});

const User = object({ id: integer, name: text, email: text }, ['id', 'name']);
const change = operation(ref('User'), { takes: object({ name: text, email: text }) });
const people = {
  '/users': collection(ref('User'), { takes: object({ name: text, email: text }, ['name']), status: 201 }),
  '/users/{id}': { get: operation(ref('User')), patch: change, delete: nothing },
};
const current = { get: operation(ref('User')), patch: change };

const copy = { get: operation(User), patch: operation(User, { takes: object({ name: text, email: text }) }) };

test.each([
  ...['/users/me', '/users/current', '/me', '/auth/me'].map((path) => ({ path, shown: current })),
  { path: '/users/me', shown: copy },
])('$path is one of the users, the first', async ({ path, shown }) => {
  const { get, send } = await servePaths({ ...people, [path]: shown }, { User });
  await send('POST', '/users', { name: 'Ada', email: 'ada@example.com' });
  await send('POST', '/users', { name: 'Bea' });
  expect((await get(path)).body).toEqual({ id: 1, name: 'Ada', email: 'ada@example.com' });
  await send('PATCH', path, { name: 'Eve' });
  expect((await get('/users/1')).body).toEqual({ id: 1, name: 'Eve', email: 'ada@example.com' });
  await send('PATCH', '/users/1', { email: 'eve@example.com' });
  expect((await get(path)).body).toEqual({ id: 1, name: 'Eve', email: 'eve@example.com' });
  await send('DELETE', '/users/1');
  await send('DELETE', '/users/2');
  expect((await get(path)).status).toBe(404);
});

const credentials = object({ email: text, password: text }, ['email', 'password']);
const session = object({ token: text, user: ref('User') }, ['token', 'user']);
const registering = (answer: object | undefined, status = 201) =>
  operation(answer, { takes: object({ name: text, email: text, password: text }, ['name', 'email']), status });
const users = { '/users': { get: people['/users'].get }, '/users/{id}': { get: operation(ref('User')) } };

test.each<[string, object | undefined]>([
  ['a user', ref('User')],
  ['a session with the user', session],
  ['a token', object({ token: text })],
  ['nothing', undefined],
])('a registration that returns %s adds a user, who logs in', async (_, answer) => {
  const login = { post: operation(session, { takes: credentials }) };
  const paths = { '/auth/register': { post: registering(answer) }, '/auth/login': login };
  const { get, send } = await servePaths({ ...users, ...paths }, { User });
  const loginAs = async (email: string) => (await send('POST', '/auth/login', { email, password: 'x' })).body.user;
  // Nobody is there.
  expect(await loginAs('ada@example.com')).toMatchObject({ id: expect.any(Number) });
  for (const name of ['ada', 'bea']) {
    const sent = { name, email: `${name}@example.com`, password: 'secret' };
    expect((await send('POST', '/auth/register', sent)).status).toBe(201);
  }
  const [ada, bea] = ['ada', 'bea'].map((name, at) => ({ id: at + 1, name, email: `${name}@example.com` }));
  expect((await get('/users')).body).toEqual([ada, bea]);
  expect(await loginAs('bea@example.com')).toEqual(bea);
  expect(await loginAs('unknown@example.com')).toEqual(ada);
  expect((await send('POST', '/auth/register', { name: 'Cyd' })).status).toBe(400);
});

test('a login is not taken for a filter: what else it sends is no name of a user', async () => {
  const Staff = object({ id: integer, email: text, role: text }, ['id']);
  const paths = {
    '/users': { get: operation(listOf(ref('Staff')), { parameters: [inQuery('role')] }) },
    '/users/{id}': { get: operation(ref('Staff')) },
    '/login': { post: operation(object({ user: ref('Staff') }), { takes: object({ role: text, email: text }) }) },
  };
  const data = { users: ['ada', 'bea'].map((name, at) => ({ id: at + 1, email: name, role: 'admin' })) };
  const { send } = await servePaths(paths, { Staff }, { data });
  expect((await send('POST', '/login', { role: 'admin', email: 'bea' })).body.user.id).toBe(2);
});

describe('the account of the caller', () => {
  const customers = { '/customers': users['/users'], '/customers/{id}': users['/users/{id}'] };
  const token = object({ token: text });
  const login = operation(session, { takes: credentials });

  test.each<[string, object, string, object?]>([
    ...['/sign-up', '/signUp', '/api/signup', '/auth/registration'].map((path): [string, object, string] => [
      path,
      registering(token),
      'users.about',
    ]),
    ['/register', registering(token), '-', { ...customers }],
    ['/register-customer', registering(token), 'customers.create', { ...users, ...customers }],
    ['/register', registering(token), 'users.about', { ...users, ...customers }],
    ['/register', operation(token, { takes: object({ deviceId: text }) }), '-'],
    ['/items/{id}/register', registering(token), '-'],
    ['/login', login, 'users.read'],
    ['/auth/sign-in', login, 'users.read'],
    ['/auth/token', login, 'users.read'],
    ['/sessions', login, 'users.read'],
    ['/login', operation(token, { takes: credentials }), '-'],
    ['/login', operation(session, { takes: object({ code: text }) }), '-'],
    ['/local', login, 'users.read'],
    ['/logout', operation(session, { takes: object({ token: text }) }), '-'],
  ])('POST %s (%#)', (path, post, expected, more = users) => {
    expect(boundIn(serviceFor({ ...more, [path]: { post } } as never, { User }))[`POST ${path}`]).toBe(expected);
  });
});

describe('the first of the users', () => {
  const whole = operation(ref('User'), { takes: object({ name: text, email: text }, ['name']) });
  const [takesX, takesName] = [{ takes: object({ x: text }) }, { takes: object({ name: text }) }];
  const customers = { '/customers': people['/users'], '/customers/{id}': people['/users/{id}'] };
  const v1 = { '/v1/users': people['/users'], '/v1/users/{id}': people['/users/{id}'] };
  const nested = { '/hotels/{id}/guests': people['/users'], '/hotels/{id}/guests/{guestId}': people['/users/{id}'] };
  /** What the operations at a path are about. */
  const boundTo = (path: string, operations: object, more: object): string =>
    serviceFor({ ...(more === nested ? {} : people), ...more, [path]: operations } as never, { User })
      .operations.filter((one) => one.path === path)
      .map(({ binding }) =>
        binding === undefined ? '-' : `${binding.action} ${(binding as ItemBinding).key} ${binding.collection.name}`,
      )
      .join(', ');

  test.each<[string, object, string, object?]>([
    ['/users/self', current, 'read first users, update first users'],
    ['/users/myself', current, 'read first users, update first users'],
    ['/users/whoami', current, 'read first users, update first users'],
    ['/users/mine', current, 'read undefined mine, update undefined mine'],
    ['/users/me', { ...current, put: whole }, 'read first users, replace first users, update first users'],
    ['/users/me', { ...current, put: change }, 'read first users, update first users, update first users'],
    ['/users/me', { ...current, put: current.get }, 'read first users, update first users, update first users'],
    ['/users/me', { ...current, put: nothing }, 'read first users, update first users, update first users'],
    ['/users/me', { ...current, put: operation(ref('User'), takesX) }, 'read undefined me, -, update undefined me'],
    ['/users/me', { ...current, patch: operation(other, takesName) }, '-, -'],
    ['/users/me', { ...current, patch: operation(undefined, takesName) }, 'read first users, update first users'],
    ['/users/me', { ...current, post: whole }, 'read undefined me, update undefined me, update undefined me'],
    ['/users/me', { ...current, delete: nothing }, 'read first users, delete first users, update first users'],
    ['/users/me', { put: whole }, '-'],
    ['/users/me', { get: operation(text), put: whole }, '-, -'],
    ['/users/me', { get: operation(listOf(ref('User'))), put: whole }, 'list undefined users, -'],
    ['/users/me', { get: operation(object({ id: integer, x: text })), put: whole }, '-, -'],
    ['/rooms/me', current, 'read undefined me, update undefined me', nested],
    ['/teams/{id}/me', current, 'read undefined me, update undefined me'],
    ['/me', current, 'read undefined me, update undefined me', customers],
    ['/auth/me', current, 'read undefined me, update undefined me', customers],
    ['/customers/me', current, 'read first customers, update first customers', customers],
    ['/v1/me', current, 'read first v1.users, update first v1.users', v1],
  ])('%s %#', (path, operations, expected, more = {}) => {
    expect(boundTo(path, operations, more)).toBe(expected);
  });
});

describe('what is only read', () => {
  const settings = object({ theme: text, size: integer });
  const plain = { content: { 'text/plain': { schema: text } } };
  const answer = (content: object) => ({ responses: { 200: { description: '', content } } });
  const json = { 'application/json': { schema: settings } };

  test.each<[string, string, object, string]>([
    ['is a singleton', '/settings', operation(settings), 'settings.read'],
    ['may have a list in it', '/settings', operation(object({ theme: text, tags: listOf(text) })), '-'],
    [
      'may have a list in it, by a singular',
      '/config',
      operation(object({ theme: text, tags: listOf(text) })),
      'config.read',
    ],
    ['is no list alone', '/config', operation(object({ tags: listOf(text) })), '-'],
    ['is no search', '/search', operation(settings), '-'],
    ['has no query', '/settings', operation(settings, { parameters: [inQuery('x')] }), '-'],
    ['has one media type', '/settings', answer({ ...json, ...plain.content }), '-'],
    ['has a path of its own', '/teams/{team}/settings', operation(settings), '-'],
    ['is no known item', '/best', operation(ref('Thing')), '-'],
  ])('%s: %s', (_what, path, get, bound) => {
    const paths = { '/things': collection(ref('Thing')), [path]: { get } };
    expect(boundIn(serviceFor(paths as never, { Thing }))[`GET ${path}`]).toBe(bound);
  });

  test('shows what a scenario states', async () => {
    const paths = { '/me': { get: operation(settings) } };
    const { get } = await servePaths(paths, {}, { data: { me: { theme: 'dark' } } });
    expect((await get('/me')).body).toEqual({ theme: 'dark' });
  });
});

describe('items that no operation lists or creates', () => {
  const Payment = object({ id: integer, status: { enum: ['open', 'paid', 'cancelled'] }, amount: integer }, ['id']);
  const paths = {
    '/payments/{id}': { get: operation(ref('Payment')), delete: nothing },
    '/payments/{id}/cancel': { post: operation(ref('Payment')) },
    '/payments/{id}/receipt': { get: operation(object({ text })), post: nothing },
  };

  test('exist for each id until they are deleted', async () => {
    const { get, send } = await servePaths(paths, { Payment });
    expect((await get('/payments/7')).body).toMatchObject({ id: 7 });
    expect((await send('POST', '/payments/7/cancel')).body).toMatchObject({ id: 7, status: 'cancelled' });
    expect((await get('/payments/7')).body).toMatchObject({ id: 7, status: 'cancelled' });
    expect((await send('DELETE', '/payments/7')).status).toBe(204);
    for (const path of ['/payments/7', '/payments/7/receipt']) expect((await get(path)).status).toBe(404);
    expect((await send('POST', '/payments/7/cancel')).status).toBe(404);
    for (const path of ['/payments/8', '/payments/8/receipt']) expect((await get(path)).status).toBe(200);
  });

  test('are as a scenario states', async () => {
    const { get } = await servePaths(paths, { Payment }, { data: { payments: [{ id: 7, status: 'paid' }] } });
    expect((await get('/payments/7')).body).toEqual({ id: 7, status: 'paid' });
  });

  test('are none if they are only read', () => {
    const service = serviceFor({ '/payments/{id}': { get: operation(ref('Payment')) } }, { Payment });
    expect(boundIn(service)).toEqual({ 'GET /payments/{id}': '-' });
  });
});
