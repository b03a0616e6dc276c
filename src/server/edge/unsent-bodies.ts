/**
 * The large bodies that wait for slow readers, over all connections. They are outside of V8's heap, and Node limits them only for each connection:
 * forty clients that ask for a list of 60 MB and never read it take more than 2 GB.
 */
import type { ServerResponse } from 'node:http';

/** Shorter bodies are not counted: they are many, and a connection has room for a few. */
const minBytes = 65_536;

/** Beyond it, the connections of those that have waited longest end. */
const maxUnsentBytes = 256 * 1_048_576;

export class UnsentBodies {
  readonly #maxBytes: number;
  /** In the order of sending. */
  readonly #bytes = new Map<ServerResponse, number>();
  #total = 0;

  constructor(maxBytes = maxUnsentBytes) {
    this.#maxBytes = maxBytes;
  }

  /** Counts a body until its last byte is sent. A single body may be longer than the limit. */
  add(response: ServerResponse, bytes: number): void {
    if (bytes < minBytes) return;
    for (const oldest of this.#bytes.keys()) {
      if (this.#total + bytes <= this.#maxBytes) break;
      this.#remove(oldest);
      oldest.req.socket.destroy();
    }
    this.#bytes.set(response, bytes);
    this.#total += bytes;
    response.once('close', () => this.#remove(response));
  }

  #remove(response: ServerResponse): void {
    this.#total -= this.#bytes.get(response) ?? 0;
    this.#bytes.delete(response);
  }
}
