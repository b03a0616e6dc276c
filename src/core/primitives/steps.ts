/** Work that pauses after each few milliseconds, so that the caller can do other work. */
export type Steps<Result> = Generator<undefined, Result>;

/** Runs the work. `pause` is called between the steps, at least one of which is taken. */
export const finish = <Result>(steps: Steps<Result>, pause?: () => void): Result => {
  let step = steps.next();
  for (; !step.done; step = steps.next()) pause?.();
  return step.value;
};

/** The number of items between two pauses. */
export const itemsPerStep = 256;

interface Entry<Value, Key> {
  readonly value: Value;
  readonly key: Key;
}

type Compare<Key> = (left: Key, right: Key) => number;

/** The values between two pauses: about a millisecond. */
const runLength = 1024;

/** A stable sort of many values, which pauses. The key of each is read once. */
export function* sortInSteps<Value, Key>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
  compare: Compare<Key>,
): Steps<Value[]> {
  let runs: Entry<Value, Key>[][] = [];
  for (let start = 0; start < values.length; start += runLength) {
    if (start > 0) yield;
    const run = values.slice(start, start + runLength).map((value) => ({ value, key: keyOf(value) }));
    runs.push(run.sort((left, right) => compare(left.key, right.key)));
  }
  while (runs.length > 1) {
    const merged: typeof runs = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* merge(runs[index] as (typeof runs)[0], runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return (runs[0] ?? []).map(({ value }) => value);
}

function* merge<Value, Key>(
  left: readonly Entry<Value, Key>[],
  right: readonly Entry<Value, Key>[],
  compare: Compare<Key>,
): Steps<Entry<Value, Key>[]> {
  const merged: Entry<Value, Key>[] = [];
  let [fromLeft, fromRight] = [0, 0];
  while (fromLeft < left.length && fromRight < right.length) {
    if (merged.length % runLength === 0) yield;
    const [next, other] = [left[fromLeft] as Entry<Value, Key>, right[fromRight] as Entry<Value, Key>];
    const isLeft = compare(next.key, other.key) <= 0;
    merged.push(isLeft ? next : other);
    if (isLeft) fromLeft++;
    else fromRight++;
  }
  for (; fromLeft < left.length; fromLeft++) merged.push(left[fromLeft] as Entry<Value, Key>);
  for (; fromRight < right.length; fromRight++) merged.push(right[fromRight] as Entry<Value, Key>);
  return merged;
}
