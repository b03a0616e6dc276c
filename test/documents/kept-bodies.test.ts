/** A world keeps what it generated for the last requests. It responds like a world that keeps nothing: at any time, and after changes. */
import { expect, test } from 'vitest';
import { isJsonType } from '../../src/core/http/media-type.ts';
import { stringifyJson } from '../../src/core/primitives/json.ts';
import type { Service } from '../../src/core/service/service.ts';
import { createVivarium, type VivariumWorld } from '../../src/index.ts';
import { type SampleRequest, sampleRequest } from '../../src/world/control/sample-request.ts';
import { fileNames, pathOf } from './sources.ts';
import { noScenarios, serviceOf } from './support/live-documents.ts';

const start = Date.UTC(2030, 5, 1);
const later = start + 40 * 86_400_000 + 1_234_567;

const headers = { authorization: 'Bearer demo' };

const send = async (world: VivariumWorld, { method, path, headers: sent, body }: SampleRequest): Promise<string> => {
  const isBodiless = body === undefined || method === 'GET';
  const text = isBodiless ? null : isJsonType(body.mediaType) ? stringifyJson(body.value) : String(body.value);
  const response = await world.fetch(path, { method, headers: { ...headers, ...sent }, body: text });
  return `${response.status} ${method} ${path} ${await response.text()}`;
};

const samplesOf = (service: Service): Record<'reads' | 'writes', readonly SampleRequest[]> => {
  const samples = service.operations.map((operation) =>
    sampleRequest(service, operation, { seed: 5, now: start, state: undefined }),
  );
  return {
    reads: samples.filter(({ method }) => method === 'GET'),
    writes: samples.filter(({ method }) => method === 'POST' || method === 'PATCH'),
  };
};

test.each(fileNames)('%s', async (file) => {
  const clock = { at: new Date(start).toISOString(), frozen: true };
  const vivarium = await createVivarium({
    document: pathOf(file),
    scenarios: noScenarios(),
    scenario: { extends: 'default', clock },
    maxWorlds: 20,
  });
  const { reads, writes } = samplesOf(serviceOf(vivarium));
  const allFrom = async (world: VivariumWorld, requests: readonly SampleRequest[]): Promise<readonly string[]> => {
    const responses: string[] = [];
    for (const request of requests) responses.push(await send(world, request));
    return responses;
  };
  const world = vivarium.world('keeping');
  const steps = [
    { at: start, changes: [] },
    { at: later, changes: [] },
    { at: later, changes: writes },
  ];
  for (const [index, { at, changes }] of steps.entries()) {
    world.clock.set({ now: at, frozen: true });
    await allFrom(world, changes);
    const fresh = vivarium.world(`fresh-${index}`);
    fresh.clock.set({ now: at, frozen: true });
    await allFrom(fresh, changes);
    const expected = await allFrom(fresh, reads);
    // The second time it has kept them; nothing was changed in between.
    for (const _time of ['first', 'second']) expect(await allFrom(world, reads)).toEqual(expected);
  }
  await vivarium.close();
});
