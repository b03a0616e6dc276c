/** Lists every problem of a document and of scenario files. */
import { statSync } from 'node:fs';
import {
  ConfigError,
  type ConfigProblem,
  configError,
  describeProblem,
  formatProblem,
} from '../core/primitives/config-error.ts';
import type { Service } from '../core/service/service.ts';
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
import { paint, paintError } from './terminal/paint.ts';

export interface CheckFlags {
  /** Print the problems as JSON: `{ "problems": [{ code, message, file, line, column, hint }] }`. */
  readonly json?: boolean;
  readonly [flag: string]: unknown;
}

/** Checks the files named, or what `serve` would load. Answers the exit code. */
export const check = async (files: readonly string[], { json = false, ...flags }: CheckFlags): Promise<number> => {
  const { given: said, nameOf } = givenOptions(flags);
  const options = readOptions(optionsSchema, said, nameOf);
  const { document: documents, overlay: overlays, scenario: scenarios } = await sortFiles(files);
  if (documents.length > 1) {
    throw configError(
      'VIV_COMMAND_INVALID',
      `check takes one document, not ${documents.length}: ${documents.join(', ')}`,
      'Check them one after the other.',
    );
  }
  const document = documents[0] ?? options.document;
  const directory = findScenariosDirectory({ document, scenarios: options.scenarios, nameOf });
  const problems: ConfigProblem[] = [];
  const service = await checkDocument(document ?? shippedDocument, [...options.overlay, ...overlays], problems);
  const given = { document, scenarios: options.scenarios };
  const isServed = service === undefined || !(await isMisplaced(directory, given, service));
  if (scenarios.length === 0 && directory !== undefined && isServed)
    scenarios.push(...(await listScenarios(directory)).map((found) => found.file));
  for (const file of scenarios) await checkScenarioFile(file, service, problems);
  const name = document ?? `the shipped document (${service?.title ?? 'broken'})`;
  const found = withoutRepeats(problems);
  if (json) return reportAsJson(found);
  return report(found, scenarios.length === 0 ? name : `${name} and ${count(scenarios.length, 'scenario')}`);
};

/** Told apart by their content. */
const sortFiles = async (files: readonly string[]): Promise<Record<FileKind, string[]>> => {
  const sorted: Record<FileKind, string[]> = { document: [], overlay: [], scenario: [] };
  for (const file of files) {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
      throw configError('VIV_COMMAND_INVALID', `${file}: this is a directory`, 'Name the files in it.');
    sorted[await kindOfFile(file)].push(file);
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
    // Some problems are only found when the checks and generators are made.
    await service.ready();
    problems.push(...problemsOf(service, loaded, problems));
    return service;
  } catch (error) {
    collect(error, problems, name);
    return undefined;
  }
};

/** What the engine cannot serve, where the lint has not said so already. */
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
    // Whatever it is for a document that cannot be read, the scenario is there.
    const scenario = await loadScenarioFile(file, service === undefined ? {} : defaultDocument(service.collections));
    if (service !== undefined) problems.push(...checkScenario(scenario, service));
  } catch (error) {
    collect(error, problems);
  }
};

/** `file`: where the problems are that do not say so themselves. */
const collect = (error: unknown, problems: ConfigProblem[], file?: string): void => {
  if (!(error instanceof ConfigError)) throw error;
  problems.push(...error.problems.map((problem) => ({ ...problem, file: problem.file ?? file })));
};

/** A file that several scenarios extend is read for each of them: its problems count once. */
const withoutRepeats = (problems: readonly ConfigProblem[]): readonly ConfigProblem[] => [
  ...new Map(problems.map((problem) => [formatProblem(problem), problem])).values(),
];

const exitCodeOf = (problems: readonly ConfigProblem[]): number =>
  problems.length === 0 ? exitCodes.fine : exitCodes.bad;

const reportAsJson = (problems: readonly ConfigProblem[]): number => {
  process.stdout.write(`${JSON.stringify({ problems: problems.map(describeProblem) }, undefined, 2)}\n`);
  return exitCodeOf(problems);
};

const report = (problems: readonly ConfigProblem[], what: string): number => {
  if (problems.length === 0) {
    process.stdout.write(`${paint('green', `No problems in ${what}.`)}\n`);
    return exitCodeOf(problems);
  }
  for (const problem of problems) process.stderr.write(`${formatProblem(problem)}\n\n`);
  process.stderr.write(`${paintError('red', `${count(problems.length, 'problem')} in ${what}.`)}\n`);
  return exitCodeOf(problems);
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
