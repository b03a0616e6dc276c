/** Lists every problem of documents, of scenario files, and of a configuration with everything that it names. */
import { exitCodes } from '../../cli/terminal/exit-codes.ts';
import { type GivenOptions, readGivenOptions, withVariable } from '../../cli/terminal/given-options.ts';
import { escapeControls, paint, paintError, printable, printableLines } from '../../cli/terminal/paint.ts';
import {
  ConfigError,
  type ConfigProblem,
  commandInvalid,
  describeProblem,
  formatProblem,
  isWarning,
} from '../../core/primitives/config-error.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { combineServices } from '../../core/service/combine.ts';
import type { Service } from '../../core/service/service.ts';
import { compileService } from '../../openapi/compile.ts';
import { type LoadedDocument, locateProblem } from '../../openapi/load/load.ts';
import { sortByLocation } from '../../scenario/file/load-layer.ts';
import { checkScenarioFile, listScenarios } from '../../scenario/file/load-scenario.ts';
import { attachHandlers } from '../../simulation/handlers/read-handlers.ts';
import { findScenariosDirectory, isMisplaced, loadScenarios } from '../../simulation/load-scenarios.ts';
import { basePathSettings, loadServed } from '../../simulation/load-services.ts';
import {
  chooseServices,
  documentNames,
  type ServiceSource,
  type ServiceSources,
} from '../../simulation/service-source.ts';
import { readGivenHandlers } from '../../simulation/sources.ts';
import { readStoreOptions } from '../../simulation/store-options.ts';
import { formatAnnotation } from '../report/index.ts';
import { readReportFiles } from '../report/report-files.ts';
import { findDoubts } from './doubtful-scenario.ts';
import { type LintProblem, lintDocument } from './lint/lint.ts';
import { probeOperations } from './probe-operations.ts';
import { readNamedConfiguration, type SortedFiles, sortFiles } from './sort-files.ts';

export interface CheckFlags {
  /** Print JSON: `{ "problems": [{ code, message, file, line, column, hint }], "warnings": [...] }`. */
  readonly json?: boolean;
  /** What files with a body alone are: `GET /path 200`. */
  readonly as?: string;
  readonly [flag: string]: unknown;
}

/** Checks the named files, or else the files that `serve` would load. Returns the exit code. */
export const check = async (files: readonly string[], { json = false, as, ...flags }: CheckFlags): Promise<number> => {
  if (as !== undefined) throw commandInvalid('--as is for the files of --mocks', `Add --mocks 'src/**/*.json'.`);
  const sorted = await sortFiles(files);
  const { unreadable } = sorted;
  // Without one of the files, the others would be judged as what they are not: against the shipped document, for example.
  if (unreadable.length > 0)
    return json ? reportAsJson(unreadable) : reportAsText(unreadable, unreadable.map(({ file }) => file).join(', '));
  try {
    const { problems, services, service, counts } = await checkFiles(sorted, flags);
    if (json) return reportAsJson(problems);
    if (services.origin === 'shipped') explainShipped(sorted, services);
    return reportAsText(problems, [nameIn(services, service), ...counts].join(' and '));
  } catch (error) {
    // Without its options, nothing can be checked.
    if (json && error instanceof ConfigError) return reportAsJson(error.problems);
    throw error;
  }
};

/** @throws ConfigError if the options cannot be read, or name no documents that could be checked. */
const checkFiles = async (sorted: SortedFiles, flags: Readonly<Record<string, unknown>>) => {
  const { document, overlay, scenario: named, configuration } = sorted;
  const config = readNamedConfiguration(configuration, flags.config);
  const problems: ConfigProblem[] = [];
  const given = await readGivenOptions({ ...flags, config, ...(document.length > 0 && { document }) }, (found) =>
    problems.push(...found),
  );
  const { options, serviceOptions, names } = given;
  const services = await chooseServices({ ...serviceOptions, overlay: [...options.overlay, ...overlay] });
  // The document that the configuration was meant to name is not the shipped one.
  if (problems.length > 0 && services.origin === 'shipped') throw new ConfigError(problems);
  // Beside a scenario, the shipped document only stands in for the one that was meant: nobody asked what is wrong with it.
  const isAsked = services.origin !== 'shipped' || named.length === 0;
  const service = await checkServices(services, isAsked ? problems : []);
  const handlers = await checkOptions(given, service, problems);
  const scenarios = [...named];
  if (named.length === 0) {
    const found = { services, scenarios: options.scenarios };
    const directory = await collectProblems(problems, () => findScenariosDirectory({ ...found, ...names }));
    const isServed = service === undefined || !(await isMisplaced(directory, found, service));
    if (directory !== undefined && isServed)
      scenarios.push(...(await listScenarios(directory)).map(({ file }) => file));
  }
  for (const file of scenarios)
    problems.push(...((await collectProblems(problems, () => checkScenarioFile(file, service, findDoubts))) ?? []));
  // The scenario that worlds start from, and the faults that are added to it.
  if (named.length === 0 && service !== undefined)
    await collectProblems(problems, () => loadScenarios({ ...options, services, ...names }, service));
  const counts = [
    ...(scenarios.length > 0 ? [formatCount(scenarios.length, 'scenario')] : []),
    ...(handlers > 0 ? [formatCount(handlers, 'handler')] : []),
  ];
  // A file that several scenarios extend is read once for each of them. Its problems are reported once.
  const found = new Map(problems.map(withVariable).map((problem) => [formatProblem(problem), problem]));
  return { problems: [...found.values()], services, service, counts };
};

