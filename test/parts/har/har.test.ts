/** `GET /worlds/{world}/exchanges.har`: the journal for a browser's developer tools. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { type Loose, queryKeyDocument, startForTest, type TestServer } from '../../server/control/control-server.ts';
import { harSchema } from '../../server/control/routes/har-schema.ts';

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const isHar = ajv.compile(harSchema);

/** The log, checked against the schema. */
const harOf = async (server: TestServer, world = 'default'): Promise<Loose> => {
  const { body, headers } = await server.api('GET', `/worlds/${world}/exchanges.har`);
  expect(headers['content-disposition']).toBe(`attachment; filename="${world}.har"`);
  if (!isHar(body as Loose)) throw new Error(ajv.errorsText(isHar.errors));
  return (body as Loose).log;
};

test('the archive of a new world is empty', async () => {
  const server = await startForTest();
  const log = await harOf(server);
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Vivarium' }, entries: [] });
});

test('each exchange is an entry, the oldest first', async () => {
  const server = await startForTest();
  await server.call('GET', '/~alice/v1/pets?status=sold&limit=2&x=a%20b+c');
  await server.call('POST', '/~alice/v1/pets', { name: 'Märle', categoryId: 3 });
  const { entries } = await harOf(server, 'alice');
  expect(entries.map((entry: Loose) => entry.response.status)).toEqual([200, 201]);
  const [list, creation] = entries;
  expect(list.request).toMatchObject({
    method: 'GET',
    url: expect.stringMatching(/^http:\/\/[\w.:]+\/~alice\/v1\/pets\?status=sold&limit=2&x=a%20b\+c$/),
    httpVersion: 'HTTP/1.1',
    queryString: [
      { name: 'status', value: 'sold' },
      { name: 'limit', value: '2' },
      { name: 'x', value: 'a b c' },
    ],
    bodySize: 0,
  });
  expect(list.request).not.toHaveProperty('postData');
  expect(creation.request).toMatchObject({
    bodySize: 32,
    postData: { mimeType: 'application/json', text: '{"name":"Märle","categoryId":3}' },
  });
  const text = '{"id":25,"name":"Märle","categoryId":3}';
  expect(creation.response).toMatchObject({
    statusText: 'Created',
    content: { size: Buffer.byteLength(text), mimeType: 'application/json', text },
    bodySize: Buffer.byteLength(text),
    redirectURL: '',
  });
  expect(creation.comment).toBe('exchange 2; operation createPet');
  expect(creation.time).toBe(creation.timings.send + creation.timings.wait + creation.timings.receive);
});

test('credentials are redacted everywhere', async () => {
  const server = await startForTest({ document: queryKeyDocument, scenario: {} });
  await server.api('PUT', '/worlds/default/faults/cookies', {
    status: 200,
    headers: {
      'Set-Cookie':
        'session=TOPSECRET; Path=/a; Domain=example.org; Expires=Wed, 05 Dec 2030 00:00:00 GMT; Secure; HttpOnly',
      Location: '/b?key=TOPSECRET',
    },
  });
  await server.send('GET', '/a?key=TOPSECRET&x=1', {
    headers: { authorization: 'Bearer TOPSECRET', cookie: 'session=TOPSECRET; other=TOPSECRET' },
  });
  const log = await harOf(server);
  expect(JSON.stringify(log)).not.toContain('TOPSECRET');
  expect(log.entries[0].request.url).toMatch(/\/a\?key=%5Bredacted%5D&x=1$/);
  const [{ request, response }] = log.entries;
  expect(request.queryString).toEqual([
    { name: 'key', value: '[redacted]' },
    { name: 'x', value: '1' },
  ]);
  expect(request.cookies).toEqual([
    { name: 'session', value: '[redacted]' },
    { name: 'other', value: '[redacted]' },
  ]);
  expect(response).toMatchObject({
    redirectURL: '/b?key=[redacted]',
    cookies: [
      {
        name: 'session',
        value: '[redacted]',
        path: '/a',
        domain: 'example.org',
        expires: '2030-12-05T00:00:00.000Z',
        httpOnly: true,
        secure: true,
      },
    ],
  });
  const open = await startForTest({ document: queryKeyDocument, scenario: {}, showCredentials: true });
  await open.send('GET', '/a?key=TOPSECRET');
  expect((await harOf(open)).entries[0].request.url).toContain('key=TOPSECRET');
});

test('a binary body is in base64', async () => {
  const server = await startForTest();
  const bytes = Uint8Array.of(0xff, 0x00, 0x80);
  await server.call('POST', '/v1/pets', bytes);
  const [{ request }] = (await harOf(server)).entries;
  expect(request.postData).toEqual({
    mimeType: 'application/json',
    text: Buffer.from(bytes).toString('base64'),
    _encoding: 'base64',
    comment: 'text is base64',
  });
});

test.each(['reset', 'empty', 'garbage'])(
  'a response that is lost by %s has the status 0, and the decided one in a comment',
  async (fault) => {
    const server = await startForTest();
    await expect(server.call('GET', '/v1/pets', undefined, { prefer: `fault=${fault}` })).rejects.toThrow();
    const [{ response, comment }] = (await harOf(server)).entries;
    expect(response).toMatchObject({ status: 0, statusText: '', headers: [], content: { size: 0 }, _error: fault });
    expect(comment).toBe(`exchange 1; operation listPets; faults: ${fault}; the response (200) was lost: ${fault}`);
  },
);

test('a truncated response has its status, and is marked as truncated', async () => {
  const server = await startForTest();
  await expect(server.call('GET', '/v1/pets', undefined, { prefer: 'fault=truncate' })).rejects.toThrow();
  const [{ response, comment }] = (await harOf(server)).entries;
  expect(response.status).toBe(200);
  expect(comment).toMatch(/; the body was truncated$/);
});

test('a body that was cut has its full size', async () => {
  const server = await startForTest();
  await server.call('POST', '/v1/pets', { name: 'x'.repeat(70_000), categoryId: 3 });
  const [{ request, response, comment }] = (await harOf(server)).entries;
  expect([request.bodySize, request.postData.text.length]).toEqual([70_026, 64_000]);
  expect([response.content.size, response.content.text.length]).toEqual([70_034, 64_000]);
  expect(comment).toContain('only the beginning of the request body was kept');
});

test('violations are included, also for a request without an operation', async () => {
  const server = await startForTest();
  await server.call('GET', '/v1/pets?limit=0');
  await server.call('GET', '/nothing');
  const { entries } = await harOf(server);
  expect(entries.map((entry: Loose) => entry.comment)).toEqual([
    'exchange 1; operation listPets; violations: query.limit must be at least 1',
    'exchange 2; no operation',
  ]);
});

test('a URL has the host of the request; those of the library, and without a valid one, have another', async () => {
  const server = await startForTest();
  await server.vivarium.world().fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
  for (const host of ['[::1]:4010', 'a b/c']) await server.call('GET', '/v1/pets', undefined, { host });
  expect((await harOf(server)).entries.map(({ request }: Loose) => request.url)).toEqual(
    ['vivarium.test', '[::1]:4010', 'vivarium.test'].map((host) => `http://${host}/v1/pets`),
  );
});
