/** `examples/static-demo` as it is deployed: a folder below some path of a host that only has files. */
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { root } from '../../cli/process.ts';

const folder = join(root, '.vitest', `static-demo-${process.pid}`);
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.yaml': 'application/yaml',
};

let browser: Browser;
let server: Server;
let origin: string;

beforeAll(async () => {
  const source = (file: string): string => join(root, 'src/parts', file);
  await build({
    root: join(root, 'examples/static-demo'),
    configFile: join(root, 'examples/static-demo/vite.config.ts'),
    logLevel: 'error',
    resolve: {
      alias: { 'vivarium/browser': source('web/index.ts'), 'vivarium/msw': source('testing/msw.ts') },
    },
    build: { outDir: folder, emptyOutDir: true },
  });
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname.replace(/^\/demo\//, '');
    try {
      const content = readFileSync(join(folder, path === '' ? 'index.html' : path));
      response.setHeader('Content-Type', types[extname(path)] ?? 'text/html').end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.connect(inject('browser'));
});

afterAll(async () => {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 900, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${origin}/demo/`);
  await page.getByRole('listitem').nth(4).waitFor();
  return page;
};

const openToolbar = async (page: Page): Promise<Frame> => {
  await page.waitForFunction(() => document.querySelector('vivarium-toolbar')?.matches(':popover-open'));
  await page.keyboard.press('Alt+Shift+V');
  return shownToolbar(page);
};

/** Also after a reload, which leaves it open. */
const shownToolbar = async (page: Page): Promise<Frame> => {
  await expect.poll(() => page.frames().length).toBe(2);
  const frame = page.frames()[1] as Frame;
  await frame.getByRole('heading', { name: 'Faults' }).waitFor();
  return frame;
};

const add = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('listitem').filter({ hasText: name }).waitFor();
};

const stored = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate(
    () =>
      new Promise<readonly unknown[]>((resolve) => {
        const request = indexedDB.open('vivarium');
        request.onsuccess = () => {
          const all = request.result.transaction('worlds').objectStore('worlds').getAll();
          all.onsuccess = () => resolve(all.result);
        };
      }),
  );

test('what was added is there after a reload, and a reset in the toolbar empties the storage', async () => {
  const page = await open();
  const before = await page.getByRole('listitem').count();
  await add(page, 'Zelkova');
  await expect.poll(async () => JSON.stringify(await stored(page))).toContain('Zelkova');
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'Zelkova' }).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(before + 1);
  const toolbar = await openToolbar(page);
  await toolbar.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => stored(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => page.getByRole('listitem').count()).toBe(before);
});

test('two tabs keep the worlds of each other', async () => {
  const page = await open();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('listitem').first().waitFor();
  const asked = ['other', 'other/faults/unavailable'].map((path) => `_vivarium/api/worlds/${path}`);
  const statuses = await other.evaluate(async (paths) => {
    const answers: number[] = [];
    for (const path of paths) answers.push((await fetch(path, { method: 'PUT' })).status);
    return answers;
  }, asked);
  expect(statuses).toEqual([200, 200]);
  await expect.poll(async () => JSON.stringify(await stored(page))).toContain('unavailable');
  await add(page, 'Zelkova');
  await expect.poll(async () => JSON.stringify(await stored(page))).toContain('Zelkova');
  expect(JSON.stringify(await stored(page))).toContain('unavailable');
  await page.close();
  await other.reload();
  await other.getByRole('listitem').filter({ hasText: 'Zelkova' }).waitFor();
});

test('the toolbar shows the requests as they come, and switches faults, scenario and clock of the page', async () => {
  const page = await open();
  const asked: string[] = [];
  server.on('request', ({ method, url }) => asked.push(`${method} ${url}`));
  const toolbar = await openToolbar(page);
  await toolbar.getByText('/v1/pets').first().waitFor();
  await add(page, 'Zelkova');
  await toolbar.getByText('POST').waitFor();
  await toolbar.getByRole('switch', { name: 'unavailable' }).click();
  await toolbar.getByRole('button', { name: /^unavailable only for/ }).click();
  // Written a moment after the last of the changes.
  await expect.poll(async () => JSON.stringify(await stored(page))).toMatch(/unavailable.*listPets/);
  await page.reload();
  await page.getByText('The store is closed.').waitFor();
  const again = await shownToolbar(page);
  await expect.poll(() => again.getByRole('switch', { name: 'unavailable' }).getAttribute('aria-checked')).toBe('true');
  await again.getByRole('button', { name: 'Turn all off' }).click();
  await again.getByLabel('Start again from a scenario').selectOption('empty');
  await again.getByRole('button', { name: '+ 1 day' }).click();
  await expect.poll(() => again.getByRole('button', { name: 'Back' }).isEnabled()).toBe(true);
  await expect.poll(async () => JSON.stringify(await stored(page))).toMatch(/"clock".*"pets":\[\].*"scenario":"empty"/);
  expect(await again.getByRole('link', { name: 'Open panel' }).count()).toBe(0);
  await page.reload();
  await expect.poll(() => page.getByRole('status').textContent()).toBe('');
  expect(await page.getByRole('listitem').count()).toBe(0);
  // Nothing but the files: what a frame still reads while the page ends is none of the worker's.
  expect(asked.filter((one) => !one.startsWith('GET ') || one.includes('/v1/'))).toEqual([]);
});
