import type { Exchange } from '../../core/exchange.ts';
import { estimateBytes } from './exchange-record.ts';

export interface JournalBounds {
  /** The maximum number of exchanges, at least 1. */
  readonly entries: number;
  /** The maximum estimated size in bytes; the newest exchange is always kept. Default: 16 MB. */
  readonly bytes?: number | undefined;
  /** Shared with the other worlds of a server. */
  readonly budget?: JournalBudget | undefined;
}

const defaultBytes = 16_000_000;

/** The initial capacity of the ring: most worlds get few requests. */
const firstRoom = 8;

/**
 * The bounded list of a world's exchanges: a new exchange replaces the oldest. Their numbers are consecutive. Adding takes
 * constant time.
 */
export class Journal {
  readonly #bounds: JournalBounds;
  readonly #maxBytes: number;
  readonly #budget: JournalBudget;
  #bytes = 0;
  /** A ring buffer; `#start` is the index of the oldest exchange. It never shrinks: the exchanges of an abandoned array would move to V8's old generation. */
  #ring: (Exchange | undefined)[] = [];
  /** At the same indexes. */
  #sizes: number[] = [];
  /** At the same indexes: their order among those of all journals with this budget. */
  #arrivals: number[] = [];
  #start = 0;
  #size = 0;

  constructor(bounds: JournalBounds) {
    this.#bounds = bounds;
    this.#maxBytes = bounds.bytes ?? defaultBytes;
    this.#budget = bounds.budget ?? new JournalBudget();
    this.#budget.open(this);
  }

  /** The estimated size of the exchanges. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#size;
  }

  get oldest(): Exchange | undefined {
    return this.#ring[this.#start];
  }

  add(exchange: Exchange): void {
    const bytes = estimateBytes(exchange);
    if (this.#size === this.#bounds.entries) this.#drop();
    if (this.#size === this.#ring.length) this.#grow();
    const slot = this.#placeOf(this.#size);
    this.#ring[slot] = exchange;
    this.#sizes[slot] = bytes;
    this.#size++;
    this.#bytes += bytes;
    this.shrinkTo(this.#maxBytes);
    this.#arrivals[slot] = this.#budget.add(bytes);
  }

  /** Drops the oldest exchanges until the size is at most `bytes`, or only the newest is left. */
  shrinkTo(bytes: number): void {
    while (this.#bytes > bytes && this.#size > 1) this.#drop();
  }

  *newestFirst(): Generator<Exchange> {
    for (const [exchange] of this.arrivals()) yield exchange;
  }

  /** Yields the exchanges from the newest to the oldest, each with its number in the order of arrival in all journals with the same budget. */
  *arrivals(): Generator<readonly [exchange: Exchange, arrival: number]> {
    for (let index = this.#size - 1; index >= 0; index--) {
      const slot = this.#placeOf(index);
      yield [this.#ring[slot] as Exchange, this.#arrivals[slot] as number];
    }
  }

  /** The exchanges after the one with this number, from the oldest to the newest. */
  after(id: number): readonly Exchange[] {
    const found: Exchange[] = [];
    for (const exchange of this.newestFirst()) {
      if (exchange.id <= id) break;
      found.push(exchange);
    }
    return found.reverse();
  }

  find(id: number): Exchange | undefined {
    const first = this.oldest;
    // Numbers are consecutive, so the index follows from the number of the oldest.
    const index = first === undefined ? -1 : id - first.id;
    return index >= 0 && index < this.#size ? this.#ring[this.#placeOf(index)] : undefined;
  }

  clear(): void {
    this.#budget.free(this.#bytes);
    this.#ring = [];
    this.#sizes = [];
    this.#arrivals = [];
    this.#start = 0;
    this.#size = 0;
    this.#bytes = 0;
  }

  /** No exchange is added afterwards. */
  close(): void {
    this.clear();
    this.#budget.close(this);
  }

  /** The index of the n-th exchange from the oldest. */
  #placeOf(nth: number): number {
    const slot = this.#start + nth;
    return slot < this.#ring.length ? slot : slot - this.#ring.length;
  }

  /** Doubles the capacity, and moves the oldest exchange to index 0. */
  #grow(): void {
    const added = Math.min(Math.max(firstRoom, this.#size), this.#bounds.entries - this.#size);
    const straighten = <Value>(ring: readonly Value[], filler: Value): Value[] => [
      ...ring.slice(this.#start),
      ...ring.slice(0, this.#start),
      ...Array<Value>(added).fill(filler),
    ];
    this.#ring = straighten(this.#ring, undefined);
    this.#sizes = straighten(this.#sizes, 0);
    this.#arrivals = straighten(this.#arrivals, 0);
    this.#start = 0;
  }

  #drop(): void {
    const bytes = this.#sizes[this.#start] as number;
    this.#ring[this.#start] = undefined;
    this.#start = this.#placeOf(1);
    this.#size--;
    this.#bytes -= bytes;
    this.#budget.drop(bytes);
  }
}

const defaultBudgetBytes = 256_000_000;

/** More room is made than needed, so that the cost of visiting all journals is spread over many exchanges. */
const keptShare = 15 / 16;

/** The memory budget for the journals of all worlds. */
export class JournalBudget {
  readonly #limit: number;
  readonly #journals = new Set<Journal>();
  #bytes = 0;
  #dropped = 0;
  #arrivals = 0;

  constructor(limitBytes = defaultBudgetBytes) {
    this.#limit = limitBytes;
  }

  /** The estimated size of all journals. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of exchanges dropped from all journals, for any limit, since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  open(journal: Journal): void {
    this.#journals.add(journal);
  }

  close(journal: Journal): void {
    this.#journals.delete(journal);
  }

  /** Returns the number of a new exchange in the order of arrival. */
  add(bytes: number): number {
    this.#bytes += bytes;
    if (this.#bytes > this.#limit) this.#evict();
    return ++this.#arrivals;
  }

  drop(bytes: number): void {
    this.free(bytes);
    this.#dropped++;
  }

  free(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** The largest journal is reduced to the size of the second largest, then both to that of the third, and so on. */
  #evict(): void {
    const sizes = [...this.#journals].map(({ bytes }) => bytes);
    const level = levelFor(sizes, this.#limit * keptShare);
    for (const journal of this.#journals) journal.shrinkTo(level);
  }
}

/** The maximum size per journal with which the sum is within the target. */
const levelFor = (sizes: readonly number[], target: number): number => {
  let left = target;
  for (const [index, size] of sizes.toSorted((left, right) => left - right).entries()) {
    const share = left / (sizes.length - index);
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
};
