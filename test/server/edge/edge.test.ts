/** The service on a real socket: worlds, CORS, the headers of every response, and the root of the server. */
import { describe, expect, test } from 'vitest';
import {
  type Answered,
  type Loose,
  type Sent,
  startForTest,
  type TestServer,
  useServer,
} from '../control/control-server.ts';
import { expectNothingLeaks } from '../raw-client.ts';

const server = await useServer();

type Headers = Sent['headers'];

const send = async (method: string, path: string, headers: Headers = {}, body?: unknown): Promise<Answered> => {
  const answer = await server.call(method, path, body, headers);
  expectNothingLeaks(answer.headers['content-type'], answer.text);
  return answer;
};

const worldOf = ({ headers }: Answered): string | string[] | undefined => headers['vivarium-world'];
const maple = { name: 'Maple', categoryId: 3 };

const openWorlds = async (of: TestServer = server): Promise<readonly string[]> =>
  (await of.api('GET', '/worlds')).body.items.map((world: Loose) => world.name);

describe('a request belongs to', () => {
  test('the default world, unless it selects one', async () => {
    expect(worldOf(await send('GET', '/v1/pets'))).toBe('default');
  });

  test.each([
    ['a path prefix', '/~by-prefix/v1/pets', {}, 'by-prefix'],
    ['a path prefix with escapes', '/~by%2Descape/v1/pets', {}, 'by-escape'],
    ['the header', '/v1/pets', { 'vivarium-world': 'by-header' }, 'by-header'],
    ['the cookie', '/v1/pets', { cookie: 'a=b; vivarium-world=by-cookie; c=d' }, 'by-cookie'],
    ['a cookie with escapes', '/v1/pets', { cookie: 'vivarium-world=by%2Ecookie' }, 'by.cookie'],
    ['baggage', '/v1/pets', { baggage: 'a=b,vivarium-world=by-baggage;hop=1 , c=d' }, 'by-baggage'],
    ['baggage with spaces', '/v1/pets', { baggage: ' vivarium-world = by-baggage-2 ' }, 'by-baggage-2'],
    ['a name of 64 characters', `/~${'x'.repeat(64)}/v1/pets`, {}, 'x'.repeat(64)],
    ['a name that every object inherits', '/~constructor/v1/pets', {}, 'constructor'],
  ])('the world named by %s', async (_way, path, headers, name) => {
    const answer = await send('GET', path, headers as Headers);
    expect([answer.status, worldOf(answer)]).toEqual([200, name]);
    expect(await openWorlds()).toContain(name);
  });

  test('the world of the first of prefix, header, cookie and baggage', async () => {
    const baggage = { baggage: 'vivarium-world=fourth' };
    const cookie = { ...baggage, cookie: 'vivarium-world=third' };
    const header = { ...cookie, 'vivarium-world': 'second' };
    expect(worldOf(await send('GET', '/~first/v1/pets', header))).toBe('first');
    expect(worldOf(await send('GET', '/v1/pets', header))).toBe('second');
    expect(worldOf(await send('GET', '/v1/pets', cookie))).toBe('third');
    expect(worldOf(await send('GET', '/v1/pets', baggage))).toBe('fourth');
  });
});

