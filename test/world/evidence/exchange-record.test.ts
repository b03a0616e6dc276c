/** The recorded bodies keep only their own bytes: a view of a `Buffer` would keep everything that was read with it. */
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import { type HttpResponse, noBody, type RequestBody } from '../../../src/core/http/http.ts';
import { estimateBytes, recordOf } from '../../../src/world/evidence/exchange-record.ts';

const limit = 64_000;

const exchangeWith = (request: RequestBody, response: HttpResponse['body']): Exchange => ({
  id: 1,
  world: 'default',
  at: 0,
  durationMs: 0,
  operation: undefined,
  request: { method: 'POST', path: '/', query: '', headers: {}, body: request, pathPrefix: '' },
  response: { status: 200, headers: [], body: response },
  violations: [],
  faults: [],
  steps: [],
});

const megabyte = Buffer.alloc(1_000_000, 'ä');
const slab = Buffer.alloc(65_536, 'ä');

const bodies: readonly [string, Uint8Array, number][] = [
  ['a Buffer of a megabyte', megabyte, limit],
  ['the first bytes of a Buffer', megabyte.subarray(0, 100), 100],
  ['the last bytes of a Buffer', megabyte.subarray(-100), 100],
  ['most of a Buffer', megabyte.subarray(2, 999_000), limit],
  ['a piece of what was read from a socket', slab.subarray(10, 1010), 1000],
  ['exactly the limit, of a longer Buffer', megabyte.subarray(0, limit), limit],
  ['a Buffer of the pool', Buffer.from('äöü'), 6],
  ['a Uint8Array of a megabyte', new Uint8Array(1_000_000), limit],
  ['a view of a Uint8Array', new Uint8Array(1_000_000).subarray(5, 15), 10],
];

const memoryOf = (body: unknown): number =>
  body instanceof Uint8Array ? body.buffer.byteLength : new TextEncoder().encode(String(body)).length;

describe.each(bodies)('%s', (_, bytes, expected) => {
  test('as the body of a request', () => {
    const { request, fullBytes } = recordOf(exchangeWith({ type: 'bytes', bytes }, undefined), undefined);
    const recorded = (request.body as Extract<RequestBody, { type: 'bytes' }>).bytes;
    expect(Buffer.compare(recorded, bytes.subarray(0, expected))).toBe(0);
    expect(memoryOf(recorded)).toBe(expected);
    expect(fullBytes).toEqual(bytes.length > limit ? { request: bytes.length } : undefined);
  });

  test('as the body of a response', () => {
    const { response, fullBytes } = recordOf(exchangeWith({ type: 'none' }, bytes), undefined);
    expect(Buffer.compare(response.body as Uint8Array, bytes.subarray(0, expected))).toBe(0);
    expect(memoryOf(response.body)).toBe(expected);
    expect(fullBytes).toEqual(bytes.length > limit ? { response: bytes.length } : undefined);
  });

  test('is counted with its kept size, also beside another body that is cut', () => {
    const record = recordOf(exchangeWith({ type: 'bytes', bytes }, megabyte), undefined);
    expect(memoryOf((record.request.body as { bytes: Uint8Array }).bytes)).toBe(expected);
    expect(memoryOf(record.response.body)).toBe(limit);
    const empty = recordOf(exchangeWith({ type: 'none' }, undefined), undefined);
    expect(estimateBytes(record) - estimateBytes(empty)).toBe(expected + limit);
  });
});

test.each([
  ['ASCII', 'a'],
  ['Latin-1', 'ä'],
  ['three bytes', '宵'],
  ['surrogate pairs', '🐾'],
])('a long text (%s) is cut to whole characters within the limit', (_, character) => {
  const text = character.repeat(200_000);
  const { response, fullBytes } = recordOf(exchangeWith({ type: 'text', text: 'a'.repeat(200_000) }, text), undefined);
  expect(fullBytes).toEqual({ request: 200_000, response: Buffer.byteLength(text) });
  const body = response.body as Uint8Array;
  expect(memoryOf(body)).toBeLessThanOrEqual(limit);
  expect(body.length).toBeGreaterThan(limit - 4);
  expect(text.startsWith(new TextDecoder('utf-8', { fatal: true }).decode(body))).toBe(true);
});

const plain = exchangeWith(noBody, undefined);

test('a record has all that the exchange has', () => {
  const whole: Exchange = {
    ...plain,
    ...{ id: 7, durationMs: 3, operation: 'listOrders', upstreamMs: 2, isProbe: true },
    request: { ...plain.request, query: 'a=1', headers: { a: 'b' }, pathPrefix: '/~a', isEncrypted: true },
    violations: [{ side: 'request', in: 'body', pointer: '', rule: 'type', message: '' }],
    faults: [{ name: 'slow', effect: 'latency' }],
    differences: [{ kind: 'status', pointer: '' } as never],
    steps: [{ type: 'parameter', parameter: 'a' } as never],
  };
  expect({ ...recordOf({ ...whole, fullBytes: { request: 9 } }, 'truncate') }).toEqual({
    ...whole,
    ...{ transport: 'truncate', fullBytes: { request: 9 } },
    ...{ request: expect.objectContaining(whole.request), response: expect.objectContaining(whole.response) },
  });
});

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['the same', { host: 'a', accept: 'b' }, true],
  ['another value', { host: 'a', accept: 'c' }, false],
  ['another order', { accept: 'b', host: 'a' }, false],
  ['one more', { host: 'a', accept: 'b', origin: 'c' }, false],
  ['one less', { host: 'a' }, false],
])('headers are shared with the record before if they are the same: %s', (_what, headers, isShared) => {
  const before = recordOf({ ...plain, request: { ...plain.request, headers: { host: 'a', accept: 'b' } } }, undefined);
  const { request } = recordOf({ ...plain, request: { ...plain.request, headers } }, undefined, before);
  expect(Object.entries(request.headers)).toEqual(Object.entries(headers));
  expect(request.headers === before.request.headers).toBe(isShared);
});

test.each<[string, (text: string) => Partial<Exchange>]>([
  ['a path', (path) => ({ request: { ...plain.request, path } })],
  ['a query', (query) => ({ request: { ...plain.request, query } })],
  ['a header', (text) => ({ request: { ...plain.request, headers: { a: ['', text] } } })],
  ['a header of the response', (text) => ({ response: { status: 200, headers: ['a', text], body: undefined } })],
  ['a body', (text) => exchangeWith({ type: 'text', text }, undefined)],
  ['a body of the response', (text) => exchangeWith(noBody, text)],
  ['a violation', (message) => ({ violations: [{ message, pointer: '' } as never] })],
  ['a difference', (pointer) => ({ differences: [{ pointer } as never] })],
  ['a parameter', (parameter) => ({ steps: [{ type: 'parameter', parameter } as never] })],
  ['an unknown parameter', (name) => ({ steps: [{ type: 'unknown-parameters', names: [name] } as never] })],
  ['a refusal', (message) => ({ steps: [{ type: 'refused', message } as never] })],
  ['a failure of a handler', (failure) => ({ steps: [{ type: 'handler', failure } as never] })],
])('the estimate of the memory of an exchange grows with %s', (_what, partOf) => {
  const estimate = (text: string) => estimateBytes({ ...plain, ...partOf(text) });
  expect(estimate('x'.repeat(1000)) - estimate('')).toBe(1000);
});
