import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { hasBody, isTarget, splitTarget } from '../../../src/server/edge/read-request.ts';

test.each<readonly [target: string, isValid: boolean]>([
  ['/', true],
  ['//a', true],
  ['*', true],
  ['**', false],
  ['a', false],
  ['', false],
  ['http://a.example/b', true],
  ['HTTPS://a.example', true],
  ['xhttp://a.example', false],
  ['ftp://a.example/', false],
  ['http://[', false],
])('%j is a target of a request: %s', (target, isValid) => {
  expect(isTarget(target)).toBe(isValid);
});

test.each([
  ['/a?b=1?c', '/a', 'b=1?c'],
  ['/a', '/a', ''],
  ['/a?', '/a', ''],
  ['?a', '/', 'a'],
  ['*', '*', ''],
  ['http://a.example', '/', ''],
  ['HTTP://a.example:81?b', '/', 'b'],
  ['https://a.example/b?c', '/b', 'c'],
  ['/http://a.example/b', '/http://a.example/b', ''],
])('the target %j has the path %j and the query %j', (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});

test.each([
  [{}, false],
  [{ 'content-length': '0' }, false],
  [{ 'content-length': '1' }, true],
  [{ 'transfer-encoding': 'chunked' }, true],
])('a request with %j has a body: %s', (headers, expected) => {
  expect(hasBody({ headers } as IncomingMessage)).toBe(expected);
});
