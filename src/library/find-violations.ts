/** What `assertNoViolations` finds: violations, and that there was nothing to judge. */
import type { Exchange } from '../core/exchange.ts';
import { formatCount } from '../core/primitives/units.ts';
import { findExchanges } from '../world/evidence/exchange-filter.ts';
import type { PendingCalls } from '../world/fetch.ts';
import { isUnintended } from '../world/gate/expected-violations.ts';
import type { World } from '../world/world.ts';
import { describeExchange, exchangeLine } from './describe-exchange.ts';
import type { ExchangeView } from './exchange-view.ts';
import { checkArgument } from './read-arguments.ts';

/** The maximum number of exchanges in the message of an error. */
export const maxShown = 10;

export interface FindOptions {
  readonly view: (exchange: Exchange) => ExchangeView;
  readonly allowEmpty: boolean;
  readonly pending: PendingCalls;
}

/** Whether a world without a request passes. */
export const readAssertOptions = (options: { readonly allowEmpty?: boolean | undefined }): boolean => {
  const name = 'the options of assertNoViolations';
  checkArgument(options, { name, example: '{ allowEmpty: true }', known: ['allowEmpty'] });
  return options.allowEmpty === true;
};

/** Returns undefined if all requests keep the interface, or if they break it on purpose. */
export const findViolations = (world: World, { view, allowEmpty, pending }: FindOptions): Error | undefined => {
  if (world.expectsViolations) return undefined;
  const { judged } = world.records;
  if (judged.violations > 0) return violationError(world, judged.violations, view);
  if (pending.count > 0) return pendingError(world, pending);
  return judged.requests > 0 || allowEmpty ? undefined : emptyError(world, view);
};

const violationError = (world: World, count: number, view: FindOptions['view']): Error => {
  const { items } = findExchanges(world.journal, { violations: true, limit: Number.POSITIVE_INFINITY });
  const shown = items.filter(isUnintended).toReversed().slice(0, maxShown);
  const more = count > shown.length ? [`Not shown: ${count - shown.length} more.`] : [];
  const title = `${formatCount(count, 'exchange')} of the world "${world.name}" broke the interface.`;
  const hint =
    'If this is intended, send "Vivarium-Expect: violation" with the request, or call world.expectViolations().';
  return errorOf('ViolationError', [
    title,
    ...shown.map((exchange) => describeExchange(view(exchange))),
    ...more,
    hint,
  ]);
};

const pendingError = (world: World, { count, last }: PendingCalls): Error =>
  errorOf('UnjudgedError', [
    `${formatCount(count, 'call')} of the world "${world.name}" ${count === 1 ? 'is' : 'are'} under way, and not judged yet. The last one is ${last}.`,
    'Probably an await is missing before it.',
  ]);

const emptyError = (world: World, view: FindOptions['view']): Error => {
  const others = findExchanges(world.journal, { limit: maxShown }).items.map((one) => exchangeLine(view(one)));
  return errorOf('UnjudgedError', [
    `The world "${world.name}" got no request for an operation of the document since it was started: there is nothing to judge.`,
    ...(others.length === 0
      ? []
      : [`It got others, the newest first:\n${others.map((line) => `  ${line}`).join('\n')}`]),
    'Give the client world.fetch, or the base URL of the world. If it shall send nothing, pass { allowEmpty: true }.',
  ]);
};

export const errorOf = (name: string, paragraphs: readonly string[]): Error =>
  Object.assign(new Error(paragraphs.join('\n\n')), { name });
