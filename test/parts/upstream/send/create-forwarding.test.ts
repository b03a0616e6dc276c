/** Requests that the real service answers, over real sockets. */
import { once } from 'node:events';
import { get, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { documentOf, integer, listOf, named, object, ref, text } from '../../../short-document.ts';
import { startForwarding, startRealService } from '../real-service.ts';

const Note = object({ id: integer, text }, ['id', 'text']);
const document = documentOf(
  'Notes',
  {
    '/notes': {
      get: named('listNotes', listOf(ref('Note'))),
      post: named('createNote', ref('Note'), { takes: ref('Note'), status: 201 }),
    },
    '/notes/{id}': { get: named('getNote', ref('Note'), { others: { 404: undefined } }) },
  },
  { Note },
  { servers: [{ url: '/v1' }] },
);

const answer = (status: number, body: unknown, headers: Record<string, string | string[]> = {}) =>
  startRealService((_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });

describe('a forwarded request', () => {
  test('gets the response of the real service, byte for byte, and is journaled with its origin', async () => {
    const real = await answer(200, '[ {"id": 1,  "text": "real"} ]', {
      'X-Real': 'yes',
      Date: 'Fri, 01 Jan 2021 00:00:00 GMT',
    });
    const { vivarium, url } = await startForwarding({ document, upstream: `${real.url}/api` });
    const response = await fetch(`${url}/v1/notes?a=1`);
    expect(await response.text()).toBe('[ {"id": 1,  "text": "real"} ]');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-real': 'yes',
      date: 'Fri, 01 Jan 2021 00:00:00 GMT',
      'vivarium-origin': 'upstream',
      'vivarium-exchange': '1',
      'x-content-type-options': 'nosniff',
    });
    expect(real.seen).toMatchObject([{ method: 'GET', url: '/api/notes?a=1' }]);
    const [exchange] = vivarium.world().exchanges();
    expect(exchange).toMatchObject({
      operation: 'listNotes',
      status: 200,
      origin: 'upstream',
      upstreamMs: expect.any(Number),
      violations: [],
    });
    expect(exchange?.why).toContain(`forwarded to ${real.url}/api`);
  });

  test('gets an error if the response cannot be delivered, and the server goes on', async () => {
    const real = await startRealService((_, response) => {
      response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    const { url } = await startForwarding({ document, upstream: real.url });
    const writeHead = vi.spyOn(ServerResponse.prototype, 'writeHead');
    onTestFinished(() => writeHead.mockRestore());
    writeHead.mockImplementationOnce(() => {
      throw new Error('unexpected');
    });
    expect((await fetch(`${url}/v1/notes`)).status).toBe(500);
    expect((await fetch(`${url}/v1/notes`, { headers: { prefer: 'simulate' } })).status).toBe(200);
  });

  test('without a path in the upstream, the base path of the document is added', async () => {
    const real = await answer(200, []);
    const { url } = await startForwarding({ document, upstream: real.url });
    await fetch(`${url}/~alice/v1/notes`);
    expect(real.seen[0]?.url).toBe('/v1/notes');
  });

  test('is not rejected: the real service decides, and the violations of both sides are recorded', async () => {
    const real = await answer(201, { id: 'one' });
    const { vivarium, url } = await startForwarding({ document, upstream: real.url });
    const response = await fetch(`${url}/v1/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"id":1}',
    });
    expect(response.status).toBe(201);
    expect(real.seen[0]?.body).toBe('{"id":1}');
    expect(vivarium.world().exchanges()[0]?.violations).toMatchObject([
      { side: 'request', pointer: '/text' },
      { side: 'response', pointer: '/text' },
      { side: 'response', pointer: '/id' },
    ]);
  });

  test('leaves out what concerns only this server and the connection', async () => {
    const real = await answer(200, []);
    const { url } = await startForwarding({
      document,
      upstream: real.url,
      upstreamHeader: ['Authorization: Bearer staging', 'X-Team: mine', 'Host: staging.example'],
    });
    await fetch(`${url}/v1/notes`, {
      headers: {
        authorization: 'Bearer mine',
        'vivarium-world': 'alice',
        cookie: 'a=1; vivarium-world=alice; b=2',
        baggage: 'vivarium-world=alice,user=7',
        prefer: 'return=minimal, delay=0ms',
        'accept-encoding': 'gzip',
      },
    });
    const { headers } = real.seen[0] as (typeof real.seen)[number];
    expect(headers).toMatchObject({
      host: 'staging.example',
      authorization: 'Bearer staging',
      'x-team': 'mine',
      cookie: 'a=1; b=2',
      baggage: 'user=7',
      prefer: 'return=minimal',
      'accept-encoding': 'identity',
      via: expect.stringMatching(/^1\.1 vivarium-/),
    });
    expect(Object.keys(headers)).not.toContain('vivarium-world');
  });

  test.each([
    ['return=minimal, DELAY=0ms; why="a,b"', 'return=minimal'],
    ['delay=0ms, handling="strict, or \\" not", wait=5', 'handling="strict, or \\" not", wait=5'],
    ['handling="open, delay=0ms', 'handling="open, delay=0ms'],
    ['delay=0ms', undefined],
    ['', ''],
  ])('has of the header Prefer: %s what is not for this server', async (prefer, expected) => {
    const real = await answer(200, []);
    const { url } = await startForwarding({ document, upstream: real.url });
    await fetch(`${url}/v1/notes`, { headers: { prefer } });
    expect(real.seen[0]?.headers.prefer).toBe(expected);
  });

  test('has the credentials of the URL in place of those of the client, and those of a header before both', async () => {
    const real = await answer(200, []);
    const upstream = `http://me:p%40ss@${new URL(real.url).host}`;
    for (const upstreamHeader of [[], ['Authorization: Bearer staging']]) {
      const { url } = await startForwarding({ document, upstream, upstreamHeader });
      await fetch(`${url}/v1/notes`, { headers: { authorization: 'Bearer mine' } });
    }
    const sent = real.seen.map(({ headers }) => headers.authorization);
    expect(sent).toEqual([`Basic ${btoa('me:p@ss')}`, 'Bearer staging']);
  });

  test('gets URLs, cookies and headers of this server in place of those of the upstream', async () => {
    const real = await startRealService((request, response) => {
      const own = `http://${request.headers.host}`;
      response.writeHead(302, [
        ['Location', `${own}/api/notes/7?x=1`],
        ['Content-Location', '/api10/notes'],
        ['Link', `<${own}/api/notes?page=2>; rel="next", </api>; rel="up", <https://other.example/api>; rel="x"`],
        ['Set-Cookie', 'session=1; Path=/api; Domain=example.com; Secure; SameSite=None; HttpOnly'],
        ['Set-Cookie', 'vivarium-world=bob'],
        ['Access-Control-Allow-Origin', 'https://page.example'],
        ['Strict-Transport-Security', 'max-age=1'],
        ['Content-Type', 'text/html'],
      ]);
      response.end('<p>moved</p>');
    });
    const { url } = await startForwarding({ document, upstream: `${real.url}/api/` });
    const response = await fetch(`${url}/~alice/v1/notes`, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(await response.text()).toBe('<p>moved</p>');
    expect(response.headers.get('location')).toBe(`${url}/~alice/v1/notes/7?x=1`);
    expect(response.headers.get('content-location')).toBe('/api10/notes');
    expect(response.headers.get('link')).toBe(
      `<${url}/~alice/v1/notes?page=2>; rel="next", </~alice/v1>; rel="up", <https://other.example/api>; rel="x"`,
    );
    expect(response.headers.getSetCookie()).toEqual(['session=1; Path=/~alice/v1; HttpOnly']);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('strict-transport-security')).toBeNull();
    expect(response.headers.get('content-security-policy')).toBe('sandbox');
  });
});

describe('which requests are forwarded', () => {
  const origins = async (url: string, paths: readonly string[], init?: RequestInit) =>
    Promise.all(
      paths.map(async (path) => (await fetch(url + path, init)).headers.get('vivarium-origin') ?? 'simulation'),
    );
  const paths = ['/v1/notes', '/v1/notes/1', '/v1/unknown', '/elsewhere'];

  test.each([
    ['all', ['upstream', 'upstream', 'upstream', 'simulation']],
    ['unknown', ['simulation', 'simulation', 'upstream', 'simulation']],
    ['none', ['simulation', 'simulation', 'simulation', 'simulation']],
    [['getNote'], ['simulation', 'upstream', 'simulation', 'simulation']],
  ] as const)('forward: %j', async (forward, expected) => {
    const real = await answer(200, []);
    const { url } = await startForwarding({ document, upstream: real.url, forward });
    expect(await origins(url, paths)).toEqual(expected);
  });

  const sentPaths = async (paths: readonly string[]): Promise<readonly string[]> => {
    const real = await answer(200, []);
    const { url } = await startForwarding({ document, upstream: real.url });
    for (const path of paths) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`);
      socket.resume();
      await once(socket, 'close');
    }
    return real.seen.map((seen) => seen.url);
  };

  test('a path that leaves the base path by dot segments is not', async () => {
    const paths = [
      '/v1/../admin',
      '/v1/%2e%2E/admin',
      '/v1/notes/../..',
      '/v1/..%2fadmin',
      '/v1/..\\admin',
      '/v1/..;x/admin',
      '/v1/.%2e;/admin',
      '/v1/notes/..%2f..%5cadmin',
      '/v1/notes//.././../admin',
      '/v1/%2f/../admin',
      '/v1/a%2fb/../../admin',
    ];
    expect(await sentPaths(paths)).toEqual([]);
  });

  test('a path with dot segments that stays below the base path is, as it was sent', async () => {
    const paths = [
      '/v1/notes/..%2f1',
      '/v1/notes/a%2Fb',
      '/v1/notes/../notes/1',
      '/v1/notes/..a/...',
      '/v1/notes/1%2F..%2F2',
    ];
    expect(await sentPaths(paths)).toEqual(paths);
  });

  test('a preference decides for one request', async () => {
    const real = await answer(200, []);
    const { url } = await startForwarding({ document, upstream: real.url, forward: ['getNote'] });
    const response = await fetch(`${url}/v1/notes`, { headers: { prefer: 'forward' } });
    expect(response.headers.get('preference-applied')).toBe('forward');
    expect(response.headers.get('vivarium-origin')).toBe('upstream');
    expect(await origins(url, ['/v1/notes/1'], { headers: { prefer: 'simulate' } })).toEqual(['simulation']);
  });

  test('without an upstream, Prefer: forward is ignored', async () => {
    const { vivarium, url } = await startForwarding({ document });
    expect(
      (await fetch(`${url}/v1/notes`, { headers: { prefer: 'forward' } })).headers.get('preference-applied'),
    ).toBeNull();
    expect(vivarium.world().exchanges()[0]?.why).toContain('Prefer forward: ignored, this request has no upstream');
  });
});

describe('at run time', () => {
  const none = { url: null, forward: 'none', record: false, compare: false };

  test('the control API and the library choose, and a reset returns to the scenario', async () => {
    const real = await answer(200, []);
    const scenario = { upstream: { forward: ['getNote'] } };
    const { vivarium, url } = await startForwarding({
      document,
      upstream: `http://me:secret@${new URL(real.url).host}`,
      scenario,
    });
    const control = `${url}/_vivarium/api/worlds/default/upstream`;
    const chosen = { url: `${real.url}/v1`, forward: ['getNote'], record: false, compare: false };
    expect(await (await fetch(control)).json()).toEqual(chosen);
    const put = (body: object) =>
      fetch(control, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    expect(await (await put({ ...chosen, forward: 'none' })).json()).toEqual({ ...chosen, forward: 'none' });
    const world = vivarium.world();
    expect((await world.fetch('/v1/notes/1')).headers.get('vivarium-origin')).toBeNull();
    expect(world.upstream({ forward: 'all' })).toEqual({ ...chosen, forward: 'all' });
    expect((await world.fetch('/v1/notes')).headers.get('vivarium-origin')).toBe('upstream');
    const saved = world.save();
    expect(saved).toMatchObject({
      upstream: scenario.upstream,
      resume: { upstreams: { service: { forward: 'all' } } },
    });
    world.reset();
    expect(world.upstream()).toEqual(chosen);
    world.start({ inline: saved });
    expect(world.upstream()).toMatchObject({ forward: 'all' });
    for (const [body, message] of [
      [{ forward: ['getNot'] }, 'Did you mean "getNote"?'],
      [{ forward: 'some' }, 'forward must be all, unknown, none, or a list of operations'],
      [{ url: 'http://evil.example' }, 'url cannot be changed'],
      [{ fwd: 'all' }, 'unknown'],
    ] as const) {
      const response = await put(body);
      expect([response.status, (await response.json()).detail]).toEqual([400, expect.stringContaining(message)]);
    }
  });

  test('without an upstream nothing can be chosen', async () => {
    const { vivarium, url } = await startForwarding({ document });
    const control = `${url}/_vivarium/api/worlds/default/upstream`;
    expect(await (await fetch(control)).json()).toEqual(none);
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' } };
    expect((await fetch(control, { ...init, body: '{"record":true}' })).status).toBe(409);
    expect((await fetch(control, { ...init, body: '{"forward":"none"}' })).status).toBe(200);
    expect(() => vivarium.world().upstream({ forward: 'all' })).toThrow('there is no upstream');
  });

  test('each of several services has its own', async () => {
    const real = await answer(200, []);
    const other = { ...document, servers: [{ url: '/other' }] };
    const { vivarium, url } = await startForwarding({
      services: { notes: { document, upstream: real.url }, other: { document: other } },
    });
    expect((await fetch(`${url}/v1/notes`)).headers.get('vivarium-origin')).toBe('upstream');
    expect((await fetch(`${url}/other/notes`)).headers.get('vivarium-origin')).toBeNull();
    const world = vivarium.world();
    expect(world.upstream()).toEqual({
      notes: { url: `${real.url}/v1`, forward: 'all', record: false, compare: false },
      other: none,
    });
    world.upstream({ notes: { forward: ['notes.getNote'] } });
    expect((await fetch(`${url}/v1/notes`)).headers.get('vivarium-origin')).toBeNull();
    expect((await fetch(`${url}/v1/notes/1`)).headers.get('vivarium-origin')).toBe('upstream');
    expect(() => world.upstream({ other: { forward: 'all' } })).toThrow('there is no upstream');
  });
});