describe('an invalid world name gets 400 with the rule', () => {
  test.each([
    ['in the path', '/~-x/v1/pets', {}],
    ['in the path, empty', '/~/v1/pets', {}],
    ['in the path, with a malformed escape', '/~%zz/v1/pets', {}],
    ['in the path, beyond ASCII', '/~%C3%A4/v1/pets', {}],
    ['in the path, with an escaped slash', '/~a%2Fb/v1/pets', {}],
    ['in the path, too long', `/~${'x'.repeat(65)}/v1/pets`, {}],
    ['in the path, as every object has', '/~__proto__/v1/pets', {}],
    ['in the header', '/v1/pets', { 'vivarium-world': 'a b' }],
    ['in the header, twice', '/v1/pets', { 'vivarium-world': 'a, b' }],
    ['in the cookie', '/v1/pets', { cookie: 'vivarium-world=.x' }],
    ['in baggage', '/v1/pets', { baggage: 'vivarium-world=_x' }],
    ['in the path of nothing', '/~_x', {}],
  ])('%s', async (_where, path, headers) => {
    const before = await openWorlds();
    const answer = await send('GET', path, headers as Headers);
    expect([answer.status, answer.body.status]).toEqual([400, 400]);
    expect(answer.body.message).toContain(
      '1 to 64 letters, digits, ".", "_" or "-", and starts with a letter or digit',
    );
    expect(answer.text.length).toBeLessThan(300);
    expect(worldOf(answer)).toBeUndefined();
    expect(await openWorlds()).toEqual(before);
  });
});

describe('two worlds share nothing:', () => {
  test('data', async () => {
    expect((await send('POST', '/~data-a/v1/pets', {}, maple)).body.id).toBe(25);
    expect((await send('GET', '/~data-a/v1/pets/25')).status).toBe(200);
    expect((await send('GET', '/~data-b/v1/pets/25')).status).toBe(404);
    expect((await send('POST', '/~data-b/v1/pets', {}, maple)).body.id).toBe(25);
  });
});

describe('at the maximum number of worlds', () => {
  test('another one gets 503 with the reason, and none is dropped', async () => {
    const small = await startForTest({ maxWorlds: 2 });
    expect((await small.call('GET', '/~one/v1/pets')).status).toBe(200);
    const refused = await small.call('GET', '/~two/v1/pets');
    expect([refused.status, refused.body.status]).toEqual([503, 503]);
    expect(refused.body.message).toContain('or raise option "maxWorlds"');
    expect(await openWorlds(small)).toEqual(['default', 'one']);
    for (const path of ['/v1/pets', '/~one/v1/pets']) expect((await small.call('GET', path)).status).toBe(200);
  });
});

describe('a page of another origin', () => {
  const origin = 'https://shop.example';
  const preflight = (path: string, headers: Headers = {}) =>
    server.send('OPTIONS', path, { headers: { origin, 'access-control-request-method': 'POST', ...headers } });

  test.each([
    ['401', '/v1/pets', { authorization: '' }, 401],
    ['404', '/v1/dogs', {}, 404],
    ['405', '/v1/pets/1', {}, 405],
    ['400', '/v1/pets?limit=0', {}, 400],
    ['a forced 503', '/v1/pets', { prefer: 'code=503' }, 503],
    ['the 400 of a world', '/~-/v1/pets', {}, 400],
    ['the null origin', '/v1/pets', { origin: 'null' }, 200],
  ])('may read %s too', async (_what, path, headers, status) => {
    const answer = await send(status === 405 ? 'DELETE' : 'GET', path, { origin, ...(headers as Headers) });
    const asked = (headers as Record<string, string>).origin ?? origin;
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, asked]);
    expect(answer.headers.vary).toBe('Origin');
  });

  test.each([
    ['/v1/pets', 'GET, HEAD, OPTIONS, POST'],
    ['/~alice/v1/pets/1', 'GET, HEAD, OPTIONS'],
    ['/v1/pets/not-an-id', 'GET, HEAD, OPTIONS'],
    // Then the page sees the 404, and not a network error.
    ['/v1/dogs', 'POST'],
  ])('gets a preflight response for a request of %s', async (path, methods) => {
    const { status, headers, text } = await preflight(path, {
      'access-control-request-headers': 'authorization, content-type, prefer',
    });
    expect([status, text]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'authorization, content-type, prefer',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    });
  });

  test('does not open a world by a preflight, which is not in the journal and has no faults', async () => {
    const asked = await startForTest({ fault: ['offline', 'unauthorized'] });
    const headers = {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization, vivarium-world',
      authorization: 'Bearer demo',
      cookie: 'vivarium-world=cookie',
      'vivarium-world': 'header',
    };
    for (const path of ['/v1/pets', '/~prefix/v1/pets'])
      expect((await asked.send('OPTIONS', path, { headers })).status).toBe(204);
    expect(await openWorlds(asked)).toEqual(['default']);
    expect((await asked.api('GET', '/worlds/default/exchanges')).body.total).toBe(0);
  });

  test('may not call the control API', async () => {
    const { status, headers } = await preflight('/_vivarium/api/worlds');
    expect(status).toBe(403);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('a response has', () => {
  test('its world and its number, by which the control API finds it', async () => {
    const { headers } = await send('GET', '/~numbers/v1/pets?limit=3');
    expect(headers['vivarium-world']).toBe('numbers');
    const { body } = await server.api('GET', `/worlds/numbers/exchanges/${headers['vivarium-exchange']}`);
    expect(body).toMatchObject({ path: '/v1/pets', query: 'limit=3', status: 200 });
  });

  test('its length and media type, and no name of the server software', async () => {
    const { headers, text } = await send('GET', '/v1/pets/1');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'content-length': String(text.length) });
    expect(Object.keys(headers)).not.toContain('x-powered-by');
    expect(Object.keys(headers)).not.toContain('etag');
  });
});

