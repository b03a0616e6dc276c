/** From handlers of one's own to none, in the five steps of docs/guard.md. */

import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createVivarium } from 'vivarium';
import { guard, handlers } from 'vivarium/msw';
import { createClient } from '../vitest/client.ts';
import { handlersAsTheyWere, mendedHandlers, origin } from './handlers.ts';

const document = fileURLToPath(new URL('../../spec/animal-store.yaml', import.meta.url));
const vivarium = await createVivarium({ document });
const world = vivarium.world();
const server = setupServer();
const contract = await guard(server, { document });

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  contract.reset();
  world.reset();
});
afterAll(async () => {
  server.close();
  await Promise.all([contract.close(), vivarium.close()]);
});

/** What the tests of the app do. */
const useTheApp = async (own: readonly RequestHandler[]): Promise<void> => {
  server.resetHandlers(...own);
  const client = createClient(origin);
  await client.list('available');
  await client.add({ name: 'Maple', categoryId: 3 });
  const one = await fetch(`${origin}/pets/1`, { headers: { authorization: 'Bearer demo' } });
  expect(await one.json()).toMatchObject({ id: 1 });
};

/** By operation, who answered: the mocks, the world, or nobody. */
const answers = (): Readonly<Record<string, 'mock' | 'world' | 'nobody'>> =>
  Object.fromEntries(
    contract
      .coverage()
      .items.map(({ operation, answered: { mock, world } }) => [
        operation,
        mock > 0 ? 'mock' : world > 0 ? 'world' : 'nobody',
      ]),
  );

test('1. the guard finds the handler that is wrong, and the one that is missing', async () => {
  await expect(useTheApp(handlersAsTheyWere)).rejects.toThrow(TypeError);
  await expect(contract.assertNoViolations()).rejects.toThrow('status 200 is not documented for createPet');
  expect(answers()).toMatchObject({ listPets: 'mock', createPet: 'mock', getPet: 'nobody' });
});

test('2. and 3. the wrong one is mended, and a world behind them answers for the missing one', async () => {
  await useTheApp([...mendedHandlers, ...handlers(world)]);
  await contract.assertNoViolations();
  expect(answers()).toMatchObject({ listPets: 'mock', createPet: 'mock', getPet: 'world' });
});

test('4. and 5. handlers are deleted one by one, until none is left', async () => {
  const left = [...mendedHandlers];
  while (left.pop() !== undefined) {
    contract.reset();
    await useTheApp([...left, ...handlers(world)]);
    await contract.assertNoViolations();
    expect(Object.values(answers()).filter((who) => who === 'mock')).toHaveLength(left.length);
  }
  expect(answers()).toMatchObject({ listPets: 'world', createPet: 'world', getPet: 'world' });
});
