/** The port of several workers: the supervisor accepts each connection, and keeps it until a worker has taken it. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ToWorker } from './worker-messages.ts';

export class SharedPort {
  // Nothing is read here: the worker gets every byte.
  readonly #server = createServer({ pauseOnConnect: true, noDelay: true });
  readonly #waiting: Socket[] = [];
  readonly #workers = new Set<ChildProcess>();
  /** The workers that have taken what they were given, the next one first: connections are given out in turn. */
  readonly #free = new Set<ChildProcess>();
  /** What a worker was given and has not taken yet. */
  readonly #given = new Map<ChildProcess, Socket>();

  /** `maxWaiting`: the connections that no worker has taken yet. One more ends at once. */
  constructor(report: (error: Error) => void, maxWaiting = 4096) {
    this.#server.maxConnections = maxWaiting;
    this.#server.on('connection', (socket) => {
      this.#waiting.push(socket);
      this.#giveOut();
    });
    this.#server.on('error', (error) => this.#server.listening && report(error));
  }

  /** Listens, if it does not yet, and returns the port. It goes on while no worker lives. Throws the errors of `net.Server`. */
  async open(port: number, host: string): Promise<number> {
    if (!this.#server.listening) await once(this.#server.listen(port, host), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Gives connections to the worker too. */
  add(worker: ChildProcess): void {
    this.#workers.add(worker);
    this.#free.add(worker);
    this.#giveOut();
  }

  /** The worker has what it was given: from now on, the connection ends with it. */
  taken(worker: ChildProcess): void {
    this.#given.get(worker)?.destroy();
    this.#given.delete(worker);
    if (!this.#workers.has(worker)) return;
    this.#free.add(worker);
    this.#giveOut();
  }

  /** Gives no more connections to the worker. */
  retire(worker: ChildProcess): void {
    this.#workers.delete(worker);
    this.#free.delete(worker);
  }

  /** The worker has died, and all that it sent has arrived. Another one gets what it has not taken, before all that came later. */
  lost(worker: ChildProcess): void {
    this.retire(worker);
    const socket = this.#given.get(worker);
    this.#given.delete(worker);
    if (socket === undefined) return;
    this.#waiting.unshift(socket);
    if (this.#server.listening) this.#giveOut();
    else this.#endWaiting();
  }

  /** Stops listening, and ends the connections that wait for a worker. */
  close(): void {
    this.#server.close();
    for (const worker of this.#workers) this.retire(worker);
    this.#endWaiting();
  }

  #endWaiting(): void {
    for (const socket of this.#waiting.splice(0)) socket.destroy();
  }

  #giveOut(): void {
    for (const worker of this.#free) {
      const socket = this.#waiting.shift();
      if (socket === undefined) return;
      this.#free.delete(worker);
      this.#given.set(worker, socket);
      // If it cannot be sent, the worker has died, which is handled elsewhere.
      worker.send({ type: 'connection' } satisfies ToWorker, socket, { keepOpen: true }, () => {});
    }
  }
}
