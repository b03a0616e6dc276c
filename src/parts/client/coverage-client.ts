/** Shows which parts of the interface the clients exercised. Merges running servers and saved reports. */

import { exitCodes } from '../../cli/terminal/exit-codes.ts';
import { escapeControls, paint, printable } from '../../cli/terminal/paint.ts';
import { optionInvalid, reportUnreadable } from '../../core/primitives/config-error.ts';
import { parseJson, stringifyJson } from '../../core/primitives/json.ts';
import { cutText, formatCount } from '../../core/primitives/units.ts';
import { showAddress } from '../../core/service/secret-facts.ts';
import { readRegularFile } from '../../files/read-regular-file.ts';
import {
  type CoverageReport,
  mergeReports,
  percentageOf,
  type RunCoverage,
  readReport,
  scoreOf,
  sumRuns,
  totalsOf,
  whyNothingCalled,
  writeReport,
} from '../../world/evidence/coverage-report.ts';
import { formatPercentage } from '../gate/judge.ts';
import { reachServer, readServerUrl } from './control-client.ts';

export interface CoverageFlags {
  readonly json?: boolean;
  /** A percentage. */
  readonly failUnder?: string;
  readonly token?: string;
}

/** `sources`: addresses of servers or of single worlds (`.../~alice`), and files. Returns the exit code. */
export const coverage = async (sources: readonly string[], flags: CoverageFlags): Promise<number> => {
  const threshold = readPercentage(flags.failUnder);
  const token = flags.token ?? process.env.VIVARIUM_TOKEN;
  let report: CoverageReport = new Map();
  for (const source of sources) {
    const found = /^[a-z][\w+.-]*:\/\//i.test(source) ? await fetchReport(source, token) : await readFileReport(source);
    report = mergeReports(report, found);
  }
  const sum = sumRuns(report);
  const percentage = percentageOf(sum);
  process.stdout.write(
    flags.json ? `${escapeControls(stringifyJson(writeReport(report), 2))}\n` : formatTable(sum, report.size),
  );
  const reason = whyNothingCalled(sum);
  if (reason !== undefined) {
    process.stderr.write(`Nothing could be judged: ${reason}.\n`);
    return exitCodes.bad;
  }
  if (threshold === undefined || percentage >= threshold) return exitCodes.fine;
  process.stderr.write(`Coverage is ${formatPercentage(percentage)}, below --fail-under ${threshold}%.\n`);
  return exitCodes.findings;
};

const readPercentage = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const value = /^\d+(\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (value >= 0 && value <= 100) return value;
  throw optionInvalid(`--fail-under must be a percentage from 0 to 100, not "${text}"`);
};

const readFileReport = async (file: string): Promise<CoverageReport> => {
  let text: string;
  try {
    text = (await readRegularFile(file)).toString();
  } catch (error) {
    throw reportUnreadable(
      `cannot read ${file}: ${(error as Error).message}`.replaceAll(
        file,
        file.includes(':') ? showAddress(file) : file,
      ),
      'Give the address of a server, such as http://127.0.0.1:4010, or the file of a coverage report.',
    );
  }
  return reportIn(text, file);
};

const reportIn = (text: string, source: string): CoverageReport => {
  const parsed = parseJson(text);
  const report = parsed.ok ? readReport(parsed.value) : undefined;
  if (report !== undefined) return report;
  throw reportUnreadable(
    `${source} is not a coverage report`,
    'Use the output of `vivarium coverage --json`, or of GET /_vivarium/api/coverage.',
  );
};

/** The report of the world that the address names, else that of the server. */
const fetchReport = async (address: string, token: string | undefined): Promise<CoverageReport> => {
  const { origin, world } = readServerUrl(address);
  const path = `${world === undefined ? '' : `/worlds/${world}`}/coverage`;
  return reportIn(await (await reachServer(origin, token))({ path }), `${origin}/_vivarium/api${path}`);
};

const formatTable = (coverage: RunCoverage, runs: number): string => {
  const { met, documented } = totalsOf(coverage);
  const operations = [...coverage.operations.values()];
  const requests = operations.reduce((sum, operation) => sum + operation.requests, 0);
  const rows = operations.map((operation) => {
    const score = scoreOf(operation);
    return [
      printable(cutText(operation.operation, 40)),
      String(operation.requests),
      `${score.met}/${score.documented}`,
      operation.requests === 0 ? 'never called' : printable(score.unseen.join(', ')) || '-',
    ] as const;
  });
  const lines = [
    `${formatCount(requests, 'request')} in ${formatCount(runs, 'run')}: ${met} of ${documented} documented statuses, parameters and values covered (${formatPercentage(percentageOf(coverage))}).`,
    '',
    ...tableOf([['operation', 'requests', 'covered', 'not covered'], ...rows]),
    ...remarksOf(coverage),
  ];
  return `${lines.join('\n')}\n`;
};

type Row = readonly [string, string, string, string];

const tableOf = (rows: readonly Row[]): readonly string[] => {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] as string).length));
  const widths = [width(0), width(1), width(2)] as const;
  return rows.map(([name, requests, covered, uncovered], index) => {
    const line = `  ${name.padEnd(widths[0])}  ${requests.padStart(widths[1])}  ${covered.padStart(widths[2])}  ${uncovered}`;
    return index === 0 ? paint('dim', line) : line;
  });
};

/** Faults, undocumented statuses, unknown parameters and unmatched requests: not part of the percentage. */
const remarksOf = ({ operations, unmatched }: RunCoverage): readonly string[] => {
  const each = (property: 'faults' | 'undocumented' | 'unknownParameters'): readonly string[] =>
    [...operations.values()].flatMap((operation) =>
      [...operation[property]].map(([name, times]) => `${operation.operation} ${name} (${times})`),
    );
  const remark = (label: string, found: readonly string[]): readonly string[] =>
    found.length === 0 ? [] : [`${label}: ${printable(found.join(', '))}.`];
  const remarks = [
    ...remark('Faults that fired', each('faults')),
    ...remark('Undocumented statuses', each('undocumented')),
    ...remark('Query parameters that the document does not have', each('unknownParameters')),
    ...remark(
      'Requests that matched no operation',
      [...unmatched].map(([status, times]) => `${status} (${times})`),
    ),
  ];
  return remarks.length === 0 ? [] : ['', ...remarks];
};
