import type { Exchange } from '../../core/exchange.ts';
import { JournalBudget } from './journal-budget.ts';
import { estimateBytes } from './record.ts';

export interface JournalBounds {
  /** At most so many exchanges, at least 1. */
  readonly entries: number;
  /** Estimated bytes of all exchanges; the newest is kept whatever its size. Default: 16 MB. */
  readonly bytes?: number | undefined;
  /** Shared with the other worlds of a server. */
  readonly budget?: JournalBudget | undefined;
}

const defaultBytes = 16_000_000;

/** The first room of a ring: most worlds see a handful of requests. */
const firstRoom = 8;

/**
 * The bounded list of a world's exchanges: the oldest makes room for the newest. Their numbers are consecutive. Adding
 * costs the same at any size.
 */
export class Journal {
  readonly #bounds: JournalBounds;
  readonly #maxBytes: number;
  readonly #budget: JournalBudget;
  /**
   * A ring: from the oldest, at `#start`, to the newest, and on at the beginning where the end is reached. It is never
   * moved to a smaller one: an array left behind would keep its exchanges from the short-lived garbage, which costs each
   * of them more than all else that is done here.
   */
  #ring: (Exchange | undefined)[] = [];
  /** At the same places. */
  #sizes: number[] = [];
  #start = 0;
  #size = 0;
  #bytes = 0;

  constructor(bounds: number | JournalBounds) {
    this.#bounds = typeof bounds === 'number' ? { entries: bounds } : bounds;
    this.#maxBytes = this.#bounds.bytes ?? defaultBytes;
    this.#budget = this.#bounds.budget ?? new JournalBudget();
    this.#budget.join(this);
  }

  get size(): number {
    return this.#size;
  }

  /** Estimated. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The oldest exchange that is still there. */
  get oldest(): Exchange | undefined {
    return this.#ring[this.#start];
  }

  add(exchange: Exchange): void {
    const bytes = estimateBytes(exchange);
    if (this.#size === this.#bounds.entries) this.#drop();
    if (this.#size === this.#ring.length) this.#grow();
    const place = this.#placeOf(this.#size);
    this.#ring[place] = exchange;
    this.#sizes[place] = bytes;
    this.#size++;
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.shrinkTo(this.#maxBytes);
    this.#budget.add(bytes);
  }

  /** Drops the oldest until no more than so many bytes are left, or only the newest is. */
  shrinkTo(bytes: number): void {
    while (this.#bytes > bytes && this.#size > 1) this.#drop();
  }

  /** From the newest to the oldest. */
  *newestFirst(): Generator<Exchange> {
    for (let at = this.#size - 1; at >= 0; at--) yield this.#ring[this.#placeOf(at)] as Exchange;
  }

  /** From the oldest to the newest, those after the exchange with this number. */
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
    // Numbers are consecutive, so that the place follows from the number of the oldest.
    const at = first === undefined ? -1 : id - first.id;
    return at >= 0 && at < this.#size ? this.#ring[this.#placeOf(at)] : undefined;
  }

  clear(): void {
    this.#budget.release(this.#bytes);
    this.#ring = [];
    this.#sizes = [];
    this.#start = 0;
    this.#size = 0;
    this.#bytes = 0;
  }

  /** Nothing is added from here on. */
  close(): void {
    this.clear();
    this.#budget.leave(this);
  }

  /** Where the n-th from the oldest stands. */
  #placeOf(nth: number): number {
    const place = this.#start + nth;
    return place < this.#ring.length ? place : place - this.#ring.length;
  }

  /** Twice the room, with the oldest at the beginning. */
  #grow(): void {
    const added = Math.min(Math.max(firstRoom, this.#size), this.#bounds.entries - this.#size);
    const straighten = <Value>(ring: readonly Value[], filler: Value): Value[] => [
      ...ring.slice(this.#start),
      ...ring.slice(0, this.#start),
      ...Array<Value>(added).fill(filler),
    ];
    this.#ring = straighten(this.#ring, undefined);
    this.#sizes = straighten(this.#sizes, 0);
    this.#start = 0;
  }

  #drop(): void {
    const bytes = this.#sizes[this.#start] as number;
    this.#ring[this.#start] = undefined;
    this.#start = this.#placeOf(1);
    this.#size--;
    this.#bytes -= bytes;
    this.#budget.release(bytes);
    this.#budget.countDropped();
  }
}
