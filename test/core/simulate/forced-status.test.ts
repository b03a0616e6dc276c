/** The headers and the body of a forced status. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpRequest, noBody } from '../../../src/core/http/http.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
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

let service: Service;
beforeAll(async () => {
  service = await loadAnimalStore();
});

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
  const text = { type: 'string' };
  const schema = {
    type: 'object',
    required: ['code', 'message', 'status', 'requestId'],
    properties: {
      code: text,
      message: text,
      status: { type: 'integer' },
      requestId: { type: 'string', format: 'uuid' },
    },
  };
  const example = { code: 'gone_fishing', message: 'Closed.', status: 404, requestId: 'x' };
  const answer = (rest: object = {}) => ({ description: '', content: { 'application/json': { schema, ...rest } } });
  let errors: Service;
  beforeAll(async () => {
    const responses = {
      401: answer(),
      404: answer({ example }),
      409: { description: '' },
      default: answer({ example }),
    };
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
    expect(bodyOf(1, { prefer: 'code=503' })).toEqual({
      ...example,
      code: 'service_unavailable',
      message: 'Service Unavailable',
      status: 503,
    });
  });

  test('is not empty where the document describes no body', () => {
    expect(bodyOf(1, { prefer: 'code=409' })).toMatchObject({ code: 'conflict', message: 'Conflict', status: 409 });
  });
});
