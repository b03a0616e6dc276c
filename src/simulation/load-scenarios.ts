/** The scenarios that worlds start from: those of the directory and the built-in ones, with `--fault` and `--seed`. */
import { existsSync, realpathSync } from 'node:fs';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInFaults } from '../core/faults/built-in-faults.ts';
import { webhookEffects } from '../core/faults/effects.ts';
import type { Fault, FaultEntry } from '../core/faults/fault.ts';
import {
  ConfigError,
  type ConfigProblem,
  type OptionNames,
  optionProblem,
  scenarioUnknown,
} from '../core/primitives/config-error.ts';
import { didYouMean, suggest } from '../core/primitives/did-you-mean.ts';
import { matchesWildcard } from '../core/primitives/wildcard.ts';
import { namesEndpoint } from '../core/service/login-facts.ts';
import type { Service } from '../core/service/service.ts';
import { wrongOperation } from '../core/service/wrong-name.ts';
import { packageFile } from '../files/package-file.ts';
import { lifecyclesFrom } from '../parts/lifecycles/stated.ts';
import { checkScenario, whyIdle } from '../scenario/data/check-scenario.ts';
import { builtInScenarios, defaultDocument, defaultScenarioName } from '../scenario/data/default-scenario.ts';
import { findCollection } from '../scenario/data/resolve-names.ts';
import { createScenario, type Scenario } from '../scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../scenario/document/scenario-schema.ts';
import { type ScenarioSnapshot, takeSnapshot } from '../scenario/file/load-files.ts';
import { findScenario, listSnapshot, loadInlineScenario, noScenario } from '../scenario/file/load-scenario.ts';
import type { ScenarioSource } from '../server/edge/context.ts';
import { startOfScenario } from '../world/control/start-request.ts';
import type { WorldStart } from '../world/world.ts';
import type { ServiceSources } from './service-source.ts';

/** `get` rejects a file that is broken, and was from the start. */
interface NamedScenarios extends Pick<ScenarioSource, 'list' | 'get'> {
  readonly snapshot: ScenarioSnapshot;
  /** The former versions of scenarios whose files are broken. */
  readonly kept: ReadonlyMap<string, Scenario>;
}

/** Returns undefined without a directory. `previous`: those before a change of files. */
const readNamedScenarios = async (
  directory: string | undefined,
  service: Service,
  previous: NamedScenarios | undefined,
): Promise<NamedScenarios | undefined> => {
  if (directory === undefined) return undefined;
  const snapshot = await takeSnapshot(directory, previous?.snapshot.parse);
  const read = (name: string): Promise<Scenario | undefined> =>
    findScenario(directory, name, defaultDocument(service), snapshot);
  const kept = new Map<string, Scenario>();
  for (const name of previous === undefined ? [] : namesToCompare(snapshot, previous)) {
    const before = await keptVersion(name, { service, read, previous: previous as NamedScenarios });
    if (before !== undefined) kept.set(name, before);
  }
  return {
    list: async () => {
      const listed = (await listSnapshot(snapshot)).map(({ name, description }) => [name, description] as const);
      const old = [...kept].map(([name, { source }]) => [name, source.description] as const);
      return [...new Map([...listed, ...old])].map(([name, description]) => ({ name, description }));
    },
    get: async (name) => kept.get(name) ?? read(name),
    snapshot,
    kept,
  };
};

/** A changed file may be extended by any other. After a change of the document, only old versions may have become useless. */
const namesToCompare = (snapshot: ScenarioSnapshot, previous: NamedScenarios): Iterable<string> => {
  const paths = [...snapshot.files.values(), ...previous.snapshot.files.values()].flat();
  const isChanged = paths.some((file) => snapshot.textOf(file) !== previous.snapshot.textOf(file));
  return isChanged ? snapshot.files.keys() : previous.kept.keys();
};

interface Candidates {
  readonly service: Service;
  readonly read: (name: string) => Promise<Scenario | undefined>;
  readonly previous: NamedScenarios;
}

