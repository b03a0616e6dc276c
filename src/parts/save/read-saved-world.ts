/** Reads the file of a saved world. */
import { ConfigError, configProblem, scenarioUnreadable } from '../../core/primitives/config-error.ts';
import { isJsonObject } from '../../core/primitives/json.ts';
import { decodeText, UnreadableError } from '../../files/read-regular-file.ts';
import { type Layer, parseLayer } from '../../scenario/file/load-layer.ts';
import { maxLocatedLength } from '../../scenario/file/parse-file.ts';
import type { SaveFolder } from './save-folder.ts';

/** @throws ConfigError if the file cannot be read. The result has the problems of a file that is not a scenario. */
export const readSavedWorld = async (folder: SaveFolder, world: string): Promise<Layer> => {
  const file = folder.pathOf(world);
  const fail = (message: string): ConfigError => scenarioUnreadable({ message, file });
  const text = await readText(folder, world).catch((error: Error) => {
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

const readText = async (folder: SaveFolder, world: string): Promise<string> => decodeText(await folder.read(world));

/** Whether the file is a map without `resume`, which no server wrote: any YAML file, or the scenario of an author. */
export const isForeign = async (folder: SaveFolder, world: string): Promise<boolean> => {
  try {
    const { value } = await readSavedWorld(folder, world);
    return isJsonObject(value) && !Object.hasOwn(value, 'resume');
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
};
