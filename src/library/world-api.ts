/** The published types of a world. */
import type {
  CoverageView,
  DifferenceView,
  DriftView,
  ExchangeFilter,
  ExchangeView,
  FaultView,
  WebhookView,
} from './exchange-view.ts';
import type { ItemId } from './handlers.ts';
import type {
  ClockDocument,
  Duration,
  FaultDefinition,
  FaultName,
  FaultPatch,
  JsonObject,
  ScenarioDocument,
  UpstreamDocument,
} from './scenario-document.ts';

/** Has the signature of the global `fetch`. A path alone (`/v1/orders`) is a complete address here. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * One isolated simulation: its own data, faults, clock, seed and journal. `await using world = vivarium.world('test-7')` closes
 * it at the end of the block.
 */
export interface VivariumWorld extends AsyncDisposableWorld {
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
  /** The path of the document's first server: `/v1`; empty for the root. Paths of `fetch` begin with it. */
  readonly basePath: string;
  /**
   * Whether a path belongs to the service: it is below its base path, or, if that is the root, the document has this path.
   *
   * @param path As sent, percent-encoded: `/v1/orders`.
   */
  readonly serves: (path: string) => boolean;
  /**
   * Starts the world again, from another scenario, seed or clock; opens it if it is not open. Data, faults, counts and journal
   * are those of the start.
   *
   * @param options Default: the start of `createVivarium`. A scenario is the content of its file when `createVivarium` was called.
   * @throws ConfigError (`VIV_SCENARIO_UNKNOWN`, `VIV_SCENARIO_INVALID`, `VIV_OPTION_INVALID`, `VIV_WORLD_LIMIT`, and the codes of
   * items and faults) if the scenario does not exist, or does not fit the document. The world is then unchanged.
   * @example
   * world.start({ scenario: 'outage', seed: 7 });
   * world.start({ inline: { data: { orders: [] }, faults: ['slow'] } });
   */
  readonly start: (options?: WorldStartOptions) => void;
  /**
   * The data of a collection. Items are copies: changing one does not change the world.
   *
   * @param name The name of a collection. `vivarium explain` lists them.
   * @param parents For a nested collection, the ids of all its parents by their names (those of `$parent`). Default: the items
   * of all parents.
   * @throws ConfigError (`VIV_COLLECTION_UNKNOWN`, `VIV_OPTION_INVALID`).
   * @example
   * const order = world.collection<Order>('orders').get(25);
   * world.collection('comments', { orderId: 25 }).put({ text: 'Thank you' });
   */
  readonly collection: <Item extends object = JsonObject>(
    name: string,
    parents?: Readonly<Record<string, ItemId>>,
  ) => WorldCollection<Item>;
  /**
   * Switches a fault on, changes it, or defines one.
   *
   * @param name The name of a built-in fault, of a fault of the scenario, or of a new fault.
   * @param patch The change. Default: only switches it on. For a name that the compiler does not know, an effect, `use` or `enabled`.
   * @returns The fault after the change.
   * @throws ConfigError (`VIV_FAULT_UNKNOWN`, `VIV_FAULT_INVALID`, `VIV_OPERATION_UNKNOWN`, `VIV_WORLD_LIMIT`).
   * @example
   * world.fault('unauthorized', { on: { operation: 'listOrders' } });
   * world.fault('out-of-stock', { on: { operation: 'createOrder' }, status: 409 });
   * world.fault('slow', { enabled: false });
   * world.fault('key-expires', { enabled: true }); // a fault of the scenario
   */
  readonly fault: {
    (name: FaultName, patch?: FaultPatch): FaultView;
    (name: string, patch: FaultDefinition): FaultView;
  };
  /**
   * The exchanges of the journal, newest first: at most 100 unless `limit` is given.
   *
   * @throws ConfigError (`VIV_OPTION_UNKNOWN`, `VIV_OPTION_INVALID`, `VIV_OPERATION_UNKNOWN`, `VIV_FAULT_UNKNOWN`, `VIV_WORLD_LIMIT`)
   * for a filter that does not exist, or that names something that does not exist.
   * @example
   * const [last] = world.exchanges({ operation: 'createOrder', status: '4xx' });
   */
  readonly exchanges: (filter?: ExchangeFilter) => readonly ExchangeView[];
  /** Switches all faults off. */
  readonly clearFaults: () => void;
  /**
   * Waits for a request of the client. Resolves at once if the journal has a match that it has not returned before, the oldest
   * first. The response of the exchange may still be delayed.
   *
   * @param filter As for `exchanges`; `limit` has no effect. Default: any request.
   * @param options `timeoutMs`: the longest wait in real milliseconds. Default: 1000.
   * @throws Error (`name` is `TimeoutError`) when the time is over; its message lists the last requests.
   * @throws ConfigError as `exchanges` does.
   * @example
   * await world.waitForExchange({ operation: 'createOrder' }, { timeoutMs: 5000 });
   */
  readonly waitForExchange: (
    filter?: ExchangeFilter,
    options?: { readonly timeoutMs?: number | undefined },
  ) => Promise<ExchangeView>;
  /**
   * Sends a webhook now, to its receivers.
   *
   * @param options `item`: the id of the item that it is about (default: the first); `url`: one receiver; `body`: in place of its own.
   * @throws ConfigError for a webhook or an item that does not exist, and if nobody receives it.
   * @example world.send('orderPaid', { item: 7 });
   */
  readonly send: (name: string, options?: WebhookOptions) => void;
  /**
   * Waits for a webhook or a callback that was sent: for the oldest that it has not returned before.
   *
   * @param filter `webhook`: its name. Default: any.
   * @param options `timeoutMs`: the longest wait in real milliseconds. Default: 1000.
   * @throws Error (`name` is `TimeoutError`) when the time is over.
   * @example await world.waitForWebhook({ webhook: 'orderPaid' });
   */
  readonly waitForWebhook: (
    filter?: { readonly webhook?: string | undefined },
    options?: { readonly timeoutMs?: number | undefined },
  ) => Promise<WebhookView>;
  /**
   * Checks that the world got a request for an operation of the document since its last start or reset, and that every request and
   * every response keeps the interface. A status that a fault or `Prefer: code` forced may be undocumented.
   *
   * @param options `allowEmpty`: a world without such a request passes. Default: false.
   * @throws Error (`name` is `ViolationError`) if one breaks it. Its message shows each exchange: the violations, the request, the
   * response, and the reasons for the response.
   * @throws Error (`name` is `UnjudgedError`) if there was no such request, or if a call of `fetch` is not handled yet: an `await` is
   * missing.
   */
  readonly assertNoViolations: (options?: { readonly allowEmpty?: boolean | undefined }) => void;
  /**
   * Requests to this world break the interface on purpose, until the next reset or start: `assertNoViolations` passes, and
   * `vivarium gate` does not count their violations. For one request, send the header `Vivarium-Expect: violation` instead.
   */
  readonly expectViolations: () => void;
  /** The parts of the interface that the requests to this world exercised, also before a reset. */
  readonly coverage: () => CoverageView;
  /** The items that differ from the start of the world. */
  readonly diff: () => readonly DifferenceView[];
  /** The world in its current state as a scenario document, from which `start({ inline })` continues. */
  readonly save: () => ScenarioDocument;
  /**
   * What this world does with the real service: which requests are forwarded, and what becomes of its responses. With an argument, it
   * is changed first. Of several services, by their names.
   *
   * @throws ConfigError for an unknown operation, and if something is to be forwarded without an upstream.
   */
  readonly upstream: (change?: UpstreamDocument | Readonly<Record<string, UpstreamDocument>>) => UpstreamView;
  /** The differences between the real service and the simulation since the start or the last reset, if they are compared. */
  readonly drift: () => readonly DriftView[];
  /**
   * Resolves to tokens for somebody, without a login.
   *
   * @throws ConfigError for options that cannot be used, and if the document declares no login.
   * @example
   * const { access_token } = await world.token({ sub: 'ada' });
   */
  readonly token: (options?: TokenOptions) => Promise<IssuedTokens>;
  readonly clock: WorldClock;
  /** Restores the initial state: data, faults, counts, clock, chance and journal. */
  readonly reset: () => void;
  /** Closes the world and forgets it. The next use of this object opens a new one. */
  readonly close: () => void;
}

