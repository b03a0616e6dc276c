/** Who sends a request: by its host, its origin and what a browser says of the page. */
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { hostOf, isEmbedded, isLocal, isOwnHost, isOwnOrigin, refuseSender } from '../../../src/server/edge/caller.ts';

type Call = Parameters<typeof hostOf>[0];

const callWith = (headers: IncomingHttpHeaders, socket: object = {}, target: Partial<Call> = {}): Call =>
  ({ url: '/', headers, socket: { localAddress: '127.0.0.1', localPort: 4010, ...socket }, ...target }) as Call;

const tls = { encrypted: true };

test.each<readonly [target: Partial<Call>, headers: IncomingHttpHeaders, host: string]>([
  [{ url: '/a' }, { host: 'a.example' }, 'a.example'],
  [{ url: 'http://b.example:81/a' }, { host: 'a.example' }, 'b.example:81'],
  [{ url: 'HTTPS://b.example?c' }, {}, 'b.example'],
  [{ url: '/a', originalUrl: 'http://c.example#d' }, { host: 'a.example' }, 'c.example'],
  [{ url: '/http://b.example/' }, {}, ''],
])('%j with the headers %j is for the host %j', (target, headers, host) => {
  expect(hostOf(callWith(headers, {}, target))).toBe(host);
});

test.each<readonly [origin: string, headers: IncomingHttpHeaders, socket: object, isOwn: boolean]>([
  ['http://localhost:4010', { host: 'localhost:4010' }, {}, true],
  ['HTTP://LOCALHOST:4010', { host: 'LocalHost:4010' }, {}, true],
  ['http://localhost:4011', { host: 'localhost:4010' }, {}, false],
  ['null', { host: 'null' }, {}, false],
  ['file://localhost:4010', { host: 'localhost:4010' }, {}, false],
  ['https://localhost:4010', { host: 'localhost:4010' }, {}, true],
  ['https://localhost:4010', { host: 'localhost:4010' }, tls, true],
  ['http://localhost:4010', { host: 'localhost:4010' }, tls, false],
  ['http://a.example', { host: 'a.example', 'x-forwarded-proto': 'HTTPS' }, {}, false],
  ['http://a.example', { host: 'a.example', forwarded: 'for=1.2.3.4;proto=https' }, {}, false],
  ['http://a.example', { host: 'a.example', 'x-forwarded-proto': 'http' }, {}, true],
])('the origin %s of a request with %j and the socket %j is its own: %s', (origin, headers, socket, isOwn) => {
  expect(isOwnOrigin(origin, callWith(headers, socket))).toBe(isOwn);
});

test.each<readonly [host: string | undefined, socket: object, isOwn: boolean]>([
  ['localhost:4010', {}, true],
  ['127.0.0.1:4010', {}, true],
  ['[::1]:4010', {}, true],
  ['shop.localhost:4010', {}, true],
  ['SHOP.LOCALHOST:4010', {}, true],
  ['localhost:4011', {}, false],
  ['localhost', {}, false],
  ['localhost', { localPort: 80 }, true],
  ['localhost', { localPort: 443 }, false],
  ['localhost', { localPort: 443, ...tls }, true],
  ['localhost', { localPort: 80, ...tls }, false],
  ['shop.localhost.example:4010', {}, false],
  ['evil.example:4010', {}, false],
  ['evil.example:4010', { localAddress: '192.0.2.1' }, true],
  ['evil.example:4010', { localAddress: undefined }, true],
  ['a b:4010', {}, false],
  ['xlocalhost:4010 ', {}, false],
  [undefined, {}, false],
])('%s at the socket %j is a name of this server: %s', (host, socket, isOwn) => {
  expect(isOwnHost(callWith({ host }, socket))).toBe(isOwn);
});

test.each<readonly [bound: string | undefined, localAddress: string, isForwarded: boolean]>([
  ['127.0.0.1', '127.0.0.1', false],
  ['::1', '::1', false],
  ['0.0.0.0', '127.0.0.1', true],
  ['::', '::ffff:127.0.0.1', true],
  ['192.0.2.1', '192.0.2.1', true],
  [undefined, '127.0.0.1', false],
])(
  'a server that is bound to %s and called at %s forwards what names another host: %s',
  (bound, localAddress, isForwarded) => {
    const server = bound === undefined ? undefined : { address: () => ({ address: bound, port: 4010 }) };
    const refusal = refuseSender(callWith({ host: 'mock.example' }, { localAddress, server }), []);
    expect(refusal === undefined).toBe(isForwarded);
  },
);

test('a request is local by the address of its connection', () => {
  const addresses = ['127.0.0.1', '::1', '192.0.2.1', undefined];
  expect(addresses.map((localAddress) => isLocal(callWith({}, { localAddress })))).toEqual([true, true, false, false]);
});

const embedded = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };

test.each<[object, boolean]>([
  [embedded, true],
  [{ ...embedded, 'sec-fetch-site': 'same-origin' }, false],
  [{ ...embedded, 'sec-fetch-mode': 'cors' }, false],
  ...['iframe', 'frame', 'object', 'embed'].map((dest): [object, boolean] => [
    { ...embedded, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': dest },
    true,
  ]),
  [{ ...embedded, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, false],
  [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, false],
  [{}, false],
])('a request with %j is embedded in a page of another site: %s', (headers, expected) => {
  expect(isEmbedded(headers as never)).toBe(expected);
});

describe('the upstream', () => {
  const host = 'localhost:4010';
  const own = 'http://localhost:4010';
  test.each<
    readonly [who: string, headers: IncomingHttpHeaders, allowed: readonly string[], reason: string | undefined]
  >([
    ['a client without a browser', { host }, [], undefined],
    ['its own page', { host, origin: own }, [], undefined],
    ['a page of this machine', { host, origin: 'http://localhost:3000' }, [], undefined],
    ['a page of another name of this machine', { host, origin: 'http://shop.localhost:3000' }, [], undefined],
    ['a page of another site', { host, origin: 'https://a.example' }, [], 'A page of "https://a.example" may not use'],
    ['a page that is allowed', { host, origin: 'https://A.example' }, ['https://a.example'], undefined],
    ['a page without an origin', { host, origin: 'null' }, [], 'A page of "null" may not use'],
    [
      'an image of another site',
      { host, ...embedded, referer: 'https://a.example/b' },
      [],
      'A page of "https://a.example" may',
    ],
    ['an image of an unknown site', { host, ...embedded }, [], 'A page of "null" may not use'],
    ['an image of this machine', { host, ...embedded, referer: 'http://localhost:3000/b' }, [], undefined],
    ...['iframe', 'object', 'embed', 'document'].map(
      (dest) =>
        [
          `what another site shows or opens as ${dest}, also by a form`,
          { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': dest },
          [],
          'A page of "null" may not use',
        ] as const,
    ),
    ['the address bar', { host, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, [], undefined],
    [
      'a name that is not its own',
      { host: 'evil.example:4010' },
      [],
      '"evil.example:4010" is not a name of this server',
    ],
  ])('can be used by %s, or not, with the reason', (_who, headers, allowed, reason) => {
    const refused = refuseSender(callWith(headers), allowed);
    expect(refused).toEqual(reason === undefined ? undefined : expect.stringContaining(reason));
  });

  test('tells under which name it can be used', () => {
    expect(refuseSender(callWith({ host: 'evil.example' }), [])).toContain('Use localhost:4010.');
  });
});