describe('options that cannot be used', () => {
  test.each([
    [{ upstream: 'ftp://a.example' }, 'option "upstream" must be an http or https URL'],
    [{ upstream: 'staging' }, 'option "upstream" must be an http or https URL'],
    [{ forward: ['all'] }, 'option "forward" has no effect without an upstream'],
    [{ upstreamHeader: ['A: b'] }, 'option "upstreamHeader" has no effect without an upstream'],
    [{ upstream: 'http://a.example', forward: ['listNote'] }, 'Did you mean "listNotes"?'],
    [{ upstream: 'http://a.example', upstreamHeader: ['nothing'] }, "must be 'NAME: VALUE'"],
    [{ upstream: 'http://a.example', upstreamHeader: ['Content-Length: 0'] }, 'must not name Content-Length'],
    [{ upstream: 'http://a.example', upstreamHeader: ['transfer-encoding: chunked'] }, 'must not name'],
    [
      { upstream: 'http://a.example', upstreamHeader: ['A: $VIVARIUM_TEST_UNSET'] },
      '$VIVARIUM_TEST_UNSET, which is not set',
    ],
    [{ upstream: 'http://a.example', allowOrigin: ['app.example'] }, 'must be an origin'],
  ] as const)('%j', async (options, message) => {
    await expect(startForwarding({ document, ...options })).rejects.toThrow(message);
  });
});

