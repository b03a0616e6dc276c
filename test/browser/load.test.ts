/** Thousands of exchanges: the list stays bounded and usable. */
import { expect, test } from 'vitest';
import { capacity } from '../../src/parts/panel/state/shown-journal.ts';
import { usePanel } from './panel.ts';

const panel = usePanel();

const countOf = (count: number): string => `${count.toLocaleString('en-US')} exchanges`;

/** The list has the newest. */
const shownOf = (count: number): string =>
  count <= capacity ? countOf(count) : `${capacity.toLocaleString('en-US')} of ${countOf(count)}`;

test('the list stays bounded and usable while thousands of exchanges arrive', async () => {
  const page = await panel.open();
  await page.getByRole('heading', { name: 'No request yet' }).waitFor();
  const world = panel.server.vivarium.world('default');
  const send = async (count: number): Promise<void> => {
    const request = { headers: { authorization: 'Bearer demo' } };
    const before = (await panel.server.api('GET', '/worlds/default/exchanges?limit=1')).body.items[0]?.id ?? 0;
    for (let sent = 500; sent <= count; sent += 500) {
      await Promise.all(Array.from({ length: 500 }, () => world.fetch('/v1/pets?limit=1', request)));
      // The server disconnects a slow reader, and its journal is shorter than the list: wait for the page.
      const newest = before + sent;
      await expect.poll(() => page.locator('.count').textContent()).toBe(shownOf(newest));
    }
  };
  await send(capacity + 1000);
  await page
    .getByText(shownOf(capacity + 1000))
    .first()
    .waitFor();
  await page.getByText(`The list has the last ${capacity.toLocaleString('en-US')} exchanges of the world.`).waitFor();
  expect(await page.locator('.virtual-row').count()).toBeLessThan(60);
  const newest = (await panel.server.api('GET', '/worlds/default/exchanges?limit=1')).body.items[0].id;
  expect(newest).toBe(capacity + 1000);

  // While more arrive, the scroll position is kept, and a click opens the clicked exchange.
  await page.locator('.virtual').evaluate((list) => {
    list.scrollTop = 3600;
  });
  const row = page.locator('.virtual-row').nth(15);
  await row.waitFor();
  const id = await row.getAttribute('id');
  const before = await page.locator(`#${id}`).boundingBox();
  const more = send(500);
  await more;
  await expect.poll(() => page.locator('.virtual-space').evaluate((space) => space.clientHeight)).toBe(capacity * 36);
  expect((await page.locator(`#${id}`).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  await page.locator(`#${id}`).click();
  await page
    .getByRole('heading', { name: /Why this response|\/v1\/pets/ })
    .first()
    .waitFor();
});
