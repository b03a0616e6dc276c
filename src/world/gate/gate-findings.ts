/** The evidence that the gate judges, in the format of `GET /gate`: written, read, and merged over several servers. */
import type { Violation } from '../../core/exchange.ts';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { type CoverageReport, type RunCoverage, readReport, writeRun } from '../evidence/coverage-report.ts';
import { type DriftRow, driftKey } from '../evidence/drift.ts';

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

/** A parameter of the query that the operation does not have. */
export interface UnknownParameterFinding extends Occurrences {
  readonly operation: string;
  readonly name: string;
}

export type DriftFinding = DriftRow;

interface FindingLists {
  readonly violations: readonly ViolationFinding[];
  readonly unmatched: readonly UnmatchedFinding[];
  readonly deprecated: readonly DeprecatedFinding[];
  readonly unknownParameters: readonly UnknownParameterFinding[];
  readonly drift: readonly DriftFinding[];
}

/** The findings of one server since its start, without those that were expected. */
export interface Findings extends FindingLists {
  /** The responses of upstreams that were compared with the simulation. */
  readonly compared: number;
  /** Occurrences of further findings, beyond the maximum of each list. */
  readonly dropped: { readonly [Name in keyof FindingLists]: number };
}

export interface GateReport {
  readonly findings: Findings;
  readonly coverage: CoverageReport;
}

/** Writes the findings in the format of the control API. */
export const writeGate = (findings: Findings, run: string, coverage: RunCoverage): JsonObject => ({
  ...writeFindings(findings),
  coverage: writeRun(run, coverage),
});

export const writeFindings = (findings: Findings): JsonObject => ({
  violations: findings.violations.map((finding) => ({ ...finding })),
  unmatched: findings.unmatched.map((finding) => ({ ...finding })),
  deprecated: findings.deprecated.map((finding) => ({ ...finding })),
  unknownParameters: findings.unknownParameters.map((finding) => ({ ...finding })),
  drift: findings.drift.map((finding) => ({ ...finding })),
  compared: findings.compared,
  dropped: { ...findings.dropped },
});

/** Reads the output of {@link writeGate}; undefined for anything else. */
export const readGate = (value: Json): GateReport | undefined => {
  if (!isJsonObject(value)) return undefined;
  const coverage = readReport(getProperty(value, 'coverage') ?? null);
  const rowsOf = (name: keyof FindingLists): readonly JsonObject[] | undefined => readRows(getProperty(value, name));
  const [violations, unmatched, deprecated] = [rowsOf('violations'), rowsOf('unmatched'), rowsOf('deprecated')];
  const unknownParameters = rowsOf('unknownParameters');
  // A server of an earlier version does not compare.
  const drift = rowsOf('drift') ?? [];
  if (coverage === undefined || !violations || !unmatched || !deprecated || !unknownParameters) return undefined;
  const dropped = getProperty(value, 'dropped') ?? {};
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
      unknownParameters: unknownParameters.map((row) => ({
        operation: textIn(row, 'operation'),
        name: textIn(row, 'name'),
        ...occurrencesIn(row),
      })),
      drift: drift.map(readDrift),
      compared: numberIn(value, 'compared'),
      dropped: droppedOf((name) => (isJsonObject(dropped) ? numberIn(dropped, name) : 0)),
    },
  };
};

const readDrift = (row: JsonObject): DriftFinding => ({
  operation: textIn(row, 'operation'),
  kind: textIn(row, 'kind') as DriftFinding['kind'],
  pointer: textIn(row, 'pointer'),
  simulated: getProperty(row, 'simulated') ?? null,
  real: getProperty(row, 'real') ?? null,
  breaking: getProperty(row, 'breaking') === true,
  ...occurrencesIn(row),
});

export const droppedOf = (countOf: (name: keyof FindingLists) => number): Findings['dropped'] => ({
  violations: countOf('violations'),
  unmatched: countOf('unmatched'),
  deprecated: countOf('deprecated'),
  unknownParameters: countOf('unknownParameters'),
  drift: countOf('drift'),
});

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

/** Adds up equal rows, with the values of the breaking occurrences if there are some. */
export const addUpDrift = (rows: readonly DriftFinding[]): readonly DriftFinding[] =>
  addUp(
    rows.toSorted((left, right) => Number(right.breaking) - Number(left.breaking)),
    driftKey,
  );

export const addUp = <Row extends Occurrences>(
  rows: readonly Row[],
  keyOf: (row: Row) => readonly (string | number)[],
): readonly Row[] =>
  [...Map.groupBy(rows, (row) => JSON.stringify(keyOf(row))).values()].map((same) => ({
    ...(same[0] as Row),
    count: same.reduce((sum, { count }) => sum + count, 0),
  }));
