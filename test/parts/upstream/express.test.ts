/** An Express app with everything that a real service may send: the same for the client, byte for byte, with us in between. */

import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import express, { type Response } from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createVivarium, type VivariumOptions } from '../../../src/index.ts';
import { serveForTest } from '../../serve-for-test.ts';
import { startForwarding } from './real-service.ts';

const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (schema: object) => ({ description: 'Fine.', ...json(schema) });
const book = { type: 'object', required: ['id', 'title'], properties: { id: { type: 'integer' }, title: text } };
const fine = { responses: { 200: { description: 'Fine.' } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  servers: [{ url: '/api' }],
  paths: {
    '/books': {
      get: { operationId: 'listBooks', responses: { 200: answer({ type: 'array', items: book }) } },
      post: {
        operationId: 'createBook',
        requestBody: json({ ...book, required: ['title'] }),
        responses: { 201: answer(book), 400: answer({ type: 'object' }) },
      },
    },
    '/books/{id}': {
      parameters: [id],
      get: { operationId: 'getBook', responses: { 200: answer(book), 404: answer({ type: 'object' }) } },
      delete: { operationId: 'deleteBook', responses: { 204: { description: 'Gone.' } } },
    },
    '/page': {
      get: { operationId: 'getPage', responses: { 200: { description: '.', content: { 'text/html': {} } } } },
    },
    '/cover': {
      get: { operationId: 'getCover', responses: { 200: { description: '.', content: { 'image/png': {} } } } },
    },
    '/report': { get: { operationId: 'getReport', responses: { 200: answer({ type: 'object' }) } } },
    '/session': { get: { ...fine, operationId: 'getSession' }, post: { ...fine, operationId: 'login' } },
  },
};

/** Every byte once. */
const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
const sentence = 'A sentence that is worth compressing. '.repeat(50);

const startApp = async (): Promise<string> => {
  const app = express();
  const books = [
    { id: 1, title: 'Emma' },
    { id: 2, title: 'Middlemarch' },
  ];
  let lastId = 2;
  const visits = new Map<string, number>();
  const api = express.Router();
  const send = (response: Response, type: string, body: Buffer, encoding?: string): void => {
    if (encoding !== undefined) response.set('Content-Encoding', encoding);
    // `end` sends it as it is.
    response.set('Content-Type', type).set('Content-Length', String(body.length)).end(body);
  };
  api.use(express.json());
  api.get('/books', (_, response) => void response.json(books));
  api.post('/books', ({ body }, response) => {
    books.push({ id: ++lastId, title: body.title });
    response.status(201).location(`/api/books/${lastId}`).json(books.at(-1));
  });
  api.get('/books/:id', ({ params }, response) => {
    const found = books.find((one) => one.id === Number(params.id));
    if (found === undefined) response.status(404).json({ message: 'not found' });
    else response.json(found);
  });
  api.delete('/books/:id', ({ params }, response) => {
    books.splice(
      books.findIndex((one) => one.id === Number(params.id)),
      1,
    );
    response.status(204).end();
  });
  api.post('/session', (_, response) => {
    visits.set('ada', 0);
    response.append('Set-Cookie', 'sid=ada; Path=/api; HttpOnly').append('Set-Cookie', 'theme=dark; Max-Age=60');
    response.sendStatus(200);
  });
  api.get('/session', ({ headers }, response) => {
    const sid = /sid=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    if (!visits.has(sid)) response.status(401).set('WWW-Authenticate', 'Cookie').send('Who are you?');
    else response.send(`Welcome back, ${sid}`);
  });
  api.get('/page', (_, response) => void response.send('<!doctype html><title>é</title><script>alert(1)</script>'));
  api.get('/cover', (_, response) => void response.type('png').send(bytes));
  api.get('/gzip', (_, response) => send(response, 'text/plain', gzipSync(sentence), 'gzip'));
  api.get('/brotli', (_, response) => send(response, 'text/plain', brotliCompressSync(sentence), 'br'));
  api.get('/zstd', (_, response) => send(response, 'text/plain', zstdCompressSync(sentence), 'zstd'));
  api.get('/report', (_, response) => send(response, 'application/json', gzipSync(`{"text":"${sentence}"}`), 'gzip'));
  api.get('/chunked', async (_, response) => {
    for (const part of ['one ', 'two ', 'three']) {
      response.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  api.get('/empty', (_, response) => void response.end());
  api.get('/moved', (_, response) => void response.redirect(301, '/api/books'));
  api.get('/elsewhere', (_, response) => void response.redirect('https://example.com/api'));
  api.get(
    '/latin',
    (_, response) =>
      void response
        .set('X-Name', 'caf\u00e9')
        .type('text/plain; charset=latin1')
        .send(Buffer.from('caf\u00e9', 'latin1')),
  );
  api.get('/events', (_, response) => {
    response.set('Content-Type', 'text/event-stream');
    response.write('id: 1\ndata: one\n\n');
    response.write(': still here\n\n');
    response.end('event: end\ndata: two\n\n');
  });
  app.use('/api', api);
  return serveForTest(app);
};

interface Seen {
  readonly status: number;
  readonly message: string;
  headers: IncomingHttpHeaders;
  /** Decoded from the transfer, but from nothing else. */
  readonly body: Buffer;
}

/** As `curl` would: nothing is followed, decoded or cached. */
const see = async (origin: string, method: string, path: string, { headers = {}, body = '' } = {}): Promise<Seen> => {
  const request = httpRequest(`${origin}${path}`, { method, headers, agent: false });
  request.end(body);
  const [response] = await once(request, 'response');
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return {
    status: response.statusCode,
    message: response.statusMessage,
    headers: response.headers,
    body: Buffer.concat(parts),
  };
};

/** What section "What is changed" of the documentation names, and what belongs to one connection. */
const ours =
  /^(?:vivarium-|access-control-|(?:connection|keep-alive|transfer-encoding|date|vary|x-content-type-options|content-security-policy)$)/;

const comparable = ({ status, message, headers, body }: Seen, isDecoded = false) => ({
  status,
  message,
  headers: Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !ours.test(name) && !(isDecoded && /^content-(?:length|encoding)$/.test(name)),
    ),
  ),
  body: isDecoded ? '' : body.toString('latin1'),
});

const start = async (options: VivariumOptions = {}) => {
  const upstream = await startApp();
  const { vivarium, url } = await startForwarding({ document, upstream, scenario: {}, ...options });
  return { vivarium, upstream, url };
};

describe('an Express app behind us', () => {
  const requests: readonly (readonly [string, string, { headers?: Record<string, string>; body?: string }?])[] = [
    ['GET', '/api/books'],
    ['GET', '/api/books/1'],
    ['GET', '/api/books/9'],
    ['HEAD', '/api/books'],
    ['HEAD', '/api/cover'],
    ['POST', '/api/books', { headers: { 'content-type': 'application/json' }, body: '{"title":"Persuasion"}' }],
    ['GET', '/api/page'],
    ['GET', '/api/cover'],
    ['GET', '/api/chunked'],
    ['GET', '/api/empty'],
    ['GET', '/api/moved'],
    ['GET', '/api/elsewhere'],
    ['GET', '/api/latin'],
    ['GET', '/api/events'],
    ['GET', '/api/nothing?like=this'],
    ['POST', '/api/session'],
    ['GET', '/api/session'],
    ['GET', '/api/session', { headers: { cookie: 'sid=ada' } }],
    ['DELETE', '/api/books/1'],
    ['OPTIONS', '/api/books'],
  ];

  test.each([false, true])('is the same for the client, byte for byte; compared: %s', async (compare) => {
    // The same requests change two apps alike.
    const [direct, { url }] = [await startApp(), await start({ record: true, compare })];
    for (const [method, path, init] of requests) {
      const [expected, through] = [await see(direct, method, path, init), await see(url, method, path, init)];
      // A body that arrived in chunks is held until its length is known.
      if (expected.headers['transfer-encoding'] !== undefined && method !== 'HEAD') {
        const { 'content-length': length = through.body.length, ...rest } = through.headers;
        expect(Number(length)).toBe(expected.body.length);
        through.headers = rest;
      }
      expect([method, path, comparable(through)]).toEqual([method, path, comparable(expected)]);
      expect(through.headers['vivarium-origin']).toBe('upstream');
    }
  });

  test('answers a condition with 304', async () => {
    const { upstream, url } = await start();
    const { etag } = (await see(upstream, 'GET', '/api/books')).headers;
    const init = { headers: { 'if-none-match': String(etag) } };
    const through = await see(url, 'GET', '/api/books', init);
    expect(comparable(through)).toEqual(comparable(await see(upstream, 'GET', '/api/books', init)));
    expect(through).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  test.each(['gzip', 'brotli', 'zstd'])('a body that it compresses with %s is decoded', async (encoding) => {
    const { upstream, url } = await start();
    const [direct, through] = [
      await see(upstream, 'GET', `/api/${encoding}`),
      await see(url, 'GET', `/api/${encoding}`),
    ];
    expect(direct.headers['content-encoding']).toBeDefined();
    expect(through.headers['content-encoding']).toBeUndefined();
    expect(through.body.toString()).toBe(sentence);
    expect(comparable(through, true)).toEqual(comparable(direct, true));
  });

  test('a page cannot act as this server', async () => {
    const { url } = await start();
    expect((await see(url, 'GET', '/api/page')).headers).toMatchObject({
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
  });

  test('is recorded: without it, the same GETs get the same, and a POST works', async () => {
    const { vivarium, url } = await start({ record: true });
    const paths = ['/api/books', '/api/books/1', '/api/books/2', '/api/page', '/api/cover', '/api/report'];
    const seen = new Map<string, Seen>();
    for (const path of paths) seen.set(path, await see(url, 'GET', path));
    const replayed = await createVivarium({ document, scenario: vivarium.world().save() });
    onTestFinished(() => replayed.close());
    const { url: origin } = await replayed.listen({ port: 0 });
    const create = { headers: { 'content-type': 'application/json' }, body: '{"title":"Persuasion"}' };
    for (const [path, { status, headers, body }] of seen) {
      const again = await see(origin, 'GET', path);
      expect([path, again.status, again.headers['vivarium-origin']]).toEqual([path, status, undefined]);
      expect(again.headers['content-type']?.replace(/;.*/, '')).toBe(headers['content-type']?.replace(/;.*/, ''));
      expect(again.body.toString('latin1')).toBe(body.toString('latin1'));
    }
    const created = await see(origin, 'POST', '/api/books', create);
    expect([created.status, JSON.parse(created.body.toString())]).toEqual([201, { id: 3, title: 'Persuasion' }]);
    expect((await see(origin, 'GET', '/api/books/3')).body.toString()).toBe(created.body.toString());
    expect((await see(origin, 'DELETE', '/api/books/1')).status).toBe(204);
    expect((await see(origin, 'GET', '/api/books/1')).status).toBe(404);
  });
});
