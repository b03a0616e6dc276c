/** Loads the document and the scenarios, and creates starts of worlds from them. */
import { existsSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInFaults } from '../core/faults/built-in-faults.ts';
import type { FaultEntry } from '../core/faults/fault.ts';
import { ConfigError, type ConfigProblem, configError } from '../core/primitives/config-error.ts';
import { didYouMean } from '../core/primitives/did-you-mean.ts';
import { combineServices } from '../core/service/combine.ts';
import { findByName, matchesName } from '../core/service/names.ts';
import type { Service } from '../core/service/service.ts';
import { compileService } from '../openapi/compile.ts';
import { type LoadedDocument, loadDocument, locateProblem, overlayDocument } from '../openapi/load/load.ts';
import { checkScenario } from '../scenario/data/check-scenario.ts';
import { builtInScenarios, defaultDocument, defaultScenarioName } from '../scenario/data/default-scenario.ts';
import { createScenario, type Scenario } from '../scenario/document/scenario.ts';
import type { ScenarioDocument } from '../scenario/document/schema.ts';
import { findScenario, listScenarios, loadInlineScenario, loadScenario } from '../scenario/file/load.ts';
import type { ScenarioSource } from '../server/edge/context.ts';
import { startOfScenario } from '../world/control/scenario-start.ts';
import type { WorldStart } from '../world/world.ts';
import { attachHandlers, type LoadedHandlers, readHandlers } from './handlers/read-handlers.ts';
import type { ServiceSource, ServiceSources } from './service-source.ts';

export interface SourceOptions {
  readonly services: ServiceSources;
  /** The scenario that worlds start from: its name, or a scenario document. */
  readonly scenario: string | ScenarioDocument;
  /** The directory of scenario files; undefined: `scenarios`, or that of the shipped example. */
  readonly scenarios: string | undefined;
  /** Overrides the seed of the start scenario. */
  readonly seed: number | undefined;
  /** `NAME[@operation]`, added to the faults of the start scenario. */
  readonly fault: readonly string[];
  /** Handlers by the names of operations, or their file: a path or a `file:` URL; undefined: none. */
  readonly handlers?: string | URL | object | undefined;
  /** The name of an option as the user writes it. For error messages. */
  readonly nameOf: (option: string) => string;
}

/** One compiled service. */
export interface LoadedService {
  readonly service: Service;
  /** Undefined for a parsed document. */
  readonly document: LoadedDocument | undefined;
  /** All files of the document and of its Overlays, including missing files that they refer to. */
  readonly files: readonly string[];
  /** Problems of the document and of Overlays that do not prevent serving. */
  readonly problems: readonly ConfigProblem[];
}

export interface Sources {
  /** In the order of `SourceOptions.services`. */
  readonly loaded: readonly LoadedService[];
  /** All of them together, with the handlers. */
  readonly service: Service;
  readonly handlers: LoadedHandlers | undefined;
  /** The files of all services. */
  readonly files: readonly string[];
  /** The scenarios directory of the shipped example, if it was found but ignored since it does not fit the document. */
  readonly ignoredScenarios: string | undefined;
  /** The directory of scenario files that is read and watched; undefined if there is none. */
  readonly scenariosDirectory: string | undefined;
  readonly scenario: Scenario;
  readonly scenarios: ScenarioSource;
  /** The start of a world that is opened by its first request. */
  readonly start: WorldStart;
}

const shipped = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The path of one of Vivarium's own pages: absolute or relative, whichever is shorter. */
export const shippedGuide = (path: string): string => {
  const [absolute, fromHere] = [shipped(path), relative('', shipped(path))];
  return fromHere.length < absolute.length ? fromHere : absolute;
};

/** The sources before a change of files. Services without a changed file are not loaded again. */
export interface PreviousSources {
  readonly sources: Sources;
  readonly changed: readonly string[];
  /** Undefined: they changed, or there are none. */
  readonly unchangedHandlers?: LoadedHandlers | undefined;
}

/** @throws ConfigError if a document, a handler or the start scenario cannot be used. */
export const loadSources = async (options: SourceOptions, previous?: PreviousSources): Promise<Sources> => {
  const { loaded, service: combined } = await loadServices(options.services.list, previous);
  const handlers = previous?.unchangedHandlers ?? (await readGivenHandlers(options.handlers));
  const service = handlers === undefined ? combined : attachHandlers(combined, handlers);
  const found = findScenariosDirectory(options);
  const isIgnored = isBuiltIn(options.scenario) && (await isMisplaced(found, options, service));
  const scenariosDirectory = isIgnored ? undefined : found;
  const scenario = await readStartScenario(options, scenariosDirectory, service);
  const override = overrideScenario(options, service);
  const scenarios = createScenarioSource(service, scenariosDirectory, options.scenario, override);
  const start = scenarios.startOf(scenario, { name: typeof options.scenario === 'string' ? options.scenario : null });
  const ignoredScenarios = isIgnored ? found : undefined;
  const files = [...new Set(loaded.flatMap((each) => each.files))];
  return { loaded, service, handlers, files, ignoredScenarios, scenariosDirectory, scenario, scenarios, start };
};

