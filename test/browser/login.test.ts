/** A person logs in at the page of the example, in a real browser. */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createVivarium, type Vivarium } from '../../src/index.ts';
import { root } from '../cli/process.ts';

const example = join(root, 'examples/login');

let browser: Browser;
let server: Server;
let page: string;
let vivarium: Vivarium;
let service: string;

beforeAll(async () => {
  const built = await build({
    root: example,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry: join(example, 'app.ts'), formats: ['es'] } },
  });
  const [output] = (Array.isArray(built) ? built : [built]) as readonly {
    readonly output: readonly { readonly code: string }[];
  }[];
  const script = output?.output[0]?.code as string;
  const html = readFileSync(join(example, 'index.html'), 'utf8').replace('app.ts', 'app.js');
  server = createServer((request, response) => {
    const isScript = request.url === '/app.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  vivarium = await createVivarium({
    document: join(example, 'notes.yaml'),
    scenarios: join(example, 'scenarios'),
    scenario: 'team',
  });
  service = (await vivarium.listen({ port: 0 })).url;
  browser = await chromium.connect(inject('browser'));
});

afterAll(async () => {
  await browser.close();
  server.close();
  await vivarium.close();
});

const open = async (options: Parameters<Browser['newContext']>[0] = {}, world = ''): Promise<Page> => {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const opened = await context.newPage();
  opened.setDefaultTimeout(60_000);
  await opened.goto(`${page}?service=${service}${world}`);
  return opened;
};

const click = (on: Page, name: string): Promise<void> => on.getByRole('button', { name }).click();

const logInAs = async (on: Page, name: string): Promise<void> => {
  await click(on, 'Log in');
  await on.getByRole('link', { name }).click();
  await on.getByText(`You are ${name}.`).waitFor();
};

const resultOf = async (on: Page, text: string | RegExp): Promise<void> =>
  on.getByRole('status').filter({ hasText: text }).waitFor();

test('a user logs in, calls the service, renews silently, and logs out', async () => {
  const app = await open();
  await logInAs(app, 'Ada Lovelace');
  await click(app, 'List notes');
  await resultOf(app, 'Buy milk');
  await click(app, 'Renew silently');
  await resultOf(app, 'Renewed.');
  await click(app, 'Add a note');
  await resultOf(app, 'Water the plants');
  await click(app, 'Log out');
  await app.getByText('You are not logged in.').waitFor();
  await click(app, 'Renew silently');
  await resultOf(app, 'nobody is logged in');
});

test('a session is over an hour later, by the clock of the world', async () => {
  const world = vivarium.world('later');
  world.start({});
  const app = await open({}, '/~later');
  await logInAs(app, 'Grace Hopper');
  await click(app, 'List notes');
  await resultOf(app, '[');
  world.clock.advance('1h');
  await click(app, 'List notes');
  await resultOf(app, 'Your session is over.');
});

test('a user without a scope may not write', async () => {
  const app = await open({}, '/~reader');
  vivarium.world('reader').reset();
  await logInAs(app, 'Alan Turing');
  await click(app, 'Add a note');
  await resultOf(app, 'You may not do this.');
});

test('whoever denies comes back without a login', async () => {
  const app = await open();
  await click(app, 'Log in');
  await app.getByRole('link', { name: 'Deny' }).click();
  await resultOf(app, 'the user denied it');
});

test('the page fits a phone in both colour schemes, and can be used by keyboard', async () => {
  const app = await open({ viewport: { width: 390, height: 844 } });
  await click(app, 'Log in');
  await app.getByRole('link', { name: 'Deny' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await app.emulateMedia({ colorScheme });
    const width = await app.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  }
  await app.keyboard.press('Tab');
  await app.keyboard.press('Enter');
  await app.getByText('You are Ada Lovelace.').waitFor();
});

test('a click may not come from a frame of another page', async () => {
  const app = await open();
  await app.setContent(
    `<iframe src="${service}/oidc/authorize?client_id=x&redirect_uri=http://localhost/&response_type=code"></iframe>`,
  );
  await expect.poll(() => app.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
});
