import { beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { lifecycleHeaders } from '../../../src/core/response/write-response.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { answer, bindService, itemOf, specOf, worldOf } from '../bound.ts';
import { decide, documentOf, now, readyService, requestOf, stateOf } from '../helpers.ts';

const text = { type: 'string' };
const headers = { Location: { schema: text }, 'X-Note': { example: 'Grüße' }, 'X-Count': { example: 3 } };
const made = (example: unknown, status = 201): JsonObject =>
  ({
    post: { responses: { [status]: { description: '', headers, content: { 'application/json': { example } } } } },
  }) as unknown as JsonObject;
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAE=';

let service: Service;
beforeAll(async () => {
  service = await readyService(
    documentOf({
      '/text-id': made({ id: 'a/b' }),
      '/number-id': made({ id: 7 }),
      '/exact-id': made({ id: 9223372036854775807n }),
      '/no-id': made({ name: 'x' }),
      '/list': made([1]),
      '/found': made({ id: 7 }, 200),
      '/limited': {
        get: {
          responses: {
            200: { description: '' },
            429: { description: '', headers: { 'Retry-After': { schema: { type: 'integer' } } } },
          },
        },
      },
      '/picture': { get: { responses: { 200: { description: '', content: { 'image/*': { example: png } } } } } },
      '/page': { get: { responses: { 200: { description: '', content: { 'text/html': { example: '<p>' } } } } } },
    } as unknown as JsonObject),
  );
});

const ask = (
  method: string,
  target: string,
  sent: Parameters<typeof requestOf>[2] = {},
  scenario: Parameters<typeof stateOf>[1] = {},
) => decide(service, stateOf(service, scenario), requestOf(method, target, sent));

test.each([
  ['/text-id', '/text-id/a%2Fb'],
  ['/number-id/', '/number-id/7'],
  ['/exact-id', '/exact-id/9223372036854775807'],
])('the Location of an item that POST %s created is %s', (path, location) => {
  expect(ask('POST', path).header('Location')).toBe(location);
});

test('the Location of a response without an item is generated', () => {
  for (const path of ['/no-id', '/list', '/found']) expect(ask('POST', path).header('Location')).toMatch(/^[\w ]+$/);
});

test('a Location is an absolute URL if the document requires a URI', async () => {
  const uri = { schema: { type: 'string', format: 'uri' } };
  const headers = { Location: uri, Link: uri };
  const own = await readyService(
    documentOf({
      '/users': {
        post: {
          responses: { 201: { description: '', headers, content: { 'application/json': { example: { id: 7 } } } } },
        },
      },
    } as unknown as JsonObject),
  );
  const send = (host: string) =>
    decide(own, stateOf(own), requestOf('POST', '/users?a=1', { headers: { host }, pathPrefix: '/~ada' }));
  expect(send('mock:80').header('Location')).toBe('http://mock:80/~ada/users/7');
  expect(send('mock').header('Link')).toBe('http://mock/~ada/users?a=1');
  expect(send('<no host>').header('Location')).toBe('http://localhost/~ada/users/7');
});

test('a Location is a path if no format matches the schema', async () => {
  const headers = { Location: { schema: { type: 'string', maxLength: 3 } } };
  const response = { description: '', headers, content: { 'application/json': { example: { id: 7 } } } };
  const own = await readyService(
    documentOf({ '/users': { post: { responses: { 201: response } } } } as unknown as JsonObject),
  );
  expect(decide(own, stateOf(own), requestOf('POST', '/users')).header('Location')).toBe('/users/7');
});

test('a header value contains only allowed characters', () => {
  const { header } = ask('POST', '/no-id');
  expect([header('X-Note'), header('X-Count')]).toEqual(['Gr%C3%BC%C3%9Fe', '3']);
});

test('a forced status has the headers that the document gives it, but for those of the fault', () => {
  const limited = (own?: object) =>
    ask('GET', '/limited', {}, { faults: [{ name: 'limited', status: 429, ...own }] }).header('Retry-After');
  expect(limited()).toBe('30');
  expect(limited({ headers: { 'retry-after': '5' } })).toBe('5');
});

test('the number of bytes equals Content-Length, and is 0 for HEAD', () => {
  const { reply, header, exchange } = ask('GET', '/picture');
  expect(reply.response.body).toBeInstanceOf(Uint8Array);
  expect(Buffer.from(reply.response.body as Uint8Array).toString('base64')).toBe(png);
  expect([header('Content-Type'), header('Content-Length')]).toEqual(['image/png', '20']);
  expect(exchange.violations).toEqual([]);
  const head = ask('HEAD', '/picture');
  expect([head.reply.response.body, head.header('Content-Length')]).toEqual([undefined, '20']);
});

test('a media type of a documented range is valid, another one is a violation', () => {
  const forced = (type: string) =>
    ask(
      'GET',
      '/picture',
      {},
      { faults: [{ name: 'own', status: 200, body: 'a', headers: { 'content-type': type } }] },
    );
  expect(forced('image/gif').exchange.violations).toEqual([]);
  expect(forced('text/plain').exchange.violations).toMatchObject([
    { rule: 'mediaType', message: expect.stringContaining('image/*') },
  ]);
});

test('a body with a wrong media type is unchanged', () => {
  const wrong = (path: string) => ask('GET', path, {}, { faults: [{ name: 'wrong', contract: 'wrong-content-type' }] });
  const picture = wrong('/picture');
  expect(picture.header('Content-Type')).not.toBe('image/png');
  expect(Buffer.from(picture.reply.response.body as Uint8Array).toString('base64')).toBe(png);
  expect(wrong('/page').reply.response.body).toBe('<p>');
});

test('a response has its time, its world and its number', () => {
  const { header } = ask('GET', '/page');
  expect([header('Date'), header('Vivarium-World'), header('Vivarium-Exchange')]).toEqual([
    new Date(now).toUTCString(),
    'test',
    '1',
  ]);
  expect(header('Vivarium-Violations')).toBeUndefined();
});

const withHeaders = (path: string, headers: Readonly<Record<string, string>>) =>
  ask('GET', path, {}, { faults: [{ name: 'own', status: 200, headers }] });

test.each([
  ['/page', {}, 'sandbox'],
  ['/picture', {}, undefined],
  ['/picture', { 'content-TYPE': 'text/html' }, 'sandbox'],
  ['/page', { 'Content-Type': 'text/plain' }, undefined],
  ['/page', { 'X-Own': 'content-type' }, 'sandbox'],
])('the policy of %s with the headers %j is %s', (path, headers, policy) => {
  const { header } = withHeaders(path, headers);
  expect(header('Content-Security-Policy')).toBe(policy);
  expect(header('X-Content-Type-Options')).toBe('nosniff');
});

test('the headers of a fault replace others, except for those of the connection and of the content', () => {
  const headers = { date: 'today', 'X-Own': 'vivarium-world', Trailer: 'X-Own', 'Transfer-Encoding': 'chunked' };
  const sent = withHeaders('/page', { ...headers, 'Content-Length': '1', 'X-Content-Type-Options': 'none' });
  const names = ['Date', 'X-Own', 'Vivarium-World', 'Trailer', 'Transfer-Encoding', 'Content-Length'];
  expect(names.map(sent.header)).toEqual(['today', 'vivarium-world', 'test', undefined, undefined, '3']);
  expect(sent.header('X-Content-Type-Options')).toBe('nosniff');
  const dates = sent.reply.response.headers.filter((text) => text.toLowerCase() === 'date');
  expect(dates).toEqual(['date']);
});

test('an item in a media type that a browser executes has the length of its escaped text', async () => {
  const own = await bindService(
    {
      '/things/{id}': {
        get: {
          operationId: 'read',
          responses: { 200: { description: '', content: { 'text/html': { schema: { type: 'object' } } } } },
        },
      },
      '/plain/{id}': { get: { operationId: 'plain', responses: { 200: answer({ type: 'object' }) } } },
    },
    () => {
      const things = specOf('things');
      return { specs: [things], bindings: { read: itemOf('read', things), plain: itemOf('read', things) } };
    },
  );
  const state = worldOf(own, { things: [{ id: 1, text: '<ä>' }] });
  const textOf = (path: string) => decide(own, state, requestOf('GET', path)).reply.response.body;
  expect(textOf('/plain/1')).toBe('{"id":1,"text":"<ä>"}');
  expect(textOf('/things/1')).toBe('{"id":1,"text":"\\u003cä>"}');
});

test('the lifecycle of an operation is described by two headers', () => {
  const [deprecated, sunset] = [Date.UTC(2029, 0, 1), Date.UTC(2030, 0, 1)];
  expect(lifecycleHeaders(deprecated, sunset)).toEqual([
    ...['Deprecation', '@1861920000'],
    ...['Sunset', 'Tue, 01 Jan 2030 00:00:00 GMT'],
  ]);
  expect(lifecycleHeaders(undefined, undefined)).toEqual([]);
});

test('the number of violations is that of the request, and is omitted without any', async () => {
  const number = { name: 'size', in: 'query', schema: { type: 'integer' } };
  const list = { type: 'array', items: { type: 'integer' } };
  const counted = await readyService(
    documentOf({
      '/a': { get: { parameters: [number, { ...number, name: 'from' }], responses: { 200: answer(list) } } },
    }),
  );
  const state = stateOf(counted, { requests: 'report', faults: [{ name: 'broken', contract: 'wrong-type' }] });
  const numberOf = (query: string) => {
    const decided = decide(counted, state, requestOf('GET', `/a?${query}`));
    expect(decided.exchange.violations.some(({ side }) => side === 'response')).toBe(true);
    return decided.header('Vivarium-Violations');
  };
  expect(['', 'size=x', 'size=x&from=y'].map(numberOf)).toEqual([undefined, '1', '2']);
});
