/** A failing handler: the response is a 500 of the document, nothing is changed, and `why` has the reason. */
import { describe, expect, test, vi } from 'vitest';
import { itemsOf } from '../helpers.ts';
import { type Loose, openShop, whyOf } from './shop.ts';

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
const deep = (): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < 200; level++) value = [value];
  return value;
};
const throwing = (thrown: unknown) => () => {
  throw thrown;
};
/** An error with these calls in its stack. */
const from = (...calls: readonly string[]) =>
  Object.assign(new Error('no'), { stack: ['Error: no', ...calls.map((call) => `    at ${call}`)].join('\n') });
const fail = throwing(new Error('no'));
const hostile = new Proxy({}, { get: fail, getPrototypeOf: fail });

/** The reasons, by what the handler does. */
const cases: readonly (readonly [name: string, handler: Loose, reason: string | RegExp])[] = [
  [
    'throws an error',
    throwing(new RangeError('too much')),
    /^RangeError: too much \(.+run-handler-failures\.test\.ts:\d+:\d+\)$/,
  ],
  [
    'throws by mistake',
    ({ body }) => body.user.email,
    /^TypeError: Cannot read properties of undefined .+run-handler-failures\.test\.ts/,
  ],
  ['throws a text', throwing('no'), 'it threw no'],
  ['throws nothing', throwing(undefined), 'it threw undefined'],
  ['throws a value that cannot be read', throwing(hostile), 'it threw a value that cannot be read'],
  ['throws a symbol', throwing(Symbol('s')), /^it threw Symbol\(s\)$/],
  ['throws an error without a name', throwing(Object.assign(new Error('no'), { name: '' })), /^no \(/],
  [
    'throws an error from a folder with a version',
    throwing(from('run (file:///app/v:1:2/handler.ts?t=1:3:4)')),
    /^no \(\/app\/v:1:2\/handler\.ts:3:4\)$/,
  ],
  [
    'throws an error in a function of the runtime',
    throwing(from('map (node:internal/list:1:2)', 'run (file:///app/handler.ts:3:4)')),
    /^no \(\/app\/handler\.ts:3:4\)$/,
  ],
  ['throws a long message', throwing(new Error('x'.repeat(10_000))), /^x{499}…$/],
  ['returns a promise', async () => ({ status: 200 }), /^TypeError: it returned a promise; handlers are synchronous/],
  ['returns a rejected promise', () => Promise.reject(new Error('later')), /it returned a promise/],
  // biome-ignore lint/suspicious/noThenProperty: the subject of the test
  ['returns a thenable', () => ({ then: () => {} }), /it returned a promise/],
  ['returns a boolean', () => false, /it returned false/],
  ['returns null', () => null, /^TypeError: it returned null, not { status\?, headers\?, body\? }/],
  ['returns a text', () => 'ok', /it returned a string/],
  ['returns a list', () => [200], /it returned a list/],
  ['returns a function', () => () => 1, /it returned a function/],
  ['returns a Response', () => new Response('x'), /it returned a Response/],
  [
    'returns a generator',
    function* () {
      yield 1;
    },
    /it returned a/,
  ],
  ['returns a proxy', () => hostile, /no/],
  [
    'returns an unknown property',
    () => ({ bdy: 1 }),
    /it returned an unknown property "bdy", .+ Did you mean "body"\?/,
  ],
  [
    'returns a property unlike the known ones',
    () => ({ fromage: 1 }),
    /^TypeError: it returned an unknown property "fromage", not { status\?, headers\?, body\? }$/,
  ],
  ['returns an item', ({ collection }) => collection('orders').get(1), /it returned an unknown property "id"/],
  ['returns a status that is not one', () => ({ status: '200' }), /the status of the response must be a whole number/],
  ['returns an informational status', () => ({ status: 101 }), /the status of the response must be/],
  ['returns a body that is not JSON', () => ({ body: { at: new Date(0) } }), /body\.at must be JSON, not a Date/],
  ['returns a map', () => ({ body: new Map() }), /body must be JSON, not a Map/],
  ['returns a symbol', () => ({ body: [Symbol('s')] }), /body\[0\] must be JSON, not a symbol/],
  ['returns NaN', () => ({ body: { price: Number.NaN } }), /body\.price must be JSON, not NaN/],
  ['returns a hole', () => ({ body: [undefined] }), /body\[0\] must be JSON, not undefined/],
  ['returns itself', () => ({ body: cyclic }), /body is nested deeper than 100 levels, or contains itself/],
  ['returns a deep value', () => ({ body: deep() }), /body is nested deeper than 100 levels/],
  ['returns a huge value', () => ({ body: Array(2_000_001).fill(0) }), /body has more than 2000000 values/],
  ['returns a huge text', () => ({ body: ['x'.repeat(64_000_000), 'x'] }), /body has more than 64000000 characters/],
  ['returns a huge integer', () => ({ body: 10n ** 41n }), /body has more than 40 digits/],
  [
    'returns a getter that throws',
    () => ({
      get body() {
        throw new Error('got');
      },
    }),
    /^got/,
  ],
  ['returns a bad header name', () => ({ headers: { 'a b': '1' } }), /"a b" is not a valid header name/],
  ['splits a header', () => ({ headers: { a: 'x\r\nSet-Cookie: y' } }), /the header a must be a text without control/],
  ['returns an object as header', () => ({ headers: { a: {} } }), /the header a must be/],
  ['returns a body where there is none', () => ({ status: 204, body: 1 }), /a response with status 204 has no body/],
  ['returns a body for 205', () => ({ status: 205, body: 1 }), /a response with status 205 has no body/],
  ['returns a body for 304', () => ({ status: 304, body: 1 }), /a response with status 304 has no body/],
];

describe('a handler that', () => {
  test.each(cases)('%s', async (_name, handler, reason) => {
    let calls = 0;
    const shop = await openShop({
      quote: (context) => {
        calls++;
        context.collection('orders').put({ customer: 'lost' });
        return handler(context);
      },
    });
    const decided = shop.send('GET', '/quote');
    expect(decided.status).toBe(500);
    expect(decided.body).toEqual({
      code: 500,
      message: 'The handler of quote failed. The log of the mock server and "why" have the reason.',
    });
    expect(whyOf(decided)).toEqual([expect.stringMatching(reason)]);
    expect(decided.exchange.steps.map(({ type }) => type)).toEqual(['matched', 'credential', 'handler']);
    expect(decided.exchange.violations).toEqual([]);
    // Only the request is counted.
    expect(decided.changes).toEqual([{ type: 'call', operation: 'quote' }]);
    expect([calls, itemsOf(shop.state, 'orders').length]).toEqual([1, 2]);
  });
});

test('the rejection of a returned promise does not end the process', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const shop = await openShop({ quote: async () => Promise.reject(new Error('later')) });
  expect(shop.send('GET', '/quote').status).toBe(500);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('a failure after next() changes nothing', async () => {
  const shop = await openShop({
    createOrder: ({ next }) => {
      next();
      throw new Error('late');
    },
  });
  expect(shop.send('POST', '/orders', { body: { customer: 'c' } }).status).toBe(500);
  expect(itemsOf(shop.state, 'orders')).toHaveLength(2);
});

test('a failure is not delivered if a fault forces the status', async () => {
  const faults = [{ name: 'done', status: 503, work: 'done' }] as never;
  const decided = (await openShop({ quote: fail }, { faults })).send('GET', '/quote');
  expect([decided.status, whyOf(decided)]).toEqual([503, [expect.stringMatching(/^no/)]]);
});

test('the context cannot be used after the handler has returned', async () => {
  const kept: Record<string, Loose> = {};
  const shop = await openShop({
    quote: ({ collection, next }) => {
      const orders = collection('orders');
      Object.assign(kept, { collection, next, put: orders.put, get: orders.get });
      return { body: { price: 1 } };
    },
  });
  expect(shop.send('GET', '/quote').status).toBe(200);
  for (const [name, call] of Object.entries(kept))
    expect(() => call('orders')).toThrow(
      `${name === 'next' || name === 'collection' ? `${name}()` : `collection("orders").${name}`} was called after the handler had returned`,
    );
  expect(itemsOf(shop.state, 'orders')).toHaveLength(2);
});
