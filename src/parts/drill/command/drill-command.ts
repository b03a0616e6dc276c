/** Drills a client: runs its own test command without a fault, then under one fault at a time, and reports what it did. */
import { exitCodes } from '../../../cli/terminal/exit-codes.ts';
import { readGivenOptions, readTime } from '../../../cli/terminal/given-options.ts';
import { clearProgress, Output, showProgress } from '../../../cli/terminal/output.ts';
import { paint, printable } from '../../../cli/terminal/paint.ts';
import { printReport } from '../../../cli/terminal/print-report.ts';
import type { OnStop } from '../../../cli/terminal/stop-on-signals.ts';
import { optionInvalid } from '../../../core/primitives/config-error.ts';
import { didYouMean } from '../../../core/primitives/did-you-mean.ts';
import { formatCount, maxShownRows } from '../../../core/primitives/units.ts';
import { chooseServices, documentNames } from '../../../simulation/service-source.ts';
import { createSimulation, listenOn, type Simulation } from '../../../simulation/simulation.ts';
import { toCommandLine } from '../../../text/shell-words.ts';
import { readTemplate, variablesOf } from '../../command/variables.ts';
import { type ReportFile, readReportFiles, toText } from '../../report/report-files.ts';
import { planCases } from '../cases/cases.ts';
import { type DrillFindingKind, drillFindings } from '../cases/drill-types.ts';
import { defaultBaseline, defaultJobs } from '../drill-function.ts';
import { createDrillReport, type DrillRules, toDrillTable, toResult } from '../drill-report.ts';
import { createCommandWork } from '../run/run-command.ts';
import { type Drilled, runDrill } from '../run/run-drill.ts';

const output = new Output();

/** `command`: what follows `--`. */
export const drill = async (
  documents: readonly string[],
  flags: DrillFlags,
  command: readonly string[],
  onStop: OnStop,
): Promise<void> => {
  const { selection, budgetMs, failOn, files, templates, ...runs } = readDrillFlags(flags);
  const simulation = await simulate(documents, flags);
  const { worlds } = simulation;
  const plan = planCases(worlds.service, selection, (list) => selectionFlags[list]);
  const ending = new AbortController();
  let endedBy: string | undefined;
  const end = (reason: string) => {
    endedBy ??= reason;
    ending.abort();
  };
  const { url, close } = await listenOn(simulation, { port: 0, host: '127.0.0.1', tls: undefined, nameOf: String });
  const done = Promise.withResolvers<void>();
  onStop(() => {
    end(interruption);
    process.exitCode = exitCodes.bad;
    return done.promise;
  });
  const budget =
    budgetMs === undefined ? undefined : setTimeout(() => end(`The budget of ${flags.budget} is over.`), budgetMs);
  try {
    const drilled = await runDrill(worlds, {
      work: createCommandWork(command, (world) =>
        variablesOf(simulation, { url: `${url}/~${world}`, world, templates }),
      ),
      plan,
      reachRemedy: `Let the client use the base URL in the variable VIVARIUM_URL, or set the variable that it reads: --env API_URL={base}.`,
      ...runs,
      signal: ending.signal,
      onProgress: ({ done, total, name }) =>
        showProgress(total === undefined ? name : `${done}/${formatCount(total, 'case')} ${name}`),
    });
    clearTimeout(budget);
    clearProgress();
    const repeatOf = (name: string): string => toCommandLine(repeatLine(documents, flags, name, command));
    const isInterrupted = endedBy === interruption;
    const rules = { failOn, endedBy, isInterrupted };
    const code = await conclude(simulation, drilled, rules, files, repeatOf);
    process.exitCode = isInterrupted ? exitCodes.bad : code;
  } finally {
    clearTimeout(budget);
    worlds.dismiss();
    await close(0);
    done.resolve();
  }
};

const readDrillFlags = (flags: DrillFlags) => {
  const selection = { faults: flags.faults, operations: flags.operation, cases: flags.case };
  const read = {
    selection,
    baseline: readCount('baseline', flags.baseline, 100) ?? defaultBaseline,
    jobs: readCount('jobs', flags.jobs, 64) ?? defaultJobs(),
    timeoutMs: readTime('timeout', flags.timeout),
    budgetMs: readTime('budget', flags.budget),
    failOn: readFailOn(flags.failOn),
  };
  for (const [list, flag] of Object.entries(selectionFlags))
    checkNotEmpty(flag, selection[list as keyof typeof selection]);
  return { ...read, files: readReportFiles(flags.report ?? []), templates: (flags.env ?? []).map(readTemplate) };
};

