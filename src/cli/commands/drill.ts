/** Drills a client: runs its own test command without a fault, then under one fault at a time, and reports what it did. */
import { configError } from '../../core/primitives/config-error.ts';
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { formatCount, parseDuration } from '../../core/primitives/units.ts';
import { planCases } from '../../drill/cases/choose-cases.ts';
import { type DrillFindingKind, drillFindings } from '../../drill/cases/drill-types.ts';
import { defaultBaseline, defaultJobs } from '../../drill/drill-function.ts';
import { createDrillReport, type DrillRules } from '../../drill/drill-report.ts';
import { toResult } from '../../drill/drill-result.ts';
import { toDrillTable } from '../../drill/drill-table.ts';
import { createCommandWork } from '../../drill/run/run-command.ts';
import { type Drilled, type DrillProgress, runDrill } from '../../drill/run/run-drill.ts';
import { toCommandLine } from '../../drill/shell-words.ts';
import { readReportFiles } from '../../report/report-files.ts';
import { toText } from '../../report/text.ts';
import { chooseServices, namesOf } from '../../simulation/service-source.ts';
import { createSimulation, listenOn, type Simulation, serviceUrlOf } from '../../simulation/simulation.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { readGivenOptions } from '../terminal/given-options.ts';
import { Output } from '../terminal/output.ts';
import { cut, paint, printable } from '../terminal/paint.ts';
import { printReport } from '../terminal/print-report.ts';
import type { OnStop } from '../terminal/stop-on-signals.ts';

/** The flags as typed. */
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
interface WorldFlags {
  readonly config?: string;
  readonly overlay?: readonly string[];
  readonly handlers?: string;
  readonly base?: string;
  readonly scenario?: string;
  readonly scenarios?: string;
  readonly seed?: string;
}

const output = new Output();

/** `command`: what follows `--`. */
export const drill = async (
  documents: readonly string[],
  flags: DrillFlags,
  command: readonly string[],
  onStop: OnStop,
): Promise<void> => {
  const baseline = readCount('baseline', flags.baseline, 100) ?? defaultBaseline;
  const jobs = readCount('jobs', flags.jobs, 64) ?? defaultJobs();
  const timeoutMs = readTime('timeout', flags.timeout);
  const budgetMs = readTime('budget', flags.budget);
  const failOn = readFailOn(flags.failOn);
  const selection = { faults: flags.faults, operations: flags.operation, cases: flags.case };
  for (const [list, flag] of Object.entries(selectionFlags))
    checkNotEmpty(flag, selection[list as keyof typeof selection]);
  const files = readReportFiles(flags.report ?? []);
  const templates = (flags.env ?? []).map(readTemplate);
  const simulation = await simulate(documents, flags);
  const { worlds } = simulation;
  const plan = planCases(worlds.service, selection, (list) => selectionFlags[list]);
  const ending = new AbortController();
  let endedBy: string | undefined;
  const end = (reason: string): void => {
    endedBy ??= reason;
    ending.abort();
  };
  const { url, close } = await listenOn(simulation, {
    port: 0,
    host: '127.0.0.1',
    tls: undefined,
    nameOf: String,
  });
  const done = Promise.withResolvers<void>();
  onStop(() => {
    end(interruption);
    process.exitCode = exitCodes.bad;
    return done.promise;
  });
  const budget =
    budgetMs === undefined ? undefined : setTimeout(() => end(`The budget of ${flags.budget} is over.`), budgetMs);
  const progress = createProgress();
  try {
    const drilled = await runDrill(worlds, {
      work: createCommandWork(command, (world) => variablesOf(simulation, { url, world, templates })),
      plan,
      reachRemedy: `Let the client use the base URL in the variable VIVARIUM_URL, or set the variable that it reads: --env API_URL={base}.`,
      baseline,
      timeoutMs,
      jobs,
      signal: ending.signal,
      onProgress: progress.show,
    });
    clearTimeout(budget);
    progress.clear();
    const repeatOf = (name: string): string => toCommandLine(repeatLine(documents, flags, name, command));
    const code = await conclude(simulation, drilled, { rules: { failOn, endedBy }, files, repeatOf });
    process.exitCode = endedBy === interruption ? exitCodes.bad : code;
  } finally {
    clearTimeout(budget);
    worlds.dismiss();
    await close(0);
    done.resolve();
  }
};

const interruption = 'The drill was interrupted.';

const selectionFlags = { faults: '--faults', operations: '--operation', cases: '--case' } as const;

const simulate = async (documents: readonly string[], flags: WorldFlags): Promise<Simulation> => {
  const { config, overlay, handlers, base, scenario, scenarios, seed } = flags;
  const { options, serviceOptions, names } = await readGivenOptions({
    ...{ config, overlay, handlers, base, scenario, scenarios, seed },
    ...(documents.length > 0 && { document: documents }),
  });
  const services = await chooseServices(serviceOptions);
  if (services.reason !== undefined)
    output.print(
      `Drilled with ${services.origin === 'shipped' ? services.reason : `${namesOf(services.list)}, ${services.reason}`}`,
    );
  const { scenarios: directory, seed: seedOption } = options;
  // Nothing is forwarded: a drill must not reach the real service.
  const source = { ...options, services, scenarios: directory, seed: seedOption, ...names };
  const { journal, maxBody, showCredentials } = options;
  const { logger } = output;
  return createSimulation(source, { maxWorlds, journal, maxBody, showCredentials, token: undefined, logger });
};