describe('HEAD', () => {
  test.each(['/v1/pets?limit=3', '/v1/pets/1', '/v1/pets/4711', '/v1/pets/abc', '/v1/store/orders', '/v1/dogs', '/'])(
    'of %s gets the response of GET, without the body',
    async (path) => {
      const [get, head] = [await send('GET', `/~head${path}`), await send('HEAD', `/~head${path}`)];
      expect([head.status, head.text]).toEqual([get.status, '']);
      const shown = ({ headers: { date, 'vivarium-exchange': _number, ...rest } }: Answered) => rest;
      expect(shown(head)).toEqual(shown(get));
    },
  );

  test('without a world gets the rejection of GET, without the body', async () => {
    const [get, head] = [await send('GET', '/~-/v1/pets'), await send('HEAD', '/~-/v1/pets')];
    expect([head.status, head.text, head.headers['content-length']]).toEqual([400, '', get.headers['content-length']]);
  });
});

describe('the root of the server', () => {
  test.each(['/', '/~alice/', '/~alice'])('redirects a browser from %s to the panel', async (path) => {
    const { status, headers, text } = await send('GET', path, {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    });
    expect([status, headers.location, text]).toEqual([303, '/_vivarium/', '']);
  });

  test.each([
    ['/', {}, '/v1'],
    ['/', { accept: 'application/json' }, '/v1'],
    ['/', { accept: '*/*' }, '/v1'],
    ['/~alice/', {}, '/~alice/v1'],
    ['/favicon.ico', { accept: 'image/*' }, '/v1'],
    ['/pets', { accept: 'text/html' }, '/v1'],
  ])('shows any other client at %s %j the URL of the API', async (path, headers, base) => {
    const { status, body } = await send('GET', path, headers as Headers);
    expect([status, body.status]).toEqual([404, 404]);
    expect(body.message).toContain(`http://127.0.0.1:${server.port}${base}.`);
  });

  test.each([
    ['/', 200],
    ['/other', 303],
  ])('without a base path is the service if that has an operation there: %s gets %i', async (path, status) => {
    const root = { get: { operationId: 'getRoot', responses: { 200: { description: 'ok' } } } };
    const own = await startForTest({
      document: { openapi: '3.1.0', info: { title: 'Root', version: '1' }, paths: { [path]: root } },
      scenario: {},
    });
    expect((await own.send('GET', '/', { headers: { accept: 'text/html' } })).status).toBe(status);
    expect((await own.send('GET', '/')).status).toBe(status === 200 ? 200 : 404);
  });
});
