/** The headers that a forced status sends. */
import { beforeAll, expect, test } from 'vitest';
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
