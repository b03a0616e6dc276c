/** Requests of every kind: well-formed, slightly wrong, and random. */
import { METHODS } from 'node:http';
import { type Json, stringifyJson } from '../../src/core/primitives/json.ts';
import fc from '../fast-check.ts';
import type { Asked } from './live.ts';

/** CONNECT has no path, and the app does not respond to it. */
const methods = METHODS.filter((method) => method !== 'CONNECT');
const anyMethod = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST') },
  { weight: 2, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE') },
  { weight: 1, arbitrary: fc.constantFrom(...methods) },
);

/** Characters that do not end a request line. */
const targetCharacter = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...'pets/0123.-_~%2FzZ') },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0x21, max: 0x7e })
      .map((code) => String.fromCharCode(code))
      .filter((one) => one !== '?' && one !== '#'),
  },
);
const segment = fc.oneof(
  fc.constantFrom(
    '1',
    '24',
    '9007199254740993',
    '9223372036854775808',
    '-1',
    '1.5',
    '%31',
    '%zz',
    '%00',
    '__proto__',
    'constructor',
    '',
    '..',
    '%2e%2e',
  ),
  fc.string({ unit: targetCharacter, maxLength: 12 }),
);
const anyPath = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        '/v1/pets',
        '/v1/pets/',
        '/v1/store/orders',
        '/v1',
        '/',
        '//',
        '/~a/v1/pets',
        '/~/v1/pets',
        '/~%zz/',
        '/~a',
      ),
    },
    { weight: 4, arbitrary: fc.constant('/v1/pets') },
    { weight: 3, arbitrary: segment.map((one) => `/v1/pets/${one}`) },
    { weight: 1, arbitrary: fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`) },
  )
  .filter((path) => !/^\/_vivarium/i.test(path));

const value = fc.oneof(
  fc.constantFrom(
    '1',
    '20',
    '100',
    '0',
    '-1',
    '101',
    '1e1',
    '',
    'sold',
    'lost',
    '%FF',
    '+',
    '9223372036854775807',
    '1'.repeat(400),
  ),
  fc.string({ unit: targetCharacter, maxLength: 10 }),
);
const anyQuery = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom('limit', 'status', 'limit[]', '__proto__', '', 'x'), value), { maxLength: 4 })
      .map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`),
  },
  { weight: 1, arbitrary: fc.string({ unit: targetCharacter, maxLength: 20 }).map((text) => `?${text}`) },
);

/** A header's value may have any Latin-1 character except control characters. */
const headerValue = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 20,
});
const mostly = (usual: string, other: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
const oneOfThese = (...values: readonly string[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: headerValue });
/** Usual ones, or broken. */
const commonHeaders = fc.record({
  authorization: mostly('Bearer demo', oneOfThese('Bearer expired', 'Bearer', 'Basic ZA==', '')),
  'content-type': mostly(
    'application/json',
    oneOfThese('text/plain', 'application/json; charset=utf-16', ';', 'application/*'),
  ),
});
const otherHeaders: Readonly<Record<string, fc.Arbitrary<string>>> = {
  accept: oneOfThese('*/*', 'application/json', 'application/xml', 'text/plain;q=x', ',;q='),
  'accept-encoding': oneOfThese('gzip', '*', 'identity;q=0'),
  'content-encoding': oneOfThese('identity', 'gzip', 'br', 'nonsense'),
  prefer: oneOfThese('example=none', 'example=constructor', 'delay=1ms', 'wait=10', 'return=minimal', '="', 'code'),
  origin: oneOfThese('http://localhost:5173', 'null'),
  'access-control-request-method': oneOfThese('POST', 'nonsense'),
  'access-control-request-headers': oneOfThese('authorization', '*'),
  'vivarium-world': oneOfThese('a', 'b', '', '-', 'a/b'),
  cookie: oneOfThese('vivarium-world=c', 'vivarium-world=%zz', '=;=', 'a=b'),
  baggage: oneOfThese('vivarium-world=d', 'vivarium-world=%00', ',;='),
  host: oneOfThese('127.0.0.1', 'evil.example', '[::1]:99999'),
  'if-none-match': oneOfThese('*', '"1"'),
  range: oneOfThese('bytes=0-0', 'items=0-1'),
  'x-http-method-override': oneOfThese('DELETE'),
  constructor: headerValue,
};
const anyHeaders = fc
  .tuple(
    commonHeaders,
    fc.array(fc.oneof(...Object.entries(otherHeaders).map(([name, text]) => fc.tuple(fc.constant(name), text))), {
      maxLength: 3,
    }),
  )
  .map(([common, others]): Record<string, string> => ({ ...common, ...Object.fromEntries(others) }));

const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
const property = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((one) => stringifyJson(one as Json)),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.constantFrom(
    '1e400',
    '-0',
    '0.1e-400',
    '1'.repeat(400),
    nested(50),
    nested(98),
    nested(99),
    nested(5000),
    '"\\ud800"',
    '"\u2028"',
    '1.0',
    '{"__proto__":{"a":1}}',
  ),
);
const propertyName = fc.constantFrom(
  'name',
  'categoryId',
  'status',
  'id',
  '__proto__',
  'constructor',
  'toJSON',
  '',
  'a/b~c',
  'ä',
);
const jsonText = fc.oneof(
  fc
    .array(fc.tuple(propertyName, property), { maxLength: 6 })
    .map((properties) => `{${properties.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`),
  fc.tuple(property, property).map(([name, categoryId]) => `{"name":${name},"categoryId":${categoryId}}`),
  {
    weight: 3,
    arbitrary: fc
      .bigInt({ min: -(2n ** 64n), max: 2n ** 64n })
      .map((categoryId) => `{"name":"a","categoryId":${categoryId}}`),
  },
  property,
  fc.string({ unit: fc.constantFrom(...'{}[]":,\\0e-tn '), maxLength: 20 }),
);
const anyBody = fc.oneof(
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 6, arbitrary: jsonText.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.integer({ min: 3900, max: 4200 }).map((size) => Buffer.alloc(size, 0x20)) },
);

const wildRequest = fc
  .record({ method: anyMethod, path: anyPath, query: anyQuery, headers: anyHeaders, body: anyBody })
  .map(({ method, path, query, headers, body }): Asked => ({ method, target: `${path}${query}`, headers, body }));

const preflight = fc.record({ path: anyPath, query: anyQuery, headers: anyHeaders, wanted: anyMethod }).map(
  ({ path, query, headers, wanted }): Asked => ({
    method: 'OPTIONS',
    target: `${path}${query}`,
    headers: { ...headers, origin: 'http://localhost:5173', 'access-control-request-method': wanted },
  }),
);

export const anyRequest: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 20, arbitrary: wildRequest },
  { weight: 1, arbitrary: preflight },
);
