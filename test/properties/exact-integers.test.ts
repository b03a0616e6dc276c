/** Created integers can be listed and read with every digit. */
import { expect, test } from 'vitest';
import { decide, loadAnimalStore, requestOf, stateOf } from '../core/helpers.ts';
import fc from '../fast-check.ts';
import { asJson, int64, json, key, serve } from './live.ts';

const service = await loadAnimalStore();

const anyInt64 = fc.oneof(
  fc.bigInt(int64),
  fc.constantFrom(int64.min, int64.max, 0n, -1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 10n ** 18n),
);

test('a created int64 can be read and listed with every digit', async () => {
  const live = await serve({ scenario: {} });
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(anyInt64, async (categoryId) => {
      const world = { 'vivarium-world': `run-${++runs}` };
      const pet = `{"id":1,"name":"a","categoryId":${categoryId}}`;
      const created = await live.send({
        method: 'POST',
        target: '/v1/pets',
        headers: { ...json, ...world },
        body: Buffer.from(`{"categoryId": ${categoryId}, "name": "a"}`),
      });
      expect([created.status, created.text]).toEqual([201, `{"id":1,"categoryId":${categoryId},"name":"a"}`]);
      const read = await live.send({ method: 'GET', target: '/v1/pets/1', headers: { ...key, ...world } });
      expect(read.text).toBe(created.text);
      const listed = await live.send({ method: 'GET', target: '/v1/pets', headers: { ...key, ...world } });
      expect(listed.text).toBe(`[${created.text}]`);
      expect(created.text).toHaveLength(pet.length);
    }),
    { numRuns: 80 },
  );
});

test('an item is found by an id of any int64', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyInt64, { maxLength: 8 }), anyInt64, (ids, other) => {
      const pets = ids.map((id) => ({ id: asJson(id), name: `pet ${id}`, categoryId: 1 }));
      const state = stateOf(service, { data: { pets } });
      for (const id of ids)
        expect(decide(service, state, requestOf('GET', `/v1/pets/${id}`)).reply.response.body).toBe(
          `{"id":${id},"name":"pet ${id}","categoryId":1}`,
        );
      expect(decide(service, state, requestOf('GET', `/v1/pets/${other}`)).status).toBe(
        ids.includes(other) ? 200 : 404,
      );
      const created = decide(service, state, requestOf('POST', '/v1/pets', { body: { name: 'new', categoryId: 1 } }));
      const { id } = created.body as { id: number };
      expect(created.status).toBe(201);
      expect(Number.isSafeInteger(id) && id > 0 && !ids.includes(BigInt(id))).toBe(true);
    }),
    { numRuns: 80 },
  );
});

test('an integer beyond int64 is rejected in every location', () => {
  const beyond = fc.oneof(
    fc.bigInt({ min: int64.max + 1n, max: 2n ** 80n }),
    fc.bigInt({ min: -(2n ** 80n), max: int64.min - 1n }),
  );
  const state = stateOf(service);
  fc.assert(
    fc.property(beyond, (value) => {
      const created = decide(service, state, requestOf('POST', '/v1/pets', { body: { name: 'a', categoryId: value } }));
      expect(created.status).toBe(400);
      expect(created.exchange.violations).toMatchObject([{ in: 'body', pointer: '/categoryId' }]);
      const read = decide(service, state, requestOf('GET', `/v1/pets/${value}`));
      expect([read.status, read.header('Vivarium-Violations')]).toEqual([404, '1']);
    }),
    { numRuns: 60 },
  );
});
