/** Filters for exchanges: the query of the control API and the options of the library. */

import type { Exchange, ExchangeFilter } from '../../core/exchange.ts';
import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import type { ConfigProblem } from '../../core/primitives/config-error.ts';
import { suggest } from '../../core/primitives/did-you-mean.ts';
import { quoteName } from '../../core/primitives/units.ts';
import { matchesWildcard } from '../../core/primitives/wildcard.ts';
import { namesEndpoint } from '../../core/service/login-facts.ts';
import type { Service } from '../../core/service/service.ts';
import { findOperation } from '../../core/service/wrong-name.ts';
import type { State } from '../../core/state/state.ts';
import type { Journal } from './journal.ts';

const defaultExchangeLimit = 100;

export interface FoundExchanges {
  /** Newest first, at most `limit`. */
  readonly items: readonly Exchange[];
  readonly total: number;
}

export const findExchanges = (journal: Journal, filter: ExchangeFilter): FoundExchanges => {
  const { since = 0, limit = defaultExchangeLimit } = filter;
  const items: Exchange[] = [];
  let total = 0;
  for (const exchange of journal.newestFirst()) {
    if (exchange.id <= since) break;
    if (!matchesFilter(exchange, filter)) continue;
    total++;
    if (items.length < limit) items.push(exchange);
  }
  return { items, total };
};

/** Finds exchanges in several journals, which share their budget. The newest by arrival are first: the clocks of worlds may differ. */
export const findInJournals = (journals: readonly Journal[], filter: ExchangeFilter): FoundExchanges => {
  const matches = journals.flatMap((journal) => [...journal.arrivals()].filter(([one]) => matchesFilter(one, filter)));
  matches.sort(([, left], [, right]) => right - left);
  const items = matches.slice(0, filter.limit ?? defaultExchangeLimit).map(([exchange]) => exchange);
  return { items, total: matches.length };
};

type ResolvedFilter =
  | { readonly ok: true; readonly filter: ExchangeFilter }
  | { readonly ok: false; readonly problem: Pick<ConfigProblem, 'code' | 'message' | 'hint'> };

/** The filter with the unique name of its operation. An unknown name is probably a typing error, which an empty list would hide. */
export const resolveFilter = (
  service: Service,
  worlds: readonly { readonly decisions: { readonly state: State }; readonly journal: Journal }[],
  filter: ExchangeFilter,
): ResolvedFilter => {
  const { operation, fault } = filter;
  const isOfIssuer = operation !== undefined && service.logins.length > 0 && namesEndpoint(operation);
  const found = operation === undefined || isOfIssuer ? undefined : findOperation(operation, service.operations);
  if (found !== undefined && 'code' in found)
    return { ok: false, problem: { ...found, message: `operation names an ${found.message}` } };
  const faults = new Set([
    ...builtInFaults.keys(),
    ...worlds.flatMap(({ decisions }) => [...decisions.state.faults.keys()]),
  ]);
  // A journal may contain faults that were removed.
  const isKnown = fault === undefined || faults.has(fault) || worlds.some(({ journal }) => hasFault(journal, fault));
  if (isKnown) return { ok: true, filter: { ...filter, operation: isOfIssuer ? operation : found?.name } };
  const message = `fault names an unknown fault ${quoteName(fault)}`;
  return { ok: false, problem: { code: 'VIV_FAULT_UNKNOWN', message, hint: suggest(fault, 'faults', faults) } };
};

const hasFault = (journal: Journal, fault: string) =>
  journal.newestFirst().some(({ faults }) => faults.some(({ name }) => name === fault));

export const matchesFilter = (
  exchange: Exchange,
  { operation, method, path, status, violations, fault }: ExchangeFilter,
): boolean =>
  (operation === undefined || matchesWildcard(operation, exchange.operation ?? '')) &&
  (method === undefined || exchange.request.method === method.toUpperCase()) &&
  (path === undefined || matchesWildcard(path, exchange.request.path)) &&
  (status === undefined || matchesStatus(exchange.response.status, String(status))) &&
  (violations !== true || exchange.violations.length > 0) &&
  (fault === undefined || exchange.faults.some((fired) => fired.name === fault));

const matchesStatus = (status: number, expected: string) =>
  /^[1-5]xx$/i.test(expected) ? Math.floor(status / 100) === Number(expected[0]) : String(status) === expected;
