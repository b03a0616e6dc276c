/** The published types of the library: its options, and the objects that it returns. */
import type { Logger } from '../world/logger.ts';
import type { ExchangeFilter, ExchangeView, FaultView } from './exchange-view.ts';
import type { FaultName, FaultPatch, ScenarioDocument } from './scenario-document.ts';

export interface VivariumOptions {
  /**
   * An OpenAPI document (3.0, 3.1 or 3.2): the path of a file, a URL (`https:`, `http:` or `file:`) as text or as a `URL`, or the
   * parsed document. Relative paths are relative to the working directory. Default: the one `openapi.*`, `api.*` or `swagger.*`
   * (yaml, yml, json) in the working directory, `spec`, `api` or `docs`; else the shipped example.
   */
  readonly document?: string | URL | object | undefined;
  /** OpenAPI Overlays, as paths or URLs. They are applied to the document in their order. Default: none. */
  readonly overlay?: readonly string[] | undefined;
  /** The base path of the service, in place of those of the document: `/v1`, or `/` for the root. Default: those of the document. */
  readonly base?: string | undefined;
  /** The name of the scenario that worlds start from, or a scenario document. Default: `default`. */
  readonly scenario?: string | ScenarioDocument | undefined;
  /** The directory of scenario files. Default: `scenarios`, if it exists. */
  readonly scenarios?: string | undefined;
  /** The seed of generated data, chance and jitter: a safe integer. It replaces the scenario's. Default: that of the scenario. */
  readonly seed?: number | undefined;
  /** Faults to switch on, as `NAME` or `NAME@operation`, in addition to the scenario's. Default: none. */
  readonly fault?: readonly FaultName[] | undefined;
  /** The largest number of open worlds: 1 to 1,000,000, `default` included. Default: 1000. */
  readonly maxWorlds?: number | undefined;
  /** The largest request body: bytes, or a size such as `500KB` or `1MiB`, up to 1 GiB. Default: 1 MiB. */
  readonly maxBody?: number | string | undefined;
  /** The number of exchanges that each world keeps: 1 to 1,000,000. Default: 1000. */
  readonly journal?: number | undefined;
  /** Whether journal, HAR and events contain credentials. Default: false. */
  readonly showCredentials?: boolean | undefined;
  /** The token of the control API on an address that is not loopback. Default: generated. */
  readonly token?: string | undefined;
  /** Receives messages, for example `console`. Default: none, and nothing is written to the console. */
  readonly logger?: Logger | undefined;
}

/** A simulation of one service. */
export interface Vivarium {
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
  /** Closes every connection and stops listening. Rejects each `fetch` that still waits for its response. */
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
  /** The base URL of the service: `http://127.0.0.1:4010/v1`. */
  readonly serviceUrl: string;
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

/** Has the signature of the global `fetch`. A path alone (`/v1/orders`) is a complete address here. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** One isolated simulation: its own data, faults, clock, seed and journal. */
export interface VivariumWorld {
  readonly name: string;
  /**
   * Sends a request to this world in process, without a socket. The response is the one that a socket would deliver; a lost
   * response rejects with a `TypeError`, as `fetch` does.
   *
   * @throws ConfigError (`VIV_WORLD_LIMIT`) if the world is not open and `maxWorlds` are.
   * @example
   * const response = await world.fetch('/v1/orders', { method: 'POST', body: JSON.stringify({ item: 'lamp' }) });
   */
  readonly fetch: Fetch;
  /**
   * Switches a fault on, changes it, or defines one.
   *
   * @param name The name of a built-in fault, of a fault of the scenario, or of a new fault.
   * @param patch The change. Default: only switches it on.
   * @returns The fault after the change.
   * @throws ConfigError (`VIV_FAULT_UNKNOWN`, `VIV_FAULT_INVALID`, `VIV_OPERATION_UNKNOWN`, `VIV_WORLD_LIMIT`).
   * @example
   * world.fault('unauthorized', { on: { operation: 'listOrders' } });
   * world.fault('out-of-stock', { on: { operation: 'createOrder' }, status: 409 });
   * world.fault('slow', { enabled: false });
   */
  readonly fault: (name: FaultName, patch?: FaultPatch) => FaultView;
  /**
   * The exchanges of the journal, newest first: at most 100 unless `limit` is given.
   *
   * @throws ConfigError (`VIV_OPTION_UNKNOWN`, `VIV_OPTION_INVALID`, `VIV_OPERATION_UNKNOWN`, `VIV_FAULT_UNKNOWN`, `VIV_WORLD_LIMIT`)
   * for a filter that does not exist, or that names something that does not exist.
   * @example
   * const [last] = world.exchanges({ operation: 'createOrder', status: '4xx' });
   */
  readonly exchanges: (filter?: ExchangeFilter) => readonly ExchangeView[];
  /**
   * From now on, until a reset, the requests to this world break the interface on purpose: `vivarium gate` ignores their violations. For
   * a single request, send `Vivarium-Expect: violation` instead.
   *
   * @throws ConfigError (`VIV_WORLD_LIMIT`).
   */
  readonly expectViolations: () => void;
  readonly clock: WorldClock;
  /** Restores the initial state: data, faults, counts, clock, chance and journal. */
  readonly reset: () => void;
}

export interface WorldClock {
  /** World time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly frozen: boolean;
  /**
   * Moves the clock forward and releases the responses that are delayed until then.
   *
   * @param duration `250ms`, `30s`, `5m`, `2h` or `7d`.
   * @throws ConfigError (`VIV_TIME_INVALID`) for another text, or beyond the year 9999.
   * @example world.clock.advance('2h');
   */
  readonly advance: (duration: string) => void;
  /**
   * Sets the time, freezes the clock, or lets it run.
   *
   * @param to `now`: milliseconds since the epoch, a `Date`, or ISO 8601. `frozen`: whether the clock stands still.
   * @throws ConfigError (`VIV_TIME_INVALID`) for something that is not a time of the years 0 to 9999.
   * @example world.clock.set({ now: '2030-06-01T00:00:00Z', frozen: true });
   */
  readonly set: (to: {
    readonly now?: number | string | Date | undefined;
    readonly frozen?: boolean | undefined;
  }) => void;
}
