/** All problems of a scenario file. */
import type { ConfigProblem } from '../../core/primitives/config-error.ts';
import type { Service } from '../../core/service/service.ts';
import { findContradictions } from '../../parts/refusals/contradictions.ts';
import { checkScenario } from '../data/check-scenario.ts';
import { defaultDocument } from '../data/default-scenario.ts';
import { problemAt } from '../document/document-path.ts';
import type { Scenario } from '../document/read-scenario.ts';
import { sortByLocation } from './load-layer.ts';
import { inspectScenarioFile } from './load-scenario.ts';

/**
 * The problems of its structure, and of the files that it extends, and those with the service; undefined: the service is not known.
 * @throws ConfigError if the file cannot be read.
 */
export const checkScenarioFile = async (
  file: string,
  service: Service | undefined,
): Promise<readonly ConfigProblem[]> => {
  const builtIn = service === undefined ? {} : defaultDocument(service);
  const { problems, scenario } = await inspectScenarioFile(file, builtIn);
  const all = [
    ...problems,
    ...(service === undefined ? [] : [...checkScenario(scenario, service), ...contradictions(scenario, service)]),
  ];
  return [...Map.groupBy(all, (problem) => problem.file).values()].flatMap(sortByLocation);
};

const contradictions = ({ document, locate }: Scenario, { operations }: Service): readonly ConfigProblem[] =>
  findContradictions(document.refusals ?? {}, operations ?? []).map(({ path, message, hint }) =>
    locate(problemAt('VIV_REFUSAL_UNDOCUMENTED', path, message, hint)),
  );
