/**
 * HTTP pipelining (RFC 9112, section 9.3.2): a client may send a request before the previous one has a response. Node
 * passes it on while the body of the previous one is still arriving. This queue keeps their order, so that the second
 * request sees the changes of the first.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Takes a function that decides the request. It runs after the earlier requests of the connection. */
type Enqueued = (decide: () => void) => void;

export interface RequestQueues {
  /** Appends a request to the queue of its connection. */
  readonly enqueue: (response: ServerResponse) => Enqueued;
  /** Puts a request that is being decided before those that wait. */
  readonly enqueueFirst: (response: ServerResponse) => Enqueued;
  /** Whether a request of the connection is not decided yet. */
  readonly isWaitingFor: (socket: Socket) => boolean;
}

interface QueueEntry {
  decide: (() => void) | undefined;
}

const doNothing = (): void => {};

export const createRequestQueues = (): RequestQueues => {
  /** Empty queues stay: removing and adding one for each body would cost more than it saves. */
  const queues = new WeakMap<Socket, QueueEntry[]>();

  const advance = (queue: QueueEntry[]): void => {
    for (let first = queue[0]; first?.decide !== undefined; first = queue[0]) {
      const { decide } = first;
      queue.shift();
      decide();
    }
  };

  const add = (response: ServerResponse, method: 'push' | 'unshift'): Enqueued => {
    const { socket } = response.req;
    const entry: QueueEntry = { decide: undefined };
    const queue = queues.get(socket) ?? [];
    if (!queues.has(socket)) queues.set(socket, queue);
    queue[method](entry);
    const settle: Enqueued = (decide) => {
      // It no longer holds up others.
      if (entry.decide !== undefined) {
        decide();
        return;
      }
      entry.decide = decide;
      advance(queue);
    };
    // Whoever sent the response, and whatever went wrong: the next requests of the connection do not wait for this one.
    response.on('close', () => settle(doNothing));
    return settle;
  };

  return {
    isWaitingFor: (socket) => (queues.get(socket)?.length ?? 0) > 0,
    enqueue: (response) => add(response, 'push'),
    enqueueFirst: (response) => add(response, 'unshift'),
  };
};
