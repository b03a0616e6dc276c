import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WebhookRow } from '../../../../src/parts/webhooks/core/rows.ts';
import { send } from '../../../../src/parts/webhooks/send/send-due.ts';
import { type Received, receive } from '../shop.ts';

/** Each call resolves to the next address; addresses with a comma between them are those of one call. */
const resolving = (...addresses: readonly string[]) => {
  const asked: string[] = [];
  const resolve = async (host: string) => {
    const found = addresses[asked.push(host) - 1];
    if (found === undefined) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
    return found.split(',').map((address) => ({ address, family: isIP(address) }));
  };
  return { asked, resolve };
};

const row = (url: string): WebhookRow => ({
  ...{ number: 1, id: 'msg_1', webhook: 'paid', method: 'POST', url, mediaType: 'application/json', body: '{}' },
  ...{ signature: 'none', state: 'sending', due: null, attempts: [], cause: null },
});

test('a name is judged by the address that it resolves to, also localhost', async () => {
  const { resolve } = resolving('192.0.2.1', '10.0.0.1');
  for (const url of ['http://localhost:1/', 'http://shop.localhost:1/'])
    expect(await send(row(url), [], resolve)).toMatchObject({ status: null, isRefused: true });
});

test('the address that was judged is the one that is connected to, although the name changes', async () => {
  const { received, url } = await receive();
  const { port } = new URL(url);
  const { asked, resolve } = resolving('127.0.0.1', '192.0.2.1');
  expect(await send(row(`http://changing.example:${port}/hook`), [], resolve)).toMatchObject({ status: 204 });
  expect(asked).toEqual(['changing.example']);
  expect(received[0]).toMatchObject({ path: '/hook', headers: { host: `changing.example:${port}` } });
});

test('of several addresses of a name, the one that listens gets it, and only those of this machine are asked', async () => {
  const { received, url } = await receive();
  const { port } = new URL(url);
  const { resolve } = resolving('192.0.2.1,::1,127.0.0.1');
  expect(await send(row(`http://localhost:${port}/`), [], resolve)).toMatchObject({ status: 204 });
  expect(received).toHaveLength(1);
});

test('a name that is not allowed is refused, also if it cannot be resolved; one that is allowed is tried again', async () => {
  const { resolve } = resolving();
  const refused = await send(row('http://shop.example/'), [], resolve);
  expect(refused).toMatchObject({ isRefused: true, error: expect.stringContaining('--allow-webhooks shop.example') });
  const failed = await send(row('http://shop.example/'), ['shop.example'], resolve);
  expect(failed).toMatchObject({ isRefused: false, error: expect.stringContaining('ENOTFOUND') });
});

test('a host that is allowed may be anywhere, and no other one', async () => {
  const { received, url } = await receive();
  const { port } = new URL(url);
  const { resolve } = resolving('192.0.2.1', '192.0.2.1', '192.0.2.1', '127.0.0.2');
  for (const host of ['example.com', 'a.example.com.evil.example', 'example.com.'])
    expect(await send(row(`http://${host}:${port}/`), ['*.example.com'], resolve)).toMatchObject({
      isRefused: true,
    });
  expect(received).toEqual([]);
});

test('the credentials of a URL are sent as such', async () => {
  const { received, url } = await receive();
  await send(row(url.replace('//', '//ada:l%40ve@')), []);
  expect(received[0]?.headers.authorization).toBe(`Basic ${btoa('ada:l@ve')}`);
});

test('a redirect is not followed, and a response may be long', async () => {
  const { url } = await receive((call) => (call === 0 ? 302 : 200), 'x'.repeat(100_000));
  expect(await send(row(url), [])).toMatchObject({ status: 302, error: null });
  expect((await send(row(url), [])).response?.body).toBeUndefined();
});

/** Made by the packages standardwebhooks 1.1.1 (`sign`), @octokit/webhooks-methods 6.0.0 (`sign`) and stripe 23.1.0 (`generateTestHeaderString`). */
test.each([
  ['standard', 'webhook-signature', {}, 'v1,dJKClkaXkjl0Lz97KPeII7XKaMXV8gsd1fhS8AVrhys='],
  [
    'standard',
    'webhook-signature',
    { secret: 'a text that is not base64' },
    'v1,NJdmPnnkyvOA/g851hQCaXm9U81dAZcL2lotHJPYOs4=',
  ],
  ['github', 'x-hub-signature-256', {}, 'sha256=6adf45ec82a64b6504594d9fc1265c890d59256fb2624b0fa1ccac44a841231f'],
  [
    'stripe',
    'stripe-signature',
    {},
    't=1893456000,v1=8192fa67cd35ee9569b6f40c5b1bfd7ce53feba2d29b717c1a61ac4467cda6b9',
  ],
] as const)(
  'the signature %s is the one that the library of receivers makes, in %s',
  async (signature, name, over, own) => {
    const { received, url } = await receive();
    vi.useFakeTimers({ toFake: ['Date'], now: 1_893_456_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const signed = { secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3', body: '{"id":"évt_1","total":1.50}', ...over };
    for (const flaw of [undefined, 'bad-signature'] as const)
      await send({ ...row(url), ...signed, signature, flaw }, []);
    const [right, wrong] = received.map(({ headers }) => headers[name]);
    expect(right).toBe(own);
    expect(wrong).not.toBe(own);
  },
);

describe('the libraries of receivers', () => {
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3';
  const signed = async (signature: WebhookRow['signature'], over: Partial<WebhookRow> = {}): Promise<Received> => {
    const { received, url } = await receive();
    await send({ ...row(url), body: '{"id":"évt_1","total":1.50}', secret, signature, ...over }, []);
    return received[0] as Received;
  };
  const headersOf = ({ headers }: Received) => headers as Record<string, string>;

  test('standardwebhooks accepts what is signed by default, and rejects what a fault signs', async () => {
    const right = await signed('standard');
    expect(new Webhook(secret).verify(right.body, headersOf(right))).toEqual({ id: 'évt_1', total: 1.5 });
    const raw = { secret: 'a text that is not base64' };
    const own = await signed('standard', raw);
    expect(() => new Webhook(raw.secret, { format: 'raw' }).verify(own.body, headersOf(own))).not.toThrow();
    for (const flaw of ['bad-signature', 'old-timestamp'] as const) {
      const wrong = await signed('standard', { flaw });
      expect(() => new Webhook(secret).verify(wrong.body, headersOf(wrong))).toThrow();
    }
  });

  test('that of GitHub accepts what is signed as GitHub does, and rejects what a fault signs', async () => {
    for (const [flaw, isRight] of [
      [undefined, true],
      ['bad-signature', false],
    ] as const) {
      const { body, headers } = await signed('github', { flaw });
      expect(await verify(secret, body, String(headers['x-hub-signature-256']))).toBe(isRight);
    }
  });
});

test('a receiver that says nothing is an error with its time, and one whose body does not end has responded', async () => {
  const { resolve } = resolving('127.0.0.1', '127.0.0.1');
  const server = createServer((request, response) => {
    if (request.url === '/half') response.writeHead(200, { 'content-length': 9 }).write('half');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const sent = (path: string) => send(row(`http://receiver.localhost:${port}${path}`), [], resolve, 200);
  expect(await sent('/silent')).toMatchObject({ status: null, error: 'no response within 0.2 s' });
  expect(await sent('/half')).toMatchObject({ status: 200, error: null, response: { body: undefined } });
});
