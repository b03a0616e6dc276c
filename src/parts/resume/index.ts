/**
 * Worlds as scenarios that go on where they were: what is saved of one, and how it is opened again. It imports nothing from Node: worlds are
 * saved in browsers too.
 */
import { ConfigError, type ConfigProblem, configProblem } from '../../core/primitives/config-error.ts';
import type { JsonObject } from '../../core/primitives/json.ts';
import { formatCount } from '../../core/primitives/units.ts';
import type { Service } from '../../core/service/service.ts';
import { copyState, type State } from '../../core/state/state.ts';
import { checkScenario } from '../../scenario/data/check-scenario.ts';
import { createScenarioStart } from '../../scenario/data/start-data.ts';
import type { ScenarioProblem } from '../../scenario/document/document-path.ts';
import { readDocument } from '../../scenario/document/read-document.ts';
import { type ClockStart, clockFrom, createScenario, type Scenario } from '../../scenario/document/read-scenario.ts';
import type { ScenarioDocument, StartDocument } from '../../scenario/document/scenario-schema.ts';
import { scenarioOf, scenarioWith, writeClock, writtenCollections } from '../../scenario/file/from-world.ts';
import { inPieces } from '../../scenario/file/in-pieces.ts';
import { scenarioToJson } from '../../scenario/file/to-json.ts';
import { Clock } from '../../world/clock.ts';
import { withRecordedLatency } from '../../world/control/recorded-latency.ts';
import type { StartOverrides, World, WorldStart } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import { fitDocument } from './fit-document.ts';

export { fitConditions, fitDocument, fitItems } from './fit-document.ts';

export interface Scenarios {
  readonly get: (name: string) => Promise<Scenario | undefined>;
  /** @throws ConfigError if the scenario does not fit the document. */
  readonly startOf: (scenario: Scenario, overrides: StartOverrides) => WorldStart;
}

/** What was saved, as it was read. */
interface SavedLayer {
  /** The scenario; undefined if what was saved is none. */
  readonly document: ScenarioDocument | undefined;
  readonly problems: readonly ConfigProblem[];
  readonly locate?: ((problem: ScenarioProblem) => ConfigProblem) | undefined;
}

interface FittedWorld {
  readonly scenario: Scenario;
  /** One for each part that the present document does not allow: it is omitted, or an item that was completed. */
  readonly problems: readonly ConfigProblem[];
}

/** @throws ConfigError if the file is not a scenario, or if the rest does not fit either. */
export const fitToService = (layer: SavedLayer, service: Service): FittedWorld => {
  const { document, locate = configProblem } = layer;
  if (document === undefined) throw new ConfigError(layer.problems);
  const scenario = createScenario(undefined, document, { source: document, locate });
  const problems = checkScenario(scenario, service);
  if (problems.length === 0) return { scenario, problems };
  const source = fitDocument(document, service, new Clock(scenario.clock).now());
  const fitted = createScenario(undefined, source, { source, locate: configProblem });
  const remaining = checkScenario(fitted, service);
  if (remaining.length > 0) throw new ConfigError(problems);
  return { scenario: fitted, problems };
};

export const openSaved = (worlds: Worlds, name: string, start: WorldStart, scenario: Scenario): World => {
  const { createState } = createScenarioStart(worlds.service, scenario);
  const world = worlds.open(name, start, { clock: scenario.clock, createState });
  if (world === undefined) throw new Error(`there is no room for ${formatCount(worlds.size + 1, 'world')}`);
  return world;
};

interface FoundStart {
  readonly start: WorldStart;
  /** Why the scenario cannot be used. */
  readonly problem?: Pick<ConfigProblem, 'code' | 'message' | 'hint'>;
}

/** Worlds with the same start share it, and with it the data that they did not change. */
export const createStartFinder = (worlds: Worlds, scenarios: Scenarios) => {
  const known = new Map<string, FoundStart>();

  /** The start that a reset restores. */
  const find = async (document: StartDocument = {}): Promise<FoundStart> => {
    const { start } = worlds;
    const { scenario, inline, seed, clock } = document;
    const isPresent = scenario === start.overrides.name && seed === start.seed && clock === undefined;
    if (isPresent || (scenario === undefined && inline === undefined)) return { start };
    if (inline !== undefined) return createStart(document);
    const key = JSON.stringify([scenario, seed, clock]);
    const found = known.get(key) ?? (await createStart(document));
    known.set(key, found);
    return found;
  };

  const createStart = async ({ scenario: name, inline, seed, clock }: StartDocument): Promise<FoundStart> => {
    try {
      const scenario = name === undefined ? readInline(inline) : await scenarios.get(name);
      const overrides = { name: name ?? null, seed, ...(clock !== undefined && { clock: clockFrom(clock) }) };
      if (scenario !== undefined) return { start: scenarios.startOf(scenario, overrides) };
      return withoutScenario(`the scenario "${name}" from which the world started does not exist`);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const reason = error.problems[0]?.message;
      return withoutScenario(`the scenario from which the world started cannot be used: ${reason}`);
    }
  };

  const withoutScenario = (message: string): FoundStart => {
    const { name } = worlds.start.overrides;
    const hint = `A reset restores ${name === null ? 'the scenario of the server' : `"${name}"`}.`;
    return { start: worlds.start, problem: { code: 'VIV_SCENARIO_UNKNOWN', message, hint } };
  };

  return find;
};

const readInline = (value: unknown): Scenario => {
  const read = readDocument(value, Number.POSITIVE_INFINITY);
  if (!read.ok) throw new ConfigError(read.problems.map(configProblem));
  return createScenario(undefined, read.value);
};

/** A world at one moment. It shares its items with the world, which may change in the meantime. */
interface SavedWorld {
  readonly service: Service;
  readonly state: State;
  readonly clock: ClockStart;
  readonly start: StartDocument;
}

/** Costs the same for any number of items. */
export const captureWorld = (world: World): SavedWorld => {
  const { decisions, clock } = world;
  const { service, state, start } = decisions;
  return {
    service,
    state: { ...copyState(state), faults: new Map(withRecordedLatency(world)) },
    clock: { at: clock.isReal ? undefined : clock.now(), frozen: clock.frozen },
    start: startDocumentOf(start),
  };
};

/** The seed is that of the start, whether the scenario or an option set it: it stays the same if either changes. */
const startDocumentOf = ({ scenario, overrides: { name, clock }, seed }: WorldStart): StartDocument => ({
  ...(name === null ? { inline: withoutStart(scenario.document) as JsonObject } : { scenario: name }),
  seed,
  ...(clock && writeClock(clock)),
});

/** The document of a saved world may be the inline scenario of another world, whose own start it is then. */
const withoutStart = (document: ScenarioDocument): ScenarioDocument => {
  if (document.resume?.start === undefined) return document;
  const { start: _, ...resume } = document.resume;
  return { ...document, resume };
};

/**
 * The text of the file, in pieces. It is JSON: `yaml` needs many times as long to read as many items, and every JSON text is
 * YAML.
 */
export const savedText = ({ service, state, clock, start }: SavedWorld): Generator<string> => {
  const document = scenarioWith({}, service, state, { clock, start });
  return inPieces(scenarioToJson(document, writtenCollections(service, state)));
};

/** The saved world as a value. Without a start of its own, a world has that of whoever opens it. */
export const savedDocument = (world: World, { hasOwnStart }: { readonly hasOwnStart: boolean }): ScenarioDocument => {
  const { service, state, clock, start } = captureWorld(world);
  return scenarioOf(service, state, { clock, ...(hasOwnStart && { start }) });
};
