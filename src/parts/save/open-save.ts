/** `--save`: the worlds of a directory are opened, and kept there from now on. */
import { existsSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ConfigError,
  type ConfigProblem,
  type ConfigProblemCode,
  configProblem,
  type OptionNames,
  optionProblem,
  scenarioUnreadable,
} from '../../core/primitives/config-error.ts';
import { isJsonObject } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { makeFolder, newFile } from '../../files/make-folder.ts';
import { decodeText, UnreadableError } from '../../files/read-regular-file.ts';
import { type Layer, parseLayer } from '../../scenario/file/load-layer.ts';
import { maxLocatedLength } from '../../scenario/file/parse-file.ts';
import type { Logger } from '../../world/logger.ts';
import type { World } from '../../world/world.ts';
import { defaultWorldName } from '../../world/world-name.ts';
import type { Worlds } from '../../world/worlds.ts';
import { createStartFinder, fitToService, openSaved, type Scenarios } from '../resume/index.ts';
import { Keeper } from './keeper.ts';
import { lockDirectory } from './lock.ts';
import { SaveFolder } from './save-folder.ts';

interface SaveOptions {
  readonly directory: string;
  /** Where the user set `save`. For messages. */
  readonly names: OptionNames;
  /** The directory whose files are scenarios, not worlds. */
  readonly scenariosDirectory: string | undefined;
  readonly worlds: Worlds;
  readonly scenarios: Scenarios;
  readonly logger: Logger;
}

export interface Save {
  /** The parts that could not be restored, for the user. Everything else is served. */
  readonly problems: readonly ConfigProblem[];
  /** Writes what has changed, and releases the directory. @throws ConfigError if a file cannot be written. */
  readonly close: () => Promise<void>;
}

/** @throws ConfigError if the directory cannot be used. Nothing in it is changed then. */
export const openSave = async (options: SaveOptions): Promise<Save> => {
  const unlock = await lock(options);
  try {
    const { worlds, scenarios, logger } = options;
    const folder = new SaveFolder(options.directory);
    await checkContents(options, folder);
    await worlds.service.ready();
    await folder.removeTemporaryFiles();
    const { whole, fitted, problems } = await restoreWorlds(folder, worlds, scenarios);
    const keeper = new Keeper(folder, { logger });
    for (const world of whole) keeper.adopt(world);
    for (const world of fitted) keeper.changed(world);
    const stopObserving = worlds.observe(keeper);
    const close = async (): Promise<void> => {
      stopObserving();
      try {
        await keeper.close();
      } finally {
        unlock();
      }
    };
    return { problems, close: lazily(close) };
  } catch (error) {
    unlock();
    throw isOfSystem(error) ? unusable(options, error) : error;
  }
};

const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

const rejection = (
  { names, directory }: SaveOptions,
  code: ConfigProblemCode,
  message: string,
  hint?: string,
): ConfigError => new ConfigError([optionProblem(names, ['save'], { value: directory, code, message, hint })]);

const ownDirectory = 'Name a directory of its own.';

/** The system does not let this server use the directory, or a file in it. */
const unusable = (options: SaveOptions, { code, message }: NodeJS.ErrnoException): ConfigError => {
  const reject = (reason: string, hint: string): ConfigError =>
    rejection(options, 'VIV_SAVE_UNUSABLE', `worlds cannot be saved there: ${reason}`, hint);
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return reject('it is not a directory', ownDirectory);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return reject(message, 'Let this user read and write it and its files, or name another directory.');
    case 'ENOSPC':
    case 'EDQUOT':
      return reject(message, 'Make room, or name another directory.');
    default:
      return reject(message, 'Name another directory.');
  }
};

const lock = async (options: SaveOptions): Promise<() => void> => {
  let locking: Awaited<ReturnType<typeof lockDirectory>>;
  try {
    await makeFolder(options.directory);
    locking = await lockDirectory(options.directory);
  } catch (error) {
    throw unusable(options, error as NodeJS.ErrnoException);
  }
  if (locking.ok) return locking.unlock;
  const { pid, host } = locking.owner;
  const message = `another server uses this directory (process ${pid} on ${host})`;
  throw rejection(options, 'VIV_SAVE_IN_USE', message, 'Stop it, or name another directory.');
};

