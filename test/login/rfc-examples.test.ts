/** The requests that RFC 6749, 6750, 7009, 7636, 7662 and 9700 print, sent to the issuer as they are there. */
import { describe, expect, test } from 'vitest';
import type { VivariumWorld as World } from '../../src/index.ts';
import { authorizeUrl, bearer, choose, form, locationOf, notesWorld } from './walk.ts';

const redirect_uri = 'https://client.example.com/cb';
const secret = { authorization: 'Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW' };
const exampleUrl = (more: Readonly<Record<string, string>> = {}): string =>
  authorizeUrl({ client_id: 's6BhdRkqt3', redirect_uri, state: 'xyz', scope: undefined, ...more });

const exampleWorld = (): Promise<World> =>
  notesWorld({
    users: [{ sub: 'johndoe', name: 'John Doe' }],
    clients: [
      { id: 's6BhdRkqt3', secret: 'gX1fBat3bV', redirectUris: [redirect_uri] },
      { id: 'native', redirectUris: ['http://localhost:3000/callback'] },
    ],
  });

const codeOf = async (world: World, url: string): Promise<string> =>
  locationOf(await choose(world, 'John Doe', url)).searchParams.get('code') as string;

const post = async (world: World, path: string, values: Readonly<Record<string, string>>, headers = {}) => {
  const response = await world.fetch(`/oidc/${path}`, form(values, headers));
  const text = await response.text();
  return { response, status: response.status, body: text === '' ? undefined : JSON.parse(text) };
};

describe('RFC 6749', () => {
  test('4.1: the authorization code grant', async () => {
    const world = await exampleWorld();
    const response = await choose(world, 'John Doe', exampleUrl());
    const { origin, pathname, searchParams } = locationOf(response);
    expect([response.status, origin + pathname, searchParams.get('state')]).toEqual([302, redirect_uri, 'xyz']);
    const code = searchParams.get('code') as string;
    const redeemed = await post(world, 'token', { grant_type: 'authorization_code', code, redirect_uri }, secret);
    expect(redeemed).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3600 } });
    expect(redeemed.response.headers.get('cache-control')).toBe('no-store');
    expect((await world.fetch('/v1/notes', bearer(redeemed.body.access_token))).status).toBe(200);

    const refreshed = await post(
      world,
      'token',
      { grant_type: 'refresh_token', refresh_token: redeemed.body.refresh_token },
      secret,
    );
    expect(refreshed).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
  });

  test('4.1.2.1: a denial', async () => {
    const { searchParams } = locationOf(await choose(await exampleWorld(), 'Deny', exampleUrl()));
    expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'access_denied', state: 'xyz' });
  });

  test('4.3: the password grant', async () => {
    const values = { grant_type: 'password', username: 'johndoe', password: 'A3ddj3w' };
    expect(await post(await exampleWorld(), 'token', values, secret)).toMatchObject({ status: 200 });
  });

  test('4.4: the client credentials grant, without a refresh token', async () => {
    const { status, body } = await post(await exampleWorld(), 'token', { grant_type: 'client_credentials' }, secret);
    expect([status, body.token_type, 'refresh_token' in body]).toEqual([200, 'Bearer', false]);
  });

  test('2.3.1: the credentials of the client in the body', async () => {
    const values = { grant_type: 'client_credentials', client_id: 's6BhdRkqt3', client_secret: 'gX1fBat3bV' };
    expect(await post(await exampleWorld(), 'token', values)).toMatchObject({ status: 200 });
  });

  test('5.2: a wrong secret is 401 with a challenge, an unknown grant 400', async () => {
    const world = await exampleWorld();
    const wrong = { authorization: `Basic ${btoa('s6BhdRkqt3:wrong')}` };
    const rejected = await post(world, 'token', { grant_type: 'client_credentials' }, wrong);
    expect(rejected).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(rejected.response.headers.get('www-authenticate')).toMatch(/^Basic/);
    expect(await post(world, 'token', { grant_type: 'urn:x' }, secret)).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    });
  });
});

test('RFC 6750, 3: a call without a token gets no error code, one with a wrong token does', async () => {
  const world = await notesWorld({ tokens: 'issued' });
  const challengeOf = async (init?: RequestInit) =>
    (await world.fetch('/v1/notes', init)).headers.get('www-authenticate');
  expect(await challengeOf()).not.toContain('error');
  expect(await challengeOf(bearer('mF_9.B5f-4.1JqM'))).toContain('error="invalid_token"');
});

test('RFC 7636, appendix B: the verifier fits its challenge, and no other does', async () => {
  const url = authorizeUrl({
    client_id: 'native',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const world = await exampleWorld();
  const redeem = async (code_verifier: string) =>
    post(world, 'token', {
      grant_type: 'authorization_code',
      code: await codeOf(world, url),
      code_verifier,
      client_id: 'native',
      redirect_uri: 'http://localhost:3000/callback',
    });
  expect((await redeem('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).status).toBe(200);
  expect((await redeem('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXj')).body).toMatchObject({ error: 'invalid_grant' });
});

test('RFC 7662, 2: the introspection of an issued token and of another', async () => {
  const world = await exampleWorld();
  const { access_token: token } = await world.token({ sub: 'johndoe' });
  const { body } = await post(world, 'introspect', { token, token_type_hint: 'access_token' }, secret);
  expect(body).toMatchObject({ active: true, sub: 'johndoe', iss: expect.stringMatching(/\/oidc$/) });
  expect(await post(world, 'introspect', { token: 'mF_9.B5f-4.1JqM' }, secret)).toMatchObject({
    status: 200,
    body: { active: false },
  });
});

test('RFC 7009, 2: a revoked token is rejected, and an unknown one is no error', async () => {
  const world = await exampleWorld();
  const login = { grant_type: 'password', username: 'johndoe', password: 'A3ddj3w' };
  const token = (await post(world, 'token', login, secret)).body.access_token;
  expect((await post(world, 'revoke', { token }, secret)).status).toBe(200);
  expect((await world.fetch('/v1/notes', bearer(token))).status).toBe(401);
  const unknown = { token: '45ghiukldjahdnhzdauz', token_type_hint: 'refresh_token' };
  expect((await post(world, 'revoke', unknown, secret)).status).toBe(200);
});

describe('RFC 9700', () => {
  test('4.1.3: redirect addresses are compared as texts', async () => {
    const world = await exampleWorld();
    for (const other of [`${redirect_uri}/x`, `${redirect_uri}?x`, 'https://client.example.com/CB', `${redirect_uri}/`])
      expect((await world.fetch(exampleUrl({ redirect_uri: other }))).headers.get('location')).toBeNull();
  });

  test('4.4.2: the redirect names the issuer', async () => {
    const { searchParams } = locationOf(await choose(await exampleWorld(), 'John Doe', exampleUrl()));
    expect(searchParams.get('iss')).toMatch(/\/oidc$/);
  });

  test('4.8.2: a verifier without a challenge is a downgrade', async () => {
    const world = await exampleWorld();
    const code = await codeOf(world, exampleUrl());
    const values = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: 'a'.repeat(43) };
    expect((await post(world, 'token', values, secret)).body).toMatchObject({ error: 'invalid_grant' });
  });
});
