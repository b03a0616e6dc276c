/** How much the journals of all worlds may hold together. */

/** What gives room: a journal, as far as the budget knows it. */
export interface BudgetHolder {
  /** What it holds, in bytes. */
  readonly bytes: number;
  /** Drops its oldest until it holds no more than so many bytes. */
  readonly shrinkTo: (bytes: number) => void;
}

const defaultBudgetBytes = 256_000_000;

/** Room is made for a while, so that looking at all journals costs an exchange next to nothing. */
const keptShare = 15 / 16;

export class JournalBudget {
  readonly #limit: number;
  readonly #holders = new Set<BudgetHolder>();
  #bytes = 0;
  #dropped = 0;

  constructor(limitBytes = defaultBudgetBytes) {
    this.#limit = limitBytes;
  }

  /** Estimated bytes of all that is held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many exchanges had to make room, in any journal and for any bound, since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  join(holder: BudgetHolder): void {
    this.#holders.add(holder);
  }

  /** It holds nothing any more, and never will again. */
  leave(holder: BudgetHolder): void {
    this.#holders.delete(holder);
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

  /** The journal that holds most gives first, until it holds no more than the next one; then both, and so on. */
  #evict(): void {
    const level = levelFor(
      [...this.#holders].map(({ bytes }) => bytes),
      this.#limit * keptShare,
    );
    for (const holder of this.#holders) if (holder.bytes > level) holder.shrinkTo(level);
  }
}

/** What each may hold at most for all to stay within the target. */
const levelFor = (sizes: readonly number[], target: number): number => {
  let left = target;
  for (const [at, size] of sizes.toSorted((one, other) => one - other).entries()) {
    const share = left / (sizes.length - at);
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
};
