/** `/_vivarium/mcp`, in both eras of the protocol. */
import { expect, test } from 'vitest';
import { startForTest } from '../../server/control/control-server.ts';
import { connectHttp, eras } from './connect.ts';

const path = '/_vivarium/mcp';
const accept = 'application/json, text/event-stream';
const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const discover = (method = 'server/discover', params = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    },
  },
});
const modern = { accept, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' };

test.each(eras)('an agent of %s calls tools and reads resources', async (era) => {
  const { port, call } = await startForTest();
  await call('GET', '/v1/pets');
  const { client, use } = await connectHttp(`http://127.0.0.1:${port}`, era);
  expect(client.getServerVersion()).toMatchObject({ name: 'vivarium' });
  expect(client.getInstructions()).toContain('describe_service comes first');
  expect((await use('list_exchanges')).exchanges).toMatchObject([{ operation: 'listPets' }]);
  expect((await client.listResources()).resources.length).toBeGreaterThan(10);
});

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('revision %s is spoken', async (revision) => {
  const { send } = await startForTest();
  const { status, text } = await send('POST', path, { headers: { accept }, body: initialize(revision) });
  expect(status).toBe(200);
  expect(text).toContain(`"protocolVersion":"${revision}"`);
});

test('revision 2026-07-28 is discovered without a session; its headers must agree with the body', async () => {
  const { send } = await startForTest();
  const found = await send('POST', path, { headers: modern, body: discover() });
  expect(found.status).toBe(200);
  expect(found.headers['mcp-session-id']).toBeUndefined();
  expect(found.body.result.supportedVersions).toContain('2026-07-28');
  const call = discover('tools/call', { name: 'list_items', arguments: {} });
  const right = { ...modern, 'mcp-method': 'tools/call', 'mcp-name': 'list_items' };
  expect((await send('POST', path, { headers: right, body: call })).body.result.structuredContent.collections).toEqual([
    { name: 'pets', total: 24 },
  ]);
  for (const wrong of [{ 'mcp-name': 'gate' }, { 'mcp-method': 'tools/list' }])
    expect((await send('POST', path, { headers: { ...right, ...wrong }, body: call })).status).toBe(400);
});

test('there is no older transport: no stream to open, and no session to end', async () => {
  const { send } = await startForTest();
  for (const method of ['GET', 'DELETE', 'PUT'])
    expect((await send(method, path, { headers: { accept: 'text/event-stream' } })).status).toBe(405);
});

test('the guard of the control API holds', async () => {
  const { send } = await startForTest();
  const post = (headers: Readonly<Record<string, string>>) =>
    send('POST', path, { headers: { ...modern, ...headers }, body: discover() });
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ host: 'evil.example' })).status).toBe(403);
  expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await post({ 'content-type': 'text/plain' })).status).toBe(403);
  expect((await post({ 'x-forwarded-for': '1.2.3.4' })).status).toBe(403);
  expect((await post({})).status).toBe(200);
});

test('beyond loopback, it requires the token', async () => {
  const { port, token, send } = await startForTest({ token: 'secret' }, '0.0.0.0');
  expect((await send('POST', path, { headers: modern, body: discover() })).status).toBe(401);
  const { use } = await connectHttp(`http://127.0.0.1:${port}`, '2026-07-28', token);
  expect((await use('describe_service')).services[0].url).toBe(`http://127.0.0.1:${port}/v1`);
});

test.each([
  ['{', 400],
  ['', 400],
  ['[]', 400],
  ['null', 400],
  ['{"jsonrpc":"2.0","id":1,"method":"nothing"}', 400],
  [`"${'x'.repeat(11_000_000)}"`, 413],
  ['['.repeat(100_000), 400],
])('a body that is not a message of the protocol is rejected: %.30s', async (body, status) => {
  const { send } = await startForTest();
  const answered = await send('POST', path, { headers: { ...modern, 'mcp-method': 'nothing' }, body });
  expect(answered.status).toBe(status);
  expect(answered.text.length).toBeLessThan(1000);
  expect((await send('POST', path, { headers: modern, body: discover() })).status).toBe(200);
});

test.each(['u@x', '[', 'a b', '', 'x:99999999'])('an odd host is no failure: %j', async (host) => {
  const { send, token } = await startForTest({}, '0.0.0.0');
  const headers = { accept, host, authorization: `Bearer ${token}` };
  expect((await send('POST', path, { headers, body: initialize('2025-11-25') })).status).toBe(200);
});

test('arguments that are nested too deep are an error that says so', async () => {
  const { send } = await startForTest();
  const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_items","arguments":{"world":${'['.repeat(50_000)}12345678901234567890${']'.repeat(50_000)}}}}`;
  const { text: answer } = await send('POST', path, {
    headers: { accept, 'content-type': 'application/json' },
    body: text,
  });
  expect(answer).toContain('nested deeper than 500 levels');
});
