/** The entry point of the library. */
import { explainStep } from '../core/exchange.ts';
import {
  ConfigError,
  configProblem,
  formatProblem,
  loginMissing,
  type OptionNames,
} from '../core/primitives/config-error.ts';
import { issueToken, noLogin, readTokenOrder } from '../parts/login/index.ts';
import type { Listening } from '../server/listen.ts';
import { createMiddleware } from '../server/listener.ts';
import { listProblems } from '../simulation/load-services.ts';
import { listenSchema, readOptions } from '../simulation/options.ts';
import { loadRoutes } from '../simulation/routes.ts';
import { createSimulation, listenOn, type Simulation, serviceUrlOf } from '../simulation/simulation.ts';
import { listServices } from '../world/control/list-services.ts';
import { createStart, planStart, unknownScenario } from '../world/control/start-request.ts';
import { createPendingCalls } from '../world/fetch.ts';
import { type Logger, silentLogger } from '../world/logger.ts';
import type { World } from '../world/world.ts';
import type { Middleware, Vivarium, VivariumOptions } from './api.ts';
import { checkedSamples } from './checked-samples.ts';
import { checkArgument } from './read-arguments.ts';
import { rememberSimulation } from './simulation-of.ts';
import { nameOf, readVivariumOptions } from './vivarium-options.ts';
import type { IssuedTokens, TokenOptions } from './world-api.ts';
import { closedError, createWorldHandle, type HandleOptions } from './world-handle.ts';

/**
 * Loads a document and a scenario, and compiles them. It does not listen yet.
 *
 * @param options All may be omitted: the shipped example is simulated then.
 * @throws ConfigError if the document, the scenario or an option cannot be used. It holds all problems, each with its code.
 * @example
 * const vivarium = await createVivarium({ document: 'api.yaml', seed: 1 });
 * const response = await vivarium.world('test-7').fetch('/v1/orders');
 * await vivarium.close();
 */
export const createVivarium = async (options: VivariumOptions = {}): Promise<Vivarium> => {
  const { checked, source, settings } = await readVivariumOptions(options);
  const { logger = silentLogger } = checked;
  const simulation = await createSimulation(source, { ...settings, logger });
  await simulation.worlds.ready();
  // Only for someone who listens: finding the locations takes a while in a large document.
  if (logger !== silentLogger)
    for (const problem of listProblems(simulation.sources)) logger.warn(formatProblem(problem));
  for (const problem of simulation.save?.problems ?? []) logger.warn(formatProblem(problem));
  if (checked.handlers !== undefined) logFailures(simulation, logger);
  const listening = new Set<Listening>();
  let isClosed = false;
  const handleOptions: HandleOptions = {
    maxBodyBytes: checked.maxBody,
    redactFor: simulation.redactFor,
    startFor: await createStartFor(simulation),
    returned: new WeakSet(),
    pendingIn: createPendingCalls(),
    isClosed: () => isClosed,
    issueTokens: (world, options) => issueTokens(world, options, [...listening].at(-1)?.url ?? unlistened),
  };
  const vivarium: Vivarium = {
    ...checkedSamples({
      service: () => simulation.worlds.service,
      startFor: handleOptions.startFor,
    }),
    world: (name) => createWorldHandle(simulation.worlds, name, handleOptions),
    listen: async (given = {}) => {
      if (isClosed) throw closedError();
      checkArgument(given, { name: 'the options of listen', example: '{ port: 0 }', known: ['port', 'host'] });
      const names = namesAfter({ ...given }, checked);
      const { port = checked.port, host = checked.host } = given;
      const address = readOptions(listenSchema, { port, host }, names.nameOf);
      const { token, ...server } = await listenOn(simulation, { ...address, ...names });
      listening.add(server);
      const serviceUrl = serviceUrlOf(simulation, server.url);
      logger.info(`Listening on ${server.url}. The service is at ${serviceUrl}.`);
      const services = Object.fromEntries(
        listServices(simulation.worlds.service, server.url).map(({ name, url }) => [name, url]),
      );
      return { url: server.url, serviceUrl, services, token };
    },
    middleware: (given = {}) => {
      checkArgument(given, { name: 'the options of middleware', example: '{ control: true }', known: ['control'] });
      const { control = false } = given;
      return createMiddleware(simulation.context(undefined), { control, loadRoutes }) as Middleware;
    },
    close: async () => {
      isClosed = true;
      // Also ends streams and delayed responses of a middleware, whose server is not closed here.
      simulation.worlds.dismiss();
      await Promise.all([...listening].map((server) => server.close()));
      listening.clear();
      await simulation.save?.close();
    },
  };
  rememberSimulation(vivarium, simulation);
  return vivarium;
};

/** The origin of an issuer that does not listen. */
const unlistened = 'http://vivarium.test';

/** Logs why a handler failed. */
const logFailures = ({ worlds, redactFor }: Simulation, logger: Logger) => {
  worlds.onExchange((exchange) => {
    const { steps, world, id } = redactFor(worlds.service)(exchange);
    for (const step of steps)
      if (step.type === 'handler' && step.failure !== undefined)
        logger.error(`${explainStep(step)}, in exchange ${id} of the world ${world}`);
  });
};

/** Reads all scenarios now, so that a world starts at once when a test asks for it. */
const createStartFor = async ({ sources, worlds }: Simulation): Promise<HandleOptions['startFor']> => {
  const { scenarios } = sources;
  const names = (await scenarios.list()).map(({ name }) => name);
  const read = await Promise.allSettled(names.map((name) => scenarios.get(name)));
  const results = new Map(names.map((name, index) => [name, read[index]]));
  return (request) => {
    const plan = planStart(request);
    const result = plan.named && results.get(plan.named.name);
    // The error of a broken file.
    if (result?.status === 'rejected') throw result.reason;
    if (plan.named !== undefined && result?.value === undefined) throw unknownScenario(plan.named, names);
    return createStart(plan, result?.value, { startOf: scenarios.startOf, start: worlds.start });
  };
};

/** An option that is given later is not in the configuration file. */
const namesAfter = (given: Readonly<Record<string, unknown>>, before: OptionNames): OptionNames => ({
  nameOf: (name) => (given[name] === undefined ? before.nameOf(name) : nameOf(name)),
  placeOf: (name, ...path) => (given[name] === undefined ? before.placeOf?.(name, ...path) : undefined),
});

/** @throws ConfigError for options that cannot be used, and if the document declares no login. */
const issueTokens = (world: World, options: TokenOptions, base: string): IssuedTokens => {
  checkArgument(options, { name: 'the options of token', example: "{ sub: 'ada' }" });
  const read = readTokenOrder(options);
  if (!read.ok) throw new ConfigError(read.problems.map(configProblem));
  const tokens = issueToken(world, read.order, base);
  if (tokens === undefined) throw loginMissing(noLogin, 'Add one to the document, or send any token.');
  return tokens as unknown as IssuedTokens;
};
