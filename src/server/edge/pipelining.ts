/**
 * HTTP pipelining (RFC 9112, section 9.3.2): a client may send a request before the previous one has a response. Node
 * passes it on while the body of the previous one is still arriving. The queue of a connection keeps their order, so that the second
 * request sees the changes of the first.
 *
 * What is ready in one turn of the event loop is decided and sent together at its end: one by one, each takes longer, since
 * little of the code is in the caches of the processor then.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
// The global one may be that of a test.
import { setImmediate } from 'node:timers';

interface Queued {
  readonly response: ServerResponse;
  onError(error: unknown): void;
}

/** Takes a function that decides the request. It runs after the earlier requests of the connection. */
type Enqueued = (decide: () => void) => void;

/** Appends a request to the queue of its connection. `unshift`: one that is being decided, before those that wait. */
export type Enqueue = (request: Queued, how?: 'push' | 'unshift') => Enqueued;

interface QueueEntry {
  readonly request: Queued;
  decide: (() => void) | undefined;
}

const doNothing = (): void => {};

const advance = (queue: QueueEntry[]): void => {
  for (let first = queue[0]; first?.decide !== undefined; first = queue[0]) {
    queue.shift();
    try {
      first.decide();
    } catch (error) {
      first.request.onError(error);
    }
  }
};

export const createEnqueue = (): Enqueue => {
  /** Empty queues stay: removing and adding one for each request would cost more than it saves. */
  const queues = new WeakMap<Socket, QueueEntry[]>();
  let ready: QueueEntry[][] = [];
  const advanceReady = (): void => {
    const all = ready;
    ready = [];
    all.forEach(advance);
  };
  return (request, how = 'push') => {
    const { response } = request;
    const { socket } = response.req;
    const entry: QueueEntry = { request, decide: undefined };
    const queue = queues.get(socket) ?? [];
    if (!queues.has(socket)) queues.set(socket, queue);
    queue[how](entry);
    const settle: Enqueued = (decide) => {
      if (entry.decide === undefined) entry.decide = decide;
      // It no longer holds up others.
      else queue.push({ request, decide });
      if (ready.push(queue) === 1) setImmediate(advanceReady);
    };
    // Whoever sent the response, and whatever went wrong: the next requests of the connection do not wait for this one.
    response.on('close', () => entry.decide === undefined && settle(doNothing));
    return settle;
  };
};
