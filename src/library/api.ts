/** The published types of the library: its options, and the server that it returns. */
import type { Samples } from '../parts/samples/api.ts';
import type { Logger } from '../world/logger.ts';
import type { Handlers } from './handlers.ts';
import type { FaultName, ScenarioDocument, Size } from './scenario-document.ts';
import type { VivariumWorld } from './world-api.ts';

export interface VivariumOptions {
  /**
   * An OpenAPI document (3.0, 3.1 or 3.2): the path of a file, a URL (`https:`, `http:` or `file:`) as text or as a `URL`, or the
   * parsed document. Relative paths are relative to the working directory. Default: the one `openapi.*`, `api.*` or `swagger.*`
   * (yaml, yml, json) in the working directory, `spec`, `api` or `docs`; else the shipped example.
   */
  readonly document?: string | URL | object | undefined;
  /** OpenAPI Overlays, as paths or URLs. They are applied to the document in their order. Default: none. */
  readonly overlay?: readonly string[] | undefined;
  /**
   * Several services on one server, by their names (letters, digits, `-` and `_`), in place of `document`. Operations and
   * collections that several of them have are named `shop.getOrder`. Default: one service.
   */
  readonly services?: Readonly<Record<string, ServiceDocument>> | undefined;
  /** A configuration file, whose options are used where they are not given here. Default: none, also if the directory has one. */
  readonly config?: string | undefined;
  /** The base path of the service, in place of those of the document: `/v1`, or `/` for the root. Default: those of the document. */
  readonly base?: string | undefined;
  /** The name of the scenario that worlds start from, or a scenario document. Default: `default`. */
  readonly scenario?: string | ScenarioDocument | undefined;
  /** The directory of scenario files. Default: `scenarios`, if it exists. */
  readonly scenarios?: string | undefined;
  /** The seed of generated data, chance and jitter: a safe integer. It replaces the scenario's. Default: that of the scenario. */
  readonly seed?: number | undefined;
  /** Faults to switch on, as `NAME`, `NAME@operation` or `NAME@webhook`, in addition to the scenario's. Default: none. */
  readonly fault?: readonly (FaultName | `${FaultName}@${string}`)[] | undefined;
  /**
   * Functions that decide the responses of operations, by the names of the operations; see {@link defineHandlers}. Or the path or the
   * `file:` URL of the TypeScript or JavaScript file that has them as its default export. Default: none.
   */
  readonly handlers?: Handlers | string | URL | undefined;
  /**
   * The URL of the real service. Requests are forwarded to it, and its responses are checked; faults apply to them. Without a path,
   * the base path of the document is added. Default: none, and every request is simulated.
   */
  readonly upstream?: string | undefined;
  /**
   * The requests that are forwarded: `all`, `unknown` (those that the simulation cannot serve), `none`, or the names of operations.
   * Default: `all`.
   */
  readonly forward?: 'all' | 'unknown' | 'none' | readonly string[] | undefined;
  /** Whether what the upstream responds becomes data of the world. Default: false. */
  readonly record?: boolean | undefined;
  /** Whether every forwarded request is simulated too, and differences are recorded. It implies `record`. Default: false. */
  readonly compare?: boolean | undefined;
  /** Headers that the upstream gets with each request, as `NAME: VALUE`; `$NAME` in the value is a variable. Default: none. */
  readonly upstreamHeader?: readonly string[] | undefined;
  /** The time in which the upstream must respond, and send each part of its response, such as `30s`. Default: `30s`. */
  readonly upstreamTimeout?: string | undefined;
  /** Origins whose pages may use the upstream, beside those of this machine. Default: none. */
  readonly allowOrigin?: readonly string[] | undefined;
  /** Hosts beyond this machine to which webhooks and callbacks are sent: `*.example.com`. Default: none. */
  readonly allowWebhooks?: readonly string[] | undefined;
  /**
   * Whether nothing is kept: every operation responds from examples and generated data, and every id exists. For the test suites of
   * SDKs, which invent ids. Default: false.
   */
  readonly stateless?: boolean | undefined;
  /** Whether requests may ask as they ask Prism: `Prefer: dynamic=true`, and `__code`, `__example`, `__dynamic` in the query. Default: false. */
  readonly prism?: boolean | undefined;
  /** The locale of names and places in generated data: `pt_BR`. It needs the package `@faker-js/faker`. Default: English. */
  readonly locale?: string | undefined;
  /** The largest number of open worlds: 1 to 1,000,000, `default` included. Default: 1000. */
  readonly maxWorlds?: number | undefined;
  /**
   * The time after which a world that nobody uses is removed, such as `2h`; never `default`. Requests and calls that name the world
   * are uses, and so is an open event stream. Unused worlds are looked for while the server listens, and when `maxWorlds` are open.
   * Default: `24h`; with `save`, worlds are never removed.
   */
  readonly keep?: string | undefined;
  /** The largest request body: bytes, or a size such as `500KB` or `1MiB`, up to 1 GiB. Default: 1 MiB. */
  readonly maxBody?: number | Size | undefined;
  /** The number of exchanges that each world keeps: 1 to 1,000,000. Default: 1000. */
  readonly journal?: number | undefined;
  /**
   * The directory in which the worlds are kept, so that they survive a restart. `close` writes the last changes. Default: none,
   * and the worlds end with the process.
   */
  readonly save?: string | undefined;
  /** Whether journal, HAR and events contain credentials. Default: false. */
  readonly showCredentials?: boolean | undefined;
  /** The token of the control API on an address that is not loopback. Default: generated. */
  readonly token?: string | undefined;
  /** Whether agents may change worlds, by the Model Context Protocol at `/_vivarium/mcp`. Default: false. */
  readonly allowChanges?: boolean | undefined;
  /** Receives messages, for example `console`. Default: none, and nothing is written to the console. */
  readonly logger?: Logger | undefined;
}

