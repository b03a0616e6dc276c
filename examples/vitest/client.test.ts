import { expect } from 'vitest';
import { vivariumTest } from 'vivarium/vitest';
import { createClient } from './client.ts';

// Without a document, Vivarium serves the animal store. Yours: vivariumTest({ document: 'api.yaml' })
const test = vivariumTest();

test('an added animal is stored', async ({ world }) => {
  const client = createClient(world.basePath, world.fetch);
  const { id } = await client.add({ name: 'Maple', categoryId: 3 });
  expect(world.collection('pets').get(id)).toEqual({ id, name: 'Maple', categoryId: 3 });
  expect(world).toHaveNoViolations();
});

test('only animals with the chosen status are listed', async ({ world }) => {
  world.start({ scenario: 'empty' });
  world.collection('pets').put({ name: 'Maple', categoryId: 3, status: 'sold' });
  const client = createClient(world.basePath, world.fetch);
  expect(await client.list('available')).toEqual([]);
  expect(await client.list('sold')).toHaveLength(1);
});

test('an expired key asks for a new sign-in', async ({ world }) => {
  world.fault('unauthorized');
  const client = createClient(world.basePath, world.fetch);
  await expect(client.list('available')).rejects.toThrow('Please sign in again.');
});

test('a client that needs an address gets one', async ({ world, serviceUrl }) => {
  await createClient(serviceUrl).list('available');
  expect(await world.waitForExchange({ operation: 'listPets' })).toMatchObject({ query: 'status=available' });
});
