/** Serves agents by the Model Context Protocol. Standard output carries nothing else: messages go to standard error. */
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import { givenOptions, readGivenOptions } from '../../cli/terminal/given-options.ts';
import { Output } from '../../cli/terminal/output.ts';
import { printable } from '../../cli/terminal/paint.ts';
import type { OnStop } from '../../cli/terminal/stop-on-signals.ts';
import { ConfigError, commandInvalid, type OptionNames, worldNameInvalid } from '../../core/primitives/config-error.ts';
import { createLocalCall } from '../../server/control/local-call.ts';
import { loadAgents } from '../../server/control/mcp.ts';
import { manifest } from '../../simulation/manifest.ts';
import { type Options, optionsFromEnvironment, optionsSchema, readOptions } from '../../simulation/options.ts';
import { loadRoutes } from '../../simulation/routes.ts';
import { chooseServices } from '../../simulation/service-source.ts';
import { createSimulation, listenOn, type Simulation, serviceUrlOf } from '../../simulation/simulation.ts';
import { sourceOf } from '../../simulation/sources.ts';
import { readKeep } from '../../simulation/store-options.ts';
import type { CallControl } from '../../world/control/call-control.ts';
import { defaultWorldName, isWorldName, worldNameRule } from '../../world/world-name.ts';
import { describeDeleted } from '../reload/describe-reload.ts';
import { watchSources } from '../reload/reload.ts';
import { defaultUrl, reachServer, readTargetUrl } from './control-client.ts';

export interface McpFlags {
  readonly url?: string;
  readonly world?: string;
  readonly token?: string;
  readonly allowChanges?: boolean;
  readonly port?: string;
  readonly config?: string;
  readonly overlay?: readonly string[];
}

/** Writes everything to standard error. */
const output = new Output(process.stderr);

/** `document`: serve it; undefined: a running server, or what `serve` would load. */
export const mcp = async (document: string | undefined, flags: McpFlags, onStop: OnStop): Promise<void> => {
  if (document !== undefined && flags.url !== undefined)
    throw commandInvalid('--url names a running server, so no document is served', 'Omit one.');
  // Before handlers are loaded, which may write.
  const stdout = takeStdout();
  const target = await findTarget(document, flags, onStop);
  const { serveOverStdio } = await loadAgents();
  const onError = (error: unknown) => output.printError(inspect(error));
  serveOverStdio({ target, version: manifest().version, onError }, stdout, {
    onTrouble: (sentence) => output.printError(printable(sentence)),
    // As an interrupt: what was started ends.
    onEnd: () => process.emit('SIGTERM'),
  });
};

const findTarget = async (document: string | undefined, flags: McpFlags, onStop: OnStop) => {
  const { world } = flags;
  if (world !== undefined && !isWorldName(world))
    throw worldNameInvalid(`"${world}" is not a world name`, worldNameRule);
  const allowsChanges = readAllowChanges(flags);
  const named = document === undefined ? (flags.url ?? process.env.VIVARIUM_URL) : undefined;
  const token = flags.token ?? process.env.VIVARIUM_TOKEN;
  const { origin, world: worldOfUrl } = readTargetUrl(named ?? defaultUrl);
  const reached = { call: callAgain(origin, token), allowsChanges, world: world ?? worldOfUrl ?? defaultWorldName };
  if (named !== undefined) return reached;
  if (document === undefined && (await isRunning(origin, token))) return reached;
  const call = await start(document, { ...flags, allowsChanges }, onStop);
  return { call, allowsChanges, world: world ?? defaultWorldName };
};

const readAllowChanges = ({ allowChanges }: McpFlags): boolean => {
  const variables = optionsFromEnvironment(process.env);
  const { values, nameOf } = givenOptions({ allowChanges }, { allowChanges: variables.allowChanges });
  return readOptions(optionsSchema.pick({ allowChanges: true }), values, nameOf).allowChanges;
};

const isRunning = (origin: string, token: string | undefined): Promise<boolean> =>
  reachServer(origin, token, probeMs).then(
    () => true,
    () => false,
  );

/** A server on this machine responds at once. */
const probeMs = 2000;

/** Finds the server when a tool needs it: an editor starts this command before anybody starts the server, and keeps it. */
const callAgain = (origin: string, token: string | undefined): CallControl => {
  let reached: Promise<CallControl> | undefined;
  return async (given) => {
    reached ??= reachServer(origin, token);
    try {
      return await (await reached)(given);
    } catch (error) {
      if (!(error instanceof ConfigError) || error.problems[0]?.code !== 'VIV_CALL_REJECTED') reached = undefined;
      throw error;
    }
  };
};

/** Serves the document until the client has gone. */
const start = async (
  document: string | undefined,
  { port, config, overlay, token, allowsChanges }: McpFlags & { readonly allowsChanges: boolean },
  onStop: OnStop,
): Promise<CallControl> => {
  const flags = { port, config, overlay, token, ...(document !== undefined && { document: [document] }) };
  const { options, serviceOptions, names } = await readGivenOptions(flags);
  const services = await chooseServices(serviceOptions);
  const source = sourceOf(options, services, names);
  const settings = {
    ...options,
    allowChanges: allowsChanges,
    keepMs: readKeep(options, names),
    logger: output.logger,
  };
  const simulation = await createSimulation(source, settings);
  const { save } = simulation;
  if (save !== undefined) onStop(save.close);
  const { url, token: generated, close } = await listenSomewhere(simulation, options, names);
  onStop(() => {
    simulation.worlds.dismiss();
    return close();
  });
  if (options.watch !== false) onStop(watchSources(simulation, source, reloadEvents));
  await simulation.worlds.ready();
  output.print(`Serving ${printable(simulation.worlds.service.title)} at ${serviceUrlOf(simulation, url)}`);
  return createLocalCall({ ...simulation.context(generated), partRoutes: await loadRoutes() }, url);
};

const reloadEvents: Parameters<typeof watchSources>[2] = {
  onReloaded: ({ files, deleted }) => {
    if (files.length > 0) output.print(printable(`Reloaded ${files.join(', ')}.`));
    if (deleted.length > 0) output.print(printable(describeDeleted(deleted)));
  },
  onFailed: (_failure, error) => output.printError(error.message),
};

/** Listens on the port that was chosen; without a choice, on the usual one, else on any free one: another server may have it. */
const listenSomewhere = async (
  simulation: Simulation,
  { host, port }: Pick<Options, 'host' | 'port'>,
  names: OptionNames,
): ReturnType<typeof listenOn> => {
  const isUsual = port === optionsSchema.shape.port.parse(undefined);
  try {
    return await listenOn(simulation, { port, host, tls: undefined, ...names });
  } catch (error) {
    if (!isUsual || !(error instanceof ConfigError) || error.problems[0]?.code !== 'VIV_PORT_IN_USE') throw error;
    return listenOn(simulation, { port: 0, host, tls: undefined, ...names });
  }
};

/** From now on, only the result writes to standard output: what else does, as a handler of the user with `console.log`, writes to standard error. */
const takeStdout = (): Writable => {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  // The reader may have ended.
  process.stdout.on('error', () => {});
  return new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      write(chunk, () => done());
    },
  });
};
