/** Watches the served files and reloads them. The worlds keep their data. */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError, scenarioUnknown } from '../../core/primitives/config-error.ts';
import { stringifyJson } from '../../core/primitives/json.ts';
import type { Service } from '../../core/service/service.ts';
import { newFile } from '../../files/make-folder.ts';
import { checkScenario } from '../../scenario/data/check-scenario.ts';
import { createScenario, type Scenario } from '../../scenario/document/read-scenario.ts';
import { nameOf } from '../../scenario/file/load-files.ts';
import { checkScenarioFile } from '../../scenario/file/load-scenario.ts';
import { HandlersError } from '../../simulation/handlers/read-handlers.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { loadSources, type SourceOptions, type Sources } from '../../simulation/sources.ts';
import type { World, WorldStart } from '../../world/world.ts';
import { fitDocument } from '../resume/index.ts';
import { type Carried, carryState } from './carry-over.ts';
import { watchDirectories } from './watch-directories.ts';

export interface Reloaded {
  /** The files that were read again. */
  readonly files: readonly string[];
  /** Scenario files that are gone: no world can start from them. */
  readonly deleted: readonly string[];
  /** Items that did not fit any more: what was missing is generated, and what was wrong is corrected. */
  readonly completed: readonly CarriedItems[];
  /** What cannot be an item of the changed document. The worlds keep all other data. */
  readonly setAside: readonly CarriedItems[];
  /** The file with these; undefined if there are none. */
  readonly asideFile: string | undefined;
}

export interface ReloadEvents {
  readonly onReloaded: (reloaded: Reloaded) => void;
  readonly onFailed: (failure: ReloadFailure, error: Error) => void;
}

/** Items of one collection that do not fit the changed document. */
export interface CarriedItems {
  readonly collection: string;
  /** How many items of the collection, in all worlds. */
  readonly items: number;
  readonly worlds: number;
}

/**
 * `reload`: the previous version of everything stays in service. `scenario`: that of one scenario does. `new-scenario`: there is none.
 * `watch`: changes will not be noticed.
 */
export type ReloadFailure = 'reload' | 'scenario' | 'new-scenario' | 'watch';

/** Editors write a file in several steps, so a reload starts only after this time without a change. */
export const settleMs = 50;

/** Reloads after each change of the document, of a scenario file or of a handler file. Returns a function that stops watching. */
export const watchSources = (simulation: Simulation, options: SourceOptions, events: ReloadEvents): (() => void) => {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let reloading = Promise.resolve();
  let isStopped = false;
  /** Files of handlers that could not be loaded: the correction may be in one that the previous version does not import. */
  let brokenFiles: readonly string[] = [];
  const watched = (): Watched => watchedFor(simulation.sources, options, brokenFiles);
  const reload = async () => {
    // Before anything is read: a file in a new directory may be written at the same time.
    if (!isStopped) follow();
    const files = [...new Set([...changed].flatMap((path) => filesAt(path, watched())))];
    changed.clear();
    if (files.length === 0) return;
    try {
      await reloadFiles(simulation, options, { files, brokenFiles }, events);
      brokenFiles = [];
    } catch (error) {
      // Retried with the next change: the files may fit together again when another file is saved.
      for (const file of files) changed.add(file);
      if (error instanceof HandlersError) brokenFiles = error.files;
      events.onFailed('reload', error as Error);
    }
    if (!isStopped) follow();
  };
  const note = (file: string) => {
    changed.add(file);
    clearTimeout(timer);
    // One reload after the other, so that a later change does not overtake an earlier one.
    timer = setTimeout(() => {
      reloading = reloading.then(reload);
    }, settleMs);
  };
  const watching = watchDirectories(
    (path) => {
      const { files, directories, isScenario } = watched();
      if (files.includes(path) || isScenario(path) || directories.has(path)) note(path);
    },
    (directory, error) => events.onFailed('watch', new Error(`${directory}: ${error.message}`)),
  );
  /** Updates the watched directories: a changed document may refer to other files. */
  const follow = (): void => watching.follow(watched().directories);
  follow();
  return () => {
    clearTimeout(timer);
    isStopped = true;
    watching.close();
  };
};

/** Whether there is a file to watch. A document at a URL is not watched. */
export const isWatchable = ({ files, handlers, scenariosDirectory }: Sources): boolean =>
  files.length > 0 || (handlers?.files ?? []).length > 0 || scenariosDirectory !== undefined;

