/** The panel in a real browser, and the control API of its server. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import type { VivariumOptions } from '../../src/library/api.ts';
import { startServer, type TestServer } from '../server/control/control-server.ts';

export interface Panel {
  readonly server: TestServer;
  readonly origin: string;
  /** Opens a page at a route such as `#/default/faults`, or at `about:blank`; it is closed at the end of the test. */
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
  const panel: Panel = {
    get server() {
      return server;
    },
    get origin() {
      return `http://127.0.0.1:${server.port}`;
    },
    open: async (route = '', given = {}) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...given });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      failOnErrors(page);
      await page.goto(route === 'about:blank' ? route : `${panel.origin}/_vivarium/${route}`);
      return page;
    },
  };
  return panel;
};

/** An exception of the panel, or a violation of its Content-Security-Policy, fails the test. */
const failOnErrors = (page: Page): void => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error.stack)));
  page.on('console', (message) => {
    const isOurs = page.url().includes('/_vivarium/');
    if (isOurs && /Content Security Policy|TrustedHTML/.test(message.text())) errors.push(message.text());
  });
  onTestFinished(() => {
    if (errors.length > 0) throw new Error(`The page reported:\n${errors.join('\n')}`);
  });
};
