/** Coverage reports: their content, merging, writing and reading. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { isEndpointName } from '../../core/service/login-facts.ts';

/** The number of uses; 0: documented but never used. */
export type Counts = ReadonlyMap<string, number>;

/**
 * What is counted of an operation: statuses by the document's key (`200`, `4XX`, `default`), parameters by location and name
 * (`query.limit`), and those that it does not have.
 */
export const countKinds = ['statuses', 'undocumented', 'parameters', 'faults', 'unknownParameters'] as const;

export type CountKind = (typeof countKinds)[number];

/** The result of a function for each kind, in the order of reports. */
export const ofKinds = <Result>(make: (kind: CountKind) => Result): Readonly<Record<CountKind, Result>> =>
  Object.fromEntries(countKinds.map((kind) => [kind, make(kind)])) as Record<CountKind, Result>;

export interface OperationCoverage extends Readonly<Record<CountKind, Counts>> {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly requests: number;
  /** The calls with an accepted credential. */
  readonly calls: number;
  /** The enum values of parameters. */
  readonly values: ReadonlyMap<string, Counts>;
}

/** The coverage of one world since it was opened, or of a server since its start. */
export interface RunCoverage {
  readonly operations: ReadonlyMap<string, OperationCoverage>;
  /** Statuses of requests that matched no operation. */
  readonly unmatched: Counts;
  /** What the service sends by itself, in which the receivers are covered: `path` is its name. */
  readonly webhooks?: ReadonlyMap<string, OperationCoverage>;
}

export type CoverageReport = ReadonlyMap<string, RunCoverage>;

type Combine = (left: number, right: number) => number;

/** Counts of a run only grow, so of two reports of the same run the higher count is the later one. A report that is merged twice counts once. */
export const mergeReports = (left: CoverageReport, right: CoverageReport): CoverageReport =>
  mergeMaps(left, right, (run, same) => combineRuns(run, same, Math.max));

/** The sum of all runs, in an order that does not depend on theirs: operations by path, the rest by name. */
export const sumRuns = (report: CoverageReport): RunCoverage => {
  const {
    operations,
    unmatched,
    webhooks = noWebhooks,
  } = [...report.values()].reduce<RunCoverage>((sum, run) => combineRuns(sum, run, (left, right) => left + right), {
    operations: new Map(),
    unmatched: new Map(),
  });
  const sortKeyOf = ({ path, method, operation }: OperationCoverage) => `${path} ${method} ${operation}`;
  const ordered = [...operations.values()].toSorted((left, right) => (sortKeyOf(left) < sortKeyOf(right) ? -1 : 1));
  return {
    operations: new Map(ordered.map((operation) => [operation.operation, sortOperation(operation)])),
    unmatched: sortByName(unmatched),
    webhooks: sortByName(webhooks),
  };
};

const sortOperation = (operation: OperationCoverage): OperationCoverage => ({
  ...operation,
  ...ofKinds((kind) => sortByName(operation[kind])),
  values: new Map([...sortByName(operation.values)].map(([label, counts]) => [label, sortByName(counts)])),
});

