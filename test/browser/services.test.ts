/** The panel of a server with two services. */
import { expect, test } from 'vitest';
import { usePanel } from './panel.ts';

const documentOf = (title: string, property: string): object => ({
  openapi: '3.1.0',
  info: { title, version: '1.0.0' },
  paths: {
    '/items': {
      get: {
        operationId: 'list',
        responses: {
          '200': {
            description: 'All.',
            content: {
              'application/json': {
                schema: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['id', property],
                    properties: { id: { type: 'integer' }, [property]: { type: 'integer' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});

const panel = usePanel({
  services: {
    shop: { document: documentOf('Shop', 'price'), base: '/shop' },
    users: { document: documentOf('Users', 'birthYear'), base: '/users' },
  },
});

test('operations are grouped by service, each with its own schema, and can be tried', async () => {
  const page = await panel.open('#/default/interface');
  await page.getByRole('region', { name: 'Shop: Operations' }).getByRole('link', { name: 'shop.list' }).waitFor();
  await page.getByRole('region', { name: 'Users: Operations' }).getByRole('link', { name: 'users.list' }).click();
  const detail = page.getByRole('article', { name: 'users.list' });
  await detail.getByText('All.').click();
  await detail.getByText('items', { exact: true }).click();
  await detail.getByText('birthYear').first().waitFor();
  expect(await detail.textContent()).not.toContain('price');
  await detail.getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(async () => (await panel.server.api('GET', '/worlds/default/exchanges')).body.items)
    .toHaveLength(1);
  const { items } = (await panel.server.api('GET', '/worlds/default/exchanges?operation=users.list')).body;
  expect(items).toMatchObject([{ path: '/users/items', status: 200 }]);
});

test('a world has a base URL for each service, and a fault keeps its service when it is edited', async () => {
  await panel.server.api('PUT', '/worlds/default/faults/mine', { status: 503, on: { service: 'users' } });
  const page = await panel.open('#/default/worlds');
  for (const base of ['shop', 'users']) await page.getByText(`${panel.origin}/${base}`, { exact: true }).waitFor();
  await page.goto(`${panel.origin}/_vivarium/#/default/faults`);
  await page.getByRole('button', { name: 'Edit mine' }).click();
  const form = page.getByRole('dialog');
  expect(await form.getByLabel('Service').inputValue()).toBe('users');
  await form.getByLabel('Status').fill('500');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  expect((await panel.server.api('GET', '/worlds/default/faults/mine')).body).toMatchObject({
    status: 500,
    on: { service: 'users' },
  });
});