/** The former version, if it can be used and the present one cannot. */
const keptVersion = async (name: string, { service, read, previous }: Candidates): Promise<Scenario | undefined> => {
  const before = await previous.get(name).catch(orBroken);
  if (before === undefined) return undefined;
  const present = await read(name).catch(orBroken);
  const isUsable = (scenario: Scenario) => checkScenario(scenario, service).length === 0;
  if (present !== undefined && isUsable(present)) return undefined;
  return isUsable(before) ? before : undefined;
};

const orBroken = (error: unknown): undefined => {
  if (!(error instanceof ConfigError)) throw error;
  return undefined;
};

export interface ScenarioOptions extends OptionNames {
  readonly services: ServiceSources;
  /** The scenario that worlds start from: its name, or a scenario document. */
  readonly scenario: string | ScenarioDocument;
  /** The directory of scenario files; undefined: `scenarios`, or that of the shipped example. */
  readonly scenarios?: string | undefined;
  readonly seed?: number | undefined;
  readonly locale?: string | undefined;
  /** `NAME[@operation]`, added to the faults of the start scenario. */
  readonly fault: readonly string[];
}

export interface LoadedScenarios {
  /** The scenarios directory of the shipped example, if it was found but ignored since it does not fit the document. */
  readonly ignoredScenarios: string | undefined;
  /** The directory of scenario files that is read and watched; undefined if there is none. */
  readonly scenariosDirectory: string | undefined;
  readonly scenario: Scenario;
  readonly scenarios: ScenarioSource;
  /** The scenarios of the directory, as they were when it was read. */
  readonly named: NamedScenarios | undefined;
  /** The start of a world that is opened by its first request. */
  readonly start: WorldStart;
}

const shippedScenarios = fileURLToPath(packageFile('scenarios'));

/** @throws ConfigError if the start scenario cannot be used. */
export const loadScenarios = async (
  options: ScenarioOptions,
  service: Service,
  previous?: LoadedScenarios,
): Promise<LoadedScenarios> => {
  const found = findScenariosDirectory(options);
  const isIgnored = isBuiltIn(options.scenario) && (await isMisplaced(found, options, service));
  const scenariosDirectory = isIgnored ? undefined : found;
  // At the same time as the start scenario, for which a server waits.
  const reading = readNamedScenarios(scenariosDirectory, service, previous?.named);
  reading.catch(() => {});
  const scenario = await readStartScenario(options, scenariosDirectory, service);
  const override = overrideScenario(options, service);
  const named = await reading;
  const scenarios = createScenarioSource(service, named, options.scenario, override);
  const start = scenarios.startOf(scenario, { name: typeof options.scenario === 'string' ? options.scenario : null });
  return { ignoredScenarios: isIgnored ? found : undefined, scenariosDirectory, scenario, scenarios, named, start };
};

/** The named directory, else `scenarios`, else that of the shipped example; undefined if there is none. */
export const findScenariosDirectory = ({
  services,
  scenarios,
  ...names
}: Pick<ScenarioOptions, 'services' | 'scenarios' | 'nameOf' | 'placeOf'>): string | undefined => {
  if (scenarios !== undefined) {
    if (existsSync(scenarios)) return scenarios;
    const wrong = { value: scenarios, message: 'no such directory', hint: 'Create it, or name another one.' };
    throw new ConfigError([optionProblem(names, ['scenarios'], { code: 'VIV_OPTION_INVALID', ...wrong })]);
  }
  if (services.isBeside !== true && existsSync('scenarios')) return 'scenarios';
  return services.origin === 'shipped' ? shippedScenarios : undefined;
};

/**
 * Whether the scenarios of the shipped example were found, and do not fit: this happens when a checkout serves another
 * document. Scenarios that the user named or wrote must fit.
 */
