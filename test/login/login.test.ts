/** The issuer of a world, by its endpoints. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import type { VivariumWorld as World } from '../../src/index.ts';
import type { ResumeDocument } from '../../src/scenario/document/scenario-schema.ts';
import {
  authorizeUrl,
  bearer,
  callback,
  choose,
  form,
  linksIn,
  locationOf,
  logIn,
  notesVivarium,
  notesWorld,
  redemptionOf,
  type Tokens,
} from './walk.ts';

const tokenOf = async (world: World, values: Readonly<Record<string, string>>): Promise<Response> =>
  world.fetch('/oidc/token', form(values));

const errorOf = async (response: Response): Promise<unknown> => ({
  status: response.status,
  ...((await response.json()) as { error: string }),
});

describe('the metadata', () => {
  test('name the endpoints of the world', async () => {
    const world = await notesWorld({}, 'alice');
    const metadata = await (await world.fetch('/oidc/.well-known/openid-configuration')).json();
    expect(metadata).toMatchObject({
      issuer: 'http://vivarium.test/~alice/oidc',
      token_endpoint: 'http://vivarium.test/~alice/oidc/token',
      code_challenge_methods_supported: ['S256'],
      scopes_supported: expect.arrayContaining(['openid', 'notes:read', 'notes:write']),
    });
    const other = await world.fetch('/.well-known/oauth-authorization-server/~alice/oidc');
    expect(await other.json()).toEqual(metadata);
  });

  test('have a key that verifies the tokens', async () => {
    const world = await notesWorld();
    const keys = (await (await world.fetch('/oidc/jwks')).json()) as JSONWebKeySet;
    const { id_token } = await logIn(world);
    const { payload } = await jwtVerify(id_token, createLocalJWKSet(keys), {
      issuer: 'http://vivarium.test/oidc',
      audience: 'spa',
      currentDate: new Date('2030-06-01T12:00:10Z'),
    });
    expect(payload).toMatchObject({ sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' });
  });
});

describe('a login', () => {
  test('shows a page without a form and a script, with a policy of its own', async () => {
    const world = await notesWorld();
    const response = await world.fetch(authorizeUrl());
    const html = await response.text();
    expect([...linksIn(html).keys()]).toEqual(['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Deny']);
    expect(html).not.toMatch(/<form|<script/i);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
  });

  test('gives tokens that the operations accept', async () => {
    const world = await notesWorld();
    const tokens = await logIn(world);
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: 'http://vivarium.test/oidc',
      sub: 'ada',
      aud: 'http://vivarium.test',
      scope: 'openid notes:read notes:write',
      iat: Date.UTC(2030, 5, 1, 12) / 1000,
      exp: Date.UTC(2030, 5, 1, 13) / 1000,
      jti: expect.any(String),
    });
    expect((await world.fetch('/v1/notes', bearer(tokens.access_token))).status).toBe(200);
    const info = await world.fetch('/oidc/userinfo', bearer(tokens.access_token));
    expect(await info.json()).toMatchObject({ sub: 'ada', name: 'Ada Lovelace' });
  });

  test('returns the state, and the issuer', async () => {
    const world = await notesWorld();
    const location = locationOf(await choose(world, 'Grace Hopper', authorizeUrl({ state: '"><script>' })));
    expect(location.origin + location.pathname).toBe(callback);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      code: expect.any(String),
      state: '"><script>',
      iss: 'http://vivarium.test/oidc',
    });
  });

  test('that is denied tells the client', async () => {
    const world = await notesWorld();
    expect(locationOf(await choose(world, 'Deny', authorizeUrl({ state: 's' }))).search).toContain(
      'error=access_denied',
    );
  });

  test('is not begun by HEAD, which looks at a link', async () => {
    const world = await notesWorld();
    const page = await (
      await world.fetch(authorizeUrl({ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }))
    ).text();
    const link = linksIn(page).get('Ada Lovelace') as string;
    expect((await world.fetch(link, { method: 'HEAD' })).headers.get('location')).toBeNull();
    expect(locationOf(await world.fetch(link)).searchParams.get('code')).not.toBeNull();
  });

  test('uses each link once', async () => {
    const world = await notesWorld();
    const link = linksIn(await (await world.fetch(authorizeUrl())).text()).get('Ada Lovelace') as string;
    expect((await world.fetch(link)).status).toBe(302);
    const again = await world.fetch(link);
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('used already')]);
  });

  test('of the first user needs no page, and login_hint chooses another', async () => {
    const world = await notesWorld({ login: 'first' });
    const codeOf = async (changes: Record<string, string> = {}): Promise<string> => {
      const tokens = await tokenOf(world, await redemptionOf(changes, (url) => world.fetch(url)));
      return decodeJwt(((await tokens.json()) as Tokens).access_token).sub as string;
    };
    expect(await codeOf()).toBe('ada');
    expect(await codeOf({ login_hint: 'alan@example.com' })).toBe('alan');
    expect(await codeOf({ prompt: 'none' })).toBe('ada');
    const unknown = await world.fetch(authorizeUrl({ login_hint: 'eve' }));
    expect(locationOf(unknown).searchParams.get('error')).toBe('login_required');
  });

  test('is remembered by a session until the logout', async () => {
    const world = await notesWorld();
    const silent = authorizeUrl({ prompt: 'none' });
    expect(locationOf(await world.fetch(silent)).searchParams.get('error')).toBe('login_required');
    const response = await choose(world, 'Grace Hopper', authorizeUrl());
    const cookie = response.headers.get('set-cookie')?.split(';')[0] as string;
    expect(response.headers.get('set-cookie')).toMatch(
      /^vivarium-login-default-[\w-]{8}=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(locationOf(await world.fetch(silent, { headers: { cookie } })).searchParams.has('code')).toBe(true);
    world.clock.advance('3h');
    const old = authorizeUrl({ prompt: 'none', max_age: '60' });
    expect(locationOf(await world.fetch(old, { headers: { cookie } })).searchParams.get('error')).toBe(
      'login_required',
    );
    const logout = `/oidc/logout?${new URLSearchParams({ post_logout_redirect_uri: 'http://localhost:3000/', state: 'x' })}`;
    const left = await world.fetch(logout, { headers: { cookie } });
    expect(left.headers.get('location')).toBe('http://localhost:3000/?state=x');
    expect(left.headers.get('set-cookie')).toMatch(/Max-Age=0/);
    expect(locationOf(await world.fetch(silent, { headers: { cookie } })).searchParams.get('error')).toBe(
      'login_required',
    );
  });

  test.each([
    ['no client', { client_id: undefined }, 'client_id is missing'],
    ['no address', { redirect_uri: undefined }, 'redirect_uri is missing'],
    [
      'a foreign address',
      { redirect_uri: 'https://evil.example/' },
      'not a plain http or https address of this computer',
    ],
    [
      'an address that looks like one',
      { redirect_uri: 'http://localhost.evil.example/' },
      'not a plain http or https address of this computer',
    ],
    [
      'an address with a user',
      { redirect_uri: 'http://localhost@evil.example/' },
      'not a plain http or https address of this computer',
    ],
    [
      'an address with a line break',
      { redirect_uri: 'http://localhost/\r\nSet-Cookie: a=b' },
      'not a plain http or https address of this computer',
    ],
    [
      'an address with a backslash',
      { redirect_uri: 'http://localhost\\@evil.example/' },
      'not a plain http or https address of this computer',
    ],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, 'not a plain http or https address of this computer'],
    ['a state that no header could carry', { state: 'x'.repeat(4001) }, 'too long'],
    ['a fragment', { redirect_uri: 'http://localhost/#a' }, 'not a plain http or https address of this computer'],
    ['markup', { redirect_uri: '<script>alert(1)</script>' }, '&lt;script&gt;'],
  ])('with %s shows an error, and leads nowhere', async (_, changes, message) => {
    const world = await notesWorld();
    const response = await world.fetch(authorizeUrl(changes));
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(await response.text()).toContain(message);
  });

  test.each([
    ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge without a method', { code_challenge: 'a'.repeat(43) }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'a', code_challenge_method: 'S256' }, 'invalid_request'],
    ['a request object', { request: 'ey' }, 'request_not_supported'],
    ['two prompts', { prompt: 'none login' }, 'invalid_request'],
  ])('with %s tells the client', async (_, changes, error) => {
    const world = await notesWorld();
    const { searchParams } = locationOf(await world.fetch(authorizeUrl({ ...changes, state: 'st' })));
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual([error, 'st']);
  });

  test('gives no other origin access to the page, but to the tokens', async () => {
    const world = await notesWorld();
    const headers = { origin: 'http://localhost:5173' };
    expect((await world.fetch(authorizeUrl(), { headers })).headers.get('access-control-allow-origin')).toBeNull();
    const token = await world.fetch('/oidc/token', form({}, headers));
    expect(token.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  });
});

describe('a code', () => {
  const bodyFor = (world: World, asked: Readonly<Record<string, string>> = {}) =>
    redemptionOf(asked, (url) => choose(world, 'Ada Lovelace', url));
  const redeem = async (
    world: World,
    changes: Readonly<Record<string, string | undefined>> = {},
    asked: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    const given = { ...(await bodyFor(world, asked)), ...changes };
    const pairs = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return tokenOf(world, Object.fromEntries(pairs));
  };

  test.each([
    ['a wrong verifier', { code_verifier: 'a'.repeat(43) }],
    ['no verifier', { code_verifier: undefined }],
    ['another client', { client_id: 'other' }],
    ['another address', { redirect_uri: 'http://localhost:3000/other' }],
    ['no address', { redirect_uri: undefined }],
    ['a forged code', { code: 'abc.def' }],
  ])('is not redeemed with %s', async (_, changes) => {
    expect(await errorOf(await redeem(await notesWorld(), changes))).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    });
  });

  test('gives a token for one of the resources that it was asked for, or for the first that is asked for', async () => {
    const world = await notesWorld();
    const asked = { resource: 'https://a.example' };
    expect(await errorOf(await redeem(world, { resource: 'https://b.example' }, asked))).toMatchObject({
      error: 'invalid_target',
    });
    for (const [sent, first] of [
      [{ resource: 'https://b.example' }, {}],
      [{}, { resource: 'https://b.example' }],
    ] as const) {
      const tokens = (await (await redeem(world, sent, first)).json()) as Tokens;
      expect(decodeJwt(tokens.access_token).aud).toBe('https://b.example');
    }
  });

  test('of a public client needs a challenge; a secret makes it confidential', async () => {
    const world = await notesWorld();
    const codeOf = async (): Promise<string> =>
      locationOf(await choose(world, 'Ada Lovelace', authorizeUrl())).searchParams.get('code') as string;
    const body = { grant_type: 'authorization_code', client_id: 'spa', redirect_uri: callback };
    expect(await errorOf(await tokenOf(world, { ...body, code: await codeOf() }))).toMatchObject({
      error: 'invalid_grant',
    });
    expect((await tokenOf(world, { ...body, code: await codeOf(), client_secret: 's' })).status).toBe(200);
    const basic = form({ ...body, code: await codeOf() }, { authorization: `Basic ${btoa('spa:s')}` });
    expect((await world.fetch('/oidc/token', basic)).status).toBe(200);
    const sneaked = await tokenOf(world, {
      ...body,
      code: await codeOf(),
      client_secret: 's',
      code_verifier: 'a'.repeat(43),
    });
    expect(await errorOf(sneaked)).toMatchObject({ error: 'invalid_grant' });
  });

  test('that is used twice revokes its tokens', async () => {
    const world = await notesWorld();
    const body = await bodyFor(world);
    const tokens = (await (await tokenOf(world, body)).json()) as Tokens;
    expect(await errorOf(await tokenOf(world, body))).toMatchObject({ error: 'invalid_grant' });
    expect((await world.fetch('/v1/notes', bearer(tokens.access_token))).status).toBe(401);
    const refreshed = await tokenOf(world, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: 'spa',
    });
    expect(await errorOf(refreshed)).toMatchObject({ error: 'invalid_grant' });
  });

  test('expires after 10 minutes of the world', async () => {
    const world = await notesWorld();
    const body = await bodyFor(world);
    world.clock.advance('10m');
    expect(await errorOf(await tokenOf(world, body))).toMatchObject({ error: 'invalid_grant' });
  });

  test('of another world, or of before a reset, is not redeemed', async () => {
    const world = await notesWorld();
    const other = (await notesVivarium()).world();
    expect(await errorOf(await tokenOf(other, await bodyFor(world)))).toMatchObject({ error: 'invalid_grant' });
    const before = await bodyFor(world);
    world.reset();
    expect(await errorOf(await tokenOf(world, before))).toMatchObject({ error: 'invalid_grant' });
    expect((await tokenOf(world, await bodyFor(world))).status).toBe(200);
  });
});

describe('a refresh token', () => {
  const refresh = (world: World, token: string, more: Readonly<Record<string, string>> = {}): Promise<Response> =>
    tokenOf(world, { grant_type: 'refresh_token', refresh_token: token, client_id: 'spa', ...more });

  test('is rotated, and its reuse revokes the login', async () => {
    const world = await notesWorld();
    const first = await logIn(world);
    const second = (await (await refresh(world, first.refresh_token)).json()) as Tokens;
    expect(decodeJwt(second.access_token).sub).toBe('ada');
    expect(await errorOf(await refresh(world, first.refresh_token))).toMatchObject({ error: 'invalid_grant' });
    expect(await errorOf(await refresh(world, second.refresh_token))).toMatchObject({ error: 'invalid_grant' });
    expect((await world.fetch('/v1/notes', bearer(second.access_token))).status).toBe(401);
  });

  test('may ask for less, not for more', async () => {
    const world = await notesWorld();
    const tokens = await logIn(world, 'Ada Lovelace', { scope: 'openid notes:read' });
    expect(await errorOf(await refresh(world, tokens.refresh_token, { scope: 'notes:write' }))).toMatchObject({
      error: 'invalid_scope',
    });
    const less = (await (
      await refresh(world, tokens.refresh_token, { scope: 'notes:read', resource: 'https://notes.example.com' })
    ).json()) as Tokens;
    expect(less.scope).toBe('notes:read');
    expect(decodeJwt(less.access_token).aud).toBe('https://notes.example.com');
    // RFC 6749, section 6: the new refresh token is as good as the one before.
    const next = (await (await refresh(world, less.refresh_token)).json()) as Tokens;
    expect(next.scope).toBe('openid notes:read');
    expect(decodeJwt(next.access_token).aud).toBe('http://vivarium.test');
  });

  test('is that of one client, and lasts 30 days', async () => {
    const world = await notesWorld();
    const tokens = await logIn(world);
    expect(await errorOf(await refresh(world, tokens.refresh_token, { client_id: 'other' }))).toMatchObject({
      error: 'invalid_grant',
    });
    world.clock.advance('29d');
    expect((await refresh(world, tokens.refresh_token)).status).toBe(200);
    const next = await logIn(world);
    world.clock.advance('30d');
    expect(await errorOf(await refresh(world, next.refresh_token))).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('the other grants', () => {
  test('a client with a secret gets a token of its own', async () => {
    const world = await notesWorld();
    const response = await tokenOf(world, {
      grant_type: 'client_credentials',
      client_id: 'job',
      client_secret: 's',
      scope: 'notes:read unknown',
    });
    const tokens = (await response.json()) as Tokens;
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'notes:read',
    });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: 'job', client_id: 'job' });
    expect(await errorOf(await tokenOf(world, { grant_type: 'client_credentials', client_id: 'job' }))).toMatchObject({
      status: 401,
      error: 'invalid_client',
    });
  });

  test('a user has any password', async () => {
    const world = await notesWorld();
    const response = await tokenOf(world, { grant_type: 'password', username: 'grace@example.com', password: 'any' });
    expect(await response.json()).toMatchObject({ scope: 'notes:read notes:write', refresh_token: expect.any(String) });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const nobody = await tokenOf(world, { grant_type: 'password', username: 'eve', password: 'any' });
    expect(await errorOf(nobody)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  test.each([
    [{}, 'invalid_request'],
    [{ grant_type: 'magic' }, 'unsupported_grant_type'],
    [{ grant_type: 'password' }, 'invalid_request'],
    [{ grant_type: 'authorization_code' }, 'invalid_request'],
    [{ grant_type: 'refresh_token' }, 'invalid_request'],
  ])('%j is rejected', async (values, error) => {
    expect(await errorOf(await tokenOf(await notesWorld(), values))).toMatchObject({ status: 400, error });
  });

  test('a body must be a form, with each parameter once', async () => {
    const world = await notesWorld();
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"grant_type":"password"}' };
    expect(await errorOf(await world.fetch('/oidc/token', json))).toMatchObject({
      status: 400,
      error: 'invalid_request',
    });
    const twice = { ...form({}), body: 'grant_type=password&grant_type=password' };
    expect(await errorOf(await world.fetch('/oidc/token', twice))).toMatchObject({ error: 'invalid_request' });
    const wrongMethod = await world.fetch('/oidc/token');
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });

  test('the URLs of the document lead to the same endpoints', async () => {
    const world = await notesWorld();
    const body = form({ grant_type: 'password', username: 'ada', password: 'x' });
    expect((await world.fetch('/oauth/token', body)).status).toBe(200);
    expect((await world.fetch('/v1/login', body)).status).toBe(200);
    expect((await world.fetch(authorizeUrl({}, '/dialog/authorize'))).headers.get('content-type')).toMatch(
      /^text\/html/,
    );
  });
});

describe('an operation', () => {
  const read = async (world: World, token: string): Promise<unknown> => {
    const response = await world.fetch('/v1/notes', bearer(token));
    return [response.status, response.headers.get('www-authenticate')];
  };
  const accepted = [200, null];
  const invalid = [401, 'Bearer error="invalid_token"'];

  test('accepts other credentials as before', async () => {
    const world = await notesWorld();
    expect(await read(world, 'anything')).toEqual(accepted);
    expect(await read(world, 'expired-key')).toEqual(invalid);
  });

  test('rejects an expired token, by the time of the world', async () => {
    const world = await notesWorld({ lifetime: '5m' });
    const { access_token: token, expires_in: seconds } = await logIn(world);
    expect([seconds, await read(world, token)]).toEqual([300, accepted]);
    world.clock.advance('5m');
    expect(await read(world, token)).toEqual(invalid);
  });

  test('rejects an ID token, and one that was revoked', async () => {
    const world = await notesWorld();
    const tokens = await logIn(world);
    expect(await read(world, tokens.id_token)).toEqual(invalid);
    expect((await world.fetch('/oidc/revoke', form({ token: tokens.access_token }))).status).toBe(200);
    expect(await read(world, tokens.access_token)).toEqual(invalid);
    expect((await world.fetch('/oidc/revoke', form({ token: 'unknown' }))).status).toBe(200);
    world.reset();
    expect(await read(world, tokens.access_token)).toEqual(accepted);
  });

  test('rejects what it did not sign', async () => {
    const world = await notesWorld();
    const { access_token: token } = await logIn(world);
    const [, claims] = token.split('.') as [string, string];
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await read(world, `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`)).toEqual(invalid);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const text = `${encode({ alg: 'RS256', typ: 'at+jwt' })}.${claims}`;
    const forged = `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
    expect(await read(world, forged)).toEqual(invalid);
    const foreign = `${text.split('.')[0]}.${encode({ iss: 'https://login.example.com/oidc', sub: 'x' })}.AAAA`;
    expect(await read(world, foreign)).toEqual(accepted);
  });

  test('rejects a token that was cut, or that has something behind it', async () => {
    const world = await notesWorld();
    const { access_token: token } = await world.token({ sub: 'ada' });
    const cut = token.slice(0, token.lastIndexOf('.'));
    for (const wrong of [cut, `${cut}.`, `${token},`, `${token}.`, token.slice(0, -5)])
      expect((await world.fetch('/v1/notes', bearer(wrong))).status, wrong.slice(-8)).toBe(401);
  });

  test('rejects a token of another world', async () => {
    const vivarium = await notesVivarium();
    const { access_token: token } = await logIn(vivarium.world('one'));
    expect(await read(vivarium.world('one'), token)).toEqual(accepted);
    expect(await read(vivarium.world('other'), token)).toEqual(invalid);
  });

  test('demands its scopes: 403 where it is documented, else 401', async () => {
    const world = await notesWorld({ users: [{ sub: 'eve', scopes: [] }] });
    const { access_token: token, scope } = await logIn(world, 'eve');
    expect(scope).toBe('openid');
    expect(await read(world, token)).toEqual([401, 'Bearer error="insufficient_scope", scope="notes:read"']);
    const write = await world.fetch('/v1/notes', { method: 'POST', ...bearer(token), body: '{"text":"x"}' });
    expect([write.status, write.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="notes:write"',
    ]);
  });

  test('accepts only the audiences of the scenario', async () => {
    const world = await notesWorld({ audience: 'https://notes.example' });
    expect(await read(world, (await logIn(world)).access_token)).toEqual(invalid);
    const { access_token: token } = await logIn(world, 'Ada Lovelace', { audience: 'https://notes.example' });
    expect(await read(world, token)).toEqual(accepted);
  });

  test('accepts any audience but the wrong one, without a list', async () => {
    const world = await notesWorld();
    expect(
      await read(world, (await logIn(world, 'Ada Lovelace', { resource: 'https://any.example' })).access_token),
    ).toEqual(accepted);
    const { access_token: token } = await logIn(world, 'Ada Lovelace', { audience: 'urn:vivarium:wrong' });
    expect(await read(world, token)).toEqual(invalid);
  });

  test('accepts only issued tokens, and keys, if the scenario says so', async () => {
    const world = await notesWorld({ tokens: 'issued', keys: ['secret'] });
    expect(await read(world, 'anything')).toEqual(invalid);
    expect(await read(world, 'secret')).toEqual(accepted);
    expect(await read(world, (await logIn(world)).access_token)).toEqual(accepted);
  });
});

describe('clients of the scenario', () => {
  const clients = [
    { id: 'web', secret: 'hidden', redirectUris: ['https://app.example/callback'] },
    { id: 'native', redirectUris: ['app.example:/done'] },
  ];

  test('are the only ones, with their addresses', async () => {
    const world = await notesWorld({ clients, login: 'first' });
    const from = (client: string, uri: string | undefined) =>
      world.fetch(authorizeUrl({ client_id: client, redirect_uri: uri }));
    expect((await from('spa', callback)).status).toBe(400);
    expect((await from('web', callback)).status).toBe(400);
    expect((await from('web', 'https://app.example/callback')).headers.get('location')).toMatch(
      /^https:\/\/app\.example\/callback\?code=/,
    );
    expect((await from('native', undefined)).headers.get('location')).toMatch(/^app\.example:\/done\?code=/);
  });

  test('have their secrets', async () => {
    const world = await notesWorld({ clients });
    const body = { grant_type: 'client_credentials', client_id: 'web' };
    expect(await errorOf(await tokenOf(world, body))).toMatchObject({ status: 401, error: 'invalid_client' });
    expect(await errorOf(await tokenOf(world, { ...body, client_secret: 'x' }))).toMatchObject({
      error: 'invalid_client',
    });
    expect((await tokenOf(world, { ...body, client_secret: 'hidden' })).status).toBe(200);
    // A secret that nobody gave it makes no client confidential.
    const native = { grant_type: 'client_credentials', client_id: 'native', client_secret: 'invented' };
    expect(await errorOf(await tokenOf(world, native))).toMatchObject({ status: 401, error: 'invalid_client' });
    const wrong = await world.fetch('/oidc/token', form(body, { authorization: `Basic ${btoa('web:no')}` }));
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="oidc"']);
  });
});

describe('introspection', () => {
  test('says what a token is', async () => {
    const world = await notesWorld();
    const tokens = await logIn(world);
    const ask = async (token: string): Promise<unknown> =>
      (await world.fetch('/oidc/introspect', form({ token }))).json();
    expect(await ask(tokens.access_token)).toMatchObject({
      active: true,
      sub: 'ada',
      client_id: 'spa',
      scope: 'openid notes:read notes:write',
    });
    expect(await ask(tokens.refresh_token)).toMatchObject({ active: true, sub: 'ada' });
    expect(await ask('nonsense')).toEqual({ active: false });
    await world.fetch('/oidc/revoke', form({ token: tokens.refresh_token, client_id: 'spa' }));
    expect(await ask(tokens.access_token)).toEqual({ active: false });
    expect(await ask(tokens.refresh_token)).toEqual({ active: false });
  });
});

describe('what a world remembers', () => {
  test('is bounded: 1,000 codes that nobody redeems leave nothing', async () => {
    const world = await notesWorld({ login: 'first' });
    for (let count = 0; count < 1000; count++) await world.fetch(authorizeUrl());
    // The sessions are for people who look who is logged in.
    const sessions = Array.from({ length: 100 }, () => expect.any(Object));
    expect(world.save().resume?.login).toMatchObject({ used: [], revoked: [], sessions });
  });

  test('is saved and restored', async () => {
    const world = await notesWorld();
    const tokens = await logIn(world);
    await world.fetch('/oidc/revoke', form({ token: tokens.refresh_token, client_id: 'spa' }));
    expect(world.save().resume?.login).toEqual({
      generation: expect.any(String),
      used: [expect.any(String), expect.any(String)],
      revoked: [expect.any(String)],
      sessions: [{ id: expect.any(String), sub: 'ada', client: 'spa', since: Date.UTC(2030, 5, 1, 12) / 1000 }],
    });
  });

  test('is one session for each browser: a renewal keeps it, and another login takes its place', async () => {
    const world = await notesWorld();
    const who = () => (world.save().resume as ResumeDocument).login?.sessions?.map(({ sub }) => sub);
    const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? 'none';
    const headers = { cookie: cookieOf(await choose(world, 'Ada Lovelace', authorizeUrl())) };
    expect(cookieOf(await world.fetch(authorizeUrl({ prompt: 'none' }), { headers }))).toBe('none');
    expect(who()).toEqual(['ada']);
    const link = linksIn(await (await world.fetch(authorizeUrl())).text()).get('Grace Hopper') as string;
    const other = { cookie: cookieOf(await world.fetch(link, { headers })) };
    expect(who()).toEqual(['grace']);
    expect(locationOf(await world.fetch(authorizeUrl({ prompt: 'none' }), { headers })).searchParams.has('error')).toBe(
      true,
    );
    await world.fetch('/oidc/logout', { headers: other });
    expect(who()).toEqual([]);
  });
});

describe('hostile input', () => {
  test('descriptions of errors have the characters of RFC 6749', async () => {
    const world = await notesWorld({ login: 'first' });
    const { searchParams } = locationOf(await world.fetch(authorizeUrl({ login_hint: '"<b>\\é\r\n' })));
    const token = await tokenOf(world, { grant_type: 'password', username: '"é\r', password: 'x' });
    const { error_description: description } = (await token.json()) as { error_description: string };
    for (const text of [searchParams.get('error_description'), description])
      expect(text).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test('the longest state comes back in headers that a client can read', async () => {
    const world = await notesWorld({ login: 'first' });
    const location = (
      await world.fetch(authorizeUrl({ state: 'x'.repeat(1500), nonce: 'y'.repeat(2000) }))
    ).headers.get('location');
    expect(location?.length).toBeLessThan(8000);
  });

  test('a token of a megabyte is that of somebody else, and many parameters are rejected', async () => {
    const world = await notesWorld();
    const long = `${'a'.repeat(20_000)}.${'b'.repeat(20_000)}.c`;
    expect((await world.fetch('/v1/notes', bearer(long))).status).toBe(200);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, count) => [`p${count}`, 'x']));
    expect(await errorOf(await tokenOf(world, many))).toMatchObject({ status: 400, error: 'invalid_request' });
  });

  test('names of users and clients are never markup', async () => {
    const world = await notesWorld({ users: [{ sub: 'x', name: '<img src=x onerror=alert(1)>', email: '"><b>' }] });
    const html = await (await world.fetch(authorizeUrl({ client_id: '<script>alert(1)</script>' }))).text();
    expect(html).not.toMatch(/<img|<script|<b>/);
    expect(html).toContain('&lt;img');
  });

  test('a wrong Host cannot name another issuer', async () => {
    const world = await notesWorld();
    const response = await world.fetch('/oidc/.well-known/openid-configuration', { headers: { host: 'evil"><x' } });
    expect(await response.json()).toMatchObject({
      issuer: expect.stringMatching(/^http:\/\/(?:localhost|vivarium\.test)\/oidc$/),
    });
  });

  test('secrets are redacted in what the journal shows', async () => {
    const world = await notesWorld();
    const tokens = await logIn(world);
    await world.fetch(
      '/oidc/token',
      form({
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
        client_id: 'spa',
        client_secret: 'hidden',
      }),
    );
    const shown = JSON.stringify(world.exchanges());
    for (const secret of [tokens.access_token, tokens.refresh_token, tokens.id_token, 'hidden'])
      expect(shown).not.toContain(secret);
    expect(shown).not.toMatch(
      /code=(?!%5Bredacted|\[redacted)|code_verifier=(?!%5Bredacted|\[redacted)|link=(?!%5Bredacted|\[redacted)/,
    );
  });

  test('codes are redacted at operations of the document too, which an app may make its callback', async () => {
    const world = await notesWorld();
    await world.fetch('/v1/open?code=hidden-1&state=shown-1');
    await world.fetch('/v1/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer t' },
      body: JSON.stringify({
        code: 'hidden-2',
        code_verifier: 'hidden-3',
        redirect_uri: 'http://localhost/',
        text: 'a',
      }),
    });
    await world.fetch('/v1/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer t' },
      body: JSON.stringify({ code: 'shown-2', text: 'a' }),
    });
    const shown = JSON.stringify(world.exchanges());
    expect([shown.includes('hidden-'), shown.includes('shown-1'), shown.includes('shown-2')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
