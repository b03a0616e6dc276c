/** A simulation: the sources, the worlds, and the context of the server. The library and the command line share it. */
import { createApp } from '../server/app.ts';
import type { ServerContext } from '../server/edge/context.ts';
import { isLoopback } from '../server/edge/loopback.ts';
import { type Listening, listen } from '../server/listen.ts';
import type { TlsIdentity } from '../server/tls/tls-identity.ts';
import { startStopwatch } from '../world/clock.ts';
import { createRedactFor, type RedactFor } from '../world/evidence/redact.ts';
import type { Logger } from '../world/logger.ts';
import { Worlds } from '../world/worlds.ts';
import type { ServiceSources } from './service-source.ts';
import { loadSources, type SourceOptions, type Sources } from './sources.ts';
import { readVersion } from './version.ts';

export interface SimulationOptions {
  readonly maxWorlds: number;
  readonly journal: number;
  readonly maxBody: number;
  readonly showCredentials: boolean;
  readonly token: string | undefined;
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
  readonly nameOf: SourceOptions['nameOf'];
  readonly logger: Logger;
  /** The sources in service; replaced by a reload. */
  sources: Sources;
  readonly context: (token: string | undefined) => ServerContext;
}

/**
 * Loads the document and the start scenario. `worlds.ready()` loads the expensive parts.
 * @internal
 */
export const createSimulation = async (source: SourceOptions, options: SimulationOptions): Promise<Simulation> => {
  const uptimeMs = startStopwatch();
  const sources = await loadSources(source);
  const redactFor = createRedactFor(options.showCredentials);
  const worlds = new Worlds(sources.service, sources.start, {
    maxWorlds: options.maxWorlds,
    journalLimit: options.journal,
    logger: options.logger,
    redactFor,
  });
  const simulation: Simulation = {
    services: source.services,
    worlds,
    redactFor,
    sources,
    token: options.token,
    logger: options.logger,
    nameOf: source.nameOf,
    context: (token) => ({
      worlds,
      nameOf: source.nameOf,
      maxBodyBytes: options.maxBody,
      logger: options.logger,
      version: readVersion(),
      uptimeMs,
      redactFor,
      token,
      remoteToken: options.token,
      scenarios: {
        list: () => simulation.sources.scenarios.list(),
        get: (name) => simulation.sources.scenarios.get(name),
        startOf: (scenario, overrides) => simulation.sources.scenarios.startOf(scenario, overrides),
      },
    }),
  };
  return simulation;
};

/**
 * On a loopback address, the control API requires no token. On any other it does, and one is generated if none is set.
 * @internal
 */
export const listenOn = async (
  simulation: Simulation,
  { port, host, tls }: { readonly port: number; readonly host: string; readonly tls?: TlsIdentity | undefined },
): Promise<Listening & { readonly token: string | undefined }> => {
  const token = isLoopback(host) ? undefined : (simulation.token ?? createToken());
  const app = createApp(simulation.context(token));
  const { nameOf, logger } = simulation;
  return { ...(await listen(app, { port, host, tls, nameOf, logger })), token };
};

/** 144 random bits, in characters that a URL does not escape. */
const createToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64url');

/** @internal */
export const serviceUrlOf = ({ worlds }: Simulation, url: string): string =>
  `${url}${worlds.service.basePaths[0] ?? ''}`;
