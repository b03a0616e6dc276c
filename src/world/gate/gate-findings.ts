/** The evidence that the gate judges, in the format of `GET /gate`: written, read, and merged over several servers. */
import type { Violation } from '../../core/exchange.ts';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { type CoverageReport, type RunCoverage, readReport, writeRun } from '../evidence/coverage-report.ts';
import type { KeyOf } from '../evidence/distinct-rows.ts';
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

interface FindingLists {
  readonly violations: readonly ViolationFinding[];
  readonly unmatched: readonly UnmatchedFinding[];
  readonly deprecated: readonly DeprecatedFinding[];
  readonly unknownParameters: readonly UnknownParameterFinding[];
  readonly drift: readonly DriftRow[];
}

type ListName = keyof FindingLists;
type FindingIn<Name extends ListName> = FindingLists[Name][number];

/** The lists, each with what makes a finding distinct: others with the same are counted in its row. */
export const keysOfFindings: { readonly [Name in ListName]: KeyOf<FindingIn<Name>> } = {
  violations: ({ operation, side, in: place, pointer, rule }) => [operation, side, place, pointer, rule],
  unmatched: ({ method, path, status }) => [method, path, status],
  deprecated: ({ operation }) => [operation],
  unknownParameters: ({ operation, name }) => [operation, name],
  drift: driftKey,
};

/** The result of a function for each list. */
export const ofLists = <Result>(make: (name: ListName) => Result): Readonly<Record<ListName, Result>> =>
  Object.fromEntries((Object.keys(keysOfFindings) as ListName[]).map((name) => [name, make(name)])) as Record<
    ListName,
    Result
  >;

/** The findings of one server since its start, without those that were expected. */
export interface Findings extends FindingLists {
  /** The responses of upstreams that were compared with the simulation. */
  readonly compared: number;
  /** Occurrences of further findings, beyond the maximum of each list. */
  readonly dropped: Readonly<Record<ListName, number>>;
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
  ...ofLists((name) => findings[name].map((finding) => ({ ...finding }))),
  compared: findings.compared,
  dropped: { ...findings.dropped },
});

const occurrences: Occurrences = { count: 0, world: '', exchange: 0 };

/** A finding of each list, by which those of a server are read: what it lacks, and what is of another type, is as here. */
const blanks: { readonly [Name in ListName]: FindingIn<Name> } = {
  violations: {
    ...{ operation: '', side: 'request', in: '' as Violation['in'] },
    pointer: '',
    rule: '',
    message: '',
    ...occurrences,
  },
  unmatched: { method: '', path: '', status: 0, ...occurrences },
  deprecated: { operation: '', ...occurrences },
  unknownParameters: { operation: '', name: '', ...occurrences },
  drift: { operation: '', kind: 'value', pointer: '', simulated: null, real: null, breaking: false, ...occurrences },
};

/** Reads the output of {@link writeGate}; undefined for anything else. */
export const readGate = (value: Json): GateReport | undefined => {
  if (!isJsonObject(value)) return undefined;
  const coverage = readReport(getProperty(value, 'coverage') ?? null);
  // A server of an earlier version does not compare.
  const rowsOf = ofLists((name) => readRows(getProperty(value, name) ?? (name === 'drift' ? [] : null)));
  if (coverage === undefined || Object.values(rowsOf).includes(undefined)) return undefined;
  const dropped = getProperty(value, 'dropped') ?? {};
  const lists = ofLists((name) => rowsOf[name]?.map((row) => readLike<object>(blanks[name], row)));
  return {
    coverage,
    findings: {
      ...(lists as unknown as FindingLists),
      compared: numberIn(value, 'compared'),
      dropped: ofLists((name) => (isJsonObject(dropped) ? numberIn(dropped, name) : 0)),
    },
  };
};

const readLike = <Row extends object>(blank: Row, row: JsonObject): Row =>
  Object.fromEntries(
    Object.entries(blank).map(([name, usual]) => {
      const value = getProperty(row, name);
      return [name, value !== undefined && (usual === null || typeof value === typeof usual) ? value : usual];
    }),
  ) as Row;

const readRows = (value: Json | undefined): readonly JsonObject[] | undefined =>
  Array.isArray(value) && value.every(isJsonObject) ? value : undefined;

const numberIn = (row: JsonObject, name: string): number => {
  const value = getProperty(row, name);
  return typeof value === 'number' ? value : 0;
};

/** Adds up equal rows of a list. Those of drift have the values of the breaking occurrences, if there are some. */
export const addUp = <Name extends ListName>(
  name: Name,
  reports: readonly Pick<FindingLists, Name>[],
): FindingLists[Name] => {
  const keyOf = keysOfFindings[name] as KeyOf<Occurrences>;
  const isBreaking = (row: object) => Number('breaking' in row && row.breaking);
  const rows = reports.flatMap((report): readonly Occurrences[] => report[name]);
  const ordered = rows.toSorted((left, right) => isBreaking(right) - isBreaking(left));
  return [...Map.groupBy(ordered, (row) => JSON.stringify(keyOf(row))).values()].map((same) => ({
    ...same[0],
    count: same.reduce((sum, { count }) => sum + count, 0),
  })) as unknown as FindingLists[Name];
};
