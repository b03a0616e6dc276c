import { describe, expect, test } from 'vitest';
import { allowOf, linkPath, normalizePath, pathBelowBase } from '../../../src/core/http/http.ts';

test('Allow contains the documented methods, HEAD beside GET, and OPTIONS', () => {
  expect(allowOf(['POST', 'GET'])).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
  expect(allowOf(['PUT'])).toEqual(['OPTIONS', 'PUT']);
  expect(allowOf([])).toEqual(['OPTIONS']);
});

describe('the base of a path', () => {
  const below = (path: string, ...basePaths: readonly string[]) => pathBelowBase({ basePaths }, path);

  test.each([
    ['/v1/users', ['/v1'], '/v1', '/users'],
    ['/v1', ['/v1'], '/v1', ''],
    ['/v1/', ['/v1'], '/v1', '/'],
    ['/v1/users', ['/v1', '/v1/users'], '/v1/users', ''],
    ['/v1/users', ['/v1/users', '/v1'], '/v1/users', ''],
    ['/v1/users', ['', '/v1'], '/v1', '/users'],
    ['/v10/users', ['', '/v1'], '', '/v10/users'],
  ])('of %s among %j is %j', (path, bases, base, rest) => {
    expect(below(path, ...bases)).toEqual({ base, path: rest });
  });

  test.each(['/v10', '/v', '/v2/users', '/x/v1'])('of %s is none', (path) => {
    expect(below(path, '/v1')).toBeUndefined();
  });
});

test.each([
  ['/acme/v1/users', { base: '/acme/v1', path: '/users' }],
  ['/x/v1', { base: '/x/v1', path: '' }],
  ['/users', undefined],
  ['//v1/users', undefined],
  ['/own/users', { base: '/own', path: '/users' }],
])('a part of a base path may be any text: %s', (path, expected) => {
  expect(pathBelowBase({ basePaths: ['/own'], baseTemplates: ['/{}/v1'] }, path)).toEqual(expected);
});

test.each([
  ['/users', '/users'],
  ['/users/', '/users'],
  ['/', '/'],
  ['/a b', '/a%20b'],
  ['/a%20b/', '/a%20b'],
  ['/%61', '/a'],
  ['/a%2Fb', '/a%2Fb'],
  ['/a/*', '/a/*'],
  ['/ä/b', '/%C3%A4/b'],
  ['/a//b', '/a//b'],
  ['users', 'users'],
  ['*', '*'],
  ['/%zz', '/%25zz'],
  ['/a?b', '/a%3Fb'],
])('the normal form of %s is %s', (path, normal) => {
  expect(normalizePath(path)).toBe(normal);
});

test('a path in a link is percent-encoded where it is not ASCII', () => {
  expect(linkPath('/käse/~x!')).toBe('/k%C3%A4se/~x!');
});
