/** The library: puts the parts together. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../core/primitives/json.ts';
import type { ScenarioDocument } from '../scenario/document/schema.ts';
import { createMiddleware } from '../server/app.ts';
import type { Listening } from '../server/listen.ts';
import { libraryOptionsSchema, listenSchema, readOptions } from '../simulation/options.ts';
import { createSimulation, listenOn, serviceUrlOf } from '../simulation/simulation.ts';
import { createWorldHandle, type VivariumWorld } from './world-handle.ts';

export interface VivariumOptions {
  /** An OpenAPI document: a file, a URL, or parsed. Default: the shipped example. */
  readonly document?: string | object;
  /** OpenAPI Overlays, files or URLs, laid over the document in their order. Default: none. */
  readonly overlay?: readonly string[];
  /** The name of the scenario that worlds start from, or one given whole. Default: `default`. */
  readonly scenario?: string | ScenarioDocument;
  /** The directory of scenario files. Default: `scenarios`, where there is one. */
  readonly scenarios?: string;
  /** Seed of generated data, chance and jitter, laid over the scenario's. */
  readonly seed?: number;
  /** Faults to switch on, `NAME` or `NAME@operation`, laid over the scenario's. */
  readonly fault?: readonly string[];
  /** How many worlds may be open at once. Default: 1000. */
  readonly maxWorlds?: number;
  /** The largest request body, in bytes or as `1MiB`. Default: 1 MiB. */
  readonly maxBody?: number | string;
  /** How many exchanges each world keeps. Default: 1000. */
  readonly journal?: number;
  /** Leave credentials unredacted in what the control API shows. Default: false. */
  readonly showCredentials?: boolean;
  /** What the control API asks for where the server is bound to another address than loopback. Default: made up. */
  readonly token?: string;
}

export interface Vivarium {
  /** The world of this name (default: `default`), opened on first use. */
  readonly world: (name?: string) => VivariumWorld;
  /**
   * Serves on a socket. Defaults: port 4010 (0: any free one), host 127.0.0.1. `url` is the origin, `serviceUrl` the base
   * URL of the API, `token` what the control API asks for, where it does.
   * @throws ConfigError when the port is in use.
   */
  readonly listen: (options?: { readonly port?: number; readonly host?: string }) => Promise<ListeningVivarium>;
  /** The service as Express middleware; with `control` also what lies under `/_vivarium`. */
  readonly middleware: (options?: { readonly control?: boolean }) => Middleware;
  /** Ends every connection and stops listening; a `fetch` that still waits for its answer is aborted. */
  readonly close: () => Promise<void>;
}

/** What Express, and whatever takes its middleware, can use: told without the types of Express, which not everybody has. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

export interface ListeningVivarium {
  readonly url: string;
  readonly serviceUrl: string;
  readonly token: string | undefined;
}

/**
 * Loads a document and a scenario; nothing listens yet.
 *
 * @example
 * const vivarium = await createVivarium({ document: 'api.yaml', seed: 1 });
 * const response = await vivarium.world('test-7').fetch('/v1/orders');
 * @throws ConfigError when the document, the scenario or an option cannot be used.
 */
export const createVivarium = async (options: VivariumOptions = {}): Promise<Vivarium> => {
  const { scenario, document, ...rest } = options;
  const given = {
    ...rest,
    ...(typeof document === 'string' && { document }),
    ...(typeof scenario === 'string' && { scenario }),
  };
  const nameOf = (name: string): string => `option "${name}"`;
  const checked = readOptions(libraryOptionsSchema, given, nameOf);
  const simulation = await createSimulation(
    {
      ...checked,
      document: typeof document === 'object' ? (document as JsonObject) : checked.document,
      scenario: typeof scenario === 'object' ? scenario : checked.scenario,
      scenarios: checked.scenarios,
      seed: checked.seed,
      nameOf,
    },
    {
      maxWorlds: checked.maxWorlds,
      journal: checked.journal,
      maxBody: checked.maxBody,
      showCredentials: checked.showCredentials,
      token: checked.token,
    },
  );
  await simulation.worlds.ready();
  const listening = new Set<Listening>();
  return {
    world: (name) =>
      createWorldHandle(simulation.worlds, name, {
        maxBodyBytes: checked.maxBody,
        redactorFor: simulation.redactorFor,
      }),
    listen: async ({ port = checked.port, host = checked.host } = {}) => {
      const where = readOptions(listenSchema, { port, host }, (name) => `option "${name}"`);
      const { token, ...server } = await listenOn(simulation, where);
      listening.add(server);
      return { url: server.url, serviceUrl: serviceUrlOf(simulation, server.url), token };
    },
    middleware: ({ control = false } = {}) =>
      createMiddleware(simulation.context(undefined), { control }) as Middleware,
    close: async () => {
      // Also those that listen through somebody else's server.
      simulation.worlds.dismiss();
      await Promise.all([...listening].map((server) => server.close()));
      listening.clear();
    },
  };
};
