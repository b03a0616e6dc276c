/** The service in an app whose other middleware reads bodies, and responds. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium, type Vivarium } from '../../../src/index.ts';
import { writeParsedBody } from '../../../src/server/edge/read-request.ts';
import { openRaw, type RawAnswer } from '../raw-client.ts';

const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'] as const;
const pair = (schema: JsonObject): JsonObject => ({ type: 'object', required: ['name'], properties: { name: schema } });
const schemas: Readonly<Record<string, JsonObject>> = {
  '/texts': { type: 'string', minLength: 1 },
  '/numbers': pair({ type: 'integer', format: 'int64' }),
  '/names': pair({ type: 'string' }),
  '/lists': pair({ type: 'array', minItems: 2, items: { type: 'string' } }),
};
const document = {
  openapi: '3.1.1',
  info: { title: 'T', version: '1' },
  paths: Object.fromEntries(
    Object.entries(schemas).map(([path, schema]) => [
      path,
      {
        post: {
          operationId: path.slice(1),
          'x-vivarium': false,
          requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) },
          responses: { 204: { description: '' }, 400: { description: '' } },
        },
      },
    ]),
  ) as unknown as Json,
} as unknown as JsonObject;

const errors = vi.fn();

const serve = async (...before: readonly RequestHandler[]): Promise<{ port: number; vivarium: Vivarium }> => {
  errors.mockReset();
  const logger = { info: () => {}, warn: () => {}, error: (_text: string, error?: unknown) => errors(String(error)) };
  const vivarium = await createVivarium({ document, logger });
  const app = express();
  for (const handler of before) app.use(handler);
  app.use(vivarium.middleware() as RequestHandler);
  const server = createServer(app as RequestListener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await vivarium.close();
  });
  return { port: (server.address() as AddressInfo).port, vivarium };
};

const post = (path: string, type: string, body: string, ...headers: readonly string[]): string => {
  const framing = headers.length > 0 ? headers : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`POST ${path} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, ...framing, '', body].join('\r\n');
};
const chunked = (path: string, type: string, body: string): string =>
  post(path, type, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked');

const ok = post('/names', 'application/json', '{"name":"x"}');

/** Sends the request, then a valid one on the same connection. */
const sendTwo = async (port: number, text: string): Promise<readonly RawAnswer[]> => {
  const { socket, ended } = openRaw(port);
  socket.write(text + ok.replace('Host: x', 'Host: x\r\nConnection: close'));
  return (await ended).answers;
};

const [json, form] = types;

describe('a body is read as its client sent it', () => {
  test.each([
    ['a form', express.urlencoded(), post('/names', form, 'name=x+y')],
    ['a form with a list', express.urlencoded(), post('/lists', form, 'name=x&name=y')],
    ['a form with brackets', express.urlencoded({ extended: true }), chunked('/lists', form, 'name[]=x&name[]=y')],
    ['a JSON text', express.json({ strict: false }), post('/texts', json, '"hello"')],
    ['a JSON text that looks like a number', express.json({ strict: false }), post('/texts', json, '"5"')],
    ['a JSON text in chunks', express.json({ strict: false }), chunked('/texts', json, '"hello"')],
    ['JSON as text', express.text({ type: '*/*' }), post('/names', json, '{"name":"x"}')],
    ['JSON as text in chunks', express.text({ type: '*/*' }), chunked('/names', json, '{"name":"x"}')],
    ['JSON as bytes', express.raw({ type: '*/*' }), post('/names', json, '{"name":"x"}')],
    ['a text', express.text(), post('/texts', 'text/plain', 'hello')],
    [
      'an integer beyond the safe integers',
      express.json({ reviver: (_key, value) => (typeof value === 'number' ? 9223372036854775807n : value) }),
      post('/numbers', json, '{"name":9223372036854775807}'),
    ],
  ])('%s', async (_what, parser, text) => {
    const { port } = await serve(parser);
    expect((await sendTwo(port, text)).map(({ status }) => status)).toEqual([204, 204]);
  });

  test.each([
    ['"x"', { 'content-length': '3' }, '"x"'],
    ['x', { 'content-length': '3' }, '"x"'],
    ['"x"', { 'content-length': '5' }, '"\\"x\\""'],
    // Compressed: its length says nothing.
    ['"x"', { 'content-length': '20', 'content-encoding': 'gzip' }, '"x"'],
    ['x', {}, '"x"'],
    ['"x"', {}, '"x"'],
  ])('a text %s of JSON with the headers %j is written as %s', (body, headers, written) => {
    expect(writeParsedBody(body, { 'content-type': 'application/json', ...headers })).toBe(written);
  });

  test('a form names properties in brackets, and repeats the names of lists', () => {
    const body = { a: '1', list: ['x', 'y'], deep: { b: 'c d', list: [{ e: null }] } };
    const written = writeParsedBody(body, { 'content-type': 'Application/X-www-form-urlencoded; charset=utf-8' });
    expect([...new URLSearchParams(written as string)]).toEqual([
      ['a', '1'],
      ['list', 'x'],
      ['list', 'y'],
      ['deep[b]', 'c d'],
      ['deep[list][0][e]', 'null'],
    ]);
  });
});

