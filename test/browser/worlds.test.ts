import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { usePanel } from './panel.ts';

const panel = usePanel();
const api = (method: string, path: string, body?: unknown) => panel.server.api(method, path, body);

test('a world is opened from a scenario, and becomes the present one', async () => {
  const page = await panel.show('#/default/worlds');
  await page.getByRole('button', { name: 'Open a world' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('no/name');
  await dialog.getByLabel('Scenario').selectOption('outage');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await dialog.getByText(/names no world|is no world|world name/i).waitFor();
  await dialog.getByLabel('Name').fill('alice');
  await dialog.getByLabel('Seed').fill('7');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await api('GET', '/worlds/alice')).body).toMatchObject({
    scenario: 'outage',
    seed: 7,
    faults: ['unavailable'],
  });
  await page.getByText('1 fault on:').waitFor();
  expect(page.url()).toContain('#/alice/worlds');
  await api('DELETE', '/worlds/alice');
});

test('switching the world shows its traffic and its faults', async () => {
  await api('PUT', '/worlds/bob', {});
  await api('PUT', '/worlds/bob/faults/slow', {});
  await panel.server.call('GET', '/~bob/v1/pets/1', undefined, { prefer: 'fault=not-found' });
  await api('DELETE', '/worlds/bob/faults');
  const page = await panel.open();
  await page.getByRole('heading', { name: 'No request yet' }).waitFor();
  await page.getByLabel('World', { exact: true }).selectOption('bob');
  await expect.poll(() => page.locator('.virtual-row').count()).toBe(1);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Faults' }).click();
  await page.getByRole('switch', { name: 'unauthorized', exact: true }).click();
  await expect.poll(async () => (await api('GET', '/worlds/bob')).body.faults).toEqual(['unauthorized']);
  expect((await api('GET', '/worlds/default')).body.faults).toEqual([]);
  await api('DELETE', '/worlds/bob');
});

test('the differences of a world from its scenario are shown', async () => {
  await panel.server.call('POST', '/~carol/v1/pets', { name: 'Maple', categoryId: 3 });
  const page = await panel.show('#/default/worlds');
  await page.getByRole('button', { name: 'Differences of carol' }).click();
  await page.getByRole('dialog').getByText('1 item differs from the scenario.').waitFor();
  await page.getByRole('dialog').getByText('Maple').waitFor();
  await api('DELETE', '/worlds/carol');
});

test('a world is saved as a scenario file that opens the same world', async () => {
  await panel.server.call('POST', '/~dora/v1/pets', { name: 'Maple', categoryId: 3 });
  await api('PUT', '/worlds/dora/faults/slow', { on: { operation: 'listPets' } });
  const page = await panel.show('#/default/worlds');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save dora as a scenario' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('dora.yaml');
  const inline = parse(await text(await download.createReadStream()));
  await api('PUT', '/worlds/copy', { inline });
  const [left, right] = [
    await api('GET', '/worlds/dora/collections/pets'),
    await api('GET', '/worlds/copy/collections/pets'),
  ];
  expect(right.body).toEqual(left.body);
  expect((await api('GET', '/worlds/copy')).body.faults).toEqual(['slow']);
  await api('DELETE', '/worlds/dora');
  await api('DELETE', '/worlds/copy');
});

test('the copied base URL of a world leads to it', async () => {
  await api('PUT', '/worlds/erin', {});
  const page = await panel.show('#/erin/traffic');
  await page.getByRole('banner').getByRole('button', { name: 'Copy the base URL of erin' }).click();
  await page.getByText('Copied:').waitFor();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(url).toBe(`${panel.origin}/~erin/v1`);
  await fetch(`${url}/pets`, { headers: { authorization: 'Bearer demo' } });
  expect((await api('GET', '/worlds/erin')).body.exchanges).toBe(1);
  await api('DELETE', '/worlds/erin');
});

test('where the browser lets nobody copy, a notice says what to do', async () => {
  const page = await panel.open('#/default/worlds');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Write permission denied.'));
    document.execCommand = () => false;
  });
  await page.getByRole('banner').getByRole('button', { name: 'Copy the base URL of default' }).click();
  await page.getByText('allow the clipboard for this page, or select the text').waitFor();
});

test('a world starts again from another scenario, and is deleted', async () => {
  await api('PUT', '/worlds/fred', {});
  const page = await panel.show('#/fred/worlds');
  await page.getByRole('button', { name: 'Start again from this: empty' }).click();
  await expect.poll(async () => (await api('GET', '/worlds/fred')).body.scenario).toBe('empty');
  await page.getByRole('button', { name: 'Delete fred' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete fred' }).click();
  await expect.poll(async () => (await api('GET', '/worlds/fred')).status).toBe(404);
});

test('a reader who has gone elsewhere stays there when the deletion of a world ends', async () => {
  await api('PUT', '/worlds/hugo', {});
  const page = await panel.show('#/hugo/worlds');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/worlds/hugo', async (route) => {
    if (route.request().method() === 'DELETE') await isReleased;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Delete hugo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete hugo' }).click();
  await page.goto(`${panel.origin}/_vivarium/#/default/clock`);
  release();
  await page.getByText('The world hugo is deleted.').waitFor();
  expect(page.url()).toMatch(/#\/(default\/)?clock$/);
  await page.unroute('**/worlds/hugo');
});

test('a world that is not open can be opened', async () => {
  const page = await panel.show('#/gina/faults');
  await page.getByRole('heading', { name: 'No world named gina is open' }).waitFor();
  await page.getByRole('button', { name: 'Open it' }).click();
  await page.getByRole('switch', { name: 'slow', exact: true }).waitFor();
  expect((await api('GET', '/worlds/gina')).status).toBe(200);
  await api('DELETE', '/worlds/gina');
});

test('many worlds are a table with a search, from which one is chosen', async () => {
  for (const name of ['ivan', 'judy', 'kim']) await api('PUT', `/worlds/${name}`, {});
  await api('PUT', '/worlds/judy/faults/slow', {});
  const page = await panel.show('#/default/worlds');
  const names = () => page.getByRole('region', { name: 'Open worlds' }).getByRole('rowheader').getByRole('link');
  await expect
    .poll(() => names().allTextContents())
    .toEqual(expect.arrayContaining(['default', 'ivan', 'judy', 'kim']));
  await page.getByLabel('Find a world').fill('SLOW');
  await expect.poll(() => names().allTextContents()).toEqual(['judy']);
  await names().click();
  await expect.poll(() => page.getByLabel('World', { exact: true }).inputValue()).toBe('judy');
  for (const name of ['ivan', 'judy', 'kim']) await api('DELETE', `/worlds/${name}`);
});