describe('faults on a real service', () => {
  test('a forced status is sent in place of the request, and with its work done in place of the response', async () => {
    const real = await answer(200, []);
    const { vivarium, url } = await startForwarding({ document, upstream: real.url });
    vivarium.world().fault('unavailable');
    expect((await fetch(`${url}/v1/notes`)).status).toBe(503);
    expect(real.seen).toHaveLength(0);
    vivarium.world().fault('unavailable', { work: 'done' });
    expect((await fetch(`${url}/v1/notes`)).status).toBe(503);
    expect(real.seen).toHaveLength(1);
  });

  test('a contract fault alters the real body, and a transport fault loses the real response', async () => {
    const real = await answer(200, [{ id: 1, text: 'real' }]);
    const { vivarium, url } = await startForwarding({ document, upstream: real.url });
    const broken = await fetch(`${url}/v1/notes`, { headers: { prefer: 'fault=wrong-type' } });
    expect(await broken.json()).not.toEqual([{ id: 1, text: 'real' }]);
    await expect(fetch(`${url}/v1/notes`, { headers: { prefer: 'fault=reset' } })).rejects.toThrow();
    expect(real.seen).toHaveLength(2);
    const exchanges = vivarium.world().exchanges();
    expect(exchanges.map(({ faults }) => faults[0]?.name)).toEqual(['reset', 'wrong-type']);
  });
});

