/** The start of a world that is opened or restarted on request, by the control API or the library. */

import { ConfigError, configProblem, scenarioUnknown } from '../../core/primitives/config-error.ts';
import { suggest } from '../../core/primitives/did-you-mean.ts';
import { quoteName } from '../../core/primitives/units.ts';
import type { Service } from '../../core/service/service.ts';
import { checkScenario } from '../../scenario/data/check-scenario.ts';
import { createScenarioStart } from '../../scenario/data/start-data.ts';
import { extendDocument } from '../../scenario/document/extend.ts';
import { readDocument } from '../../scenario/document/read-document.ts';
import { clockFrom, createScenario, type Scenario } from '../../scenario/document/read-scenario.ts';
import type { ClockDocument, ScenarioDocument } from '../../scenario/document/scenario-schema.ts';
import type { StartOverrides, WorldStart } from '../world.ts';

/** What starts a world, with the locale of samples. */
export interface LocalStartRequest extends Pick<StartOverrides, 'locale'> {
  readonly scenario?: string | undefined;
  /** A scenario document, which is checked here. */
  readonly inline?: unknown;
  readonly seed?: number | undefined;
  readonly clock?: ClockDocument | undefined;
}

/** A checked request. Finding its scenario may take time; creating the start does not. */
export interface StartPlan {
  readonly inline: ScenarioDocument | undefined;
  /** The scenario to find: the requested one, or the one that the inline document extends. */
  readonly named: { readonly name: string; readonly property: string } | undefined;
  readonly overrides: Omit<StartOverrides, 'name'>;
}

/** @throws ConfigError if the inline document is invalid. */
export const planStart = ({ scenario, inline, seed, locale, clock }: LocalStartRequest): StartPlan => {
  const overrides = {
    ...(seed !== undefined && { seed }),
    ...(locale !== undefined && { locale }),
    ...(clock !== undefined && { clock: clockFrom(clock) }),
  };
  if (inline === undefined) {
    const named = scenario === undefined ? undefined : { name: scenario, property: 'scenario' };
    return { inline: undefined, named, overrides };
  }
  const read = readDocument(inline);
  if (!read.ok) throw new ConfigError(read.problems.map(configProblem));
  const { extends: base } = read.value;
  const named = base === undefined ? undefined : { name: base, property: 'inline.extends' };
  return { inline: read.value, named, overrides };
};

interface StartSource {
  /** @throws ConfigError if the scenario does not fit the document. */
  readonly startOf: (scenario: Scenario, overrides: StartOverrides) => WorldStart;
  /** The start of a world that is opened by its first request. */
  readonly start: WorldStart;
}

/** `found`: the scenario that the plan names. */
export const createStart = (
  { inline, named, overrides }: StartPlan,
  found: Scenario | undefined,
  { startOf, start }: StartSource,
): WorldStart => {
  if (inline !== undefined) return startOf(extendFound(inline, found), { name: null, ...overrides });
  if (found !== undefined) return startOf(found, { name: named?.name ?? null, ...overrides });
  return Object.keys(overrides).length === 0 ? start : startOf(start.scenario, { ...start.overrides, ...overrides });
};

const extendFound = (document: ScenarioDocument, base: Scenario | undefined): Scenario =>
  base === undefined
    ? createScenario(undefined, document)
    : createScenario(undefined, extendDocument(base.document, document), { source: document, locate: configProblem });

/** The error for a scenario that does not exist. `property`: the property of the request that names it. */
export const unknownScenario = (
  { name, property }: { readonly name: string; readonly property: string },
  known: readonly string[],
): ConfigError =>
  scenarioUnknown(`${property}: unknown scenario ${quoteName(name)}`, suggest(name, 'scenarios', known));

/** @throws ConfigError if the scenario does not match the service. */
export const startOfScenario = (service: Service, scenario: Scenario, overrides: StartOverrides): WorldStart => {
  const { seed = scenario.seed, clock = scenario.clock, locale = scenario.rules.locale } = overrides;
  const problems = checkScenario(scenario, service);
  if (problems.length > 0) throw new ConfigError(problems);
  const start = createScenarioStart(service, { ...scenario, seed, rules: { ...scenario.rules, locale } });
  return { scenario, overrides, seed, clock, ...start };
};
