import { expect, test } from 'vitest';
import { openBrowser } from '../../../../src/cli/commands/serve/open-browser.ts';

const url = 'http://127.0.0.1:4010/_vivarium/#/default/traffic';

test.each([
  ['is not there', '/no/such/command'],
  ['finds no browser', 'false'],
])('where the command that opens a page %s, the message names the page', async (_name, command) => {
  const message = await new Promise<string>((resolve) => openBrowser(url, resolve, [command]));
  expect(message).toBe(`The browser could not be opened. Open ${url} yourself.`);
});
