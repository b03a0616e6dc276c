import { expect, test } from 'vitest';
import {
  cookieOf,
  cookiesOf,
  decodePercent,
  encodePercent,
  headerOf,
  httpDate,
  originOf,
  transports,
} from '../../../src/core/http/http.ts';
import fc from '../../fast-check.ts';

test('a date in a header equals toUTCString, at any time', () => {
  const anyTime = fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -8.64e15, max: 8.64e15 }));
  fc.assert(
    fc.property(anyTime, (time) => {
      expect(httpDate(time)).toBe(new Date(time).toUTCString());
    }),
    { numRuns: 500 },
  );
});

test.each(['0999-12-31', '1000-01-01', '9999-12-31', '+010000-01-01', '-000001-01-01'])(
  'the date %s has the format of its year',
  (day) => {
    const time = Date.parse(`${day}T23:05:09Z`);
    expect(httpDate(time)).toBe(new Date(time).toUTCString());
  },
);

test('a header is found by its own name, and its values are joined', () => {
  expect(headerOf({ accept: ['a', 'b'], host: 'x' }, 'accept')).toBe('a, b');
  expect(headerOf({ host: 'x' }, 'host')).toBe('x');
  expect(headerOf({}, 'constructor')).toBeUndefined();
});

test.each([
  ['mock:80', 'http://mock:80'],
  ['[::1]:4010', 'http://[::1]:4010'],
  ['a_b-c.d', 'http://a_b-c.d'],
  ['a b', 'http://localhost'],
  ['<x>', 'http://localhost'],
  ['x/', 'http://localhost'],
  ['', 'http://localhost'],
  [undefined, 'http://localhost'],
])('the origin of a request to the host %j is %s', (host, origin) => {
  expect(originOf({ headers: { host } })).toBe(origin);
});

test('cookies are found by name, and percent-decoded if they can be', () => {
  const headers = { cookie: '=3; a=1; b = x%20y ;a=2; c; d=; e=%zz; ab=9' };
  expect(cookiesOf(headers, 'a')).toEqual(['1', '2']);
  expect(['a', 'b', 'c', 'd', 'e', '', 'x'].map((name) => cookieOf(headers, name))).toEqual([
    '1',
    'x y',
    undefined,
    '',
    '%zz',
    undefined,
    undefined,
  ]);
  expect(cookiesOf({}, 'a')).toEqual([]);
});

test('percent-encoding keeps what it cannot decode, and replaces what UTF-8 does not have', () => {
  expect(['a%20b', 'a+b', '%', '%e4', 'ä'].map(decodePercent)).toEqual(['a b', 'a+b', '%', '%e4', 'ä']);
  expect(['a b', 'ä', '\ud800', 'a/b'].map(encodePercent)).toEqual(['a%20b', '%C3%A4', '%EF%BF%BD', 'a%2Fb']);
});

test('there are five transports', () => {
  expect(transports).toEqual(['reset', 'timeout', 'empty', 'truncate', 'garbage']);
});

test('the origin has the scheme of the connection', () => {
  expect(originOf({ headers: { host: 'localhost:1' }, isEncrypted: true })).toBe('https://localhost:1');
  expect(originOf({ headers: { host: 'localhost:1' }, isEncrypted: false })).toBe('http://localhost:1');
});
