/** Documents as FastAPI writes them: `OAuth2PasswordBearer(tokenUrl="token")`, with the operation of the token in the document or without it. */
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../src/core/primitives/json.ts';
import { createVivarium, type VivariumWorld as World } from '../../src/index.ts';
import { bearer, form } from './walk.ts';

const ok = (schema: object) => ({
  200: { description: 'Successful Response', content: { 'application/json': { schema } } },
});

const usersMe = {
  '/users/me': {
    get: {
      summary: 'Read Users Me',
      operationId: 'read_users_me_users_me_get',
      responses: ok({ $ref: '#/components/schemas/User' }),
      security: [{ OAuth2PasswordBearer: ['me'] }],
    },
  },
};

/** As the tutorial's `@app.post("/token")` is documented. */
const token = {
  '/token': {
    post: {
      summary: 'Login For Access Token',
      operationId: 'login_for_access_token_token_post',
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: { $ref: '#/components/schemas/Body_login_for_access_token_token_post' },
          },
        },
        required: true,
      },
      responses: ok({ $ref: '#/components/schemas/Token' }),
    },
  },
};

const nullable = { anyOf: [{ type: 'string' }, { type: 'null' }] };

const documentWith = (paths: object): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'FastAPI', version: '0.1.0' },
  paths: { ...usersMe, ...paths } as JsonObject,
  components: {
    schemas: {
      Body_login_for_access_token_token_post: {
        properties: {
          grant_type: { anyOf: [{ type: 'string', pattern: '^password$' }, { type: 'null' }], title: 'Grant Type' },
          username: { type: 'string', title: 'Username' },
          password: { type: 'string', format: 'password', title: 'Password' },
          scope: { type: 'string', title: 'Scope', default: '' },
          client_id: { ...nullable, title: 'Client Id' },
          client_secret: { ...nullable, format: 'password', title: 'Client Secret' },
        },
        type: 'object',
        required: ['username', 'password'],
        title: 'Body_login_for_access_token_token_post',
      },
      Token: {
        properties: { access_token: { type: 'string' }, token_type: { type: 'string' } },
        type: 'object',
        required: ['access_token', 'token_type'],
      },
      User: { properties: { username: { type: 'string' } }, type: 'object', required: ['username'] },
    },
    securitySchemes: {
      OAuth2PasswordBearer: {
        type: 'oauth2',
        flows: { password: { scopes: { me: 'Read information about the current user.' }, tokenUrl: 'token' } },
      },
    },
  },
});

const worldOf = async (paths: object): Promise<World> => {
  const vivarium = await createVivarium({ document: documentWith(paths) });
  onTestFinished(() => vivarium.close());
  return vivarium.world();
};

const credentials = { username: 'ada', password: 'secret' };

/** What clients send: Swagger UI, with its client in the header or in the form; `requests.post(url, data=...)`. */
const clients = [
  [
    'Swagger UI',
    form({ grant_type: 'password', ...credentials, scope: 'me' }, { authorization: `Basic ${btoa(':')}` }),
  ],
  ['Swagger UI with a client', form({ grant_type: 'password', ...credentials, client_id: 'ui', client_secret: 's' })],
  ['a script', form(credentials)],
] as const;

test.each(clients)('%s gets a token that the operations accept, without an operation for it', async (_, request) => {
  const world = await worldOf({});
  const response = await world.fetch('/token', request);
  const tokens = (await response.json()) as { access_token: string; token_type: string };
  expect([response.status, tokens]).toEqual([200, expect.objectContaining({ token_type: 'Bearer', scope: 'me' })]);
  expect((await world.fetch('/users/me', bearer(tokens.access_token))).status).toBe(200);
  world.clock.advance('1h');
  expect((await world.fetch('/users/me', bearer(tokens.access_token))).status).toBe(401);
});

test.each(clients)('%s goes on with the response of the operation that the document has', async (_, request) => {
  const world = await worldOf(token);
  const response = await world.fetch('/token', request);
  const { access_token: access, token_type: type } = (await response.json()) as {
    access_token: string;
    token_type: string;
  };
  expect([response.status, type.toLowerCase()]).toEqual([200, 'bearer']);
  expect((await world.fetch('/users/me', { headers: { authorization: `${type} ${access}` } })).status).toBe(200);
});
