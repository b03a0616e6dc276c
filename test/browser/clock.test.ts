import { beforeEach, describe, expect, test } from 'vitest';
import { receive, shopDocument } from '../parts/webhooks/shop.ts';
import { usePanel } from './panel.ts';

const panel = usePanel();
const clock = async () => (await panel.server.api('GET', '/worlds/default/clock')).body;

beforeEach(async () => {
  await panel.server.api('POST', '/worlds/default/reset');
});

test('the clock is frozen, advanced and set, in the time zone of the reader', async () => {
  const page = await panel.open('#/default/clock', { timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
  await page.getByText('Shown in your time zone, Asia/Tokyo.').waitFor();
  const runs = page.getByRole('switch', { name: 'The clock runs' });
  await page.getByText('Running').waitFor();
  expect(await runs.getAttribute('aria-checked')).toBe('true');
  await runs.click();
  await page.getByText('Frozen: it stands until it is moved').waitFor();
  expect(await runs.getAttribute('aria-checked')).toBe('false');
  await expect.poll(clock).toMatchObject({ frozen: true });
  await page.getByLabel('Date and time').fill('2030-06-01T09:30:00');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect.poll(clock).toEqual({ now: '2030-06-01T00:30:00.000Z', frozen: true });
  await expect.poll(() => page.getByRole('timer').textContent()).toBe('09:30:00');
  await page.getByText(/Saturday,? 1 June 2030/).waitFor();
  await page.getByRole('button', { name: '+ 1 day' }).click();
  await expect.poll(clock).toEqual({ now: '2030-06-02T00:30:00.000Z', frozen: true });
  await page.getByLabel('Advance by').fill('90m');
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await expect.poll(clock).toEqual({ now: '2030-06-02T02:00:00.000Z', frozen: true });
  // Visible in other views too.
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Traffic' }).click();
  await page.getByRole('banner').getByText('2 Jun 2030').waitFor();
  await page.getByRole('banner').getByTitle('The time of this world').click();
  await runs.click();
  await expect.poll(clock).toMatchObject({ frozen: false });
});

test('one click jumps past the sunset of an operation, and one back', async () => {
  const page = await panel.show('#/default/clock');
  await page.getByText('Sunset of getPet').waitFor();
  await page.getByRole('button', { name: 'Jump past it: the sunset of getPet' }).click();
  await expect.poll(async () => (await panel.server.api('GET', '/worlds/default')).body.removed).toEqual(['getPet']);
  expect((await panel.server.call('GET', '/v1/pets/1')).status).toBe(404);
  await page.getByText('past: it is removed').waitFor();
  await page.getByRole('button', { name: 'Jump before it: the sunset of getPet' }).click();
  await expect.poll(async () => (await panel.server.api('GET', '/worlds/default')).body.removed).toEqual([]);
  expect((await panel.server.call('GET', '/v1/pets/1')).status).toBe(200);
});

test('delayed responses are shown and released, without advancing the clock', async () => {
  await panel.server.api('PUT', '/worlds/default/faults/slow', { latency: '1h' });
  await panel.server.api('PUT', '/worlds/default/clock', { frozen: true });
  const first = panel.server.call('GET', '/v1/pets');
  const second = panel.server.call('GET', '/v1/pets/2');
  const page = await panel.show('#/default/clock');
  await page.getByRole('button', { name: 'Release the response to exchange 1' }).waitFor();
  const { now } = await clock();
  const held = (await panel.server.api('GET', '/worlds/default/held')).body;
  expect(held.items).toMatchObject([
    { exchange: 1, operation: 'listPets' },
    { exchange: 2, operation: 'getPet' },
  ]);
  expect(Date.parse(held.items[0].due) - Date.parse(now)).toBe(3_600_000);
  await page.getByText('sent in 1 hour').first().waitFor();
  await page.getByRole('button', { name: 'Release the response to exchange 2' }).click();
  expect((await second).status).toBe(200);
  await expect.poll(async () => (await panel.server.api('GET', '/worlds/default/held')).body.total).toBe(1);
  const third = panel.server.call('GET', '/v1/pets/3');
  await page.getByRole('button', { name: 'Release all' }).click();
  expect([(await first).status, (await third).status]).toEqual([200, 200]);
  expect((await clock()).now).toBe(now);
});

describe('a service with webhooks', () => {
  const shop = usePanel({ document: shopDocument });

  test('shows what was sent, and has a button for each webhook, and for each row', async () => {
    const { received, url } = await receive((call) => (call === 0 ? 500 : 204));
    await shop.server.api('PUT', '/worlds/default', {
      inline: { data: { orders: [{ id: 7, status: 'paid' }] }, webhooks: { orderPaid: [{ url }] } },
    });
    const page = await shop.show('#/default/clock');
    await page.getByText('Nothing was sent.').waitFor();
    await page.getByRole('button', { name: 'Send orderPaid', exact: true }).click();
    await page.getByText('orderPaid: waiting').waitFor();
    await page.getByText(/^500, in /).waitFor();
    await page.getByRole('button', { name: /^Send orderPaid msg_/ }).click();
    await page.getByText('orderPaid: sent').waitFor();
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
      received[0]?.headers['webhook-id'],
      received[0]?.headers['webhook-id'],
    ]);
    await page.getByRole('button', { name: 'Send somethingElse' }).click();
    await page.getByText(/somethingElse has no receiver/).waitFor();
  });
});
