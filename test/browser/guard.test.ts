/** The guard of a page whose requests `page.route` answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import type { MswSource } from '../../src/parts/guard/api.ts';
import { guard as guardMsw } from '../../src/parts/testing/msw-node.ts';
import { guard } from '../../src/parts/testing/playwright.ts';
import { notes } from '../parts/guard/notes.ts';
import { chromiumArguments, findChromium } from './chromium.ts';

const note = { id: 1, text: 'Milk', status: 'open', createdAt: '2026-01-01T10:00:00Z' };

test('what page.route answers is judged, and what a server answers is not', async () => {
  const real = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').setHeader('access-control-allow-origin', '*').end('[{}]');
  });
  await new Promise<void>((resolve) => real.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(real.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: await findChromium(), args: [...chromiumArguments] });
  try {
    const page = await browser.newPage();
    const contract = await guard(page as never, { document: notes, baseUrl: `${origin}/v1` });
    await page.goto(`${origin}/`);
    const read = (path: string): Promise<unknown> =>
      page.evaluate(
        async (target) => (await fetch(target, { headers: { authorization: 'Bearer demo' } })).json(),
        `${origin}/v1${path}`,
      );
    expect(await read('/notes')).toEqual([{}]);
    await page.route('**/v1/notes?**', (route) => route.fulfill({ json: [note] }));
    await read('/notes?limit=1');
    await contract.assertNoViolations();
    expect(contract.exchanges()).toMatchObject([{ operation: 'listNotes', query: 'limit=1', origin: 'mock' }]);
    await page.route('**/v1/notes/1', (route) => route.fulfill({ json: { ...note, id: '1' } }));
    await read('/notes/1');
    await expect(contract.assertNoViolations()).rejects.toThrow("getNote: the mock's response, /id");
    await contract.close();
    await read('/notes/1');
    expect(contract.exchanges()).toHaveLength(2);
  } finally {
    await browser.close();
    await new Promise((resolve) => real.close(resolve));
  }
});

test('the network of @msw/playwright, which tells of no responses, is judged by its context', async () => {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: [...chromiumArguments] });
  try {
    const context = await browser.newContext();
    await context.route('**/*', (route) =>
      route.request().url().endsWith('/notes')
        ? route.fulfill({ json: [{ ...note, id: '1' }] })
        : route.fulfill({ body: '<p>', contentType: 'text/html' }),
    );
    // The matrix runs the real one.
    const contract = await guardMsw({ events: { on: () => {} }, options: { context } } as MswSource, {
      document: notes,
    });
    const page = await context.newPage();
    await page.goto('https://api.example.com/v1/');
    const headers = { authorization: 'Bearer demo' };
    await page.evaluate(async (sent) => (await fetch('/v1/notes', { headers: sent })).json(), headers);
    await expect(contract.assertNoViolations()).rejects.toThrow("listNotes: the mock's response, /0/id");
    await contract.close();
    await page.evaluate(async (sent) => (await fetch('/v1/notes', { headers: sent })).json(), headers);
    expect(contract.exchanges({ operation: 'listNotes' })).toHaveLength(1);
  } finally {
    await browser.close();
  }
});

test('something that is no page is an error that names what is', async () => {
  await expect(guard({} as never, { document: notes })).rejects.toThrow('guard takes a page or a browser context');
});
