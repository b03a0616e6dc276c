/** The parts of a request that every decision is based on. */
import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../src/core/http/http.ts';
import { createRequestContext, faultSubjectOf } from '../../../src/core/request/request-context.ts';
import { documentOf, now, readyService, requestOf, type Sent, stateOf } from '../helpers.ts';

const service = await readyService(
  documentOf({
    '/jobs': {
      get: {
        operationId: 'list',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: {} },
      },
      post: { operationId: 'run', responses: { 200: {} } },
    },
    '/talks': {
      post: {
        operationId: 'text',
        requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['to'] } } } },
        responses: { 200: { content: { 'application/json': {} } } },
      },
    },
    '/talks#stream': {
      post: {
        operationId: 'events',
        requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['to'] } } } },
        responses: { 200: { content: { 'text/event-stream': {} } } },
      },
    },
    '/old': { get: { operationId: 'old', 'x-sunset': new Date(now).toISOString(), responses: { 200: {} } } },
  }),
);
const state = stateOf(service);
const contextOf = (request: HttpRequest, at = now) => createRequestContext(service, state, request, at);

describe('the operation of a request', () => {
  test('is the first step, and its calls are numbered from 1', () => {
    const context = contextOf(requestOf('GET', '/jobs'));
    expect([context.seedName, context.gone, context.number]).toEqual(['list', undefined, 1]);
    expect(context.steps).toEqual([{ type: 'matched', operation: 'list' }]);
    const counted = { ...state, counters: { ...state.counters, calls: new Map([['list', 2]]) } };
    expect(createRequestContext(service, counted, requestOf('GET', '/jobs'), now).number).toBe(3);
  });

  test('is gone from its sunset on', () => {
    const before = contextOf(requestOf('GET', '/old'), now - 1);
    expect([before.seedName, before.gone]).toEqual(['old', undefined]);
    const after = contextOf(requestOf('GET', '/old'));
    expect([after.seedName, after.gone?.name]).toEqual(['', 'old']);
    expect(after.steps).toEqual([{ type: 'matched', operation: undefined }]);
  });

  test.each([
    ['GET', '/jobs', 'GET'],
    ['HEAD', '/jobs', 'GET'],
    ['POST', '/jobs', 'POST'],
    ['HEAD', '/nothing', 'GET'],
    ['POST', '/nothing', 'POST'],
  ])('of %s %s has the effective method %s', (method, path, effective) => {
    expect(faultSubjectOf(contextOf(requestOf(method, path))).effectiveMethod).toBe(effective);
  });
});

describe('of two operations with one path', () => {
  const accept = 'text/event-stream';
  test.each<[string, string, Sent]>([
    ['the first accepts', 'text', { body: { to: 1 } }],
    ['the body asks for events', 'events', { body: { to: 1, stream: true } }],
    ['the body asks for none', 'text', { body: { to: 1, stream: false } }],
    ['the client accepts events', 'events', { body: { to: 1 }, headers: { accept } }],
    ['none accepts, the first', 'text', { body: { stream: true } }],
  ])('%s: %s', (_when, name, sent) => {
    expect(contextOf(requestOf('POST', '/talks', sent)).operation?.name).toBe(name);
  });
});

describe('the values of a request', () => {
  test('are its parameters, which only an operation has', () => {
    expect(contextOf(requestOf('GET', '/jobs?limit=3')).parameters).toEqual([{ value: 3 }]);
    expect(contextOf(requestOf('GET', '/nothing?limit=3')).parameters).toEqual([]);
  });

  test('include a query only if there is one', () => {
    expect(contextOf(requestOf('GET', '/jobs')).query()).toBeUndefined();
    expect(contextOf(requestOf('GET', '/jobs?a=1')).query()?.get('a')).toBe('1');
  });

  test('include the body if it is JSON', () => {
    const bodyOf = (request: HttpRequest) => faultSubjectOf(contextOf(request)).body();
    expect(bodyOf(requestOf('POST', '/jobs'))).toBeUndefined();
    expect(bodyOf(requestOf('POST', '/jobs', { body: { a: 1 } }))).toEqual({ a: 1 });
    expect(bodyOf(requestOf('POST', '/jobs', { body: '{' }))).toBeUndefined();
    expect(bodyOf({ ...requestOf('POST', '/jobs'), body: { type: 'text', text: '[1]' } })).toEqual([1]);
  });
});
