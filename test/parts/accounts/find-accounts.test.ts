/** Who registers or logs in gets a token, and the caller's own account is that of the token. */
import { expect, test } from 'vitest';
import { type Answer, servePaths } from '../../openapi/resources/served.ts';
import { boundIn, serviceFor } from '../../openapi/resources/small.ts';
import { boolean, inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

type Paths = Record<string, Record<string, object>>;

const User = object({ id: integer, email: text, name: text }, ['id', 'email']);
const asked = object({ email: text, name: text, password: text }, ['email', 'password']);
const credentials = object({ email: text, password: text }, ['email', 'password']);
const token = object({ token: text }, ['token']);
const session = object({ data: object({ accessToken: text, user: ref('User') }, ['accessToken', 'user']) }, ['data']);

const entry = (answer: object, takes: object, rest: object = {}) => ({ post: operation(answer, { takes, ...rest }) });
const own = { get: operation(ref('User')), patch: operation(ref('User'), { takes: object({ name: text }) }) };
const register = { '/auth/register': entry(object({ message: text }), asked) };
const listed: Paths = {
  '/users': { get: operation(listOf(ref('User'))) },
  '/users/{id}': { get: operation(ref('User')), delete: operation(undefined) },
};
/** As of Conduit: both are wrapped, and the user has the token. */
const wrapped = (takes: object) => entry(object({ user: ref('Owner') }), object({ user: takes }, ['user']));
const Owner = object({ email: text, token: text, bio: text }, ['email', 'token']);

/** `path`: where somebody logs in. `at`: the token in the response. */
test.each<[string, Paths, string, (answer: Answer) => string, string, object?]>([
  [
    'a list of users',
    { ...listed, ...register, '/login': entry(token, credentials) },
    '/login',
    ({ body }) => body.token,
    '/users/me',
  ],
  ['no list', { ...register, '/login': entry(token, credentials) }, '/login', ({ body }) => body.token, '/auth/me'],
  [
    'a user in the response',
    { ...register, '/login': entry(session, credentials) },
    '/login',
    ({ body }) => body.data.accessToken,
    '/profile',
  ],
  [
    'another name for the address',
    {
      ...register,
      '/token': entry(object({ access_token: text }, ['access_token']), object({ username: text, password: text })),
    },
    '/token',
    ({ body }) => body.access_token,
    '/me',
    { username: 'zoe@example.com', password: 'x' },
  ],
])('the account is that of the token, with %s', async (_case, paths, path, at, account, sent) => {
  const { send, get } = await servePaths({ ...paths, [account]: own }, { User });
  for (const name of ['ada', 'zoe'])
    await send('POST', '/auth/register', { email: `${name}@example.com`, name, password: 'x' });
  const login = await send('POST', path, { ...(sent ?? { email: 'zoe@example.com', password: 'x' }) });
  const zoe = { id: 2, email: 'zoe@example.com', name: 'zoe' };
  const withToken = (scheme: string, method = 'GET', body?: { name: string }) =>
    send(method, account, body, undefined, { authorization: `${scheme}${at(login)}` });
  expect((await withToken('Bearer ')).body).toEqual(zoe);
  expect((await withToken('')).body).toEqual(zoe);
  expect((await withToken('Bearer ', 'PATCH', { name: 'Z' })).body).toEqual({ ...zoe, name: 'Z' });
  expect((await get(account)).body).toMatchObject({ id: 1, name: 'ada' });
  expect((await send('GET', account, undefined, undefined, { authorization: 'Bearer x.y.z' })).body.id).toBe(1);
});

test('the account at the identity endpoints of ASP.NET is that of the token, and may have another POST', async () => {
  const Info = object({ email: text, isEmailConfirmed: boolean }, ['email']);
  const change = operation(Info, { takes: object({ newEmail: text, newPassword: text }) });
  const paths = {
    '/register': entry(undefined as never, credentials),
    '/login': entry(object({ accessToken: text }), credentials),
    '/manage/info': { get: operation(Info), post: change },
  };
  const { send } = await servePaths(paths);
  for (const name of ['ada', 'zoe']) await send('POST', '/register', { email: `${name}@example.com`, password: 'x' });
  const { body } = await send('POST', '/login', { email: 'zoe@example.com', password: 'x' });
  const authorization = `Bearer ${body.accessToken}`;
  const { body: shown } = await send('GET', '/manage/info', undefined, undefined, { authorization });
  expect(shown).toEqual({ email: 'zoe@example.com', isEmailConfirmed: false });
});

test('a user of a wrapped request has a token, which is that of the account too', async () => {
  const { send } = await servePaths(
    {
      '/users': wrapped(object({ email: text, password: text }, ['email'])),
      '/users/login': wrapped(object({ email: text, password: text }, ['email'])),
      '/user': { get: operation(object({ user: ref('Owner') })) },
    },
    { Owner },
  );
  await send('POST', '/users', { user: { email: 'ada@example.com' } });
  const { body } = await send('POST', '/users', { user: { email: 'zoe@example.com' } });
  expect((await send('POST', '/users/login', { user: { email: 'zoe@example.com' } })).body).toEqual(body);
  const authorization = `Token ${body.user.token}`;
  expect((await send('GET', '/user', undefined, undefined, { authorization })).body).toEqual(body);
});

test('the token of a user who was deleted shows nobody, and that of others is none', async () => {
  const paths = { ...listed, '/signup': entry(token, asked), '/me': own };
  const { send, get } = await servePaths(paths, { User });
  const { body } = await send('POST', '/signup', { email: 'ada@example.com', password: 'x' });
  await send('POST', '/signup', { email: 'zoe@example.com', password: 'x' });
  await send('DELETE', '/users/1');
  const ofCaller = (text: string) => send('GET', '/me', undefined, undefined, { authorization: `Bearer ${text}` });
  expect((await ofCaller(body.token)).status).toBe(404);
  const [head, , tail] = body.token.split('.');
  expect((await ofCaller(`${head}.${btoa('{"sub":"1","collection":"plants"}')}.${tail}`)).body.id).toBe(2);
  expect((await get('/me')).body.id).toBe(2);
});

test('the account is that of the user of HTTP Basic, else the first', async () => {
  const security = [{ basic: [] }];
  const me = { get: { ...own.get, security } };
  const paths = { ...listed, '/users/signup': entry(ref('User'), asked), '/users/me': me };
  const securitySchemes = { basic: { type: 'http', scheme: 'basic' } };
  const { send } = await servePaths(paths, { User }, undefined, { securitySchemes });
  for (const name of ['ada', 'zoe'])
    await send('POST', '/users/signup', { email: `${name}@example.com`, name, password: 'x' });
  const nameWith = async (authorization: string) =>
    (await send('GET', '/users/me', undefined, undefined, { authorization })).body.name;
  expect(await nameWith(`Basic ${btoa('zoe@example.com:x')}`)).toBe('zoe');
  expect(await nameWith(`Basic ${btoa('eve@example.com:x')}`)).toBe('ada');
});

test('who logs in by a form at /login/access-token may delete the own account', async () => {
  const me = { ...own, delete: operation(object({ message: text })) };
  const paths = { ...listed, '/users/signup': entry(ref('User'), asked), '/login/access-token': entry(token, asked) };
  const { send } = await servePaths({ ...paths, '/users/me': me }, { User });
  const ann = (await send('POST', '/users/signup', { email: 'ann@example.com', password: 'x' })).body;
  await send('POST', '/users/signup', { email: 'ben@example.com', password: 'x' });
  const { body } = await send('POST', '/login/access-token', { email: 'ann@example.com', password: 'x' });
  const asAnn = (method: string) =>
    send(method, '/users/me', undefined, undefined, { authorization: `Bearer ${body.token}` });
  expect((await asAnn('GET')).body).toEqual(ann);
  expect((await asAnn('DELETE')).status).toBe(200);
  expect((await asAnn('GET')).status).toBe(404);
  expect((await send('GET', `/users/${ann.id}`)).status).toBe(404);
});

test.each([
  ['/auth/login/', { email: 'zoe@example.com', password: 'x' }],
  ['/auth/local', { identifier: 'zoe@example.com', password: 'x', remember_me: true }],
  ['/login/form', { username: 'zoe@example.com', password: 'x', grant_type: 'password', scope: '' }],
])('a name and a password for a token are a login, at %s', async (path, sent) => {
  const takes = object(Object.fromEntries(Object.keys(sent).map((name) => [name, {}])));
  const login = entry(object({ access_token: text, user_id: integer, name: text }), takes);
  const paths = { '/auth/register/': register['/auth/register'], [path]: login, '/auth/me/': own };
  const { send } = await servePaths(paths, { User });
  for (const name of ['ada', 'zoe'])
    await send('POST', '/auth/register/', { email: `${name}@example.com`, name, password: 'x' });
  const { body } = await send('POST', path, sent);
  expect(body).toMatchObject({ user_id: 2, name: 'zoe' });
  const authorization = `Bearer ${body.access_token}`;
  expect((await send('GET', '/auth/me/', undefined, undefined, { authorization })).body.id).toBe(2);
});

test('a token that the document restricts is generated', async () => {
  const code = object({ token: { type: 'string', pattern: '^[0-9]{4}$' } }, ['token']);
  const { send } = await servePaths({ ...listed, '/signup': entry(code, asked), '/me': own }, { User });
  const { body } = await send('POST', '/signup', { email: 'ada@example.com', password: 'x' });
  expect(body.token).toMatch(/^[0-9]{4}$/);
});

const Plant = object({ id: integer, name: text }, ['id', 'name']);

test.each<[string, string, string, Paths]>([
  ['a profile beside users', 'GET /profile', 'users.read', { ...listed, '/profile': own }],
  [
    'an account that can be deleted',
    'DELETE /user',
    'users.delete',
    { '/user': { ...own, delete: operation(undefined) } as never, ...register },
  ],
  [
    'a change of the password',
    'POST /password',
    '-',
    { ...listed, '/me': own, '/password': entry(token, object({ email: text, password: text, size: integer })) },
  ],
  [
    'one that can be deleted',
    'GET /profile',
    'profile.read',
    { ...listed, '/profile': { ...own, delete: operation(undefined) } },
  ],
  [
    'one of many, which the query selects',
    'GET /user',
    '-',
    { ...listed, '/user': { get: operation(ref('User'), { parameters: [inQuery('email')] }) } },
  ],
  [
    'a profile beside plants',
    'GET /profile',
    'profile.read',
    {
      '/plants': { get: operation(listOf(ref('Plant'))), post: operation(ref('Plant'), { takes: ref('Plant') }) },
      '/profile': { get: operation(ref('Plant')), put: operation(ref('Plant'), { takes: ref('Plant') }) },
    },
  ],
  ['an account without a registration', 'GET /me', 'me.read', { '/me': own, '/login': entry(token, credentials) }],
  ['a login without an account', 'POST /login', '-', { ...listed, '/login': entry(token, credentials) }],
  [
    'a login without a token',
    'POST /login',
    '-',
    { ...listed, '/me': own, '/login': entry(object({ ok: boolean }), credentials) },
  ],
  ['a login by a code', 'POST /login', '-', { ...listed, '/me': own, '/login': entry(token, object({ code: text })) }],
  [
    'what else registers',
    'POST /register-plant',
    '-',
    { '/me': own, '/register-plant': entry(object({ ok: boolean }), asked) },
  ],
  [
    'an account of several',
    'GET /shops/{id}/me',
    '-',
    { '/shops/{id}/me': { parameters: [inPath('id')], get: operation(ref('User')) } as never, ...register },
  ],
])('%s', (_case, name, expected, paths) => {
  expect(boundIn(serviceFor(paths, { User, Plant }))[name]).toBe(expected);
});

test.each([
  [20, 'users.read'],
  [21, 'me.read'],
])('of %i accounts, one is that of who registers', (count, expected) => {
  const others = Array.from({ length: count - 1 }, (_, index) => [
    `/a${index}/me`,
    { get: operation(object({ id: integer, size: integer })) },
  ]);
  const paths = { ...Object.fromEntries(others), '/me': { get: operation(ref('User')) }, ...register };
  expect(boundIn(serviceFor(paths, { User, Plant }))['GET /me']).toBe(expected);
});

test('a registration that returns a user adds nobody to another list', () => {
  const Member = object({ id: integer, email: text, name: text, since: text, level: text, team: text, phone: text });
  const members = { get: operation(listOf(ref('Member'))), post: operation(ref('Member'), { takes: asked }) };
  const of = (answer: object) =>
    boundIn(serviceFor({ '/members': members, '/register': entry(answer, asked) }, { User, Member }));
  expect(of(ref('User'))['POST /register']).toBe('-');
  expect(of(object({ message: text }))['POST /register']).toBe('members.about');
});

test('a change of a user by the id is that of the account, also where nothing else shows users', async () => {
  const { get, send } = await servePaths(
    {
      '/me': { get: operation(object({ user: ref('User') }, ['user'])) },
      '/users/{id}': {
        put: operation(object({ ok: boolean }, ['ok']), { takes: object({ user: object({ name: text }) }, ['user']) }),
      },
    },
    { User },
    'default',
  );
  const { user } = (await get('/me')).body;
  expect((await send('PUT', `/users/${user.id}`, { user: { name: 'Ann' } })).status).toBe(200);
  expect((await get('/me')).body.user).toEqual({ ...user, name: 'Ann' });
  expect((await send('PUT', '/users/99999', { user: { name: 'Bob' } })).status).toBe(404);
});

test('the caller may be read at one path, and changed at another', async () => {
  const { get, send } = await servePaths(
    {
      ...listed,
      '/users/verify_credentials': { get: operation(ref('User')) },
      '/users/update_credentials': { patch: operation(ref('User'), { takes: object({ name: text }) }) },
    },
    { User },
    { data: { users: [1, 2].map((id) => ({ id, email: `u${id}@example.com`, name: 'a' })) } },
  );
  const changed = { id: 1, email: 'u1@example.com', name: 'b' };
  expect((await send('PATCH', '/users/update_credentials', { name: 'b' })).body).toEqual(changed);
  expect([(await get('/users/verify_credentials')).body, (await get('/users/1')).body]).toEqual([changed, changed]);
});

test('what is named after the users is one of them, with what only the caller sees', async () => {
  const Person = object({ id: integer, handle: text, name: text, home: text }, ['id', 'handle']);
  const Network = object({ id: integer, handle: text, name: text }, ['id', 'handle']);
  const Account = object({ id: integer, handle: text, name: text, email: text, is_staff: boolean }, ['id', 'handle']);
  const one = (name: string, schema: object) => ({
    [`/${name}/{handle}`]: { parameters: [inPath('handle', text)], get: operation(schema) },
  });
  const { get, send } = await servePaths(
    {
      '/people': { get: operation(listOf(ref('Person'))) },
      ...one('people', object({ person: ref('Person') }, ['person'])),
      '/networks': { get: operation(listOf(ref('Network'))) },
      ...one('networks', ref('Network')),
      '/me': {
        get: operation(object({ person: Account, shows: listOf(text) }, ['person', 'shows'])),
        patch: operation(object({ person: Account }), {
          takes: object({ person: object({ name: text, email: text }) }),
        }),
      },
    },
    { Person, Network },
    { data: { people: [{ id: 7, handle: 'ann', name: 'Ann', email: 'ann@example.com' }] } },
  );
  expect((await get('/me')).body.person).toMatchObject({ id: 7, handle: 'ann', email: 'ann@example.com' });
  await send('PATCH', '/me', { person: { name: 'Anna' } });
  expect((await get('/people/ann')).body.person).toMatchObject({ id: 7, name: 'Anna' });
});

test.each([object({ message: text, userId: integer }), object({ user_id: integer }, ['user_id'])])(
  'who registers has one id in the answers and in the list: %j',
  async (answer) => {
    const { send, get } = await servePaths(
      { ...listed, '/auth/signup': entry(answer, asked), '/auth/signin': entry(answer, credentials) },
      { User },
    );
    const idIn = ({ body }: Answer): number => body.userId ?? body.user_id;
    const zoe = { email: 'zoe@example.com', name: 'zoe' };
    await send('POST', '/auth/signup', { email: 'ada@example.com', name: 'ada', password: 'x' });
    const id = idIn(await send('POST', '/auth/signup', { ...zoe, password: 'x' }));
    expect((await get(`/users/${id}`)).body).toEqual({ id, ...zoe });
    expect(idIn(await send('POST', '/auth/signin', { email: zoe.email, password: 'x' }))).toBe(id);
  },
);

test('who logs in is one of the users that a list alone shows', async () => {
  const answer = object({ token: text, user: ref('User') }, ['token', 'user']);
  const users = { '/users': listed['/users'] as object, '/login': entry(answer, credentials) };
  const { send, get } = await servePaths(users, { User }, { generate: { users: 3 } });
  const [, second] = (await get('/users')).body;
  expect((await send('POST', '/login', { email: second.email, password: 'x' })).body.user).toEqual(second);
});
