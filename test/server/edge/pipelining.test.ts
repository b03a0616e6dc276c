/** The order in which the requests of a connection are decided. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { type QueuedRequest, RequestQueues } from '../../../src/server/edge/pipelining.ts';

const listen = () => {
  const queues = new RequestQueues();
  const decided: string[] = [];
  const connect = () => {
    const socket = {} as Socket;
    return (name: string, isFirst = false, more: Partial<QueuedRequest> = {}) => {
      const response = Object.assign(new EventEmitter(), { req: { socket } });
      const request: QueuedRequest = {
        response: response as unknown as ServerResponse,
        ...{ decide: undefined, isQueued: false, behind: undefined },
        inContext: (work) => work(),
        onError: (error: unknown): unknown => decided.push(`${name}: ${(error as Error).message}`),
        ...more,
      };
      queues.keepPlace(request, { isFirst });
      const ready = (decide: () => unknown = () => decided.push(name)): void => queues.add(request, decide);
      return { ready, close: () => response.emit('close') };
    };
  };
  return { connect, decided };
};

const { setImmediate } = globalThis;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('requests are decided in the order in which they came, whichever body is there first', async () => {
  const { connect, decided } = listen();
  const request = connect();
  const [first, second, third] = [request('first'), request('second'), request('third')];
  second.ready();
  third.ready();
  await nextTurn();
  expect(decided).toEqual([]);
  first.ready();
  await nextTurn();
  expect(decided).toEqual(['first', 'second', 'third']);
});

test('a request that is being decided comes before those that wait', async () => {
  const { connect, decided } = listen();
  const request = connect();
  const waiting = request('waiting');
  const again = request('again', true);
  waiting.ready();
  await nextTurn();
  expect(decided).toEqual([]);
  again.ready();
  await nextTurn();
  expect(decided).toEqual(['again', 'waiting']);
});

test('a request whose client is gone holds up no other, and is decided once', async () => {
  const { connect, decided } = listen();
  const request = connect();
  const [gone, next] = [request('gone'), request('next')];
  next.ready();
  gone.close();
  await nextTurn();
  expect(decided).toEqual(['next']);
  next.close();
  await nextTurn();
  expect(decided).toEqual(['next']);
  // Its body is complete all the same.
  gone.ready();
  await nextTurn();
  expect(decided).toEqual(['next', 'gone']);
});

test('connections do not wait for each other, and what is ready in one turn is decided together at its end', async () => {
  const { connect, decided } = listen();
  connect()('waiting');
  connect()('one').ready();
  connect()('other').ready();
  expect(decided).toEqual([]);
  await nextTurn();
  expect(decided).toEqual(['one', 'other']);
});

test('an exception is told to its request, and holds up no other', async () => {
  const { connect, decided } = listen();
  const request = connect();
  const failing = (): never => {
    throw new Error('a bug');
  };
  request('one').ready(failing);
  request('two').ready();
  connect()('other').ready();
  await nextTurn();
  expect(decided).toEqual(['one: a bug', 'two', 'other']);
});

test('an exception that cannot be told holds up no other', async () => {
  const { connect, decided } = listen();
  const uncaught: Error[] = [];
  process.setUncaughtExceptionCaptureCallback((error) => uncaught.push(error));
  const request = connect();
  const onError = (): never => {
    throw new Error('a bug of the app');
  };
  request('one', false, { onError }).ready(onError);
  request('two').ready();
  connect()('other').ready();
  await nextTurn();
  await nextTurn();
  expect(decided).toEqual(['other', 'two']);
  process.setUncaughtExceptionCaptureCallback(null);
  expect(uncaught).toEqual([new Error('a bug of the app')]);
});

test('a request is decided, and told its error, in its context', async () => {
  const { connect, decided } = listen();
  const kept = new AsyncLocalStorage<string>();
  const request = connect();
  const note = (): unknown => decided.push(String(kept.getStore()));
  const fail = (): never => {
    throw new Error(kept.getStore());
  };
  const of = (name: string) =>
    kept.run(name, () => request(name, false, { inContext: AsyncLocalStorage.snapshot(), onError: note }));
  of('one').ready(note);
  of('two').ready(fail);
  of('three').ready(note);
  await nextTurn();
  expect(decided).toEqual(['one', 'two', 'three']);
});

test('many requests that are ready let others have their turn', async () => {
  const { connect, decided } = listen();
  const request = connect();
  for (let index = 0; index < 1000; index++) request('many').ready();
  connect()('other').ready();
  await nextTurn();
  const first = decided.length;
  connect()('later').ready();
  await nextTurn();
  await nextTurn();
  expect(first).toBeLessThan(200);
  expect(decided).toContain('later');
  expect(decided.indexOf('other')).toBeLessThan(decided.indexOf('later'));
  while (decided.length < 1002) await nextTurn();
  expect(decided.at(-1)).toBe('many');
});

test('many requests behind one that takes long are kept in linear time', async () => {
  const { connect, decided } = listen();
  const request = connect();
  const first = request('first');
  const count = 100_000;
  for (let index = 1; index < count; index++) request('next').ready();
  first.ready();
  while (decided.length < count) await nextTurn();
  expect(decided[0]).toBe('first');
}, 10_000);

test('a request is decided while a test holds the timers', async () => {
  vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout'] });
  try {
    const { connect, decided } = listen();
    connect()('one').ready();
    await nextTurn();
    expect(decided).toEqual(['one']);
  } finally {
    vi.useRealTimers();
  }
});