const interruption = 'The drill was interrupted.';

const selectionFlags = { faults: '--faults', operations: '--operation', cases: '--case' } as const;

const simulate = async (documents: readonly string[], flags: DrillFlags): Promise<Simulation> => {
  const { options, serviceOptions, names } = await readGivenOptions({
    ...Object.fromEntries(worldFlags.map((name) => [name, flags[name]])),
    ...(documents.length > 0 && { document: documents }),
  });
  const services = await chooseServices(serviceOptions);
  if (services.reason !== undefined)
    output.print(
      `Drilled with ${services.origin === 'shipped' ? services.reason : `${documentNames(services.list)}, ${services.reason}`}`,
    );
  // Nothing is forwarded: a drill must not reach the real service.
  const source = { ...options, services, ...names };
  const { journal, maxBody, showCredentials } = options;
  const { logger } = output;
  return createSimulation(source, { maxWorlds: Number.MAX_SAFE_INTEGER, journal, maxBody, showCredentials, logger });
};

const conclude = (
  { worlds, redactFor }: Simulation,
  drilled: Drilled,
  rules: DrillRules,
  files: readonly ReportFile[],
  repeatOf: (name: string) => string,
): Promise<number> => {
  const result = toResult(drilled, { redact: redactFor(worlds.service), repeatOf });
  const report = createDrillReport(result, drilled, rules);
  const isJudged = drilled.unjudged === undefined;
  const style = {
    dim: (text: string): string => paint('dim', text),
    good: (text: string): string => paint('green', text),
    bad: (text: string): string => paint('red', text),
    printable,
  };
  const columns = process.stdout.isTTY ? output.columns : Number.POSITIVE_INFINITY;
  return printReport(report, {
    files,
    annotations: process.stdout,
    isJudged,
    print: ({ passed, summary }) => {
      const text =
        isJudged || result.cases.length > 0
          ? toDrillTable(result, rules, { style: { ...style, columns }, repeatOf })
          : toText(report, { ...style, maxRows: maxShownRows });
      process.stdout.write(`${text}\n`);
      if (passed) for (const line of summary) process.stdout.write(`${paint('green', printable(line))}\n`);
    },
  });
};

/** The words that repeat a case, with the flags that decide what it is. */
const repeatLine = (
  documents: readonly string[],
  flags: DrillFlags,
  name: string,
  command: readonly string[],
): readonly string[] => {
  const given = { ...flags, case: [name] };
  const words = [...worldFlags, 'env', 'timeout', 'case'].flatMap((flag) =>
    [given[flag as keyof typeof given] ?? []].flat().flatMap((value) => [`--${flag}`, value]),
  );
  return ['vivarium', 'drill', ...documents, ...words, '--', ...command];
};

export interface DrillFlags extends WorldFlags {
  readonly env?: readonly string[];
  readonly baseline?: string;
  readonly faults?: readonly string[];
  readonly operation?: readonly string[];
  readonly case?: readonly string[];
  readonly timeout?: string;
  readonly budget?: string;
  readonly jobs?: string;
  readonly failOn?: readonly string[];
  readonly report?: readonly string[];
}

/** The options of `serve` that describe a world. */
const worldFlags = ['config', 'overlay', 'handlers', 'base', 'scenario', 'scenarios', 'seed'] as const;

type WorldFlags = { readonly [Name in (typeof worldFlags)[number]]?: string | readonly string[] };

const readCount = (name: string, text: string | undefined, most: number): number | undefined => {
  if (text === undefined) return undefined;
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw optionInvalid(`--${name} must be a number from 1 to ${most}, not "${text}"`);
};

/** Rejects a list without a name: a variable of the shell may be empty. */
const checkNotEmpty = (flag: string, given: readonly string[] | undefined) => {
  if (given?.length === 0) throw optionInvalid(`${flag} names nothing`, 'Omit it, or name something.');
};

/** All but `failed`: whether a client should pass under a fault is not for the drill to say. */
const defaultFailOn = drillFindings.filter((kind) => kind !== 'failed');

const readFailOn = (given: readonly string[] | undefined): readonly DrillFindingKind[] => {
  if (given === undefined) return defaultFailOn;
  checkNotEmpty('--fail-on', given);
  return given.map((text) => {
    const kind = drillFindings.find((known) => known === text);
    if (kind !== undefined) return kind;
    throw optionInvalid(
      `--fail-on must be a list of ${drillFindings.join(', ')}, not "${text}"`,
      didYouMean(text, drillFindings),
    );
  });
};
