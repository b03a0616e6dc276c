/** Large bodies that their clients do not read. */
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { UnsentBodies } from '../../../src/server/edge/deliver.ts';

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

/** At most 1 MiB, or 4 MiB that came within a second. */
const start = 5000;
const createUnsent = () => {
  const time = { now: start };
  return { unsent: new UnsentBodies({ many: 1024 * kibibyte, max: 4096 * kibibyte, now: () => time.now }), time };
};

/** Clients that get bodies of these sizes in KiB. */
const send = (unsent: UnsentBodies, ...sizes: readonly number[]): readonly Client[] =>
  sizes.map((size) => {
    const client = clientOf();
    unsent.add(client.response, size * kibibyte);
    return client;
  });

const ended = (clients: readonly Client[]): readonly boolean[] => clients.map(({ isEnded }) => isEnded);

test('beyond the limit, the connections that have waited longest end', () => {
  const { unsent, time } = createUnsent();
  const early = send(unsent, 500, 400, 124);
  time.now = start + 1000;
  expect(ended(send(unsent, 300))).toEqual([false]);
  expect(ended(early)).toEqual([true, false, false]);
  expect(ended(send(unsent, 900))).toEqual([false]);
  expect(ended(early)).toEqual([true, true, true]);
});

test('bodies that came within a second may be four times as many', () => {
  const { unsent, time } = createUnsent();
  const clients = send(unsent, 1000, 1000, 1000, 1000);
  expect(ended(clients)).not.toContain(true);
  time.now = start + 999;
  send(unsent, 500);
  expect(ended(clients)).toEqual([true, false, false, false]);
});

test('what was sent, or lost, does not count', () => {
  const { unsent, time } = createUnsent();
  for (let round = 0; round < 5; round++) {
    const [client] = send(unsent, 1000) as [Client];
    client.response.emit('close');
    expect(client.isEnded).toBe(false);
  }
  const [evicted] = send(unsent, 600);
  time.now = start + 1000;
  const [other] = send(unsent, 600);
  // Its socket reports the end later.
  evicted?.response.emit('close');
  expect(ended(send(unsent, 400))).toEqual([false]);
  expect(ended([evicted, other] as Client[])).toEqual([true, false]);
});

test('a short body does not count, and a single one may be longer', () => {
  const { unsent } = createUnsent();
  expect(ended(send(unsent, 2000))).toEqual([false]);
  const unread = send(unsent, 1000);
  expect(ended(send(unsent, ...Array.from({ length: 100 }, () => 63)))).not.toContain(true);
  expect(ended(unread)).toEqual([false]);
});

test('a body of 64 KiB counts', () => {
  const { unsent, time } = createUnsent();
  const unread = send(unsent, 1000, 64);
  time.now = start + 1000;
  expect(ended(send(unsent, 63))).toEqual([false]);
  expect(ended(unread)).toEqual([false, false]);
  send(unsent, 64);
  expect(ended(unread)).toEqual([true, false]);
});

test('the limits of a server are 256 MiB, and 1 GiB within a second', () => {
  const unsent = new UnsentBodies();
  const mebibyte = 1024;
  const early = send(unsent, 256 * mebibyte, 512 * mebibyte);
  expect(ended(send(unsent, 256 * mebibyte))).toEqual([false]);
  expect(ended(early)).toEqual([false, false]);
  send(unsent, mebibyte);
  expect(ended(early)).toEqual([true, false]);
});
