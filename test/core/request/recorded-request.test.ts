/** Which requests have the same recorded response. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { recordedRequestOf } from '../../../src/core/request/recorded-request.ts';
import type { RequestContext } from '../../../src/core/request/request-context.ts';
import type { Operation } from '../../../src/core/service/operation.ts';
import type { DeclaredSecrets } from '../../../src/core/service/secret-facts.ts';
import type { RequestIdentity } from '../../../src/core/state/recorded-response.ts';

const declared = {
  properties: new Set(['pin']),
  query: new Set(['sig']),
  requestBodies: new Set(['text/x-key']),
} as unknown as DeclaredSecrets;

interface Given {
  readonly path?: string;
  readonly query?: string;
  readonly body?: Json;
  readonly mediaType?: string;
}

const identityOf = ({ path = '/a', query = '', body, mediaType }: Given): RequestIdentity =>
  recordedRequestOf(
    {
      served: { secretsOf: () => declared },
      request: { path: `/v1${path}`, query },
      apiPath: { path },
    } as unknown as RequestContext,
    { name: 'listNotes' } as Operation,
    { body, mediaType },
  );

test('the operation, the path and, where there are any, the query and the body', () => {
  expect(identityOf({})).toEqual({ operation: 'listNotes', path: '/a' });
  expect(identityOf({ query: 'b=2&a=1', body: { x: 1 } })).toEqual({
    operation: 'listNotes',
    path: '/a',
    query: 'a=1&b=2',
    body: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});

test('a request whose path is none of the document has its whole path', () => {
  const context = { served: { secretsOf: () => declared }, request: { path: '/v1/b', query: '' } };
  const { path } = recordedRequestOf(context as unknown as RequestContext, { name: 'x' } as Operation, {
    body: undefined,
    mediaType: undefined,
  });
  expect(path).toBe('/v1/b');
});

describe('the same', () => {
  test.each<readonly [string, Given, Given]>([
    ['pairs in another order', { query: 'a=1&b=2' }, { query: 'b=2&a=1' }],
    ['an empty pair', { query: 'a=1&&' }, { query: 'a=1' }],
    ['a usual secret in the query', { query: 'a=1&api_key=x' }, { query: 'api_key=y&a=1' }],
    ['a secret of the document in the query', { query: 'sig=x' }, { query: 'sig=y' }],
    ['a secret name in encoded form', { query: 'api%5Fkey=x' }, { query: '' }],
    ['a secret inside a value', { query: `next=${encodeURIComponent('/b?token=x')}` }, { query: '' }],
    ['a path in encoded form', { path: '/%61' }, { path: '/a' }],
    ['properties in another order', { body: { x: 1, y: { p: 1, q: 2 } } }, { body: { y: { q: 2, p: 1 }, x: 1 } }],
    ['a secret property', { body: [{ password: 'x', a: 1 }] }, { body: [{ password: 'y', a: 1 }] }],
    ['a secret property of the document', { body: { pin: 1 } }, { body: {} }],
    ['a secret in a text', { body: 'a?token=x' }, { body: 'a?token=y' }],
    ['a body that is secret as a whole', { body: 'x', mediaType: 'Text/X-Key; charset=utf-8' }, {}],
  ])('%s', (_what, left, right) => {
    expect(identityOf(left)).toEqual(identityOf(right));
  });
});

describe('not the same', () => {
  test.each<readonly [string, Given, Given]>([
    ['another value', { query: 'a=1' }, { query: 'a=2' }],
    ['a value with an equals sign', { query: 'a=1=2' }, { query: 'a=1' }],
    ['another path', { path: '/a/b' }, { path: '/a' }],
    ['no body', { body: null }, {}],
    ['another text', { body: 'x' }, { body: 'y' }],
    ['an item in another place', { body: [1, 2] }, { body: [2, 1] }],
    ['a deep value', { body: { a: [{ b: 1 }] } }, { body: { a: [{ b: 2 }] } }],
  ])('%s', (_what, left, right) => {
    expect(identityOf(left)).not.toEqual(identityOf(right));
  });
});
