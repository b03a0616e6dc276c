/** Watching the files that are served, and taking their changes without losing what the worlds hold. */
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { ConfigError } from './core/config-error.ts';
import type { Simulation } from './create-vivarium.ts';
import { loadSources, type SourceOptions, type Sources } from './sources.ts';
import { carryState } from './world/carry.ts';
import type { World, WorldStart } from './world/world.ts';

export interface ReloadEvents {
  readonly onReloaded: (files: readonly string[]) => void;
  /** The old ones go on serving. */
  readonly onFailed: (error: Error) => void;
}

/** Editors write a file in several steps: a change counts once nothing has happened for so long. */
const settleMs = 50;

/** Reloads on each change of the document or of a scenario file, until it is told to stop. */
export const watchSources = (
  simulation: Simulation,
  options: SourceOptions,
  { onReloaded, onFailed }: ReloadEvents,
): (() => void) => {
  const { document, scenariosDirectory } = simulation.sources;
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let reloading = Promise.resolve();
  const reload = async (files: readonly string[]): Promise<void> => {
    try {
      const documentChanged = document !== undefined && files.includes(resolve(document.name));
      await reloadSources(simulation, options, documentChanged);
      onReloaded(files);
    } catch (error) {
      onFailed(error as Error);
    }
  };
  const note = (file: string): void => {
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...changed];
      changed.clear();
      // One after the other: a second change must not overtake the first.
      reloading = reloading.then(() => reload(files));
    }, settleMs);
  };
  const watchers: FSWatcher[] = [];
  if (document !== undefined && !isUrl(document.name)) watchers.push(watchFile(document.name, note, onFailed));
  if (scenariosDirectory !== undefined)
    watchers.push(watchDirectory(scenariosDirectory, isScenarioFile, note, onFailed));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
};

/** Takes what the files say now. @throws ConfigError and changes nothing when any of them cannot be used. */
export const reloadSources = async (
  simulation: Simulation,
  options: SourceOptions,
  documentChanged: boolean,
): Promise<void> => {
  const { worlds } = simulation;
  const sources = await loadSources(options, documentChanged ? undefined : simulation.sources);
  // The worlds' data are checked against the new document, so all that this takes is loaded before anything is replaced.
  await sources.service.ready();
  const starts = new Map<World, WorldStart>();
  for (const world of worlds) starts.set(world, await startAnew(world, sources));
  simulation.sources = sources;
  worlds.adopt(sources.service, sources.start, (world) => {
    const start = starts.get(world) ?? sources.start;
    world.adopt(sources.service, start, carryState(world, start));
  });
};

const startAnew = async (world: World, sources: Sources): Promise<WorldStart> => {
  const { scenario, overrides } = world.start;
  if (overrides.name === sources.start.overrides.name && overrides.seed === undefined && overrides.clock === undefined)
    return sources.start;
  const found = overrides.name === null ? scenario : await sources.scenarios.get(overrides.name);
  if (found === undefined) {
    const message = `the scenario "${overrides.name}" is gone, but the world "${world.name}" started from it`;
    throw new ConfigError([
      { file: undefined, line: undefined, column: undefined, message, hint: undefined, frame: undefined },
    ]);
  }
  return sources.scenarios.startOf(found, overrides);
};

const isUrl = (name: string): boolean => /^https?:/i.test(name);

const isScenarioFile = (file: string): boolean => /\.(ya?ml|json)$/i.test(file);

/** The directory is watched, not the file: editors replace a file by renaming a new one over it. */
const watchFile = (file: string, note: (file: string) => void, onFailed: (error: Error) => void): FSWatcher =>
  watchDirectory(dirname(resolve(file)), (name) => name === basename(file), note, onFailed);

const watchDirectory = (
  directory: string,
  isWanted: (file: string) => boolean,
  note: (file: string) => void,
  onFailed: (error: Error) => void,
): FSWatcher => {
  const watcher = watch(directory, (_event, file) => {
    if (file !== null && isWanted(file)) note(resolve(directory, file));
  });
  watcher.on('error', onFailed);
  return watcher;
};
