/**
 * Tries mutants in one vitest worker. It first runs the tests without a mutant, to learn which of them reach which mutant.
 * Then it runs those tests with each mutant on the modules that are already there. If none fails, and the mutant is reached at
 * import, in a hook or only once, it runs the tests of the same area on fresh modules, which is slower.
 */
import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { inject, test, vi } from 'vitest';
import type { Result, Session, SourceTests, Verdict } from './protocol.ts';
import { createSuite, type Suite, type TestCase } from './test-api.ts';

declare module 'vitest' {
  interface ProvidedContext {
    session: Session;
  }
}

declare global {
  var mutation: {
    suite: Suite;
    /** What the test that runs has left for its end. */
    readonly finishers: (() => unknown)[];
    readonly reached: (id: number) => boolean;
  };
}

const { testFiles, sources, mutants, total, results } = inject('session');
const none = -1;
let active = none;
/** How often mutants may still be reached: a mutant that makes a loop endless is stopped by it. */
let fuel = Number.POSITIVE_INFINITY;
let hits = new Uint32Array(total);

const reached = (id: number): boolean => {
  hits[id] = (hits[id] as number) + 1;
  if (--fuel < 0) throw new Error('The mutant runs for too long.');
  return id === active;
};
globalThis.mutation = { suite: createSuite(''), finishers: [], reached };
// The first failing case is enough.
fc.configureGlobal({ seed: 1, endOnFailure: true });

/**
 * Tests that use more processor time, in milliseconds, are not tried with a mutant: on the modules that are there, and on fresh
 * ones. Processor time, because the machine may be busy.
 */
const maxMs = { known: 1000, fresh: 600 };
/** Tests that use more the first time, in milliseconds, are not tried a second time. */
const maxFirstMs = 5000;

/** The processor time of this thread, in milliseconds. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** A test with the suites around it. */
interface KnownTest {
  readonly name: string;
  readonly suites: readonly Suite[];
  readonly test: TestCase;
  readonly hits: Uint32Array;
  readonly hitCount: number;
  /** Its processor time on fresh modules, and on those that are there. */
  readonly freshMs: number;
  readonly knownMs: number;
  /** The time that it takes on fresh modules, including that in which it waits. */
  readonly usualMs: number;
  /** Whether it passes a second time on the same modules. */
  readonly isRepeatable: boolean;
}

interface KnownFile {
  readonly path: string;
  /** By name. */
  readonly tests: Map<string, KnownTest>;
  /** The mutants that are reached by imports, suites and hooks. */
  readonly outside: Uint32Array;
  /** The mutants that a test reaches only the first time, since the result is cached. */
  readonly cached: ReadonlySet<number>;
  readonly hitCount: number;
  /** The time to import it and to run the tests that are fast enough. */
  readonly freshMs: number;
  /** What was imported last. Its last hooks, which may close a server, are still to be run. */
  suite: Suite;
}

const importFile = async (path: string): Promise<Suite> => {
  const suite = createSuite(path);
  globalThis.mutation.suite = suite;
  vi.resetModules();
  await import(/* @vite-ignore */ path);
  return suite;
};

type Visit = (test: TestCase, suites: readonly Suite[], name: string) => unknown;

const runAll = async (hooks: Suite['afterAll']): Promise<void> => {
  for (const hook of hooks) await (hook as () => unknown)();
};

/** Runs the hooks of each suite around its tests, without the last ones of the file: its tests may run again before them. */
const walk = async (suite: Suite, visit: Visit, outer: readonly Suite[] = []): Promise<void> => {
  const suites = [...outer, suite];
  await runAll(suite.beforeAll);
  for (const child of suite.children) {
    if (child.type === 'suite') await walk(child, visit, suites);
    else await visit(child, suites, [...suites, child].map(({ name }) => name).join(' > '));
  }
  if (outer.length > 0) await runAll(suite.afterAll);
};

/** A test that takes longer with a mutant than 20 times its time without, and this, waits for something that does not come. */
const maxWaitMs = 3000;
/** A test may replace the timers. */
const startTimer = globalThis.setTimeout;
const endTimer = globalThis.clearTimeout;

