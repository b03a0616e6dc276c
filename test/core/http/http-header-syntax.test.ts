import { expect, test } from 'vitest';
import { isCookieName, isHeaderValue, isToken } from '../../../src/core/http/http.ts';

test.each([
  ['X-Total', true],
  ["!#$%&'*+-.^_`|~09azAZ", true],
  ['', false],
  ['a b', false],
  [' a', false],
  ['a:', false],
  ['ä', false],
])('%j is a token: %s', (name, expected) => {
  expect(isToken(name)).toBe(expected);
});

test.each([
  ['session', true],
  ['a b', true],
  ['a,b', true],
  ['', false],
  [' a', false],
  ['a ', false],
  ['a=b', false],
  ['a;b', false],
  ['a\u0001', false],
])('%j is the name of a cookie: %s', (name, expected) => {
  expect(isCookieName(name)).toBe(expected);
});

test.each([
  ['', true],
  ['a\tb ~', true],
  ['\u00e9', true],
  ['\u20ac', false],
  ['a\n', false],
  ['\u0000a', false],
  ['\u007f', false],
  ['\u0085', true],
])('%j is the value of a header: %s', (value, expected) => {
  expect(isHeaderValue(value)).toBe(expected);
});
