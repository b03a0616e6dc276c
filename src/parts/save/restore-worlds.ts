/** Opens the worlds of a directory again, as they were. */
import { ConfigError, type ConfigProblem, configProblem } from '../../core/primitives/config-error.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { createScenarioStart } from '../../scenario/data/start.ts';
import { readDocument } from '../../scenario/document/read-document.ts';
import { clockFrom, createScenario, type Scenario } from '../../scenario/document/scenario.ts';
import type { StartDocument } from '../../scenario/document/schema.ts';
import type { StartOverrides, World, WorldStart } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import { fitToService, readSavedWorld } from './read-saved-world.ts';
import type { SaveFolder } from './save-folder.ts';

export interface Scenarios {
  readonly get: (name: string) => Promise<Scenario | undefined>;
  /** @throws ConfigError if the scenario does not fit the document. */
  readonly startOf: (scenario: Scenario, overrides: StartOverrides) => WorldStart;
}

export interface Restored {
  /** The worlds whose files are up to date. */
  readonly whole: readonly World[];
  /** The worlds with completed or omitted items. */
  readonly fitted: readonly World[];
  /** For the user; nothing prevents serving. */
  readonly problems: readonly ConfigProblem[];
}

/** The service must be ready. A file that cannot be used is set aside, and its world is not opened. */
export const restoreWorlds = async (folder: SaveFolder, worlds: Worlds, scenarios: Scenarios): Promise<Restored> => {
  const starts = new StartFinder(worlds, scenarios);
  const problems: ConfigProblem[] = [];
  const whole: World[] = [];
  const fitted: World[] = [];
  // One after the other: all texts together may not fit into memory.
  for (const name of await folder.list()) {
    const report = (found: readonly ConfigProblem[], result: string, aside: string): void => {
      const message = `the world "${name}" is ${result}`;
      const summary = { code: 'VIV_SAVED_WORLD_SET_ASIDE', message, file: folder.pathOf(name) } as const;
      problems.push(...found, configProblem({ ...summary, hint: `The file ${aside}.` }));
    };
    try {
      const layer = await readSavedWorld(folder, name);
      const { scenario, problems: unfitting } = fitToService(layer, worlds.service);
      const { start, problem } = await starts.find(layer.document?.resume?.start);
      if (problem !== undefined) problems.push(configProblem({ ...problem, file: folder.pathOf(name) }));
      const world = openSaved(worlds, name, start, scenario);
      (unfitting.length === 0 ? whole : fitted).push(world);
      if (unfitting.length > 0)
        report(
          unfitting,
          'open with what did not fit the document completed, or left out',
          `was copied to ${await folder.copyAside(name)}`,
        );
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      report(error.problems, 'not restored', `is now ${await folder.setAside(name)}`);
    }
  }
  return { whole, fitted, problems };
};

const openSaved = (worlds: Worlds, name: string, start: WorldStart, scenario: Scenario): World => {
  const { createState } = createScenarioStart(worlds.service, scenario);
  const saved = { clock: scenario.clock, createState: (name: string, now: number) => createState({ name, now }) };
  const world = worlds.open(name, start, saved);
  if (world === undefined) throw new Error(`there is no room for ${formatCount(worlds.size + 1, 'world')}`);
  return world;
};

interface FoundStart {
  readonly start: WorldStart;
  /** The scenario cannot be used. */
  readonly problem?: Pick<ConfigProblem, 'code' | 'message' | 'hint'>;
}

/** Worlds with the same start share it, and with it the data that they did not change. */
class StartFinder {
  readonly #worlds: Worlds;
  readonly #scenarios: Scenarios;
  readonly #found = new Map<string, FoundStart>();

  constructor(worlds: Worlds, scenarios: Scenarios) {
    this.#worlds = worlds;
    this.#scenarios = scenarios;
  }

  async find(document: StartDocument = {}): Promise<FoundStart> {
    const { start } = this.#worlds;
    const { scenario, inline, seed, clock } = document;
    const isPresent = scenario === start.overrides.name && seed === start.seed && clock === undefined;
    if (isPresent || (scenario === undefined && inline === undefined)) return { start };
    if (inline !== undefined) return this.#create(document);
    const key = JSON.stringify([scenario, seed, clock]);
    const found = this.#found.get(key) ?? (await this.#create(document));
    this.#found.set(key, found);
    return found;
  }

  async #create({ scenario: name, inline, seed, clock }: StartDocument): Promise<FoundStart> {
    try {
      const scenario = name === undefined ? readInline(inline) : await this.#scenarios.get(name);
      const overrides = { name: name ?? null, seed, ...(clock !== undefined && { clock: clockFrom(clock) }) };
      if (scenario !== undefined) return { start: this.#scenarios.startOf(scenario, overrides) };
      return this.#withoutScenario(`the scenario "${name}" from which the world started does not exist`);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const reason = error.problems[0]?.message;
      return this.#withoutScenario(`the scenario from which the world started cannot be used: ${reason}`);
    }
  }

  #withoutScenario(message: string): FoundStart {
    const { name } = this.#worlds.start.overrides;
    const hint = `A reset restores ${name === null ? 'the scenario of the server' : `"${name}"`}.`;
    return { start: this.#worlds.start, problem: { code: 'VIV_SCENARIO_UNKNOWN', message, hint } };
  }
}

const readInline = (value: unknown): Scenario => {
  const read = readDocument(value, Number.POSITIVE_INFINITY);
  if (!read.ok) throw new ConfigError(read.problems.map(configProblem));
  return createScenario(undefined, read.document);
};