type Watched = ReturnType<typeof watchedFor>;

const watchedFor = (
  { files: documents, handlers, scenariosDirectory, ignoredScenarios }: Sources,
  { scenarios = 'scenarios' }: SourceOptions,
  brokenFiles: readonly string[],
) => {
  const files = [...documents, ...(handlers?.files ?? []), ...brokenFiles];
  /** The directory that is read, and the one that is read as soon as it exists. */
  const folders = new Set([
    ...(scenariosDirectory === undefined ? [] : [resolve(scenariosDirectory)]),
    ...(ignoredScenarios === undefined ? [resolve(scenarios)] : []),
  ]);
  return {
    files,
    folders,
    /** Directories, not files: many editors save by renaming a new file over the old one. */
    directories: new Set([...files.map(dirname), ...folders]),
    isScenario: (file: string): boolean => /\.(ya?ml|json)$/.test(file) && folders.has(dirname(file)),
  };
};

/** The files to read again after a change at a path: it may be that of a directory, which was created or deleted with files in it. */
const filesAt = (path: string, { files, folders, isScenario }: Watched): readonly string[] => {
  const known = files.filter((file) => dirname(file) === path);
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isDirectory && known.length === 0) return folders.has(path) ? [] : [path];
  const entries = isDirectory ? readdirSync(path).map((name) => join(path, name)) : [];
  return [...known, ...entries.filter(isScenario)];
};

const reloadFiles = async (
  simulation: Simulation,
  options: SourceOptions,
  { files, brokenFiles }: { readonly files: readonly string[]; readonly brokenFiles: readonly string[] },
  { onReloaded, onFailed }: ReloadEvents,
) => {
  const { files: documentFiles, handlers } = simulation.sources;
  const isDocument = (file: string) => documentFiles.includes(file);
  const isHandler = (file: string) => brokenFiles.includes(file) || handlers?.files.includes(file) === true;
  const carried = await reloadSources(simulation, options, { files, handlers: files.some(isHandler) });
  const usable: string[] = [];
  for (const file of files) {
    const error = isDocument(file) || isHandler(file) ? undefined : await findErrorIn(file, simulation);
    if (error === undefined) usable.push(file);
    else onFailed(isInService(file, simulation.sources) ? 'scenario' : 'new-scenario', error);
  }
  const { true: present = [], false: deleted = [] } = Object.groupBy(usable, (file) => String(existsSync(file)));
  if (usable.length > 0 || carried.asideFile !== undefined) onReloaded({ files: present, deleted, ...carried });
};

/** Whether worlds have an earlier version of a broken or deleted scenario. */
const isInService = (file: string, { named }: Sources) => !existsSync(file) || named?.kept.has(nameOf(file)) === true;

