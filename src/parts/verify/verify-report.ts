/** The results of `verify` and `compare` as reports. */
import { type Json, type JsonObject, stringifyJson } from '../../core/primitives/json.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { describeDifference } from '../../world/evidence/drift.ts';
import type { Report, ReportRow, ReportSection } from '../report/index.ts';
import type { Finding, OperationResult } from './recorder.ts';
import type { VerifyRequest } from './requests.ts';
import type { CompareResult, FoundDrift, VerifyResult } from './verify.ts';

interface VerifyReportOptions {
  readonly title: string;
  readonly url: string;
  /** Why nothing could be judged; undefined if something was. */
  readonly unjudged: string | undefined;
  readonly toCurl: (request: VerifyRequest) => string;
  /** Replaces credentials in a text of the service. */
  readonly redact: (text: string) => string;
}

export const createVerifyReport = ({ operations }: VerifyResult, options: VerifyReportOptions): Report => {
  const { title, url, toCurl, redact } = options;
  const findings = operations.flatMap(({ operation, findings: own }) => own.map((finding) => ({ operation, finding })));
  const notes = operations.flatMap((each) => each.notes.map((note) => [each.operation.name, redact(note)] as const));
  const scope = scopeOf(operations);
  return reportOn(operations, options, {
    title: 'Vivarium verify',
    summary:
      findings.length === 0
        ? `${url} keeps to ${title}: ${scope}.`
        : `${url} does not keep to ${title}: ${formatCount(findings.length, 'finding')} in ${scope}.`,
    failures: findings.length,
    counted: 'finding',
    resultOf: (each) => ({ count: each.findings.length, isFailed: each.findings.length > 0 }),
    sections: [
      {
        title: 'Findings',
        columns: ['operation', 'status', 'request', 'finding', 'times'],
        rows: findings.map(({ operation, finding }) => findingRow(operation.name, finding, options)),
      },
      notJudgedSection(operations),
      {
        title: 'Notes',
        columns: ['operation', 'note'],
        rows: notes.map(([name, note]) => ({
          outcome: 'listed',
          name: `${name} ${note}`,
          cells: [name, note],
          message: note,
        })),
      },
    ],
    json: {
      operations: operations.map((each) => ({
        ...operationJson(each),
        findings: each.findings.map(({ status, label, message, requests, count }) => ({
          status: status ?? null,
          request: label,
          message: redact(message),
          count,
          repeat: requests.map(toCurl),
        })),
        notes: each.notes.map(redact),
      })),
    },
  });
};

export const createCompareReport = ({ operations, drift }: CompareResult, options: VerifyReportOptions): Report => {
  const { title, url, toCurl, redact } = options;
  const breaking = drift.filter((row) => row.breaking);
  const listed = drift.filter((row) => !row.breaking);
  const scope = scopeOf(operations);
  const others =
    listed.length === 0 ? '' : `; ${formatCount(listed.length, 'difference')} that no client should rely on`;
  return reportOn(operations, options, {
    title: 'Vivarium compare',
    summary:
      breaking.length === 0
        ? `${url} behaves as the simulation of ${title}: ${scope}${others}.`
        : `${url} differs from the simulation of ${title}: ${formatCount(breaking.length, 'finding')} in ${scope}${others}.`,
    failures: breaking.length,
    counted: 'difference',
    resultOf: ({ operation: { name } }) => {
      const own = drift.filter(({ operation }) => operation === name);
      return { count: own.length, isFailed: own.some((row) => row.breaking) };
    },
    sections: [
      {
        title: 'Differences between the real service and the simulation',
        columns: ['operation', 'kind', 'pointer', 'simulated', 'real', 'breaking', 'times'],
        rows: [...breaking, ...listed].map((row) => driftRow(row, options)),
      },
      notJudgedSection(operations),
    ],
    json: {
      operations: operations.map(operationJson),
      drift: drift.map(({ operation, kind, pointer, simulated, real, breaking: isBreaking, count, request }) => ({
        operation,
        kind,
        pointer,
        count,
        breaking: isBreaking,
        simulated: redacted(simulated, redact),
        real: redacted(real, redact),
        repeat: request === undefined ? null : toCurl(request),
      })),
    },
  });
};

