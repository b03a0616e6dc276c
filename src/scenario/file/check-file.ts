/** All problems of a scenario file. */
import type { ConfigProblem } from '../../core/primitives/config-error.ts';
import type { Service } from '../../core/service/service.ts';
import { checkScenario } from '../data/check-scenario.ts';
import { defaultDocument } from '../data/default-scenario.ts';
import type { ScenarioProblem } from '../document/document-path.ts';
import type { Scenario } from '../document/read-scenario.ts';
import { sortByLocation } from './load-layer.ts';
import { inspectScenarioFile } from './load-scenario.ts';

/**
 * The problems of its structure, and of the files that it extends, and those with the service; undefined: the service is not known.
 * @param doubtsOf What is allowed and probably not meant.
 * @throws ConfigError if the file cannot be read.
 */
export const checkScenarioFile = async (
  file: string,
  service: Service | undefined,
  doubtsOf: (scenario: Scenario, service: Service) => readonly ScenarioProblem[] = () => [],
): Promise<readonly ConfigProblem[]> => {
  const builtIn = service === undefined ? {} : defaultDocument(service);
  const { problems, scenario } = await inspectScenarioFile(file, builtIn);
  const all = [...problems];
  if (service !== undefined)
    all.push(...checkScenario(scenario, service), ...doubtsOf(scenario, service).map(scenario.locate));
  return [...Map.groupBy(all, (problem) => problem.file).values()].flatMap(sortByLocation);
};