/** One of several services. */
export interface ServiceDocument {
  /** The document, as in {@link VivariumOptions}. */
  readonly document: string | URL | object;
  /** OpenAPI Overlays, as paths or URLs. Default: none. */
  readonly overlay?: readonly string[] | undefined;
  /** The base path, in place of those of the document: `/users/v1`, or `/` for the root. Default: those of the document. */
  readonly base?: string | undefined;
  /** The real service, as in {@link VivariumOptions}. */
  readonly upstream?: string | undefined;
}

/** A simulation of one or more services. */
export interface Vivarium extends Samples {
  /**
   * Returns the world of this name. It is opened by its first use, not by this call.
   *
   * @param name 1 to 64 of `A-Za-z0-9._-`, the first a letter or digit. Default: `default`.
   * @throws ConfigError (`VIV_WORLD_NAME_INVALID`) for another name.
   * @example
   * const world = vivarium.world('test-7');
   * const response = await world.fetch('/v1/orders');
   */
  readonly world: (name?: string) => VivariumWorld;
  /**
   * Serves all worlds on a socket, until `close`.
   *
   * @param options Default: port 4010 and host `127.0.0.1`. Port 0 takes any free port.
   * @throws ConfigError (`VIV_PORT_IN_USE`, `VIV_ADDRESS_UNAVAILABLE`, `VIV_OPTION_INVALID`) if it cannot listen there.
   * @example
   * const { url, serviceUrl } = await vivarium.listen({ port: 0 });
   */
  readonly listen: (options?: ListenOptions) => Promise<ListeningVivarium>;
  /**
   * The service as middleware for Express, or for anything that takes its middleware. Requests below none of the service's base
   * paths are passed on.
   *
   * @param options `control`: whether `/_vivarium` (control API, panel, metrics) is served too. Default: false.
   * @example
   * app.use(vivarium.middleware({ control: true }));
   */
  readonly middleware: (options?: { readonly control?: boolean | undefined }) => Middleware;
  /**
   * Closes every connection and stops listening. Rejects each `fetch` that still waits for its response, and every later one. The
   * journals and the data of the worlds can still be read.
   */
  readonly close: () => Promise<void>;
}

export interface ListenOptions {
  /** 0 (any free port) to 65535. */
  readonly port?: number | undefined;
  /** A name or an address of this machine. Any other than loopback requires a token for the control API. */
  readonly host?: string | undefined;
}

export interface ListeningVivarium {
  /** The origin: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The base URL of the service: `http://127.0.0.1:4010/v1`. Of several services, that of the first. */
  readonly serviceUrl: string;
  /** The base URL of each service, by its name: `{ shop: 'http://127.0.0.1:4010/v1' }`. */
  readonly services: Readonly<Record<string, string>>;
  /** The token that the control API requires; undefined on loopback. */
  readonly token: string | undefined;
}

/** Express middleware, described without the types of Express or Node: a project may have neither. */
export type Middleware = (
  request: MiddlewareRequest,
  response: MiddlewareResponse,
  next: (error?: unknown) => void,
) => void;

/** The request of Node's HTTP server. */
export interface MiddlewareRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The response of Node's HTTP server. */
export interface MiddlewareResponse {
  statusCode: number;
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
}
