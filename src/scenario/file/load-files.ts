/** Finds the scenario files of a directory. */
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { ConfigError, scenarioDuplicate, scenarioUnreadable } from '../../core/primitives/config-error.ts';
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { builtInScenarios } from '../data/default-scenario.ts';
import { createLayerParser, type ParseLayer, type ReadLayer, readText } from './load-layer.ts';

const extensions = ['.yaml', '.yml', '.json'];

/** The files of each scenario name, in alphabetical order. Several files with one name are an error when it is used. */
export type ScenarioFiles = ReadonlyMap<string, readonly string[]>;

export const findScenarioFiles = async (directory: string): Promise<ScenarioFiles> => {
  const entries = (await readDirectory(directory)).filter((entry) => extensions.includes(extname(entry))).sort();
  const files = entries.map((entry) => join(directory, entry));
  return Map.groupBy(files, nameOf);
};

const readDirectory = async (directory: string): Promise<string[]> => {
  try {
    return await readdir(directory);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    if (codeOf(error) === 'ENOTDIR')
      throw scenarioUnreadable(`${directory} is a file, not a directory of scenarios`, 'Name its directory.');
    throw scenarioUnreadable(`the scenarios in ${directory} cannot be read: ${(error as Error).message}`);
  }
};

export const nameOf = (file: string): string => basename(file, extname(file));

export const oneFileOf = (files: ScenarioFiles, name: string): string | undefined => {
  const paths = files.get(name) ?? [];
  if (paths.length > 1)
    throw scenarioDuplicate(`the scenario "${name}" exists ${paths.length} times: ${paths.join(' and ')}`, 'Keep one.');
  return paths[0];
};

/** A suggestion, and all names of files and built-in scenarios. */
export const suggestScenario = (name: string, files: ScenarioFiles): string => {
  const names = new Set([...files.keys(), ...builtInScenarios({}).keys()]);
  const all = `Scenarios: ${[...names].join(', ')}.`;
  // A scenario is often named as its file: `scenarios/outage.yaml`.
  const suggestion = didYouMean(name.replace(/^.*[/\\]/, '').replace(/\.(?:ya?ml|json)$/i, ''), names);
  return suggestion === undefined ? all : `${suggestion} ${all}`;
};

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** The scenario files of a directory, as they were at one moment. */
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
  const isFile = (file: string) => contents.get(file) !== undefined;
  return {
    files: Map.groupBy(paths.filter(isFile), nameOf),
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
