/** Where requests and connections end (RFC 9112), on sockets with and without TLS. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVivarium, type Vivarium } from '../../src/index.ts';
import { createCertificate } from '../../src/parts/tls/create-certificate.ts';
import { type Listening, listen } from '../../src/server/listen.ts';
import { silentLogger } from '../../src/world/logger.ts';

const body = '{"name":"Maple","categoryId":3}';
const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

const head = (line: string, ...headers: readonly string[]): string =>
  [line, 'Host: localhost', 'Authorization: Bearer demo', ...headers, '', ''].join('\r\n');

const post = (version: string, ...headers: readonly string[]): string =>
  head(`POST /v1/pets HTTP/${version}`, 'Content-Type: application/json', ...headers);

describe.each([
  ['TCP', undefined],
  ['TLS', createCertificate(['localhost'], Date.now())],
])('over %s', (_name, tls) => {
  let vivarium: Vivarium;
  let server: Listening;
  beforeAll(async () => {
    vivarium = await createVivarium();
    const serve = vivarium.middleware({ control: true });
    server = await listen((request, response) => serve(request, response, () => response.writeHead(404).end()), {
      port: 0,
      host: '127.0.0.1',
      nameOf: String,
      logger: silentLogger,
      tls,
    });
  });
  afterAll(async () => {
    await server.close();
    await vivarium.close();
  });

  const open = (): Socket => {
    const options = { port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true };
    const socket =
      tls === undefined ? connect(options) : connectTls({ ...options, ca: tls.cert, servername: 'localhost' });
    return socket.setEncoding('latin1');
  };

  /** Everything that the server sends until it ends the connection. */
  const receive = async (socket: Socket): Promise<string> => {
    let text = '';
    socket.on('data', (piece: string) => {
      text += piece;
    });
    await once(socket, 'end');
    socket.end();
    return text;
  };

  const talk = (text: string): Promise<string> => {
    const socket = open();
    socket.write(text);
    return receive(socket);
  };

  test.each(['gzip, chunked', 'identity, chunked', 'identity\r\nTransfer-Encoding: chunked', 'gzip', 'x;chunked'])(
    'the transfer coding "%s" gets 501, and the connection ends',
    async (coding) => {
      const received = await talk(post('1.1', `Transfer-Encoding: ${coding}`) + chunked);
      expect(received).toMatch(/^HTTP\/1\.1 501 .*\r\nConnection: close\r\n.*Only \\"chunked\\" is supported/s);
      expect(received.match(/HTTP\/1/g)).toHaveLength(1);
    },
  );

  test.each(['chunked, chunked', 'chunked, gzip', ''])('the transfer coding "%s" is not valid', async (coding) => {
    expect(await talk(post('1.1', `Transfer-Encoding: ${coding}`) + chunked)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('a connection of HTTP/1.0 ends after a body in chunks, also if it should be kept', async () => {
    const kept = head('GET /v1/pets/1 HTTP/1.0', 'Connection: keep-alive');
    const last = post('1.0', 'Connection: keep-alive', 'Transfer-Encoding: Chunked') + chunked;
    const received = await talk(kept + last + kept);
    expect(received.match(/HTTP\/1\.1 \d+|Connection: [\w-]+/g)).toEqual([
      'HTTP/1.1 200',
      'Connection: keep-alive',
      'HTTP/1.1 201',
      'Connection: close',
    ]);
  });

  const read = head('GET /v1/pets/1 HTTP/1.1');
  test.each([
    ['a request that is not HTTP', read + head('nonsense'), ['200', '400']],
    [
      'several that are whole, and one that is not HTTP',
      `${read + post('1.1', 'Content-Length: 3')}{a}${head('?')}`,
      ['200', '400', '400'],
    ],
    ['a request for a tunnel', read + head('CONNECT other.example:443 HTTP/1.1'), ['200', '501']],
    ['data after the last request', head('GET /v1/pets/1 HTTP/1.1', 'Connection: close') + read, ['200']],
    [
      'a delayed response and a request that is not HTTP',
      head('GET /v1/pets/1 HTTP/1.1', 'Prefer: delay=20ms') + head('?'),
      ['200', '400'],
    ],
    ['a body that is not HTTP', `${post('1.1', 'Transfer-Encoding: chunked')}nonsense`, ['400']],
  ])('what came whole has its response: %s', async (_what, text, statuses) => {
    const received = await talk(text);
    expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(statuses);
    // The rest of a response that has begun.
    expect(received).toMatch(/\}$/);
  });

  test('what follows a broken request is not read, however long an earlier response takes', async () => {
    const socket = open();
    socket.write(head('GET /v1/pets/1 HTTP/1.1', 'Prefer: delay=1h') + head('?'));
    const received = receive(socket);
    for (let count = 0; count < 20; count++) {
      socket.write(read);
      await new Promise(setImmediate);
    }
    const advance = setInterval(() => vivarium.world().clock.advance('2h'), 10);
    expect((await received).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    clearInterval(advance);
  });

  test.each([
    ['a plain response', []],
    ['a delayed response', ['Prefer: delay=1h']],
    ['a response in pieces', ['Prefer: fault=dribble']],
    ['a response in pieces after a delay', ['Prefer: delay=1h, fault=dribble']],
  ])('a client that has closed its half gets %s', async (_what, headers) => {
    const socket = open();
    socket.end(head('GET /v1/pets/1 HTTP/1.1', ...headers));
    const advance = setInterval(() => vivarium.world().clock.advance('2h'), 10);
    expect(await receive(socket)).toMatch(/^HTTP\/1\.1 200 .*"Luna".*\}$/s);
    clearInterval(advance);
  });

  test.each([
    ['a response that never comes', head('GET /v1/pets/1 HTTP/1.1', 'Prefer: fault=timeout')],
    ['events', head('GET /_vivarium/api/worlds/default/events HTTP/1.1')],
  ])('a client that has closed its half does not wait for %s', async (_what, text) => {
    const socket = open();
    const received = receive(socket);
    socket.end(text.replace('localhost', new URL(server.url).host));
    expect(await received).not.toContain('"Luna"');
  });
});
