/** What becomes of requests and responses on the way: preflights, bodies, faults, and what shows them. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { documentOf, integer, listOf, named, object, text } from '../../short-document.ts';
import { startForwarding, startRealService } from './real-service.ts';

const note = object({ id: integer, text }, ['id']);
const document = documentOf(
  'Notes',
  {
    '/notes': { get: named('listNotes', listOf(note)), post: named('createNote', note, { takes: {}, status: 201 }) },
  },
  {},
  { servers: [{ url: '/v1' }] },
);

const startNotes = () =>
  startRealService((request, response) => {
    const isPost = request.method === 'POST';
    response.writeHead(isPost ? 201 : 200, { 'Content-Type': 'application/json' });
    response.end(isPost ? '{"id":7,"text":"real"}' : '[{"id":7,"text":"real"}]');
  });

describe('a preflight', () => {
  const ask = (url: string, path: string, method: string) =>
    fetch(`${url}${path}`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': method },
    });

  test('is answered here, and allows the method of a request that would be forwarded', async () => {
    const real = await startNotes();
    const { url } = await startForwarding({ document, upstream: real.url });
    for (const [path, method] of [
      ['/v1/notes', 'DELETE'],
      ['/v1/unknown', 'PURGE'],
    ] as const) {
      const { status, headers } = await ask(url, path, method);
      expect([status, headers.get('access-control-allow-methods')]).toEqual([204, expect.stringContaining(method)]);
    }
    expect(real.seen).toEqual([]);
  });

  test('lets a page read who responded', async () => {
    const real = await startNotes();
    const { url } = await startForwarding({ document, upstream: real.url });
    const { headers } = await fetch(`${url}/v1/notes`, { headers: { origin: 'http://localhost:5173' } });
    expect(headers.get('access-control-expose-headers')).toContain('Vivarium-Origin');
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  });
});

describe('the body of a request', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is sent decoded from %s', async (encoding, compress) => {
    const real = await startNotes();
    const { url } = await startForwarding({ document, upstream: real.url });
    const body = new Uint8Array(compress('{"text":"é"}'));
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    expect((await fetch(`${url}/v1/notes`, { method: 'POST', headers, body })).status).toBe(201);
    expect(real.seen).toMatchObject([{ body: '{"text":"é"}', headers: { 'content-length': '13' } }]);
    expect(real.seen[0]?.headers['content-encoding']).toBeUndefined();
  });

  test('above the maximum gets 413, and nothing is sent', async () => {
    const real = await startNotes();
    const { url } = await startForwarding({ document, upstream: real.url, maxBody: '10KB' });
    const body = JSON.stringify({ text: 'x'.repeat(20_000) });
    const response = await fetch(`${url}/v1/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('--max-body');
    expect(real.seen).toEqual([]);
  });

  test('of an unknown operation is sent byte for byte', async () => {
    const real = await startNotes();
    const { url } = await startForwarding({ document, upstream: real.url });
    const body = new Uint8Array(Array.from({ length: 256 }, (_, index) => index));
    await fetch(`${url}/v1/blobs`, { method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, body });
    expect(real.seen).toMatchObject([{ url: '/v1/blobs', method: 'PUT', headers: { 'content-length': '256' } }]);
    expect(real.seen[0]?.body).toBe(Buffer.from(body).toString());
  });
});

describe('a response that is compressed although nobody asked for it', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('with %s (%o) is decoded', async (encoding, compress) => {
    const real = await startRealService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': encoding });
      response.end(compress('[{"id":7}]'));
    });
    const { url } = await startForwarding({ document, upstream: real.url });
    const response = await fetch(`${url}/v1/notes`);
    expect([response.headers.get('content-encoding'), await response.json()]).toEqual([null, [{ id: 7 }]]);
  });

  test.each(['gzip', 'deflate', 'br', 'zstd'])('with %s may have no body', async (encoding) => {
    const real = await startRealService((request, response) => {
      response.writeHead(Number(request.headers['x-status'] ?? 200), { 'Content-Encoding': encoding }).end();
    });
    const { url } = await startForwarding({ document, upstream: real.url });
    const statusOf = async (method: string, status: string): Promise<number> =>
      (await fetch(`${url}/v1/notes`, { method, headers: { 'x-status': status } })).status;
    expect([await statusOf('HEAD', '200'), await statusOf('GET', '204'), await statusOf('GET', '304')]).toEqual([
      200, 204, 304,
    ]);
    expect(await (await fetch(`${url}/v1/notes`)).text()).toBe('');
  });

  test.each(['compress', 'constructor'])('with %s is passed on, as nothing here decodes it', async (encoding) => {
    const real = await startRealService((_, response) => {
      response.writeHead(200, { 'Content-Encoding': encoding }).end('packed');
    });
    const { url } = await startForwarding({ document, upstream: real.url });
    const response = await fetch(`${url}/v1/notes`);
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([encoding, 'packed']);
  });
});

test.each(['a socket', 'no socket'])(
  'the exchange of a long body has its size and not the body, with %s',
  async (how) => {
    const real = await startRealService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      response.write('x'.repeat(1_500_000));
      response.end('y'.repeat(500_000));
    });
    const { vivarium, url } = await startForwarding({ document, upstream: real.url });
    const response = how === 'a socket' ? await fetch(`${url}/v1/notes`) : await vivarium.world().fetch('/v1/notes');
    expect(await response.text()).toHaveLength(2_000_000);
    const [exchange] = vivarium.world().exchanges();
    expect(exchange?.response).toEqual({ headers: expect.anything(), bodyBytes: 2_000_000 });
    const har = await (await fetch(`${url}/_vivarium/api/worlds/default/exchanges.har`)).json();
    expect(har.log.entries[0].response).toMatchObject({ bodySize: 2_000_000, content: { size: 2_000_000 } });
  },
);

test('a change of the protocol is not forwarded', async () => {
  const real = await startNotes();
  const { url } = await startForwarding({ document, upstream: real.url });
  const request = httpRequest(`${url}/v1/notes`, { headers: { connection: 'upgrade', upgrade: 'websocket' } });
  request.end();
  const [response] = await once(request, 'response');
  response.resume();
  expect(response.statusCode).toBe(501);
  expect(real.seen).toEqual([]);
});

describe('a fault', () => {
  test('adds its latency to the real one, and the journal has both causes', async () => {
    const real = await startNotes();
    const { vivarium, url } = await startForwarding({ document, upstream: real.url });
    const world = vivarium.world();
    world.fault('slow', { on: { operation: 'listNotes' }, latency: '1h' });
    const pending = fetch(`${url}/v1/notes`);
    await vi.waitFor(() => expect(world.exchanges()).toHaveLength(1));
    expect(real.seen).toHaveLength(1);
    world.clock.advance('1h');
    expect(await (await pending).json()).toEqual([{ id: 7, text: 'real' }]);
    expect(world.exchanges()[0]).toMatchObject({
      origin: 'upstream',
      upstreamMs: expect.any(Number),
      faults: [{ name: 'slow' }],
      why: expect.arrayContaining([expect.stringMatching(/^forwarded to /), expect.stringContaining('slow')]),
    });
    const har = await (await fetch(`${url}/_vivarium/api/worlds/default/exchanges.har`)).json();
    expect(har.log.entries).toMatchObject([{ _origin: 'upstream', _upstreamMs: expect.any(Number) }]);
  });

  test('that omits a required property is a violation of the response, beside those of the service', async () => {
    const real = await startNotes();
    const { vivarium, url } = await startForwarding({ document, upstream: real.url });
    vivarium.world().fault('missing-required');
    expect(await (await fetch(`${url}/v1/notes`)).json()).toEqual([{ text: 'real' }]);
    expect(vivarium.world().exchanges()[0]).toMatchObject({
      violations: [{ side: 'response', pointer: '/0/id' }],
      faults: [{ name: 'missing-required', pointer: '/0/id' }],
    });
  });

  test.each(['an event stream', 'a long body'])('of transport ends %s after its first part', async (what) => {
    const real = await startRealService((_, response) => {
      const isEvents = what === 'an event stream';
      response.writeHead(200, { 'Content-Type': isEvents ? 'text/event-stream' : 'text/plain' });
      response.write(isEvents ? 'data: 1\n\n' : 'x'.repeat(2_000_000));
    });
    const { vivarium, url } = await startForwarding({ document, upstream: real.url });
    vivarium.world().fault('truncate');
    const reader = (await fetch(`${url}/v1/notes`)).body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    const readToEnd = async (): Promise<void> => {
      for (let next = await reader?.read(); next?.done === false; next = await reader?.read());
    };
    await expect(readToEnd()).rejects.toThrow();
    expect(vivarium.world().exchanges()[0]?.why.join()).toMatch(/passed on as it arrive/);
  });

  test('may delay a stream that breaks off before anybody reads it', async () => {
    const real = await startRealService((request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
      setTimeout(() => request.socket.resetAndDestroy(), 10);
    });
    const { vivarium, url } = await startForwarding({ document, upstream: real.url });
    const gone = once(real.server, 'connection').then(([socket]) => once(socket, 'close'));
    const pending = fetch(`${url}/v1/notes`, { headers: { prefer: 'delay=1h' } }).then((response) => response.text());
    const outcome = expect(pending).rejects.toThrow();
    await gone;
    // The error of a connection comes after its end.
    await new Promise((resolve) => setTimeout(resolve, 50));
    vivarium.world().clock.advance('2h');
    await outcome;
  });
});
