/** Large bodies that their clients do not read. */
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { UnsentBodies } from '../../../src/server/edge/unsent-bodies.ts';

const kibibyte = 1024;

interface Client {
  readonly response: ServerResponse;
  isEnded: boolean;
}

const clientOf = (): Client => {
  const end = (): void => {
    client.isEnded = true;
  };
  const response = Object.assign(new EventEmitter(), { req: { socket: { destroy: end } } });
  const client: Client = { response: response as unknown as ServerResponse, isEnded: false };
  return client;
};

/** Clients that get bodies of these sizes in KiB, with a limit of 1 MiB. */
const send = (unsent: UnsentBodies, ...sizes: readonly number[]): readonly Client[] =>
  sizes.map((size) => {
    const client = clientOf();
    unsent.add(client.response, size * kibibyte);
    return client;
  });

const ended = (clients: readonly Client[]): readonly boolean[] => clients.map(({ isEnded }) => isEnded);

test('beyond the limit, the connections that have waited longest end', () => {
  const unsent = new UnsentBodies(1024 * kibibyte);
  expect(ended(send(unsent, 500, 400, 124, 300))).toEqual([true, false, false, false]);
  expect(ended(send(unsent, 900))).toEqual([false]);
});

test('what was sent, or lost, does not count', () => {
  const unsent = new UnsentBodies(1024 * kibibyte);
  for (let round = 0; round < 5; round++) {
    const [client] = send(unsent, 1000) as [Client];
    client.response.emit('close');
    expect(client.isEnded).toBe(false);
  }
  const [evicted, other] = send(unsent, 600, 600);
  // Its socket reports the end later.
  evicted?.response.emit('close');
  expect(ended(send(unsent, 400))).toEqual([false]);
  expect(ended([evicted, other] as Client[])).toEqual([true, false]);
});

test('a short body does not count, and a single one may be longer', () => {
  const unsent = new UnsentBodies(1024 * kibibyte);
  expect(ended(send(unsent, 2000))).toEqual([false]);
  const unread = send(unsent, 1000);
  expect(ended(send(unsent, ...Array.from({ length: 100 }, () => 63)))).not.toContain(true);
  expect(ended(unread)).toEqual([false]);
});
