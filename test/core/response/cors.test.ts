import { describe, expect, test } from 'vitest';
import { type HttpResponse, pathBelowBase } from '../../../src/core/http/http.ts';
import { isPreflight, preflight } from '../../../src/core/response/cors.ts';
import { decide, documentOf, loadAnimalStore, readyService, requestOf, responseHeaderOf, stateOf } from '../helpers.ts';

const service = await loadAnimalStore();

const origin = 'http://localhost:5173';

describe('a response', () => {
  test('may be read by the page, with credentials', () => {
    const { header } = decide(service, stateOf(service), requestOf('GET', '/v1/pets', { headers: { origin } }));
    expect(header('Access-Control-Allow-Origin')).toBe(origin);
    expect(header('Access-Control-Allow-Credentials')).toBe('true');
    expect(header('Vary')).toBe('Origin');
    const exposed = header('Access-Control-Expose-Headers')?.split(', ');
    const ours = ['Vivarium-World', 'Vivarium-Exchange', 'Vivarium-Violations', 'Preference-Applied', 'Deprecation'];
    const others = ['Sunset', 'Link', 'Allow', 'Retry-After', 'WWW-Authenticate', 'Date'];
    expect(exposed).toEqual(expect.arrayContaining([...ours, ...others]));
  });

  test('may be read whatever it is: a rejection, a forced status, an unknown path', () => {
    for (const [target, headers] of [
      ['/v1/pets', { authorization: '' }],
      ['/v1/pets?limit=0', {}],
      ['/v1/dogs', {}],
      ['/elsewhere', {}],
      ['/v1/pets', { prefer: 'code=503' }],
    ] as const) {
      const request = requestOf('GET', target, { headers: { origin, ...headers } });
      const { header } = decide(service, stateOf(service), request);
      expect(header('Access-Control-Allow-Origin')).toBe(origin);
    }
  });

  test('to a request without an origin has Vary, and no other CORS header', () => {
    const { header } = decide(service, stateOf(service), requestOf('GET', '/v1/pets'));
    expect(header('Vary')).toBe('Origin');
    expect(header('Access-Control-Allow-Origin')).toBeUndefined();
  });

  test('exposes the headers that the document declares', async () => {
    const fine = { description: 'Fine.', headers: { 'X-Total': { schema: { type: 'integer' } } } };
    const documented = await readyService(documentOf({ '/a': { get: { responses: { 200: fine } } } }));
    const { header } = decide(documented, stateOf(documented), requestOf('GET', '/a', { headers: { origin } }));
    expect(header('Access-Control-Expose-Headers')?.split(', ')).toContain('X-Total');
  });
});

describe('a preflight', () => {
  const method = 'access-control-request-method';
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}): HttpResponse =>
    preflight(service, requestOf('OPTIONS', path, { headers: { origin, [method]: 'POST', ...headers } }));
  const headerOf = (response: HttpResponse, name: string) => responseHeaderOf(response, name);

  test('is an OPTIONS request with an origin and a method', () => {
    const headers = { origin, [method]: 'POST' };
    expect(isPreflight(requestOf('OPTIONS', '/v1/pets', { headers }))).toBe(true);
    expect(isPreflight(requestOf('GET', '/v1/pets', { headers }))).toBe(false);
    expect(isPreflight(requestOf('OPTIONS', '/v1/pets', { headers: { origin } }))).toBe(false);
    expect(isPreflight(requestOf('OPTIONS', '/v1/pets', { headers: { [method]: 'POST' } }))).toBe(false);
  });

  test('gets the documented methods and the requested headers', () => {
    const response = ask('/v1/pets', { 'access-control-request-headers': 'authorization,x-custom' });
    expect(response.status).toBe(204);
    expect(response.body).toBeUndefined();
    expect(headerOf(response, 'Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS, POST');
    expect(headerOf(response, 'Access-Control-Allow-Headers')).toBe('authorization,x-custom');
    expect(headerOf(response, 'Access-Control-Allow-Origin')).toBe(origin);
    expect(headerOf(response, 'Access-Control-Allow-Credentials')).toBe('true');
    expect(headerOf(response, 'Vary')).toBe('Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
  });

  test('may be kept for a few seconds, and has no content', () => {
    const response = ask('/v1/pets');
    expect(headerOf(response, 'Access-Control-Max-Age')).toBe('5');
    expect(headerOf(response, 'Content-Length')).toBe('0');
    expect(headerOf(response, 'X-Content-Type-Options')).toBe('nosniff');
  });

  test('for a parameter path names its methods', () => {
    expect(headerOf(ask('/v1/pets/7'), 'Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS');
  });

  test('for an unknown path is allowed, so that the page sees the 404', () => {
    const response = ask('/v1/dogs', { [method]: 'PATCH' });
    expect(response.status).toBe(204);
    expect(headerOf(response, 'Access-Control-Allow-Methods')).toBe('PATCH');
    expect(headerOf(ask('/elsewhere'), 'Access-Control-Allow-Methods')).toBe('POST');
  });

  test('for a private network is allowed on request', () => {
    expect(headerOf(ask('/v1/pets'), 'Access-Control-Allow-Private-Network')).toBeUndefined();
    const response = ask('/v1/pets', { 'access-control-request-private-network': 'true' });
    expect(headerOf(response, 'Access-Control-Allow-Private-Network')).toBe('true');
  });

  test('of a path with an OPTIONS operation of its own names the methods as well', async () => {
    const fine = { responses: { 204: { description: 'Fine.' } } };
    const own = await readyService(documentOf({ '/a': { options: fine, put: fine } }));
    const response = preflight(own, requestOf('OPTIONS', '/a', { headers: { origin, [method]: 'PUT' } }));
    expect(headerOf(response, 'Access-Control-Allow-Methods')).toBe('OPTIONS, PUT');
  });
});

describe('a path below the base path', () => {
  test('begins with it, up to a slash or its end; the longest of several counts', async () => {
    const fine = { get: { responses: { 204: { description: 'Fine.' } } } };
    const several = await readyService(documentOf({ '/a': fine }, { servers: [{ url: '/api' }, { url: '/api/v2/' }] }));
    expect(pathBelowBase(several, '/api/v2/a')).toEqual({ base: '/api/v2', path: '/a' });
    expect(pathBelowBase(several, '/api/a')).toEqual({ base: '/api', path: '/a' });
    expect(pathBelowBase(several, '/api')).toEqual({ base: '/api', path: '' });
    expect(pathBelowBase(several, '/apis/a')).toBeUndefined();
    expect(pathBelowBase(several, '/')).toBeUndefined();
    const root = await readyService(documentOf({ '/a': fine }));
    expect(pathBelowBase(root, '/a')).toEqual({ base: '', path: '/a' });
    expect(pathBelowBase(root, '*')).toBeUndefined();
  });
});
