/** Clients of others, over real sockets: they judge the issuer. */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVivarium, type Vivarium } from '../../src/index.ts';
import { notesDocument } from './document.ts';
import { linksIn } from './walk.ts';

let vivarium: Vivarium;
let url: string;
const redirect_uri = 'http://localhost:3000/callback';

beforeAll(async () => {
  vivarium = await createVivarium({ document: notesDocument });
  ({ url } = await vivarium.listen({ port: 0 }));
});
afterAll(() => vivarium.close());

const insecure = { execute: [client.allowInsecureRequests] };
const discover = (world: string, secret?: string): Promise<client.Configuration> =>
  client.discovery(
    new URL(`${url}${world}/oidc`),
    'my-app',
    secret,
    secret === undefined ? client.None() : undefined,
    insecure,
  );

/** A person who chooses a user on the page; the address that the browser is sent to. */
const choose = async (address: URL, name: string): Promise<URL> => {
  const page = await (await fetch(address)).text();
  const link = linksIn(page).get(name) as string;
  const response = await fetch(new URL(link, address), { redirect: 'manual' });
  return new URL(response.headers.get('location') as string);
};

const logIn = async (configuration: client.Configuration) => {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri,
    scope: 'openid profile email notes:read',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
  });
  const answer = await choose(address, 'Grace Hopper');
  return client.authorizationCodeGrant(configuration, answer, { pkceCodeVerifier, expectedState, expectedNonce });
};

test.each(['', '/~alice'])(
  'openid-client logs in, refreshes, asks who it is, and revokes: in the world "%s"',
  async (world) => {
    const configuration = await discover(world);
    const tokens = await logIn(configuration);
    expect(tokens.claims()).toMatchObject({ sub: 'grace', name: 'Grace Hopper', aud: 'my-app' });
    const call = (): Promise<Response> =>
      client.fetchProtectedResource(configuration, tokens.access_token, new URL(`${url}${world}/v1/notes`), 'GET');
    expect((await call()).status).toBe(200);
    expect(await client.fetchUserInfo(configuration, tokens.access_token, 'grace')).toMatchObject({
      email: 'grace@example.com',
    });
    const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token as string);
    await expect(client.refreshTokenGrant(configuration, tokens.refresh_token as string)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await client.tokenRevocation(configuration, refreshed.access_token);
    expect(await client.tokenIntrospection(configuration, refreshed.access_token)).toMatchObject({ active: false });
    const left = client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: 'http://localhost:3000/',
      id_token_hint: tokens.id_token as string,
    });
    expect((await fetch(left, { redirect: 'manual' })).headers.get('location')).toMatch(
      /^http:\/\/localhost:3000\/\?state=|^http:\/\/localhost:3000\/$/,
    );
  },
);

test('openid-client gets a token for a machine', async () => {
  const tokens = await client.clientCredentialsGrant(await discover('', 'hidden'), { scope: 'notes:read' });
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'notes:read' });
});

test('a denial and a state of somebody else are errors', async () => {
  const configuration = await discover('');
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri,
    scope: 'openid',
    state: 'a',
    code_challenge: await client.calculatePKCECodeChallenge('a'.repeat(43)),
    code_challenge_method: 'S256',
  });
  const answer = await choose(address, 'Deny');
  const checks = { pkceCodeVerifier: 'a'.repeat(43), expectedState: 'a' };
  await expect(client.authorizationCodeGrant(configuration, answer, checks)).rejects.toMatchObject({
    error: 'access_denied',
  });
  await expect(client.authorizationCodeGrant(configuration, answer, { ...checks, expectedState: 'b' })).rejects.toThrow(
    /invalid response/,
  );
});

test('jose verifies access tokens with the keys of the issuer', async () => {
  const { access_token: token } = await vivarium.world().token({ audience: 'notes' });
  const keys = createRemoteJWKSet(new URL(`${url}/oidc/jwks`));
  const { payload } = await jwtVerify(token, keys, {
    issuer: `${url}/oidc`,
    audience: 'notes',
    typ: 'at+jwt',
    algorithms: ['RS256'],
  });
  expect(payload.sub).toBe('ada');
});