const inTime = (running: unknown, usualMs: number): unknown => {
  if (active === none || !(running instanceof Promise)) return running;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = startTimer(() => reject(new Error('The test waits for too long.')), 20 * usualMs + maxWaitMs);
  return Promise.race([running, promise]).finally(() => endTimer(timer));
};

const runTest = async (one: TestCase, suites: readonly Suite[], usualMs = 0): Promise<void> => {
  for (const suite of suites) await runAll(suite.beforeEach);
  try {
    await inTime(one.run(), usualMs);
  } finally {
    for (const suite of suites.toReversed()) await runAll(suite.afterEach);
    for (const finish of globalThis.mutation.finishers.splice(0).toReversed()) await finish();
  }
};

const sum = (counts: Uint32Array): number => counts.reduce((total, count) => total + count, 0);

/** Imports a file and runs its tests without a mutant. */
const learn = async (path: string): Promise<KnownFile> => {
  const tests = new Map<string, KnownTest>();
  const outside = new Uint32Array(total);
  hits = outside;
  const start = cpuMs();
  const suite = await importFile(path);
  const importMs = cpuMs() - start;
  await walk(suite, async (one, suites, name) => {
    hits = new Uint32Array(total);
    const [start, startedAt] = [cpuMs(), performance.now()];
    await runTest(one, suites);
    const [freshMs, usualMs] = [cpuMs() - start, performance.now() - startedAt];
    tests.set(name, {
      ...{ name, suites, test: one, hits, hitCount: sum(hits) },
      ...{ freshMs, usualMs, knownMs: freshMs, isRepeatable: true },
    });
    hits = outside;
  });
  hits = new Uint32Array(total);
  const hitCount = [...tests.values()].reduce((count, one) => count + one.hitCount, sum(outside));
  const fastMs = [...tests.values()].map(({ freshMs }) => freshMs).filter((ms) => ms < maxMs.fresh);
  const freshMs = fastMs.reduce((total, ms) => total + ms, importMs);
  const cached = new Set<number>();
  for (const one of tests.values()) {
    if (one.freshMs >= maxFirstMs) continue;
    hits = new Uint32Array(total);
    const start = cpuMs();
    const isRepeatable = !(await fails(() => runTest(one.test, one.suites)));
    tests.set(one.name, { ...one, isRepeatable, knownMs: cpuMs() - start });
    one.hits.forEach((count, mutant) => {
      if (count > 0 && hits[mutant] === 0) cached.add(mutant);
    });
  }
  return { path, tests, outside, cached, hitCount, freshMs, suite };
};

const fuelFor = (hitCount: number): number => hitCount * 20 + 100_000;

const fails = async (run: () => unknown): Promise<boolean> => {
  try {
    await run();
    return false;
  } catch {
    return true;
  }
};

/** Whether a test fails with a mutant, on the modules of the file. */
const failsWith = (mutant: number, { test: one, suites, hitCount, usualMs }: KnownTest): Promise<boolean> => {
  active = mutant;
  fuel = fuelFor(hitCount);
  return fails(() => runTest(one, suites, usualMs)).finally(stop);
};

const stop = (): void => {
  active = none;
  fuel = Number.POSITIVE_INFINITY;
};

class Failed extends Error {}

/** The test that fails with a mutant if everything is imported again with it; undefined if none does. */
const findFailureInFresh = async (mutant: number, file: KnownFile): Promise<string | undefined> => {
  active = mutant;
  fuel = fuelFor(file.hitCount);
  const isOutside = (file.outside[mutant] as number) > 0;
  const wanted = new Set(
    [...file.tests.values()]
      .filter((one) => one.freshMs < maxMs.fresh && (isOutside || reaches(one, mutant)))
      .map(({ name }) => name),
  );
  if (wanted.size === 0) return undefined;
  let suite: Suite | undefined;
  try {
    suite = await importFile(file.path);
    await walk(suite, async (one, suites, name) => {
      if (!wanted.has(name)) return;
      await runTest(one, suites, file.tests.get(name)?.usualMs).catch((error: unknown) => {
        throw new Failed(name, { cause: error });
      });
    });
    return undefined;
  } catch (error) {
    return error instanceof Failed ? error.message : file.path;
  } finally {
    stop();
    await runAll(suite?.afterAll ?? []).catch(() => {});
  }
};

