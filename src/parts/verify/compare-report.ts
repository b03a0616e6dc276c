/** The result of `compare` as a report. */
import { type Json, type JsonObject, stringifyJson } from '../../core/primitives/json.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { describeDifference } from '../../world/evidence/drift.ts';
import type { Report, ReportRow } from '../report/report.ts';
import type { CompareResult, FoundDrift } from './compare-service.ts';
import type { OperationResult } from './recorder.ts';
import {
  judgedOf,
  notJudgedSection,
  operationJson,
  scopeOf,
  showStatuses,
  type VerifyReportOptions,
} from './verify-report.ts';

export const createCompareReport = (result: CompareResult, options: VerifyReportOptions): Report => {
  const { operations, drift } = result;
  const breaking = drift.filter((row) => row.breaking);
  return {
    title: 'Vivarium compare',
    passed: breaking.length === 0 && options.unjudged === undefined,
    summary: [summaryOf(result, options)],
    sections: [
      {
        title: 'Operations',
        columns: ['operation', 'method', 'path', 'responses', 'differences'],
        rows: judgedOf(operations).map((each) => operationRow(each, drift)),
      },
      {
        title: 'Differences between the real service and the simulation',
        columns: ['operation', 'kind', 'pointer', 'simulated', 'real', 'breaking', 'times'],
        rows: [...breaking, ...drift.filter((row) => !row.breaking)].map((row) => driftRow(row, options)),
      },
      notJudgedSection(operations),
    ],
    json: toJson(result, options),
  };
};

const summaryOf = ({ operations, drift }: CompareResult, { title, url, unjudged }: VerifyReportOptions): string => {
  if (unjudged !== undefined) return `Nothing could be judged: ${unjudged}.`;
  const scope = scopeOf(operations);
  const breaking = drift.filter((row) => row.breaking).length;
  const listed = drift.length - breaking;
  const others = listed === 0 ? '' : `; ${formatCount(listed, 'difference')} that no client should rely on`;
  return breaking === 0
    ? `${url} behaves as the simulation of ${title}: ${scope}${others}.`
    : `${url} differs from the simulation of ${title}: ${formatCount(breaking, 'finding')} in ${scope}${others}.`;
};

const operationRow = (
  { operation: { name, method, path }, statuses }: OperationResult,
  drift: CompareResult['drift'],
) => {
  const own = drift.filter(({ operation }) => operation === name);
  return {
    outcome: own.some(({ breaking }) => breaking) ? ('failed' as const) : ('passed' as const),
    name,
    cells: [name, method, path, showStatuses(statuses), String(own.length)],
    message: `${name}: ${formatCount(own.length, 'difference')}`,
  };
};

const driftRow = (row: FoundDrift, { toCurl, redact }: VerifyReportOptions): ReportRow => {
  const { operation, kind, pointer, simulated, real, breaking, count, request } = row;
  const show = (value: Json): string => redact(stringifyJson(value));
  // What one side does not have is null in a row.
  const values = [kind === 'additional' ? '-' : show(simulated), kind === 'missing' ? '-' : show(real)];
  return {
    outcome: breaking ? 'failed' : 'listed',
    name: [operation, kind, pointer].filter((part) => part !== '').join(' '),
    cells: [operation, kind, pointer, ...values, breaking ? 'yes' : 'no', String(count)],
    message: redact(describeDifference(row)),
    details: request === undefined ? [] : [toCurl(request)],
  };
};

const toJson = (
  { operations, drift }: CompareResult,
  { unjudged, toCurl, redact, url }: VerifyReportOptions,
): JsonObject => ({
  passed: unjudged === undefined && drift.every(({ breaking }) => !breaking),
  url,
  unjudged: unjudged ?? null,
  operations: operations.map(operationJson),
  drift: drift.map(({ operation, kind, pointer, simulated, real, breaking, count, request }) => ({
    operation,
    kind,
    pointer,
    count,
    breaking,
    simulated: redacted(simulated, redact),
    real: redacted(real, redact),
    repeat: request === undefined ? null : toCurl(request),
  })),
});

const redacted = (value: Json, redact: (text: string) => string): Json => {
  const text = stringifyJson(value);
  const shown = redact(text);
  return shown === text ? value : shown;
};