/** In a directory with this file, everything under the name of a world was once a saved world. */
const marker = '.vivarium';

const checkContents = async (options: SaveOptions, folder: SaveFolder) => {
  const { directory, scenariosDirectory, worlds } = options;
  const { maxWorlds } = worlds.options;
  if (scenariosDirectory !== undefined && realpathSync(scenariosDirectory) === realpathSync(directory))
    throw rejection(options, 'VIV_SAVE_UNUSABLE', 'this is the directory of the scenario files', ownDirectory);
  const names = new Set([defaultWorldName, ...(await folder.list())]);
  if (names.size > maxWorlds)
    throw rejection(
      options,
      'VIV_SAVE_UNUSABLE',
      `it has ${names.size} worlds, the world "default" included, but at most ${maxWorlds} may be open`,
      `Raise ${options.names.nameOf('maxWorlds')}, or delete files.`,
    );
  if (existsSync(join(directory, marker))) return;
  for (const name of await folder.list()) {
    if (!(await isForeign(folder, name))) continue;
    const message = `${folder.pathOf(name)} is not a saved world, and would be overwritten`;
    throw rejection(options, 'VIV_SAVE_UNUSABLE', message, ownDirectory);
  }
  try {
    await writeFile(join(directory, marker), 'The worlds of a Vivarium server (--save).\n', { flag: newFile });
  } catch (error) {
    // A link that leads nowhere is not written through.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};

/**
 * The worlds whose files are up to date, those with completed or omitted items, and what the user should know. The service must be
 * ready. A file that cannot be used is set aside, and its world is not opened.
 */
const restoreWorlds = async (folder: SaveFolder, worlds: Worlds, scenarios: Scenarios) => {
  const findStart = createStartFinder(worlds, scenarios);
  const problems: ConfigProblem[] = [];
  const whole: World[] = [];
  const fitted: World[] = [];
  // One after the other: all texts together may not fit into memory.
  for (const name of await folder.list()) {
    const report = (found: readonly ConfigProblem[], result: string, aside: string) => {
      const message = `the world "${name}" is ${result}`;
      const summary = { code: 'VIV_SAVED_WORLD_SET_ASIDE', message, file: folder.pathOf(name) } as const;
      problems.push(...found, configProblem({ ...summary, hint: `The file ${aside}.` }));
    };
    try {
      const layer = await readSavedWorld(folder, name);
      const { scenario, problems: unfitting } = fitToService(layer, worlds.service);
      const { start, problem } = await findStart(layer.document?.resume?.start);
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

/** @throws ConfigError if the file cannot be read. The result has the problems of a file that is not a scenario. */
const readSavedWorld = async (folder: SaveFolder, world: string): Promise<Layer> => {
  const file = folder.pathOf(world);
  const fail = (message: string): ConfigError => scenarioUnreadable({ message, file });
  const text = await folder
    .read(world)
    .then(decodeText)
    .catch((error: Error) => {
      throw error instanceof UnreadableError || error instanceof TypeError ? fail(error.message) : error;
    });
  // The parser takes an empty file for a scenario in which everything is omitted.
  if (text.trim() === '') throw fail('the file is empty');
  // The server wrote it: a world may have any number of faults.
  const layer = parseLayer(text, file, Number.POSITIVE_INFINITY);
  // Without lines, the messages name the properties.
  if (text.length <= maxLocatedLength) return layer;
  return { ...layer, locate: (problem) => ({ ...configProblem(problem), file }) };
};

/** Whether the file is a map without `resume`, which no server wrote: any YAML file, or the scenario of an author. */
const isForeign = async (folder: SaveFolder, world: string): Promise<boolean> => {
  try {
    const { value } = await readSavedWorld(folder, world);
    return isJsonObject(value) && !Object.hasOwn(value, 'resume');
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
};
