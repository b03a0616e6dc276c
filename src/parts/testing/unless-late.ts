import * as vitest from 'vitest';

/** The part of a test's time after which a fixture is late: before vitest ends the test, which would name no fixture. */
const share = 0.9;

/** Rejects if `ready` takes nearly all the time of the present test, and names the fixture. */
export const unlessLate = async <Value>(fixture: string, ready: Promise<Value>): Promise<Value> => {
  const timeoutMs = (await currentTest())?.timeout;
  if (timeoutMs === undefined || !Number.isFinite(timeoutMs) || timeoutMs <= 0) return ready;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(lateError(fixture, timeoutMs)), timeoutMs * share);
  });
  return Promise.race([ready, late]).finally(() => clearTimeout(timer));
};

interface CurrentTest {
  readonly timeout?: number;
}

type FindTest = () => CurrentTest | undefined;

/** Returns undefined between tests. vitest 3 has it in a module of its own, vitest 5 in its runner. */
const currentTest = async (): Promise<CurrentTest | undefined> => {
  const runner = Reflect.get(vitest, 'TestRunner') as { readonly getCurrentTest?: FindTest } | undefined;
  if (runner?.getCurrentTest !== undefined) return runner.getCurrentTest();
  const suite = 'vitest/suite';
  return ((await import(suite)) as { readonly getCurrentTest: FindTest }).getCurrentTest();
};

const lateError = (fixture: string, timeoutMs: number): Error =>
  new Error(
    `The fixture "${fixture}" of vivarium/vitest is not ready: its document is still being loaded, and the ${timeoutMs} ms of this test are nearly over. Give the tests more time (testTimeout in the configuration of vitest), or run fewer of them at once (maxWorkers).`,
  );
