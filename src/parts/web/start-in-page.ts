/** The engine without Node, for a page, a worker or a playground. */
import { ConfigError, configProblem, formatProblem, scenarioCycle } from '../../core/primitives/config-error.ts';
import type { Service } from '../../core/service/service.ts';
import { checkedSamples } from '../../library/checked-samples.ts';
import { checkArgument } from '../../library/read-arguments.ts';
import type { VivariumWorld } from '../../library/world-api.ts';
import { createWorldHandle, type HandleOptions } from '../../library/world-handle.ts';
import { builtInScenarios, defaultDocument, defaultScenarioName } from '../../scenario/data/default-scenario.ts';
import { extendDocument } from '../../scenario/document/extend.ts';
import { readDocument } from '../../scenario/document/read-document.ts';
import { createScenario, type Scenario } from '../../scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../scenario/document/scenario-schema.ts';
import { libraryOptionsSchema, readOptions } from '../../simulation/options.ts';
import { attachParts } from '../../simulation/parts.ts';
import {
  createStart,
  type LocalStartRequest,
  planStart,
  startOfScenario,
  unknownScenario,
} from '../../world/control/start-request.ts';
import { createRedactFor } from '../../world/evidence/redact.ts';
import { createPendingCalls } from '../../world/fetch.ts';
import { silentLogger } from '../../world/logger.ts';
import type { StartOverrides, WorldStart } from '../../world/world.ts';
import { Worlds } from '../../world/worlds.ts';
import type { BrowserVivarium, BrowserVivariumOptions } from './api.ts';
import { loadDocument } from './load-document.ts';

/**
 * Loads a document and compiles it. `base`: the base path, in place of the document's.
 *
 * @throws ConfigError if the document, the scenario or an option cannot be used.
 */
export const startInPage = async (options: BrowserVivariumOptions, base?: string) => {
  checkArgument(options, { name: 'the options', example: "createVivarium({ document: '/api.yaml' })" });
  const { document, overlay = [], files = {}, scenario = defaultScenarioName, scenarios = {}, save, ...rest } = options;
  const {
    seed,
    stateless,
    maxWorlds,
    journal,
    maxBody,
    showCredentials,
    logger = silentLogger,
  } = readOptions(browserOptionsSchema, rest, (name) => `option "${name}"`);
  // Not loaded before there is a document: it is half of the code.
  const [{ document: whole, conversion, uri, broken, problems }, { compileService }] = await Promise.all([
    loadDocument({ document, overlay, files }),
    import('./page-document.ts'),
  ]);
  const service = attachParts(
    compileService(whole, { broken, conversion, stateless, base, ...(uri !== undefined && { uri }) }),
  );
  await service.ready();
  for (const problem of problems) logger.warn(formatProblem(problem));
  for (const { code, message, pointer } of service.problems)
    logger.warn(formatProblem(configProblem({ code, message: `${message} (at ${pointer})` })));
  const starts = createStarts(service, scenarios, { scenario, seed });
  const redactFor = createRedactFor({ showCredentials });
  const worlds = new Worlds(service, starts.first, { maxWorlds, journalLimit: journal, logger, redactFor });
  const { keepWorlds } = save === undefined ? {} : await import('./keep-worlds.ts');
  const endKeeping = await keepWorlds?.({ save: save as NonNullable<typeof save>, worlds, scenarios: starts, logger });
  await worlds.ready();
  let isClosed = false;
  const handleOptions: HandleOptions = {
    maxBodyBytes: maxBody,
    redactFor,
    startFor: starts.startFor,
    returned: new WeakSet(),
    pendingIn: createPendingCalls(),
    isClosed: () => isClosed,
  };
  const handleOf = (name?: string): VivariumWorld => createWorldHandle(worlds, name, handleOptions);
  const vivarium: BrowserVivarium = {
    ...checkedSamples({ service: () => service, startFor: starts.startFor }),
    title: service.title,
    world: handleOf,
    control: async (request) => {
      const { answerControl } = await import('./page-control.ts');
      return answerControl({ worlds, redactFor, handleOf, scenarios: starts.names }, request);
    },
    close: () => {
      isClosed = true;
      endKeeping?.();
      worlds.dismiss();
    },
  };
  return { vivarium, worlds };
};

const browserOptionsSchema = libraryOptionsSchema.pick({
  seed: true,
  stateless: true,
  maxWorlds: true,
  journal: true,
  maxBody: true,
  showCredentials: true,
  logger: true,
});

/** @throws ConfigError if the start scenario cannot be used. */
const createStarts = (
  service: Service,
  documents: Readonly<Record<string, ScenarioDocument>>,
  { scenario: chosen, seed }: { readonly scenario: string | ScenarioDocument; readonly seed: number | undefined },
) => {
  const builtIn = builtInScenarios(defaultDocument(service));
  const names = [...new Set([...builtIn.keys(), ...Object.keys(documents)])];
  /** `path`: the scenarios that extend this one. */
  const find = (
    named: { readonly name: string; readonly property: string },
    path: readonly string[] = [],
  ): Scenario => {
    const { name } = named;
    const isOwn = Object.hasOwn(documents, name) && path.at(-1) !== name;
    const document = isOwn ? documents[name] : builtIn.get(name);
    if (document === undefined) throw unknownScenario(named, names);
    if (isOwn && path.includes(name)) throw scenarioCycle(`extends is circular: ${[...path, name].join(' -> ')}`);
    return merge(document, name, [...path, name]);
  };
  /** A document with the name of a built-in scenario may extend that one. */
  const merge = (value: unknown, name: string | undefined, path: readonly string[]): Scenario => {
    const read = readDocument(value);
    if (!read.ok) throw new ConfigError(read.problems.map(configProblem));
    const { value: document } = read;
    if (document.extends === undefined) return createScenario(name, document);
    const base = find({ name: document.extends, property: 'extends' }, path).document;
    return createScenario(name, extendDocument(base, document), { source: document, locate: configProblem });
  };
  const name = typeof chosen === 'string' ? chosen : null;
  const scenario =
    typeof chosen === 'string' ? find({ name: chosen, property: 'scenario' }) : merge(chosen, undefined, []);
  /** The seed of the options belongs to the start scenario. */
  const startOf = (found: Scenario, overrides: StartOverrides): WorldStart =>
    startOfScenario(
      service,
      seed !== undefined && name !== null && overrides.name === name ? { ...found, seed } : found,
      overrides,
    );
  const first = startOfScenario(service, seed === undefined ? scenario : { ...scenario, seed }, { name });
  return {
    names,
    /** The start of a world that is opened by its first use. */
    first,
    get: async (name: string): Promise<Scenario> => find({ name, property: 'scenario' }),
    startOf,
    startFor: (request: LocalStartRequest): WorldStart => {
      const plan = planStart(request);
      return createStart(plan, plan.named && find(plan.named), { startOf, start: first });
    },
  };
};
