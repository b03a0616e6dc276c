/** The evidence that the gate judges, in the format of `GET /gate`: written, read, and merged over several servers. */
import type { Violation } from '../../core/exchange.ts';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import {
  type CoverageReport,
  mergeReports,
  type RunCoverage,
  readReport,
  writeRun,
} from '../evidence/coverage-report.ts';

/** The number of occurrences, and the exchange of the first one. */
export interface Occurrences {
  readonly count: number;
  readonly world: string;
  readonly exchange: number;
}

export interface ViolationFinding extends Violation, Occurrences {
  readonly operation: string;
}

export interface UnmatchedFinding extends Occurrences {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export interface DeprecatedFinding extends Occurrences {
  readonly operation: string;
}

/** The findings of one server since its start, without those that were expected. */
export interface Findings {
  readonly violations: readonly ViolationFinding[];
  readonly unmatched: readonly UnmatchedFinding[];
  readonly deprecated: readonly DeprecatedFinding[];
  /** Occurrences of further findings, beyond the maximum of each list. */
  readonly dropped: { readonly violations: number; readonly unmatched: number; readonly deprecated: number };
}

export interface GateReport {
  readonly findings: Findings;
  readonly coverage: CoverageReport;
}

/** In the format of the control API. */
export const writeGate = (findings: Findings, run: string, coverage: RunCoverage): JsonObject => ({
  violations: findings.violations.map((finding) => ({ ...finding })),
  unmatched: findings.unmatched.map((finding) => ({ ...finding })),
  deprecated: findings.deprecated.map((finding) => ({ ...finding })),
  dropped: { ...findings.dropped },
  coverage: writeRun(run, coverage),
});

/** Reads the output of {@link writeGate}; undefined for anything else. */
export const readGate = (value: Json): GateReport | undefined => {
  if (!isJsonObject(value)) return undefined;
  const coverage = readReport(getProperty(value, 'coverage') ?? null);
  const [violations, unmatched, deprecated] = (['violations', 'unmatched', 'deprecated'] as const).map((name) =>
    readRows(getProperty(value, name)),
  );
  if (coverage === undefined || !violations || !unmatched || !deprecated) return undefined;
  const dropped = getProperty(value, 'dropped') ?? {};
  const droppedOf = (name: string): number => (isJsonObject(dropped) ? numberIn(dropped, name) : 0);
  return {
    coverage,
    findings: {
      violations: violations.map((row) => ({
        operation: textIn(row, 'operation'),
        side: textIn(row, 'side') === 'response' ? 'response' : 'request',
        in: textIn(row, 'in') as Violation['in'],
        pointer: textIn(row, 'pointer'),
        rule: textIn(row, 'rule'),
        message: textIn(row, 'message'),
        ...occurrencesIn(row),
      })),
      unmatched: unmatched.map((row) => ({
        method: textIn(row, 'method'),
        path: textIn(row, 'path'),
        status: numberIn(row, 'status'),
        ...occurrencesIn(row),
      })),
      deprecated: deprecated.map((row) => ({ operation: textIn(row, 'operation'), ...occurrencesIn(row) })),
      dropped: {
        violations: droppedOf('violations'),
        unmatched: droppedOf('unmatched'),
        deprecated: droppedOf('deprecated'),
      },
    },
  };
};

const readRows = (value: Json | undefined): readonly JsonObject[] | undefined =>
  Array.isArray(value) && value.every(isJsonObject) ? value : undefined;

const textIn = (row: JsonObject, name: string): string => String(getProperty(row, name) ?? '');

const numberIn = (row: JsonObject, name: string): number => {
  const value = getProperty(row, name);
  return typeof value === 'number' ? value : 0;
};

const occurrencesIn = (row: JsonObject): Occurrences => ({
  count: numberIn(row, 'count'),
  world: textIn(row, 'world'),
  exchange: numberIn(row, 'exchange'),
});

/** The findings of several servers. A server that is given twice counts once: its coverage has the same run. */
export const mergeGates = (reports: readonly GateReport[]): GateReport => {
  const runs = new Set<string>();
  const distinct = reports.filter(({ coverage }) => {
    const isNew = [...coverage.keys()].some((run) => !runs.has(run));
    for (const run of coverage.keys()) runs.add(run);
    return isNew;
  });
  const all = distinct.map(({ findings }) => findings);
  const dropped = (name: keyof Findings['dropped']): number =>
    all.reduce((sum, findings) => sum + findings.dropped[name], 0);
  return {
    coverage: distinct.map(({ coverage }) => coverage).reduce(mergeReports, new Map()),
    findings: {
      violations: addUp(
        all.flatMap(({ violations }) => violations),
        ({ operation, side, in: place, pointer, rule }) => [operation, side, place, pointer, rule],
      ),
      unmatched: addUp(
        all.flatMap(({ unmatched }) => unmatched),
        ({ method, path, status }) => [method, path, status],
      ),
      deprecated: addUp(
        all.flatMap(({ deprecated }) => deprecated),
        ({ operation }) => [operation],
      ),
      dropped: {
        violations: dropped('violations'),
        unmatched: dropped('unmatched'),
        deprecated: dropped('deprecated'),
      },
    },
  };
};

const addUp = <Row extends Occurrences>(
  rows: readonly Row[],
  keyOf: (row: Row) => readonly (string | number)[],
): readonly Row[] =>
  [...Map.groupBy(rows, (row) => JSON.stringify(keyOf(row))).values()].map((same) => ({
    ...(same[0] as Row),
    count: same.reduce((sum, { count }) => sum + count, 0),
  }));
