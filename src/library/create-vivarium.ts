/** The entry point of the library. */

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
  /** OpenAPI Overlays (files or URLs), applied to the document in this order. Default: none. */
  readonly overlay?: readonly string[];
  /** The scenario that worlds start from: its name, or a scenario document. Default: `default`. */
  readonly scenario?: string | ScenarioDocument;
  /** The directory of scenario files. Default: `scenarios`, if it exists. */
  readonly scenarios?: string;
  /** Seed of generated data, chance and jitter. Overrides the seed of the scenario. */
  readonly seed?: number;
  /** Faults to switch on, in addition to those of the scenario: `NAME` or `NAME@operation`. */
  readonly fault?: readonly string[];
  /** The maximum number of open worlds. Default: 1000. */
  readonly maxWorlds?: number;
  /** The maximum size of a request body, in bytes or as `1MiB`. Default: 1 MiB. */
  readonly maxBody?: number | string;
  /** The maximum number of exchanges in the journal of a world. Default: 1000. */
  readonly journal?: number;
  /** Whether the control API shows credentials instead of redacting them. Default: false. */
  readonly showCredentials?: boolean;
  /** The token of the control API. Required if the server is bound to any other address than loopback. Default: generated. */
  readonly token?: string;
}

export interface Vivarium {
  /** The world of this name (default: `default`), opened on first use. */
  readonly world: (name?: string) => VivariumWorld;
  /**
   * Serves on a socket. Defaults: port 4010 (0: any free port), host 127.0.0.1.
   * @throws ConfigError if the port is in use.
   */
  readonly listen: (options?: { readonly port?: number; readonly host?: string }) => Promise<ListeningVivarium>;
  /** The service as Express middleware; with `control`, also everything under `/_vivarium`. */
  readonly middleware: (options?: { readonly control?: boolean }) => Middleware;
  /** Closes all connections and stops listening. Aborts every `fetch` that still waits for its response. */
  readonly close: () => Promise<void>;
}

/** A middleware for Express and compatible frameworks. The type does not depend on the types of Express. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

export interface ListeningVivarium {
  /** The origin: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The base URL of the service. */
  readonly serviceUrl: string;
  /** The token that the control API requires; undefined on a loopback address. */
  readonly token: string | undefined;
}

/**
 * Loads a document and a scenario. It does not listen yet.
 *
 * @example
 * const vivarium = await createVivarium({ document: 'api.yaml', seed: 1 });
 * const response = await vivarium.world('test-7').fetch('/v1/orders');
 * @throws ConfigError if the document, the scenario or an option cannot be used.
 */
export const createVivarium = async (options: VivariumOptions = {}): Promise<Vivarium> => {
  const { scenario, document, ...rest } = options;
  const values = {
    ...rest,
    ...(typeof document === 'string' && { document }),
    ...(typeof scenario === 'string' && { scenario }),
  };
  const nameOf = (name: string): string => `option "${name}"`;
  const checked = readOptions(libraryOptionsSchema, values, nameOf);
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
      const address = readOptions(listenSchema, { port, host }, nameOf);
      const { token, ...server } = await listenOn(simulation, address);
      listening.add(server);
      return { url: server.url, serviceUrl: serviceUrlOf(simulation, server.url), token };
    },
    middleware: ({ control = false } = {}) =>
      createMiddleware(simulation.context(undefined), { control }) as Middleware,
    close: async () => {
      // Also ends streams and delayed responses of a middleware, whose server is not closed here.
      simulation.worlds.dismiss();
      await Promise.all([...listening].map((server) => server.close()));
      listening.clear();
    },
  };
};
