/** Tokens without a login. */
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { bearer, notesVivarium, notesWorld } from './walk.ts';

test('a world issues tokens for a user of the scenario, with all scopes', async () => {
  const world = await notesWorld({ users: [{ sub: 'ada', scopes: ['notes:read'], claims: { role: 'admin' } }] });
  const tokens = await world.token();
  expect(tokens).toEqual({
    access_token: expect.any(String),
    id_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'openid profile email notes:read',
  });
  expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: 'ada', role: 'admin', iss: 'http://vivarium.test/oidc' });
  expect((await world.fetch('/v1/notes', bearer(tokens.access_token))).status).toBe(200);
});

test('and for anyone, as they are wished', async () => {
  const world = await notesWorld();
  const tokens = await world.token({
    sub: 'eve',
    scope: 'notes:read',
    audience: 'x',
    lifetime: '5m',
    claims: { tenant: 7 },
  });
  expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: 'eve', aud: 'x', scope: 'notes:read', tenant: 7 });
  expect([tokens.expires_in, decodeJwt(tokens.id_token).sub]).toEqual([300, 'eve']);
  world.clock.advance('5m');
  expect((await world.fetch('/v1/notes', bearer(tokens.access_token))).status).toBe(401);
});

test('a token that is not valid yet becomes so', async () => {
  const world = await notesWorld();
  const { access_token: token } = await world.token({ claims: { nbf: Date.UTC(2030, 5, 1, 12, 30) / 1000 } });
  expect((await world.fetch('/v1/notes', bearer(token))).status).toBe(401);
  world.clock.advance('30m');
  expect((await world.fetch('/v1/notes', bearer(token))).status).toBe(200);
});

test.each([
  [{ claims: { iss: 'x' } }, /"iss" must be a claim that the issuer does not set itself/],
  [{ claims: { exp: 1 } }, /"exp" must be a claim that the issuer does not set itself/],
  [{ lifetime: 'soon' }, /lifetime/],
  [{ subject: 'ada' }, /subject/],
])('%j is rejected', async (options, message) => {
  await expect((await notesWorld()).token(options as object)).rejects.toThrow(message);
});

test('a scenario cannot set the claims of the issuer either', async () => {
  await expect(notesVivarium({ users: [{ sub: 'ada', claims: { sub: 'x' } }] })).rejects.toThrow(
    /"sub" must be a claim that the issuer does not set itself/,
  );
});

test('the control API issues them with the origin that the caller named, and opens the world', async () => {
  const vivarium = await notesVivarium();
  const { url } = await vivarium.listen({ port: 0 });
  const post = (world: string, body: object) =>
    fetch(`${url}/_vivarium/api/worlds/${world}/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const response = await post('alice', { sub: 'grace' });
  const { access_token: token } = (await response.json()) as { access_token: string };
  expect(decodeJwt(token).iss).toBe(`${url}/~alice/oidc`);
  expect((await fetch(`${url}/~alice/v1/notes`, bearer(token))).status).toBe(200);
  expect((await fetch(`${url}/v1/notes`, bearer(token))).status).toBe(401);
  const localhost = url.replace('127.0.0.1', 'localhost');
  expect((await fetch(`${localhost}/~alice/v1/notes`, bearer(token))).status).toBe(200);
  expect((await post('bob', { claims: { jti: 'x' } })).status).toBe(400);
  expect(decodeJwt((await vivarium.world('alice').token()).access_token).iss).toBe(`${url}/~alice/oidc`);
});

test('a document without a login gets 409, and no endpoint', async () => {
  const vivarium = await createVivarium();
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  const response = await fetch(`${url}/_vivarium/api/worlds/default/tokens`, { method: 'POST' });
  expect([response.status, await response.json()]).toMatchObject([409, { detail: expect.stringContaining('oauth2') }]);
  expect((await fetch(`${url}/oidc/.well-known/openid-configuration`)).status).toBe(404);
  const { items } = (await (await fetch(`${url}/_vivarium/api/worlds/default/faults`)).json()) as {
    items: { name: string }[];
  };
  expect(items.map(({ name }) => name)).not.toContain('token-expired');
});

test('handlers see the claims of a token of this server', async () => {
  const seen: unknown[] = [];
  const { notesDocument } = await import('./document.ts');
  const vivarium = await createVivarium({
    document: notesDocument,
    handlers: {
      listNotes: ({ credential }) => {
        seen.push(credential?.claims?.sub);
        return undefined;
      },
    },
  });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world();
  await world.fetch('/v1/notes', bearer((await world.token({ sub: 'grace' })).access_token));
  await world.fetch('/v1/notes', bearer('another'));
  expect(seen).toEqual(['grace', undefined]);
});
