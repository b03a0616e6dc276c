/** The headers and the body that a forced status sends. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpRequest, noBody } from '../../../src/core/http/http.ts';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import type { FaultObject } from '../../../src/scenario/document/fault-schema.ts';
import { fullObject, integer, text } from '../../short-document.ts';
import { answer } from '../bound.ts';
import {
  decide,
  documentOf,
  loadAnimalStore,
  now,
  readyService,
  requestOf,
  responseHeaderOf,
  stateOf,
} from '../helpers.ts';

const service = await loadAnimalStore();

const request: HttpRequest = {
  method: 'GET',
  path: '/v1/pets',
  query: '',
  headers: { authorization: 'Bearer demo', origin: 'http://localhost:3000' },
  body: noBody,
  pathPrefix: '',
};

const answerWith = (status: number, headers: Readonly<Record<string, string>>) => {
  const state = stateOf(service, { faults: [{ name: 'forced', status, headers }] });
  const { response } = simulate(service, state, request, now).reply;
  return (name: string) => responseHeaderOf(response, name);
};

test('a Retry-After that is a duration is sent as a date in world time; seconds stay seconds', () => {
  expect(answerWith(503, { 'Retry-After': '30s' })('retry-after')).toBe('Sat, 01 Jun 2030 12:00:30 GMT');
  expect(answerWith(503, { 'retry-after': '2h' })('retry-after')).toBe('Sat, 01 Jun 2030 14:00:00 GMT');
  expect(answerWith(503, { 'Retry-After': '30' })('retry-after')).toBe('30');
});

test('a Vary header of the fault does not remove Origin', () => {
  expect(answerWith(200, { Vary: 'Accept' })('vary')).toBe('Origin, Accept');
});

test('a 401 carries the challenge of the operation, unless it brings its own', () => {
  expect(answerWith(401, {})('www-authenticate')).toBe('Bearer');
  expect(answerWith(401, { 'WWW-Authenticate': 'Basic' })('www-authenticate')).toBe('Basic');
});

test('a forced 401 has a challenge, even if the document requires no credential', async () => {
  const open = await readyService(documentOf({ '/a': { get: { responses: { 200: { description: '' } } } } }));
  const decided = decide(open, stateOf(open), requestOf('GET', '/a', { headers: { prefer: 'code=401' } }));
  expect([decided.status, decided.header('WWW-Authenticate')]).toEqual([401, 'Bearer']);
});

describe('the body of a forced error', () => {
  const schema = fullObject({ code: text, message: text, status: integer, requestId: { ...text, format: 'uuid' } });
  const example = { code: 'gone_fishing', message: 'Closed.', status: 404, requestId: 'x' };
  const answer = (rest: object = {}) => ({ description: '', content: { 'application/json': { schema, ...rest } } });
  let errors: Service;
  beforeAll(async () => {
    const examples = { 404: answer({ example }), default: answer({ example }) };
    const responses = { 401: answer(), 409: { description: '' }, ...examples };
    errors = await readyService(documentOf({ '/a': { get: { responses } } }));
  });
  const bodyOf = (seed: number, headers: Readonly<Record<string, string>>, faults: readonly string[] = []) =>
    decide(errors, stateOf(errors, { seed, faults: [...faults] }), requestOf('GET', '/a', { headers })).body;

  test.each([
    ['code=', { prefer: 'code=401' }, []],
    ['fault=', { prefer: 'fault=unauthorized' }, []],
    ['a fault', {}, ['unauthorized']],
  ])('states the status without an example, and has generated properties beside it: %s', (_name, headers, faults) => {
    const body = bodyOf(1, headers, faults) as { requestId: string };
    expect(body).toEqual({
      code: 'unauthorized',
      message: 'Unauthorized',
      status: 401,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(bodyOf(1, headers, faults)).toEqual(body);
    expect(bodyOf(2, headers, faults)).not.toEqual(body);
  });

  test('is the example of the status', () => {
    expect(bodyOf(1, { prefer: 'code=404' })).toEqual(example);
  });

  test('has the structure of an example of another status', () => {
    const stated = { code: 'service_unavailable', message: 'Service Unavailable', status: 503 };
    expect(bodyOf(1, { prefer: 'code=503' })).toEqual({ ...example, ...stated });
  });

  test('is the named example of the document, with the forced status in it', async () => {
    const examples = { closed: { value: example }, moved: { value: { ...example, code: 'moved' } } };
    const responses = { 200: answer({ examples }), default: answer({ examples }) };
    const named = await readyService(documentOf({ '/a': { get: { responses } } }));
    const forced = (status: number, name: string) =>
      decide(named, stateOf(named, { faults: [{ name: 'forced', status, example: name }] }), requestOf('GET', '/a'));
    expect(forced(503, 'moved')).toMatchObject({ status: 503, body: { ...example, code: 'moved', status: 503 } });
    // The body of a success is the example itself.
    expect(forced(200, 'closed')).toMatchObject({ status: 200, body: example });
    const missing = forced(503, 'unknown');
    expect(missing.status).toBe(503);
    expect(missing.exchange.steps).toContainEqual(expect.objectContaining({ missingExample: 'unknown' }));
  });

  test('is the named example, with the forced status in it, from 400', async () => {
    const responses = { default: answer({ examples: { closed: { value: example } } }) };
    const named = await readyService(documentOf({ '/a': { get: { responses } } }));
    const faults: FaultObject[] = [{ name: 'forced', status: 400, example: 'closed' }];
    const decided = decide(named, stateOf(named, { faults }), requestOf('GET', '/a'));
    expect(decided.body).toEqual({ ...example, status: 400 });
    // An example that exists is not reported as missing.
    expect(decided.exchange.steps).toContainEqual({ type: 'forced-status', status: 400, documented: true });
  });

  test('is the documented image, which has no place for a message', async () => {
    const image = { 'image/png': { schema: { type: 'string', format: 'binary' } } };
    const responses = {
      404: { description: '', content: image },
      409: { description: '', content: { ...image, 'application/json': { schema } } },
    };
    const images = await readyService(documentOf({ '/a': { get: { responses } } }));
    const forced = (status: number, accept: string) =>
      decide(images, stateOf(images), requestOf('GET', '/a', { headers: { accept, prefer: `code=${status}` } }));
    expect(forced(404, '*/*').header('Content-Type')).toBe('image/png');
    expect(forced(404, '*/*').exchange.violations).toEqual([]);
    expect(forced(409, '*/*').header('Content-Type')).toBe('application/json');
  });

  test('states what is not accepted only for a 401, and only if it was sent', async () => {
    const responses = { 401: answer(), 403: answer() };
    const security = [{ key: [] }, { login: [] }, { user: [] }];
    const flows = { clientCredentials: { tokenUrl: 'https://login.example.com/token', scopes: {} } };
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: { type: 'oauth2', flows },
      user: { type: 'http', scheme: 'basic' },
    };
    const secured = await readyService(
      documentOf({ '/a': { get: { security, responses } } }, { components: { securitySchemes } }),
    );
    const messageOf = (status: number, headers: Readonly<Record<string, string>>) => {
      const request = requestOf('GET', '/a', { headers: { ...headers, prefer: `code=${status}` } });
      return (decide(secured, stateOf(secured), request).body as JsonObject).message;
    };
    expect(messageOf(401, { 'x-key': 'k' })).toBe('The API key is not accepted');
    expect(messageOf(401, { authorization: 'Bearer t' })).toBe('The token is not accepted');
    expect(messageOf(401, { authorization: 'Basic YTpi' })).toBe('The user name or the password is not accepted');
    expect(messageOf(401, { authorization: '' })).toBe('Unauthorized');
    expect(messageOf(403, { 'x-key': 'k' })).toBe('Forbidden');
  });

  test('is a generated one if an example is named for a path without an operation', () => {
    const faults: FaultObject[] = [{ name: 'forced', status: 503, example: 'closed' }];
    const decided = decide(errors, stateOf(errors, { faults }), requestOf('GET', '/unknown'));
    expect(decided).toMatchObject({ status: 503, body: { status: 503 } });
  });

  test('is not empty where the document describes no body', () => {
    expect(bodyOf(1, { prefer: 'code=409' })).toMatchObject({ code: 'conflict', message: 'Conflict', status: 409 });
  });
});

