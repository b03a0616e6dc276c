/** The order in which the requests of a connection are decided. */
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createRequestQueues } from '../../../src/server/edge/pipelining.ts';

const connect = () => {
  const socket = {} as Socket;
  const queues = createRequestQueues();
  const decided: string[] = [];
  const responses: EventEmitter[] = [];
  const request = (name: string, how: 'enqueue' | 'enqueueFirst' = 'enqueue') => {
    const response = Object.assign(new EventEmitter(), { req: { socket } });
    responses.push(response);
    const settle = queues[how](response as unknown as ServerResponse);
    return { ready: () => settle(() => decided.push(name)), close: () => response.emit('close') };
  };
  return { request, decided, isWaiting: () => queues.isWaitingFor(socket), queues };
};

test('requests are decided in the order in which they came, whichever body is there first', () => {
  const { request, decided, isWaiting } = connect();
  expect(isWaiting()).toBe(false);
  const [first, second, third] = [request('first'), request('second'), request('third')];
  second.ready();
  third.ready();
  expect([decided, isWaiting()]).toEqual([[], true]);
  first.ready();
  expect([decided, isWaiting()]).toEqual([['first', 'second', 'third'], false]);
});

test('a request that is being decided comes before those that wait', () => {
  const { request, decided } = connect();
  const waiting = request('waiting');
  const again = request('again', 'enqueueFirst');
  waiting.ready();
  expect(decided).toEqual([]);
  again.ready();
  expect(decided).toEqual(['again', 'waiting']);
});

test('a request whose client is gone holds up no other, and is decided once', () => {
  const { request, decided, isWaiting } = connect();
  const [gone, next] = [request('gone'), request('next')];
  next.ready();
  gone.close();
  expect([decided, isWaiting()]).toEqual([['next'], false]);
  next.close();
  expect(decided).toEqual(['next']);
  // Its body is complete all the same.
  gone.ready();
  expect(decided).toEqual(['next', 'gone']);
});

test('connections do not wait for each other', () => {
  const { request } = connect();
  request('waiting');
  const other = connect();
  other.request('other').ready();
  expect(other.decided).toEqual(['other']);
  expect(other.queues.isWaitingFor({} as Socket)).toBe(false);
});
