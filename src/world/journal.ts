import type { Exchange } from '../core/exchange.ts';
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

/** Below this many, gaps at the front are not worth closing. */
const fewEntries = 64;

/**
 * The bounded list of a world's exchanges: the oldest makes room for the newest. Their numbers are consecutive. Adding
 * costs the same at any size.
 */
export class Journal {
  readonly #bounds: JournalBounds;
  readonly #maxBytes: number;
  readonly #budget: JournalBudget;
  /** From the oldest to the newest; what stands before `#start` has been dropped. */
  #exchanges: (Exchange | undefined)[] = [];
  /** At the same places. */
  #sizes: number[] = [];
  #start = 0;
  #bytes = 0;

  constructor(bounds: number | JournalBounds) {
    this.#bounds = typeof bounds === 'number' ? { entries: bounds } : bounds;
    this.#maxBytes = this.#bounds.bytes ?? defaultBytes;
    this.#budget = this.#bounds.budget ?? new JournalBudget();
    this.#budget.join(this);
  }

  get size(): number {
    return this.#exchanges.length - this.#start;
  }

  /** Estimated. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The oldest exchange that is still there. */
  get oldest(): Exchange | undefined {
    return this.#exchanges[this.#start];
  }

  add(exchange: Exchange): void {
    const bytes = estimateBytes(exchange);
    this.#exchanges.push(exchange);
    this.#sizes.push(bytes);
    this.#bytes += bytes;
    if (this.size > this.#bounds.entries) this.#drop();
    if (this.#bytes > this.#maxBytes) this.shrinkTo(this.#maxBytes);
    this.#budget.took(bytes);
  }

  /** Drops the oldest until no more than so many bytes are left, or only the newest is. */
  shrinkTo(bytes: number): void {
    while (this.#bytes > bytes && this.size > 1) this.#drop();
  }

  /** From the newest to the oldest. */
  *newestFirst(): Generator<Exchange> {
    for (let at = this.#exchanges.length - 1; at >= this.#start; at--) yield this.#exchanges[at] as Exchange;
  }

  /** From the oldest to the newest, those after the exchange with this number. */
  after(id: number): readonly Exchange[] {
    const first = this.oldest;
    if (first === undefined) return [];
    return this.#exchanges.slice(this.#start + Math.max(0, id + 1 - first.id)) as readonly Exchange[];
  }

  find(id: number): Exchange | undefined {
    const first = this.oldest;
    // Numbers are consecutive, so that the place follows from the number of the oldest.
    const at = first === undefined ? -1 : this.#start + id - first.id;
    return at >= this.#start ? this.#exchanges[at] : undefined;
  }

  clear(): void {
    this.#budget.gave(this.#bytes);
    this.#exchanges = [];
    this.#sizes = [];
    this.#start = 0;
    this.#bytes = 0;
  }

  /** Nothing is added from here on. */
  close(): void {
    this.clear();
    this.#budget.leave(this);
  }

  #drop(): void {
    const bytes = this.#sizes[this.#start] as number;
    this.#exchanges[this.#start] = undefined;
    this.#start++;
    this.#bytes -= bytes;
    this.#budget.gave(bytes);
    this.#budget.countDropped();
    // Half of it is gaps: closing them costs each exchange one move.
    if (this.#start < fewEntries || this.#start * 2 < this.#exchanges.length) return;
    this.#exchanges = this.#exchanges.slice(this.#start);
    this.#sizes = this.#sizes.slice(this.#start);
    this.#start = 0;
  }
}
