/** The panel in a real browser, and the control API of its server. */
import { type Browser, type BrowserContextOptions, type ConsoleMessage, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFailed, onTestFinished } from 'vitest';
import type { VivariumOptions } from '../../src/library/api.ts';
import { startServer, type TestServer } from '../server/control/control-server.ts';

export interface Panel {
  readonly server: TestServer;
  readonly origin: string;
  /** Shows a route such as `#/default/faults` in the page of the file, which is loaded once: a load costs as much as a test. */
  readonly show: (route?: string) => Promise<Page>;
  /** Opens a page of its own, at a route or at `about:blank`; it is closed at the end of the test. */
  readonly open: (route?: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** A server and a browser for all tests of a file. */
export const usePanel = (options: VivariumOptions = {}, host?: string): Panel => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(options, host), chromium.connect(inject('browser'))]);
  });
  afterAll(async () => {
    await browser.close();
    await server.vivarium.close();
  });
  const newPage = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
      ...options,
    });
    await context.addInitScript(keepCopies);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    return page;
  };
  let shared: Page | undefined;
  const panel: Panel = {
    get server() {
      return server;
    },
    get origin() {
      return `http://127.0.0.1:${server.port}`;
    },
    show: async (route = '') => {
      shared ??= await newPage({});
      const page = shared;
      failOnErrors(page);
      // What a failed test leaves open is not for the next one.
      onTestFailed(async () => {
        shared = undefined;
        await page.context().close();
      });
      // The page forgets a world and the state of its view when it leaves them.
      await page.goto(`${panel.origin}/_vivarium/#/nobody/clock`);
      await page.getByRole('heading', { name: 'No world named nobody is open' }).waitFor();
      await page.goto(`${panel.origin}/_vivarium/${route || '#/'}`);
      return page;
    },
    open: async (route = '', options = {}) => {
      const page = await newPage(options);
      onTestFinished(() => page.context().close());
      failOnErrors(page);
      await page.goto(route === 'about:blank' ? route : `${panel.origin}/_vivarium/${route}`);
      return page;
    },
  };
  return panel;
};

/** A page reads what it copied itself: the browser has one clipboard, and tests of other files copy at the same time. */
const keepCopies = (): void => {
  const { clipboard } = navigator;
  // Only secure origins have one.
  if (clipboard === undefined) return;
  const write = clipboard.writeText.bind(clipboard);
  let copied = '';
  clipboard.writeText = async (text) => {
    await write(text);
    copied = text;
  };
  clipboard.readText = async () => copied;
};

/** An exception of the panel, or a violation of its Content-Security-Policy, fails the test. */
const failOnErrors = (page: Page): void => {
  const errors: string[] = [];
  const noteError = (error: Error): void => void errors.push(String(error.stack));
  const noteMessage = (message: ConsoleMessage): void => {
    const isOurs = page.url().includes('/_vivarium/');
    if (isOurs && /Content Security Policy|TrustedHTML/.test(message.text())) errors.push(message.text());
  };
  page.on('pageerror', noteError).on('console', noteMessage);
  onTestFinished(() => {
    page.off('pageerror', noteError).off('console', noteMessage);
    if (errors.length > 0) throw new Error(`The page reported:\n${errors.join('\n')}`);
  });
};