const sortByName = <Value>(map: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> =>
  new Map([...map].toSorted(([left], [right]) => (left < right ? -1 : 1)));

const noWebhooks: RunCoverage['operations'] = new Map();

const combineRuns = (left: RunCoverage, right: RunCoverage, combine: Combine): RunCoverage => {
  const all = (property: 'operations' | 'webhooks'): RunCoverage['operations'] =>
    mergeMaps(left[property] ?? noWebhooks, right[property] ?? noWebhooks, (one, other) =>
      combineOperations(one, other, combine),
    );
  return {
    operations: all('operations'),
    unmatched: mergeMaps(left.unmatched, right.unmatched, combine),
    webhooks: all('webhooks'),
  };
};

const combineOperations = (left: OperationCoverage, right: OperationCoverage, combine: Combine): OperationCoverage => ({
  operation: left.operation,
  // They differ only between documents; the choice must not depend on the order of the runs.
  method: left.method > right.method ? left.method : right.method,
  path: left.path > right.path ? left.path : right.path,
  requests: combine(left.requests, right.requests),
  calls: combine(left.calls, right.calls),
  ...ofKinds((kind) => mergeMaps(left[kind], right[kind], combine)),
  values: mergeMaps(left.values, right.values, (one, other) => mergeMaps(one, other, combine)),
});

const mergeMaps = <Value>(
  left: ReadonlyMap<string, Value>,
  right: ReadonlyMap<string, Value>,
  combine: (leftValue: Value, rightValue: Value) => Value,
): ReadonlyMap<string, Value> => {
  const merged = new Map(left);
  for (const [key, value] of right) {
    const present = merged.get(key);
    merged.set(key, present === undefined ? value : combine(present, value));
  }
  return merged;
};

export const countIn = (counts: Map<string, number>, key: string, count = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + count);
};

/** The share of documented statuses, parameters and values that were used. */
interface Score {
  readonly met: number;
  readonly documented: number;
  /** `401`, `query.limit`, `query.status=sold` */
  readonly unseen: readonly string[];
}

export const scoreOf = ({ operation, statuses, parameters, values }: OperationCoverage): Score => {
  // The issuer is no part of the document.
  if (isEndpointName(operation)) return { met: 0, documented: 0, unseen: [] };
  const points = [
    ...statuses,
    ...parameters,
    ...[...values].flatMap(([label, counts]) =>
      [...counts].map(([value, count]) => [`${label}=${value}`, count] as const),
    ),
  ];
  const unseen = points.filter(([, count]) => count === 0).map(([name]) => name);
  return { met: points.length - unseen.length, documented: points.length, unseen };
};

export const totalsOf = ({ operations }: RunCoverage): { readonly met: number; readonly documented: number } => {
  const scores = [...operations.values()].map(scoreOf);
  return {
    met: scores.reduce((sum, { met }) => sum + met, 0),
    documented: scores.reduce((sum, { documented }) => sum + documented, 0),
  };
};

/** 100 if nothing is documented. */
export const percentageOf = (coverage: RunCoverage): number => {
  const { met, documented } = totalsOf(coverage);
  return documented === 0 ? 100 : (met / documented) * 100;
};

/** Returns undefined if an operation was called. Otherwise even 0% would be a claim about clients that never ran, or that call something else. */
export const whyNothingCalled = ({ operations, unmatched }: RunCoverage): string | undefined => {
  if (operations.size === 0) return 'the report has no operation';
  const all = [...operations.values()].filter(({ operation }) => !isEndpointName(operation));
  if (all.some(({ calls }) => calls > 0)) return undefined;
  const rejected = all.reduce((sum, { requests }) => sum + requests, 0);
  const others = [...unmatched.values()].reduce((sum, count) => sum + count, 0);
  const notes = [
    'no operation of the document was called',
    others > 0 && `${formatCount(others, 'request')} matched none: check the base URL of the client`,
    rejected > 0 && `${formatCount(rejected, 'request')} had no accepted credential, or no response of an upstream`,
    others + rejected === 0 && 'no request came: check that the client uses the address of this server',
  ];
  return notes.filter((note) => note !== false).join('; ');
};

/** Writes a run in the format of the control API. */
export const writeRun = (run: string, coverage: RunCoverage): JsonObject => ({ run, ...writeSum(coverage) });

/** Several runs: their sum, and each run on its own, so that the report can be merged again. */
export const writeReport = (report: CoverageReport): JsonObject => ({
  ...writeSum(sumRuns(report)),
  runs: [...sortByName(report)].map(([run, coverage]) => writeRun(run, sumRuns(new Map([[run, coverage]])))),
});

