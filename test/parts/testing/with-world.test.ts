import { createServer, type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium, withWorld } from '../../../src/index.ts';
import type { IncomingRequest } from '../../../src/parts/testing/with-world.ts';

const baggage = 'tenant=7, vivarium-world=alice;ttl=1, user=3';
const incoming: IncomingHttpHeaders = {
  baggage,
  authorization: 'Bearer secret',
  cookie: 'session=1',
  'vivarium-world': 'bob',
};

/** What a `fetch` was called with. */
const sentBy = async (
  request: IncomingRequest,
  input: string | URL | Request = 'http://127.0.0.1/v1/pets',
  init?: RequestInit,
): Promise<Record<string, string>> => {
  const sent: Request[] = [];
  const fetch = withWorld(async (...call) => {
    sent.push(new Request(...call));
    return new Response();
  }, request);
  await fetch(input, init);
  return Object.fromEntries(sent[0]?.headers ?? []);
};

const asHeaders = () => new Headers(incoming as Record<string, string>);
const message = (): IncomingMessage => Object.assign(Object.create(IncomingMessage.prototype), { headers: incoming });

test.each<readonly [string, IncomingRequest]>([
  ['a Request', new Request('http://localhost/', { headers: asHeaders() })],
  ['Headers', asHeaders()],
  ['the headers of Next, which can only be read', { get: (name) => asHeaders().get(name) }],
  ['a request of Node', message()],
  ['a request of Express, which has a get of its own', Object.assign(message(), { get: () => 'vivarium-world=carol' })],
])('of %s, the world is carried and nothing else', async (_name, request) => {
  expect(await sentBy(request)).toEqual({ baggage: 'vivarium-world=alice' });
});

test('the baggage and the headers of the caller stay', async () => {
  const headers = { Baggage: 'trace=1', Accept: 'text/plain' };
  const all = { baggage: 'trace=1, vivarium-world=alice', accept: 'text/plain' };
  expect(await sentBy(message(), undefined, { headers })).toEqual(all);
  expect(await sentBy(message(), new Request('http://127.0.0.1/', { headers }))).toEqual(all);
  const own = { baggage: 'vivarium-world=dave' };
  expect(await sentBy(message(), undefined, { headers: own })).toEqual(own);
});

test('a request keeps its method and its body', async () => {
  const bodies: string[] = [];
  const post = new Request('http://127.0.0.1/', { method: 'POST', body: '{"name":"Maple"}' });
  await withWorld(async (...call) => {
    const request = new Request(...call);
    bodies.push(`${request.method} ${await request.text()}`);
    return new Response();
  }, message())(post);
  expect(bodies).toEqual(['POST {"name":"Maple"}']);
});

test('without a world in the request, the fetch is the given one', () => {
  const given = async () => new Response();
  for (const request of [new Headers(), new Headers({ baggage: 'tenant=7' }), { headers: {} }])
    expect(withWorld(given, request)).toBe(given);
});

test('what is no request, and no fetch, is said', () => {
  expect(() => withWorld(fetch, Promise.resolve(new Headers()) as never)).toThrow(/Headers, not .*awaited first/);
  expect(() => withWorld(fetch, undefined as never)).toThrow(
    'withWorld takes a Request, a request of Node or its Headers',
  );
  expect(() => withWorld(undefined as never, new Headers())).toThrow('withWorld takes a fetch, not undefined');
});

test('through the server of an app, a request reaches its world', async () => {
  const vivarium = await createVivarium();
  onTestFinished(() => vivarium.close());
  const { serviceUrl } = await vivarium.listen({ port: 0 });
  const headers = { authorization: 'Bearer demo' };
  const app = createServer(async (request, response) => {
    const pets = await withWorld(fetch, request)(`${serviceUrl}/pets`, { headers });
    response.end(`${pets.status} ${pets.headers.get('vivarium-world')}`);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void app.close());
  await new Promise((resolve) => app.once('listening', resolve));
  vivarium.world('alice').fault('unavailable');
  const get = async (more: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`, { headers: more })).text();
  expect(await get({ baggage })).toBe('503 alice');
  expect(await get({ baggage: 'tenant=7' })).toBe('200 default');
});