/**
 * `[Symbol.asyncDispose]` closes the world. The property exists in a project whose `lib` has `esnext.disposable`, which
 * `await using` requires; the types of another project do not name the symbol.
 */
export type AsyncDisposableWorld = {
  readonly [Key in AsyncDisposeSymbol]: () => Promise<void>;
};

type AsyncDisposeSymbol = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol } ? Key : never;

/** What is sent by hand. */
export interface WebhookOptions {
  /** The id of the item. Default: the first one. */
  readonly item?: ItemId | undefined;
  readonly url?: string | undefined;
  readonly body?: unknown;
}

/** What a world does with the real service. With several services, there is one for each, by their names. */
export interface UpstreamView {
  /** The base URL, without credentials; null without an upstream. */
  readonly url: string | null;
  readonly forward: 'all' | 'unknown' | 'none' | readonly string[];
  readonly record: boolean;
  /** Whether forwarded requests are simulated too, and differences recorded. It implies `record`. */
  readonly compare: boolean;
}

/** The start of a world, as `PUT /worlds/{world}` takes it. */
export interface WorldStartOptions {
  /** The name of a scenario. */
  readonly scenario?: string | undefined;
  /** A scenario document, instead of a name. */
  readonly inline?: ScenarioDocument | undefined;
  /** A safe integer. Default: that of the scenario. */
  readonly seed?: number | undefined;
  /** Default: that of the scenario. */
  readonly clock?: ClockDocument | undefined;
}