const readGivenHandlers = async (given: SourceOptions['handlers']): Promise<LoadedHandlers | undefined> => {
  if (given === undefined) return undefined;
  if (typeof given === 'object' && !(given instanceof URL)) return readHandlers(given);
  // Loaded now: most servers start without handlers.
  const { loadHandlers } = await import('./handlers/load-handlers.ts');
  return loadHandlers(String(given));
};

/** Loads, compiles and combines the services, without scenarios. */
export const loadServices = async (
  [first, ...others]: ServiceSources['list'],
  previous?: PreviousSources,
): Promise<Pick<Sources, 'loaded' | 'service'>> => {
  const load = (source: ServiceSource, index: number): LoadedService | Promise<LoadedService> => {
    const before = previous?.sources.loaded[index];
    const isSame = before !== undefined && !previous?.changed.some((file) => before.files.includes(file));
    return isSame ? before : loadService(source);
  };
  const loaded = await allLoaded([first, ...others].map(load));
  const before = previous?.sources;
  if (before !== undefined && loaded.every((each, index) => each === before.loaded[index])) return before;
  return {
    loaded,
    service: combineServices(loaded.map(({ service }) => service) as [Service, ...Service[]], before?.service),
  };
};

/** The problems of all services at once, as in one document. */
const allLoaded = async (
  loading: readonly (LoadedService | Promise<LoadedService>)[],
): Promise<readonly LoadedService[]> => {
  const settled = await Promise.allSettled(loading);
  const failures = settled.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
  const bug = failures.find((error) => !(error instanceof ConfigError));
  if (bug !== undefined) throw bug;
  if (failures.length > 0) throw new ConfigError(failures.flatMap((error) => (error as ConfigError).problems));
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
};

/** Loads and compiles one document. */
const loadService = async ({ name, document: given, overlay, base }: ServiceSource): Promise<LoadedService> => {
  if (typeof given === 'object') {
    const { document, problems, texts } = await overlayDocument(given, overlay);
    return { service: compileService(document, { name, base }), document: undefined, files: pathsOf(texts), problems };
  }
  const document = await loadDocument(given, overlay);
  const service = inFile(given, () => compileService(document.document, { ...document, name, base }));
  return { service, document, files: pathsOf(document.texts), problems: document.problems };
};

/** Names the file in problems without one. */
const inFile = <Result>(file: string, run: () => Result): Result => {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.problems.map((problem) => ({ ...problem, file: problem.file ?? file })));
  }
};

/** All problems of the documents that are served anyway. Locations are found in their texts now, which takes a while. */
export const listProblems = ({ loaded }: Pick<Sources, 'loaded'>): readonly ConfigProblem[] =>
  loaded.flatMap(({ service, document, problems }) => [
    ...problems,
    ...service.problems.map((problem) => locateProblem(problem, document?.locate)),
  ]);

/** The number of problems that {@link listProblems} lists. */
export const countProblems = ({ loaded }: Pick<Sources, 'loaded'>): number =>
  loaded.reduce((sum, { service, problems }) => sum + service.problems.length + problems.length, 0);

const pathsOf = (texts: LoadedDocument['texts']): readonly string[] =>
  [...texts.keys()].filter((uri) => uri.startsWith('file:')).map((uri) => fileURLToPath(uri));

/** The named directory, else `scenarios`, else that of the shipped example; undefined if there is none. */
export const findScenariosDirectory = ({
  services,
  scenarios,
  nameOf,
}: Pick<SourceOptions, 'services' | 'scenarios' | 'nameOf'>): string | undefined => {
  if (scenarios !== undefined) {
    if (!existsSync(scenarios))
      throw configError('VIV_OPTION_INVALID', `${nameOf('scenarios')} ${scenarios}: no such directory`);
    return scenarios;
  }
  if (existsSync('scenarios')) return 'scenarios';
  return services.origin === 'shipped' ? shipped('scenarios') : undefined;
};

/**
 * Whether the scenarios of the shipped example were found, and do not fit: this happens when a checkout serves another
 * document. Scenarios that the user named or wrote must fit.
 */
export const isMisplaced = async (
  directory: string | undefined,
  { services, scenarios }: Pick<SourceOptions, 'services' | 'scenarios'>,
  service: Service,
): Promise<boolean> => {
  const example = shipped('scenarios');
  if (directory === undefined || services.origin === 'shipped' || scenarios !== undefined || !existsSync(example))
    return false;
  if (realpathSync(directory) !== realpathSync(example)) return false;
  const scenario = await findScenario(directory, defaultScenarioName, defaultDocument(service.collections));
  if (scenario === undefined) return false;
  return checkScenario(scenario, service).length > 0;
};

