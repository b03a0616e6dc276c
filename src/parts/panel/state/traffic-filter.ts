/** The filter of the list of exchanges. */

import { queryText } from './address.ts';
import { containsWords } from './contains-words.ts';
import { canLoseResponse, unaskedViolations } from './outcome.ts';
import type { Entry } from './shown-journal.ts';

export interface TrafficFilter {
  readonly operation: string;
  /** `2xx` to `5xx`, or `lost`. */
  readonly status: string;
  /** The name of a fault, or `*` for any fault. */
  readonly fault: string;
  readonly violations: boolean;
  readonly text: string;
}

export const statusNames: Readonly<Record<string, string>> = {
  '2xx': '2xx success',
  '3xx': '3xx redirect',
  '4xx': '4xx client error',
  '5xx': '5xx server error',
  lost: 'lost or damaged',
};

export const filterFrom = (query: URLSearchParams): TrafficFilter => {
  const status = queryText(query, 'status');
  return {
    operation: queryText(query, 'operation'),
    status: Object.hasOwn(statusNames, status) ? status : '',
    fault: queryText(query, 'fault'),
    violations: queryText(query, 'violations') === 'true',
    text: queryText(query, 'text'),
  };
};

/** Selects requests without a matching operation. */
export const unmatched = '?';

export const isFiltered = (filter: TrafficFilter): boolean =>
  filter.violations || [filter.operation, filter.status, filter.fault, filter.text.trim()].some((part) => part !== '');

/** The matching entries, newest first. */
export const select = (entries: readonly Entry[], filter: TrafficFilter): readonly Entry[] => {
  if (!isFiltered(filter)) return entries.toReversed();
  const hasText = filter.text.trim() !== '';
  return entries
    .filter((entry) => matches(entry, filter) && (!hasText || containsWords(partsOf(entry), filter.text)))
    .toReversed();
};

const matches = (entry: Entry, { operation, status, fault, violations }: TrafficFilter) =>
  (operation === '' || (operation === unmatched ? entry.operation === null : entry.operation === operation)) &&
  (status === '' ||
    (status === 'lost' ? canLoseResponse(entry) : Math.floor(entry.status / 100) === Number(status[0]))) &&
  (fault === '' || entry.faults.some(({ name }) => fault === '*' || name === fault)) &&
  (!violations || unaskedViolations(entry).length > 0);

const partsOf = ({ id, method, path, query, status, operation, world, faults, violations }: Entry) => [
  `#${id}`,
  method,
  query === '' ? path : `${path}?${query}`,
  status,
  operation,
  world,
  ...faults.map(({ name }) => name),
  ...violations.map(({ message }) => message),
];
