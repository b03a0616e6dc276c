/** Who logs in, whom `GET /me` shows, and the author of what is created with that token are one user, in documents of different shapes. */
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium } from '../../../src/index.ts';
import { documentOf, fullObject, inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const email = { type: 'string', format: 'email' };
const picture = { type: 'string', format: 'uri' };
const schemas = {
  User: fullObject({ id: integer, name: text, email, avatar: picture }),
  Post: fullObject({
    ...{ id: integer, title: text, author: text, authorId: integer, created_by: integer },
    ...{ author_email: email, ownerAvatar: picture, owner: fullObject({ id: integer, name: text, avatar: picture }) },
  }),
};
const posts = {
  '/posts': {
    get: operation(listOf(ref('Post'))),
    post: operation(ref('Post'), { takes: fullObject({ title: text }), status: 201 }),
  },
};
const me = { get: operation(ref('User')) };
const users = { get: operation(listOf(ref('User'))) };
const credentials = object({ name: text, email, password: text });
const open = { takes: credentials, security: [] };
const session = fullObject({ token: text, user: ref('User') });
const bearer = { type: 'http', scheme: 'bearer' };
const flow = { authorizationUrl: '/o/authorize', tokenUrl: '/o/token', scopes: { posts: 'Posts.' } };
const oauth = { type: 'oauth2', flows: { authorizationCode: flow } };

const serveUsers = async (paths: object, scheme: object = bearer, scenario: object | 'default' = 'default') => {
  const rest = { components: { schemas, securitySchemes: { scheme } }, security: [{ scheme: [] }] };
  const document: JsonObject = documentOf('Posts', { ...posts, ...paths }, schemas, rest);
  const vivarium = await createVivarium({ document, scenario });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('default');
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const isForm = body instanceof URLSearchParams;
    const sent = isForm ? body : body && JSON.stringify(body);
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const response = await world.fetch(path, {
      method,
      headers: { ...headers, ...(sent !== undefined && { 'content-type': type }) },
      ...(sent !== undefined && { body: sent }),
    });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
    return (await response.json()) as any;
  };
  return { world, send };
};

type Send = Awaited<ReturnType<typeof serveUsers>>['send'];

const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

/** Whom `path` shows to the sender, who is the maker of what the sender creates. */
const makerAt = async (send: Send, path: string, headers: Record<string, string>) => {
  const shown = await send('GET', path, headers);
  const { id, name, email, avatar } = shown;
  expect(await send('POST', '/posts', headers, { title: 'a' })).toMatchObject({
    ...{ author: name, authorId: id, created_by: id, author_email: email, ownerAvatar: avatar },
    owner: { id, name, avatar },
  });
  return shown;
};

test('one who registers and logs in is shown, and is the author', async () => {
  const { send } = await serveUsers({
    '/auth/register': { post: operation(session, { ...open, status: 201 }) },
    '/auth/login': { post: operation(session, open) },
    '/me': me,
  });
  const zoe = { name: 'Zoe Quinn', email: 'zoe@example.com', password: 'secret-secret' };
  const { user } = await send('POST', '/auth/register', {}, zoe);
  const { token, user: loggedIn } = await send('POST', '/auth/login', {}, zoe);
  expect(loggedIn).toEqual(user);
  expect(await makerAt(send, '/me', withToken(token))).toEqual(user);
  expect((await makerAt(send, '/me', withToken('special-key'))).id).toBe(1);
});

test('one whom alone a document shows is the author', async () => {
  const { send } = await serveUsers({ '/me': me });
  await makerAt(send, '/me', withToken('special-key'));
});

test('one who is shown is among users that are only listed, with a key too', async () => {
  const key = { type: 'apiKey', in: 'header', name: 'x-api-key' };
  const { send } = await serveUsers({ '/me': me, '/users': users }, key);
  const headers = { 'x-api-key': 'special-key' };
  expect((await send('GET', '/users', headers))[0]).toEqual(await makerAt(send, '/me', headers));
});

test('the user of HTTP Basic is the author', async () => {
  const item = { parameters: [inPath('id')], get: operation(ref('User')) };
  const { send } = await serveUsers(
    { '/users': users, '/users/me': me, '/users/{id}': item },
    { type: 'http', scheme: 'basic' },
  );
  const basic = (user: string) => ({ authorization: `Basic ${btoa(`${user}:x`)}` });
  const [first, second] = await send('GET', '/users', basic('anybody'));
  expect(await makerAt(send, '/users/me', basic('anybody'))).toEqual(first);
  expect(await makerAt(send, '/users/me', basic(second.email))).toEqual(second);
});

const grant = async (send: Send, form: Record<string, string>) =>
  send('POST', '/oidc/token', {}, new URLSearchParams({ client_id: 'app', scope: 'openid posts', ...form }));

