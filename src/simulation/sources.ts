/** What a server serves and where that comes from: the document, the scenarios, and the starts made of them. */
import { existsSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInFaults } from '../core/faults/built-in-faults.ts';
import type { FaultEntry } from '../core/faults/fault.ts';
import { ConfigError, type ConfigProblem, configError } from '../core/primitives/config-error.ts';
import { didYouMean } from '../core/primitives/did-you-mean.ts';
import type { JsonObject } from '../core/primitives/json.ts';
import { matchesWildcard } from '../core/primitives/wildcard.ts';
import type { Service } from '../core/service/service.ts';
import { compileService } from '../openapi/compile.ts';
import { type LoadedDocument, loadDocument, locateProblem, overlayDocument } from '../openapi/load/load.ts';
import { checkScenario } from '../scenario/data/check-scenario.ts';
import { defaultDocument, defaultScenarioName } from '../scenario/data/default-scenario.ts';
import { createScenarioStart } from '../scenario/data/start.ts';
import { createScenario, type Scenario } from '../scenario/document/scenario.ts';
import type { ScenarioDocument } from '../scenario/document/schema.ts';
import { findScenario, listScenarios, loadInlineScenario, loadScenario } from '../scenario/file/load.ts';
import type { ScenarioSource } from '../server/edge/context.ts';
import type { StartOverrides, WorldStart } from '../world/world.ts';

export interface SourceOptions {
  /** A file, a URL, or a parsed document; undefined: the shipped one. */
  readonly document: string | JsonObject | undefined;
  /** Files or URLs of Overlays, laid over the document in their order. */
  readonly overlay: readonly string[];
  /** The name of the scenario that worlds start from, or one given whole. */
  readonly scenario: string | ScenarioDocument;
  /** The directory of scenario files; undefined: `scenarios`, or the shipped ones. */
  readonly scenarios: string | undefined;
  /** Laid over the start scenario. */
  readonly seed: number | undefined;
  /** `NAME[@operation]`, laid over the start scenario. */
  readonly fault: readonly string[];
  /** How the user writes an option, for the errors. */
  readonly nameOf: (option: string) => string;
}

export interface Sources {
  readonly service: Service;
  /** Undefined for a document that was given parsed. */
  readonly document: LoadedDocument | undefined;
  /** Every file that the document is made of, overlays too; also those that it refers to and that are not there. */
  readonly files: readonly string[];
  /** What is wrong with the overlays, though not so that they could not be used. */
  readonly problems: readonly ConfigProblem[];
  /** The shipped example's scenarios, where they are at hand but do not fit the document. */
  readonly leftOut: string | undefined;
  /** The directory that is watched and read; undefined when there is none. */
  readonly scenariosDirectory: string | undefined;
  readonly scenario: Scenario;
  readonly scenarios: ScenarioSource;
  /** Where a world starts that its first request opens. */
  readonly start: WorldStart;
}

const shipped = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The document that is served when none is named. */
export const shippedDocument = shipped('spec/animal-store.yaml');

/** Where one of our own pages is, by its shorter path. */
export const shippedGuide = (path: string): string => {
  const [whole, fromHere] = [shipped(path), relative('', shipped(path))];
  return fromHere.length < whole.length ? fromHere : whole;
};

/**
 * `before`: what was loaded before, whose document has not changed since.
 * @throws ConfigError when the document or the start scenario cannot be used.
 */
export const loadSources = async (options: SourceOptions, before?: Sources): Promise<Sources> => {
  const served = before ?? (await loadService(options));
  const { service, document, files, problems } = served;
  const found = findScenariosDirectory(options);
  const isLeftOut = options.scenario === 'default' && (await isMisplaced(found, options, service));
  const scenariosDirectory = isLeftOut ? undefined : found;
  const scenario = await readStartScenario(options, scenariosDirectory, service);
  if (scenario.data.size > 0 || scenario.rules.defaults.size > 0) await service.checksReady();
  const lay = layOptions(options, service);
  const scenarios = createScenarioSource(service, scenariosDirectory, options.scenario, lay);
  const start = scenarios.startOf(scenario, { name: typeof options.scenario === 'string' ? options.scenario : null });
  const leftOut = isLeftOut ? found : undefined;
  return { service, document, files, problems, leftOut, scenariosDirectory, scenario, scenarios, start };
};

/** The document alone, compiled. */
export const loadService = async ({
  document: given = shippedDocument,
  overlay,
}: Pick<SourceOptions, 'document' | 'overlay'>): Promise<
  Pick<Sources, 'service' | 'document' | 'files' | 'problems'>
> => {
  if (typeof given === 'object') {
    const { document, problems, texts } = await overlayDocument(given, overlay);
    return { service: compileService(document), document: undefined, files: pathsOf(texts), problems };
  }
  const document = await loadDocument(given, overlay);
  const service = compileService(document.document, document);
  return { service, document, files: pathsOf(document.texts), problems: document.problems };
};

/** All problems of the document that is served anyway. Locations are found in its text now, which takes a while. */
export const listProblems = ({ service, document, problems }: Sources): readonly ConfigProblem[] => [
  ...problems,
  ...service.problems.map((problem) => locateProblem(problem, document?.locate)),
];

const pathsOf = (texts: LoadedDocument['texts']): readonly string[] =>
  [...texts.keys()].filter((uri) => uri.startsWith('file:')).map((uri) => fileURLToPath(uri));

