import { expect, test } from 'vitest';
import { usePanel } from './panel.ts';

const panel = usePanel();

const fault = async (name: string) => (await panel.server.api('GET', `/worlds/default/faults/${name}`)).body;

test('a switch turns a fault on and off', async () => {
  const page = await panel.show('#/default/faults');
  const slow = page.getByRole('switch', { name: 'slow', exact: true });
  await slow.click();
  await expect.poll(() => fault('slow')).toMatchObject({ enabled: true });
  expect(await slow.getAttribute('aria-checked')).toBe('true');
  await slow.click();
  await expect.poll(() => fault('slow')).toMatchObject({ enabled: false });
});

test('clicks in a row on a switch are applied in order', async () => {
  const page = await panel.show('#/default/faults');
  const slow = page.getByRole('switch', { name: 'slow', exact: true });
  const sent: boolean[] = [];
  const { promise: allClicked, resolve } = Promise.withResolvers<void>();
  await page.route('**/faults/slow', async (route) => {
    const { enabled } = route.request().postDataJSON();
    // The switch waits for no response.
    await allClicked;
    // Without an order, the second change would overtake the first.
    if (enabled) await page.waitForTimeout(50);
    sent.push(enabled);
    await route.continue();
  });
  for (const isOn of [true, false, true, false]) {
    await slow.press('Space');
    await expect.poll(() => slow.getAttribute('aria-checked')).toBe(String(isOn));
  }
  resolve();
  await expect.poll(() => sent).toEqual([true, false, true, false]);
  await expect.poll(() => fault('slow')).toMatchObject({ enabled: false });
  await page.unroute('**/faults/slow');
});

