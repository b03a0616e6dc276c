/** The traffic of a service becomes a document that Redocly accepts, that the service keeps to, and that has its resources. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import type { Service } from '../../../../src/core/service/service.ts';
import { createVivarium, type Vivarium } from '../../../../src/index.ts';
import { compileService } from '../../../../src/openapi/compile.ts';
import { loadDocument } from '../../../../src/openapi/load/load.ts';
import { documentToYaml } from '../../../../src/parts/import/import-command.ts';
import { createJudge } from '../../../../src/parts/verify/prism.ts';
import { createClient } from '../../../../src/parts/verify/requests.ts';
import { verifyService } from '../../../../src/parts/verify/verify.ts';
import { sharedFolder } from '../../../documents/sources.ts';
import { importTexts } from '../files/replay.ts';
import { type RecordedCall, recordTraffic, toCollection, toHar } from './record-traffic.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Those of the shared folder are judged where it is. */
const documents = [
  here('../../../../spec/animal-store.yaml'),
  here('../../verify/library.yaml'),
  `${sharedFolder}/speakeasy-lapcounter.yaml`,
  `${sharedFolder}/specmatic-order-v5.yaml`,
];

const serve = async <Value>(
  document: string,
  use: (origin: string, vivarium: Vivarium) => Promise<Value>,
): Promise<Value> => {
  const vivarium = await createVivarium({ document, seed: 1, scenarios: here('.') });
  try {
    const { url } = await vivarium.listen({ port: 0 });
    return await use(url, vivarium);
  } finally {
    await vivarium.close();
  }
};

const compiled = async (document: object): Promise<Service> => {
  const service = compileService(document as JsonObject);
  await service.ready();
  return service;
};

/** Exercises every operation: valid requests, and those that a service rejects. */
const verify = async (
  service: Service,
  origin: string,
  fetch?: typeof globalThis.fetch,
): Promise<readonly string[]> => {
  const { operations } = await verifyService(service, {
    send: createClient({
      baseUrl: `${origin}${service.basePaths[0] ?? ''}`,
      credentials: { key: undefined, headers: [] },
      timeoutMs: 60_000,
      rate: undefined,
      ...(fetch && { fetch }),
    }),
    judge: await createJudge(service),
    seed: 1,
    now: Date.UTC(2030, 0, 1),
    isReadOnly: false,
    only: [],
  });
  return operations.flatMap(({ operation, findings }) =>
    findings.map(({ label, status, message }) => `${operation.name} ${label}: ${status}: ${message}`),
  );
};

/** What a client saw: neither properties that the document does not have, nor an operation that never succeeded. */
const isUsual = ({ sent, url }: RecordedCall): boolean =>
  !sent.includes('vivarium-undeclared') && !url.endsWith('/store/orders');

/** Each operation with its part in a resource, as `explain` shows it. */
const resourcesOf = ({ operations }: Service) =>
  operations
    .filter(({ path }) => path !== '/store/orders')
    .map(({ method, path, binding }) => ({
      operation: `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`,
      action: binding?.action,
      kind: binding?.collection.kind,
      id: binding?.collection.idProperty,
      parents: binding?.collection.parents.length,
    }))
    .sort((left, right) => left.operation.localeCompare(right.operation));

const lint = async (document: object): Promise<readonly string[]> => {
  // Only the owner of a service knows its licence; and what nobody saw, the draft does not state.
  const rules = '{ info-license: "off", info-license-strict: "off", operation-4xx-response: "off" }';
  const config = await createConfig(`{ extends: [recommended], rules: ${rules}, telemetry: "off" }`);
  const problems = await lintFromString({ source: documentToYaml(document as JsonObject), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
};

describe.each([...documents.filter((path) => existsSync(path)).entries()])('%i: %s', (at, path) => {
  let original: Service;
  let calls: readonly RecordedCall[];

  beforeAll(async () => {
    original = await compiled((await loadDocument(path, [])).document);
    calls = await serve(path, (origin) => recordTraffic(origin, (proxy) => verify(original, proxy)));
    calls = calls.filter(isUsual);
  }, 120_000);

  const formats = [
    ['shop.har', toHar],
    ['shop.postman_collection.json', toCollection],
  ] as const;
  test.each(formats)('as %s', { timeout: 120_000 }, async (name, write) => {
    const { document = {}, rows } = await importTexts({ [name]: JSON.stringify(write(calls)) }, undefined);
    expect(rows.filter(({ fate }) => fate === 'lost').map(({ key, reason }) => `${key}: ${reason}`)).toEqual([]);
    expect(await lint(document)).toEqual([]);
    const drafted = await compiled(document);
    expect(drafted.problems).toEqual([]);
    expect(resourcesOf(drafted)).toEqual(resourcesOf(original));
    // What the same traffic is drafted to differs little between the formats: each is exercised for half of the documents.
    if (name !== formats[at % 2]?.[0]) return;
    expect(await serve(path, (origin, vivarium) => verify(drafted, origin, vivarium.world().fetch))).toEqual([]);
  });
});
