/** The harness itself: what it does to a store really happens. */
import { describe, expect, test } from 'vitest';
import { startFaultProxy } from './fault-proxy.ts';
import { canStartStore, freshPrefix, hasStore, openTestStore, startStoreServer } from './redis-server.ts';
import { sendCommand } from './send-command.ts';

test.runIf(hasStore)('a store that is only used answers, and every prefix is another', async () => {
  await using store = await openTestStore();
  expect(store.url).toMatch(/^rediss?:\/\//);
  expect(freshPrefix()).not.toBe(freshPrefix());
});

describe.runIf(canStartStore)('a store of its own', () => {
  test('keeps its data when it is stopped, and when it is killed', async () => {
    await using store = await startStoreServer();
    await store.command('SET', 'first', 'ä');
    await store.stop();
    await expect(store.command('PING')).rejects.toThrow();
    await store.restart();
    await store.command('SET', 'second', '2');
    await store.kill();
    await store.restart();
    expect(await store.command('MGET', 'first', 'second', 'third')).toEqual(['ä', '2', null]);
    expect(store.url).toBe(`redis://127.0.0.1:${store.port}`);
  });

  test('stands still while it is paused', async () => {
    await using store = await startStoreServer();
    store.pause();
    let isAnswered = false;
    const answer = store.command('PING').then((reply) => {
      isAnswered = true;
      return reply;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isAnswered).toBe(false);
    store.resume();
    expect(await answer).toBe('PONG');
  });

  test('rejects writes while it is full or a replica', async () => {
    await using store = await startStoreServer();
    await store.command('SET', 'key', '1');
    await store.setFull(true);
    await expect(store.command('SET', 'key', '2')).rejects.toThrow('OOM');
    await store.setFull(false);
    await store.setReadOnly(true);
    await expect(store.command('SET', 'key', '2')).rejects.toThrow('READONLY');
    await store.setReadOnly(false);
    expect(await store.command('GET', 'key')).toBe('1');
  });

  test('has a password', async () => {
    await using store = await startStoreServer({ password: 'p@ss word' });
    expect(store.url).toBe(`redis://:p%40ss%20word@127.0.0.1:${store.port}`);
    expect(await store.command('PING')).toBe('PONG');
    await expect(sendCommand(['PING'], { port: store.port })).rejects.toThrow('NOAUTH');
  });

  test('speaks TLS', async () => {
    await using store = await startStoreServer({ tls: true });
    expect(store.url).toMatch(/^rediss:/);
    expect(await store.command('PING')).toBe('PONG');
  });
});

describe.runIf(canStartStore)('the proxy', () => {
  test('cuts, refuses, stalls and drops', async () => {
    await using store = await startStoreServer();
    await using proxy = await startFaultProxy(store.port);
    expect(proxy.urlFor(`${store.url}/1`)).toBe(`redis://127.0.0.1:${proxy.port}/1`);
    const through = (...words: readonly string[]) => sendCommand(words, { port: proxy.port });
    expect(await through('SET', 'key', '1')).toBe('OK');
    expect(proxy.sent()).toBe(1);

    const executed = proxy.dropAnswerOf('INCR');
    await expect(through('INCR', 'key')).rejects.toThrow();
    await executed;
    expect(await through('GET', 'key')).toBe('2');

    const lost = proxy.dropCommand('INCR');
    await expect(through('INCR', 'key')).rejects.toThrow();
    await lost;
    expect(await through('GET', 'key')).toBe('2');

    proxy.setDown(true);
    await expect(through('PING')).rejects.toThrow();
    proxy.setDown(false);

    proxy.setStalled(true);
    const waiting = through('PING');
    proxy.setStalled(false);
    expect(await waiting).toBe('PONG');

    proxy.setDelay(1);
    expect(await through('PING')).toBe('PONG');

    proxy.setStalled(true);
    const before = proxy.opened();
    const cut = through('PING');
    // Only a connection that has arrived is cut.
    await expect.poll(proxy.opened).toBeGreaterThan(before);
    await expect(Promise.race([cut, new Promise((resolve) => setTimeout(resolve, 20, 'waiting'))])).resolves.toBe(
      'waiting',
    );
    proxy.cut();
    await expect(cut).rejects.toThrow();
  });
});
