/** Prism in front of the control API: every operation of spec/control.yaml, with each of its documented statuses. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createVivarium, type ListeningVivarium, type Vivarium } from '../../src/index.ts';
import { type Judge, lieWith, type Sent, startPrism, useJudged, useLiar } from './prism.ts';

const file = 'spec/control.yaml';

interface OperationObject {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>;
}

interface Documented {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Of the response; undefined without a body. */
  readonly mediaType: string | undefined;
  /** Operations share the responses to mistakes. */
  readonly description: string;
}

const documented: readonly Documented[] = (() => {
  const { paths, components } = parse(readFileSync(file, 'utf8'));
  return Object.entries(paths as Record<string, Record<string, OperationObject>>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters' && method !== 'servers')
      .flatMap(([method, { operationId, responses }]) =>
        Object.entries(responses).map(([status, response]) => {
          const { content } = response.$ref
            ? components.responses[response.$ref.split('/').at(-1) as string]
            : response;
          return {
            operation: operationId,
            method: method.toUpperCase(),
            path,
            status: Number(status),
            mediaType: Object.keys(content ?? {})[0],
            description: response.$ref ?? `${operationId} ${status}`,
          };
        }),
      ),
  );
})();

/** One for each description. */
const described = (responses: readonly Documented[]): readonly Documented[] => [
  ...new Map(responses.map((one) => [one.description, one])).values(),
];

/** The guard refuses before it is known which operation is called: the document of its responses is checked with one for each method. */
const ofGuard = (status: number): readonly Documented[] => [
  ...new Map(documented.filter((one) => one.status === status).map((one) => [one.method, one])).values(),
];

/** Overrides for a document that is served on its own. */
const besides = '/metrics';

/** In front of the API, and of the paths beside it. */
const startJudge = async ({ url }: ListeningVivarium): Promise<Judge> => {
  const origin = `http://127.0.0.1:${new URL(url).port}`;
  const [api, beside] = await Promise.all([
    startPrism(file, `${origin}/_vivarium/api`),
    startPrism(file, `${origin}/_vivarium`),
  ]);
  return {
    send: (method, path, sent) => (path.startsWith(besides) ? beside : api).send(method, path, sent),
    close: async () => {
      await Promise.all([api.close(), beside.close()]);
    },
  };
};

/** Opens event streams of a world and keeps them open; returns a function that closes them. */
const openStreams = async (origin: string, world: string, count: number): Promise<() => void> => {
  const controller = new AbortController();
  const { signal } = controller;
  await Promise.all(
    Array.from({ length: count }, () => fetch(`${origin}/_vivarium/api/worlds/${world}/events`, { signal })),
  );
  return () => controller.abort();
};

/** Prism does not read bodies that are large enough for the control API to reject. */
const beyondPrism = 413;

/** The path parameters and the body that a call needs to succeed. */
const names: Readonly<Record<string, string>> = {
  name: 'outage',
  fault: 'own',
  collection: 'pets',
  id: '1',
  exchange: '1',
  operation: 'createPet',
  webhook: 'orderPaid',
  service: 'animal-store',
};

const luna = { id: 1, name: 'Luna', categoryId: 1, status: 'available' };

const bodies: Readonly<Record<string, unknown>> = {
  putWorld: { scenario: 'empty', seed: 7, clock: { at: '2030-06-01T00:00:00Z', frozen: true } },
  putFault: { enabled: false, when: { after: 3 } },
  putCollection: [luna],
  addItem: { name: 'Maple', categoryId: 3 },
  addItems: { pets: [luna] },
  putItem: { ...luna, name: 'Lune' },
  sendRequest: { path: '/v1/pets', headers: { authorization: 'Bearer demo' } },
  confirmToolbarOrigin: { origin: 'http://localhost:5173' },
  putClock: { now: '2030-06-01T00:00:00Z', frozen: true },
  putUpstream: { forward: 'none' },
};

/** A valid call opens the world: only an invalid name gets 404, to which Prism objects (`control-request.test.ts`). */
const ofInvalidNames = ['resetWorld 404', 'putClock 404', 'putUpstream 404', 'issueToken 404'];

/** The animal store declares no login: `test/login/tokens.test.ts` has one. */
const ofLogins = ['issueToken 200', 'getLogin 200'];

/** It has no webhooks: `test/parts/webhooks/webhooks.test.ts` has a service with some. */
const ofWebhooks = ['sendWebhook 204', 'sendWebhook 409', 'sendWebhook 404', 'retryWebhook 204', 'retryWebhook 404'];

/** The path parameters for another success than the usual one. */
const added: Readonly<Record<string, { readonly names: Readonly<Record<string, string>>; readonly body?: unknown }>> = {
  'putWorld 201': { names: { world: 'unheard-of' } },
  'putFault 201': { names: { fault: 'new' }, body: { status: 418, headers: { 'X-Pot': 'short' }, body: null } },
  'putItem 201': { names: { id: '4711' }, body: { ...luna, id: 4711 } },
  'addItem 409': { names: {}, body: luna },
  'putUpstream 409': { names: {}, body: { forward: 'all' } },
  'addItems 404': { names: {}, body: { nothing: [luna] } },
  // A request that may change something opens the world.
  'sendRequest 404': { names: {}, body: { path: '/v1/pets', changes: false } },
  'replayExchange 409': { names: { exchange: '2' } },
};

