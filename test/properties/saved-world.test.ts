/** A bug report is one file: a world that is written as a scenario continues identically elsewhere. */
import { expect, test } from 'vitest';
import type { Json } from '../../src/core/primitives/json.ts';
import fc from '../fast-check.ts';
import { type Asked, type Got, json, key, serve } from './live.ts';

const faults = [
  { use: 'flaky', on: { operation: 'listPets' } },
  { use: 'conflict', on: { operation: 'createPet' }, when: { after: 1, every: 2, first: 3, chance: 0.7 } },
  { name: 'late', when: { from: '1h', for: '2h' }, status: 503 },
  { name: 'spoiled', on: { method: 'GET', path: '/pets/*' }, when: { chance: 0.3 }, status: 404, work: 'done' },
];

const start = { clock: { at: '2030-12-04T20:00:00Z', frozen: true }, seed: 5 };

const create = fc
  .record(
    { name: fc.string({ maxLength: 8 }), categoryId: fc.nat(9), status: fc.constantFrom('sold', 'pending') },
    { requiredKeys: [] },
  )
  .map((body): Asked => ({ method: 'POST', target: '/v1/pets', headers: json, body: body as Json }));
const read = fc.nat(32).map((id): Asked => ({ method: 'GET', target: `/v1/pets/${id}`, headers: key }));
const list = fc
  .constantFrom('', '?status=sold', '?limit=3', '?limit=999')
  .map((query): Asked => ({ method: 'GET', target: `/v1/pets${query}`, headers: key }));
const control = fc.oneof(
  fc.nat(28).map((id): Asked => ({ method: 'DELETE', target: `/_vivarium/api/worlds/{world}/collections/pets/${id}` })),
  fc
    .constantFrom('flaky', 'late', 'unauthorized')
    .map((fault): Asked => ({ method: 'DELETE', target: `/_vivarium/api/worlds/{world}/faults/${fault}` })),
  fc.constantFrom('late', 'slow').map(
    (fault): Asked => ({
      method: 'PUT',
      target: `/_vivarium/api/worlds/{world}/faults/${fault}`,
      headers: { 'content-type': 'application/json' },
      body: { on: { operation: 'getPet' }, latency: '1ms' },
    }),
  ),
  fc.constantFrom('2030-12-04T22:30:00Z', '2030-12-05T00:00:00Z').map(
    (now): Asked => ({
      method: 'PUT',
      target: '/_vivarium/api/worlds/{world}/clock',
      headers: { 'content-type': 'application/json' },
      body: { now },
    }),
  ),
);
const anyRequest = fc.oneof(
  { weight: 4, arbitrary: create },
  { weight: 3, arbitrary: read },
  { weight: 3, arbitrary: list },
  { weight: 2, arbitrary: control },
);

/** Without the differences between worlds, and without real times. */
const comparable = ({ status, headers, text }: Got) => {
  const { 'vivarium-world': _world, connection: _connection, 'keep-alive': _keepAlive, date, ...rest } = headers;
  const isService = _world !== undefined;
  return { status, headers: rest, ...(isService && { date, text }) };
};

test('a saved world continues identically, byte for byte', async () => {
  const { send } = await serve({});
  let run = 0;
  const inWorld = (world: string, asked: Asked): Promise<Got> =>
    // By header: a prefix would be in links.
    send({
      ...asked,
      target: asked.target.replace('{world}', world),
      headers: { ...asked.headers, ...(asked.target.startsWith('/v1') && { 'vivarium-world': world }) },
    });
  const put = (world: string, body: Json): Promise<Got> =>
    send({
      method: 'PUT',
      target: `/_vivarium/api/worlds/${world}`,
      headers: { 'content-type': 'application/json' },
      body,
    });

  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRequest, { maxLength: 25 }),
      fc.array(anyRequest, { minLength: 5, maxLength: 25 }),
      async (before, after) => {
        const [original, copy] = [`original-${++run}`, `copy-${run}`];
        expect((await put(original, { ...start, inline: { extends: 'default', faults } } as Json)).status).toBe(201);
        for (const asked of before) await inWorld(original, asked);
        const saved = await send({ method: 'GET', target: `/_vivarium/api/worlds/${original}/scenario` });
        expect((await put(copy, { inline: saved.body as Json })).status).toBe(201);
        for (const asked of after) {
          expect(comparable(await inWorld(copy, asked)), `${asked.method} ${asked.target}`).toEqual(
            comparable(await inWorld(original, asked)),
          );
        }
        for (const world of [original, copy])
          await send({ method: 'DELETE', target: `/_vivarium/api/worlds/${world}` });
      },
    ),
    { numRuns: 10 },
  );
});
