/** Finds, reads and lists scenario files. The only file in this folder that accesses the disk. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import {
  ConfigError,
  type ConfigProblem,
  type ConfigProblemCode,
  configError,
  configProblem,
} from '../../core/primitives/config-error.ts';
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { isJsonObject } from '../../core/primitives/json.ts';
import { defaultScenarioName } from '../data/default-scenario.ts';
import type { ScenarioProblem } from '../document/document-path.ts';
import { extendDocument, originOf } from '../document/extend.ts';
import { readDocument } from '../document/read-document.ts';
import { createScenario, type Locate, locateNowhere, type Scenario } from '../document/scenario.ts';
import type { ScenarioDocument } from '../document/schema.ts';
import { createLocateProblem, type LocateProblem, parseText } from './parse.ts';
import { createSourceText } from './source-text.ts';

const extensions = ['.yaml', '.yml', '.json'];

/** Larger files are rejected: parsing one would block a server for minutes. */
export const maxScenarioBytes = 16 * 1024 * 1024;

export interface ScenarioListing {
  readonly name: string;
  readonly description: string | undefined;
  readonly file: string;
  /** Set if the scenario cannot be used. */
  readonly error: ConfigError | undefined;
}

/**
 * The scenario with this name in a directory, merged with all that it extends. Throws a ConfigError with all problems.
 * `builtIn` is used for `extends: default` if there is no file of this name.
 */
export const loadScenario = async (directory: string, name: string, builtIn?: ScenarioDocument): Promise<Scenario> => {
  const files = await findScenarioFiles(directory);
  const file = oneFileOf(files, name);
  if (file !== undefined) return assemble(name, await readLayer(file), { files, directory, builtIn });
  if (files.size === 0)
    throw configError('VIV_SCENARIO_UNKNOWN', `there is no scenario "${name}": ${directory} has no scenario files`);
  throw configError(
    'VIV_SCENARIO_UNKNOWN',
    `there is no scenario "${name}" in ${directory}`,
    suggestScenario(name, files),
  );
};

/** Like {@link loadScenario}, but undefined if there is no scenario with this name. Reads only the necessary files. */
export const findScenario = async (
  directory: string,
  name: string,
  builtIn?: ScenarioDocument,
): Promise<Scenario | undefined> => {
  const files = await findScenarioFiles(directory);
  const file = oneFileOf(files, name);
  return file === undefined ? undefined : assemble(name, await readLayer(file), { files, directory, builtIn });
};

/** The scenario in a file; extended scenarios are in the same directory. */
export const loadScenarioFile = async (file: string, builtIn?: ScenarioDocument): Promise<Scenario> => {
  const directory = dirname(file);
  const files = await findScenarioFiles(directory);
  return assemble(nameOf(file), await readLayer(file), { files, directory, builtIn });
};

/** An inline scenario, from code or the control API, without a name. Extended scenarios are in the directory, if any. */
export const loadInlineScenario = async (
  value: unknown,
  directory: string | undefined,
  builtIn?: ScenarioDocument,
): Promise<Scenario> => {
  const read = readDocument(value);
  const problems = read.ok ? [] : read.problems.map(locateNowhere);
  const layer: Layer = {
    file: undefined,
    value,
    document: read.ok ? read.document : undefined,
    problems,
    places: undefined,
  };
  const files =
    extendsOf(value) === undefined || directory === undefined ? new Map() : await findScenarioFiles(directory);
  return assemble(undefined, layer, { files, directory: directory ?? '', builtIn });
};

/** All scenarios of a directory, including invalid ones; empty if the directory does not exist. */
export const listScenarios = async (directory: string): Promise<readonly ScenarioListing[]> => {
  const files = await findScenarioFiles(directory);
  return Promise.all([...files].map(([name, paths]) => listScenario(name, paths, files)));
};

/** Parses and checks the text of a scenario file, without the service. Throws a ConfigError with all problems. */
export const parseScenario = (text: string, file: string): ScenarioDocument => {
  const { document, problems } = parseLayer(text, file);
  if (document === undefined) throw new ConfigError(problems);
  return document;
};

