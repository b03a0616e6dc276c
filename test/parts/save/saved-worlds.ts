/** Worlds that are kept in a directory, as a server opens them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { openSave, type Save } from '../../../src/parts/save/open-save.ts';
import { createScenario, type Scenario } from '../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { differencesOf } from '../../../src/world/control/diff.ts';
import { saveWorld } from '../../../src/world/control/save-world.ts';
import { startOfScenario } from '../../../src/world/control/start-request.ts';
import type { World } from '../../../src/world/world.ts';
import { Worlds } from '../../../src/world/worlds.ts';
import { requestOf } from '../../core/helpers.ts';

export const temporaryDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'vivarium-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

export interface ServerOptions {
  readonly service: Service;
  /** By name; worlds start from `default`. */
  readonly scenarios: Readonly<Record<string, ScenarioDocument>>;
  readonly seed?: number;
  readonly maxWorlds?: number;
  readonly scenariosDirectory?: string;
}

export interface TestServer extends Save {
  readonly worlds: Worlds;
  /** What is logged, as texts. */
  readonly log: readonly string[];
}

/** Without a directory: in memory. */
export const createWorlds = ({ service, scenarios, seed, maxWorlds = 100 }: ServerOptions): Worlds => {
  const scenario = createScenario('default', scenarios.default ?? {});
  const started = seed === undefined ? scenario : { ...scenario, seed };
  return new Worlds(service, startOfScenario(service, started, { name: 'default' }), { maxWorlds, journalLimit: 100 });
};

export const openServer = async (directory: string, options: ServerOptions): Promise<TestServer> => {
  const worlds = createWorlds(options);
  const log: string[] = [];
  const note = (...message: readonly unknown[]): void => void log.push(message.join(' '));
  const { service, scenarios } = options;
  const find = (name: string): Scenario | undefined =>
    scenarios[name] === undefined ? undefined : createScenario(name, scenarios[name]);
  const save = await openSave({
    directory,
    names: { nameOf: (option) => `--${option}` },
    scenariosDirectory: options.scenariosDirectory,
    worlds,
    scenarios: {
      get: async (name) => find(name),
      startOf: (scenario, overrides) => startOfScenario(service, scenario, overrides),
    },
    logger: { info: note, warn: note, error: note },
  });
  onTestFinished(() => save.close().catch(() => {}));
  await worlds.ready();
  return { ...save, worlds, log };
};

export const open = (worlds: Worlds, name = 'default'): World => {
  const world = worlds.open(name);
  if (world === undefined) throw new Error(`no room for ${name}`);
  return world;
};

export const post = (world: World, name: string) =>
  world.handle(requestOf('POST', '/v1/pets', { body: { name, categoryId: 3 } })).reply.response;

export const list = (world: World) => world.handle(requestOf('GET', '/v1/pets?limit=100')).reply.response.body;

/** All that a user sees of the state of a world. */
export const viewOf = (world: World): Json =>
  ({
    scenario: saveWorld(world),
    start: world.decisions.start.overrides.name,
    diff: [...differencesOf(world)],
  }) as unknown as Json;

export const filesIn = (directory: string): readonly string[] => readdirSync(directory).sort();
export const readIn = (directory: string, file: string): string => readFileSync(join(directory, file), 'utf8');