interface Findings extends Pick<Report, 'title' | 'sections'> {
  /** One sentence, if anything could be judged. */
  readonly summary: string;
  readonly failures: number;
  /** What is counted of each operation: `finding`. */
  readonly counted: string;
  readonly resultOf: (result: OperationResult) => { readonly count: number; readonly isFailed: boolean };
  readonly json: JsonObject;
}

const reportOn = (
  operations: readonly OperationResult[],
  { url, unjudged }: VerifyReportOptions,
  { title, summary, failures, counted, resultOf, sections, json }: Findings,
): Report => {
  const passed = failures === 0 && unjudged === undefined;
  const rows = judgedOf(operations).map((result): ReportRow => {
    const { name, method, path } = result.operation;
    const { count, isFailed } = resultOf(result);
    return {
      outcome: isFailed ? 'failed' : 'passed',
      name,
      cells: [name, method, path, showStatuses(result.statuses), String(count)],
      message: `${name}: ${formatCount(count, counted)}`,
    };
  });
  return {
    title,
    passed,
    summary: [unjudged === undefined ? summary : `Nothing could be judged: ${unjudged}.`],
    sections: [
      { title: 'Operations', columns: ['operation', 'method', 'path', 'responses', `${counted}s`], rows },
      ...sections,
    ],
    json: { passed, url, unjudged: unjudged ?? null, ...json },
  };
};

const judgedOf = (operations: readonly OperationResult[]): readonly OperationResult[] =>
  operations.filter(({ unjudged }) => unjudged === undefined);

const notJudgedSection = (operations: readonly OperationResult[]): ReportSection => ({
  title: 'Not judged',
  columns: ['operation', 'method', 'path', 'reason'],
  rows: operations.flatMap(({ operation: { name, method, path }, unjudged: reason }) =>
    reason === undefined
      ? []
      : [{ outcome: 'listed' as const, name, cells: [name, method, path, reason], message: `not judged: ${reason}` }],
  ),
});

/** What was judged: `3 operations with 7 requests`. */
const scopeOf = (operations: readonly OperationResult[]): string => {
  const requests = operations.reduce((sum, { statuses }) => sum + countOf(statuses), 0);
  return `${formatCount(judgedOf(operations).length, 'operation')} with ${formatCount(requests, 'request')}`;
};

const operationJson = ({ operation: { name, method, path }, statuses, unjudged }: OperationResult) => ({
  operation: name,
  method,
  path,
  unjudged: unjudged ?? null,
  statuses: Object.fromEntries(statuses) as Record<string, Json>,
});

const countOf = (statuses: OperationResult['statuses']): number =>
  [...statuses].reduce((sum, [status, count]) => sum + (status === 'unsent' ? 0 : count), 0);

const showStatuses = (statuses: OperationResult['statuses']) =>
  [...statuses].map(([status, count]) => `${words[status] ?? status} (${count})`).join(', ');

const words: Readonly<Record<string, string>> = { none: 'no response', unsent: 'not sent' };

const findingRow = (name: string, finding: Finding, { toCurl, redact }: VerifyReportOptions): ReportRow => {
  const message = redact(finding.message);
  const status = finding.status === undefined ? '' : String(finding.status);
  return {
    outcome: 'failed',
    name: [name, status, finding.label, message].filter((part) => part !== '').join(' '),
    cells: [name, status, finding.label, message, String(finding.count)],
    message: `${name}${finding.label === '' ? '' : ` ${finding.label}`}: ${message}`,
    details: finding.requests.map(toCurl),
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

const redacted = (value: Json, redact: (text: string) => string): Json => {
  const text = stringifyJson(value);
  const shown = redact(text);
  return shown === text ? value : shown;
};