export const isMisplaced = async (
  directory: string | undefined,
  { services, scenarios }: Pick<ScenarioOptions, 'services' | 'scenarios'>,
  service: Service,
): Promise<boolean> => {
  const isMeant = services.origin === 'shipped' || scenarios !== undefined;
  if (directory === undefined || isMeant || !existsSync(shippedScenarios)) return false;
  if (realpathSync(directory) !== realpathSync(shippedScenarios)) return false;
  const scenario = await findScenario(directory, defaultScenarioName, defaultDocument(service));
  return scenario !== undefined && checkScenario(scenario, service).length > 0;
};

/** `default` and `empty` are built in unless files have these names, so that a document alone is enough to start with data, or without. */
const builtInScenario = (name: string, service: Service): Scenario | undefined => {
  const document = builtInScenarios(defaultDocument(service)).get(name);
  return document && createScenario(name, document);
};

const readStartScenario = async (
  { scenario, nameOf, placeOf }: ScenarioOptions,
  directory: string | undefined,
  service: Service,
): Promise<Scenario> => {
  if (typeof scenario !== 'string') return loadInlineScenario(scenario, directory, defaultDocument(service));
  const builtIn = defaultDocument(service);
  const inFile = directory === undefined ? undefined : await findScenario(directory, scenario, builtIn);
  const found = inFile ?? builtInScenario(scenario, service);
  if (found !== undefined) return found;
  const missing = `there is no scenario "${scenario}": the directory "scenarios" is missing`;
  const creation = `Create it, or name another directory with ${nameOf('scenarios')}.`;
  const unknown = directory === undefined ? scenarioUnknown(missing, creation) : await noScenario(directory, scenario);
  // The user has named a file in place of a scenario.
  const { dir, name } = parse(scenario);
  const hint = `It is a file: name its directory with ${nameOf('scenarios')}${dir === '' ? ' .' : ` ${dir}`}, and the scenario as "${name}".`;
  const inPlace = { ...(existsSync(scenario) && { hint }), ...placeOf?.('scenario') };
  throw new ConfigError(unknown.problems.map((problem) => ({ ...problem, ...inPlace })));
};

const isBuiltIn = (scenario: ScenarioOptions['scenario']) =>
  typeof scenario === 'string' && builtInScenarios({}).has(scenario);

type OverrideScenario = (scenario: Scenario) => Scenario;

const createScenarioSource = (
  service: Service,
  named: NamedScenarios | undefined,
  startScenario: ScenarioOptions['scenario'],
  override: OverrideScenario,
): ScenarioSource => ({
  list: async () => {
    const listed = (await named?.list()) ?? [];
    const files = new Set(listed.map(({ name }) => name));
    const builtIn = [...builtInScenarios(defaultDocument(service))]
      .filter(([name]) => !files.has(name))
      .map(([name, { description }]) => ({ name, description }));
    return [...builtIn, ...listed];
  },
  get: async (name) => (await named?.get(name)) ?? builtInScenario(name, service),
  startOf: (scenario, overrides) => {
    const isStart =
      typeof startScenario === 'string' ? overrides.name === startScenario : scenario.source === startScenario;
    return startOfScenario(service, isStart ? override(scenario) : scenario, overrides);
  },
});

/** Applies `--seed`, `--locale` and `--fault` to the start scenario. */
const overrideScenario =
  ({ seed, locale, fault, ...names }: ScenarioOptions, service: Service): OverrideScenario =>
  (scenario) => ({
    ...scenario,
    seed: seed ?? scenario.seed,
    rules: locale === undefined ? scenario.rules : { ...scenario.rules, locale },
    faults: readFaultOptions(fault, names, scenario, service),
  });

