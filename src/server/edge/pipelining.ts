/**
 * HTTP pipelining (RFC 9112, section 9.3.2): Node passes a request on while the body of the previous one is still arriving. The queue
 * of a connection keeps their order. What is ready in one turn of the event loop is decided and sent together at its end (decision 59).
 */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { inLaterTurn } from '../../world/clock.ts';

export interface QueuedRequest {
  readonly response: ServerResponse;
  /** Decides the request; undefined until it is ready. */
  decide: (() => void) | undefined;
  isQueued: boolean;
  /** The next request of its connection. */
  behind: QueuedRequest | undefined;
  /** Calls a function with what the app that the edge is mounted in keeps for the request (`AsyncLocalStorage`). */
  readonly inContext: (work: () => void) => void;
  onError(error: unknown): void;
}

/** A list by links: an array would move all others when its first is taken. */
interface Queue {
  first: QueuedRequest | undefined;
  last: QueuedRequest | undefined;
  /** Whether it is among those that are advanced next. */
  isReady: boolean;
}

/** Enough for the caches. After as many, responses are sent and other sockets read, which thousands would hold up. */
const maxTogether = 64;

/** Decides up to so many requests; returns how many. */
const advance = (queue: Queue, most: number): number => {
  let count = 0;
  queue.isReady = false;
  for (let request = queue.first; count < most && request?.decide !== undefined; request = queue.first) {
    count++;
    queue.first = request.behind;
    request.behind = undefined;
    request.isQueued = false;
    runOrTell(request, request.decide);
  }
  return count;
};

const runOrTell = (request: QueuedRequest, decide: () => void) => {
  try {
    request.inContext(decide);
  } catch (error) {
    request.inContext(() => request.onError(error));
  }
};

export class RequestQueues {
  /** Empty queues stay: removing and adding one for each request would cost more than it saves. */
  readonly #queues = new WeakMap<Socket, Queue>();
  #ready: Queue[] = [];

  /** Keeps the place of a request that is not ready yet. `isFirst`: it is being decided, and comes before those that wait. */
  keepPlace(request: QueuedRequest, { isFirst }: { readonly isFirst: boolean }): void {
    const { response } = request;
    request.decide = undefined;
    this.#put(request, isFirst ? 'first' : 'last');
    // Whoever sent the response, and whatever went wrong: the next requests of the connection do not wait for this one.
    response.on('close', () => request.decide ?? this.add(request, () => {}));
  }

  /** `decide` runs at its place, or after the earlier requests of the connection. */
  add(request: QueuedRequest, decide: () => void): void {
    request.decide = decide;
    if (!request.isQueued) this.#put(request, 'last');
    this.#advanceSoon(this.#queueOf(request));
  }

  #put(request: QueuedRequest, place: 'first' | 'last'): void {
    const queue = this.#queueOf(request);
    request.isQueued = true;
    if (queue.first === undefined) queue.first = queue.last = request;
    else if (place === 'first') {
      request.behind = queue.first;
      queue.first = request;
    } else queue.last = (queue.last as QueuedRequest).behind = request;
  }

  #queueOf({ response }: QueuedRequest): Queue {
    const { socket } = response.req;
    const known = this.#queues.get(socket);
    if (known !== undefined) return known;
    const queue: Queue = { first: undefined, last: undefined, isReady: false };
    this.#queues.set(socket, queue);
    return queue;
  }

  #advanceSoon(queue: Queue): void {
    if (queue.isReady) return;
    queue.isReady = true;
    if (this.#ready.push(queue) === 1) inLaterTurn(() => this.#advanceReady());
  }

  #advanceReady(): void {
    const all = this.#ready;
    this.#ready = [];
    let done = 0;
    let left = maxTogether;
    try {
      while (done < all.length && left > 0) {
        left -= advance(all[done] as Queue, left);
        if (left > 0) done++;
      }
    } finally {
      // The others come first. A request that cannot even tell its error holds up none of them.
      for (const queue of [...all.slice(done + 1), ...all.slice(done, done + 1)]) {
        queue.isReady = false;
        this.#advanceSoon(queue);
      }
    }
  }
}
