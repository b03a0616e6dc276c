/** Judges what the clients sent to running servers: all worlds since the start, including deleted and reset worlds. */
import { configError } from '../core/primitives/config-error.ts';
import { parseJson } from '../core/primitives/json.ts';
import { createGateReport } from '../gate/gate-report.ts';
import { type GateRules, judge } from '../gate/judge.ts';
import { readReportFiles } from '../report/report-files.ts';
import { gateSchema, type Options, optionsFromEnvironment, readOptions } from '../simulation/options.ts';
import { type GateReport, mergeGates, readGate } from '../world/gate/gate-report.ts';
import { StoreUnavailable } from '../world/shared-worlds.ts';
import { reachServer, readServerUrl } from './control-client.ts';
import { givenOptions } from './terminal/given-options.ts';
import { type PrintOptions, printReport } from './terminal/print-report.ts';

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
  for (const url of urls) reports.push(await fetchGate(url, known));
  return concludeGate(mergeGates(reports), rulesOf(options), { files, annotations: process.stdout });
};

const gateVariables = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(optionsFromEnvironment(process.env)).filter(([name]) => name in gateSchema.shape));

/** Without `failOn`, requests that break the interface are judged. */
export const rulesOf = ({ failOn, minCoverage }: Pick<Options, 'failOn' | 'minCoverage'>): GateRules => ({
  failOn: failOn ?? ['violations'],
  minCoverage,
});

/** Judges, prints and writes the reports. Returns the exit code. */
export const concludeGate = async (
  report: GateReport,
  rules: GateRules,
  options: Omit<PrintOptions, 'isJudged'>,
): Promise<number> => {
  const verdict = judge(report, rules);
  return printReport(createGateReport(verdict), { ...options, isJudged: verdict.unjudged === undefined });
};

/** The evidence of the clients cannot be read. @throws ConfigError `VIV_STORE_AWAY` if the store has it, which is away. */
export const failUnjudged = (error: unknown): never => {
  if (!(error instanceof StoreUnavailable)) throw error;
  throw configError(
    'VIV_STORE_AWAY',
    'the clients were not judged: the store of the worlds is not available',
    'It has the evidence: start a server when it is back, and run vivarium gate.',
  );
};

const fetchGate = async (address: string, token: string | undefined): Promise<GateReport> => {
  const { origin, world } = readServerUrl(address);
  if (world !== undefined)
    throw configError(
      'VIV_OPTION_INVALID',
      `the gate judges all worlds of a server, not only "${world}"`,
      `Write the address as ${origin}.`,
    );
  const parsed = parseJson(await (await reachServer(origin, token))({ path: '/gate' }));
  const report = parsed.ok ? readGate(parsed.value) : undefined;
  if (report !== undefined) return report;
  throw configError(
    'VIV_SERVER_UNREACHABLE',
    `${origin}/_vivarium/api/gate did not respond with the findings of a gate`,
    'Check that the address is that of a Vivarium server.',
  );
};