const explainShipped = ({ scenario }: SortedFiles, { reason }: ServiceSources) => {
  process.stderr.write(`Checking ${reason}.\n`);
  if (scenario.length > 0)
    process.stderr.write(
      `${printable(scenario.join(', '))}: read as ${formatCount(scenario.length, 'scenario')}, since there is no "openapi" at the top level.\n`,
    );
  process.stderr.write('\n');
};

/** The names of the documents in the summary, with the reason if the user did not name them. */
const nameIn = ({ list, origin, reason }: ServiceSources, service: Service | undefined): string => {
  if (origin === 'shipped') return `the shipped document (${service?.title ?? 'broken'})`;
  const names = documentNames(list);
  return reason === undefined ? names : `${names} (${reason})`;
};

/** Returns the number of handlers. `service`: undefined if it cannot be used; then what depends on its operations is not checked. */
const checkOptions = async (
  { options, names }: GivenOptions,
  service: Service | undefined,
  problems: ConfigProblem[],
): Promise<number> => {
  await collectProblems(problems, () => readReportFiles(options.report, names));
  await collectProblems(problems, () => readStoreOptions(options, names));
  if (options.tlsCert !== undefined || options.tlsKey !== undefined) {
    const { readTls } = await import('../tls/read-tls.ts');
    await collectProblems(problems, () => readTls(options, names));
  }
  const handlers = await collectProblems(problems, () => readGivenHandlers({ ...names, handlers: options.handlers }));
  if (handlers === undefined) return 0;
  if (service !== undefined) await collectProblems(problems, () => attachHandlers(service, handlers));
  return handlers.named.size;
};

/** Returns the exit code. Only errors count, warnings do not. */
const reportAsJson = (found: readonly ConfigProblem[]): number => {
  const { errors, warnings } = sorted(found);
  const report = { problems: errors.map(describeProblem), warnings: warnings.map(describeProblem) };
  process.stdout.write(`${escapeControls(JSON.stringify(report, undefined, 2))}\n`);
  return exitCodeOf(errors);
};

/** `names`: the names of the files. Returns the exit code. */
const reportAsText = (found: readonly ConfigProblem[], names: string): number => {
  const checked = printable(names);
  const { errors, warnings } = sorted(found);
  if (process.env.GITHUB_ACTIONS === 'true')
    for (const problem of found) process.stdout.write(`${annotationOf(problem)}\n`);
  if (found.length === 0) {
    process.stdout.write(`${paint('green', `No problems in ${checked}.`)}\n`);
    return exitCodeOf(errors);
  }
  for (const text of errors.length === 0 ? [] : grouped(errors)) process.stderr.write(`${text}\n\n`);
  if (warnings.length > 0) {
    const what = 'Warnings: the document is served, as the messages state.';
    process.stderr.write(`${paintError('yellow', what)}\n\n`);
    for (const text of grouped(warnings)) process.stderr.write(`${text}\n\n`);
  }
  const counted = formatCount(warnings.length, 'warning');
  const both = `${formatCount(errors.length, 'problem')}${warnings.length === 0 ? '' : ` and ${counted}`}`;
  if (errors.length > 0) process.stderr.write(`${paintError('red', `${both} in ${checked}.`)}\n`);
  else process.stdout.write(`${paint('yellow', `No errors, ${counted} in ${checked}.`)}\n`);
  return exitCodeOf(errors);
};

const sorted = (problems: readonly ConfigProblem[]) => ({
  errors: problems.filter((problem) => !isWarning(problem)),
  warnings: problems.filter(isWarning),
});