/** One for each job, those that hang, and what the client opens by itself. */
const maxWorlds = 1000;

/** Prints the result and writes the reports. Returns the exit code. */
const conclude = (
  { worlds, redactFor }: Simulation,
  drilled: Drilled,
  {
    rules,
    files,
    repeatOf,
  }: {
    readonly rules: DrillRules;
    readonly files: ReturnType<typeof readReportFiles>;
    readonly repeatOf: (name: string) => string;
  },
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
          : toText(report, { ...style, maxRows: maxBaselineRows });
      process.stdout.write(`${text}\n`);
      if (passed) for (const line of summary) process.stdout.write(`${paint('green', printable(line))}\n`);
    },
  });
};

const maxBaselineRows = 20;

interface Template {
  readonly name: string;
  readonly template: string;
}

const placeholders = ['url', 'base', 'world'] as const;

/** `API_URL={base}`. */
const readTemplate = (text: string): Template => {
  const [, name = '', template = ''] = /^([^=\0]+)=([^\0]*)$/s.exec(text) ?? [];
  if (name === '')
    throw configError(
      'VIV_OPTION_INVALID',
      `--env must be NAME=TEMPLATE, not "${text}"`,
      'Write it as API_URL={base}.',
    );
  for (const [, word = ''] of template.matchAll(/\{(\w+)\}/g))
    if (!placeholders.some((known) => known === word))
      throw configError(
        'VIV_OPTION_INVALID',
        `--env ${name}: there is nothing to put in place of {${word}}`,
        didYouMean(
          `{${word}}`,
          placeholders.map((known) => `{${known}}`),
        ) ?? 'Write {url}, {base} or {world}.',
      );
  return { name, template };
};

/** What the client reads in its environment. */
const variablesOf = (
  simulation: Simulation,
  { url, world, templates }: { readonly url: string; readonly world: string; readonly templates: readonly Template[] },
): Readonly<Record<string, string>> => {
  const prefixed = `${url}/~${world}`;
  const values: Readonly<Record<string, string>> = { url: prefixed, base: serviceUrlOf(simulation, prefixed), world };
  const fill = (template: string): string =>
    template.replaceAll(/\{(url|base|world)\}/g, (_whole, word: string) => values[word] as string);
  return {
    VIVARIUM_URL: fill('{base}'),
    ...Object.fromEntries(templates.map(({ name, template }) => [name, fill(template)])),
  };
};

/** The flags that decide what a case is. */
const repeatLine = (
  documents: readonly string[],
  flags: DrillFlags,
  name: string,
  command: readonly string[],
): readonly string[] => {
  const given: readonly (readonly [flag: string, values: readonly (string | undefined)[]])[] = [
    ['--config', [flags.config]],
    ['--overlay', flags.overlay ?? []],
    ['--handlers', [flags.handlers]],
    ['--base', [flags.base]],
    ['--scenario', [flags.scenario]],
    ['--scenarios', [flags.scenarios]],
    ['--seed', [flags.seed]],
    ['--env', flags.env ?? []],
    ['--timeout', [flags.timeout]],
    ['--case', [name]],
  ];
  const words = given.flatMap(([flag, values]) =>
    values.flatMap((value) => (value === undefined ? [] : [flag, value])),
  );
  return ['vivarium', 'drill', ...documents, ...words, '--', ...command];
};

const readCount = (name: string, text: string | undefined, most: number): number | undefined => {
  if (text === undefined) return undefined;
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw configError('VIV_OPTION_INVALID', `--${name} must be a number from 1 to ${most}, not "${text}"`);
};

const readTime = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds > 0 && milliseconds < 2 ** 31) return milliseconds;
  throw configError('VIV_OPTION_INVALID', `--${name} must be a duration such as 30s, not "${text}"`);
};

/** A variable of the shell may be empty. */
const checkNotEmpty = (flag: string, given: readonly string[] | undefined): void => {
  if (given?.length === 0)
    throw configError('VIV_OPTION_INVALID', `${flag} names nothing`, 'Omit it, or name something.');
};

/** All but `failed`: whether a client should pass under a fault is not for the drill to say. */
const defaultFailOn = drillFindings.filter((kind) => kind !== 'failed');

const readFailOn = (given: readonly string[] | undefined): readonly DrillFindingKind[] => {
  if (given === undefined) return defaultFailOn;
  checkNotEmpty('--fail-on', given);
  return given.map((text) => {
    const kind = drillFindings.find((known) => known === text);
    if (kind !== undefined) return kind;
    throw configError(
      'VIV_OPTION_INVALID',
      `--fail-on must be a list of ${drillFindings.join(', ')}, not "${text}"`,
      didYouMean(text, drillFindings),
    );
  });
};

/** Shows the progress in one line of a terminal, which is replaced. */
const createProgress = (): { readonly show: (progress: DrillProgress) => void; readonly clear: () => void } => {
  const { stderr } = process;
  return {
    show: ({ done, total, name }) => {
      if (!stderr.isTTY) return;
      const line = total === undefined ? name : `${done}/${formatCount(total, 'case')} ${name}`;
      stderr.write(`\r\u001b[2K${cut(printable(line), (stderr.columns || 80) - 1)}`);
    },
    clear: () => {
      if (stderr.isTTY) stderr.write('\r\u001b[2K');
    },
  };
};
