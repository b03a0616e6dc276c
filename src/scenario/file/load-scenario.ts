/** Loads and lists scenarios. Only the files `load*.ts` in this folder access the disk. */

import { dirname, join } from 'node:path';
import {
  ConfigError,
  type ConfigProblem,
  type ConfigProblemCode,
  configProblem,
  scenarioUnknown,
} from '../../core/primitives/config-error.ts';
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import type { Service } from '../../core/service/service.ts';
import { checkScenario } from '../data/check-scenario.ts';
import { builtInScenarios, defaultDocument } from '../data/default-scenario.ts';
import { problemAt, type ScenarioProblem } from '../document/document-path.ts';
import { extendDocument, layerOf } from '../document/extend.ts';
import { readDocument } from '../document/read-document.ts';
import { createScenario, type Locate, type Scenario } from '../document/read-scenario.ts';
import { type ScenarioDocument, scenarioKeys } from '../document/scenario-schema.ts';
import {
  findScenarioFiles,
  nameOf,
  oneFileOf,
  type ScenarioFiles,
  type ScenarioSnapshot,
  suggestScenario,
} from './load-files.ts';
import { type Layer, type ReadLayer, readLayer, sortByLocation } from './load-layer.ts';

interface ScenarioListing {
  readonly name: string;
  /** False for a file that is something else. */
  readonly isScenario: boolean;
  readonly description: string | undefined;
  readonly file: string;
  /** Set if the scenario cannot be used. */
  readonly error: ConfigError | undefined;
}

/** The error for a scenario that a directory does not have. */
export const noScenario = async (directory: string, name: string): Promise<ConfigError> => {
  const files = await findScenarioFiles(directory);
  return files.size === 0
    ? scenarioUnknown(`there is no scenario "${name}": ${directory} has no scenario files`)
    : scenarioUnknown(`there is no scenario "${name}" in ${directory}`, suggestScenario(name, files));
};

/**
 * The scenario with this name in a directory, merged with all that it extends; undefined if there is none. Reads only the necessary files,
 * from the snapshot if one is given. `builtIn`: the built-in `default`: `extends` may name a built-in scenario if there is no file of this name.
 */
export const findScenario = async (
  directory: string,
  name: string,
  builtIn?: ScenarioDocument,
  snapshot?: ScenarioSnapshot,
): Promise<Scenario | undefined> => {
  const { files, read } = snapshot ?? { files: await findScenarioFiles(directory), read: readLayer };
  const file = oneFileOf(files, name);
  if (file === undefined) return undefined;
  const layer = await read(file);
  if (snapshot !== undefined && !isScenario(layer)) return undefined;
  return assemble(name, layer, { files, directory, builtIn, read });
};

/** The scenario in a file, with its problems; extended scenarios are in the same directory. @throws ConfigError if it cannot be read. */
export const inspectScenarioFile = async (file: string, builtIn?: ScenarioDocument): Promise<Inspected> => {
  const directory = dirname(file);
  const files = await findScenarioFiles(directory);
  return inspect(nameOf(file), await readLayer(file), { files, directory, builtIn, read: readLayer });
};

/** An inline scenario, from code or the control API, without a name. Extended scenarios are in the directory, if any. */
export const loadInlineScenario = async (
  value: unknown,
  directory: string | undefined,
  builtIn?: ScenarioDocument,
): Promise<Scenario> => {
  const read = readDocument(value);
  const problems = read.ok ? [] : read.problems.map(configProblem);
  const document = read.ok ? read.value : undefined;
  const layer: Layer = { value, document, part: document ?? {}, problems, locate: undefined };
  const files =
    extendsOf(value) === undefined || directory === undefined ? new Map() : await findScenarioFiles(directory);
  return assemble(undefined, layer, { files, directory: directory ?? '', builtIn, read: readLayer });
};

/** All scenarios of a directory, including invalid ones; empty if the directory does not exist. */
export const listScenarios = async (directory: string): Promise<readonly ScenarioListing[]> => {
  const files = await findScenarioFiles(directory);
  return Promise.all([...files].map(([name, paths]) => listScenario(name, paths, { files, read: readLayer })));
};

/** The scenarios of a snapshot, without files that are something else. */
export const listSnapshot = async (snapshot: ScenarioSnapshot): Promise<readonly ScenarioListing[]> => {
  const listed = [...snapshot.files].map(([name, paths]) => listScenario(name, paths, snapshot));
  return (await Promise.all(listed)).filter((listing) => listing.isScenario);
};

