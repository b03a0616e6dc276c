/** The rows of differences and the findings of each kind: clients and services choose how many there are. */
export const maxFindings = 1000;

export type KeyOf<Row> = (row: Row) => readonly (string | number)[];

/** Rows by key, each with the number of its occurrences. */
export class DistinctRows<Row extends { readonly count: number }> {
  readonly #keyOf: KeyOf<Row>;
  readonly #merge: (known: Row, row: Row) => Row;
  readonly #rows = new Map<string, Row>();
  #dropped = 0;

  /** `merge`: what is shown of a row that occurs again. Default: the first. */
  constructor(keyOf: KeyOf<Row>, merge = (known: Row, _row: Row): Row => known) {
    this.#keyOf = keyOf;
    this.#merge = merge;
  }

  add(row: Row): void {
    const key = JSON.stringify(this.#keyOf(row));
    const known = this.#rows.get(key);
    if (known !== undefined) this.#rows.set(key, { ...this.#merge(known, row), count: known.count + row.count });
    else if (this.#rows.size < maxFindings) this.#rows.set(key, row);
    else this.#dropped++;
  }

  /** Counts occurrences without a row. */
  drop(count: number): void {
    this.#dropped += count;
  }

  clear(): void {
    this.#rows.clear();
    this.#dropped = 0;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()];
  }

  /** Occurrences beyond the maximum. */
  get dropped(): number {
    return this.#dropped;
  }
}