/** Replaces the tests of a file with those of a fresh import, in which no mutant left a trace. */
const renew = async (file: KnownFile): Promise<void> => {
  await runAll(file.suite.afterAll);
  file.suite = await importFile(file.path);
  await walk(file.suite, (test, suites, name) => {
    file.tests.set(name, { ...(file.tests.get(name) as KnownTest), test, suites });
  });
};

const reaches = ({ hits }: Pick<KnownTest, 'hits'>, mutant: number): boolean => (hits[mutant] as number) > 0;

/** The number of tests that a mutant is tried with, after those of its own test file: of its area, and of other areas. */
const maxTests = { near: 300, far: 150 };

interface KnownTestOfFile extends KnownTest {
  readonly file: KnownFile;
}

/**
 * The repeatable tests that reach a mutant: those of its own test file, of its area and of others, the fastest of each first.
 * In its area, those of its own folder come before. Files take turns, so that a file with a table of a thousand rows leaves
 * room for the others.
 */
const testsFor = (mutant: number, files: readonly KnownFile[]): readonly KnownTestOfFile[] => {
  const { own, near } = sourceOf(mutant);
  const covering = files
    .flatMap((file) =>
      [...file.tests.values()]
        .filter((one) => one.isRepeatable && one.knownMs < maxMs.known && reaches(one, mutant))
        .sort((left, right) => left.knownMs - right.knownMs)
        .map((one, turn) => ({ file, turn, ...one })),
    )
    .sort((left, right) => left.turn - right.turn || left.knownMs - right.knownMs);
  const isBeside = ({ file }: KnownTestOfFile): boolean => dirname(file.path) === dirname(own);
  const inArea = covering
    .filter(({ file }) => file.path !== own && near.includes(file.path))
    .sort((left, right) => Number(isBeside(right)) - Number(isBeside(left)));
  const others = covering.filter(({ file }) => file.path !== own && !near.includes(file.path));
  return [
    ...covering.filter(({ file }) => file.path === own),
    ...inArea.slice(0, maxTests.near),
    ...others.slice(0, maxTests.far),
  ];
};

const sourceOf = (mutant: number): SourceTests => sources.findLast(({ firstId }) => firstId <= mutant) as SourceTests;

const judge = async (mutant: number, files: readonly KnownFile[]): Promise<Verdict> => {
  const { near } = sourceOf(mutant);
  for (const { file, name } of testsFor(mutant, files)) {
    const current = (): KnownTest => file.tests.get(name) as KnownTest;
    if (!(await failsWith(mutant, current()))) continue;
    // An earlier mutant may have left its traces in the modules. Then only fresh ones tell.
    if (!(await failsWith(none, current()))) return { status: 'killed', by: name };
    await renew(file);
    const isKilled = await failsWith(mutant, current());
    await renew(file);
    if (isKilled) return { status: 'killed', by: name };
  }
  const isReached = ({ outside, tests }: KnownFile): boolean =>
    reaches({ hits: outside }, mutant) || [...tests.values()].some((one) => reaches(one, mutant));
  const reaching = files.filter(isReached);
  const renewable = reaching.filter(
    ({ path, outside, cached }) => near.includes(path) && (reaches({ hits: outside }, mutant) || cached.has(mutant)),
  );
  for (const file of renewable.sort((left, right) => left.freshMs - right.freshMs)) {
    const by = await findFailureInFresh(mutant, file);
    if (by !== undefined) return { status: 'killed', by };
  }
  return { status: reaching.length === 0 ? 'uncovered' : 'survived', by: undefined };
};

const report = (result: Result): void => appendFileSync(results, `${JSON.stringify(result)}\n`);

test('mutants', { timeout: 0 }, async () => {
  const files: KnownFile[] = [];
  for (const path of testFiles) {
    try {
      files.push(await learn(path));
      report({ type: 'learned', file: path });
    } catch (error) {
      // A test that needs more of vitest than the stand-in has.
      report({ type: 'left out', file: path, reason: (error as Error).message });
    }
  }
  for (const mutant of mutants) {
    report({ type: 'trying', mutant });
    report({ type: 'done', mutant, ...(await judge(mutant, files)) });
  }
  for (const { suite } of files) await runAll(suite.afterAll);
});
