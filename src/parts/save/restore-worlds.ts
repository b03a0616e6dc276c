/** Opens the worlds of a directory again, as they were. */
import { ConfigError, type ConfigProblem, configProblem } from '../../core/primitives/config-error.ts';
import type { World } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import { readSavedWorld } from './read-saved-world.ts';
import { fitToService, openSaved, type Scenarios, StartFinder } from './restore-world.ts';
import type { SaveFolder } from './save-folder.ts';

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
