/** Tells what of the interface clients met and what they never met: of running servers and of saved reports, together. */
import { readFile } from 'node:fs/promises';
import { configError } from '../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type Json, parseJson, stringifyJson } from '../core/primitives/json.ts';
import {
  type CoverageReport,
  mergeReports,
  type RunCoverage,
  readReport,
  scoreOf,
  sumRuns,
  writeReport,
} from '../world/evidence/coverage-report.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { cut, paint, printable } from './terminal/paint.ts';

export interface CoverageFlags {
  readonly json?: boolean;
  /** A percentage. */
  readonly failUnder?: string;
  readonly token?: string;
}

/** `sources`: the address of a server, of one of its worlds (`.../~alice`), or a file. Answers the exit code. */
export const coverage = async (sources: readonly string[], flags: CoverageFlags): Promise<number> => {
  const least = readPercentage(flags.failUnder);
  const token = flags.token ?? process.env.VIVARIUM_TOKEN;
  let report: CoverageReport = new Map();
  for (const source of sources) {
    const found = /^https?:\/\//i.test(source) ? await fetchReports(source, token) : [await readFileReport(source)];
    report = found.reduce(mergeReports, report);
  }
  const sum = sumRuns(report);
  const percentage = percentageOf(sum);
  process.stdout.write(flags.json ? `${stringifyJson(writeReport(report), 2)}\n` : formatTable(sum, report.size));
  if (least === undefined || percentage >= least) return exitCodes.fine;
  process.stderr.write(`${formatPercentage(percentage)} met is less than ${least}%.\n`);
  return exitCodes.findings;
};

const readPercentage = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const value = /^\d+(\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (value >= 0 && value <= 100) return value;
  throw configError('VIV_OPTION_INVALID', `--fail-under must be a percentage from 0 to 100, not "${text}"`);
};

const readFileReport = async (file: string): Promise<CoverageReport> => {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw configError(
      'VIV_REPORT_UNREADABLE',
      `${file} cannot be read: ${(error as Error).message}`,
      'Name the address of a server, such as http://127.0.0.1:4010, or a file with a report.',
    );
  }
  return reportIn(text, file);
};

const reportIn = (text: string, source: string): CoverageReport => {
  const parsed = parseJson(text);
  const report = parsed.ok ? readReport(parsed.value) : undefined;
  if (report !== undefined) return report;
  throw configError(
    'VIV_REPORT_UNREADABLE',
    `${source} holds no coverage report`,
    'One is what GET /_vivarium/api/worlds/{world}/coverage answers, or vivarium coverage --json prints.',
  );
};

/** Of the world that the address names, else of all that are open. */
const fetchReports = async (address: string, token: string | undefined): Promise<readonly CoverageReport[]> => {
  const { origin, pathname } = new URL(address);
  const api = `${origin}/_vivarium/api/worlds`;
  const named = /^\/~([^/]+)/.exec(pathname)?.[1] ?? /\/worlds\/([^/]+)\/coverage$/.exec(pathname)?.[1];
  const worlds = named === undefined ? namesIn(await get(api, token)) : [named];
  const reports: CoverageReport[] = [];
  for (const world of worlds) {
    const url = `${api}/${world}/coverage`;
    reports.push(reportIn(await get(url, token), url));
  }
  return reports;
};

const namesIn = (text: string): readonly string[] => {
  const parsed = parseJson(text);
  const items = parsed.ok && isJsonObject(parsed.value) ? getProperty(parsed.value, 'items') : undefined;
  return Array.isArray(items)
    ? (items as readonly Json[]).flatMap((item) => (isJsonObject(item) ? [String(getProperty(item, 'name'))] : []))
    : [];
};

const get = async (url: string, token: string | undefined): Promise<string> => {
  let response: Response;
  try {
    response = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  } catch (error) {
    const { cause, message } = error as Error;
    throw configError(
      'VIV_SERVER_UNREACHABLE',
      `${url} cannot be reached: ${cause instanceof Error ? cause.message : message}`,
      'Is it running?',
    );
  }
  if (response.ok) return response.text();
  const hint =
    response.status === 401 ? 'Give its token with --token or VIVARIUM_TOKEN.' : 'Is that a Vivarium server?';
  throw configError('VIV_SERVER_UNREACHABLE', `${url} answered ${response.status}`, hint);
};

const totalsOf = ({ operations }: RunCoverage): { readonly met: number; readonly documented: number } => {
  const scores = [...operations.values()].map(scoreOf);
  return {
    met: scores.reduce((sum, { met }) => sum + met, 0),
    documented: scores.reduce((sum, { documented }) => sum + documented, 0),
  };
};

/** Of nothing, all is met. */
const percentageOf = (coverage: RunCoverage): number => {
  const { met, documented } = totalsOf(coverage);
  return documented === 0 ? 100 : (met / documented) * 100;
};

/** Never rounded up to what is not reached. */
const formatPercentage = (percentage: number): string => `${Math.floor(percentage * 10) / 10}%`;

const formatTable = (coverage: RunCoverage, runs: number): string => {
  const { met, documented } = totalsOf(coverage);
  const operations = [...coverage.operations.values()];
  const requests = operations.reduce((sum, operation) => sum + operation.requests, 0);
  const rows = operations.map((operation) => {
    const score = scoreOf(operation);
    return [
      printable(cut(operation.operation, 40)),
      String(operation.requests),
      `${score.met}/${score.documented}`,
      operation.requests === 0 ? 'never called' : printable(score.unseen.join(', ')) || '-',
    ] as const;
  });
  const lines = [
    `${count(requests, 'request')} in ${count(runs, 'world')}: ${met} of ${documented} documented statuses, parameters and values met, ${formatPercentage(percentageOf(coverage))}.`,
    '',
    ...tableOf([['operation', 'requests', 'met', 'never met'], ...rows]),
    ...remarksOf(coverage),
  ];
  return `${lines.join('\n')}\n`;
};

type Row = readonly [string, string, string, string];

const tableOf = (rows: readonly Row[]): readonly string[] => {
  const width = (at: number): number => Math.max(...rows.map((row) => (row[at] as string).length));
  const widths = [width(0), width(1), width(2)] as const;
  return rows.map(([name, requests, met, unseen], at) => {
    const line = `  ${name.padEnd(widths[0])}  ${requests.padStart(widths[1])}  ${met.padStart(widths[2])}  ${unseen}`;
    return at === 0 ? paint('dim', line) : line;
  });
};

/** What was met beside what is documented. */
const remarksOf = ({ operations, unmatched }: RunCoverage): readonly string[] => {
  const each = (property: 'faults' | 'undocumented'): readonly string[] =>
    [...operations.values()].flatMap((operation) =>
      [...operation[property]].map(([name, times]) => `${operation.operation} ${name} (${times})`),
    );
  const remark = (label: string, found: readonly string[]): readonly string[] =>
    found.length === 0 ? [] : [`${label}: ${printable(found.join(', '))}.`];
  const remarks = [
    ...remark('Faults met', each('faults')),
    ...remark('Statuses met that are not documented', each('undocumented')),
    ...remark(
      'Requests that matched no operation',
      [...unmatched].map(([status, times]) => `${status} (${times})`),
    ),
  ];
  return remarks.length === 0 ? [] : ['', ...remarks];
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
