import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { usePanel } from './panel.ts';

const panel = usePanel();

beforeEach(async () => {
  await panel.server.api('POST', '/worlds/default/reset');
});

const exchanges = async () => (await panel.server.api('GET', '/worlds/default/exchanges')).body.items;
const rows = (page: Page) => page.locator('.virtual-row');
const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  panel.server.call(method, path, body, headers);

test('exchanges appear as they happen, the newest first', async () => {
  await call('GET', '/v1/pets');
  const page = await panel.show();
  await expect.poll(() => rows(page).count()).toBe(1);
  await call('GET', '/v1/pets/2', undefined, { prefer: 'fault=missing-required' });
  await expect.poll(() => rows(page).count()).toBe(2);
  const [entry] = await exchanges();
  const row = await rows(page).first().textContent();
  for (const part of ['GET', '/v1/pets/2', '200', 'missing-required', '1 violation']) expect(row).toContain(part);
  expect(row).toMatch(/\d\d:\d\d:\d\d\.\d{3}/);
  expect(row).toMatch(/\d ms/);
  expect(entry.operation).toBe('getPet');
});

test('exchanges between the history and the start of the event stream are shown and counted', async () => {
  const page = await panel.open('about:blank');
  await page.route('**/events', async (route) => {
    await call('GET', '/v1/pets/1');
    await route.continue();
  });
  const history = page.waitForResponse(/exchanges\?/);
  await page.goto(`${panel.origin}/_vivarium/`);
  await history;
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.getByRole('img', { name: /1 response 2xx/ }).waitFor();
});

test('a phone shows the choices of the filter in full', async () => {
  const page = await panel.open('', { viewport: { width: 390, height: 844 } });
  const choices = page.getByRole('search', { name: 'Filter' }).locator('select');
  await expect.poll(() => choices.count()).toBe(3);
  for (const choice of await choices.all()) {
    const [width, wanted] = await choice.evaluate((select: HTMLSelectElement) => {
      const { maxWidth, flex, width: given } = select.style;
      const shown = select.clientWidth;
      Object.assign(select.style, { maxWidth: 'none', flex: 'none', width: 'max-content' });
      const options = [...select.options];
      select.replaceChildren(options[0] as HTMLOptionElement);
      const full = select.clientWidth;
      select.replaceChildren(...options);
      Object.assign(select.style, { maxWidth, flex, width: given });
      return [shown, full];
    });
    expect(width).toBeGreaterThanOrEqual(wanted as number);
  }
});

