/** The memory budget for the journals of all worlds. */

/** A journal, as the budget sees it. */
interface BudgetHolder {
  readonly bytes: number;
  /** Drops the oldest exchanges until the size is at most `bytes`. */
  readonly shrinkTo: (bytes: number) => void;
}

const defaultBudgetBytes = 256_000_000;

/** More room is made than needed, so that the cost of visiting all journals is spread over many exchanges. */
const keptShare = 15 / 16;

export class JournalBudget {
  readonly #limit: number;
  readonly #holders = new Set<BudgetHolder>();
  #bytes = 0;
  #dropped = 0;
  #arrivals = 0;

  constructor(limitBytes = defaultBudgetBytes) {
    this.#limit = limitBytes;
  }

  /** The estimated size of all journals in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of exchanges dropped from all journals, for any limit, since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  join(holder: BudgetHolder): void {
    this.#holders.add(holder);
  }

  /** Removes a journal that is no longer used. */
  leave(holder: BudgetHolder): void {
    this.#holders.delete(holder);
  }

  /** The number of a new exchange in the order of arrival in all journals. */
  nextArrival(): number {
    return ++this.#arrivals;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limit) this.#evict();
  }

  release(bytes: number): void {
    this.#bytes -= bytes;
  }

  countDropped(): void {
    this.#dropped++;
  }

  /** The largest journal is reduced to the size of the second largest, then both to that of the third, and so on. */
  #evict(): void {
    const level = levelFor(
      [...this.#holders].map(({ bytes }) => bytes),
      this.#limit * keptShare,
    );
    for (const holder of this.#holders) holder.shrinkTo(level);
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
