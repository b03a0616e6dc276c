/**
 * The large bodies that wait for slow readers, over all connections. They are outside of V8's heap, and Node limits them only for each connection:
 * forty clients that ask for a list of 60 MB and never read it take more than 2 GB.
 */
import type { ServerResponse } from 'node:http';
import { monotonicMs } from '../../world/clock.ts';

/** Shorter bodies are not counted: they are many, and a connection has room for a few. */
const minBytes = 65_536;

/** Beyond it, the connections end whose bodies have waited for longer than `patienceMs`, the oldest first. */
const manyUnsentBytes = 256 * 1_048_576;
const patienceMs = 1000;

/** The maximum size of all waiting bodies, however short a time they have waited. */
const maxUnsentBytes = 1024 * 1_048_576;

interface Limits {
  readonly many: number;
  readonly max: number;
  /** In milliseconds. */
  readonly now: () => number;
}

export class UnsentBodies {
  readonly #limits: Limits;
  /** In the order of sending. */
  readonly #waiting = new Map<ServerResponse, { readonly bytes: number; readonly since: number }>();
  #total = 0;

  constructor(limits: Limits = { many: manyUnsentBytes, max: maxUnsentBytes, now: monotonicMs }) {
    this.#limits = limits;
  }

  /** Counts a body until its last byte is sent. A single body may be longer than the limits. */
  add(response: ServerResponse, bytes: number): void {
    if (bytes < minBytes) return;
    const { many, max, now } = this.#limits;
    const since = now();
    for (const [oldest, { since: began }] of this.#waiting) {
      const total = this.#total + bytes;
      if (total <= many || (total <= max && since - began < patienceMs)) break;
      this.#remove(oldest);
      oldest.req.socket.destroy();
    }
    this.#waiting.set(response, { bytes, since });
    this.#total += bytes;
    response.once('close', () => this.#remove(response));
  }

  #remove(response: ServerResponse): void {
    this.#total -= this.#waiting.get(response)?.bytes ?? 0;
    this.#waiting.delete(response);
  }
}