/** The faults of the scenario and those of `--fault`. `slow@a slow@b` is one fault on both operations. */
const readFaultOptions = (
  texts: readonly string[],
  names: OptionNames,
  scenario: Scenario,
  service: Service,
): readonly FaultEntry[] => {
  const faults = new Map(scenario.faults.map((entry) => [entry.fault.name, entry]));
  const known = [...new Set([...faults.keys(), ...builtInFaults.keys()])];
  const faultOf = (name: string) => (faults.get(name)?.fault ?? builtInFaults.get(name)) as Fault;
  const requested = new Map<string, (readonly [kind: TargetKind, name: string] | undefined)[]>();
  const problems: ConfigProblem[] = [];
  for (const [index, text] of texts.entries()) {
    const separator = text.indexOf('@');
    const name = separator < 0 ? text : text.slice(0, separator);
    const target = separator < 0 ? undefined : text.slice(separator + 1);
    const read =
      findWrongName(name, target, known) ??
      (target === undefined ? readIdle(faultOf(name), scenario, service) : readTarget(target, faultOf(name), service));
    const others = requested.get(name) ?? [];
    const isMixed = Array.isArray(read) && others.some((other) => other !== undefined && other[0] !== read[0]);
    const wrong = isMixed ? mixedTargets : read;
    if (wrong !== undefined && 'code' in wrong)
      problems.push(optionProblem(names, ['fault', index], { ...wrong, value: text }));
    else requested.set(name, [...others, wrong]);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  for (const [name, targets] of requested) {
    const fault = faultOf(name);
    const named = targets.filter((target) => target !== undefined);
    // A fault that is named once without a target applies to everything.
    const on =
      named.length < targets.length ? undefined : { [named[0]?.[0] as TargetKind]: named.map(([, one]) => one) };
    faults.set(name, { fault: on === undefined ? fault : { ...fault, on: { ...fault.on, ...on } }, enabled: true });
  }
  return [...faults.values()];
};

type TargetKind = 'operation' | 'webhook';

const readIdle = (fault: Fault, { document }: Scenario, service: Service): Wrong | undefined => {
  const rules = lifecyclesFrom(document.lifecycles, (name) => findCollection(name, service.collections));
  const idle = whyIdle(fault, service, rules);
  return idle && { code: 'VIV_FAULT_INVALID', ...idle, hint: idle.hint ?? 'Choose another fault.' };
};

/** What the text behind `@` names: an operation; else a webhook, if the fault can disturb one. */
const readTarget = (
  target: string,
  { effect: { type } }: Fault,
  { operations, webhooks = [], callbacks = [], logins = [] }: Service,
): readonly [TargetKind, string] | Wrong => {
  const sent = webhookEffects.includes(type) ? [...webhooks, ...callbacks].map(({ name }) => name) : [];
  const isSent = sent.some((name) => matchesWildcard(target, name));
  const isOfLogin = logins.length > 0 && namesEndpoint(target);
  const wrong = isOfLogin ? undefined : wrongOperation(target, operations);
  if (isSent && (type === 'webhook' || wrong !== undefined)) return ['webhook', target];
  if (type === 'webhook') {
    const hint = suggest(target, 'webhooks', sent);
    return { code: 'VIV_FAULT_INVALID', message: `unknown webhook "${target}"`, hint };
  }
  if (wrong === undefined) return ['operation', target];
  return { ...wrong, hint: didYouMean(target, [...operations.map(({ name }) => name), ...sent]) ?? wrong.hint };
};

const mixedTargets: Wrong = {
  code: 'VIV_FAULT_INVALID',
  message: 'a fault is on operations or on webhooks, not on both',
  hint: 'Copy it under another name, in the scenario.',
};

type Wrong = Pick<ConfigProblem, 'code' | 'message' | 'hint'>;

const findWrongName = (name: string, target: string | undefined, known: readonly string[]): Wrong | undefined => {
  const isList = name.includes(',');
  if (name === '' || target === '' || isList) {
    const hint = isList
      ? 'Separate several faults: --fault slow --fault flaky, or [slow, flaky] in a list.'
      : undefined;
    return { code: 'VIV_FAULT_INVALID', message: 'a fault must be NAME or NAME@operation', hint };
  }
  if (known.includes(name)) return undefined;
  return { code: 'VIV_FAULT_UNKNOWN', message: `unknown fault "${name}"`, hint: suggest(name, 'faults', known) };
};