describe('bad days', () => {
  const statusAndMessage = async (url: string) => {
    const response = await fetch(`${url}/v1/notes`);
    return [response.status, JSON.stringify(await response.json())] as const;
  };

  test('an upstream that is away gets 502, one that hangs 504, both without credentials', async () => {
    const away = await startForwarding({ document, upstream: 'http://user:secret@127.0.0.1:1' });
    const [status, message] = await statusAndMessage(away.url);
    expect(status).toBe(502);
    expect(message).toContain('the connection was refused');
    expect(message).not.toContain('secret');
    expect(
      away.vivarium
        .world()
        .exchanges()
        .map(({ status: of, origin }) => [of, origin]),
    ).toEqual([[502, 'upstream']]);
    const real = await startRealService(() => {});
    const hanging = await startForwarding({ document, upstream: real.url, upstreamTimeout: '1s' });
    expect((await statusAndMessage(hanging.url))[0]).toBe(504);
    const plain = await startForwarding({ document, upstream: real.url.replace('http', 'https') });
    expect(await statusAndMessage(plain.url)).toEqual([502, expect.stringContaining('Is it an http URL?')]);
  });

  test('a request is repeated only where the upstream ended a connection that was in use before, and nothing is done twice', async () => {
    const served = new Map<object, number>();
    let mayServe = (_before: number): boolean => true;
    const real = await startRealService((request, response) => {
      const before = served.get(request.socket) ?? 0;
      served.set(request.socket, before + 1);
      if (mayServe(before)) response.setHeader('content-type', 'application/json').end('[]');
      else request.socket.destroy();
    });
    const { url } = await startForwarding({ document, upstream: real.url });
    const arrivals = async (method: string) => {
      const before = real.seen.length;
      const { status } = await fetch(`${url}/v1/notes`, { method });
      return [status, real.seen.length - before];
    };
    expect(await arrivals('GET')).toEqual([200, 1]);
    mayServe = (before) => before === 0;
    expect(await arrivals('GET')).toEqual([200, 2]);
    expect(await arrivals('POST')).toEqual([502, 1]);
    mayServe = () => false;
    expect(await arrivals('GET')).toEqual([502, 1]);
  });

  test('informational responses are passed over', async () => {
    const real = await startRealService((_, response) => {
      response.writeContinue();
      response.writeProcessing();
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.setHeader('content-type', 'application/json').end('[]');
    });
    const { url } = await startForwarding({ document, upstream: real.url });
    const response = await fetch(`${url}/v1/notes`);
    expect([response.status, response.headers.get('link')]).toEqual([200, null]);
  });

  test('an upstream that ends the connection, or is not HTTP, gets 502', async () => {
    const real = await startRealService((request) => request.socket.destroy());
    const { url } = await startForwarding({ document, upstream: real.url });
    expect((await statusAndMessage(url))[0]).toBe(502);
    let sent = '';
    const raw = await startRealService((request) => request.socket.end(sent));
    const other = await startForwarding({ document, upstream: raw.url });
    const reason = 'not HTTP';
    const long = `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`;
    for (const [response, expected] of [
      ['not http\r\n\r\n', reason],
      ['HTTP/1.1 000 None\r\nContent-Length: 0\r\n\r\n', reason],
      ['HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\n[]', reason],
      ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ws\r\n\r\n', reason],
      ['HTTP/1.1 101 Switching Protocols\r\n\r\n', reason],
      ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nno colon\r\n\r\n[]', reason],
      [long, 'headers are too long'],
    ] as const) {
      sent = response;
      expect(await statusAndMessage(other.url), response.slice(0, 12)).toEqual([
        502,
        expect.stringContaining(expected),
      ]);
    }
  });

  test('a response that breaks off breaks off for the client', async () => {
    const real = await startRealService((request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half');
      setImmediate(() => request.socket.destroy());
    });
    const { url } = await startForwarding({ document, upstream: real.url });
    await expect(fetch(`${url}/v1/notes`).then((response) => response.text())).rejects.toThrow();
  });

  test('a loop ends with 508', async () => {
    const { vivarium, url } = await startForwarding({ document });
    await vivarium.close();
    const port = Number(new URL(url).port);
    const { createVivarium } = await import('../../../../src/index.ts');
    const loop = await createVivarium({ document, upstream: url });
    await loop.listen({ port });
    try {
      expect((await fetch(`${url}/v1/notes`)).status).toBe(508);
    } finally {
      await loop.close();
    }
  });

  test('a page of another origin gets 403, and one of this machine does not', async () => {
    const real = await answer(200, []);
    const { url } = await startForwarding({ document, upstream: real.url, allowOrigin: ['https://app.example'] });
    // Not with fetch, which writes `Sec-Fetch-Mode` itself.
    const statusFrom = async (sent: string | Record<string, string>) => {
      const headers = typeof sent === 'string' ? { origin: sent } : sent;
      const [response] = await once(get(`${url}/v1/notes`, { headers }), 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await statusFrom('https://evil.example')).toBe(403);
    expect(await statusFrom('http://localhost:5173')).toBe(200);
    expect(await statusFrom('https://app.example')).toBe(200);
    expect(real.seen).toHaveLength(2);
    const embed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    const statusOfImage = (referer?: string) => statusFrom({ ...embed, ...(referer !== undefined && { referer }) });
    expect(await statusOfImage()).toBe(403);
    expect(await statusOfImage('https://evil.example/')).toBe(403);
    expect(await statusOfImage('http://localhost:5173/')).toBe(200);
    expect(await statusOfImage('https://app.example/')).toBe(200);
    expect(real.seen).toHaveLength(4);
  });

  test('the request of a client that hangs up is ended', async () => {
    let isEnded = (): void => {};
    const ended = new Promise<void>((resolve) => {
      isEnded = resolve;
    });
    const real = await startRealService((request) => request.socket.once('close', isEnded));
    const { url } = await startForwarding({ document, upstream: real.url });
    const controller = new AbortController();
    const response = fetch(`${url}/v1/notes`, { signal: controller.signal }).catch(() => {});
    await expect.poll(() => real.seen.length).toBe(1);
    controller.abort();
    await Promise.all([response, ended]);
  });
});

describe('bodies', () => {
  test('a large body is passed on as it arrives, and a compressed one is decoded', async () => {
    const large = 'x'.repeat(3_000_000);
    const real = await startRealService((request, response) => {
      if (request.url === '/v1/notes') response.end(large);
      else
        response
          .writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' })
          .end(gzipSync('[7]'));
    });
    const { vivarium, url } = await startForwarding({ document, upstream: real.url });
    expect(await (await fetch(`${url}/v1/notes`)).text()).toBe(large);
    expect(vivarium.world().exchanges()[0]?.response.body).toBeUndefined();
    expect(await (await fetch(`${url}/v1/notes/1`)).text()).toBe('[7]');
    expect(await (await vivarium.world().fetch('/v1/notes')).text()).toBe(large);
  });

  test.each([
    ['text/event-stream', 'data: 1\n\n'],
    ['application/x-ndjson; charset=utf-8', '{"id":1}\n'],
    ['application/jsonl', '{"id":1}\n'],
  ])('a stream of %s arrives before it is complete', async (type, part) => {
    const real = await startRealService((_, response) => {
      response.writeHead(200, { 'Content-Type': type });
      response.write(part);
    });
    const { url } = await startForwarding({ document, upstream: real.url });
    const controller = new AbortController();
    const response = await fetch(`${url}/v1/notes`, { signal: controller.signal });
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(part);
    controller.abort();
  });

  test('pipelined requests are decided in order, also behind a slow one', async () => {
    const real = await startRealService((request, response) => {
      setTimeout(() => response.end('[]'), request.method === 'POST' ? 100 : 0);
    });
    const { vivarium, url } = await startForwarding({ document, upstream: real.url });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const head = `Host: 127.0.0.1:${new URL(url).port}\r\n`;
    socket.write(
      `POST /v1/notes HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\nGET /v1/notes HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
    );
    socket.resume();
    await once(socket, 'close');
    const exchanges = vivarium.world().exchanges();
    expect(exchanges.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });
});
