/** Credentials stay in memory: nothing that leaves shows them. */
import { expect, test } from 'vitest';
import { documentOf, listOf, named, text } from '../../short-document.ts';
import { type Loose, startForTest, type TestServer } from './control-server.ts';

const schemes = {
  header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  unused: { type: 'apiKey', in: 'header', name: 'X-Other-Key' },
};

const document = documentOf(
  'Keys',
  { '/things': { get: named('listThings', listOf(text)) } },
  {},
  { security: [{ header: [] }, { query: [] }, { cookie: [] }], components: { securitySchemes: schemes } },
);

const secret = 'TOPSECRET';

const callWith = async (server: TestServer, headers: Readonly<Record<string, string>>, query = ''): Promise<Loose> => {
  await server.send('GET', `/things${query}`, { headers });
  const list = await server.api('GET', '/worlds/default/exchanges');
  const one = await server.api('GET', `/worlds/default/exchanges/${list.body.items[0].id}`);
  return { ...one.body, text: list.text + one.text };
};

test('a cookie that the service sets is redacted, its attributes are not', async () => {
  const server = await startForTest({ document, scenario: {} });
  await server.api('PUT', '/worlds/default/faults/login', {
    status: 200,
    headers: { 'Set-Cookie': `session=${secret}; Path=/; HttpOnly` },
  });
  const exchange = await callWith(server, {});
  expect(exchange.response.headers['set-cookie']).toBe('session=[redacted]; Path=/; HttpOnly');
});

test('credentials are shown with the option for it', async () => {
  const server = await startForTest({ document, scenario: {}, showCredentials: true });
  const exchange = await callWith(
    server,
    { authorization: `Bearer ${secret}`, cookie: `session=${secret}` },
    `?api%20key=${secret}`,
  );
  expect(exchange).toMatchObject({
    query: `api%20key=${secret}`,
    request: { headers: { authorization: `Bearer ${secret}`, cookie: `session=${secret}` } },
  });
});

test('a redacted credential still works', async () => {
  const server = await startForTest({ document, scenario: { auth: { keys: [secret] } } });
  expect((await server.send('GET', '/things', { headers: { 'x-api-key': secret } })).status).toBe(200);
  expect((await server.send('GET', '/things', { headers: { 'x-api-key': 'wrong' } })).status).toBe(401);
});

test('the keys of a scenario are only in the world as a scenario', async () => {
  const server = await startForTest({ document, scenario: { auth: { keys: [secret], rejected: ['old*'] } } });
  const ask = async (world: string) => {
    const answers = await Promise.all(
      [{ 'x-api-key': secret }, { 'x-api-key': 'other' }, { cookie: `session=${secret}` }, {}].map((headers) =>
        server.send('GET', `/~${world}/things`, { headers }),
      ),
    );
    return answers.map(({ status, text }) => ({ status, text }));
  };
  const before = await ask('alice');
  expect(before.map(({ status }) => status)).toEqual([200, 401, 200, 401]);
  const { body: saved } = await server.api('GET', '/worlds/alice/scenario');
  expect(saved.auth).toEqual({ keys: [secret], rejected: ['old*'] });
  expect((await server.api('PUT', '/worlds/again', { inline: saved })).status).toBe(201);
  expect(await ask('again')).toEqual(before);
  for (const path of [
    '',
    '/exchanges',
    '/exchanges/1',
    '/exchanges.har',
    '/coverage',
    '/diff',
    '/faults',
    '/collections',
  ])
    expect((await server.api('GET', `/worlds/alice${path}`)).text, path).not.toContain(secret);
  expect((await server.send('GET', '/_vivarium/metrics')).text).not.toContain(secret);
});

test('the world as a scenario has no credential of a client', async () => {
  const server = await startForTest({ document, scenario: {} });
  await server.send('GET', '/things', { headers: { 'x-api-key': secret } });
  expect((await server.api('GET', '/worlds/default/scenario')).text).not.toContain(secret);
});
