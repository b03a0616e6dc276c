/** The scenario files of a directory, as they were at one moment. */
import { stat } from 'node:fs/promises';
import { ConfigError } from '../../core/primitives/config-error.ts';
import { findScenarioFiles, type ScenarioFiles } from './load-files.ts';
import { createLayerParser, type ParseLayer, type ReadLayer, readText } from './load-layer.ts';

export interface ScenarioSnapshot {
  readonly files: ScenarioFiles;
  readonly read: ReadLayer;
  /** Returns undefined if the file could not be read. */
  readonly textOf: (file: string) => string | undefined;
  /** Shared with the next snapshot. */
  readonly parse: ParseLayer;
}

/** Reads all files now, and parses each when it is needed. */
export const takeSnapshot = async (directory: string, parse = createLayerParser()): Promise<ScenarioSnapshot> => {
  const found = await findScenarioFiles(directory);
  const paths = [...found.values()].flat();
  const contents = new Map(await Promise.all(paths.map(async (file) => [file, await contentOf(file)] as const)));
  const files = [...found].map(
    ([name, all]) => [name, all.filter((file) => contents.get(file) !== undefined)] as const,
  );
  return {
    files: new Map(files.filter(([, all]) => all.length > 0)),
    read: async (file) => {
      const content = contents.get(file);
      if (typeof content === 'string') return parse(file, content);
      throw content ?? new Error(`${file} is not in the snapshot`);
    },
    textOf: (file) => {
      const content = contents.get(file);
      return typeof content === 'string' ? content : undefined;
    },
    parse,
  };
};

/** Returns undefined if it is not a file. */
const contentOf = async (file: string): Promise<string | ConfigError | undefined> => {
  try {
    if (!(await stat(file)).isFile()) return undefined;
    return await readText(file);
  } catch (error) {
    return error instanceof ConfigError ? error : undefined;
  }
};