/** The items of a collection of a world. */
export interface WorldCollection<Item extends object = JsonObject> {
  /** All items, in creation order. A nested item has the ids of its parents in `$parent`. */
  readonly items: () => readonly Item[];
  /** @param id Omitted for a singleton. */
  readonly get: (id?: ItemId) => Item | undefined;
  /**
   * Adds an item, or replaces the item with its id. Without an id, the item gets the next one. It is stored as it is given:
   * without defaults and generated properties.
   *
   * @returns The stored item.
   * @throws ConfigError (`VIV_ITEM_INVALID`) for an item that does not fit the document. It names each property.
   */
  readonly put: (item: Partial<Item>) => Item;
  /**
   * Replaces all items; of a nested collection with given parents, those below them.
   *
   * @returns The stored items.
   * @throws ConfigError (`VIV_ITEM_INVALID`). The items are then unchanged.
   */
  readonly replace: (items: readonly Item[]) => readonly Item[];
  /**
   * Deletes an item, with the items below it.
   *
   * @param id Omitted for a singleton.
   * @returns Whether there was such an item.
   */
  readonly delete: (id?: ItemId) => boolean;
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
  readonly advance: (duration: Duration) => void;
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

/** The user and the client for whom tokens are issued. */
export interface TokenOptions {
  /** A user of the scenario, or anyone. Default: the first user. */
  readonly sub?: string | undefined;
  /** Scopes with spaces between them. Default: all of the document. */
  readonly scope?: string | undefined;
  /** Default: the origin of the issuer. */
  readonly audience?: string | undefined;
  /** How long the tokens are valid, in the world's time. Default: `auth.lifetime` of the scenario, else `1h`. */
  readonly lifetime?: Duration | undefined;
  /** More claims, but none that the issuer sets itself. */
  readonly claims?: JsonObject | undefined;
}

/** The response of a token endpoint. */
export interface IssuedTokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly token_type: 'Bearer';
  /** In seconds. */
  readonly expires_in: number;
  /** With spaces. */
  readonly scope: string;
}