interface Call extends Sent {
  readonly method: string;
  readonly path: string;
}

/** How to get a documented response, in a new world. */
const callFor = ({ operation, method, path, status }: Documented, world: string): Call => {
  const special = added[`${operation} ${status}`];
  const filled = { world, ...names, ...special?.names };
  const unknown = { world: 'nobody', name: 'nothing', operation: 'nothing', collection: 'nothing', service: 'nothing' };
  const body = special?.body ?? bodies[operation];
  const call = (values: Readonly<Record<string, string>>, query = '', headers: Sent['headers'] = {}): Call => ({
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] as string) + query,
    headers,
    body,
  });
  switch (status) {
    case 400:
      return call(filled, '?bogus=1');
    case 403:
      return call(filled, '', { origin: 'https://evil.example' });
    case 404:
      return call({ ...filled, ...unknown });
    default:
      return call(filled);
  }
};

/** Every world of a test has its own fault and an exchange. */
const prepare = async (vivarium: Vivarium, name: string): Promise<void> => {
  const world = vivarium.world(name);
  world.fault('own', {
    on: { operation: ['listPets', 'getPet'], query: { status: 'sold' } },
    when: { every: 2, chance: 0.5 },
    latency: { min: '1ms', max: '2ms' },
  });
  const headers = { authorization: 'Bearer demo' };
  await world.fetch('/v1/pets?limit=0', { headers });
  // Too long to be stored completely.
  await world.fetch('/v1/pets', { method: 'POST', headers, body: 'x'.repeat(70_000) });
};

const title = ({ operation, status }: Documented): string => `${operation} ${status}`;

describe('the control API', async () => {
  const { vivarium, judge } = await useJudged({}, startJudge);

  /** These need an event stream that ends, or a delayed response (`held.test.ts`). */
  const special = [
    'getEvents 200',
    'releaseHeldResponse 204',
    'releaseHeldResponse 409',
    ...ofInvalidNames,
    ...ofLogins,
    ...ofWebhooks,
  ];
  const here = documented.filter(
    (one) => ![401, 403, 500, 503, beyondPrism].includes(one.status) && !special.includes(title(one)),
  );
  test.each([...here, ...ofGuard(403)].map((one) => [title(one), one] as const))(
    'answers %s within its document',
    async (name, one) => {
      const world = name.replace(' ', '-');
      await prepare(vivarium, world);
      const call = callFor(one, world);
      const answer = await judge.send(call.method, call.path, call);
      expect(answer.status, answer.text).toBe(one.status);
      expect(answer.response).toEqual([]);
      // Prism checks no query, no origin and no names: requests that are rejected for those are valid for it.
      expect(answer.request).toEqual([]);
    },
  );

  test('the 200 response of getEvents matches the document once the stream has ended', async () => {
    await prepare(vivarium, 'streamed');
    const stream = judge.send('GET', '/worlds/streamed/events', { headers: { 'last-event-id': '5f0c2a9e-12' } });
    const metrics = async (): Promise<string> => (await judge.send('GET', '/metrics')).text;
    await expect.poll(metrics).toContain('vivarium_event_streams 1\n');
    await judge.send('DELETE', '/worlds/streamed');
    const { status, headers, text, request, response } = await stream;
    expect([status, headers.get('content-type'), request, response]).toEqual([200, 'text/event-stream', [], []]);
    const blocks = text.split('\n\n').filter((block) => block.startsWith('event:'));
    expect(blocks.map((block) => /^event: (\w+)\nid: [\da-f]{8}-\d+\ndata: \{.*\}$/.exec(block)?.[1])).toEqual([
      'lost',
      'exchange',
      'exchange',
      'world',
    ]);
  });

  test('a world as YAML matches the document', async () => {
    await prepare(vivarium, 'yaml');
    const answer = await judge.send('GET', '/worlds/yaml/scenario', { headers: { accept: 'application/yaml' } });
    expect(answer.headers.get('content-type')).toBe('application/yaml');
    expect(parse(answer.text)).toMatchObject({ data: { pets: expect.any(Array) } });
    expect(answer.response).toEqual([]);
  });

  const shapes = [
    ['a built-in fault of each kind', '/worlds/shapes/faults'],
    ['an exchange with a rejected body', '/worlds/shapes/exchanges/1'],
    ['an exchange with a forced status', '/worlds/shapes/exchanges/2'],
    ['an exchange of no operation', '/worlds/shapes/exchanges/3'],
    ['the journal', '/worlds/shapes/exchanges?status=4xx&violations=true'],
    ['a removed operation', '/worlds/shapes'],
    ['items that are searched and sorted', '/worlds/shapes/collections/pets?q=l&sort=-name&limit=3&offset=1'],
  ] as const;
  test.each(shapes)('%s matches the document', async (_what, path) => {
    const world = vivarium.world('shapes');
    world.reset();
    const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };
    await world.fetch('/v1/pets', { method: 'POST', headers, body: '{"name":' });
    await world.fetch('/v1/pets', { headers: { ...headers, prefer: 'code=418' } });
    await world.fetch('/v1/dogs', { headers });
    world.clock.set({ now: '2030-12-06T00:00:00Z', frozen: true });
    const answer = await judge.send('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.response).toEqual([]);
  });
});

