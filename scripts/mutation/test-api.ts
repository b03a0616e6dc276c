/**
 * Stands in for `vitest` in the test files that mutants are tried with: collects suites and tests as data, which can be run
 * again and again in one process. `expect` and `vi` are vitest's own.
 */
export { expect, expectTypeOf, vi } from 'vitest';

type Run = (...given: readonly never[]) => unknown;

export interface Hooks {
  readonly beforeAll: Run[];
  readonly afterAll: Run[];
  readonly beforeEach: Run[];
  readonly afterEach: Run[];
}

export interface TestCase {
  readonly type: 'test';
  readonly name: string;
  readonly run: () => unknown;
}

export interface Suite extends Hooks {
  readonly type: 'suite';
  readonly name: string;
  readonly children: (Suite | TestCase)[];
}

export const createSuite = (name: string): Suite => ({
  type: 'suite',
  name,
  children: [],
  beforeAll: [],
  afterAll: [],
  beforeEach: [],
  afterEach: [],
});

/** The suite that is collected. Each import of a test file starts a new one. */
const current = (): Suite => globalThis.mutation.suite;

const hook = (name: keyof Hooks) => (run: Run) => {
  current()[name].push(run);
};
export const beforeAll = hook('beforeAll');
export const afterAll = hook('afterAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');

/** For the test that runs: tests run one after the other. */
export const onTestFinished = (run: () => unknown): void => {
  globalThis.mutation.finishers.push(run);
};

/** Options, such as a timeout, may come before the function. */
type Rest = readonly [...options: readonly object[], run: Run];
const runOf = (rest: Rest): Run => rest.at(-1) as Run;

const addTest = (name: string, ...rest: Rest): void => {
  const { children } = current();
  const run = runOf(rest);
  children.push({ type: 'test', name: `${name} #${children.length}`, run: () => run() });
};

const addSuite = (name: string, ...rest: Rest): void => {
  const outer = current();
  const inner = createSuite(`${name} #${outer.children.length}`);
  outer.children.push(inner);
  globalThis.mutation.suite = inner;
  runOf(rest)();
  globalThis.mutation.suite = outer;
};

const nothing = (): void => {};

/** `each` takes a table in an array. Its values are not put into the names, which are only used to find a test again. */
const withVariants = (add: (name: string, ...rest: Rest) => void) =>
  Object.assign(add, {
    each:
      (table: readonly unknown[]) =>
      (name: string, ...rest: Rest) => {
        const run = runOf(rest) as (...row: readonly unknown[]) => unknown;
        for (const row of table) add(name, () => run(...(Array.isArray(row) ? row : [row])));
      },
    runIf: (isWanted: unknown) => (isWanted ? add : nothing),
    skipIf: (isUnwanted: unknown) => (isUnwanted ? nothing : add),
    skip: nothing,
  });

export const test = withVariants(addTest);
export const describe = withVariants(addSuite);
