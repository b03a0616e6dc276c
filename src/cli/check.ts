/** Lists every problem of a document and of scenario files. */

import {
  ConfigError,
  type ConfigProblem,
  configError,
  configProblem,
  describeProblem,
  formatProblem,
} from '../core/primitives/config-error.ts';
import { formatCount } from '../core/primitives/units.ts';
import type { Service } from '../core/service/service.ts';
import { UnreadableError } from '../files/read-regular-file.ts';
import { compileService } from '../openapi/compile.ts';
import { lintDocument } from '../openapi/load/lint.ts';
import { type LoadedDocument, loadDocument, locateProblem } from '../openapi/load/load.ts';
import { checkScenario } from '../scenario/data/check-scenario.ts';
import { defaultDocument } from '../scenario/data/default-scenario.ts';
import { listScenarios, loadScenarioFile } from '../scenario/file/load.ts';
import { optionsSchema, readOptions } from '../simulation/options.ts';
import { findScenariosDirectory, isMisplaced, shippedDocument } from '../simulation/sources.ts';
import { type FileKind, kindOfFile } from './document-file.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { givenOptions } from './terminal/given-options.ts';
import { paint, paintError, printable, printableLines } from './terminal/paint.ts';

export interface CheckFlags {
  /** Print the problems as JSON: `{ "problems": [{ code, message, file, line, column, hint }] }`. */
  readonly json?: boolean;
  readonly [flag: string]: unknown;
}

/** Checks the named files, or else the files that `serve` would load. Returns the exit code. */
export const check = async (files: readonly string[], { json = false, ...flags }: CheckFlags): Promise<number> => {
  const { values, nameOf } = givenOptions(flags);
  const options = readOptions(optionsSchema, values, nameOf);
  const { document: documents, overlay: overlays, scenario: scenarios, unreadable } = await sortFiles(files);
  // Without one of the files, the others would be judged as what they are not: against the shipped document, for example.
  if (unreadable.length > 0)
    return json ? reportAsJson(unreadable) : report(unreadable, unreadable.map(({ file }) => file).join(', '));
  if (documents.length > 1) {
    throw configError(
      'VIV_COMMAND_INVALID',
      `check accepts one document, not ${documents.length}: ${documents.join(', ')}`,
      'Run check once for each document.',
    );
  }
  const document = documents[0] ?? options.document;
  const directory = findScenariosDirectory({ document, scenarios: options.scenarios, nameOf });
  const problems: ConfigProblem[] = [];
  const service = await checkDocument(document ?? shippedDocument, [...options.overlay, ...overlays], problems);
  const named = { document, scenarios: options.scenarios };
  const isServed = service === undefined || !(await isMisplaced(directory, named, service));
  if (scenarios.length === 0 && directory !== undefined && isServed)
    scenarios.push(...(await listScenarios(directory)).map((found) => found.file));
  for (const file of scenarios) await checkScenarioFile(file, service, problems);
  const name = document ?? `the shipped document (${service?.title ?? 'broken'})`;
  const found = withoutRepeats(problems);
  if (json) return reportAsJson(found);
  return report(found, scenarios.length === 0 ? name : `${name} and ${formatCount(scenarios.length, 'scenario')}`);
};

interface SortedFiles extends Record<FileKind, string[]> {
  /** One problem for each file that cannot be read. */
  readonly unreadable: ConfigProblem[];
}

/** Recognises each file by its content. */
const sortFiles = async (files: readonly string[]): Promise<SortedFiles> => {
  const sorted: SortedFiles = { document: [], overlay: [], scenario: [], unreadable: [] };
  for (const file of files) {
    try {
      sorted[await kindOfFile(file)].push(file);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      sorted.unreadable.push(configProblem({ code: 'VIV_COMMAND_INVALID', message: error.message, file }));
    }
  }
  return sorted;
};

const checkDocument = async (
  name: string,
  overlays: readonly string[],
  problems: ConfigProblem[],
): Promise<Service | undefined> => {
  try {
    const loaded = await loadDocument(name, overlays);
    problems.push(...loaded.problems, ...(await lintDocument(loaded)));
    const service = compileService(loaded.document, { ...loaded, thorough: true });
    // Some problems are found only when the checks and generators are created.
    await service.ready();
    problems.push(...problemsOf(service, loaded, problems));
    return service;
  } catch (error) {
    collect(error, problems, name);
    return undefined;
  }
};

/** The parts that the engine cannot serve, except on lines that the linter has already reported. */
const problemsOf = (
  service: Service,
  { locate }: LoadedDocument,
  known: readonly ConfigProblem[],
): readonly ConfigProblem[] => {
  const lines = new Set(known.map(({ file, line }) => `${file}:${line}`));
  return service.problems
    .map((problem) => locateProblem(problem, locate))
    .filter(({ file, line }) => line === undefined || !lines.has(`${file}:${line}`));
};

const checkScenarioFile = async (
  file: string,
  service: Service | undefined,
  problems: ConfigProblem[],
): Promise<void> => {
  try {
    // A scenario is checked on its own if the document cannot be read.
    const scenario = await loadScenarioFile(file, service === undefined ? {} : defaultDocument(service.collections));
    if (service !== undefined) problems.push(...checkScenario(scenario, service));
  } catch (error) {
    collect(error, problems);
  }
};

/** `file`: the location of problems that have none. */
const collect = (error: unknown, problems: ConfigProblem[], file?: string): void => {
  if (!(error instanceof ConfigError)) throw error;
  problems.push(...error.problems.map((problem) => ({ ...problem, file: problem.file ?? file })));
};

/** A file that several scenarios extend is read once for each of them. Its problems are reported once. */
const withoutRepeats = (problems: readonly ConfigProblem[]): readonly ConfigProblem[] => [
  ...new Map(problems.map((problem) => [formatProblem(problem), problem])).values(),
];

const exitCodeOf = (problems: readonly ConfigProblem[]): number =>
  problems.length === 0 ? exitCodes.fine : exitCodes.bad;

const reportAsJson = (problems: readonly ConfigProblem[]): number => {
  process.stdout.write(`${JSON.stringify({ problems: problems.map(describeProblem) }, undefined, 2)}\n`);
  return exitCodeOf(problems);
};

const report = (problems: readonly ConfigProblem[], names: string): number => {
  const checked = printable(names);
  if (problems.length === 0) {
    process.stdout.write(`${paint('green', `No problems in ${checked}.`)}\n`);
    return exitCodeOf(problems);
  }
  for (const problem of problems) process.stderr.write(`${printableLines(formatProblem(problem))}\n\n`);
  process.stderr.write(`${paintError('red', `${formatCount(problems.length, 'problem')} in ${checked}.`)}\n`);
  return exitCodeOf(problems);
};
