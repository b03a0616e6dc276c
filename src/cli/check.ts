/** Lists every problem of a document and of scenario files. */

import { ConfigError, type ConfigProblem, formatProblem } from '../core/primitives/config-error.ts';
import { formatCount } from '../core/primitives/units.ts';
import { combineServices } from '../core/service/combine.ts';
import type { Service } from '../core/service/service.ts';
import { compileService } from '../openapi/compile.ts';
import { type LintProblem, lintDocument } from '../openapi/load/lint.ts';
import { type LoadedDocument, loadDocument, locateProblem } from '../openapi/load/load.ts';
import { probeOperations } from '../openapi/probe-operations.ts';
import { checkScenario } from '../scenario/data/check-scenario.ts';
import { defaultDocument } from '../scenario/data/default-scenario.ts';
import { listScenarios, loadScenarioFile } from '../scenario/file/load.ts';
import { chooseServices, type ServiceSource, type ServiceSources } from '../simulation/service-source.ts';
import { findScenariosDirectory, isMisplaced } from '../simulation/sources.ts';
import { reportAsJson, reportAsText } from './report-problems.ts';
import { sortFiles } from './sort-files.ts';
import { readGivenOptions } from './terminal/given-options.ts';
import { printable } from './terminal/paint.ts';

export interface CheckFlags {
  /** Print JSON: `{ "problems": [{ code, message, file, line, column, hint }], "warnings": [...] }`. */
  readonly json?: boolean;
  readonly [flag: string]: unknown;
}

/** Checks the named files, or else the files that `serve` would load. Returns the exit code. */
export const check = async (files: readonly string[], { json = false, ...flags }: CheckFlags): Promise<number> => {
  const { document: documents, overlay: overlays, scenario: scenarios, unreadable } = await sortFiles(files);
  // Without one of the files, the others would be judged as what they are not: against the shipped document, for example.
  if (unreadable.length > 0)
    return json ? reportAsJson(unreadable) : reportAsText(unreadable, unreadable.map(({ file }) => file).join(', '));
  const given = await readGivenOptions({ ...flags, ...(documents.length > 0 && { document: documents }) });
  const { options, serviceOptions, nameOf } = given;
  const services = await chooseServices({ ...serviceOptions, overlay: [...options.overlay, ...overlays] });
  const named = { services, scenarios: options.scenarios };
  const directory = findScenariosDirectory({ ...named, nameOf });
  const problems: ConfigProblem[] = [];
  const service = await checkServices(services.list, problems);
  const isServed = service === undefined || !(await isMisplaced(directory, named, service));
  if (scenarios.length === 0 && directory !== undefined && isServed)
    scenarios.push(...(await listScenarios(directory)).map((found) => found.file));
  for (const file of scenarios) await checkScenarioFile(file, service, problems);
  const name = nameIn(services, service);
  const found = withoutRepeats(problems);
  if (json) return reportAsJson(found);
  if (services.origin === 'shipped') process.stderr.write(`Checking ${services.reason}.\n`);
  if (services.origin === 'shipped' && files.length > overlays.length)
    process.stderr.write(
      `${printable(files.filter((file) => !overlays.includes(file)).join(', '))}: read as ${formatCount(scenarios.length, 'scenario')}, since there is no "openapi" at the top level.\n`,
    );
  if (services.origin === 'shipped') process.stderr.write('\n');
  return reportAsText(
    found,
    scenarios.length === 0 ? name : `${name} and ${formatCount(scenarios.length, 'scenario')}`,
  );
};

/** The names of the documents in the summary, with the reason if the user did not name them. */
const nameIn = ({ list, origin, reason }: ServiceSources, service: Service | undefined): string => {
  if (origin === 'shipped') return `the shipped document (${service?.title ?? 'broken'})`;
  const names = list.map(({ document }) => document).join(', ');
  return reason === undefined ? names : `${names} (${reason})`;
};

/** Undefined if a document cannot be used, or if the documents cannot be served together. */
const checkServices = async (
  sources: ServiceSources['list'],
  problems: ConfigProblem[],
): Promise<Service | undefined> => {
  const [first, ...others] = sources;
  const parts = [await checkDocument(first, problems)] as [Service | undefined, ...(Service | undefined)[]];
  for (const source of others) parts.push(await checkDocument(source, problems));
  if (!parts.every((part) => part !== undefined)) return undefined;
  try {
    return combineServices(parts as [Service, ...Service[]]);
  } catch (error) {
    collect(error, problems);
    return undefined;
  }
};

const checkDocument = async (
  { name: serviceName, document, overlay, base }: ServiceSource,
  problems: ConfigProblem[],
): Promise<Service | undefined> => {
  const name = document as string;
  try {
    const loaded = await loadDocument(name, overlay);
    const linted = await lintDocument(loaded);
    problems.push(...loaded.problems, ...linted.map(({ problem }) => problem));
    const service = compileService(loaded.document, { ...loaded, name: serviceName, base, thorough: true });
    // Some problems are found only when the checks and generators are created.
    await service.ready();
    problems.push(...problemsOf(service, loaded, linted));
    return service;
  } catch (error) {
    collect(error, problems, name);
    return undefined;
  }
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
    const known = byLine.get(`${located.file}:${located.line}`) ?? [];
    return known.some((one) => isSame(one, located, property)) ? [] : [located];
  });
};

/** Whether the linter's problem on the same line is about the same part. */
const isSame = (linted: LintProblem, { code, message }: ConfigProblem, property: string): boolean => {
  switch (linted.rule) {
    case 'struct':
      return linted.property === property;
    case 'no-unresolved-refs':
      return code === 'VIV_REFERENCE_UNRESOLVED';
    case 'security-defined':
      return message.includes('security scheme');
    case 'path-parameters-defined':
      return message.includes('path parameter');
    default:
      return false;
  }
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