describe('the control API beyond loopback', async () => {
  const { vivarium, judge, listening } = await useJudged({ token: 'secret' }, startJudge, '0.0.0.0');

  test.each(ofGuard(401).map((one) => [title(one), one] as const))(
    'answers %s within its document',
    async (name, one) => {
      await prepare(vivarium, name.replace(' ', '-'));
      const call = callFor(one, name.replace(' ', '-'));
      const answer = await judge.send(call.method, call.path, call);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(answer.response).toEqual([]);
    },
  );

  test('requires the token, except for its health', async () => {
    const worlds = await judge.send('GET', '/worlds', { headers: { authorization: `Bearer ${listening.token}` } });
    expect([worlds.status, worlds.request, worlds.response]).toEqual([200, [], []]);
    const health = await judge.send('GET', '/health');
    expect([health.status, health.request, health.response]).toEqual([200, [], []]);
  });
});

describe('the control API with a low limit of worlds and a broken file', async () => {
  const scenarios = mkdtempSync(join(tmpdir(), 'vivarium-'));
  writeFileSync(join(scenarios, 'outage.yaml'), 'faults: [unavailible]\n');
  const { judge } = await useJudged({ maxWorlds: 1, scenarios }, startJudge);
  afterAll(() => rmSync(scenarios, { recursive: true }));

  const failing = documented.filter(
    ({ operation, status }) => (status === 500 || status === 503) && operation !== 'getEvents',
  );
  test.each(failing.map((one) => [title(one), one] as const))('answers %s within its document', async (_name, one) => {
    const call = callFor(one, 'another');
    const answer = await judge.send(call.method, call.path, { body: call.body });
    expect(answer.status).toBe(one.status);
    expect(answer.response).toEqual([]);
  });
});

test('the 503 response of getEvents at the maximum number of event streams matches the document', async () => {
  const vivarium = await createVivarium();
  const listening = await vivarium.listen({ port: 0 });
  const judge = await startJudge(listening);
  const close = await openStreams(listening.url, 'default', 100);
  const answer = await judge.send('GET', '/worlds/default/events');
  expect([answer.status, answer.request, answer.response]).toEqual([503, [], []]);
  close();
  await judge.close();
  await vivarium.close();
});

describe('every operation with the document of a refusal', () => {
  test.each([
    [403, '127.0.0.1', { origin: 'https://evil.example' }],
    [401, '0.0.0.0', {}],
  ])('is refused with %d', async (status, host, headers) => {
    const vivarium = await createVivarium({ token: 'secret' });
    onTestFinished(() => vivarium.close());
    const { url } = await vivarium.listen({ port: 0, host });
    const { port } = new URL(url);
    const refusable = documented.filter((one) => one.status === status);
    const statuses = await Promise.all(
      refusable.map(async (one) => {
        const { method, path, body } = callFor({ ...one, status: 200 }, 'default');
        const origin = `http://127.0.0.1:${port}/_vivarium${path.startsWith(besides) ? '' : '/api'}`;
        const answer = await fetch(origin + path, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          body: body ? JSON.stringify(body) : null,
        });
        await answer.arrayBuffer();
        return [title(one), answer.status];
      }),
    );
    expect(statuses).toEqual(refusable.map((one) => [title(one), status]));
  });
});

test('every documented status is tested above, except the 413 for a body that Prism itself rejects', () => {
  const statuses = new Set(documented.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 201, 204, 400, 401, 403, 404, 409, 413, 500, 503]);
});

describe('in front of a server whose responses are all invalid', async () => {
  const judge = await useLiar(file);

  // A 204 has no body, whatever is sent.
  const withBody = documented.filter(({ mediaType, status }) => mediaType !== undefined && status !== beyondPrism);
  test.each(described(withBody).map((one) => [title(one), one] as const))('Prism reports %s', async (_name, one) => {
    const call = callFor(one, 'default');
    const answer = await judge.send(call.method, call.path, {
      ...call,
      // Any text is valid here, so only the media type is wrong.
      headers: { ...call.headers, ...lieWith(one.status, one.mediaType?.replace(/^text\/.*/, 'text/html')) },
    });
    expect(answer.status).toBe(one.status);
    expect(answer.response.some(({ severity }) => severity === 'Error')).toBe(true);
  });
});