test('every built-in fault is a switch with a description, in its group', async () => {
  const page = await panel.show('#/default/faults');
  const { items } = (await panel.server.api('GET', '/worlds/default/faults')).body;
  const builtIn = items.filter((one: { builtIn: boolean }) => one.builtIn);
  expect(builtIn.length).toBeGreaterThan(30);
  const titles: Readonly<Record<string, string>> = {
    status: 'Responses',
    time: 'Time',
    transport: 'Transport',
    contract: 'Contract',
    extreme: 'Extremes',
  };
  await page.getByRole('switch').first().waitFor();
  for (const { name, group, description } of builtIn) {
    const section = page.getByRole('region', { name: titles[group] as string, exact: true });
    const row = section.getByRole('listitem').filter({ has: page.getByRole('switch', { name, exact: true }) });
    expect(await row.textContent(), name).toContain(description);
  }
  const search = page.getByLabel('Find a fault');
  await search.fill('401 CREDENTIAL');
  await expect.poll(() => page.getByRole('switch').count()).toBe(1);
  await page.getByRole('switch', { name: 'unauthorized', exact: true }).waitFor();
  expect(page.url()).toMatch(/#\/default\/faults\?text=401\+CREDENTIAL$/);
  await search.fill('nothing like this');
  await page.getByRole('heading', { name: 'No fault has this text' }).waitFor();
});

test('the picker restricts a fault to operations', async () => {
  const page = await panel.show('#/default/faults');
  await page.getByRole('button', { name: 'Restrict not-found to operations' }).click();
  await page.getByRole('checkbox', { name: 'getPet' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => fault('not-found')).toMatchObject({ enabled: false, on: { operation: 'getPet' } });
  await page.getByText('only getPet').waitFor();

  await page.getByRole('switch', { name: 'not-found', exact: true }).click();
  await expect.poll(() => fault('not-found')).toMatchObject({ enabled: true, on: { operation: 'getPet' } });
  expect((await panel.server.call('GET', '/v1/pets')).status).toBe(200);
  expect((await panel.server.call('GET', '/v1/pets/1')).status).toBe(404);

  await page.getByRole('button', { name: 'Restrict not-found to operations' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'All operations' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(async () => (await fault('not-found')).on).toBeUndefined();
  await panel.server.api('DELETE', '/worlds/default/faults/not-found');
});

test('a form adds a fault, shows its YAML, edits and deletes it', async () => {
  const page = await panel.show('#/default/faults');
  await page.getByRole('button', { name: 'Add a fault' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add the fault' }).click();
  await dialog.getByText('is required').waitFor();
  // It was out of sight.
  const isFocused = (label: string) => dialog.getByLabel(label).evaluate((field) => field === document.activeElement);
  await expect.poll(() => isFocused('Name')).toBe(true);
  await dialog.getByText('Which of them, and when').click();
  await dialog.getByLabel('Name').fill('key-expires');
  await dialog.getByLabel('Chance').fill('often');
  await dialog.getByText('Which of them, and when').click();
  await dialog.getByRole('button', { name: 'Add the fault' }).click();
  await expect.poll(() => isFocused('Chance')).toBe(true);
  await dialog.getByLabel('Chance').fill('');

  await dialog.getByLabel('Name').fill('key-expires');
  await dialog.getByLabel('Status', { exact: true }).fill('401');
  await dialog
    .getByLabel('Body', { exact: true })
    .fill('{ "code": "key_expired", "message": "Expired.", "status": 401 }');
  await dialog.getByRole('checkbox', { name: 'createPet' }).check();
  await dialog.getByLabel('After').fill('3');
  const yaml = await dialog.getByRole('region', { name: 'YAML' }).textContent();
  expect(yaml).toBe(
    [
      'faults:',
      '  - name: key-expires',
      '    on: { operation: createPet }',
      '    when: { after: 3 }',
      '    status: 401',
      '    body: { code: key_expired, message: Expired., status: 401 }',
      '',
    ].join('\n'),
  );
  await dialog.getByRole('button', { name: 'Add the fault' }).click();
  await dialog.waitFor({ state: 'detached' });
  const added = await fault('key-expires');
  expect(added).toMatchObject({
    enabled: true,
    builtIn: false,
    on: { operation: 'createPet' },
    when: { after: 3 },
    status: 401,
    body: { code: 'key_expired' },
  });
  // The YAML means the same fault to the server.
  const { parse } = await import('yaml');
  const { name: _name, ...sent } = parse(yaml as string).faults[0];
  await panel.server.api('PUT', '/worlds/default/faults/same', sent);
  const { name: _same, ...same } = await fault('same');
  const { name: _added, ...rest } = added;
  expect(same).toEqual(rest);

  await page.getByRole('button', { name: 'Edit key-expires' }).click();
  await dialog.getByLabel('Effect').selectOption('latency');
  await dialog.getByLabel('Latency').fill('100ms - 900ms');
  await dialog.getByLabel('After').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const edited = await fault('key-expires');
  expect(edited).toMatchObject({ latency: { min: '100ms', max: '900ms' }, on: { operation: 'createPet' } });
  expect(edited).not.toHaveProperty('status');
  expect(edited).not.toHaveProperty('when');

  await page.getByRole('button', { name: 'Edit key-expires' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await panel.server.api('GET', '/worlds/default/faults/key-expires')).status).toBe(404);
  await panel.server.api('DELETE', '/worlds/default/faults/same');
});

test('a form shows why the server rejects a fault', async () => {
  const page = await panel.show('#/default/faults');
  await page.getByRole('button', { name: 'Add a fault' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('odd');
  await dialog.getByLabel('Effect').selectOption('latency');
  await dialog.getByLabel('Latency').fill('soon');
  await dialog.getByRole('button', { name: 'Add the fault' }).click();
  expect(await dialog.getByRole('alert').textContent()).toContain('latency must be a duration');
  expect((await panel.server.api('GET', '/worlds/default/faults/odd')).status).toBe(404);
});

test('the active faults are visible in every view, and one button turns all of them off', async () => {
  for (const name of ['unauthorized', 'slow']) await panel.server.api('PUT', `/worlds/default/faults/${name}`, {});
  const page = await panel.show('#/default/faults');
  for (const view of ['Traffic', 'Faults', 'Data', 'Worlds', 'Clock', 'Interface']) {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
    await page.getByText('2 faults on:').waitFor();
  }
  await page.getByRole('button', { name: 'Turn all off' }).click();
  await expect.poll(async () => (await panel.server.api('GET', '/worlds/default')).body.faults).toEqual([]);
  await page.getByText('2 faults on:').waitFor({ state: 'detached' });
});

test('a fault that is switched elsewhere is switched here', async () => {
  const page = await panel.show('#/default/faults');
  const offline = page.getByRole('switch', { name: 'offline', exact: true });
  await offline.waitFor();
  await panel.server.api('PUT', '/worlds/default/faults/offline', {});
  await page.getByText('1 fault on:').waitFor();
  expect(await offline.getAttribute('aria-checked')).toBe('true');
  await panel.server.api('DELETE', '/worlds/default/faults');
});

test('requests that never get a response do not keep others from being sent', async () => {
  const page = await panel.show('#/default/faults');
  await page.getByRole('switch', { name: 'hang', exact: true }).click();
  await page.getByText('1 fault on:').waitFor();
  const probe = page.getByRole('region', { name: 'See what a client gets' });
  const send = probe.getByRole('button', { name: 'Send a request' });
  // As many as a browser has connections for a server.
  for (let sent = 0; sent < 6; sent++) await send.click();
  await probe.getByText('Waiting for the response').waitFor();
  await page.getByRole('button', { name: 'Turn all off' }).click();
  await page.getByText('All faults are off.').waitFor();
  await send.click();
  await probe.getByText('a list of').waitFor();
});

test('a response whose body breaks off is not one without a body', async () => {
  await panel.server.api('PUT', '/worlds/default/faults/truncate', { enabled: true });
  const page = await panel.show('#/default/faults');
  const probe = page.getByRole('region', { name: 'See what a client gets' });
  await probe.getByRole('button', { name: 'Send a request' }).click();
  await probe.getByText('The connection was lost within the body.').waitFor();
  await panel.server.api('DELETE', '/worlds/default/faults');
});

test('a request from the page shows what a client gets', async () => {
  const page = await panel.show('#/default/faults');
  await page.getByRole('switch', { name: 'unauthorized', exact: true }).click();
  const probe = page.getByRole('region', { name: 'See what a client gets' });
  await page.getByText('1 fault on:').waitFor();
  await probe.getByRole('button', { name: 'Send a request' }).click();
  await probe.getByText('401').waitFor();
  await probe.getByRole('link', { name: 'Why?' }).click();
  await page.getByRole('heading', { name: 'Why this response' }).waitFor();
  await panel.server.api('DELETE', '/worlds/default/faults');
});
