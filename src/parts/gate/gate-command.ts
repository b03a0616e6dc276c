/** Judges what the clients sent to running servers: all worlds since the start, including deleted and reset worlds. */

import { givenOptions } from '../../cli/terminal/given-options.ts';
import { escapeControls } from '../../cli/terminal/paint.ts';
import { type PrintOptions, printReport } from '../../cli/terminal/print-report.ts';
import { optionInvalid, storeAway } from '../../core/primitives/config-error.ts';
import { parseJson, stringifyJson } from '../../core/primitives/json.ts';
import { gateSchema, type Options, optionsFromEnvironment, readOptions } from '../../simulation/options.ts';
import { mergeReports, sumRuns, whyNothingCalled } from '../../world/evidence/coverage-report.ts';
import { addUp, type Findings, type GateReport, ofLists, readGate } from '../../world/gate/gate-findings.ts';
import { StoreUnavailable, type Totals, Unreadable } from '../../world/shared-worlds.ts';
import { reachServer, readServerUrl, wrongResponse } from '../client/control-client.ts';
import type { Report } from '../report/index.ts';
import { readReportFiles } from '../report/report-files.ts';
import { createGateReport } from './gate-report.ts';
import { type GateRules, judge, type Verdict } from './judge.ts';

export interface GateFlags {
  readonly failOn?: readonly string[];
  readonly minCoverage?: string;
  readonly report?: readonly string[];
  readonly token?: string;
}

/** `urls`: the addresses of servers. Returns the exit code. */
export const gate = async (urls: readonly string[], { token, ...flags }: GateFlags): Promise<number> => {
  const { values, nameOf } = givenOptions(flags, gateVariables());
  const options = readOptions(gateSchema, values, nameOf);
  const files = readReportFiles(options.report, { nameOf });
  const known = token ?? process.env.VIVARIUM_TOKEN;
  const reports: GateReport[] = [];
  const unjudged: string[] = [];
  for (const url of urls) {
    const { origin, report } = await fetchGate(url, known);
    reports.push(report);
    const reason = whyNothingCalled(sumRuns(report.coverage));
    if (reason !== undefined) unjudged.push(urls.length === 1 ? reason : `at ${origin}, ${reason}`);
  }
  const verdict = judge(mergeGates(reports), rulesOf(options), unjudged.length === 0 ? undefined : unjudged.join('; '));
  return concludeGate(verdict, { files, annotations: process.stdout });
};

const gateVariables = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(optionsFromEnvironment(process.env)).filter(([name]) => name in gateSchema.shape));

/** What is judged: without `failOn`, requests that break the interface. */
const rulesOf = ({ failOn, minCoverage }: Pick<Options, 'failOn' | 'minCoverage'>): GateRules => ({
  failOn: failOn ?? ['violations'],
  minCoverage,
});

/** The verdict of a server that stops. */
export const judgeTotals = (
  { findings, run, coverage }: Totals,
  options: Pick<Options, 'failOn' | 'minCoverage'>,
): Verdict => judge({ findings, coverage: new Map([[run, coverage]]) }, rulesOf(options));

/** The report as one line, without the coverage of each operation. */
export const toEvent = ({ summary, json: { coverage: _coverage, reasons: _reasons, ...rest } }: Report): string =>
  escapeControls(stringifyJson({ event: 'gate', summary, ...rest }));

/** Prints, and writes the reports. Returns the exit code. */
export const concludeGate = (verdict: Verdict, options: Omit<PrintOptions, 'isJudged'>): Promise<number> =>
  printReport(createGateReport(verdict), { ...options, isJudged: verdict.unjudged === undefined });

/** Throws the reason why the evidence cannot be read. @throws ConfigError `VIV_STORE_AWAY` if the store is not available. */
export const failUnjudged = (error: unknown): never => {
  if (!(error instanceof StoreUnavailable)) throw error;
  if (error instanceof Unreadable)
    throw storeAway(`the clients were not judged: ${error.reason}`, 'To count anew, delete both keys.');
  throw storeAway(
    'the clients were not judged: the store of the worlds is not available',
    'It has the evidence: start a server when it is back, and run vivarium gate.',
  );
};

const fetchGate = async (address: string, token: string | undefined) => {
  const { origin, world } = readServerUrl(address);
  if (world !== undefined)
    throw optionInvalid(
      `the gate judges all worlds of a server, not only "${world}"`,
      `Write the address as ${origin}.`,
    );
  const parsed = parseJson(await (await reachServer(origin, token))({ path: '/gate' }));
  const report = parsed.ok ? readGate(parsed.value) : undefined;
  if (report !== undefined) return { origin, report };
  throw wrongResponse(`${origin}/_vivarium/api/gate`, 'the findings of a gate');
};

/** The findings of several servers. A server that is given twice counts once: its coverage has the same run. */
export const mergeGates = (reports: readonly GateReport[]): GateReport => {
  const runs = new Set<string>();
  const distinct = reports.filter(({ coverage }) => {
    const isNew = [...coverage.keys()].some((run) => !runs.has(run));
    for (const run of coverage.keys()) runs.add(run);
    return isNew;
  });
  const all = distinct.map(({ findings }) => findings);
  return {
    coverage: distinct.map(({ coverage }) => coverage).reduce(mergeReports, new Map()),
    findings: {
      ...(ofLists((name) => addUp(name, all)) as Findings),
      compared: all.reduce((sum, { compared }) => sum + compared, 0),
      dropped: ofLists((name) => all.reduce((sum, { dropped }) => sum + dropped[name], 0)),
    },
  };
};
