/** `examples/react` with the plugin: the store is at the origin of the page, and the toolbar in it. */
import { join } from 'node:path';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { vivarium } from '../../src/parts/vite/plugin.ts';
import { root } from '../cli/process.ts';
import { judgeInBothSchemes, measure } from './accessibility.ts';

let browser: Browser;
let server: ViteDevServer;
let origin: string;

beforeAll(async () => {
  server = await createServer({
    root: join(root, 'examples/react'),
    configFile: false,
    logLevel: 'silent',
    cacheDir: join(root, '.vitest', `react-example-${process.pid}`),
    server: { host: '127.0.0.1', port: 0 },
    plugins: [vivarium()],
  });
  await server.listen();
  const address = server.httpServer?.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  browser = await chromium.connect(inject('browser'));
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

const open = async (width: number): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(origin);
  await page.getByRole('listitem').first().waitFor();
  return page;
};

const openToolbar = async (page: Page): Promise<Frame> => {
  await page.waitForFunction(() => document.querySelector('vivarium-toolbar')?.matches(':popover-open'));
  await page.keyboard.press('Alt+Shift+V');
  await expect.poll(() => page.frames().length).toBe(2);
  const frame = page.frames()[1] as Frame;
  await frame.getByText('/v1/pets').first().waitFor();
  return frame;
};

test('a fault is switched by keyboard in the page, which explains it, and is off again', async () => {
  const page = await open(1000);
  const toolbar = await openToolbar(page);
  await toolbar.getByLabel('Find a fault').focus();
  await page.keyboard.type('server-error');
  await toolbar.getByRole('switch', { name: 'server-error' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByLabel('Show').selectOption('sold');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('The store has a problem (500).');
  const again = await openToolbar(page);
  await again.getByText('500').first().waitFor();
  await again.getByRole('button', { name: 'Turn all off' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('listitem').first().waitFor();
});

test('axe reports nothing serious in the page with the toolbar, in both schemes, and both fit into 320 px', async () => {
  for (const width of [1000, 320]) {
    const page = await open(width);
    await page.waitForFunction(() => document.querySelector('vivarium-toolbar')?.matches(':popover-open'));
    expect(await judgeInBothSchemes(page)).toEqual([]);
    expect(await measure(page)).toEqual({ isWider: false, cut: [] });
    // The sheet lies over the page: `toolbar.test.ts` judges it.
    const toolbar = await openToolbar(page);
    expect(await toolbar.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});