/** Whether a file is meant as a scenario, even if it is broken. Most keys of any other file are unknown. */
const isScenario = ({ value, document }: Layer) => {
  if (value === undefined || document !== undefined) return true;
  if (!isJsonObject(value as Json)) return false;
  const keys = Object.keys(value as JsonObject).slice(0, maxComparedKeys);
  const all = scenarioKeys();
  const known = keys.filter((key) => all.includes(key) || didYouMean(key, all) !== undefined);
  return known.length * 2 > keys.length;
};

/** The keys of a file that are compared: a scenario has fewer. */
const maxComparedKeys = 50;

const listScenario = async (
  name: string,
  paths: readonly string[],
  { files, read }: Pick<ScenarioSnapshot, 'files' | 'read'>,
): Promise<ScenarioListing> => {
  const file = paths[0] as string;
  try {
    oneFileOf(files, name);
    const layer = await read(file);
    const error = layer.document === undefined ? new ConfigError(layer.problems) : undefined;
    return { name, isScenario: isScenario(layer), description: layer.document?.description, file, error };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { name, isScenario: true, description: undefined, file, error };
  }
};

/** The scenarios that can be extended. */
interface Base {
  readonly files: ScenarioFiles;
  readonly directory: string;
  /** The built-in `default`. */
  readonly builtIn: ScenarioDocument | undefined;
  readonly read: ReadLayer;
}

interface Inspected {
  readonly problems: readonly ConfigProblem[];
  /** The parts without problems, if there are problems. */
  readonly scenario: Scenario;
}

/** Throws a ConfigError with the problems of all files. */
const assemble = async (name: string | undefined, first: Layer, base: Base): Promise<Scenario> => {
  const { problems, scenario } = await inspect(name, first, base);
  if (problems.length > 0) throw new ConfigError(problems);
  return scenario;
};

/** Reads all extended scenarios and merges them. */
const inspect = async (name: string | undefined, first: Layer, base: Base): Promise<Inspected> => {
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
  const [source = {}, ...others] = layers.map(({ part }) => part);
  // Parents may be in the scenario that cannot be extended.
  const bases = problems.length > 0 ? [...others, { examples: true }] : others;
  const document = [source, ...bases].reduceRight((parent, child) => extendDocument(parent, child));
  return { problems, scenario: createScenario(name, document, { source, locate: createLocate(layers) }) };
};

const followExtends = async (
  parent: string,
  layer: Layer,
  names: readonly (string | undefined)[],
  { files, directory, builtIn, read }: Base,
): Promise<Layer | ConfigProblem> => {
  const fail = (code: ConfigProblemCode, message: string, hint: string): ConfigProblem => {
    const problem = problemAt(code, ['extends'], message, hint);
    return layer.locate?.(problem) ?? configProblem(problem);
  };
  if (names.includes(parent)) {
    const circle = [...names.slice(names.indexOf(parent)), parent];
    const chain = circle.map((link) => files.get(link as string)?.[0] ?? link).join(' -> ');
    return fail('VIV_SCENARIO_CYCLE', `extends is circular: ${chain}`, 'A scenario cannot extend itself.');
  }
  const paths = files.get(parent) ?? [];
  if (paths.length === 1) return read(paths[0] as string);
  const twice = `extends names "${parent}", which exists ${paths.length} times: ${paths.join(' and ')}`;
  if (paths.length > 1) return fail('VIV_SCENARIO_DUPLICATE', twice, 'Keep one.');
  const document = builtIn && builtInScenarios(builtIn).get(parent);
  if (document !== undefined) return { value: document, document, part: document, problems: [], locate: undefined };
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
    const parts = layers.map(({ part }) => part);
    return layers[layerOf(parts, problem.path)]?.locate?.(problem) ?? configProblem(problem);
  };

/**
 * All problems of a scenario file: of its structure, and of the files that it extends, and those with the service; undefined: the service is not known.
 * @param doubtsOf What is allowed and probably not meant.
 * @throws ConfigError if the file cannot be read.
 */
export const checkScenarioFile = async (
  file: string,
  service: Service | undefined,
  doubtsOf: (scenario: Scenario, service: Service) => readonly ScenarioProblem[] = () => [],
): Promise<readonly ConfigProblem[]> => {
  const builtIn = service === undefined ? {} : defaultDocument(service);
  const { problems, scenario } = await inspectScenarioFile(file, builtIn);
  const all = [...problems];
  if (service !== undefined)
    all.push(...checkScenario(scenario, service), ...doubtsOf(scenario, service).map(scenario.locate));
  return [...Map.groupBy(all, (problem) => problem.file).values()].flatMap(sortByLocation);
};
