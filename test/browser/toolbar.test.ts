/** The toolbar in pages of three apps: of another origin, with a hostile style, and of an attacker. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Frame, type Page } from 'playwright-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startForTest } from '../server/control/control-server.ts';
import { judgeInBothSchemes, measure } from './accessibility.ts';
import { chromiumArguments, findChromium } from './chromium.ts';
import { usePanel } from './panel.ts';

const panel = usePanel();
const active = async () => (await panel.server.api('GET', '/worlds/default')).body.faults;

beforeEach(async () => {
  await panel.server.api('PUT', '/worlds/default', { scenario: 'default' });
});

/** Serves one page at another port of this machine. */
const startApp = async (body: string | (() => string), style = ''): Promise<string> => {
  const head = `<!doctype html><html lang="en"><title>App</title><style>${style}</style><h1>App</h1>`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`${head}${typeof body === 'string' ? body : body()}</html>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
};

const script = (world = 'default'): string =>
  `<script src="${panel.origin}/_vivarium/toolbar.js" data-world="${world}" defer></script>`;

const openApp = async (app: string): Promise<Page> => {
  const page = await panel.open('about:blank');
  await page.goto(app);
  await page.waitForFunction(() => document.querySelector('vivarium-toolbar')?.matches(':popover-open'));
  return page;
};

const toolbarOf = async (page: Page): Promise<Frame> => {
  await expect.poll(() => page.frames().some((frame) => frame.url().includes('/_vivarium/toolbar'))).toBe(true);
  const frame = page.frames().find((one) => one.url().includes('/_vivarium/toolbar')) as Frame;
  await frame.getByRole('heading', { name: 'Faults' }).waitFor();
  return frame;
};

const isOpen = (page: Page): boolean => page.frames().length > 1;

test('from another origin it only shows, until that origin is confirmed in a window of the server', async () => {
  const page = await openApp(await startApp(script()));
  await page.keyboard.press('Alt+Shift+V');
  const toolbar = await toolbarOf(page);
  await panel.server.call('GET', '/v1/pets');
  await toolbar.getByRole('link', { name: '/v1/pets' }).waitFor();
  expect(await toolbar.getByRole('switch').evaluateAll((all) => all.every((one) => one.matches(':disabled')))).toBe(
    true,
  );
  const [allow] = await Promise.all([
    page.context().waitForEvent('page'),
    toolbar.getByRole('button', { name: 'Allow' }).click(),
  ]);
  expect(await allow.evaluate(() => [window.top === window, window.opener])).toEqual([true, null]);
  await allow.getByText(new URL(page.url()).origin).waitFor();
  // The second click of a double click is not for this window.
  const button = allow.getByRole('button', { name: 'Allow this origin' });
  expect(await button.isDisabled()).toBe(true);
  await button.click();
  await allow.getByText('Done.').waitFor();
  await toolbar.getByRole('switch', { name: 'unauthorized' }).click();
  await expect.poll(active).toEqual(['unauthorized']);
  await toolbar.getByRole('button', { name: 'unauthorized only for listPets' }).click();
  await toolbar.getByText('only for listPets', { exact: true }).waitFor();
  expect((await panel.server.api('GET', '/worlds/default/faults/unauthorized')).body.on).toEqual({
    operation: 'listPets',
  });
  await toolbar.getByLabel('Find a fault').fill('hang');
  await toolbar.getByRole('switch', { name: 'hang', exact: true }).waitFor();
  await toolbar.getByRole('button', { name: 'Turn all off' }).click();
  await expect.poll(active).toEqual([]);
  await toolbar.getByRole('button', { name: '+ 1 day' }).click();
  await toolbar.getByRole('button', { name: 'Back' }).click();
  await toolbar.getByLabel('Start again from a scenario').selectOption('empty');
  await expect.poll(async () => (await panel.server.api('GET', '/worlds/default')).body.scenario).toBe('empty');
});

test('a pending request is shown, and the world is that of the script', async () => {
  await panel.server.api('PUT', '/worlds/alice', {});
  const page = await openApp(await startApp(script('alice')));
  await page.keyboard.press('Alt+Shift+V');
  const toolbar = await toolbarOf(page);
  await toolbar.getByRole('heading', { name: 'alice' }).waitFor();
  const answer = panel.server.call('GET', '/~alice/v1/pets', undefined, { prefer: 'delay=1h' });
  await toolbar.getByText('waiting').waitFor();
  await panel.server.api('DELETE', '/worlds/alice/held');
  await answer;
  await toolbar.getByText('waiting').waitFor({ state: 'detached' });
  await panel.server.api('DELETE', '/worlds/alice');
});

test('Escape closes it, and open or closed and its edge are remembered', async () => {
  const page = await openApp(await startApp(script()));
  await page.keyboard.press('Alt+Shift+V');
  const toolbar = await toolbarOf(page);
  await toolbar.getByRole('button', { name: 'Move to the other edge' }).click();
  const left = async () => (await (await (await toolbarOf(page)).frameElement()).boundingBox())?.x;
  await expect.poll(left).toBe(0);
  await page.reload();
  await toolbarOf(page);
  expect(await left()).toBe(0);
  await (await toolbarOf(page)).getByLabel('Find a fault').focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => isOpen(page)).toBe(false);
  // The focus is on the button again: Enter opens it.
  await page.keyboard.press('Enter');
  await toolbarOf(page);
  await page.keyboard.press('Alt+Shift+V');
  await expect.poll(() => isOpen(page)).toBe(false);
  await page.reload();
  await page.getByRole('heading', { name: 'App' }).waitFor();
  expect(isOpen(page)).toBe(false);
});

test('a hostile style of the page does not reach it', async () => {
  const style =
    '* { display: none !important; transform: rotate(9deg) !important; z-index: -1 !important } html, body, h1 { display: block !important } iframe, button { width: 1px !important }';
  const page = await openApp(await startApp(script(), style));
  await page.setViewportSize({ width: 320, height: 600 });
  const { width, height } = page.viewportSize() as { width: number; height: number };
  await page.mouse.click(width - 38, height - 38);
  const box = await (await (await toolbarOf(page)).frameElement()).boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 320, height: 600 });
});

test('the panel cannot be framed, and the toolbar only by pages of this machine and of allowed origins', async () => {
  // Other names of this machine: Chromium asks before a page from elsewhere reaches it, which would hide what is tested.
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumArguments, '--host-resolver-rules=MAP *.example 127.0.0.1'],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  let frames = '';
  const app = await startApp(() => frames);
  const friend = app.replace('localhost', 'friend.example');
  const { port } = await startForTest({ allowOrigin: [friend] });
  frames = ['', 'toolbar'].map((path) => `<iframe src="http://127.0.0.1:${port}/_vivarium/${path}"></iframe>`).join('');
  const shown = async (): Promise<readonly boolean[]> => {
    const isShown = (frame: Frame) => frame.evaluate(() => document.getElementById('panel') !== null);
    return Promise.all(page.frames().slice(1).map(isShown));
  };
  await page.goto(friend);
  expect(await shown()).toEqual([false, true]);
  await page.goto(app);
  expect(await shown()).toEqual([false, true]);
  await page.goto(app.replace('localhost', 'attacker.example'));
  expect(await shown()).toEqual([false, false]);
});

test('clicks that another page of this machine steals change nothing', async () => {
  const app = await startApp(script());
  await panel.server.api('POST', '/toolbar/origins', { origin: app });
  // It frames the toolbar itself, and the app, whose origin is confirmed.
  const frame = (src: string) => `<iframe style="width:360px;height:900px" src="${src}"></iframe>`;
  const attacker = await startApp(frame(`${panel.origin}/_vivarium/toolbar#/default/traffic`) + frame(app));
  const page = await panel.open('about:blank');
  await page.goto(attacker);
  const toolbar = await toolbarOf(page);
  await toolbar.getByText('it only shows').waitFor();
  await toolbar.getByRole('switch', { name: 'unauthorized' }).click({ force: true });
  await toolbar.getByRole('button', { name: 'Reset' }).click({ force: true });
  await page.keyboard.press('Space');
  expect(await active()).toEqual([]);
  expect(page.frames()).toHaveLength(3);
  const nested = page.frames().find((one) => one.url().startsWith(app)) as Frame;
  expect(await nested.evaluate(() => document.querySelector('vivarium-toolbar'))).toBeNull();
});

test('axe reports nothing serious in it, and it fits into 320 px', async () => {
  await panel.server.call('POST', '/v1/pets', { name: 'Maple' });
  await panel.server.call('GET', '/v1/pets', undefined, { prefer: 'fault=missing-required' });
  await panel.server.api('PUT', '/worlds/default/faults/slow', { on: { operation: 'listPets' } });
  const page = await panel.open('toolbar#/default/traffic', { viewport: { width: 320, height: 800 } });
  await page.getByText('only for listPets', { exact: true }).waitFor();
  expect(await judgeInBothSchemes(page)).toEqual([]);
  expect(await measure(page)).toEqual({ isWider: false, cut: [] });
  await page.goto(`${panel.origin}/_vivarium/#/default/allow?origin=http://localhost:5173`);
  await page.getByRole('button', { name: 'Allow this origin' }).waitFor();
  expect(await judgeInBothSchemes(page)).toEqual([]);
});
