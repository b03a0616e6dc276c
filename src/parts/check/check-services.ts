/** Checks the documents of the services. */
import { ConfigError, type ConfigProblem } from '../../core/primitives/config-error.ts';
import { combineServices } from '../../core/service/combine.ts';
import type { Service } from '../../core/service/service.ts';
import { compileService } from '../../openapi/compile.ts';
import { type LoadedDocument, locateProblem } from '../../openapi/load/load.ts';
import { basePathSettings, loadServed } from '../../simulation/load-services.ts';
import type { ServiceSource, ServiceSources } from '../../simulation/service-source.ts';
import { type LintProblem, lintDocument } from './lint/lint.ts';
import { probeOperations } from './probe-operations.ts';

/** Returns undefined if a document cannot be used, or if the documents cannot be served together. */
export const checkServices = async (
  services: ServiceSources,
  problems: ConfigProblem[],
): Promise<Service | undefined> => {
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
const isSame = (linted: LintProblem, { file, message }: ConfigProblem, property: string): boolean => {
  switch (linted.rule) {
    case 'struct':
      return linted.property === property;
    case 'no-unresolved-refs':
      return linted.problem.file === file && message.startsWith(linted.problem.message);
    case 'security-defined':
      return message.includes('security scheme');
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
