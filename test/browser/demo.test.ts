import { beforeEach, expect, test } from 'vitest';
import { usePanel } from './panel.ts';

const panel = usePanel();
const active = async () => (await panel.server.api('GET', '/worlds/default')).body.faults;

beforeEach(async () => {
  await panel.server.api('PUT', '/worlds/default', { scenario: 'default' });
});

test('the chosen faults are switches, and the last exchanges are shown', async () => {
  const page = await panel.show('#/default/demo?faults=unauthorized,slow');
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
  const page = await panel.show('#/default/demo?faults=unauthorized,slow');
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

const worldNow = async () => {
  const { scenario, faults } = (await panel.server.api('GET', '/worlds/default')).body;
  return { scenario, faults };
};

test('a link prepares a state, and changes nothing before it is confirmed', async () => {
  const page = await panel.show('#/demo?fault=slow@listPets&scenario=empty');
  const question = page.getByRole('dialog', { name: 'Apply this state?' });
  await question.getByText('Starts the world again from the scenario empty, then slow (only listPets) on.').waitFor();
  // The keys belong to the dialog, and Enter closes it.
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(await worldNow()).toEqual({ scenario: 'default', faults: [] });
  await page.keyboard.press('n');
  await question.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(worldNow).toEqual({ scenario: 'empty', faults: ['slow'] });
  expect((await panel.server.api('GET', '/worlds/default/faults/slow')).body.on).toEqual({ operation: ['listPets'] });
  await page.getByText('Applied: empty, slow').waitFor();
  // Another link in the same window asks again.
  await page.goto(`${panel.origin}/_vivarium/#/default/demo?fault=hang`);
  await question.getByText('hang on, all other faults off.').waitFor();
  expect(await active()).toEqual(['slow']);
  // What comes under the pointer just before the click is not what the reader has read.
  await page.evaluate(() => {
    location.hash = '#/default/demo?fault=not-found';
  });
  await question.getByText('not-found on, all other faults off.').waitFor();
  await question.getByRole('button', { name: 'Apply' }).click();
  expect(await active()).toEqual(['slow']);
  await question.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(active).toEqual(['not-found']);
});

test('keys step through the prepared states', async () => {
  await panel.server.api('PUT', '/worlds/default/faults/hang', {});
  const page = await panel.show(
    '#/demo?state=Key+expired&fault=unauthorized&state=Slow&fault=slow@listPets&state=Empty&scenario=empty&fault=slow',
  );
  const question = page.getByRole('dialog', { name: 'Begin with “Key expired”?' });
  await question.getByRole('button', { name: 'Begin' }).click();
  const states = page.getByRole('list', { name: 'Prepared states' });
  const current = () => states.locator('[aria-current=step]').textContent();
  await expect.poll(active).toEqual(['unauthorized']);
  expect(await current()).toContain('Key expired');
  await page.keyboard.press('n');
  await expect.poll(active).toEqual(['slow']);
  expect(await current()).toContain('Slow');
  await page.keyboard.press('ArrowRight');
  await expect.poll(worldNow).toEqual({ scenario: 'empty', faults: ['slow'] });
  expect((await panel.server.api('GET', '/worlds/default/faults/slow')).body).not.toHaveProperty('on');
  await page.keyboard.press('n');
  await page.getByText('That was the last state.').waitFor();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await panel.server.api('GET', '/worlds/default/faults/slow')).body.on).toBeDefined();
  await expect.poll(current).toContain('Slow');
  // After a look at another view, the next key continues.
  await page.keyboard.press('q');
  await page.getByRole('link', { name: 'Demo mode' }).click();
  await states.waitFor();
  await page.keyboard.press('n');
  await expect.poll(current).toContain('Empty');
  await states.getByRole('button', { name: 'Key expired' }).click();
  await expect.poll(active).toEqual(['unauthorized']);
});

test('a link that names what the server does not have leaves the faults as they are', async () => {
  await panel.server.api('PUT', '/worlds/default/faults/hang', {});
  const page = await panel.show('#/demo?fault=no-such-fault&state=Other&scenario=..%2F..&fault=slow');
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('alert').getByText('no-such-fault').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('alert').getByText('../..').waitFor();
  expect(await worldNow()).toEqual({ scenario: 'default', faults: ['hang'] });
});

test('one click starts the world from a scenario or resets it, and the clock is visible', async () => {
  const page = await panel.show('#/default/demo');
  const scenarios = page.getByRole('region', { name: 'Scenario' });
  await scenarios.getByRole('button', { name: /^outage:/ }).click();
  await expect.poll(worldNow).toEqual({ scenario: 'outage', faults: ['unavailable'] });
  await panel.server.api('DELETE', '/worlds/default/faults');
  await panel.server.api('PUT', '/worlds/default/clock', { now: '2031-03-01T12:00:00Z', frozen: true });
  const clock = () => page.getByTitle('The time of this world').textContent();
  await expect.poll(clock).toMatch(/2031.*, frozen/);
  await scenarios.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(worldNow).toEqual({ scenario: 'outage', faults: ['unavailable'] });
  await expect.poll(clock).toMatch(/, real time/);
});

test('the faults on stage can be chosen, and are stored in the address', async () => {
  const page = await panel.show('#/default/demo');
  await page.getByRole('button', { name: 'Choose' }).click();
  const dialog = page.getByRole('dialog', { name: 'Faults on stage' });
  await dialog.getByLabel('Find a fault').fill('HANG');
  await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(1);
  await dialog.getByRole('checkbox', { name: 'hang' }).check();
  await dialog.getByLabel('Find a fault').fill('');
  await dialog.getByRole('checkbox', { name: 'slow' }).uncheck();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('switch', { name: 'hang' }).waitFor();
  expect(await page.getByRole('switch', { name: 'slow' }).count()).toBe(0);
  await page.reload();
  await page.getByRole('switch', { name: 'hang' }).waitFor();
  expect(await page.getByRole('switch', { name: 'slow' }).count()).toBe(0);
});
