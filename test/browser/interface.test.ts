import { describe, expect, test } from 'vitest';
import { documentOf, integer, listOf, named, object } from '../short-document.ts';
import { nestedDocument } from './nested-document.ts';
import { usePanel } from './panel.ts';

const panel = usePanel();

test('operations are grouped as in the document, with their marks, binding and reasons', async () => {
  const page = await panel.show('#/default/interface');
  const { operations } = (await panel.server.api('GET', '/service')).body;
  for (const { operation, tags, path } of operations) {
    const link = page.getByRole('region', { name: tags[0], exact: true }).getByRole('link', { name: operation });
    expect(await link.textContent()).toContain(path);
  }
  await page.getByRole('link', { name: 'getPet' }).click();
  const detail = page.getByRole('article', { name: 'getPet' });
  const { reason } = operations.find((one: { operation: string }) => one.operation === 'getPet');
  await detail.getByText(reason).waitFor();
  await detail.getByText('deprecated', { exact: true }).waitFor();
  await detail
    .getByText(/to be removed/)
    .first()
    .waitFor();
  await detail.getByRole('link', { name: 'pets', exact: true }).waitFor();
  expect(await detail.getByRole('region', { name: 'Parameters' }).textContent()).toContain(
    'petId in path integer, int64 required',
  );
});

test('schemas and examples are shown', async () => {
  const page = await panel.show('#/default/interface/createPet');
  const detail = page.getByRole('article', { name: 'createPet' });
  const body = detail.getByRole('region', { name: 'Request body' });
  for (const text of ['NewPet', 'categoryId', 'PetStatus: one of "available", "pending", "sold"'])
    expect(await body.textContent()).toContain(text);
  await body.getByText(/^Example: All/).click();
  await body.getByText('"Maple"').first().waitFor();
  await detail.getByText('The animal was added.').click();
  await detail.getByRole('region', { name: 'Responses' }).getByText('list of').first().waitFor({ state: 'detached' });
});

test('"try it" sends a valid request, which can be edited before', async () => {
  const page = await panel.show('#/default/interface/createPet');
  const form = page.getByRole('region', { name: 'Try it' });
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText('201').waitFor();
  const [created] = (await panel.server.api('GET', '/worlds/default/exchanges')).body.items;
  expect(created).toMatchObject({ operation: 'createPet', status: 201, violations: [] });
  await form.getByLabel('Body', { exact: true }).fill('{ "name": "Otto" }');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText('body.categoryId is required').waitFor();
  await form.getByRole('link', { name: 'Why this response' }).click();
  await page.getByRole('heading', { name: 'Why this response' }).waitFor();
});

test('coverage shows the covered and the uncovered parts', async () => {
  await panel.server.api('POST', '/worlds/default/reset');
  await panel.server.call('GET', '/v1/pets?status=sold');
  const page = await panel.show('#/default/interface/listPets');
  const report = (await panel.server.api('GET', '/worlds/default/coverage')).body;
  const operation = report.items.find((one: { operation: string }) => one.operation === 'listPets');
  const never = page.getByRole('region', { name: 'Never exercised' });
  await never.waitFor();
  const shown = await never.locator('.mark').allTextContents();
  expect(shown).toEqual(operation.unseen);
  await page.getByText('sold: 1 ×').waitFor();
  await page.getByText('pending: never').waitFor();
  await panel.server.call('GET', '/v1/pets?status=pending');
  await page.getByText('pending: 1 ×').waitFor();
  await page.getByRole('progressbar', { name: /parts exercised \(\d+ %\)/ }).waitFor();
});

describe('another document', () => {
  const other = usePanel({ document: nestedDocument });

  test('is shown too, with a request to try', async () => {
    const page = await other.show('#/default/interface/createOrder');
    const form = page.getByRole('region', { name: 'Try it' });
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('201').first().waitFor();
    const [created] = (await other.server.api('GET', '/worlds/default/exchanges')).body.items;
    expect(created).toMatchObject({ operation: 'createOrder', status: 201, violations: [] });
  });
});

const itemsDocument = (title: string, property: string): object =>
  documentOf(title, {
    '/items': { get: named('list', listOf(object({ id: integer, [property]: integer }, ['id', property]))) },
  });

describe('several services', () => {
  const panel = usePanel({
    services: {
      shop: { document: itemsDocument('Shop', 'price'), base: '/shop' },
      users: { document: itemsDocument('Users', 'birthYear'), base: '/users' },
    },
  });

  test('operations are grouped by service, each with its own schema, and can be tried', async () => {
    const page = await panel.show('#/default/interface');
    await page.getByRole('region', { name: 'Shop: Operations' }).getByRole('link', { name: 'shop.list' }).waitFor();
    await page.getByRole('region', { name: 'Users: Operations' }).getByRole('link', { name: 'users.list' }).click();
    const detail = page.getByRole('article', { name: 'users.list' });
    await detail.getByText('Fine.').click();
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

  test('the header, the demo view and the empty traffic view have the base URL of each service', async () => {
    await panel.server.api('PUT', '/worlds/alice', {});
    const bases = ['shop', 'users'].map((base) => `${panel.origin}/~alice/${base}`);
    const page = await panel.show('#/alice/traffic');
    const main = page.getByRole('main');
    for (const base of bases) await main.getByText(base, { exact: true }).waitFor();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Base URLs of / })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Base URLs' });
    await dialog.getByRole('button', { name: 'Copy the base URL of users in alice' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(bases[1]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.goto(`${panel.origin}/_vivarium/#/alice/demo`);
    await page.getByRole('heading', { name: 'Shop, Users' }).waitFor();
    for (const base of bases) await page.getByText(base, { exact: true }).waitFor();
  });

  test('a world has a base URL for each service, and a fault keeps its service when it is edited', async () => {
    await panel.server.api('PUT', '/worlds/default/faults/mine', { status: 503, on: { service: 'users' } });
    const page = await panel.show('#/default/worlds');
    await page
      .getByRole('region', { name: 'Open worlds' })
      .getByRole('button', { name: 'Base URLs of default' })
      .click();
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
});