describe('a body that cannot be written again gets 500, and the next request of the connection its response', () => {
  const replace =
    (body: unknown): RequestHandler =>
    (request, _response, next) => {
      if (request.body.name === undefined) request.body = body;
      next();
    };
  const circle: unknown[] = [];
  circle.push(circle);
  const throwing = {
    toJSON: () => {
      throw new Error('no JSON');
    },
  };

  test.each([
    ['a circle', circle, 'circular'],
    ['an object that throws', throwing, 'no JSON'],
    ['a function', () => {}, 'it is not JSON'],
  ])('%s', async (_what, body, reason) => {
    const { port, vivarium } = await serve(express.json(), replace(body));
    expect((await sendTwo(port, post('/names', json, '{}'))).map(({ status }) => status)).toEqual([500, 204]);
    expect(errors).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(reason));
    expect(errors).toHaveBeenCalledWith(expect.stringContaining('Mount Vivarium before that middleware.'));
    expect(vivarium.world().exchanges()).toHaveLength(1);
  });

  test('the fields of a multipart body', async () => {
    const { port } = await serve((request, _response, next) => {
      if (request.headers['content-type'] === json) return next();
      request.resume().once('end', () => next(Object.assign(request, { body: { name: 'x' } }) && undefined));
    });
    const parts = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--b--\r\n';
    const answers = await sendTwo(port, post('/names', 'multipart/form-data; boundary=b', parts));
    expect(answers.map(({ status }) => status)).toEqual([500, 204]);
    expect(errors).toHaveBeenCalledWith(expect.stringContaining('it is multipart'));
  });
});

describe('a request to which another middleware responds is not decided', () => {
  const respond: RequestHandler = (request, response, next) => {
    if (request.headers['x-own'] !== undefined) response.status(202).end();
    next();
  };
  const own = (text: string): string => text.replace('Host: x', 'Host: x\r\nX-Own: yes');

  test('before it comes', async () => {
    const { port, vivarium } = await serve(respond);
    expect((await sendTwo(port, own(ok))).map(({ status }) => status)).toEqual([202, 204]);
    expect(vivarium.world().exchanges()).toHaveLength(1);
  });

  test('while its body arrives', async () => {
    const { port, vivarium } = await serve((request, response, next) => {
      if (request.headers['x-own'] !== undefined) setImmediate(() => response.status(202).end());
      next();
    });
    const { socket, until, ended } = openRaw(port);
    socket.write(own(ok).slice(0, -1));
    await until('202');
    socket.write(`}${ok.replace('Host: x', 'Host: x\r\nConnection: close')}`);
    expect((await ended).answers.map(({ status }) => status)).toEqual([202, 204]);
    expect(vivarium.world().exchanges()).toHaveLength(1);
    expect(errors).not.toHaveBeenCalled();
  });

  test.each(['delay=1h', 'fault=dribble', 'fault=reset, delay=1h'])(
    'while its response is delayed (%s)',
    async (prefer) => {
      const { port, vivarium } = await serve((request, response, next) => {
        next();
        if (request.headers['x-own'] === undefined) return;
        if (response.headersSent) response.end();
        else response.status(202).end();
      });
      vivarium.world().clock.set({ frozen: true });
      const text = own(`GET /nowhere HTTP/1.1\r\nHost: x\r\nPrefer: ${prefer}\r\n\r\n`);
      const { socket, until, ended } = openRaw(port);
      socket.write(text);
      await until('\r\n\r\n');
      vivarium.world().clock.advance('2h');
      socket.destroy();
      await ended;
      expect(errors).not.toHaveBeenCalled();
    },
  );
});
