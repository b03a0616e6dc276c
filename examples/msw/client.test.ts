import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createVivarium } from 'vivarium';
import { handlers } from 'vivarium/msw';
import { createClient } from '../vitest/client.ts';

const vivarium = await createVivarium();
const world = vivarium.world();
const server = setupServer(...handlers(world));
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => world.reset());
afterAll(() => server.close());

const client = createClient('https://api.example.com/v1');

test('the client talks to the world, whatever its origin', async () => {
  await client.add({ name: 'Maple', categoryId: 3 });
  expect(world.diff()).toMatchObject([{ collection: 'pets', before: null, after: { name: 'Maple' } }]);
  world.assertNoViolations();
});

test('a lost response is a network error', async () => {
  world.fault('reset');
  await expect(client.list('available')).rejects.toThrow(TypeError);
});
