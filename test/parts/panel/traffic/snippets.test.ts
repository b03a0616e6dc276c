/** Exchanges as snippets that can be run. */
import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Exchange } from '../../../../src/parts/panel/api/panel-client.ts';
import { toCurl, toExpectation, toFetch } from '../../../../src/parts/panel/traffic/snippets.ts';
import { exchangeWith, violation } from '../exchange.ts';

const origin = 'http://127.0.0.1:8080';
beforeEach(() => {
  vi.stubGlobal('location', { origin });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const post: Partial<Exchange> = {
  method: 'POST',
  world: 'mine',
  path: '/v1/orders',
  query: 'a=1',
  request: {
    headers: {
      'content-type': 'application/json',
      'x-api-key': '[redacted]',
      ...{
        host: 'x',
        cookie: 'x',
        'accept-encoding': 'gzip',
        'user-agent': 'x',
        'keep-alive': 'x',
        'sec-fetch-mode': 'x',
        'content-length': '9',
        'vivarium-world': 'mine',
      },
    },
    body: { name: "Noah's" },
  },
};

/** The arguments that a shell passes to the command. */
const argumentsOf = (command: string): readonly string[] =>
  execFileSync('/bin/sh', ['-c', command.replace(/^curl/, `printf '%s\\n'`)], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');

/** What the snippet passes to `fetch`. */
const callOf = async (snippet: string): Promise<readonly unknown[]> => {
  const calls: unknown[][] = [];
  const run = new Function('fetch', `return (async () => { ${snippet} })();`);
  await run((...given: unknown[]) => calls.push(given));
  return calls[0] ?? [];
};

describe('a curl command', () => {
  test('of a GET has its address alone', () => {
    expect(toCurl(exchangeWith())).toBe(`curl '${origin}/v1/orders/5'`);
  });

  test('has a place for a key in its address, whose brackets are its own', () => {
    expect(toCurl(exchangeWith({ path: '/t/[redacted]', query: 'key=[redacted]&a=1' }))).toBe(
      `curl '${origin}/t/YOUR_KEY?key=YOUR_KEY&a=1'`,
    );
    expect(toCurl(exchangeWith({ query: 'filter[a]=1' }))).toBe(`curl -g '${origin}/v1/orders/5?filter[a]=1'`);
  });

  test('has what the client chose, with a place for its key', () => {
    expect(argumentsOf(toCurl(exchangeWith(post)))).toEqual([
      ...['-X', 'POST', `${origin}/~mine/v1/orders?a=1`],
      ...['-H', 'content-type: application/json', '-H', 'x-api-key: YOUR_KEY'],
      ...['--data-raw', `{"name":"Noah's"}`],
    ]);
  });

  test('has a text as it is', () => {
    const request = { headers: {}, body: 'a text' };
    expect(argumentsOf(toCurl(exchangeWith({ request })))).toContain('a text');
  });
});

describe('a call of fetch', () => {
  test('of a GET has its address alone', async () => {
    expect(await callOf(toFetch(exchangeWith()))).toEqual([`${origin}/v1/orders/5`]);
  });

  test('has what the client chose', async () => {
    expect(await callOf(toFetch(exchangeWith(post)))).toEqual([
      `${origin}/~mine/v1/orders?a=1`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'YOUR_KEY' },
        body: `{"name":"Noah's"}`,
      },
    ]);
    const text = exchangeWith({ request: { headers: {}, body: 'a text' } });
    expect(await callOf(toFetch(text))).toEqual([expect.anything(), { body: 'a text' }]);
  });
});

describe('a test that expects the exchange', () => {
  /** What it waits for, and what it expects. */
  const expectedBy = async (given: Partial<Exchange>) => {
    const seen: unknown[] = [];
    const run = new Function('world', 'expect', `return (async () => { ${toExpectation(exchangeWith(given))} })();`);
    await run({ waitForExchange: (...filter: unknown[]) => seen.push(filter[0]) }, () => ({
      toMatchObject: (expected: unknown) => seen.push(expected),
    }));
    return seen;
  };

  test('names its operation, else its method and path', async () => {
    expect(await expectedBy({})).toEqual([{ operation: 'readOrder' }, { status: 200 }]);
    expect(await expectedBy({ operation: null, status: 404 })).toEqual([
      { method: 'GET', path: '/v1/orders/5' },
      { status: 404 },
    ]);
  });

  test('has what the client sent, what was wrong, and the body of an error', async () => {
    const response = { headers: {}, body: { code: 5 } };
    const given = { ...post, status: 400, violations: [violation], response };
    expect(await expectedBy(given)).toEqual([
      { operation: 'readOrder' },
      {
        status: 400,
        query: 'a=1',
        request: { body: { name: "Noah's" } },
        violations: [{ side: 'request', pointer: '/name', rule: 'required' }],
        response: { body: { code: 5 } },
      },
    ]);
    expect(await expectedBy({ response })).toEqual([expect.anything(), { status: 200 }]);
  });
});