test('a forced status other than 401 has no challenge, and one other than 405 no Allow', () => {
  const of = (status: number, method: string) =>
    decide(service, stateOf(service), requestOf(method, '/v1/pets', { headers: { prefer: `code=${status}` } }));
  expect(of(403, 'GET').header('WWW-Authenticate')).toBeUndefined();
  expect(of(404, 'PUT').header('Allow')).toBeUndefined();
});

describe('in a document with several credentials and contents', () => {
  const secured = (scheme: string): JsonObject => ({
    get: { security: [{ [scheme]: [] }], responses: { 200: { description: '' } } },
  });
  const contents = { 'application/json': { example: 'json' }, 'text/plain': { example: 'plain' } };
  const securitySchemes = { basic: { type: 'http', scheme: 'basic' }, bearer: { type: 'http', scheme: 'bearer' } };
  const document = documentOf(
    {
      '/open': { get: { responses: { 200: { description: '' } } } },
      '/basic': secured('basic'),
      '/bearer': secured('bearer'),
      '/empty': { get: { responses: { 200: answer(text), 204: answer(text), 205: answer(text), 304: answer(text) } } },
      '/texts': { get: { responses: { 200: { description: '', content: contents } } } },
    },
    { components: { securitySchemes } },
  );
  let several: Service;
  beforeAll(async () => {
    several = await readyService(document);
  });
  const forced = (method: string, path: string, rest: Omit<FaultObject, 'name'>, accept = '*/*') => {
    const state = stateOf(several, { faults: [{ name: 'forced', ...rest }] });
    return decide(several, state, requestOf(method, path, { headers: { accept } }));
  };

  test.each([
    ['of the operation', '/bearer', /^Bearer/],
    ['of the first operation with a credential, if its own requires none', '/open', /^Basic/],
    ['of the first operation with a credential, if no operation matches', '/nowhere', /^Basic/],
  ])('a 401 has the challenge %s', (_, path, challenge) => {
    expect(forced('GET', path, { status: 401 }).header('WWW-Authenticate')).toMatch(challenge);
  });

  test('a 405 has the Allow header of the fault, else that of the path', () => {
    expect(forced('PUT', '/open', { status: 405 }).header('Allow')).toBe('GET, HEAD, OPTIONS');
    expect(forced('GET', '/open', { status: 405 }).header('Allow')).toBeUndefined();
    const { headers } = forced('PUT', '/open', { status: 405, headers: { Allow: 'GET' } }).reply.response;
    expect(headers.filter((_, index) => headers[index - 1] === 'Allow')).toEqual(['GET']);
  });

  test.each([204, 205, 304])('a %i has no body, even if the document or the fault has one', (status) => {
    for (const own of [{}, { body: 'text' }]) {
      const decided = forced('GET', '/empty', { status, ...own });
      expect([decided.status, decided.reply.response.body]).toEqual([status, undefined]);
      expect(decided.header('Content-Length')).toBe(status === 205 ? '0' : undefined);
      expect(decided.header('Content-Type')).toBeUndefined();
      expect(decided.exchange.violations).toEqual([]);
    }
  });

  test.each([399, 400])('an undocumented %i has a body only if it is an error', (status) => {
    const type = status < 400 ? undefined : 'application/problem+json';
    expect(forced('GET', '/open', { status }).header('Content-Type')).toBe(type);
  });

  test('the documented content that the client accepts is sent', () => {
    expect(forced('GET', '/texts', { status: 200 }, 'text/plain').reply.response.body).toBe('plain');
    expect(forced('GET', '/texts', { status: 200 }, 'image/png').reply.response.body).toBe('"json"');
  });

  test.each<readonly [type: string, rest: Omit<FaultObject, 'name'>]>([
    ['text/plain', { body: 'a' }],
    ['application/json', { body: { a: 1 } }],
    ['application/json', { body: null }],
    ['text/csv', { body: 'a', headers: { 'X-Note': 'text/html', 'CONTENT-TYPE': 'text/csv' } }],
  ])('a body of the fault is %s: %j', (type, rest) => {
    expect(forced('GET', '/open', { status: 402, ...rest }).header('Content-Type')).toBe(type);
  });

  test('a text that the fault declares as JSON is written as JSON', () => {
    const headers = { 'X-Note': 'text/html', 'Content-Type': 'application/json' };
    const decided = forced('GET', '/open', { status: 402, body: 'a', headers });
    expect(decided.reply.response.body).toBe('"a"');
  });
});
