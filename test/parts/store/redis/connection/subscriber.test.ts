import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  Connection,
  type CreateClient,
  createLocator,
} from '../../../../../src/parts/store/redis/connection/connection.ts';
import { Subscriber } from '../../../../../src/parts/store/redis/connection/subscriber.ts';
import { silentLogger } from '../../../../../src/world/logger.ts';
import { freshPrefix, hasStore, openTestStore } from '../../support/redis-server.ts';

describe.skipIf(!hasStore)('a subscriber', () => {
  let store: Awaited<ReturnType<typeof openTestStore>>;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store?.[Symbol.asyncDispose]());

  /** A subscriber, and a client that publishes. Each message is recorded as `channel sender`. */
  const start = async () => {
    const messages: string[] = [];
    const create = createClient as unknown as CreateClient;
    const connecting = { locator: createLocator(store.url, create), createClient: create, logger: silentLogger };
    const subscriber = new Subscriber({
      connect: (onClient) => new Connection({ ...connecting, shownUrl: store.url, onClient }),
      onMessage: (channel, sender) => void messages.push(`${channel} ${sender ?? 'may have changed'}`),
      onRejected: (reason) => void messages.push(reason),
    });
    const publisher = createClient({ url: store.url });
    await publisher.connect();
    onTestFinished(() => {
      subscriber.close();
      publisher.destroy();
    });
    return { subscriber, publisher, messages };
  };
  const until = (messages: readonly string[], expected: string): Promise<void> =>
    expect.poll(() => messages, { timeout: 30_000 }).toContain(expected) as unknown as Promise<void>;

  test('hears of a channel that it leaves and joins again at once', async () => {
    const { subscriber, publisher, messages } = await start();
    const channel = freshPrefix();
    subscriber.add(channel);
    await until(messages, `${channel} may have changed`);
    messages.length = 0;
    subscriber.remove(channel);
    subscriber.add(channel);
    expect(subscriber.has(channel)).toBe(true);
    await until(messages, `${channel} may have changed`);
    expect(await publisher.publish(channel, 'another server')).toBe(1);
    await until(messages, `${channel} another server`);
  });

  test('hears nothing of a channel that it has left', async () => {
    const { subscriber, publisher, messages } = await start();
    const [left, kept] = [freshPrefix(), freshPrefix()];
    subscriber.add(left);
    subscriber.add(kept);
    await until(messages, `${left} may have changed`);
    await until(messages, `${kept} may have changed`);
    subscriber.remove(left);
    subscriber.add(left);
    subscriber.remove(left);
    await expect.poll(() => publisher.publish(left, 'another server'), { timeout: 30_000 }).toBe(0);
    await publisher.publish(kept, 'another server');
    await until(messages, `${kept} another server`);
    expect(subscriber.has(left)).toBe(false);
    expect(await publisher.publish(left, 'another server')).toBe(0);
  });
});
