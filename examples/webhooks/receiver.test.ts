/** The receiver, tested with the webhooks of a simulated shop: late, twice, out of order, and badly signed. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { VivariumWorld } from 'vivarium';
import { vivariumTest } from 'vivarium/vitest';
import { createReceiver, Orders } from './receiver.ts';

const test = vivariumTest({ document: fileURLToPath(new URL('shop.yaml', import.meta.url)) });
const secret = 'whsec_c2hvcC1zZWNyZXQtb2YtdGhlLXRlc3Rz';

/** Orders are paid a minute after their creation, and shipped an hour later: the clock of the world says when. */
const start = async (world: VivariumWorld): Promise<Orders> => {
  const orders = new Orders();
  const server = createReceiver(secret, orders);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const steps = [{ is: 'open', for: '1m' }, { is: 'paid', for: '1h' }, { is: 'shipped' }];
  world.start({
    inline: {
      clock: { at: '2030-06-01T12:00:00Z', frozen: true },
      data: { orders: [] },
      lifecycles: { orders: [{ property: 'status', steps }] },
      webhooks: { '*': [{ url, secret }] },
    },
  });
  return orders;
};

const order = (world: VivariumWorld): Promise<Response> =>
  world.fetch('/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ total: 20 }),
  });

test('an order that is paid gets an invoice', async ({ world }) => {
  const orders = await start(world);
  await order(world);
  world.clock.advance('1m');
  expect(await world.waitForWebhook({ webhook: 'orderPaid' })).toMatchObject({ state: 'sent' });
  expect(orders.invoices).toEqual([1]);
  expect(orders.known.get(1)).toMatchObject({ status: 'paid' });
});

test('late: until the webhook comes, nothing is known', async ({ world }) => {
  const orders = await start(world);
  world.fault('late', { on: { webhook: 'orderPaid' }, latency: '10m' });
  await order(world);
  world.clock.advance('1m');
  expect(await (await world.fetch('/orders/1')).json()).toMatchObject({ status: 'paid' });
  expect(orders.invoices).toEqual([]);
  world.clock.advance('10m');
  await world.waitForWebhook({ webhook: 'orderPaid' });
  expect(orders.invoices).toEqual([1]);
});

test('twice: there is one invoice', async ({ world }) => {
  const orders = await start(world);
  world.fault('webhook-twice');
  await order(world);
  world.clock.advance('1m');
  await expect.poll(() => world.coverage().webhooks?.[0]).toMatchObject({ webhook: 'orderPaid', sent: 2 });
  expect(orders.invoices).toEqual([1]);
});

test('out of order: an older state replaces no newer one', async ({ world }) => {
  const orders = await start(world);
  world.fault('webhook-reordered', { on: { webhook: 'orderPaid' } });
  await order(world);
  world.clock.advance('2h');
  expect((await world.waitForWebhook()).webhook).toBe('orderShipped');
  expect((await world.waitForWebhook()).webhook).toBe('orderPaid');
  expect(orders.known.get(1)).toMatchObject({ status: 'shipped' });
  expect(orders.invoices).toEqual([1]);
});

test('badly signed: it is refused, and nothing is believed', async ({ world }) => {
  const orders = await start(world);
  world.fault('webhook-bad-signature');
  await order(world);
  world.clock.advance('1m');
  const { attempts } = await world.waitForWebhook({ webhook: 'orderPaid' });
  expect(attempts.map(({ status }) => status)).toEqual([400]);
  expect(orders.known.size).toBe(0);
});
