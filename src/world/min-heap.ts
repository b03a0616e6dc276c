/** A priority queue as a binary heap: adding a value and taking the least one take logarithmic time. */
export class MinHeap<Value> {
  readonly #values: Value[] = [];
  /** Negative if the left value is less. Values that are equal come out in any order. */
  readonly #compare: (left: Value, right: Value) => number;

  constructor(compare: (left: Value, right: Value) => number) {
    this.#compare = compare;
  }

  add(value: Value): void {
    const values = this.#values;
    let index = values.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#compare(values[parent] as Value, value) <= 0) break;
      values[index] = values[parent] as Value;
      index = parent;
    }
    values[index] = value;
  }

  /** Removes the least value; undefined if there is none. */
  take(): Value | undefined {
    const values = this.#values;
    const least = values[0];
    const last = values.pop();
    if (values.length === 0 || last === undefined) return least;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= values.length) break;
      const isRightLess =
        child + 1 < values.length && this.#compare(values[child + 1] as Value, values[child] as Value) < 0;
      if (isRightLess) child++;
      if (this.#compare(last, values[child] as Value) <= 0) break;
      values[index] = values[child] as Value;
      index = child;
    }
    values[index] = last;
    return least;
  }
}
