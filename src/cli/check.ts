/** Lists every problem of documents and scenario files. */
import { existsSync } from 'node:fs';
import { ConfigError, type ConfigProblem, configError, formatProblem } from '../core/config-error.ts';
import type { Service } from '../core/service.ts';
import { compileService } from '../openapi/compile.ts';
import { lintDocument } from '../openapi/lint.ts';
import { isDocumentFile, type LoadedDocument, loadDocument } from '../openapi/load.ts';
import { checkScenario } from '../scenario/check-scenario.ts';
import { listScenarios, loadScenarioFile } from '../scenario/load.ts';
import { findScenariosDirectory, shippedDocument } from '../sources.ts';
import { exitCodes } from './exit-codes.ts';
import { paint } from './log.ts';

/** Checks the files named, or what `serve` would load. Answers the exit code. */
export const check = async (files: readonly string[], scenariosDirectory: string | undefined): Promise<number> => {
  const documents: string[] = [];
  const scenarios: string[] = [];
  for (const file of files) ((await isDocumentFile(file)) ? documents : scenarios).push(file);
  if (documents.length > 1)
    throw configError(
      `check takes one document, not ${documents.length}: ${documents.join(', ')}`,
      'Check them one after the other.',
    );
  const name = documents[0] ?? shippedDocument;
  const directory = findScenariosDirectory(documents[0], scenariosDirectory);
  if (scenarios.length === 0 && directory !== undefined)
    scenarios.push(...(await listScenarios(directory)).map((found) => found.file));

  const problems: ConfigProblem[] = [];
  const service = await checkDocument(name, problems);
  for (const file of scenarios) await checkScenarioFile(file, service, problems);
  return report(problems, service === undefined ? 0 : 1, scenarios.length);
};

const checkDocument = async (name: string, problems: ConfigProblem[]): Promise<Service | undefined> => {
  try {
    const loaded = await loadDocument(name);
    problems.push(...(await lintDocument(name)));
    const service = compileService(loaded.document);
    problems.push(...problemsOf(service, loaded, problems));
    await service.checksReady();
    return service;
  } catch (error) {
    collect(error, problems);
    return undefined;
  }
};

/** What the engine cannot serve, where the lint has not said so already. */
const problemsOf = (
  service: Service,
  { name, locate }: LoadedDocument,
  known: readonly ConfigProblem[],
): readonly ConfigProblem[] => {
  const places = new Set(known.map((problem) => problem.line));
  return service.problems
    .map(({ pointer, message }): ConfigProblem => {
      const place = locate(pointer);
      return {
        file: name,
        line: place?.line,
        column: place?.column,
        message: `${message} (at ${pointer})`,
        hint: undefined,
        frame: place?.frame,
      };
    })
    .filter((problem) => problem.line === undefined || !places.has(problem.line));
};

const checkScenarioFile = async (
  file: string,
  service: Service | undefined,
  problems: ConfigProblem[],
): Promise<void> => {
  if (!existsSync(file)) throw configError(`${file}: there is no such file`);
  try {
    const scenario = await loadScenarioFile(file);
    if (service !== undefined) problems.push(...checkScenario(scenario, service));
  } catch (error) {
    collect(error, problems);
  }
};

const collect = (error: unknown, problems: ConfigProblem[]): void => {
  if (!(error instanceof ConfigError)) throw error;
  problems.push(...error.problems);
};

const report = (problems: readonly ConfigProblem[], documents: number, scenarios: number): number => {
  // A file that several scenarios extend is read for each of them: its problems count once.
  const texts = [...new Set(problems.map(formatProblem))];
  for (const text of texts) console.error(`${text}\n`);
  const what = `${count(documents, 'document')} and ${count(scenarios, 'scenario')}`;
  if (texts.length === 0) {
    console.log(paint('green', `No problems in ${what}.`));
    return exitCodes.fine;
  }
  console.error(paint('red', `${count(texts.length, 'problem')}.`));
  return exitCodes.bad;
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
