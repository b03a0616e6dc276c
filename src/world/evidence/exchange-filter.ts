/** Filters for exchanges: the query of the control API and the options of the library. */

import type { Exchange } from '../../core/exchange.ts';
import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import { suggest } from '../../core/primitives/did-you-mean.ts';
import { matchesWildcard } from '../../core/primitives/wildcard.ts';
import { findByName } from '../../core/service/names.ts';
import type { Service } from '../../core/service/service.ts';
import { suggestOperation } from '../../core/service/suggest-operation.ts';
import type { State } from '../../core/state/state.ts';
import type { Journal } from './journal.ts';

export interface ExchangeFilter {
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  /** As sent, without the world's prefix; `*` matches any characters. */
  readonly path?: string | undefined;
  /** `404`, or a class: `4xx`. */
  readonly status?: string | number | undefined;
  /** Only exchanges with contract violations in the request or the response. */
  readonly violations?: boolean | undefined;
  /** Only exchanges that this fault affected. */
  readonly fault?: string | undefined;
  /** Only exchanges after the one with this id. */
  readonly since?: number | undefined;
  /** The maximum number of exchanges. Default: 100. */
  readonly limit?: number | undefined;
}

const defaultExchangeLimit = 100;

export interface FoundExchanges {
  /** Newest first, at most `limit`. */
  readonly items: readonly Exchange[];
  /** The total number of matches. */
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

export interface UnknownName {
  readonly code: 'VIV_OPERATION_UNKNOWN' | 'VIV_FAULT_UNKNOWN' | 'VIV_NAME_AMBIGUOUS';
  readonly message: string;
  readonly hint: string | undefined;
}

export type ResolvedFilter =
  | { readonly ok: true; readonly filter: ExchangeFilter }
  | { readonly ok: false; readonly problem: UnknownName };

/** The filter with the unique name of its operation. An unknown name is probably a typing error, which an empty list would hide. */
export const resolveFilter = (
  service: Service,
  worlds: readonly { readonly decisions: { readonly state: State }; readonly journal: Journal }[],
  filter: ExchangeFilter,
): ResolvedFilter => {
  const { operation, fault } = filter;
  const lookup = operation === undefined ? undefined : findByName(service.operations, operation);
  if (lookup?.type === 'ambiguous') return { ok: false, problem: ambiguous(operation as string, lookup.names) };
  if (lookup?.type === 'unknown') {
    const hint = suggestOperation(operation as string, service.operations);
    return { ok: false, problem: unknown('operation', operation as string, hint) };
  }
  const faults = new Set([
    ...builtInFaults.keys(),
    ...worlds.flatMap(({ decisions }) => [...decisions.state.faults.keys()]),
  ]);
  // A journal may contain faults that were removed.
  const isKnown = fault === undefined || faults.has(fault) || worlds.some(({ journal }) => hasFault(journal, fault));
  return isKnown
    ? { ok: true, filter: { ...filter, operation: lookup?.value.name } }
    : { ok: false, problem: unknown('fault', fault, suggest(fault, 'faults', faults)) };
};

const hasFault = (journal: Journal, fault: string): boolean => {
  for (const exchange of journal.newestFirst()) if (exchange.faults.some(({ name }) => name === fault)) return true;
  return false;
};

const ambiguous = (name: string, names: readonly string[]): UnknownName => ({
  code: 'VIV_NAME_AMBIGUOUS',
  message: `operation names "${name}", which several services have`,
  hint: `Write ${names.join(' or ')}.`,
});

const unknown = (kind: 'operation' | 'fault', name: string, hint: string): UnknownName => ({
  code: kind === 'operation' ? 'VIV_OPERATION_UNKNOWN' : 'VIV_FAULT_UNKNOWN',
  message: `${kind} names an unknown ${kind} "${name.slice(0, 80)}"`,
  hint,
});

export const matchesFilter = (
  exchange: Exchange,
  { operation, method, path, status, violations, fault }: ExchangeFilter,
): boolean =>
  (operation === undefined || exchange.operation === operation) &&
  (method === undefined || exchange.request.method === method.toUpperCase()) &&
  (path === undefined || matchesWildcard(path, exchange.request.path)) &&
  (status === undefined || matchesStatus(exchange.response.status, String(status))) &&
  (violations !== true || exchange.violations.length > 0) &&
  (fault === undefined || exchange.faults.some((fired) => fired.name === fault));

const matchesStatus = (status: number, expected: string): boolean =>
  /^[1-5]xx$/i.test(expected) ? Math.floor(status / 100) === Number(expected[0]) : String(status) === expected;
