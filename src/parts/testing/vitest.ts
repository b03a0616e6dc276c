/** The fixture and the matchers for vitest: `vivarium/vitest`. */

import type { TestAPI } from 'vitest';
import * as vitest from 'vitest';
import { checkPeer } from '../../files/peer.ts';
import type { ListeningVivarium, Vivarium, VivariumOptions } from '../../library/api.ts';
import { createVivarium } from '../../library/create-vivarium.ts';
import type { VivariumWorld } from '../../library/world-api.ts';
import type { Guard } from '../guard/api.ts';
import { describeJournal } from './describe-journal.ts';
import { matchers } from './matchers.ts';
import { worldNameFor } from './world-name-for.ts';

checkPeer('vitest', 'vivarium/vitest');

vitest.expect.extend({ ...matchers });

declare module 'vitest' {
  // The parameters must have the names and defaults of vitest's own declaration.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Passes if no request to a world, and none of its responses, broke the interface. Otherwise it shows each exchange. A world
     * without a request for an operation of the document fails, also with `not`, unless `allowEmpty` is true. That of a guard is awaited.
     */
    toHaveNoViolations: (options?: {
      readonly allowEmpty?: boolean | undefined;
    }) => T extends Guard ? Promise<void> : R;
    /** Passes if a response and its request keep the interface. The response is one of a world of this test, and of an operation. */
    toKeepTheInterface: () => R;
  }
}

/** The fixtures of a test of {@link vivariumTest}. */
export interface VivariumFixtures {
  /** One simulation for all tests of the file. */
  readonly vivarium: Vivarium;
  /** A world of this test alone, with the data of the start scenario. */
  readonly world: VivariumWorld;
  /** The base URL of the service in this world, for a client that needs an address: `http://127.0.0.1:4010/~test-1/v1`. */
  readonly serviceUrl: string;
}

/**
 * A `test` whose tests get a fresh world each. If a test fails, the journal of its world is printed. The document is loaded from this call on, before the first
 * test and not in its time.
 *
 * @param options As for `createVivarium`.
 * @example
 * const test = vivariumTest({ document: 'api.yaml' });
 * test('a new order is listed', async ({ world }) => {
 *   await createOrder(world.fetch, { item: 'lamp' });
 *   expect(world.collection('orders').items()).toHaveLength(1);
 *   expect(world).toHaveNoViolations();
 * });
 */
export const vivariumTest = (options: VivariumOptions = {}): TestAPI<VivariumFixtures> => {
  const load = createLoad(options);
  // The object form, which vitest 3 has too.
  return vitest.test.extend<VivariumFixtures & HiddenFixtures>({
    opened: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures that are needed from the pattern.
      async ({}, use: Use<OpenedByCall>) => {
        const opened: OpenedByCall = new Map();
        await use(opened);
        await Promise.all([...opened.values()].map(({ vivarium }) => vivarium.then((one) => one.close(), ignore)));
      },
      { scope: 'file' },
    ],
    vivarium: [
      async ({ opened }: Pick<HiddenFixtures, 'opened'>, use: Use<Vivarium>) => {
        if (!opened.has(load)) opened.set(load, { vivarium: load() });
        await use(await unlessLate('vivarium', (opened.get(load) as Opened).vivarium));
      },
      { scope },
    ],
    listening: [
      async (
        { opened, vivarium }: Omit<VivariumFixtures & HiddenFixtures, 'listening'>,
        use: Use<ListeningVivarium>,
      ) => {
        const own = opened.get(load) as Opened;
        own.listening ??= vivarium.listen({ port: 0 });
        await use(await unlessLate('serviceUrl', own.listening));
      },
      { scope },
    ],
    world: async ({ vivarium, task }, use) => {
      const world = vivarium.world(worldNameFor(task.name));
      await use(world);
      if (task.result?.state === 'fail') console.error(describeJournal(world));
      world.close();
    },
    serviceUrl: async ({ listening: { url, serviceUrl }, world }, use) =>
      use(`${url}/~${world.name}${serviceUrl.slice(url.length)}`),
  }) as unknown as TestAPI<VivariumFixtures>;
};

type Use<Value> = (value: Value) => Promise<void>;

interface HiddenFixtures {
  readonly opened: OpenedByCall;
  readonly listening: ListeningVivarium;
}

/** What each call of {@link vivariumTest} has opened in a file. */
type OpenedByCall = Map<() => Promise<Vivarium>, Opened>;

interface Opened {
  readonly vivarium: Promise<Vivarium>;
  listening?: Promise<ListeningVivarium>;
}

/** Vitest 3 knows a fixture of a file by its name alone: that of one call would stand for those of all calls in the file. */
const scope = Reflect.get(vitest, 'TestRunner') === undefined ? 'test' : 'file';

/** The time that a hook before the tests gives to loading. What is not ready then says so in the first test. */
const loadMs = 60_000;

/**
 * Begins to load. Each call of the function returns a simulation of its own: without isolation, a module that calls `vivariumTest` serves
 * several files.
 */
const createLoad = (options: VivariumOptions): (() => Promise<Vivarium>) => {
  let early: Promise<Vivarium> | undefined = createVivarium(options);
  const loaded = early.then(ignore, ignore);
  // The first test has less time than a large document needs on a busy machine.
  vitest.beforeAll(() => Promise.race([loaded, after(loadMs)]), loadMs + 10_000);
  return () => {
    const vivarium = early ?? createVivarium(options);
    early = undefined;
    return vivarium;
  };
};

/** The fixture rejects with the error. */
const ignore = () => {};

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

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

type FindTest = () => { readonly timeout?: number } | undefined;

/** Returns undefined between tests. vitest 3 has it in a module of its own, vitest 5 in its runner. */
const currentTest = async (): Promise<ReturnType<FindTest>> => {
  const runner = Reflect.get(vitest, 'TestRunner') as { readonly getCurrentTest?: FindTest } | undefined;
  if (runner?.getCurrentTest !== undefined) return runner.getCurrentTest();
  // A bundler resolves a constant at once, which fails in vitest 5: it takes the sources of a linked package for the project's own.
  const suite = ['vitest', 'suite'].join('/');
  return ((await import(/* @vite-ignore */ suite)) as { readonly getCurrentTest: FindTest }).getCurrentTest();
};

const lateError = (fixture: string, timeoutMs: number): Error =>
  new Error(
    `The fixture "${fixture}" of vivarium/vitest is not ready: its document is still being loaded, and the ${timeoutMs} ms of this test are nearly over. Give the tests more time (testTimeout in the configuration of vitest), or run fewer of them at once (maxWorkers).`,
  );