const exitCodeOf = (errors: readonly ConfigProblem[]): number => (errors.length === 0 ? exitCodes.fine : exitCodes.bad);

const maxShown = 3;

/** Prints problems in the order of the files and their lines: of those with the same message, names aside, the first ones and a number. */
const grouped = (problems: readonly ConfigProblem[]): readonly string[] => {
  const inOrder = [...Map.groupBy(problems, ({ file }) => file).values()].flatMap(sortByLocation);
  const groups = Map.groupBy(inOrder, keyOf);
  const counts = new Map<string, number>();
  return inOrder.flatMap((problem) => {
    const key = keyOf(problem);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > maxShown) return [];
    const more = count < maxShown ? 0 : (groups.get(key) ?? []).length - maxShown;
    const shown = printableLines(formatProblem(problem));
    return more === 0 ? shown : [shown, `  and ${more} more like it (--json lists all)`];
  });
};

const keyOf = ({ code, message }: ConfigProblem) =>
  `${code} ${message.replaceAll(/\(at \/.*\)$|"[^"]*"|`[^`]*`|\d+/g, '')}`;

/** The annotation of the problem in the file. */
const annotationOf = (problem: ConfigProblem): string => {
  const { code, file, line, column, message, hint } = problem;
  const text = hint === undefined ? message : `${message} ${hint}`;
  return formatAnnotation(isWarning(problem) ? 'warning' : 'error', { file, line, col: column, title: code }, text);
};

/** Returns undefined if a document cannot be used, or if the documents cannot be served together. */
const checkServices = async (services: ServiceSources, problems: ConfigProblem[]): Promise<Service | undefined> => {
  const [first, ...others] = services.list;
  const parts = [await checkDocument(first, problems)] as [Service | undefined, ...(Service | undefined)[]];
  for (const source of others) parts.push(await checkDocument(source, problems));
  if (!parts.every((part) => part !== undefined)) return undefined;
  return collectProblems(problems, () => combineServices(parts as [Service, ...Service[]], basePathSettings(services)));
};

const checkDocument = async (source: ServiceSource, problems: ConfigProblem[]): Promise<Service | undefined> => {
  const { name: serviceName, document, base } = source;
  const name = document as string;
  const run = async (): Promise<Service> => {
    const loaded = await loadServed(source);
    const linted = 'data' in loaded ? [] : await lintDocument(loaded);
    // One by one: an Overlay may have a hundred thousand problems, and a call as many arguments as the stack holds.
    for (const problem of loaded.problems) problems.push(problem);
    for (const { problem } of linted) problems.push(problem);
    const service = compileService(loaded.document, { ...loaded, name: serviceName, base, thorough: true });
    // Some problems are found only when the checks and generators are created.
    await service.ready();
    problems.push(...problemsOf(service, loaded, linted));
    return service;
  };
  return collectProblems(problems, run, name);
};

/** The parts that the engine cannot serve as they are written, except those that the linter has reported. */
const problemsOf = (
  service: Service,
  { locate }: LoadedDocument,
  linted: readonly LintProblem[],
): readonly ConfigProblem[] => {
  const byLine = Map.groupBy(linted, ({ problem: { file, line } }) => `${file}:${line}`);
  return [...service.problems, ...probeOperations(service)].flatMap((problem) => {
    const located = locateProblem(problem, locate);
    const property = problem.pointer.slice(problem.pointer.lastIndexOf('/') + 1);
    // The linter places a reference elsewhere: at its object, not at the key of it.
    const known =
      located.code === 'VIV_REFERENCE_UNRESOLVED' ? linted : (byLine.get(`${located.file}:${located.line}`) ?? []);
    return known.some((one) => isSame(one, located, property)) ? [] : [located];
  });
};

/** Whether the linter's problem on the same line is about the same part. */
const isSame = (linted: LintProblem, { file, message }: ConfigProblem, property: string) => {
  switch (linted.rule) {
    case 'struct':
      return linted.property === property;
    case 'no-unresolved-refs':
      return linted.problem.file === file && message.startsWith(linted.problem.message);
    case 'path-parameters-defined':
      return message.includes('path parameter');
    default:
      return false;
  }
};

/** Runs a part of the check, and collects its problems; undefined: it failed. `file`: the location of problems that have none. */
export const collectProblems = async <Result>(
  problems: ConfigProblem[],
  run: () => Result | Promise<Result>,
  file?: string,
): Promise<Result | undefined> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // One by one: a call has too many arguments for a hundred thousand problems.
    for (const problem of error.problems) problems.push({ ...problem, file: problem.file ?? file });
    return undefined;
  }
};
