/** A broken document is rejected with a ConfigError, or served: nothing else happens. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from '../../src/core/primitives/config-error.ts';
import { type JsonObject, stringifyJson } from '../../src/core/primitives/json.ts';
import type { Operation } from '../../src/core/service/operation.ts';
import type { Service } from '../../src/core/service/service.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { sampleRequest } from '../../src/parts/samples/sample-request.ts';
import { chooseServices } from '../../src/simulation/service-source.ts';
import { createSimulation, type Simulation } from '../../src/simulation/simulation.ts';
import { createFetch, type Fetch } from '../../src/world/fetch.ts';
import { silentLogger } from '../../src/world/logger.ts';
import type { World } from '../../src/world/world.ts';
import fc from '../fast-check.ts';
import { fileNames, pathOf } from './sources.ts';
import { anyMutation, mutate } from './support/mutated-documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-broken-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Undefined if it is rejected. */
const simulate = async (broken: object): Promise<Simulation | undefined> => {
  const document = join(folder, 'openapi.json');
  writeFileSync(document, stringifyJson(broken as JsonObject));
  const services = await chooseServices({
    document: [document],
    services: {},
    overlay: [],
    base: undefined,
    nameOf: String,
  });
  const source = { services, scenario: {}, scenarios: undefined, seed: 1, fault: [], nameOf: String };
  const limits = {
    maxWorlds: 10,
    journal: 10,
    maxBody: 1_000_000,
    showCredentials: false,
    token: undefined,
    logger: silentLogger,
  };
  try {
    const simulation = await createSimulation(source, limits);
    await simulation.worlds.ready();
    return simulation;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
};

const bodies = ['{}', '[]', 'null', '{"id":1,"name":"x","data":{}}', '"x"', '{'];

/** The credential of the first alternative, unless it is in the query. */
const credentialFor = ({ security: [schemes = []] }: Operation): Record<string, string> =>
  Object.fromEntries(
    schemes.flatMap((scheme): [string, string][] => {
      if (scheme.type === 'bearer') return [['authorization', 'Bearer demo']];
      if (scheme.type === 'basic') return [['authorization', 'Basic ZGVtbzpkZW1v']];
      return scheme.in === 'header' && /^[\w-]+$/.test(scheme.name) ? [[scheme.name, 'demo']] : [];
    }),
  );

/** Valid and invalid requests of an operation. */
const callAll = async (send: Fetch, service: Service, seed: number): Promise<readonly string[]> => {
  const wrong: string[] = [];
  const call = async (method: string, path: string, init: RequestInit): Promise<void> => {
    const { status } = await send(path, { ...init, method });
    if (status >= 500 && status !== 501) wrong.push(`${method} ${path} is ${status}`);
  };
  const step = Math.max(1, Math.floor(service.operations.length / 6));
  for (let at = seed % step; at < service.operations.length; at += step) {
    const operation = service.operations[at] as Operation;
    const credential = credentialFor(operation);
    // Requests that no client can send.
    if (!/^[A-Z]+$/.test(operation.method) || ['TRACE', 'CONNECT', 'TRACK'].includes(operation.method)) continue;
    const { method, path, headers, body } = sampleRequest(service, operation, { seed, now: 0, state: undefined });
    const text =
      body === undefined ? null : typeof body.value === 'string' ? body.value : JSON.stringify(body.value, plain);
    const canHaveBody = method !== 'GET' && method !== 'HEAD';
    await call(method, path, { headers: { ...headers, ...credential }, ...(canHaveBody && { body: text }) });
    const own = `${service.basePaths[0]}${operation.path.replaceAll(/\{[^}]*\}/g, '1')}`;
    await call(method, `${own}?limit=x&page=2`, {
      headers: { ...credential, 'content-type': 'application/json' },
      ...(canHaveBody && { body: bodies[seed % bodies.length] as string }),
    });
  }
  return wrong;
};

const plain = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

/** Of each document. These few find regressions; `FAST_CHECK_RUNS` sets more, also for large documents, of which few parts are broken at once. */
const runsOf = (file: string): number =>
  Number(process.env.FAST_CHECK_RUNS ?? (statSync(pathOf(file)).size < 50_000 ? 2 : 1));

test.each(fileNames)('%s with broken parts is rejected or served', { timeout: 120_000 }, async (file) => {
  const { document } = await loadDocument(pathOf(file));
  let served = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyMutation, { minLength: 1, maxLength: 12 }), fc.nat(1000), async (mutations, seed) => {
      const simulation = await simulate(mutate(document, mutations));
      if (simulation === undefined) return;
      served++;
      const { worlds } = simulation;
      const inProcess = createFetch(worlds, () => worlds.open('default') as World, 1_000_000, { count: 0, last: '' });
      expect(await callAll(inProcess, simulation.sources.service, seed)).toEqual([]);
    }),
    { numRuns: runsOf(file) },
  );
  expect(served).toBeGreaterThan(0);
});
