/** Parallel worlds respond like single ones, byte for byte. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/primitives/json.ts';
import type { VivariumOptions } from '../../src/index.ts';
import { documentOf } from '../core/helpers.ts';
import fc from '../fast-check.ts';
import { listOf, object } from '../short-document.ts';
import { type Asked, type Got, json, key, type Live, serve } from './live.ts';

const frozen = { at: '2030-06-01T00:00:00Z', frozen: true };

const prefer = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  'code=401',
  'fault=unavailable',
  'delay=1ms',
  'example=none',
);

const requestTo = (method: string, target: string, body?: Asked['body']) =>
  prefer.map(
    (preference): Asked => ({
      method,
      target,
      headers: { ...(body === undefined ? key : json), ...(preference !== undefined && { prefer: preference }) },
      body,
    }),
  );

const oneOfAll = (...requests: readonly fc.Arbitrary<Asked>[]) =>
  fc.array(fc.oneof(...requests), { minLength: 1, maxLength: 25, size: 'max' });

/** Without the differences between worlds. */
const comparable = ({ status, headers: { 'vivarium-world': _world, ...headers }, text }: Got) => ({
  status,
  headers,
  text,
});

const play = async (live: Live, world: string, requests: readonly Asked[]): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const asked of requests)
    answers.push(comparable(await live.send({ ...asked, headers: { ...asked.headers, 'vivarium-world': world } })));
  return answers;
};

const expectSameAlone = async (
  options: VivariumOptions,
  requests: fc.Arbitrary<Asked[]>,
  numRuns: number,
): Promise<void> => {
  const live = await serve(options);
  let runs = 0;
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 2, maxLength: 4 }), async (lists) => {
      const run = ++runs;
      const parallel = await Promise.all(lists.map((list, at) => play(live, `run-${run}-${at}`, list)));
      for (const [at, list] of lists.entries()) {
        const solo = await play(live, `solo-${run}-${at}`, list);
        expect(parallel[at]).toEqual(solo);
        for (const { status } of solo as Got[]) seen.add(status);
      }
    }),
    { numRuns },
  );
  // Both results of chance occurred.
  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 503]));
};

test('of the shipped service, with generated data and a fault by chance', async () => {
  const options: VivariumOptions = { scenario: { clock: frozen, seed: 7, generate: { pets: 30 }, faults: ['flaky'] } };
  const requests = oneOfAll(
    requestTo('GET', '/v1/pets'),
    requestTo('GET', '/v1/pets?limit=3&status=sold'),
    requestTo('GET', '/v1/pets?limit=0'),
    requestTo('GET', '/v1/pets/31'),
    requestTo('GET', '/v1/store/orders'),
    requestTo('POST', '/v1/pets', { name: 'Maple', categoryId: 9007199254740993n }),
    requestTo('POST', '/v1/pets', { name: 'Rex', categoryId: 1, status: 'sold' }),
    requestTo('POST', '/v1/pets', { name: 7 }),
    requestTo('GET', '/v1/nowhere'),
  );
  await expectSameAlone(options, requests, 12);
});

test('of a service that generates ids, properties and whole responses', async () => {
  const thing = object(
    {
      code: { type: 'string', format: 'uuid' },
      name: { type: 'string' },
      at: { type: 'string', format: 'date-time' },
      price: { type: 'number' },
      tags: listOf({ type: 'string' }),
    },
    ['code', 'name', 'at', 'price', 'tags'],
  );
  const answer = (schema: object) => ({ description: 'Fine.', content: { 'application/json': { schema } } });
  const document = documentOf({
    '/things': {
      get: { responses: { 200: answer(listOf(thing)) } },
      post: {
        requestBody: { content: { 'application/json': { schema: object({ name: { type: 'string' } }) } } },
        responses: { 201: answer(thing), 503: answer(thing) },
      },
    },
    '/report': {
      get: { responses: { 200: answer({ type: 'array', minItems: 3, items: thing }), 503: answer(thing) } },
    },
  } as unknown as JsonObject);
  const options: VivariumOptions = {
    document,
    scenario: {
      clock: frozen,
      generate: { things: 5 },
      faults: ['flaky', { name: 'late', latency: { min: '0ms', max: '2ms' } }],
    },
  };
  const requests = oneOfAll(
    requestTo('GET', '/things'),
    requestTo('POST', '/things', {}),
    requestTo('POST', '/things', { name: 'a' }),
    requestTo('GET', '/report'),
    requestTo('GET', '/report?day=1'),
  );
  await expectSameAlone(options, requests, 8);
});
