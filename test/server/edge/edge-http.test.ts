/** Unusual input on a real socket: unreadable bodies, invalid requests, and connections that end early. */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/core/primitives/json.ts';
import { type Loose, startForTest, useServer } from '../control/control-server.ts';
import { openRaw, type RawAnswer, type RawEnd, rawRequest, sendRaw } from '../raw-client.ts';

let world = '';
let count = 0;
const server = await useServer();
beforeEach(() => {
  world = `edge-${++count}`;
});

const key = 'Authorization: Bearer demo';
const json = 'Content-Type: application/json';
const maple = '{"name":"Maple","categoryId":3}';
const limit = 1_048_576;

/** A valid body of this number of bytes. */
const padded = (bytes: number): string => {
  const [before, after] = ['{"categoryId":3,"name":"', '"}'];
  return before + 'x'.repeat(bytes - before.length - after.length) + after;
};

const only = ({ answers }: RawEnd): RawAnswer => {
  expect(answers).toHaveLength(1);
  return answers[0] as RawAnswer;
};

const bodyOf = ({ body }: RawAnswer): Loose => {
  const parsed = parseJson(body);
  if (!parsed.ok) throw new Error(`${parsed.reason}: ${body}`);
  return parsed.value;
};

const post = async (body: string | Uint8Array, headers: readonly string[] = [json], to = server): Promise<RawAnswer> =>
  only(await sendRaw(to.port, rawRequest(`POST /~${world}/v1/pets`, [key, ...headers], body)));

const get = async (target: string, headers: readonly string[] = [key], to = server): Promise<RawAnswer> =>
  only(await sendRaw(to.port, rawRequest(`GET ${target}`, headers)));

const expectRefusal = (answer: RawAnswer, status: number, message: string): void => {
  expect(bodyOf(answer)).toEqual({ code: expect.any(String), message: expect.stringContaining(message), status });
  expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json']);
};

/** It is also a violation, and nothing was added. */
const expectViolation = async (answer: RawAnswer, message: string): Promise<void> => {
  expectRefusal(answer, 400, message);
  expect(answer.headers['vivarium-violations']).toBe('1');
  expect((await get(`/~${world}/v1/pets/25`)).status).toBe(404);
};

const expectAdded = (answer: RawAnswer): void => {
  expect([answer.status, bodyOf(answer)]).toEqual([201, { id: 25, name: 'Maple', categoryId: 3 }]);
};

