import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVivarium, type Vivarium } from '../../src/index.ts';

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  raw: { type: 'apiKey', in: 'header', name: 'Authorization' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  oauth: { type: 'oauth2', flows: {} },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com' },
  tls: { type: 'mutualTLS' },
};

const security: Readonly<Record<string, readonly object[] | undefined>> = {
  document: undefined,
  open: [],
  optional: [{ bearer: [] }, {}],
  basic: [{ basic: [] }],
  header: [{ header: [] }],
  raw: [{ raw: [] }],
  query: [{ query: [] }],
  cookie: [{ cookie: [] }],
  oauth: [{ oauth: ['read'] }],
  oidc: [{ oidc: [] }],
  tls: [{ tls: [] }],
  both: [{ bearer: [], header: [] }],
  either: [{ basic: [] }, { query: [], cookie: [] }],
};

let document: object;
let vivarium: Vivarium;
let url: string;
beforeAll(async () => {
  const responses = { 200: { description: 'Fine.' }, 401: { description: 'No.' } };
  const paths = Object.entries(security).map(([name, asked]) => [
    `/${name}`,
    { get: { responses, ...(asked !== undefined && { security: asked }) } },
  ]);
  document = {
    openapi: '3.1.1',
    info: { title: 'Doors', version: '1' },
    security: [{ bearer: [] }],
    components: { securitySchemes },
    paths: Object.fromEntries(paths),
  };
  vivarium = await createVivarium({ document, scenario: { auth: { keys: ['demo', 'ada:demo'] } } });
  ({ url } = await vivarium.listen({ port: 0 }));
});
afterAll(() => vivarium.close());

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

test.each<readonly [string, Record<string, string>, number]>([
  ['/document', {}, 401],
  ['/document', { authorization: 'Bearer demo' }, 200],
  ['/document', { authorization: 'bearer demo' }, 200],
  ['/document', { authorization: 'Bearer other' }, 401],
  ['/document', basic('ada:demo'), 401],
  ['/open', {}, 200],
  ['/optional', {}, 200],
  ['/basic', basic('ada:demo'), 200],
  ['/basic', basic('ada:other'), 401],
  ['/basic', { authorization: 'Bearer demo' }, 401],
  ['/header', { 'x-key': 'demo' }, 200],
  ['/header', { 'x-key': 'other' }, 401],
  ['/header', { authorization: 'Bearer demo' }, 401],
  ['/raw', { authorization: 'demo' }, 200],
  ['/raw', { authorization: 'Token demo' }, 200],
  ['/raw', { authorization: 'Token other' }, 401],
  ['/query?key=demo', {}, 200],
  ['/query?key=other', {}, 401],
  ['/query', {}, 401],
  ['/cookie', { cookie: 'a=b; session=demo' }, 200],
  ['/cookie', { cookie: 'session=other' }, 401],
  ['/oauth', { authorization: 'Bearer demo' }, 200],
  ['/oauth', {}, 401],
  ['/oidc', { authorization: 'Bearer demo' }, 200],
  ['/oidc', {}, 401],
  ['/tls', {}, 200],
  ['/both', { authorization: 'Bearer demo' }, 401],
  ['/both', { authorization: 'Bearer demo', 'x-key': 'demo' }, 200],
  ['/either', basic('ada:demo'), 200],
  ['/either?key=demo', { cookie: 'session=demo' }, 200],
  ['/either?key=demo', {}, 401],
])('GET %s with %j gets %i', async (path, headers, status) => {
  const response = await fetch(url + path, { headers });
  expect(response.status).toBe(status);
});

test('a rejected key is also rejected behind a scheme', async () => {
  const usual = await createVivarium({ document, scenario: {} });
  const ask = (authorization: string) => usual.world('default').fetch('/raw', { headers: { authorization } });
  expect((await ask('Token anything')).status).toBe(200);
  expect((await ask('Token invalid-key')).status).toBe(401);
  await usual.close();
});
