/** Where the issuer is, beside the paths of the document. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/primitives/json.ts';
import { createVivarium } from '../../src/index.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { notesDocument } from './document.ts';
import { form } from './walk.ts';

const answer = {
  200: { description: 'ok', content: { 'application/json': { schema: { type: 'string', const: 'documented' } } } },
};
const documentWith = (paths: Record<string, object>, servers?: readonly object[]): JsonObject =>
  ({ ...notesDocument, servers: servers ?? [{ url: '/' }], security: [], paths }) as unknown as JsonObject;
const get = { get: { operationId: 'own', responses: answer } };
const password = form({ grant_type: 'password', username: 'ada', password: 'x' });

test('the issuer comes before a templated path, and a literal path keeps its own', async () => {
  const vivarium = await createVivarium({
    document: documentWith({
      '/{tenant}/jwks': get,
      '/oidc/userinfo': { get: { ...get.get, operationId: 'literal' } },
    }),
  });
  const world = vivarium.world();
  expect(await (await world.fetch('/oidc/jwks')).json()).toHaveProperty('keys');
  expect(await (await world.fetch('/acme/jwks')).json()).toBe('documented');
  expect(await (await world.fetch('/oidc/userinfo')).json()).toBe('documented');
  await vivarium.close();
});

test('the paths of the schemes are served, unless an operation has them', async () => {
  const document = documentWith({ '/oauth/token': { post: { operationId: 'own', responses: answer } } });
  const vivarium = await createVivarium({ document });
  const world = vivarium.world();
  expect(await (await world.fetch('/oauth/token', password)).json()).toBe('documented');
  expect(await (await world.fetch('/login', password)).json()).toHaveProperty('access_token');
  await vivarium.close();
});

test('the document says which literal paths the issuer leaves to it', () => {
  const { problems } = compileService(
    documentWith({ '/oidc/token': get, '/oidc/{x}': { get: { ...get.get, operationId: 'other' } } }),
  );
  expect(problems.filter(({ message }) => message.includes('issuer'))).toEqual([
    {
      code: 'VIV_DOCUMENT_PART_UNUSABLE',
      pointer: '/paths/~1oidc~1token',
      message: '/oidc/token is an operation of the document, so the issuer of the login has no endpoint there',
    },
  ]);
});

test('an openIdConnect scheme has an issuer too, and leads to its metadata', async () => {
  const components = {
    securitySchemes: {
      login: { type: 'openIdConnect', openIdConnectUrl: 'https://login.example.com/.well-known/openid-configuration' },
    },
  };
  const vivarium = await createVivarium({
    document: {
      ...documentWith({
        '/notes': { get: { operationId: 'list', security: [{ login: ['notes:read'] }], responses: answer } },
      }),
      components,
    } as JsonObject,
  });
  const metadata = await (await vivarium.world().fetch('/.well-known/openid-configuration')).json();
  expect(metadata).toMatchObject({
    issuer: 'http://vivarium.test/oidc',
    scopes_supported: expect.arrayContaining(['notes:read']),
  });
  await vivarium.close();
});

test('a preflight of the token endpoint is answered', async () => {
  const vivarium = await createVivarium({ document: notesDocument });
  const response = await vivarium.world().fetch('/oidc/token', {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:5173',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });
  expect([response.status, response.headers.get('access-control-allow-methods')]).toEqual([
    204,
    expect.stringContaining('POST'),
  ]);
  // A browser goes to the page; no script of another origin may.
  const page = await vivarium.world().fetch('/oidc/authorize', {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' },
  });
  expect([page.status, page.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  await vivarium.close();
});