/** The directory named, else `scenarios`, else that of the shipped document; undefined when there is none. */
export const findScenariosDirectory = ({
  document,
  scenarios,
  nameOf,
}: Pick<SourceOptions, 'document' | 'scenarios' | 'nameOf'>): string | undefined => {
  if (scenarios !== undefined) {
    if (!existsSync(scenarios))
      throw configError('VIV_OPTION_INVALID', `${nameOf('scenarios')} ${scenarios}: there is no such directory`);
    return scenarios;
  }
  if (existsSync('scenarios')) return 'scenarios';
  return document === undefined ? shipped('scenarios') : undefined;
};

/**
 * Whether scenarios were found that are the shipped example's, and do not fit: somebody serves a document of their own from
 * a checkout. Those that were named, or are somebody's own, have to fit.
 */
export const isMisplaced = async (
  directory: string | undefined,
  { document, scenarios }: Pick<SourceOptions, 'document' | 'scenarios'>,
  service: Service,
): Promise<boolean> => {
  const example = shipped('scenarios');
  if (directory === undefined || document === undefined || scenarios !== undefined || !existsSync(example))
    return false;
  if (realpathSync(directory) !== realpathSync(example)) return false;
  const scenario = await findScenario(directory, defaultScenarioName, defaultDocument(service.collections));
  if (scenario === undefined) return false;
  await service.checksReady();
  return checkScenario(scenario, service).length > 0;
};

/** Without a file of that name, `default` is built in: a document alone is enough to start, and to see something. */
const findNamedScenario = async (
  directory: string | undefined,
  name: string,
  { collections }: Service,
): Promise<Scenario | undefined> => {
  const builtIn = defaultDocument(collections);
  const found = directory === undefined ? undefined : await findScenario(directory, name, builtIn);
  return found ?? (name === defaultScenarioName ? createScenario(name, builtIn) : undefined);
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
    `Create it, or name another with ${nameOf('scenarios')}.`,
  );
};

type Lay = (scenario: Scenario) => Scenario;

const createScenarioSource = (
  service: Service,
  directory: string | undefined,
  startScenario: SourceOptions['scenario'],
  lay: Lay,
): ScenarioSource => ({
  list: async () => {
    const listed = directory === undefined ? [] : await listScenarios(directory);
    if (listed.some(({ name }) => name === defaultScenarioName)) return listed;
    const { description } = defaultDocument(service.collections);
    return [{ name: defaultScenarioName, description }, ...listed];
  },
  get: (name) => findNamedScenario(directory, name, service),
  startOf: (scenario, overrides) => {
    const isStart =
      typeof startScenario === 'string' ? overrides.name === startScenario : scenario.source === startScenario;
    return createStart(service, isStart ? lay(scenario) : scenario, overrides);
  },
});

/** The scenario must fit the service: `service.checksReady()` must have been awaited where it has data or defaults. */
const createStart = (service: Service, scenario: Scenario, overrides: StartOverrides): WorldStart => {
  const { seed = scenario.seed, clock = scenario.clock } = overrides;
  const problems = checkScenario(scenario, service);
  if (problems.length > 0) throw new ConfigError(problems);
  const start = createScenarioStart(service, scenario);
  return {
    scenario,
    overrides,
    seed,
    clock,
    createState: (world, now) => start.createState({ name: world, seed, now }),
  };
};

/** Lays `--seed` and `--fault` over the start scenario. */
const layOptions =
  ({ seed, fault, nameOf }: SourceOptions, service: Service): Lay =>
  (scenario) => ({
    ...scenario,
    seed: seed ?? scenario.seed,
    faults: readFaultOptions(fault, nameOf('fault'), scenario, service),
  });

/** The scenario's faults with those of `--fault` laid over: `slow@a slow@b` is one fault on both. */
const readFaultOptions = (
  given: readonly string[],
  option: string,
  scenario: Scenario,
  service: Service,
): readonly FaultEntry[] => {
  const faults = new Map(scenario.faults.map((entry) => [entry.fault.name, entry]));
  const wanted = new Map<string, string[] | undefined>();
  for (const text of given) {
    const at = text.indexOf('@');
    const name = at < 0 ? text : text.slice(0, at);
    const operation = at < 0 ? undefined : text.slice(at + 1);
    const names = [...new Set([...faults.keys(), ...builtInFaults.keys()])];
    if (!names.includes(name))
      throw configError(
        'VIV_FAULT_UNKNOWN',
        `${option} ${text}: unknown fault "${name}"`,
        didYouMean(name, names) ?? `There are ${names.join(', ')}.`,
      );
    if (operation !== undefined && !service.operations.some(({ name: known }) => matchesWildcard(operation, known))) {
      const operations = service.operations.map((candidate) => candidate.name);
      throw configError(
        'VIV_OPERATION_UNKNOWN',
        `${option} ${text}: unknown operation "${operation}"`,
        didYouMean(operation, operations) ?? `There are ${operations.join(', ')}.`,
      );
    }
    const before = wanted.get(name);
    // Once without an operation is on all of them.
    if (operation === undefined || (wanted.has(name) && before === undefined)) wanted.set(name, undefined);
    else wanted.set(name, [...(before ?? []), operation]);
  }
  for (const [name, operations] of wanted) {
    const fault = (faults.get(name)?.fault ?? builtInFaults.get(name)) as FaultEntry['fault'];
    const on = operations === undefined ? fault.on : { ...fault.on, operation: operations };
    faults.set(name, { fault: { ...fault, on }, enabled: true });
  }
  return [...faults.values()];
};
