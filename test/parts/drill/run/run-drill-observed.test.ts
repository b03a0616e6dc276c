import { expect, onTestFinished, test } from 'vitest';
import { createVivarium, type VivariumOptions, type VivariumWorld } from '../../../../src/index.ts';
import { simulationOf } from '../../../../src/library/simulation-of.ts';
import { observeWorld } from '../../../../src/parts/drill/run/run-drill.ts';

const observed = async (
  options: VivariumOptions = {},
): Promise<{ world: VivariumWorld; observer: ReturnType<typeof observeWorld> }> => {
  const vivarium = await createVivarium(options);
  onTestFinished(() => vivarium.close());
  const world = simulationOf(vivarium)?.worlds.open('observed');
  if (world === undefined) throw new Error('no world');
  return { world: vivarium.world('observed'), observer: observeWorld(world, { awaitsFault: false, delayMs: 0 }) };
};

const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };

test('requests are observed without their secrets', async () => {
  const { world, observer } = await observed();
  const body = JSON.stringify({ name: 'Maple', categoryId: 3 });
  await world.fetch('/v1/pets?a=b', { method: 'POST', headers: { ...headers, 'idempotency-key': 'secret' }, body });
  await world.fetch('/v1/nowhere', { headers });
  expect(observer.requests).toMatchObject([
    { operation: 'createPet', method: 'POST', path: '/v1/pets', query: 'a=b', isDone: true, created: 'pets' },
    { operation: undefined, method: 'GET', isDone: false, body: '', idempotencyKey: undefined },
  ]);
  expect(JSON.stringify(observer.requests)).not.toMatch(/secret|Maple|demo/);
});

test('a form is the same with another boundary', async () => {
  const { world, observer } = await observed();
  const send = (boundary: string, value: string): Promise<Response> =>
    world.fetch('/v1/pets', {
      method: 'POST',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n--${boundary}--\r\n`,
    });
  for (const [boundary, value] of [
    ['one', '1'],
    ['two', '1'],
    ['one', '2'],
  ] as const)
    await send(boundary, value);
  const [first, second, third] = observer.requests.map(({ body }) => body);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('Retry-After is read as seconds and as a date', async () => {
  const faults = [
    { name: 'seconds', on: { operation: 'listPets' }, status: 503, headers: { 'Retry-After': '7' } },
    { name: 'date', on: { operation: 'getPet' }, status: 503, headers: { 'Retry-After': '7s' } },
    { name: 'nonsense', on: { operation: 'listOrders' }, status: 503, headers: { 'Retry-After': 'soon' } },
  ] as const;
  const { world, observer } = await observed({
    scenario: { clock: { at: '2030-01-01T00:00:00Z', frozen: true }, faults },
  });
  for (const path of ['/v1/pets', '/v1/pets/1', '/v1/store/orders']) await world.fetch(path, { headers });
  expect(observer.requests.map(({ retryAfterMs }) => retryAfterMs)).toEqual([7000, 7000, undefined]);
});
