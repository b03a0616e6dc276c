/**
 * The same responses on both paths: to the same requests, a listening server of our own, which bypasses Express, sends the same
 * bytes as the middleware in the app of somebody else.
 */
import type { RequestListener } from 'node:http';
import express from 'express';
import { afterAll, describe, expect, test } from 'vitest';
import { builtInFaults } from '../../src/core/faults/built-in-faults.ts';
import { stringifyJson } from '../../src/core/primitives/json.ts';
import { isBelowBase } from '../../src/core/service/service.ts';
import { sampleRequest } from '../../src/parts/samples/sample-request.ts';
import type { ServerContext } from '../../src/server/edge/context.ts';
import { isTarget, splitTarget } from '../../src/server/edge/read-request.ts';
import { selectWorld } from '../../src/server/edge/select-world.ts';
import { type Listening, listen } from '../../src/server/listen.ts';
import { createListener, createMiddleware } from '../../src/server/listener.ts';
import { loadRoutes } from '../../src/simulation/routes.ts';
import { chooseServices } from '../../src/simulation/service-source.ts';
import { createSimulation, type Simulation } from '../../src/simulation/simulation.ts';
import { silentLogger } from '../../src/world/logger.ts';
import { pathOf } from '../documents/sources.ts';
import fc from '../fast-check.ts';
import { anyRequest } from '../properties/arbitrary-requests.ts';
import type { Asked } from '../properties/live.ts';
import { exchangeBytes } from './raw-client.ts';

const documents = ['own/animal-store.yaml', 'figma/openapi.yaml', 'scalar/galaxy.json', 'readme/3.0/petstore.json'];

const runs = 15;
const requestsPerRun = 5;

interface Server {
  readonly simulation: Simulation;
  readonly port: number;
}

const open: Listening[] = [];
afterAll(() => Promise.all(open.map(({ close }) => close())));

const startServer = async (
  document: string,
  listenerOf: (context: ServerContext) => RequestListener,
): Promise<Server> => {
  const services = await chooseServices({
    document: [pathOf(document)],
    services: {},
    overlay: [],
    base: undefined,
    nameOf: String,
  });
  const isStore = document === documents[0];
  const clock = { at: '2030-06-01T00:00:00Z', frozen: true };
  const simulation = await createSimulation(
    {
      services,
      scenario: isStore ? { extends: 'default', clock } : { clock, generate: {} },
      scenarios: undefined,
      seed: 1,
      fault: [],
      nameOf: String,
    },
    { maxWorlds: 5, journal: 10_000, maxBody: 4096, showCredentials: true, token: undefined, logger: silentLogger },
  );
  await simulation.worlds.ready();
  const listening = await listen(listenerOf(simulation.context(undefined)), {
    port: 0,
    host: '127.0.0.1',
    nameOf: String,
    logger: silentLogger,
  });
  open.push(listening);
  return { simulation, port: Number(new URL(listening.url).port) };
};

/** Valid requests of every operation, without credentials. */
const samplesOf = ({ worlds }: Simulation): readonly Asked[] =>
  worlds.service.operations.map((operation) => {
    const context = { seed: 1, now: 0, state: worlds.open('default')?.decisions.state };
    const { method, path, headers, body } = sampleRequest(worlds.service, operation, context);
    return { method, target: path, headers, body: body && Buffer.from(stringifyJson(body.value)) };
  });

/** Without the faults that take seconds or never end. */
const faults = [...builtInFaults.keys()].filter(
  (name) => !['slow', 'narrow', 'dribble', 'hang', 'timeout'].includes(name),
);

const preferences = fc.oneof(
  fc.constantFrom(...faults).map((fault) => `fault=${fault}`),
  fc.constantFrom('code=404', 'code=500', 'code=299', 'example=none', 'delay=1ms', 'fault=nothing'),
);

const targets = fc.constantFrom(
  '*',
  '/',
  '//',
  '/?',
  '/v1',
  '/~a',
  '/~a/',
  '/~default/v1/pets',
  '/~not valid/v1/pets',
  '/~%zz/v1/pets',
  '/V1/pets',
  '/v1/pets?',
  '/v1/pets?limit=2&limit=3',
  '/v1/pets#fragment',
  'http://localhost/v1/pets',
  'http://localhost',
  'HTTP://user@localhost:80?x',
  'x://y',
  'http://[::1',
  'ftp://a/b',
  '/_vivarium',
  '/_vivariumx',
  '/_VIVARIUM/api',
  '/_vivarium/api/nowhere',
  '/_vivarium/api/scenarios',
  '/_vivarium/api/worlds/default/faults',
);

