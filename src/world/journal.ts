import type { Exchange } from '../core/exchange.ts';

/** The bounded list of a world's exchanges: the oldest makes room for the newest. Adding costs the same at any size. */
export class Journal {
  readonly #limit: number;
  #ring: Exchange[] = [];
  /** Where the oldest entry stands once the ring is full. */
  #oldest = 0;

  /** `limit`: how many exchanges are kept, at least 1. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#ring.length;
  }

  add(exchange: Exchange): void {
    if (this.#ring.length < this.#limit) {
      this.#ring.push(exchange);
      return;
    }
    this.#ring[this.#oldest] = exchange;
    this.#oldest = (this.#oldest + 1) % this.#limit;
  }

  /** From the newest to the oldest. */
  *newestFirst(): Generator<Exchange> {
    const { length } = this.#ring;
    for (let back = 1; back <= length; back++) yield this.#ring[(this.#oldest + length - back) % length] as Exchange;
  }

  find(id: number): Exchange | undefined {
    // Numbers are consecutive, so that the place follows from the number of the oldest.
    const { length } = this.#ring;
    const first = this.#ring[this.#oldest % Math.max(length, 1)];
    const offset = first === undefined ? -1 : id - first.id;
    return offset >= 0 && offset < length ? this.#ring[(this.#oldest + offset) % length] : undefined;
  }

  clear(): void {
    this.#ring = [];
    this.#oldest = 0;
  }
}
