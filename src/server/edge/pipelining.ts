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

/** A request in the queue of its connection. */
export interface QueuedRequest {
  readonly response: ServerResponse;
  /** Decides it; undefined until it is ready. */
  decide: (() => void) | undefined;
  onError(error: unknown): void;
}

const doNothing = (): void => {};

const advance = (queue: QueuedRequest[]): void => {
  for (let first = queue[0]; first?.decide !== undefined; first = queue[0]) {
    queue.shift();
    try {
      first.decide();
    } catch (error) {
      first.onError(error);
    }
  }
};

export class RequestQueues {
  /** Empty queues stay: removing and adding one for each request would cost more than it saves. */
  readonly #queues = new WeakMap<Socket, QueuedRequest[]>();
  #ready: QueuedRequest[][] = [];

  /** Keeps the place of a request that is not ready yet. `unshift`: one that is being decided comes before those that wait. */
  keepPlace(request: QueuedRequest, how: 'push' | 'unshift' = 'push'): void {
    const { response } = request;
    request.decide = undefined;
    this.#queueOf(request)[how](request);
    // Whoever sent the response, and whatever went wrong: the next requests of the connection do not wait for this one.
    response.on('close', () => request.decide ?? this.add(request, doNothing));
  }

  /** `decide` runs at its place, or after the earlier requests of the connection. */
  add(request: QueuedRequest, decide: () => void): void {
    const queue = this.#queueOf(request);
    request.decide = decide;
    if (!queue.includes(request)) queue.push(request);
    if (this.#ready.push(queue) === 1) setImmediate(() => this.#advanceReady());
  }

  #queueOf({ response }: QueuedRequest): QueuedRequest[] {
    const { socket } = response.req;
    const known = this.#queues.get(socket);
    if (known !== undefined) return known;
    const queue: QueuedRequest[] = [];
    this.#queues.set(socket, queue);
    return queue;
  }

  #advanceReady(): void {
    const all = this.#ready;
    this.#ready = [];
    all.forEach(advance);
  }
}