const arbitraryOf = (samples: readonly Asked[]): fc.Arbitrary<Asked> => {
  const sample = fc.constantFrom(...samples).map(({ headers, ...asked }) => ({
    ...asked,
    headers: { authorization: 'Bearer demo', 'x-api-key': 'demo', ...headers },
  }));
  const mixed = fc
    .tuple(sample, anyRequest)
    .map(([asked, { headers }]) => ({ ...asked, headers: { ...asked.headers, ...headers } }));
  return fc.oneof(
    { weight: 4, arbitrary: sample },
    { weight: 2, arbitrary: mixed },
    { weight: 2, arbitrary: anyRequest },
    {
      weight: 2,
      arbitrary: fc
        .tuple(sample, preferences)
        .map(([asked, prefer]) => ({ ...asked, headers: { ...asked.headers, prefer } })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(anyRequest, targets).map(([asked, target]) => ({ ...asked, target })),
    },
  );
};

/** On one connection, without waiting for a response before the next request. */
const bytesOf = (requests: readonly Asked[], port: number): Uint8Array => {
  const parts = requests.map(({ method, target, headers = {}, body }, index) => {
    const content = body instanceof Uint8Array ? body : Buffer.alloc(0);
    const fields = Object.entries({ host: `localhost:${port}`, ...headers })
      // An upgrade, or a connection that ends before the last response, would hide the others.
      .filter(([name]) => !['connection', 'upgrade'].includes(name))
      .map(([name, value]) => `${name}: ${value.replace('127.0.0.1', 'localhost')}\r\n`);
    const end = index === requests.length - 1 ? 'Connection: close\r\n' : '';
    const head = `${method} ${target} HTTP/1.1\r\n${fields.join('')}Content-Length: ${content.length}\r\n${end}\r\n`;
    return Buffer.concat([Buffer.from(head, 'latin1'), content]);
  });
  return Buffer.concat(parts);
};

/** Only `Date` depends on real time: the world's clock is frozen, but responses of the control API have none. */
const withoutPort = (text: string, port: number): string =>
  text.replaceAll(/\r\nDate: [^\r]+/g, '\r\nDate: -').replaceAll(`:${port}`, ':0');

/** A lost response takes those before it on the same connection with it, or not. */
const breaksConnection = ({ headers: { prefer = '' } = {} }: Asked): boolean =>
  /fault=(?:offline|reset|empty|truncate|garbage)/.test(prefer);

const askBoth = async (servers: readonly Server[], requests: readonly Asked[]): Promise<readonly string[]> => {
  const isAlone = requests.some(breaksConnection);
  const groups = isAlone ? requests.map((request) => [request]) : [requests];
  const texts = servers.map(() => '');
  for (const group of groups)
    for (const [index, { port }] of servers.entries()) {
      const { text, error } = await exchangeBytes(port, bytesOf(group, port));
      texts[index] += `${withoutPort(text, port)}\n${error ?? ''}\n`;
    }
  return texts;
};

/** What the worlds recorded, except for the time that it took. */
const recordsOf = ({ simulation, port }: Server): string =>
  [...simulation.worlds]
    .flatMap(({ journal }) => [...journal.newestFirst()])
    .map((exchange) => withoutPort(JSON.stringify({ ...exchange, durationMs: 0 }), port))
    .join('\n');

/** Statuses of responses, to show that the requests are not all of one kind. */
const statusesOf = (text: string): readonly string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status as string);

const mountedIn = (context: ServerContext): RequestListener =>
  express()
    .disable('x-powered-by')
    .use(createMiddleware(context, { control: true, loadRoutes }));

/** An app gets the requests that are not for the service, and responds to them itself. */
const isForService =
  ({ worlds: { service } }: Simulation) =>
  ({ target, headers = {} }: Asked): boolean => {
    const { path } = splitTarget(target);
    if (!isTarget(target)) return false;
    return path.startsWith('/_vivarium/') || isBelowBase(service, selectWorld(path, headers).path);
  };

describe.each(documents)('%s', (document) => {
  test('sends the same bytes as the middleware in another app', async () => {
    const direct = await startServer(document, (context) => createListener(context, loadRoutes));
    const other = await startServer(document, mountedIn);
    const known = new Map<string, number>();
    const request = arbitraryOf(samplesOf(direct.simulation)).filter(isForService(direct.simulation));
    samplesOf(other.simulation);
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: requestsPerRun, maxLength: requestsPerRun }),
        async (requests) => {
          const [expected = '', found] = await askBoth([direct, other], requests);
          for (const status of statusesOf(expected)) known.set(status, (known.get(status) ?? 0) + 1);
          expect(found).toBe(expected);
        },
      ),
      { numRuns: runs, endOnFailure: true },
    );
    expect(recordsOf(other)).toBe(recordsOf(direct));
    const answered = [...known.values()].reduce((sum, count) => sum + count, 0);
    // Most requests are understood.
    for (const status of ['200', '404']) expect([...known.keys()]).toContain(status);
    expect(answered).toBeGreaterThan(runs * requestsPerRun * 0.8);
  });
});
