/** The fixture for vitest: `vivarium/vitest`. */
import { test as base, expect, type TestAPI } from 'vitest';
import type { Vivarium, VivariumOptions } from '../library/api.ts';
import { createVivarium } from '../library/create-vivarium.ts';
import { describeExchange } from '../library/describe-exchange.ts';
import { describeJournal } from '../library/describe-journal.ts';
import { exchangeOf } from '../library/exchange-of.ts';
import { describeValue } from '../library/read-arguments.ts';
import type { VivariumWorld } from '../library/world-api.ts';
import { worldNameFor } from './world-name-for.ts';

declare module 'vitest' {
  // The parameters must have the names and defaults of vitest's own declaration.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Passes if no request to a world, and none of its responses, broke the interface. Otherwise it shows each exchange. A world
     * without a request for an operation of the document fails, also with `not`, unless `allowEmpty` is true.
     */
    toHaveNoViolations: (options?: { readonly allowEmpty?: boolean | undefined }) => R;
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

/** The open worlds of fixtures, by their names, which are unique: a matcher finds the world of a response by its header. */
const openWorlds = new Map<string, VivariumWorld>();

/**
 * A `test` whose tests get a fresh world each. If a test fails, the journal of its world is printed. The matchers
 * `toHaveNoViolations` and `toKeepTheInterface` are added to `expect`.
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
  expect.extend({ toHaveNoViolations, toKeepTheInterface });
  return (
    base
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures that are needed from the pattern.
      .extend('vivarium', { scope: 'file' }, async ({}, { onCleanup }) => {
        const vivarium = await createVivarium(options);
        onCleanup(() => vivarium.close());
        return vivarium;
      })
      .extend('listening', { scope: 'file' }, async ({ vivarium }) => vivarium.listen({ port: 0 }))
      .extend('world', ({ vivarium, task }, { onCleanup }) => {
        const world = vivarium.world(worldNameFor(task.name));
        openWorlds.set(world.name, world);
        onCleanup(() => {
          if (task.result?.state === 'fail') console.error(describeJournal(world));
          openWorlds.delete(world.name);
          world.close();
        });
        return world;
      })
      .extend('serviceUrl', ({ listening, world }) => {
        const { url, serviceUrl } = listening;
        return `${url}/~${world.name}${serviceUrl.slice(url.length)}`;
      }) as unknown as TestAPI<VivariumFixtures>
  );
};

interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

const toHaveNoViolations = (world: VivariumWorld, options?: { readonly allowEmpty?: boolean | undefined }): Verdict => {
  if (typeof world?.assertNoViolations !== 'function')
    throw new TypeError(`toHaveNoViolations takes a world, not ${describeValue(world)}.`);
  try {
    world.assertNoViolations(options);
  } catch (error) {
    // Nothing was judged: this fails with `not` too.
    if ((error as Error).name !== 'ViolationError') throw error;
    return { pass: false, message: () => (error as Error).message };
  }
  return { pass: true, message: () => `No request to the world "${world.name}" broke the interface.` };
};

const toKeepTheInterface = (response: Response): Verdict => {
  if (!(response instanceof Response))
    throw new TypeError(`toKeepTheInterface takes a Response, not ${describeValue(response)}.`);
  const exchange = exchangeOf(response, (name) => openWorlds.get(name));
  if (exchange === undefined)
    throw new Error(
      'The response is not one of a world of this test, or the journal no longer has its exchange. Give it the response of world.fetch, or of a request to serviceUrl.',
    );
  if (exchange.operation === null)
    throw new Error(`The request is for no operation of the document.\n\n${describeExchange(exchange)}`);
  const title = (verb: string): string => `The exchange ${verb} the interface.\n\n${describeExchange(exchange)}`;
  return exchange.violations.length === 0
    ? { pass: true, message: () => title('keeps') }
    : { pass: false, message: () => title('breaks') };
};
