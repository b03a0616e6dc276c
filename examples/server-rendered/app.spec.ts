import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { withWorld } from 'vivarium';
import { vivariumTest } from 'vivarium/playwright';
import { createApp } from './app.ts';

// Without a document, Vivarium serves the animal store. Yours: vivariumTest({ document: 'api.yaml' })
const test = vivariumTest().extend<object, { readonly app: string }>({
  // One app for all tests of a worker, which asks the service of that worker.
  app: [
    async ({ server }, use) => {
      const app = createApp({
        service: server.serviceUrl,
        fetchFor: (request) => withWorld(fetch, request),
      });
      const running = createServer(app).listen(0, '127.0.0.1');
      await new Promise((resolve) => running.once('listening', resolve));
      await use(`http://127.0.0.1:${(running.address() as AddressInfo).port}`);
      running.close();
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'parallel' });

for (const name of ['Maple', 'Birch', 'Rowan', 'Hazel'])
  test(`${name} is added to a store of its own`, async ({ page, app, world }) => {
    world.start({ scenario: 'empty' });
    await page.goto(app);
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('listitem')).toHaveText([name]);
    expect(world.exchanges({ operation: 'createPet' })).toHaveLength(1);
    world.assertNoViolations();
  });

test('a closed store is explained', async ({ page, app, world }) => {
  world.fault('unavailable');
  const response = await page.goto(app);
  expect(response?.status()).toBe(502);
  await expect(page.getByRole('alert')).toHaveText('The store is closed. Come back later.');
});

test('a store that is left alone lists its animals', async ({ request, app }) => {
  expect((await (await request.get(app)).text()).match(/<li>/g)).toHaveLength(24);
});
