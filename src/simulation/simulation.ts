/** A simulation: the sources, the worlds, and the context of the server. The library and the command line share it. */

import type { ConfigError } from '../core/primitives/config-error.ts';
import type { KeepKey } from '../core/service/login-facts.ts';
import { countRequests } from '../parts/metrics/index.ts';
import type { Save } from '../parts/save/open-save.ts';
import type { Store } from '../parts/store/redis/open-store.ts';
import { isLoopback } from '../server/edge/caller.ts';
import type { ServerContext } from '../server/edge/context.ts';
import { type Listening, type ListenOptions, listen } from '../server/listen.ts';
import { createListener } from '../server/listener.ts';
import { startStopwatch } from '../world/clock.ts';
import { createRedactFor, type RedactFor } from '../world/evidence/redact.ts';
import type { Logger } from '../world/logger.ts';
import { lookEveryMs } from '../world/unused-worlds.ts';
import { Worlds } from '../world/worlds.ts';
import { manifest } from './manifest.ts';
import { loadRoutes } from './routes.ts';
import type { ServiceSources } from './service-source.ts';
import { loadSources, type SourceOptions, type Sources } from './sources.ts';
import type { StoreOptions } from './store-options.ts';

interface SimulationOptions {
  readonly maxWorlds: number;
  readonly journal: number;
  readonly maxBody: number;
  readonly showCredentials: boolean;
  /** In milliseconds: unused worlds are removed after this time; undefined: never. That of a store replaces it. */
  readonly keepMs?: number | undefined;
  readonly token?: string | undefined;
  readonly allowChanges?: boolean | undefined;
  /** The directory in which worlds are kept; undefined: they end with the process. */
  readonly save?: string | undefined;
  readonly sharedStore?: (StoreOptions & { readonly snapshotLength?: number | undefined }) | undefined;
  /** Called if the store, which was away at the start, belongs to another document. */
  readonly onRejected?: ((error: ConfigError) => void) | undefined;
  readonly logger: Logger;
}

/**
 * Everything except the socket.
 * @internal
 */
export interface Simulation {
  readonly services: ServiceSources;
  readonly worlds: Worlds;
  readonly redactFor: RedactFor;
  readonly token: string | undefined;
  readonly logger: Logger;
  /** The sources in service; replaced by a reload. */
  sources: Sources;
  /** Keeps the key of the issuer; undefined: it ends with the process. */
  readonly keepKey: KeepKey | undefined;
  /** If it is undefined, the worlds end with the process. */
  readonly save: Save | undefined;
  /** If it is undefined, no other server has these worlds. */
  readonly store: Store | undefined;
  readonly context: (token: string | undefined) => ServerContext;
}

/**
 * Loads the document and the start scenario. `worlds.ready()` loads the expensive parts.
 * @internal
 */
export const createSimulation = async (source: SourceOptions, options: SimulationOptions): Promise<Simulation> => {
  const uptimeMs = startStopwatch();
  const connected = Promise.withResolvers<KeepKey>();
  const keepKey = keeperOf(options, connected.promise);
  const sources = await loadSources({ ...source, keepKey });
  const redactFor = createRedactFor(options);
  const worlds = new Worlds(sources.service, sources.start, {
    maxWorlds: options.maxWorlds,
    journalLimit: options.journal,
    keepMs: options.sharedStore?.keepMs ?? options.keepMs,
    logger: options.logger,
    redactFor,
  });
  const writeMetrics = countRequests(worlds);
  const { upstreams } = source;
  if (upstreams !== undefined && upstreams.urls.size > 0) {
    const { startForwarding } = await import('../parts/upstream/load.ts');
    await startForwarding(worlds, upstreams);
  }
  const scenarios: ServerContext['scenarios'] = {
    list: () => simulation.sources.scenarios.list(),
    get: (name) => simulation.sources.scenarios.get(name),
    startOf: (scenario, overrides) => simulation.sources.scenarios.startOf(scenario, overrides),
  };
  const simulation: Simulation = {
    services: source.services,
    worlds,
    redactFor,
    sources,
    keepKey,
    save: undefined,
    store: undefined,
    token: options.token,
    logger: options.logger,
    context: (token) => ({
      worlds,
      nameOf: source.nameOf,
      maxBodyBytes: options.maxBody,
      logger: options.logger,
      version: manifest().version,
      uptimeMs,
      writeMetrics,
      redactFor,
      token,
      remoteToken: options.token,
      scenarios,
      allowsChanges: options.allowChanges ?? false,
      allowedOrigins: upstreams?.allowedOrigins ?? [],
      confirmedOrigins: new Set(),
    }),
  };
  return Object.assign(simulation, await openKept(simulation, { source, options, scenarios, connected }));
};

interface Keeping {
  readonly source: SourceOptions;
  readonly options: SimulationOptions;
  readonly scenarios: ServerContext['scenarios'];
  readonly connected: PromiseWithResolvers<KeepKey>;
}

/** Opens what keeps the worlds, which most servers start without. */
const openKept = async (
  { worlds, redactFor, sources, logger }: Simulation,
  { source, options, scenarios, connected }: Keeping,
): Promise<Partial<Pick<Simulation, 'save' | 'store'>>> => {
  const { sharedStore, save: directory, onRejected = () => {} } = options;
  if (sharedStore !== undefined) {
    const { openStore } = await import('../parts/store/redis/open-store.ts');
    const onConnection = connected.resolve;
    return {
      store: await openStore({ ...sharedStore, worlds, redactFor, names: source, logger, onRejected, onConnection }),
    };
  }
  if (directory === undefined) return {};
  const { openSave } = await import('../parts/save/open-save.ts');
  const { scenariosDirectory } = sources;
  return { save: await openSave({ directory, names: source, scenariosDirectory, worlds, scenarios, logger }) };
};

/** Where the worlds are kept, their issuer's key is too. `connected`: by the store. */
const keeperOf = (
  { save, sharedStore, logger }: SimulationOptions,
  connected: Promise<KeepKey>,
): KeepKey | undefined => {
  if (sharedStore !== undefined) return async (fresh, isKey) => (await connected)(fresh, isKey);
  if (save === undefined) return undefined;
  return async (fresh, isKey) =>
    (await import('../parts/save/keep-key.ts')).keepKeyIn({ directory: save, isKey, logger }, fresh);
};

/**
 * On a loopback address, the control API requires no token. On any other it does, and one is generated if none is set.
 * @internal
 */
export const listenOn = async (
  simulation: Simulation,
  {
    generatedToken,
    ...options
  }: Omit<ListenOptions, 'logger' | 'deadlines'> & { readonly generatedToken?: string | undefined },
): Promise<Listening & { readonly token: string | undefined }> => {
  const token = isLoopback(options.host) ? undefined : (simulation.token ?? generatedToken ?? createToken());
  const listener = createListener(simulation.context(token), loadRoutes);
  const { logger, worlds } = simulation;
  const listening = await listen(listener, { ...options, logger });
  await worlds.serveAt(listening.url);
  const { keepMs } = worlds.options;
  const timer = keepMs === undefined ? undefined : setInterval(() => worlds.endUnused(), lookEveryMs(keepMs)).unref();
  const close: Listening['close'] = (graceMs) => {
    clearInterval(timer);
    return listening.close(graceMs);
  };
  return { ...listening, close, token };
};

/**
 * 144 random bits, in characters that a URL does not escape.
 * @internal
 */
export const createToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64url');

/** @internal */
export const serviceUrlOf = ({ worlds }: Simulation, url: string): string =>
  `${url}${worlds.service.basePaths[0] ?? ''}`;