const listScenario = async (name: string, paths: readonly string[], files: ScenarioFiles): Promise<ScenarioListing> => {
  const file = paths[0] as string;
  try {
    oneFileOf(files, name);
    const { document, problems } = await readLayer(file);
    return {
      name,
      description: document?.description,
      file,
      error: document === undefined ? new ConfigError(problems) : undefined,
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { name, description: undefined, file, error };
  }
};

/** The files of each scenario name, in alphabetical order. Several files with one name are an error when it is used. */
type ScenarioFiles = ReadonlyMap<string, readonly string[]>;

const findScenarioFiles = async (directory: string): Promise<ScenarioFiles> => {
  const files = new Map<string, string[]>();
  for (const entry of (await readDirectory(directory)).sort()) {
    if (!extensions.includes(extname(entry))) continue;
    const name = nameOf(entry);
    files.set(name, [...(files.get(name) ?? []), join(directory, entry)]);
  }
  return files;
};

const readDirectory = async (directory: string): Promise<string[]> => {
  try {
    return await readdir(directory);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw configError(
      'VIV_SCENARIO_UNREADABLE',
      `the scenarios in ${directory} cannot be read: ${(error as Error).message}`,
    );
  }
};

const nameOf = (file: string): string => basename(file, extname(file));

const oneFileOf = (files: ScenarioFiles, name: string): string | undefined => {
  const paths = files.get(name) ?? [];
  if (paths.length > 1)
    throw configError(
      'VIV_SCENARIO_DUPLICATE',
      `the scenario "${name}" exists ${paths.length} times: ${paths.join(' and ')}`,
      'Keep one.',
    );
  return paths[0];
};

const suggestScenario = (name: string, files: ScenarioFiles): string => {
  if (files.size === 0) return 'There are no scenario files.';
  const all = `Scenarios: ${[...files.keys()].join(', ')}.`;
  const suggestion = didYouMean(name, files.keys());
  return suggestion === undefined ? all : `${suggestion} ${all}`;
};

/** One file of a scenario: the scenario itself, or one that it extends. */
interface Layer {
  readonly file: string | undefined;
  /** The parsed text; undefined if it cannot be parsed. */
  readonly value: unknown;
  /** Undefined if there are problems. */
  readonly document: ScenarioDocument | undefined;
  readonly problems: readonly ConfigProblem[];
  readonly places: LocateProblem | undefined;
}

const readLayer = async (file: string): Promise<Layer> => parseLayer(await readText(file), file);

const readText = async (file: string): Promise<string> => {
  let bytes: Uint8Array;
  try {
    const { size } = await stat(file);
    if (size > maxScenarioBytes)
      throw unreadable(file, `the file has ${size} bytes; a scenario has at most ${maxScenarioBytes} (16 MiB)`);
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw unreadable(
      file,
      codeOf(error) === 'ENOENT' ? 'there is no such file' : `the file cannot be read: ${(error as Error).message}`,
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(file, 'the file is not UTF-8 text');
  }
};

const unreadable = (file: string, message: string): ConfigError =>
  new ConfigError([configProblem({ code: 'VIV_SCENARIO_UNREADABLE', message, file })]);

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const parseLayer = (text: string, file: string): Layer => {
  const source = createSourceText(text, file);
  const locateProblem = createLocateProblem(source);
  let value: unknown;
  try {
    // An empty file is a valid scenario: everything is optional.
    value = parseText(source) ?? {};
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { file, value: undefined, document: undefined, problems: error.problems, places: locateProblem };
  }
  const read = readDocument(value);
  if (read.ok) return { file, value, document: read.document, problems: [], places: locateProblem };
  const problems = sortByLocation(read.problems.map(locateProblem));
  return { file, value, document: undefined, problems, places: locateProblem };
};

/** The problems of a file, in the order of their locations. */
const sortByLocation = (problems: readonly ConfigProblem[]): readonly ConfigProblem[] =>
  problems.toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0));

/** The scenarios that can be extended. */
interface Base {
  readonly files: ScenarioFiles;
  readonly directory: string;
  /** The built-in `default`. */
  readonly builtIn: ScenarioDocument | undefined;
}

/** Reads all extended scenarios and merges them. Throws a ConfigError with the problems of all files. */
const assemble = async (name: string | undefined, first: Layer, base: Base): Promise<Scenario> => {
  const layers = [first];
  const problems = [...first.problems];
  const names = [name];
  for (let layer = first; ; ) {
    const parent = extendsOf(layer.value);
    if (parent === undefined) break;
    const next = await followExtends(parent, layer, names, base);
    if (!('value' in next)) {
      problems.push(next);
      break;
    }
    problems.push(...next.problems);
    layers.push(next);
    names.push(parent);
    layer = next;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const documents = layers.map((layer) => layer.document as ScenarioDocument);
  const document = documents.reduceRight((parent, child) => extendDocument(parent, child));
  return createScenario(name, document, { source: documents[0] as ScenarioDocument, locate: createLocate(layers) });
};

const followExtends = async (
  parent: string,
  layer: Layer,
  names: readonly (string | undefined)[],
  { files, directory, builtIn }: Base,
): Promise<Layer | ConfigProblem> => {
  const fail = (code: ConfigProblemCode, message: string, hint: string): ConfigProblem => {
    const problem: ScenarioProblem = { code, path: ['extends'], at: 'value', message, hint };
    return layer.places?.(problem) ?? locateNowhere(problem);
  };
  if (names.includes(parent)) {
    const circle = [...names.slice(names.indexOf(parent)), parent];
    const chain = circle.map((link) => files.get(link as string)?.[0] ?? link).join(' -> ');
    return fail('VIV_SCENARIO_CYCLE', `extends is circular: ${chain}`, 'A scenario cannot extend itself.');
  }
  const paths = files.get(parent) ?? [];
  if (paths.length === 1) return readLayer(paths[0] as string);
  if (paths.length > 1)
    return fail(
      'VIV_SCENARIO_DUPLICATE',
      `extends names "${parent}", which exists ${paths.length} times: ${paths.join(' and ')}`,
      'Keep one.',
    );
  if (parent === defaultScenarioName && builtIn !== undefined)
    return { file: undefined, value: builtIn, document: builtIn, problems: [], places: undefined };
  const message = `extends names an unknown scenario "${parent}": there is no ${join(directory, `${parent}.yaml`)}`;
  return fail('VIV_SCENARIO_UNKNOWN', message, suggestScenario(parent, files));
};

const extendsOf = (value: unknown): string | undefined =>
  isJsonObject(value) && Object.hasOwn(value, 'extends') && typeof value.extends === 'string'
    ? value.extends
    : undefined;

/** Locates a problem of the merged document in the file of the value. */
const createLocate =
  (layers: readonly Layer[]): Locate =>
  (problem) => {
    const layer = layers[
      originOf(
        layers.map(({ document }) => document),
        problem.path,
      )
    ] as Layer;
    return layer.places?.(problem) ?? locateNowhere(problem);
  };
