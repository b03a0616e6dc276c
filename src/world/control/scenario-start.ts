import { ConfigError } from '../../core/primitives/config-error.ts';
import type { Service } from '../../core/service/service.ts';
import { checkScenario } from '../../scenario/data/check-scenario.ts';
import { createScenarioStart } from '../../scenario/data/start-data.ts';
import type { Scenario } from '../../scenario/document/read-scenario.ts';
import type { StartOverrides, WorldStart } from '../world.ts';

/** @throws ConfigError if the scenario does not match the service. */
export const startOfScenario = (service: Service, scenario: Scenario, overrides: StartOverrides): WorldStart => {
  const { seed = scenario.seed, clock = scenario.clock, locale = scenario.rules.locale } = overrides;
  const problems = checkScenario(scenario, service);
  if (problems.length > 0) throw new ConfigError(problems);
  const start = createScenarioStart(service, { ...scenario, rules: { ...scenario.rules, locale } });
  return {
    scenario,
    overrides,
    seed,
    clock,
    createState: (world, now) => start.createState({ name: world, seed, now }),
    prepare: (now, pause) => start.prepare({ seed, now }, pause),
  };
};
