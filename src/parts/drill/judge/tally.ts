/** What the client sends without a fault: the judgement only counts what is more than that. */
import { identityOf, methodAndPath, type ObservedRequest, targetOf, writeOf } from './observed-request.ts';

export interface Tally {
  readonly identities: ReadonlyMap<string, number>;
  readonly paths: ReadonlyMap<string, number>;
  readonly writes: ReadonlyMap<string, number>;
  /** The peaks by target: the most requests within a second. */
  readonly peaks: ReadonlyMap<string, number>;
}

export const tallyOf = (requests: readonly ObservedRequest[]): Tally => ({
  identities: countBy(requests, identityOf),
  paths: countBy(requests, methodAndPath),
  writes: countBy(requests, writeOf),
  peaks: new Map([...Map.groupBy(requests, targetOf)].map(([target, same]) => [target, peakOf(same)])),
});

/** The larger number of each: none of the runs had a fault. */
export const largestOf = (tallies: readonly Tally[]): Tally => ({
  identities: largest(tallies.map(({ identities }) => identities)),
  paths: largest(tallies.map(({ paths }) => paths)),
  writes: largest(tallies.map(({ writes }) => writes)),
  peaks: largest(tallies.map(({ peaks }) => peaks)),
});

export const callsOf = (requests: readonly ObservedRequest[]): ReadonlyMap<string, number> =>
  countBy(
    requests.filter(({ operation }) => operation !== undefined),
    ({ operation = '' }) => operation,
  );

const countBy = (
  requests: readonly ObservedRequest[],
  keyOf: (request: ObservedRequest) => string,
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const request of requests) {
    const key = keyOf(request);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

const largest = (maps: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const map of maps) for (const [key, count] of map) found.set(key, Math.max(count, found.get(key) ?? 0));
  return found;
};

const secondMs = 1000;

/** The most requests within a second. */
export const peakOf = (requests: readonly ObservedRequest[]): number => {
  let peak = 0;
  let first = 0;
  for (const [index, { atMs }] of requests.entries()) {
    while (atMs - (requests[first] as ObservedRequest).atMs >= secondMs) first++;
    peak = Math.max(peak, index - first + 1);
  }
  return peak;
};