/** Writes a sum of runs as {@link writeRun} does one. */
export const writeSum = ({ operations, unmatched, webhooks = noWebhooks }: RunCoverage): JsonObject => ({
  items: [...operations.values()].map((operation) => {
    const { faults, unknownParameters, ...kinds } = ofKinds((kind) => writeCounts(operation[kind]));
    const { operation: name, method, path, requests, calls } = operation;
    const values = writeMap(operation.values, writeCounts);
    const { unseen } = scoreOf(operation);
    return {
      ...{ operation: name, method, path, requests, calls },
      ...kinds,
      values,
      faults,
      unknownParameters,
      unseen,
    };
  }),
  total: operations.size,
  unmatched: writeCounts(unmatched),
  ...(webhooks.size > 0 && {
    webhooks: [...webhooks.values()].map(({ path, requests, statuses, undocumented }) => ({
      webhook: path,
      sent: requests,
      statuses: writeCounts(statuses),
      undocumented: writeCounts(undocumented),
    })),
  }),
});

const writeCounts = (counts: Counts): JsonObject => writeMap(counts, (count) => count);

const writeMap = <Value>(map: ReadonlyMap<string, Value>, write: (value: Value) => Json): JsonObject =>
  Object.fromEntries([...map].map(([key, value]) => [key, write(value)]));

/** Reads the output of {@link writeRun} or {@link writeReport}; undefined for anything else. */
export const readReport = (value: Json): CoverageReport | undefined => {
  if (!isJsonObject(value)) return undefined;
  const runs = getProperty(value, 'runs') ?? [value];
  if (!Array.isArray(runs)) return undefined;
  let report: CoverageReport = new Map();
  for (const run of runs as readonly Json[]) {
    const read = readRun(run);
    if (read === undefined) return undefined;
    report = mergeReports(report, new Map([read]));
  }
  return report;
};

const readRun = (value: Json): readonly [string, RunCoverage] | undefined => {
  if (!isJsonObject(value)) return undefined;
  const [run, items, sent = []] = [
    getProperty(value, 'run'),
    getProperty(value, 'items'),
    getProperty(value, 'webhooks'),
  ];
  if (typeof run !== 'string' || !Array.isArray(items) || !Array.isArray(sent)) return undefined;
  const [operations, webhooks] = [new Map<string, OperationCoverage>(), new Map<string, OperationCoverage>()];
  for (const item of items as readonly Json[]) {
    if (!isJsonObject(item)) return undefined;
    const operation = readOperation(item);
    if (operation === undefined) return undefined;
    operations.set(operation.operation, operation);
  }
  for (const item of (sent as readonly Json[]).filter(isJsonObject)) {
    const operation = readOperation({
      ...item,
      operation: item.webhook ?? '',
      path: item.webhook ?? '',
      requests: item.sent ?? 0,
    });
    if (operation !== undefined) webhooks.set(operation.path, operation);
  }
  return [run, { operations, unmatched: readCounts(getProperty(value, 'unmatched')), webhooks }];
};

const readOperation = (item: JsonObject): OperationCoverage | undefined => {
  const operation = getProperty(item, 'operation');
  if (typeof operation !== 'string') return undefined;
  return {
    operation,
    method: String(getProperty(item, 'method') ?? ''),
    path: String(getProperty(item, 'path') ?? ''),
    requests: countOf(getProperty(item, 'requests')),
    calls: countOf(getProperty(item, 'calls') ?? getProperty(item, 'requests')),
    ...ofKinds((kind) => readCounts(getProperty(item, kind))),
    values: readMap(getProperty(item, 'values'), readCounts),
  };
};

const readCounts = (value: Json | undefined): Counts => readMap(value, countOf);

const readMap = <Value>(value: Json | undefined, read: (value: Json) => Value): ReadonlyMap<string, Value> =>
  new Map(isJsonObject(value) ? Object.entries(value).map(([key, entry]) => [key, read(entry)]) : []);

const countOf = (value: Json | undefined): number => (typeof value === 'number' && value > 0 ? value : 0);