/** The error in a scenario file; undefined if it is usable, or deleted and not in use. Scenarios in use are read in `reloadSources`. */
const findErrorIn = async (file: string, { worlds, sources }: Simulation): Promise<ConfigError | undefined> => {
  const { service, scenariosDirectory = '' } = sources;
  if (!existsSync(file)) {
    const name = nameOf(file);
    const user = findWorld(worlds, ({ decisions }) => decisions.start.overrides.name === name);
    return user && (await sources.scenarios.get(name)) === undefined ? deletedInUse(name, user) : undefined;
  }
  try {
    // The error message uses the path of the directory as the user wrote it.
    const problems = await checkScenarioFile(join(scenariosDirectory, basename(file)), service);
    return problems.length === 0 ? undefined : new ConfigError(problems);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
};

/** Loads the changed files and replaces the sources. @throws ConfigError, without any change, if a file cannot be used. */
const reloadSources = async (
  simulation: Simulation,
  options: SourceOptions,
  changed: { readonly files: readonly string[] | 'all'; readonly handlers: boolean },
): Promise<Omit<Reloaded, 'files' | 'deleted'>> => {
  const { worlds, sources: before } = simulation;
  const unchangedHandlers = changed.handlers ? undefined : before.handlers;
  const sources = await loadSources(
    { ...options, keepKey: simulation.keepKey },
    { sources: before, changed: changed.files, unchangedHandlers },
  );
  // The data of the worlds are checked against the new document, so load its checks before anything is replaced.
  await sources.service.ready();
  const starts = new Map<World, { readonly before: WorldStart; readonly after: WorldStart }>();
  const findPending = (): World | undefined =>
    findWorld(worlds, (world) => starts.get(world)?.before !== world.decisions.start);
  // In the meantime, a client may open a world or restart one from another scenario.
  for (let world = findPending(); world !== undefined; world = findPending()) {
    const before = world.decisions.start;
    starts.set(world, { before, after: await reloadStart(world, sources) });
  }
  // All new states are created before any is adopted, so that an error changes nothing.
  const carried = new Map<World, Carried>();
  for (const [world, { after }] of starts) carried.set(world, carryState(world, after, sources.service));
  const results = [...carried.values()];
  const setAside = sumUp(results.map(({ aside }) => new Map([...aside].map(([name, items]) => [name, items.length]))));
  // Before anything is adopted: what cannot be kept stops the reload.
  const asideFile =
    setAside.length === 0 ? undefined : keepAside(new Map([...carried].map(([{ name }, { aside }]) => [name, aside])));
  simulation.sources = sources;
  worlds.adopt(sources.service, sources.start, (world) => {
    const state = carried.get(world)?.state;
    if (state !== undefined) world.adopt(sources.service, starts.get(world)?.after as WorldStart, state);
  });
  return { completed: sumUp(results.map(({ completed }) => completed)), setAside, asideFile };
};

/** Serves other options from now on; the worlds keep their data. @throws ConfigError, without any change, if they cannot be used. */
export const reloadWith = async (simulation: Simulation, options: SourceOptions): Promise<Reloaded> => ({
  files: [],
  deleted: [],
  ...(await reloadSources(simulation, options, { files: 'all', handlers: true })),
});

const sumUp = (worlds: readonly ReadonlyMap<string, number>[]): readonly CarriedItems[] => {
  const sums = new Map<string, CarriedItems>();
  for (const [collection, count] of worlds.flatMap((one) => [...one])) {
    const { items, worlds: others } = sums.get(collection) ?? { items: 0, worlds: 0 };
    sums.set(collection, { collection, items: items + count, worlds: others + 1 });
  }
  return [...sums.values()];
};

const findWorld = (worlds: Iterable<World>, isWanted: (world: World) => boolean): World | undefined =>
  Iterator.from(worlds).find(isWanted);

const deletedInUse = (scenario: string, world: World): ConfigError =>
  scenarioUnknown(
    `the scenario "${scenario}" was deleted, but the world "${world.name}" was started from it`,
    'Restore its file, delete the world, or start the world from another scenario.',
  );

const reloadStart = async (world: World, sources: Sources): Promise<WorldStart> => {
  const { scenario, overrides } = world.decisions.start;
  const { start, scenarios } = sources;
  if (overrides.name === start.overrides.name && overrides.seed === undefined && overrides.clock === undefined)
    return start;
  // An inline scenario has no file, and the file of another one may have been deleted.
  const found = overrides.name === null ? undefined : await scenarios.get(overrides.name);
  // Without a file, nobody could correct it there.
  return scenarios.startOf(found ?? fitToService(scenario, sources.service, world.clock.now()), overrides);
};

const fitToService = (scenario: Scenario, service: Service, now: number): Scenario => {
  if (checkScenario(scenario, service).length === 0) return scenario;
  const source = fitDocument(scenario.source, service, now);
  return createScenario(undefined, fitDocument(scenario.document, service, now), { source, locate: scenario.locate });
};

/**
 * Writes a new JSON file in the working directory (else that of temporary files) with the items by world and collection, readable by this
 * user alone. At once, so that no request changes the worlds meanwhile.
 */
const keepAside = (worlds: ReadonlyMap<string, Carried['aside']>): string => {
  const kept = [...worlds].filter(([, aside]) => aside.size > 0);
  const text = stringifyJson(Object.fromEntries(kept.map(([name, aside]) => [name, Object.fromEntries(aside)])), 2);
  const name = `vivarium-set-aside-${crypto.randomUUID().slice(0, 8)}.json`;
  const write = (directory: string): string => {
    const path = join(directory, name);
    writeFileSync(path, `${text}\n`, { flag: newFile as unknown as string, mode: 0o600 });
    return path;
  };
  try {
    return write(process.cwd());
  } catch {
    return write(tmpdir());
  }
};