/** `default` and `empty` are built in unless files have these names, so that a document alone is enough to start with data, or without. */
const findNamedScenario = async (
  directory: string | undefined,
  name: string,
  { collections }: Service,
): Promise<Scenario | undefined> => {
  const builtIn = defaultDocument(collections);
  const found = directory === undefined ? undefined : await findScenario(directory, name, builtIn);
  const document = builtInScenarios(builtIn).get(name);
  return found ?? (document && createScenario(name, document));
};

const readStartScenario = async (
  { scenario, nameOf }: SourceOptions,
  directory: string | undefined,
  service: Service,
): Promise<Scenario> => {
  if (typeof scenario !== 'string')
    return loadInlineScenario(scenario, directory, defaultDocument(service.collections));
  const found = await findNamedScenario(directory, scenario, service);
  if (found !== undefined) return found;
  if (directory !== undefined) return loadScenario(directory, scenario);
  throw configError(
    'VIV_SCENARIO_UNKNOWN',
    `there is no scenario "${scenario}": the directory "scenarios" is missing`,
    `Create it, or name another directory with ${nameOf('scenarios')}.`,
  );
};

const isBuiltIn = (scenario: SourceOptions['scenario']): boolean =>
  typeof scenario === 'string' && builtInScenarios({}).has(scenario);

type OverrideScenario = (scenario: Scenario) => Scenario;

const createScenarioSource = (
  service: Service,
  directory: string | undefined,
  startScenario: SourceOptions['scenario'],
  override: OverrideScenario,
): ScenarioSource => ({
  list: async () => {
    const listed = directory === undefined ? [] : await listScenarios(directory);
    const files = new Set(listed.map(({ name }) => name));
    const builtIn = [...builtInScenarios(defaultDocument(service.collections))]
      .filter(([name]) => !files.has(name))
      .map(([name, { description }]) => ({ name, description }));
    return [...builtIn, ...listed];
  },
  get: (name) => findNamedScenario(directory, name, service),
  startOf: (scenario, overrides) => {
    const isStart =
      typeof startScenario === 'string' ? overrides.name === startScenario : scenario.source === startScenario;
    return startOfScenario(service, isStart ? override(scenario) : scenario, overrides);
  },
});

/** Applies `--seed` and `--fault` to the start scenario. */
const overrideScenario =
  ({ seed, fault, nameOf }: SourceOptions, service: Service): OverrideScenario =>
  (scenario) => ({
    ...scenario,
    seed: seed ?? scenario.seed,
    faults: readFaultOptions(fault, nameOf('fault'), scenario, service),
  });

/** @throws ConfigError if no operation has this name or pattern, or if several services have an operation of this name. */
const checkOperation = (operation: string, option: string, { operations }: Service): void => {
  const lookup = findByName(operations, operation);
  if (lookup.type === 'ambiguous')
    throw configError(
      'VIV_NAME_AMBIGUOUS',
      `${option}: several services have the operation "${operation}"`,
      `Write ${lookup.names.join(' or ')}.`,
    );
  if (operations.some((known) => matchesName(operation, known))) return;
  const names = operations.map(({ name }) => name);
  throw configError(
    'VIV_OPERATION_UNKNOWN',
    `${option}: unknown operation "${operation}"`,
    didYouMean(operation, names) ?? `The operations are ${names.join(', ')}.`,
  );
};

/** The faults of the scenario and those of `--fault`. `slow@a slow@b` is one fault on both operations. */
const readFaultOptions = (
  texts: readonly string[],
  option: string,
  scenario: Scenario,
  service: Service,
): readonly FaultEntry[] => {
  const faults = new Map(scenario.faults.map((entry) => [entry.fault.name, entry]));
  const requested = new Map<string, string[] | undefined>();
  for (const text of texts) {
    const separator = text.indexOf('@');
    const name = separator < 0 ? text : text.slice(0, separator);
    const operation = separator < 0 ? undefined : text.slice(separator + 1);
    const names = [...new Set([...faults.keys(), ...builtInFaults.keys()])];
    if (!names.includes(name))
      throw configError(
        'VIV_FAULT_UNKNOWN',
        `${option} ${text}: unknown fault "${name}"`,
        didYouMean(name, names) ?? `The faults are ${names.join(', ')}.`,
      );
    if (operation !== undefined) checkOperation(operation, `${option} ${text}`, service);
    const previous = requested.get(name);
    // A fault that is named once without an operation applies to all operations.
    if (operation === undefined || (requested.has(name) && previous === undefined)) requested.set(name, undefined);
    else requested.set(name, [...(previous ?? []), operation]);
  }
  for (const [name, operations] of requested) {
    const fault = (faults.get(name)?.fault ?? builtInFaults.get(name)) as FaultEntry['fault'];
    const on = operations === undefined ? fault.on : { ...fault.on, operation: operations };
    faults.set(name, { fault: { ...fault, on }, enabled: true });
  }
  return [...faults.values()];
};
