/** Webhooks of a world that several servers share. */
import { describe, expect, test, vi } from 'vitest';
import { valuesOf } from '../../../src/core/primitives/sorted-map.ts';
import { rowsOf } from '../../../src/parts/webhooks/core/follow-webhooks.ts';
import { performWebhook } from '../../../src/parts/webhooks/load.ts';
import type { World } from '../../../src/world/world.ts';
import { startServer } from '../store/redis/store-servers.ts';
import { freshPrefix, hasStore, openTestStore } from '../store/support/redis-server.ts';
import { receive, shopDocument } from './shop.ts';

const list = async ({ api }: Awaited<ReturnType<typeof startServer>>) =>
  (await api('GET', '/worlds/default/webhooks')).json;

describe.skipIf(!hasStore)('two servers of one store', () => {
  test('send each webhook once, and list the same', async () => {
    await using store = await openTestStore();
    const { received, url } = await receive();
    const scenario = { webhooks: { orderCreated: [{ url }] } };
    const options = { url: store.url, prefix: freshPrefix(), document: shopDocument, scenario };
    const servers = [await startServer(options), await startServer(options)];
    for (const server of [...servers, ...servers, ...servers])
      expect((await server.call('POST', '/orders', { status: 'open' })).status).toBe(201);
    const states = async () => (await list(servers[0] as never)).items.map(({ state }: { state: string }) => state);
    await expect.poll(states).toEqual(Array.from({ length: 6 }, () => 'sent'));
    expect(await list(servers[0] as never)).toEqual(await list(servers[1] as never));
    const late = await startServer(options);
    expect((await list(late)).total).toBe(6);
    await late.call('POST', '/orders', { status: 'open' });
    await expect.poll(async () => (await list(servers[0] as never)).items[0].state).toBe('sent');
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(7);
    expect(received).toHaveLength(7);
  });
});

describe.skipIf(!hasStore)('the other server of a store', () => {
  test('hears of an attempt, though nobody asks it for the world', async () => {
    await using store = await openTestStore();
    const { received, url } = await receive(() => undefined);
    const scenario = { webhooks: { orderCreated: [{ url }] } };
    const options = { url: store.url, prefix: freshPrefix(), document: shopDocument, scenario };
    const [sender, other] = [await startServer(options), await startServer(options)];
    await other.call('GET', '/orders');
    await sender.call('POST', '/orders', { status: 'open' });
    await expect.poll(() => received.length).toBe(1);
    const rows = () => valuesOf(rowsOf((other.simulation.worlds.get('default') as World).decisions.state).rows);
    await expect.poll(() => [...rows()].map(({ state }) => state)).toEqual(['sending']);
  });
});

test('an attempt that nobody reports within 15 s counts as failed, and only once', async () => {
  const { received, url } = await receive(() => undefined);
  const scenario = { webhooks: { orderCreated: [{ url }] } };
  const server = await startServer({ document: shopDocument, scenario });
  await server.call('POST', '/orders', { status: 'open' });
  await expect.poll(() => received.length).toBe(1);
  const world = server.simulation.worlds.get('default') as World;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const others = [performWebhook(world, 1, false, []), performWebhook(world, 1, false, [])];
  vi.advanceTimersByTime(14_000);
  expect((await list(server)).items[0].attempts).toEqual([]);
  vi.advanceTimersByTime(3000);
  vi.useRealTimers();
  await Promise.all(others);
  expect((await list(server)).items[0]).toMatchObject({
    state: 'waiting',
    attempts: [{ status: null, error: 'the server that sent it did not report within 15 s' }],
  });
});