describe('a body', () => {
  test.each([
    ['that breaks off', '{"name":', 'not valid JSON'],
    ['that is not JSON', 'name=Maple', 'not valid JSON'],
    ['with something behind it', `${maple}x`, 'not valid JSON'],
    ['of blanks', '   ', 'not valid JSON'],
    ['that is null', 'null', 'must be an object'],
    ['that is a list', '[]', 'must be an object'],
    ['that is a text', '"Maple"', 'must be an object'],
    ['that is not UTF-8', Buffer.from('{"name":"\xff\xfe","categoryId":3}', 'latin1'), 'not valid UTF-8'],
    ['with a lone NUL', '{"name":"\u0000","categoryId":3}', 'not valid JSON'],
    ['of 100,000 open lists', '['.repeat(100_000), 'nested deeper than 100'],
    ['of 100,000 open objects', '{"a":'.repeat(100_000), 'nested deeper than 100'],
    [
      'with 100,000 lists in an unknown property',
      `{"name":"Maple","categoryId":3,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'nested deeper than 100',
    ],
    ['with a number of 100,000 digits', `{"name":"Maple","categoryId":${'9'.repeat(100_000)}}`, 'body.categoryId'],
    ['with an integer beyond int64', '{"name":"Maple","categoryId":9223372036854775808}', 'body.categoryId'],
    ['with an integer below int64', '{"name":"Maple","categoryId":-9223372036854775809}', 'body.categoryId'],
  ])('%s gets 400', async (_what, body, message) => {
    await expectViolation(await post(body), message);
  });

  test('that is missing gets 400', async () => {
    await expectViolation(await post('', [json]), 'body is required');
    await expectViolation(await post('', [json, 'Content-Length: 0']), 'body is required');
    await expectViolation(await post('', ['Transfer-Encoding: chunked', json, '', '0', '']), 'body is required');
  });

  test('with a byte order mark is read', async () => {
    expectAdded(await post(`\ufeff${maple}`));
  });

  test('in chunks is read', async () => {
    const chunks = ['', '5', maple.slice(0, 5), '1a', maple.slice(5), '0', '', ''].join('\r\n');
    const head = rawRequest(`POST /~${world}/v1/pets`, [key, json, 'Transfer-Encoding: chunked']).slice(0, -2);
    expectAdded(only(await sendRaw(server.port, head, chunks)));
  });

  test('of 1 MiB is read', async () => {
    const answer = await post(padded(limit));
    expect([answer.status, bodyOf(answer).name.length]).toEqual([201, limit - padded(26).length]);
  });

  test('of one more byte gets 400, with or without a Content-Length', async () => {
    const message = 'body must not be larger than 1048576 bytes (--max-body raises this; in the library, maxBody)';
    await expectViolation(await post(padded(limit + 1)), message);
    const chunk = padded(limit + 1);
    const head = rawRequest(`POST /~${world}/v1/pets`, [key, json, 'Transfer-Encoding: chunked']);
    const chunked = await sendRaw(server.port, head, `${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`);
    await expectViolation(only(chunked), message);
  });

  test('of one more byte gets its response before the rest of it is received', async () => {
    const { socket, until, ended } = openRaw(server.port);
    const head = rawRequest(`POST /~${world}/v1/pets`, [key, json, 'Content-Length: 100000000']);
    socket.write(head);
    socket.write(padded(limit + 1));
    await until('must not be larger');
    socket.destroy();
    await ended;
  });

  test('that is too large leaves the connection usable for the next request', async () => {
    const large = padded(limit + 1);
    const head = `POST /~${world}/v1/pets HTTP/1.1\r\nHost: x\r\n${key}\r\n${json}\r\nContent-Length: ${large.length}\r\n\r\n`;
    const { answers } = await sendRaw(server.port, head, large, rawRequest(`GET /~${world}/v1/pets/1`, [key]));
    expect(answers.map(({ status }) => status)).toEqual([400, 200]);
  });

  test('may be as large as --max-body, and no larger', async () => {
    const small = await startForTest({ maxBody: 100 });
    expectAdded(await post(maple, [json], small));
    expectRefusal(await post(padded(101), [json], small), 400, 'not be larger than 100 bytes');
    expectRefusal(await post(gzipSync(padded(101)), [json, 'Content-Encoding: gzip'], small), 400, 'than 100 bytes');
  });

  test('of GET is ignored', async () => {
    for (const body of ['{"na', 'x'.repeat(limit + 1)]) {
      const answer = only(await sendRaw(server.port, rawRequest(`GET /~${world}/v1/pets/1`, [key], body)));
      expect([answer.status, answer.headers['vivarium-violations']]).toEqual([200, undefined]);
    }
  });
});

describe('an encoded body', () => {
  test.each([
    ['gzip', gzipSync(maple)],
    ['GZIP', gzipSync(maple)],
    ['deflate', deflateSync(maple)],
    ['br', brotliCompressSync(maple)],
    ['zstd', zstdCompressSync(maple)],
    ['identity', maple],
  ])('in %s is read', async (encoding, body) => {
    expectAdded(await post(body, [json, `Content-Encoding: ${encoding}`]));
  });

  test.each([
    ['in gzip that is none', 'gzip', maple, 'header.content-encoding does not fit the body'],
    [
      'in gzip that breaks off',
      'gzip',
      gzipSync(maple).subarray(0, 20),
      'header.content-encoding does not fit the body',
    ],
    ['in gzip of no JSON', 'gzip', gzipSync('{"name":'), 'not valid JSON'],
    ['in an unknown encoding', 'rot13', maple, 'must be identity, gzip, deflate, br or zstd'],
    ['in two encodings', 'gzip, gzip', gzipSync(gzipSync(maple)), 'must be identity, gzip, deflate, br or zstd'],
    ['that is a bomb', 'gzip', gzipSync(Buffer.alloc(64 * limit, 32)), 'must not be larger than 1048576 bytes'],
    ['that is a byte too large when it is decoded', 'gzip', gzipSync(padded(limit + 1)), 'must not be larger than'],
  ])('%s gets 400', async (_what, encoding, body, message) => {
    await expectViolation(await post(body, [json, `Content-Encoding: ${encoding}`]), message);
  });
});

describe('an unusual name or id', () => {
  test('like __proto__ is not stored, and changes no object', async () => {
    const body =
      '{"name":"Maple","categoryId":3,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    expectAdded(await post(body));
    expect(bodyOf(await get(`/~${world}/v1/pets/25`))).toEqual({ id: 25, name: 'Maple', categoryId: 3 });
    expect(({} as Loose).polluted).toBeUndefined();
  });
});

describe('a query', () => {
  test.each([
    ['with a parameter given twice', 'limit=1&limit=2', 'query.limit'],
    ['with a parameter given twice alike', 'limit=1&limit=1', 'query.limit'],
    ['with an empty number', 'limit=', 'query.limit'],
    ['with a parameter without a value', 'limit', 'query.limit'],
    ['with a malformed escape in a value', 'status=%zz', 'query.status'],
    ['with a number of another notation', 'limit=0x10', 'query.limit'],
    ['with a number beyond int64', 'limit=9223372036854775808', 'query.limit'],
  ])('%s gets 400', async (_what, query, message) => {
    const answer = await get(`/~${world}/v1/pets?${query}`);
    expectRefusal(answer, 400, message);
    expect(answer.headers['vivarium-violations']).toBe('1');
  });

  test.each([
    '%zz=1',
    '__proto__=1&constructor=2',
    '&&&',
    '=',
    '?',
    '__code=500',
    '__proto__[limit]=1',
    'x=1&x=2',
    '%00',
  ])('with unknown parameters is ignored: %s', async (query) => {
    const answer = await get(`/~${world}/v1/pets?limit=3&${query}`);
    expect([answer.status, bodyOf(answer).length, answer.headers['vivarium-violations']]).toEqual([200, 3, undefined]);
  });
});

describe('a path', () => {
  test.each([
    ['/v1/pets/', 200],
    ['/v1/%70ets', 200],
    ['/v1/pets//', 404],
    ['/v1//pets', 404],
    ['//v1/pets', 404],
    ['/v1/pets/1/', 200],
    ['/v1/Pets', 404],
    ['/V1/pets', 404],
    ['/v1/../v1/pets', 404],
    ['/v1/pets%3Flimit=1', 404],
    ['/v1/%zz', 404],
    ['/v1pets', 404],
    ['//evil.example/v1/pets', 404],
    ['/v1/pets#fragment', 404],
    ['/_vivariumx', 404],
  ])('of %s gets %i', async (path, status) => {
    const answer = await get(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json']);
  });

  test('of any length gets a response with only a part of it', async () => {
    for (const path of [`/v1/${'x'.repeat(50_000)}`, `/v1${'/x'.repeat(25_000)}`, `/${'x'.repeat(50_000)}`]) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.body.length).toBeLessThan(1000);
    }
  });

  test.each([
    ['http://other.example/v1/pets?limit=1', 'default'],
    ['http://other.example:99/~absolute/v1/pets?limit=1', 'absolute'],
    ['HTTP://user:secret@other.example/v1/pets?limit=1', 'default'],
  ])('may be in an absolute URL: %s', async (target, name) => {
    const answer = await get(target);
    expect([answer.status, bodyOf(answer).length, answer.headers['vivarium-world']]).toEqual([200, 1, name]);
  });

  test.each([
    'ftp://a/v1/pets',
    'ws://a/v1/pets',
    'httpx://a/v1/pets',
    'http:/v1/pets',
    'http:v1/pets',
    'localhost:80',
    'v1/pets',
  ])('may not be in the URL %s', async (target) => {
    const answer = only(await sendRaw(server.port, rawRequest(`GET ${target}`, [key])));
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json']);
  });

  test('of an absolute URL without one is the root', async () => {
    expectRefusal(await get('http://other.example'), 404, 'The API is at');
    expect((await get(`http://localhost:${server.port}/_vivarium/api/health`, [], server)).status).toBe(200);
  });
});

describe('an unreadable request', () => {
  test.each([
    ['garbage', '\x00\x01\x02garbage\r\n\r\n'],
    ['words', 'HELLO\r\n\r\n'],
    ['a TLS handshake', Buffer.from('16030100c8010000c40303', 'hex')],
    ['an unknown method', 'BREW /v1/pets HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['another version of HTTP', 'GET /v1/pets HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a header without a name', 'GET /v1/pets HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    ['a header with a blank in its name', 'GET /v1/pets HTTP/1.1\r\nHost: x\r\nContent Length: 1\r\n\r\n'],
    ['two lengths', 'POST /v1/pets HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    [
      'a length and chunks',
      'POST /v1/pets HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a length that is not a number', 'POST /v1/pets HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n'],
    ['a blank in the path', 'GET /v1/p ets HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('gets 400 with problem details, and the connection ends: %s', async (_what, bytes) => {
    const answer = only(await sendRaw(server.port, bytes));
    expect([answer.status, answer.headers['content-type'], answer.headers.connection]).toEqual([
      400,
      'application/problem+json',
      'close',
    ]);
    expect(bodyOf(answer)).toMatchObject({ title: 'Bad Request', status: 400, detail: expect.any(String) });
  });

  test('gets 431 if its headers are too large', async () => {
    const answer = await get('/v1/pets', [key, `X-Large: ${'x'.repeat(70_000)}`]);
    expect([answer.status, bodyOf(answer).title]).toEqual([431, 'Request Header Fields Too Large']);
    expect(bodyOf(answer).detail).toBe('The target and the headers are larger than 64 KiB.');
    expect((await get('/v1/pets', [key, `X-Large: ${'x'.repeat(60_000)}`])).status).toBe(200);
  });

  test.each([
    [400, 'no host', 'GET /v1/pets HTTP/1.1\r\n\r\n', 'The header Host is missing'],
    [417, 'another expectation', 'GET /v1/pets HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', '"tea" is not supported'],
    [501, 'a tunnel', 'CONNECT other.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', 'not a proxy'],
  ])('gets %i with problem details, and the connection ends: %s', async (status, _what, bytes, detail) => {
    const answer = only(await sendRaw(server.port, bytes));
    expect([answer.status, answer.headers['content-type'], answer.headers.connection]).toEqual([
      status,
      'application/problem+json',
      'close',
    ]);
    expect(bodyOf(answer)).toEqual({
      type: 'about:blank',
      title: expect.any(String),
      status,
      detail: expect.stringContaining(detail),
    });
  });

  test('does not stop the server', async () => {
    expect((await get('/v1/pets')).status).toBe(200);
  });
});

describe('a request', () => {
  test('of HTTP/1.0 gets a response', async () => {
    const answer = only(await sendRaw(server.port, `GET /v1/pets?limit=1 HTTP/1.0\r\n${key}\r\n\r\n`));
    expect([answer.status, bodyOf(answer).length]).toEqual([200, 1]);
  });

  test('with an unusual method gets 405', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'M-SEARCH']) {
      const answer = only(await sendRaw(server.port, rawRequest(`${method} /v1/pets`, [key])));
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
    }
  });

  test('with the target * gets 404', async () => {
    expectRefusal(only(await sendRaw(server.port, rawRequest('OPTIONS *', [key]))), 404, 'There is no operation');
  });

  test('with an Upgrade header is served as HTTP/1.1', async () => {
    const answer = await get('/v1/pets?limit=1', [key, 'Upgrade: websocket', 'HTTP2-Settings: AAMAAABkAAQAAP__']);
    expect(answer.status).toBe(200);
  });

  test('with Expect: 100-continue gets 100', async () => {
    const { socket, until, ended } = openRaw(server.port);
    const head = [key, json, 'Expect: 100-continue', `Content-Length: ${maple.length}`];
    socket.write(rawRequest(`POST /~${world}/v1/pets`, head));
    await until('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(maple);
    const [leave, answer] = (await ended).answers;
    expect(leave?.status).toBe(100);
    expectAdded(answer as RawAnswer);
  });

  test('after another on the same connection gets its response after it', async () => {
    const next = (line: string, body = '') =>
      `${line} HTTP/1.1\r\nHost: x\r\n${key}\r\n${json}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { answers } = await sendRaw(
      server.port,
      next(`POST /~${world}/v1/pets`, maple),
      next(`GET /~${world}/v1/pets/1`),
      next(`GET /~${world}/v1/pets/4711`),
      rawRequest(`GET /~${world}/v1/pets?limit=1`, [key]),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 404, 200]);
    expect(answers.map(bodyOf).map((body) => body.id ?? body.code ?? body.length)).toEqual([25, 1, 'not_found', 1]);
  });

  const start = '{"name":"x';
  const zipped = gzipSync(maple).subarray(0, start.length);
  test.each([
    ['of a given length', 'Content-Length: 1000', 'X-Plain: yes', start],
    ['in chunks', 'Transfer-Encoding: chunked', 'X-Plain: yes', `a\r\n${start}\r\n`],
    ['in gzip', 'Content-Length: 1000', 'Content-Encoding: gzip', zipped],
    ['said to be in no encoding', 'Content-Length: 1000', 'Content-Encoding: identity', start],
  ])('whose client disconnects in the middle of its body %s is dropped', async (_what, framing, encoding, bytes) => {
    const own = await startForTest();
    const { socket, until, ended } = openRaw(own.port);
    socket.write(rawRequest('POST /v1/pets', [key, json, 'Expect: 100-continue', framing, encoding]));
    // The server must have received the request before its client disconnects.
    await until('100 Continue');
    socket.write(bytes);
    socket.resetAndDestroy();
    await ended;
    expectAdded(only(await sendRaw(own.port, rawRequest('POST /v1/pets', [key, json], maple))));
    // The server stops once it has noticed that its clients have disconnected.
    await own.vivarium.close();
    expect(own.vivarium.world().exchanges()).toMatchObject([{ id: 1, status: 201 }]);
  });

  test('whose client ends its side in the middle of the body gets 400', async () => {
    const { socket, ended } = openRaw(server.port);
    socket.end(`POST /~${world}/v1/pets HTTP/1.1\r\nHost: x\r\n${key}\r\n${json}\r\nContent-Length: 1000\r\n\r\n{"na`);
    expect(only(await ended).status).toBe(400);
  });
});

describe('a lost response', () => {
  const disturb = (fault: string): Promise<unknown> =>
    server.api('PUT', `/worlds/${world}`).then(() => server.api('PUT', `/worlds/${world}/faults/${fault}`, {}));
  const journaled = async (): Promise<Loose> => (await server.api('GET', `/worlds/${world}/exchanges`)).body.items;

  test.each(['reset', 'offline'])('by %s is a reset connection for the client', async (fault) => {
    await disturb(fault);
    expect(await sendRaw(server.port, rawRequest(`POST /~${world}/v1/pets`, [key, json], maple))).toEqual({
      answers: [],
      error: 'ECONNRESET',
    });
    expect(await journaled()).toMatchObject([{ status: 201, faults: [{ name: fault, effect: 'transport' }] }]);
    await server.api('DELETE', `/worlds/${world}/faults`);
    // The operation is executed nevertheless.
    expect((await get(`/~${world}/v1/pets/25`)).status).toBe(200);
  });

  test('after another on the same connection does not lose that one', async () => {
    const first = `GET /~${world}/v1/pets/1 HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`;
    const { answers, error } = await sendRaw(
      server.port,
      first,
      rawRequest(`GET /~${world}/v1/pets/2`, [key, 'Prefer: fault=reset']),
    );
    expect(answers.map(({ status }) => status)).toEqual([200]);
    expect(error).toBe('ECONNRESET');
  });

  test('by timeout is never sent, even if the clock advances, and the connection ends with the server', async () => {
    const own = await startForTest();
    const { socket, ended, received } = openRaw(own.port);
    socket.write(rawRequest('GET /v1/pets', [key, 'Prefer: fault=timeout']));
    const handle = own.vivarium.world();
    while (handle.exchanges().length === 0) await new Promise(setImmediate);
    handle.clock.advance('7d');
    // A released response would arrive before this one.
    expect((await own.call('GET', '/v1/pets')).status).toBe(200);
    expect(received()).toBe('');
    expect(handle.exchanges({ fault: 'timeout' })).toMatchObject([{ status: 200 }]);
    await own.vivarium.close();
    expect((await ended).answers).toEqual([]);
  });

  test('that is delayed ends with the server too', async () => {
    const own = await startForTest({ fault: ['slow'] });
    const { socket, ended } = openRaw(own.port);
    socket.write(rawRequest('GET /v1/pets', [key]));
    while (own.vivarium.world().exchanges().length === 0) await new Promise(setImmediate);
    await own.vivarium.close();
    expect((await ended).answers).toEqual([]);
  });

  test('to a client that disconnects before its time is dropped', async () => {
    await disturb('slow');
    const { socket, ended } = openRaw(server.port);
    socket.write(rawRequest(`GET /~${world}/v1/pets`, [key]));
    while ((await journaled()).length === 0) await new Promise(setImmediate);
    socket.resetAndDestroy();
    await ended;
    server.vivarium.world(world).clock.advance('2s');
    expect((await get(`/~${world}-2/v1/pets`)).status).toBe(200);
  });

  test('that is delayed is sent when the clock advances past its delay', async () => {
    await disturb('slow');
    const pending = get(`/~${world}/v1/pets/1`);
    while ((await journaled()).length === 0) await new Promise(setImmediate);
    server.vivarium.world(world).clock.advance('2s');
    expect((await pending).status).toBe(200);
  });
});
