import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { vivariumTest } from 'vivarium/playwright';

// Without a document, Vivarium serves the animal store. Yours: vivariumTest({ document: 'api.yaml' })
const test = vivariumTest();

// In place of your development server.
const pages = createServer((_request, response) =>
  response.setHeader('Content-Type', 'text/html').end(readFileSync(new URL('page.html', import.meta.url))),
);
let origin: string;
test.beforeAll(async () => {
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
});
test.afterAll(() => void pages.close());

test('the animals are listed', async ({ page, world, serviceUrl }) => {
  world.collection('pets').replace([{ id: 1, name: 'Maple', categoryId: 3 }]);
  await page.goto(`${origin}/?api=${serviceUrl}`);
  await expect(page.getByRole('listitem')).toHaveText(['Maple']);
  world.assertNoViolations();
});

test('an outage is explained', async ({ page, world, serviceUrl }) => {
  world.fault('unavailable');
  await page.goto(`${origin}/?api=${serviceUrl}`);
  await expect(page.getByRole('alert')).toHaveText('The store is closed (503).');
});

test('a lost connection is explained', async ({ page, world, serviceUrl }) => {
  world.fault('reset');
  await page.goto(`${origin}/?api=${serviceUrl}`);
  await expect(page.getByRole('alert')).toHaveText('You are offline.');
});

test('requests below baseURL are in the world of the test', async ({ request, world }) => {
  const response = await request.get('/v1/pets/1', { headers: { Authorization: 'Bearer demo' } });
  expect(response.headers()['vivarium-world']).toBe(world.name);
});
