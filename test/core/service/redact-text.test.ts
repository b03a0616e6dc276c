/** The redaction of texts: the rows of `test/hostile/secrets.ts` show the formats; here are the edges and the cost. */
import { describe, expect, test } from 'vitest';
import {
  hasSecretName,
  hasSecretValue,
  redactCsv,
  redactEncoded,
  redactMarkup,
  redactMultipart,
  redactPairs,
  redactQuery,
} from '../../../src/core/service/redact-text.ts';
import { cpuMsOf } from '../../hostile/cpu.ts';

const isSecret = (name: string): boolean => name === 'token';

test.each([
  ['a=1&token=x&b', 'a=1&token=[redacted]&b'],
  ['token', 'token'],
  ['token=', 'token=[redacted]'],
  ['%74oken=x=y', '%74oken=[redacted]'],
  ['to=%2Fa%3Ftoken%3Dx%26b%3D1', 'to=%2Fa%3Ftoken%3D[redacted]%26b%3D1'],
  ['%2Fa%3Ftoken%3Dx', '%2Fa%3Ftoken%3D[redacted]'],
  ['%2Fa%3Fb%3Dx+y', '%2Fa%3Fb%3Dx+y'],
  ['a=%zz', 'a=%zz'],
])('the query %s is shown as %s', (query, expected) => {
  expect(redactQuery(query, isSecret, (value) => redactPairs(value, isSecret))).toBe(expected);
});

test.each([
  ['https://a:b@c.d/e@f', 'https://[redacted]@c.d/e@f'],
  ['//a@b', '//[redacted]@b'],
  ['see https://c.d/@e and f@g.h', 'see https://c.d/@e and f@g.h'],
  ['</a?token=x,y&b=1>; rel="next"', '</a?token=[redacted]&b=1>; rel="next"'],
  ['/a#token=x', '/a#token=[redacted]'],
  ["a=1, token='x, y'; b", 'a=1, token=[redacted]; b'],
  ['token="x', 'token=[redacted]'],
  ['the token is missing = yes', 'the token is missing = yes'],
])('the text %s is shown as %s', (text, expected) => {
  expect(redactPairs(text, isSecret)).toBe(expected);
});

test.each([
  ['{"token":"x"', true],
  ["{'token':x", true],
  ['token=a', true],
  ['t\\u006fken: x', true],
  ['%74oken: x', true],
  ['t\0o\0k\0e\0n\0', true],
  ['the token is missing', true],
  ['tokens: 1', false],
])('whether %j has the name of a secret: %s', (text, expected) => {
  expect(hasSecretName(text, isSecret)).toBe(expected);
});

test('a name with spaces is found in quotes', () => {
  expect(hasSecretName('{"team key": x', (name) => name === 'team key')).toBe(true);
});

test.each([
  ['login(token: "x", a: 1)', true],
  ['"token" = [1]', true],
  ["token='x'", true],
  ['send "token: <token>"', false],
  ['token=[redacted]', false],
  ['the token is "x"', false],
])('whether %j gives a secret a value: %s', (text, expected) => {
  expect(hasSecretValue(text, isSecret)).toBe(expected);
});

test.each([
  ['a,token\n1,x\n2,\n', 'a,token\n1,[redacted]\n2,\n'],
  ['token,a\r\n"x\r\ny",1', 'token,a\r\n[redacted],1'],
  ['"token"\n"x""y"\n', '"token"\n[redacted]\n'],
  ['a\ntoken\n', 'a\ntoken\n'],
])('the table %j is shown as %j', (text, expected) => {
  expect(redactCsv(text, isSecret)).toBe(expected);
});

test.each([
  ['<a><token>x</token><b>1</b></a>', '<a><token>[redacted]</token><b>1</b></a>'],
  ['<a><x:token>x</x:token></a>', '<a><x:token>[redacted]</x:token></a>'],
  ['<token a="1"><b>x</b></token>', '[redacted]'],
  ['<a token="1"/>', '[redacted]'],
  ['<a><token>x', '[redacted]'],
  ['<tokens>x</tokens>', '<tokens>x</tokens>'],
])('the markup %s is shown as %s', (text, expected) => {
  expect(redactMarkup(text, isSecret)).toBe(expected);
});

test('a part of a multipart body keeps its head and the line break before the next boundary', () => {
  const body =
    '--b\nContent-Disposition: form-data; name=token\n\nx\n--b\nContent-Disposition: form-data; name=a\n\n1\n--b--';
  expect(redactMultipart(body, 'multipart/form-data; boundary="b"', isSecret, (text) => text)).toBe(
    body.replace('\n\nx\n', '\n\n[redacted]\n'),
  );
});

test.each([
  ['a %2Fb%3Ftoken%3Dx, c', 'a %2Fb%3Ftoken%3D[redacted], c'],
  ['http%3A%2F%2Fa%3Ab%40c', 'http%3A%2F%2F[redacted]%40c'],
  ['%2Fa%3Fb%3Dx+y %41', '%2Fa%3Fb%3Dx+y %41'],
  ['100%3D%', '100%3D%'],
])('the text %s with encoded parts is shown as %s', (text, expected) => {
  expect(redactEncoded(text, (value) => redactPairs(value, isSecret))).toBe(expected);
});

describe('the cost is bounded by the length', () => {
  const functions = {
    redactCsv,
    redactEncoded: (text: string) => redactEncoded(text, (value) => redactPairs(value, isSecret)),
    hasSecretName,
    hasSecretValue,
    redactMarkup,
    redactPairs,
    redactQuery: (text: string) => redactQuery(text, isSecret, (value) => redactPairs(value, isSecret)),
    redactMultipart: (text: string) => redactMultipart(text, 'multipart/x; boundary=b', isSecret, (part) => part),
  };
  const units = [
    ...['a', '"', "'", '\\', '"\\', '""', '"a,', '[', '.', '[a', '{"', ' ', '%', 'a%', '//', '//a', '//@', '?a', '&a='],
    ...[
      'token ',
      'token=',
      'token="',
      'token:"',
      '"token"  ',
      '"token":{',
      '"token":[',
      'token: ',
      '\t=',
      '<a x',
      'name="',
    ],
    ...['%3D', 'a%3Dtoken', '%25', '<token><![CDATA[', '<token>]]>'],
    ...['<token>', '<token ', '--b', '--b\r\n', '--b\r\n\r\n', '\r\n\r\n', '--b\r\nname="token'],
  ];

  test.each(Object.entries(functions))(
    '%s takes less than half a second of processor time for each of the worst texts',
    (_, redact) => {
      const slow = units.filter((unit) => {
        const text = unit.repeat(16_000 / unit.length);
        // Measured: 15 ms at most. Quadratic time would be seconds.
        return cpuMsOf(() => redact(text, isSecret)) > 500;
      });
      expect(slow).toEqual([]);
    },
  );
});
