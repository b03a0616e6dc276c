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
  const page = await panel.show('#/demo?fault=slwo&state=Other&scenario=..%2F..&fault=slow');
  const question = page.getByRole('dialog');
  await question.getByText('There is no fault slwo. Did you mean "slow"?').waitFor();
  await question.getByText('There is no scenario ../...').waitFor();
  await expect.poll(() => question.getByRole('button', { name: 'Begin' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: 'Prepared states' }).getByRole('button', { name: 'Other' }).click();
  await expect.poll(() => question.getByRole('button', { name: 'Begin' }).isDisabled()).toBe(true);
  expect(await worldNow()).toEqual({ scenario: 'default', faults: ['hang'] });
});

test('a slow request is there before it ends, with its time running, and has its duration afterwards', async () => {
  const page = await panel.show('#/default/demo');
  const answer = panel.server.call('GET', '/v1/pets', undefined, { prefer: 'delay=1h' });
  const last = page.getByRole('region', { name: 'Last exchanges' }).getByRole('listitem');
  await last.getByText('waiting').waitFor();
  const running = () => last.getByRole('timer').textContent();
  const before = await running();
  await expect.poll(running).not.toBe(before);
  // A page that is opened later shows it too.
  await page.reload();
  await last.getByText('waiting').waitFor();
  await panel.server.api('DELETE', '/worlds/default/held');
  await answer;
  await expect.poll(() => last.getByText('waiting').count()).toBe(0);
  expect(await last.count()).toBe(1);
  expect(await last.locator('.duration').textContent()).toMatch(/^\d[\d.]* m?s$/);
});

test('keys and prepared states do not share digits, and several parameters choose the faults', async () => {
  const page = await panel.show(
    '#/default/demo?faults=slow&faults=hang&state=Key+expired&fault=unauthorized&state=Back',
  );
  await page.keyboard.press('Escape');
  expect(await page.getByRole('list', { name: 'Prepared states' }).innerText()).not.toMatch(/\d/);
  const switches = page.getByRole('region', { name: 'Faults' }).getByRole('switch');
  await expect.poll(() => switches.evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual(['slow', 'hang']);
});

test('a fault that the presenter switched on is no violation, and its message goes with the next switch', async () => {
  const page = await panel.show('#/default/demo?faults=pay');
  await panel.server.api('PUT', '/worlds/default/faults/pay', { status: 402 });
  await panel.server.call('GET', '/v1/pets');
  const last = page.getByRole('region', { name: 'Last exchanges' }).getByRole('listitem').first();
  await last.getByText('402').waitFor();
  expect(await last.locator('.marks').innerText()).toBe('pay');
  await page.keyboard.press('0');
  await page.getByText('All faults are off.').waitFor();
  await page.keyboard.press('1');
  await page.getByText('All faults are off.').waitFor({ state: 'detached' });
});

test('the colours are those of the system until the reader chooses others, which are kept', async () => {
  const page = await panel.open('#/default/demo');
  const scheme = () => page.evaluate(() => document.documentElement.style.colorScheme);
  expect(await scheme()).toBe('');
  await page.getByRole('button', { name: 'Colours: as the system. Change to light' }).click();
  await page.getByRole('button', { name: 'Colours: light. Change to dark' }).click();
  expect(await scheme()).toBe('dark');
  await page.reload();
  await page.getByRole('button', { name: 'Colours: dark. Change to as the system' }).click();
  expect(await scheme()).toBe('');
});

test('a code opens the page on a phone, where the phone can reach it, and else it says how', async () => {
  const page = await panel.open('#/default/demo');
  await page.getByRole('button', { name: 'Open on a phone' }).click();
  await page.getByRole('dialog').getByText('--host 0.0.0.0').waitFor();
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
