import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nestedDocument } from './nested-document.ts';
import { usePanel } from './panel.ts';

const cells = (page: Page, column: number): Promise<readonly string[]> =>
  page.locator(`tbody tr td:nth-child(${column})`).allTextContents();

describe('a collection', () => {
  const panel = usePanel();
  beforeEach(async () => {
    await panel.server.api('POST', '/worlds/default/reset');
  });
  const pet = async (id: number) => (await panel.server.api('GET', `/worlds/default/collections/pets/${id}`)).body;

  test('is a table that can be sorted and searched', async () => {
    const page = await panel.show('#/default/data/pets');
    await page.getByText('1–24 of 24').waitFor();
    await page.getByRole('button', { name: 'name', exact: true }).click();
    const sorted = (await panel.server.api('GET', '/worlds/default/collections/pets?sort=name')).body.items;
    await expect.poll(() => cells(page, 2)).toEqual(sorted.map(({ name }: { name: string }) => name));
    await page.getByRole('button', { name: 'name', exact: true }).click();
    await expect.poll(async () => (await cells(page, 2))[0]).toBe(sorted.at(-1).name);
    await page.getByLabel('Search pets').fill('luna');
    await expect.poll(() => cells(page, 2)).toEqual(['Luna']);
    expect(page.url()).toMatch(/data\/pets\?sort=-name&text=luna$/);
    await page.reload();
    await expect.poll(() => cells(page, 2)).toEqual(['Luna']);
    await page.getByRole('button', { name: 'Edit pets 1', exact: true }).click();
    await page.getByRole('dialog', { name: 'Edit pets 1' }).waitFor();
    expect(page.url()).toMatch(/data\/pets\/1\?sort=-name&text=luna$/);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => cells(page, 2)).toEqual(['Luna']);
  });

  test('an item is edited in a form for its schema', async () => {
    const page = await panel.show('#/default/data/pets');
    await page.getByRole('button', { name: 'Edit pets 2', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const status = dialog.getByLabel('status').locator('option');
    await status.first().waitFor({ state: 'attached' });
    const options = await status.allTextContents();
    expect(options).toEqual(['none', 'available', 'pending', 'sold']);
    await dialog.getByLabel('name').fill('Biscotti');
    await dialog.getByLabel('status').selectOption('sold');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await pet(2)).toEqual({ id: 2, name: 'Biscotti', categoryId: 2, status: 'sold' });
    await expect.poll(async () => (await cells(page, 2))[1]).toBe('Biscotti');
  });

  test('an error is shown at its field, whether the panel or the server finds it', async () => {
    const page = await panel.show('#/default/data/pets');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('categoryId').fill('many');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const errorOf = async (label: string): Promise<string | null> => {
      const id = (await dialog.getByLabel(label, { exact: false }).getAttribute('aria-describedby'))?.split(' ').at(-1);
      return dialog.locator(`[id="${id}"]`).textContent();
    };
    await dialog.getByText('must be a whole number').waitFor();
    expect(await errorOf('categoryId')).toBe('must be a whole number');
    expect(await errorOf('name')).toBe('is required');
    await dialog.getByLabel('name').fill('Maple');
    // Beyond an int64: only the server checks that.
    await dialog.getByLabel('categoryId').fill('9223372036854775808');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText(/categoryId must be/).waitFor();
    expect(await errorOf('categoryId')).toContain('categoryId');
    expect((await panel.server.api('GET', '/worlds/default/collections/pets?limit=0')).body.total).toBe(24);
    // Every digit arrives.
    await dialog.getByLabel('categoryId').fill('9223372036854775807');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { text } = await panel.server.api('GET', '/worlds/default/collections/pets/25');
    expect(text).toContain('"categoryId":9223372036854775807');
    await page.getByText('9223372036854775807').waitFor();
    await page.getByRole('button', { name: 'Edit pets 25', exact: true }).click();
    await dialog.getByLabel('name').fill('Maple 2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const again = await panel.server.api('GET', '/worlds/default/collections/pets/25');
    expect(again.text).toContain('"categoryId":9223372036854775807');
    expect(again.text).toContain('Maple 2');
  });

  test('an item is deleted, the changes are shown, and a reset brings it back', async () => {
    const page = await panel.show('#/default/data/pets');
    await page.getByRole('button', { name: 'Edit pets 3', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await panel.server.api('GET', '/worlds/default/collections/pets/3')).status).toBe(404);
    await panel.server.call('POST', '/v1/pets', { name: 'Maple', categoryId: 3 });
    await page.getByRole('link', { name: 'Changes since the start' }).click();
    await page.getByText('2 items differ from the scenario.').waitFor();
    const changes = await page.locator('.change').allTextContents();
    expect(changes.some((text) => text.includes('deleted') && text.includes('pets 3'))).toBe(true);
    expect(changes.some((text) => text.includes('added') && text.includes('Maple'))).toBe(true);
    await page.getByRole('button', { name: 'Reset the world' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset the world' }).click();
    await page.getByRole('heading', { name: 'Nothing has changed' }).waitFor();
    expect(await pet(3)).toMatchObject({ id: 3 });
  });

  test('changes of a client appear automatically', async () => {
    const page = await panel.show('#/default/data/pets');
    await page.getByText('1–24 of 24').waitFor();
    await panel.server.call('POST', '/v1/pets', { name: 'Visitor', categoryId: 3 });
    await page.getByText('1–25 of 25').waitFor();
    await page.getByRole('cell', { name: 'Visitor' }).waitFor();
  });
});

describe('thousands of items', () => {
  const panel = usePanel();
  beforeAll(async () => {
    const inline = { generate: { pets: 10_000 } };
    await panel.server.api('PUT', '/worlds/default', { inline });
  });
  afterAll(() => panel.server.api('DELETE', '/worlds/default'));

  test('are paged: the document has at most one page of them', async () => {
    const page = await panel.show('#/default/data/pets');
    await page.getByText('1–50 of 10,000').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('51–100 of 10,000').waitFor();
    const { items } = (await panel.server.api('GET', '/worlds/default/collections/pets?limit=50&offset=50')).body;
    await expect.poll(() => cells(page, 3)).toEqual(items.map(({ id }: { id: number }) => String(id)));
    expect(await page.locator('tbody tr').count()).toBe(50);
    await page.getByRole('button', { name: 'id', exact: true }).click();
    await page.getByRole('button', { name: 'id', exact: true }).click();
    await expect.poll(async () => (await cells(page, 3))[0]).toBe('10000');
  });
});

describe('nested collections', () => {
  const panel = usePanel({ document: nestedDocument });

  test('are below their parents, and their items show their parents', async () => {
    const page = await panel.show('#/default/data');
    const links = page.getByRole('navigation', { name: 'Collections' }).getByRole('link');
    await expect
      .poll(() => links.allTextContents())
      .toEqual([expect.stringMatching(/^users/), expect.stringMatching(/^└\sorders/), 'Changes since the start']);
    await links.nth(1).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('title').fill('Book');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.locator('.error').first().waitFor();
    const [user] = (await panel.server.api('GET', '/worlds/default/collections/users')).body.items;
    await dialog.getByLabel('userId').fill(String(user.id));
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { items } = (await panel.server.api('GET', '/worlds/default/collections/orders?q=Book')).body;
    // The server sets what no client sends.
    const assigned = { code: expect.stringMatching(/^[A-Z]{3}$/), createdAt: expect.stringMatching(/^20\d\d-/) };
    expect(items).toEqual([{ $parent: { userId: user.id }, id: expect.any(Number), title: 'Book', ...assigned }]);
    await page
      .getByRole('cell', { name: `userId ${user.id}` })
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: `Edit orders ${items[0].id}`, exact: true })
      .first()
      .waitFor();
  });
});