const claimsOf = (token: string): JsonObject =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

test.each([
  ['of which nothing lists the users', {}],
  ['with a list', { '/users': users }],
])('who logs in at the issuer of a document %s is shown, and is the author', async (_, more) => {
  const { send, world } = await serveUsers({ '/me': me, ...more }, oauth);
  const people = new Map<string, JsonObject>();
  for (const username of ['ada', 'grace']) {
    const tokens = await grant(send, { grant_type: 'password', username, password: 'x' });
    const shown = await makerAt(send, '/me', withToken(tokens.access_token));
    const person = { sub: username, name: shown.name, email: shown.email, picture: shown.avatar };
    expect(await send('GET', '/oidc/userinfo', withToken(tokens.access_token))).toMatchObject(person);
    expect(claimsOf(tokens.id_token)).toMatchObject(person);
    const { access_token: issued } = await world.token({ sub: username });
    expect(await send('GET', '/me', withToken(issued as string))).toEqual(shown);
    people.set(username, shown);
    for (const address of [shown.email, `${username}@example.com`]) {
      const { id_token: token } = await grant(send, { grant_type: 'password', username: address, password: 'x' });
      expect(claimsOf(token).sub).toBe(username);
    }
  }
  expect(people.get('ada')).not.toEqual(people.get('grace'));
  // A client for itself is nobody: the first user.
  const machine = await grant(send, { grant_type: 'client_credentials', client_id: 'robot', client_secret: 'x' });
  expect(await makerAt(send, '/me', withToken(machine.access_token))).toEqual(people.get('ada'));
});

test('whom a scenario lets log in becomes a user with the first request, and has that name everywhere', async () => {
  const item = { parameters: [inPath('id')], get: operation(ref('User')) };
  const rename = { patch: operation(ref('User'), { takes: object({ name: text }) }) };
  const auth = { users: [{ sub: 'kim', name: 'Kim Deal', email: 'kim@example.com' }, { sub: 'joey' }] };
  const paths = { '/users': users, '/users/{id}': item, '/me': { ...me, ...rename } };
  const { send, world } = await serveUsers(paths, oauth, { auth, generate: { users: 2 } });
  const headersOf = async (sub: string) => withToken((await world.token({ sub })).access_token as string);
  const kim = await makerAt(send, '/me', await headersOf('kim'));
  expect(kim).toMatchObject({ id: 3, name: 'Kim Deal', email: 'kim@example.com' });
  const joey = await makerAt(send, '/me', await headersOf('joey'));
  expect(await send('GET', '/oidc/userinfo', await headersOf('joey'))).toMatchObject({
    name: joey.name,
    email: joey.email,
  });
  expect((await send('GET', '/users', await headersOf('kim'))).slice(2)).toEqual([kim, joey]);
  await send('PATCH', '/me', await headersOf('kim'), { name: 'Kim Murphy' });
  expect((await makerAt(send, '/me', await headersOf('kim'))).id).toBe(kim.id);
  expect((await send('GET', '/oidc/userinfo', await headersOf('kim'))).name).toBe('Kim Murphy');
  expect(await makerAt(send, '/me', await headersOf('2'))).toEqual(
    (await send('GET', '/users', await headersOf('kim')))[1],
  );
});

test('without data, the first who can log in is shown where nobody becomes a user', async () => {
  const { send } = await serveUsers({ '/me': me }, oauth, {});
  expect((await makerAt(send, '/me', withToken('special-key'))).name).toBe('Ada Lovelace');
});

test('what the account is called may be what items say of their maker', async () => {
  const Rider = fullObject({ id: integer, login: text });
  const Ride = fullObject({ id: integer, bike: text, rider_id: integer });
  const document = documentOf(
    'Rides',
    {
      '/me': { get: operation(ref('Rider')) },
      '/rides': {
        get: operation(listOf(ref('Ride'))),
        post: operation(ref('Ride'), { takes: fullObject({ bike: text }), status: 201 }),
      },
      '/rides/{id}': { parameters: [inPath('id', integer)], get: operation(ref('Ride')) },
    },
    { Rider, Ride },
    { components: { schemas: { Rider, Ride }, securitySchemes: { bearer } }, security: [{ bearer: [] }] },
  );
  const vivarium = await createVivarium({ document, scenario: {} });
  onTestFinished(() => vivarium.close());
  const headers = { ...withToken('x'), 'content-type': 'application/json' };
  const answer = async (path: string, init: object = {}) =>
    (await vivarium.world('test').fetch(path, { headers, ...init })).json();
  const [{ id }, ride] = [await answer('/me'), await answer('/rides', { method: 'POST', body: '{"bike":"b"}' })];
  expect(ride).toMatchObject({ bike: 'b', rider_id: id });
});
