/** Work that pauses after each few milliseconds, so that the caller can do other work. */
export type Steps<Result> = Generator<undefined, Result>;

/** The result, without pauses. */
export const finish = <Result>(steps: Steps<Result>): Result => {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};

/** The number of items between two pauses. */
export const itemsPerStep = 256;
