import { expect, test } from 'vitest';
import { summarizeExchange, viewExchange } from '../../../src/world/evidence/view-exchange.ts';
import { requestOf } from '../../core/helpers.ts';
import { exchangeOf } from './support.ts';

const asIs = <Value>(value: Value): Value => value;
const responseWith = (headers: readonly string[], body: string | Uint8Array | undefined) => ({
  response: { status: 200, headers, body },
});
const bodyOf = (type: string | undefined, body: string | Uint8Array | undefined) =>
  viewExchange(exchangeOf(1, responseWith(type === undefined ? [] : ['Content-Type', type], body)), asIs).response;

test.each([
  ['JSON', 'application/json', '{"a":1}', { body: { a: 1 } }],
  ['JSON without a type', undefined, '[1]', { body: [1] }],
  ['a text without a type', undefined, 'hello', { body: 'hello' }],
  ['broken JSON', 'application/problem+json', '{', { body: '{' }],
  ['a text of another type', 'text/plain', '[1]', { body: '[1]' }],
  ['a text in bytes', 'text/plain', new Uint8Array([104, 105]), { body: 'hi' }],
  ['bytes', 'image/png', new Uint8Array([255, 254]), { body: '//4=', bodyEncoding: 'base64' }],
])('a body that is %s is shown as such', (_, type, body, expected) => {
  expect(bodyOf(type, body)).toEqual({ headers: type === undefined ? {} : { 'content-type': type }, ...expected });
});

test('an empty body is not shown, a cut one states its size, and headers of one name are joined', () => {
  expect(bodyOf('text/plain', '')).toEqual({ headers: { 'content-type': 'text/plain' } });
  expect(bodyOf('text/plain', undefined)).toEqual({ headers: { 'content-type': 'text/plain' } });
  const headers = ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'];
  const request = { ...requestOf('POST', '/'), body: { type: 'bytes', bytes: new Uint8Array([0, 255]) } } as const;
  const over = { ...responseWith(headers, '1'), request, fullBytes: { request: 88, response: 99 } };
  expect(viewExchange(exchangeOf(1, over), asIs)).toMatchObject({
    request: { body: 'AP8=', bodyEncoding: 'base64', bodyTruncated: true, bodyBytes: 88 },
    response: { headers: { 'set-cookie': 'a=1, b=2' }, body: 1, bodyTruncated: true, bodyBytes: 99 },
  });
});

test('the origin, a probe and the differences are part of a summary, after redaction', () => {
  expect(summarizeExchange(exchangeOf(1, { operation: undefined as never }), asIs)).toEqual({
    id: 1,
    world: 'test',
    at: '1970-01-01T00:00:00.000Z',
    durationMs: 0,
    operation: null,
    method: 'GET',
    path: '/v1/orders',
    query: '',
    status: 200,
    origin: 'simulation',
    violations: [],
    faults: [],
  });
  const violation = { side: 'request', in: 'body', pointer: '/a', rule: 'type', message: 'no' } as const;
  expect(summarizeExchange(exchangeOf(1, { violations: [violation] }), asIs).violations).toEqual([violation]);
  const difference = { kind: 'value', pointer: '/a', breaking: true } as never;
  expect(
    summarizeExchange(exchangeOf(1), (exchange) => ({
      ...exchange,
      upstreamMs: 12,
      isProbe: true,
      differences: [difference],
    })),
  ).toMatchObject({ origin: 'upstream', upstreamMs: 12, probe: true, differences: [difference] });
});
