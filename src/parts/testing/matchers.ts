/** The matchers for `expect.extend` of Jest, vitest and others that have its interface. */
import { describeExchange } from '../../library/describe-exchange.ts';
import { exchangeOf } from '../../library/exchange-of.ts';
import { describeValue } from '../../library/read-arguments.ts';
import { worldNamed } from '../../library/simulation-of.ts';
import type { VivariumWorld } from '../../library/world-api.ts';
import type { Guard } from '../guard/api.ts';

/** What a matcher returns. */
export interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

export interface Matchers {
  /**
   * Passes if no request to a world, and none of its responses, broke the interface. Otherwise it shows each exchange. A world without a
   * request for an operation of the document fails, also with `not`, unless `allowEmpty` is true.
   */
  readonly toHaveNoViolations: {
    (world: VivariumWorld, options?: { readonly allowEmpty?: boolean | undefined }): Verdict;
    /** The matcher of a guard is awaited. */
    (guard: Guard, options?: { readonly allowEmpty?: boolean | undefined }): Promise<Verdict>;
  };
  /** Passes if a response and its request keep the interface. The response is one of a world of this process, and of an operation. */
  readonly toKeepTheInterface: (response: Response) => Verdict;
}

const toHaveNoViolations = ((judge: VivariumWorld | Guard, options) => {
  if (typeof judge?.assertNoViolations !== 'function')
    throw new TypeError(`toHaveNoViolations takes a world or a guard, not ${describeValue(judge)}.`);
  const passed = (): Verdict => ({
    pass: true,
    message: () =>
      'name' in judge
        ? `No request to the world "${judge.name}" broke the interface.`
        : 'No mock, and no request to one, broke the document.',
  });
  const failed = (error: Error): Verdict => {
    // Nothing was judged: this fails with `not` too.
    if (error.name !== 'ViolationError') throw error;
    return { pass: false, message: () => error.message };
  };
  try {
    return judge.assertNoViolations(options)?.then(passed, failed) ?? passed();
  } catch (error) {
    return failed(error as Error);
  }
}) as Matchers['toHaveNoViolations'];

const toKeepTheInterface: Matchers['toKeepTheInterface'] = (response) => {
  // Not by `instanceof`: in Jest with jsdom, a Response is one of another realm, or of a polyfill.
  if (typeof response?.headers?.get !== 'function')
    throw new TypeError(`toKeepTheInterface takes a Response, not ${describeValue(response)}.`);
  const exchange = exchangeOf(response, worldNamed);
  if (exchange === undefined)
    throw new Error(
      'The response is not one of a world of this test, or the journal no longer has its exchange. Give it the response of world.fetch, or of a request to serviceUrl.',
    );
  if (exchange.operation === null)
    throw new Error(`The request is for no operation of the document.\n\n${describeExchange(exchange)}`);
  const title = (verb: string) => `The exchange ${verb} the interface.\n\n${describeExchange(exchange)}`;
  return exchange.violations.length === 0
    ? { pass: true, message: () => title('keeps') }
    : { pass: false, message: () => title('breaks') };
};

/**
 * Matchers for `expect`. `vivarium/vitest` adds them by itself.
 *
 * @example
 * expect.extend(require('vivarium').matchers);
 * expect(world).toHaveNoViolations();
 */
export const matchers: Matchers = { toHaveNoViolations, toKeepTheInterface };
