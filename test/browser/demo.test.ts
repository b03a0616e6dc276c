import { beforeEach, expect, test } from 'vitest';
import { usePanel } from './panel.ts';

const panel = usePanel();
const active = async () => (await panel.server.api('GET', '/worlds/default')).body.faults;

beforeEach(async () => {
  await panel.server.api('POST', '/worlds/default/reset');
});

test('the chosen faults are switches, and the last exchanges are shown', async () => {
  const page = await panel.open('#/default/demo?faults=unauthorized,slow');
  const faults = page.getByRole('region', { name: 'Faults' });
  await expect.poll(() => faults.getByRole('switch').count()).toBe(2);
  await faults.getByRole('switch', { name: 'unauthorized' }).click();
  await expect.poll(active).toEqual(['unauthorized']);
  await panel.server.call('GET', '/v1/pets');
  const last = page.getByRole('region', { name: 'Last exchanges' }).getByRole('listitem');
  await expect.poll(() => last.first().textContent()).toContain('401');
  const size = await last.first().evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(size).toBeGreaterThanOrEqual(28);
});

test('keys switch faults and turn them off, and ? lists them', async () => {
  const page = await panel.open('#/default/demo?faults=unauthorized,slow');
  await page.getByRole('switch', { name: 'slow' }).waitFor();
  await page.keyboard.press('2');
  await expect.poll(active).toEqual(['slow']);
  await page.keyboard.press('1');
  await expect.poll(async () => (await active()).toSorted()).toEqual(['slow', 'unauthorized']);
  await page.keyboard.press('0');
  await expect.poll(active).toEqual([]);
  await page.keyboard.press('s');
  await expect.poll(async () => (await panel.server.api('GET', '/worlds/default')).body.exchanges).toBe(1);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const text of ['switch unauthorized', 'switch slow', 'turn all faults off', 'send a request', 'leave the demo'])
    await help.getByText(text).waitFor();
  // Keys belong to the dialog while it is open.
  await page.keyboard.press('1');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  expect(await active()).toEqual([]);
  await page.keyboard.press('q');
  await page.getByRole('heading', { name: 'Traffic' }).waitFor({ state: 'attached' });
});

test('the faults on stage can be chosen, and are stored in the address', async () => {
  const page = await panel.open('#/default/demo');
  await page.getByRole('button', { name: 'Choose' }).click();
  const dialog = page.getByRole('dialog', { name: 'Faults on stage' });
  await dialog.getByRole('checkbox', { name: 'hang' }).check();
  await dialog.getByRole('checkbox', { name: 'slow' }).uncheck();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('switch', { name: 'hang' }).waitFor();
  expect(await page.getByRole('switch', { name: 'slow' }).count()).toBe(0);
  const again = await panel.open(new URL(page.url()).hash);
  await again.getByRole('switch', { name: 'hang' }).waitFor();
  expect(await again.getByRole('switch', { name: 'slow' }).count()).toBe(0);
});