test('the list is filtered by operation, status class, fault, violations and text', async () => {
  await call('GET', '/v1/pets');
  await call('GET', '/v1/pets/999');
  await call('POST', '/v1/pets', { name: 'Maple' });
  await call('GET', '/v1/pets?status=sold', undefined, { prefer: 'fault=server-error' });
  await call('GET', '/v1/nothing');
  const page = await panel.show();
  await expect.poll(() => rows(page).count()).toBe(5);
  const filtered = async (): Promise<readonly string[]> => {
    const texts = await page.locator('.virtual-row .path').allTextContents();
    return texts;
  };
  const filter = page.getByRole('search', { name: 'Filter' });
  await filter.getByLabel('Operation').selectOption('getPet');
  await expect.poll(filtered).toEqual(['/v1/pets/999']);
  await filter.getByLabel('Operation').selectOption({ label: 'No operation' });
  await expect.poll(filtered).toEqual(['/v1/nothing']);
  expect(await page.locator('.virtual-row .marks').textContent()).toBe('no operation');
  await filter.getByLabel('Operation').selectOption('');
  await filter.getByLabel('Status').selectOption('5xx');
  await expect.poll(filtered).toEqual(['/v1/pets?status=sold']);
  await filter.getByLabel('Status').selectOption('');
  await filter.getByLabel('Fault').selectOption('*');
  await expect.poll(filtered).toEqual(['/v1/pets?status=sold']);
  await filter.getByLabel('Fault').selectOption('');
  await filter.getByLabel('Violations').check();
  await expect.poll(filtered).toEqual(['/v1/pets']);
  await filter.getByLabel('Violations').uncheck();
  await filter.getByLabel('Text').fill('POST pets');
  await expect.poll(filtered).toEqual(['/v1/pets']);
  await page.getByText('1 of 5 exchanges').waitFor();
  await filter.getByLabel('Violations').check();
  expect(page.url()).toMatch(/#\/default\/traffic\?text=POST\+pets&violations=true$/);
  await page.reload();
  await page.getByText('1 of 5 exchanges').waitFor();
  // A row, other views and back: the filter stays.
  await rows(page).first().click();
  await page.getByRole('heading', { name: 'Why this response' }).waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Faults' }).click();
  await page.getByRole('heading', { name: 'Faults' }).waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Traffic' }).click();
  await page.getByText('1 of 5 exchanges').waitFor();
  await page.getByRole('button', { name: 'No filter' }).click();
  await expect.poll(() => rows(page).count()).toBe(5);
});

test('a path of ids is whole beside its marks, and so are the marks of a narrow list', async () => {
  const id = '5f0c2a9e-3f44-4e4a-9d83-0e8f9b0d6a11';
  await call('GET', `/v1/pets/${id}/tasks/${id}/comments`, undefined, { prefer: 'fault=server-error' });
  await call('GET', '/v1/pets', undefined, { prefer: 'fault=missing-required, fault=narrow' });
  const page = await panel.show();
  await expect.poll(() => rows(page).count()).toBe(2);
  const cut = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('.virtual-row :is(.path, .marks, .mark, .mark > span)')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
  expect(await cut()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(cut).toEqual([expect.stringContaining(id)]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a paused list continues with the exchanges that arrived meanwhile', async () => {
  await call('GET', '/v1/pets');
  const page = await panel.show();
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.getByRole('button', { name: 'Pause' }).click();
  for (let count = 0; count < 3; count++) await call('GET', '/v1/pets');
  await page.getByRole('button', { name: 'Resume (3 new)' }).waitFor();
  expect(await rows(page).count()).toBe(1);
  await page.getByRole('button', { name: 'Resume (3 new)' }).click();
  await expect.poll(() => rows(page).count()).toBe(4);
});

test('clearing empties the journal', async () => {
  await call('GET', '/v1/pets');
  const page = await panel.show();
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(exchanges).toEqual([]);
  await page.getByRole('heading', { name: 'No request yet' }).waitFor();
  await page.getByRole('button', { name: 'Send a request' }).click();
  await expect.poll(async () => (await exchanges()).length).toBe(1);
  await expect.poll(() => rows(page).count()).toBe(1);
});

test('a reset elsewhere starts the list anew', async () => {
  for (let count = 0; count < 3; count++) await call('GET', '/v1/pets');
  const page = await panel.show();
  await expect.poll(() => rows(page).count()).toBe(3);
  await panel.server.api('POST', '/worlds/default/reset');
  await page.getByRole('heading', { name: 'No request yet' }).waitFor();
  await call('GET', '/v1/pets/1');
  await expect.poll(() => rows(page).count()).toBe(1);
});

test('a detail shows both messages side by side, headers, marks and the decisions', async () => {
  await call('POST', '/v1/pets', { categoryId: 'x', name: 'Maple' });
  await call('GET', '/v1/pets', undefined, { prefer: 'fault=wrong-type' });
  const page = await panel.show();
  await rows(page).first().click();
  const [newest, oldest] = await exchanges();
  const detail = page.getByRole('region', { name: `Exchange ${newest.id}` });
  const [request, response] = [
    detail.getByRole('region', { name: 'Request', exact: true }),
    detail.getByRole('region', { name: 'Response', exact: true }),
  ];
  const [left, right] = [await request.boundingBox(), await response.boundingBox()];
  expect(left?.y).toBe(right?.y);
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
  expect(await request.textContent()).toContain('fault=wrong-type');
  expect(await response.textContent()).toContain('vivarium-exchange');

  const { body: whole } = await panel.server.api('GET', `/worlds/default/exchanges/${newest.id}`);
  for (const step of whole.why) await detail.getByText(step, { exact: true }).waitFor();
  const [violation] = whole.violations;
  const marked = response.locator('.line.marked');
  expect(await marked.count()).toBe(1);
  expect(await marked.textContent()).toContain(`fault wrong-type at ${violation.pointer}`);
  expect(await marked.textContent()).toContain(violation.message);
  expect(await marked.textContent()).toContain(`"${violation.pointer.split('/').at(-1)}"`);

  await page.getByRole('button', { name: 'Older exchange' }).click();
  const older = page.getByRole('region', { name: `Exchange ${oldest.id}` });
  await older.getByText('body.categoryId must be an integer').first().waitFor();
  expect(await older.getByRole('region', { name: 'Request body' }).locator('.line.marked').textContent()).toContain(
    '"categoryId"',
  );
});

test('replay sends the request again', async () => {
  await call('POST', '/v1/pets', { categoryId: 1, name: 'Maple' });
  const page = await panel.show('#/default/traffic/1');
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('region', { name: 'Exchange 2' }).waitFor();
  const [again] = await exchanges();
  expect(again).toMatchObject({ id: 2, operation: 'createPet', status: 201 });
});

test('a request is copied as curl and as fetch, and both mean the same request', async () => {
  await call('POST', '/v1/pets?x=1', { categoryId: 1, name: "O'Hara $(id) `x`" });
  const page = await panel.show('#/default/traffic/1');
  const copied = async (name: string): Promise<string> => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByText(/is copied/).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'Dismiss' }).click();
    return text;
  };
  const curl = await copied('Copy as curl');
  expect(curl).toContain(`curl -X POST '${panel.origin}/v1/pets?x=1'`);
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  // The shell runs it, with a curl that prints its arguments.
  const { stdout } = await promisify(execFile)('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${curl}`]);
  expect(stdout).toContain(`{"categoryId":1,"name":"O'Hara $(id) \`x\`"}`);
  expect(stdout).toContain('authorization: Bearer YOUR_KEY');

  const source = (await copied('Copy as fetch')).replaceAll('YOUR_KEY', 'demo');
  const status = await new Function(`return (async () => { ${source}; return response.status; })()`)();
  expect(status).toBe(201);
  const [, first] = await exchanges();
  const again = (await panel.server.api('GET', '/worlds/default/exchanges/2')).body;
  const before = (await panel.server.api('GET', `/worlds/default/exchanges/${first.id}`)).body;
  expect(again.request.body).toEqual(before.request.body);
  expect(again.query).toBe(before.query);
});

test('"expect this" copies a test that passes', async () => {
  await call('POST', '/v1/pets', { categoryId: 1, name: 'Maple' });
  const page = await panel.show('#/default/traffic/1');
  await page.getByRole('button', { name: /^Expect this/ }).click();
  await page.getByText('A test that expects this is copied.').waitFor();
  const source = await page.evaluate(() => navigator.clipboard.readText());
  const run = new Function('world', 'expect', `return (async () => { ${source} })()`);
  const found = (await panel.server.api('GET', '/worlds/default/exchanges/1')).body;
  const world = {
    waitForExchange: async (wanted: unknown) => {
      expect(wanted).toEqual({ operation: 'createPet' });
      return found;
    },
  };
  await run(world, expect);
  found.status = 400;
  await expect(run(world, expect)).rejects.toThrow();
});

test('"make this a fault" gives the same response to the same requests', async () => {
  await call('GET', '/v1/pets/999');
  const page = await panel.show('#/default/traffic/1');
  await page.getByRole('button', { name: 'Make this a fault' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add the fault' }).click();
  await page.getByText('1 fault on:').waitFor();
  const fault = (await panel.server.api('GET', '/worlds/default/faults/getPet-404')).body;
  expect(fault).toMatchObject({ enabled: true, on: { operation: 'getPet', path: '/pets/999' }, status: 404 });
  const again = await call('GET', '/v1/pets/999');
  expect(again.body).toEqual((await panel.server.api('GET', '/worlds/default/exchanges/1')).body.response.body);
  expect((await call('GET', '/v1/pets/1')).status).toBe(200);
});

test('the charts have a text alternative', async () => {
  const page = await panel.show();
  for (let count = 0; count < 4; count++) await call('GET', '/v1/pets');
  await call('GET', '/v1/pets/999');
  await page.getByRole('img', { name: /4 responses 2xx, 1 response 4xx/ }).waitFor();
  await page.getByRole('img', { name: /Latency: median .* ms, 95 % below/ }).waitFor();
  expect(await page.locator('path.bar.success').getAttribute('d')).toMatch(/^M/);
});

test('the list can be used by keyboard', async () => {
  for (let count = 0; count < 3; count++) await call('GET', `/v1/pets/${count + 1}`);
  const page = await panel.show();
  await expect.poll(() => rows(page).count()).toBe(3);
  const list = page.getByRole('listbox');
  await list.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  const detail = page.getByRole('region', { name: 'Exchange 2' });
  // Escape closes the detail, wherever the focus is, and the list has it then; that of a dialog or of a field is its own.
  await detail.getByRole('button', { name: 'Make this a fault' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByLabel('Text').fill('pets');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByLabel('Text').inputValue()).toBe('');
  await detail.getByRole('button', { name: 'Replay' }).focus();
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });
  await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true);
});
