import { expect } from '@playwright/test';
import { vivariumTest } from 'vivarium/playwright';

// Without a document, Vivarium serves the animal store. Yours: vivariumTest({ document: 'api.yaml' })
const test = vivariumTest();

// The page sends its requests to the world of the test.
test.beforeEach(async ({ page, serviceUrl }) => {
  await page.addInitScript((url) => Object.assign(window, { storeUrl: url }), serviceUrl);
});
const address = `http://localhost:${process.env.PAGE_PORT}`;

test('an animal is added, found by its status, and shown', async ({ page, world }) => {
  await page.goto(address);
  await page.getByLabel('Name').fill('Maple');
  await page.getByLabel('Category').fill('3');
  await page.getByLabel('Status').selectOption('sold');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Maple was added.')).toBeVisible();
  await page.getByLabel('Show').selectOption('sold');
  await page.getByRole('button', { name: 'Maple' }).click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Number 25, category 3, sold');
  world.assertNoViolations();
});

test('an empty store says so', async ({ page, world }) => {
  world.start({ scenario: 'empty' });
  await page.goto(address);
  await expect(page.getByText('No animals here.')).toBeVisible();
});

test('an outage ends', async ({ page, world }) => {
  world.fault('server-error');
  await page.goto(address);
  await expect(page.getByRole('alert')).toContainText('The store has a problem (500).');
  world.clearFaults();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(24);
});

test('a lost connection is explained in the page', async ({ page, world }) => {
  world.fault('offline');
  await page.goto(address);
  await expect(page.getByRole('alert')).toContainText('The store cannot be reached.');
});

test('a slow store says so', async ({ page, world }) => {
  world.fault('slow', { latency: '1h' });
  await page.goto(address);
  await expect(page.getByText('The store is slow today.')).toBeVisible();
  world.clock.advance('1h');
  await expect(page.getByRole('listitem')).toHaveCount(24);
});
