/** A world keeps what it generated for the last requests. It responds like a world that keeps nothing: at any time, and after changes. */
import { expect } from 'vitest';
import type { Service } from '../../../src/core/service/service.ts';
import type { VivariumWorld } from '../../../src/index.ts';
import { type SampleRequest, sampleRequest } from '../../../src/parts/samples/sample-request.ts';
import { spreadOver } from '../sources.ts';
import { type LiveDocument, serviceOf } from '../support/live-documents.ts';
import { textOf } from './samples.ts';

const start = Date.UTC(2030, 5, 1);
const later = start + 40 * 86_400_000 + 1_234_567;

const credential = { authorization: 'Bearer demo' };

const send = async (world: VivariumWorld, { method, path, headers, body }: SampleRequest): Promise<string> => {
  const init = { method, headers: { ...credential, ...headers }, body: textOf(method, body) };
  const response = await world.fetch(path, init);
  return `${response.status} ${method} ${path} ${await response.text()}`;
};

const allFrom = async (world: VivariumWorld, requests: readonly SampleRequest[]): Promise<readonly string[]> => {
  const responses: string[] = [];
  for (const request of requests) responses.push(await send(world, request));
  return responses;
};

/** Of each kind: the first operations of a document are all about one thing. */
const maxSamples = 6;

const samplesOf = (service: Service, methods: readonly string[]): readonly SampleRequest[] =>
  spreadOver(
    service.operations.filter(({ method }) => methods.includes(method)),
    maxSamples,
  ).map((operation) => sampleRequest(service, operation, { seed: 5, now: start, state: undefined }));

export const expectKept = async ({ vivarium }: LiveDocument): Promise<void> => {
  const service = serviceOf(vivarium);
  const reads = samplesOf(service, ['GET']);
  const writes = samplesOf(service, ['POST', 'PATCH']);
  const open = (name: string): VivariumWorld => {
    const world = vivarium.world(name);
    world.start({ clock: { at: new Date(start).toISOString(), frozen: true } });
    return world;
  };
  const world = open('keeping');
  const steps = [
    // The second time it has kept them; nothing was changed in between.
    { at: start, changes: [], times: 2 },
    { at: later, changes: [], times: 1 },
    { at: later, changes: writes, times: 1 },
  ];
  for (const [index, { at, changes, times }] of steps.entries()) {
    const fresh = open(`fresh-${index}`);
    for (const one of [world, fresh]) {
      one.clock.set({ now: at, frozen: true });
      await allFrom(one, changes);
    }
    const expected = await allFrom(fresh, reads);
    for (let time = 0; time < times; time++) expect(await allFrom(world, reads)).toEqual(expected);
  }
};
