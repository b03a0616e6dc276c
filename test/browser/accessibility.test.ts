/** Every view in both colour schemes, from 360 px to 4K: with screen readers, by keyboard, at any size. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { judge, judgeInBothSchemes, measure, nameRules } from './accessibility.ts';
import { usePanel } from './panel.ts';

const panel = usePanel();

beforeAll(async () => {
  const { call, api } = panel.server;
  await call('GET', '/v1/pets?limit=0');
  await call('POST', '/v1/pets', { name: 'Maple', categoryId: 3 });
  await call('GET', '/v1/pets', undefined, { prefer: 'fault=missing-required' });
  await call('GET', '/v1/pets', undefined, { prefer: 'fault=server-error' });
  await api('PUT', '/worlds/default/faults/slow', { on: { operation: 'getPet' } });
  await api('PUT', '/worlds/default/faults/own', { status: 418 });
  await api('PUT', '/worlds/default/clock', { now: '2030-06-01T00:00:00Z', frozen: true });
});

interface View {
  readonly name: string;
  readonly route: string;
  /** An element that exists once the view is complete. */
  readonly ready: (page: Page) => Promise<void>;
}

const text = (content: string) => (page: Page) => page.getByText(content).first().waitFor();
const click = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor();
};

const views: readonly View[] = [
  { name: 'traffic', route: '#/default/traffic', ready: text('4 exchanges') },
  { name: 'an empty list', route: '#/empty/traffic', ready: text('No world named') },
  { name: 'a detail', route: '#/default/traffic/3', ready: text('Why this response') },
  { name: 'faults', route: '#/default/faults', ready: text('Of your own') },
  { name: 'a fault form', route: '#/default/faults', ready: click('Edit own') },
  { name: 'a picker', route: '#/default/faults', ready: click('Restrict slow to operations') },
  { name: 'data', route: '#/default/data', ready: text('1–25 of 25') },
  { name: 'an item form', route: '#/default/data', ready: click('Edit pets 2') },
  { name: 'changes', route: '#/default/data/~changes', ready: text('1 item differs') },
  { name: 'worlds', route: '#/default/worlds', ready: text('Scenarios') },
  { name: 'a world form', route: '#/default/worlds', ready: click('Open a world') },
  { name: 'clock', route: '#/default/clock', ready: text('Sunset of getPet') },
  { name: 'interface', route: '#/default/interface', ready: text('parts exercised') },
  {
    name: 'an operation',
    route: '#/default/interface/listPets',
    ready: (page) => page.getByRole('heading', { name: 'Never exercised' }).waitFor(),
  },
  { name: 'demo', route: '#/default/demo', ready: text('unauthorized') },
  { name: 'a phone', route: '#/default/demo', ready: click('Open on a phone') },
  {
    name: 'prepared states',
    route: '#/demo?state=Expired&fault=unauthorized&state=Outage+of+everything+at+once&scenario=outage',
    ready: text('Nothing has changed yet'),
  },
  {
    name: 'applied states',
    route: '#/empty/demo?state=Expired&fault=unauthorized&state=Outage+of+everything+at+once&scenario=outage',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: /^outage/ }).waitFor();
    },
  },
];

test('the colour schemes differ only in their colours', () => {
  const folder = fileURLToPath(new URL('../../src/parts/panel', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(css|tsx?|html)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/prefers-color-scheme/);
});

test('axe reports a problem if there is one', async () => {
  const page = await panel.open();
  await page.getByRole('heading', { name: 'Traffic' }).waitFor({ state: 'attached' });
  await page.evaluate(() => {
    const button = document.createElement('button');
    document.querySelector('main')?.append(button);
  });
  expect((await judge(page)).map(({ id }) => id)).toContain('button-name');
});

/** Shows each view in a page that is as wide as the first of the widths. */
const visitViews = async (widths: readonly number[], look: (page: Page, name: string) => Promise<void>) => {
  const resize = (width = 0) => page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
  const page = await panel.show();
  for (const { name, route, ready } of views) {
    await resize(widths[0]);
    // In one document, into which axe is loaded once.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${panel.origin}/_vivarium/${route}`);
    await ready(page);
    for (const width of widths) {
      await resize(width);
      expect({ name, width, ...(await measure(page)) }).toEqual({ name, width, isWider: false, cut: [] });
    }
    await look(page, name);
  }
};

// Each list is on one side of the width at which a page has another layout.
test('on a telephone, every control has a name, and no view is wider than the window', () =>
  visitViews([360, 390], async (page, name) => {
    expect({ name, unnamed: await judge(page, nameRules) }).toEqual({ name, unnamed: [] });
  }));

test('axe reports nothing serious in either scheme, and no view is wider than the window', () =>
  visitViews([768, 3840, 1440], async (page, name) => {
    expect({ name, found: await judgeInBothSchemes(page) }).toEqual({ name, found: [] });
  }));

test('every control can be focused by keyboard, with a visible focus', async () => {
  for (const route of ['#/default/faults', '#/default/clock', '#/default/worlds']) {
    const page = await panel.show(route);
    await page.locator('main button').first().waitFor();
    const controls = await page.evaluate(
      () =>
        [...document.querySelectorAll('a[href], button, select, input, textarea, summary')].filter(
          (one) => !(one as HTMLButtonElement).disabled,
        ).length,
    );
    const reached = new Set<string>();
    const unseen: string[] = [];
    for (let count = 0; count < controls + 10; count++) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return undefined;
        const all = [...document.querySelectorAll('*')];
        return {
          at: String(all.indexOf(element)),
          outline: getComputedStyle(element).outlineStyle,
          html: element.outerHTML.slice(0, 100),
        };
      });
      if (focus === undefined) continue;
      reached.add(focus.at);
      if (focus.outline === 'none') unseen.push(focus.html);
    }
    expect(reached.size).toBeGreaterThanOrEqual(controls);
    expect(unseen).toEqual([]);
  }
});

test('a fault can be switched, and a dialog opened and closed, by keyboard', async () => {
  const page = await panel.show('#/default/faults');
  const hang = page.getByRole('switch', { name: 'hang', exact: true });
  await hang.focus();
  await page.keyboard.press('Space');
  await expect.poll(async () => (await panel.server.api('GET', '/worlds/default')).body.faults).toContain('hang');
  await page.keyboard.press('Space');
  await expect.poll(async () => (await panel.server.api('GET', '/worlds/default')).body.faults).not.toContain('hang');
  const edit = page.getByRole('button', { name: 'Edit hang' });
  await edit.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await edit.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('reduced motion is honoured', async () => {
  const page = await panel.show('#/default/faults');
  const knob = page.locator('.switch .knob').first();
  const durationOf = async (reducedMotion: 'reduce' | 'no-preference'): Promise<string> => {
    await page.emulateMedia({ reducedMotion });
    return knob.evaluate((element) => getComputedStyle(element).transitionDuration);
  };
  expect(await durationOf('no-preference')).not.toBe('0s');
  expect(await durationOf('reduce')).toBe('0s');
});

test('statuses differ without colour', async () => {
  const page = await panel.show();
  await page.getByText('4 exchanges').waitFor();
  const shapes = await page.evaluate(() =>
    [...document.querySelectorAll('.virtual-row .status')].map((element) => {
      const style = getComputedStyle(element.querySelector('.shape') as Element);
      return { digits: element.textContent?.trim(), shape: `${style.clipPath} ${style.borderRadius}` };
    }),
  );
  expect(shapes.map(({ digits }) => digits)).toEqual(['500', '200', '201', '400']);
  expect(new Set(shapes.map(({ shape }) => shape)).size).toBe(3);
});
