/** The result of `verify` as a report. */
import type { Json, JsonObject } from '../../core/primitives/json.ts';
import { formatCount } from '../../core/primitives/units.ts';
import type { Report, ReportRow, ReportSection } from '../report/report.ts';
import type { Finding, OperationResult } from './recorder.ts';
import type { VerifyRequest } from './requests/verified-request.ts';
import type { VerifyResult } from './verify.ts';

export interface VerifyReportOptions {
  readonly title: string;
  readonly url: string;
  /** Why nothing could be judged; undefined if something was. */
  readonly unjudged: string | undefined;
  /** A command line that repeats a request. */
  readonly toCurl: (request: VerifyRequest) => string;
  /** Replaces credentials in a text of the service. */
  readonly redact: (text: string) => string;
}

export const createVerifyReport = (result: VerifyResult, options: VerifyReportOptions): Report => {
  const { operations } = result;
  const findings = operations.flatMap((each) => each.findings.map((finding) => ({ ...each, finding })));
  const notes = operations.flatMap((each) => each.notes.map((note) => ({ ...each, note: options.redact(note) })));
  return {
    title: 'Vivarium verify',
    passed: findings.length === 0 && options.unjudged === undefined,
    summary: [summaryOf(result, options)],
    sections: [
      {
        title: 'Operations',
        columns: ['operation', 'method', 'path', 'responses', 'findings'],
        rows: judgedOf(operations).map(operationRow),
      },
      {
        title: 'Findings',
        columns: ['operation', 'status', 'request', 'finding', 'times'],
        rows: findings.map(({ operation, finding }) => findingRow(operation.name, finding, options)),
      },
      notJudgedSection(operations),
      {
        title: 'Notes',
        columns: ['operation', 'note'],
        rows: notes.map(({ operation: { name }, note }) => ({
          outcome: 'listed',
          name: `${name} ${note}`,
          cells: [name, note],
          message: note,
        })),
      },
    ],
    json: toJson(result, options),
  };
};

export const judgedOf = (operations: readonly OperationResult[]): readonly OperationResult[] =>
  operations.filter(({ unjudged }) => unjudged === undefined);

/** The operations without a verdict. */
export const notJudgedSection = (operations: readonly OperationResult[]): ReportSection => ({
  title: 'Not judged',
  columns: ['operation', 'method', 'path', 'reason'],
  rows: operations.flatMap(({ operation: { name, method, path }, unjudged: reason }) =>
    reason === undefined
      ? []
      : [{ outcome: 'listed' as const, name, cells: [name, method, path, reason], message: `not judged: ${reason}` }],
  ),
});

/** What was judged: `3 operations with 7 requests`. */
export const scopeOf = (operations: readonly OperationResult[]): string => {
  const requests = operations.reduce((sum, { statuses }) => sum + countOf(statuses), 0);
  return `${formatCount(judgedOf(operations).length, 'operation')} with ${formatCount(requests, 'request')}`;
};

export const operationJson = ({ operation: { name, method, path }, statuses, unjudged }: OperationResult) => ({
  operation: name,
  method,
  path,
  unjudged: unjudged ?? null,
  statuses: Object.fromEntries(statuses) as Record<string, Json>,
});

const summaryOf = ({ operations }: VerifyResult, { title, url, unjudged }: VerifyReportOptions): string => {
  if (unjudged !== undefined) return `Nothing could be judged: ${unjudged}.`;
  const findings = operations.reduce((sum, each) => sum + each.findings.length, 0);
  const scope = scopeOf(operations);
  return findings === 0
    ? `${url} keeps to ${title}: ${scope}.`
    : `${url} does not keep to ${title}: ${formatCount(findings, 'finding')} in ${scope}.`;
};

const countOf = (statuses: OperationResult['statuses']): number =>
  [...statuses].reduce((sum, [status, count]) => sum + (status === 'unsent' ? 0 : count), 0);

export const showStatuses = (statuses: OperationResult['statuses']): string =>
  [...statuses].map(([status, count]) => `${words[status] ?? status} (${count})`).join(', ');

const words: Readonly<Record<string, string>> = { none: 'no response', unsent: 'not sent' };

const operationRow = ({ operation, statuses, findings }: OperationResult): ReportRow => ({
  outcome: findings.length === 0 ? 'passed' : 'failed',
  name: operation.name,
  cells: [operation.name, operation.method, operation.path, showStatuses(statuses), String(findings.length)],
  message: `${operation.name}: ${formatCount(findings.length, 'finding')}`,
});

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

const toJson = ({ operations }: VerifyResult, { unjudged, toCurl, redact, url }: VerifyReportOptions): JsonObject => ({
  passed: unjudged === undefined && operations.every(({ findings }) => findings.length === 0),
  url,
  unjudged: unjudged ?? null,
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
});
