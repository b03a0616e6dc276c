/** The handle of a world in the library. */

import type { FiredFault, Violation } from '../core/exchange.ts';
import { noCounts } from '../core/faults/fault.ts';
import { ConfigError, configError } from '../core/primitives/config-error.ts';
import { parseDuration } from '../core/primitives/units.ts';
import { describeFault } from '../scenario/document/fault-document.ts';
import { locateNowhere } from '../scenario/document/scenario.ts';
import type { FaultPatch } from '../scenario/document/schema.ts';
import { isWritable } from '../scenario/document/timestamp.ts';
import { readPutFault } from '../scenario/put-fault.ts';
import { exchangeFilterSchema, readOptions } from '../simulation/options.ts';
import { type ExchangeFilter, findExchanges, findUnknownName } from '../world/evidence/exchange-filter.ts';
import type { RedactorFor } from '../world/evidence/redact.ts';
import { viewExchange } from '../world/evidence/view-exchange.ts';
import { createFetch, type Fetch } from '../world/fetch.ts';
import type { World } from '../world/world.ts';
import { defaultWorldName, isWorldName, worldNameRule } from '../world/world-name.ts';
import type { Worlds } from '../world/worlds.ts';

/** An exchange as the control API shows it; credentials redacted unless `showCredentials`. */
export interface ExchangeView {
  readonly id: number;
  readonly world: string;
  /** World time, ISO 8601. */
  readonly at: string;
  readonly durationMs: number;
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly violations: readonly Violation[];
  readonly faults: readonly FiredFault[];
  readonly request: MessageView;
  readonly response: MessageView;
  /** The decisions that led to the response, in order. */
  readonly why: readonly string[];
}

/** A request or a response in the journal. */
export interface MessageView {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON value, or else a string. Only the beginning of a large body is kept. */
  readonly body?: unknown;
  /** Present if the body is not text, and is therefore in base64. */
  readonly bodyEncoding?: 'base64';
  /** Present if only the beginning of the body was kept. */
  readonly bodyTruncated?: true;
  /** The size of a truncated body, in bytes. */
  readonly bodyBytes?: number;
}

/** A fault as the control API shows it, including the properties of its effect. */
export interface FaultView {
  readonly name: string;
  readonly description: string;
  readonly group: string;
  readonly enabled: boolean;
  readonly builtIn: boolean;
  /** The number of responses that it changed. */
  readonly fired: number;
  readonly [property: string]: unknown;
}

export interface WorldClock {
  /** World time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly frozen: boolean;
  /** Advances the clock by a duration such as `90s` or `2h`. This releases delayed responses that are due. */
  readonly advance: (duration: string) => void;
  /** Sets the time (milliseconds since the epoch, a Date, or ISO 8601), and freezes or unfreezes the clock. */
  readonly set: (to: { readonly now?: number | string | Date; readonly frozen?: boolean }) => void;
}

export interface VivariumWorld {
  readonly name: string;
  /** Like the global `fetch`, but this world responds, without a socket. A path alone (`/v1/orders`) is enough. */
  readonly fetch: Fetch;
  /**
   * Switches a fault on, narrows it, or adds a custom fault. `patch` is the body of `PUT .../faults/{fault}`.
   * @example world.fault('unauthorized', { on: { operation: 'listOrders' } })
   * @throws ConfigError for an unknown fault or an invalid effect.
   */
  readonly fault: (name: string, patch?: FaultPatch) => FaultView;
  /**
   * The recorded exchanges, newest first. At most 100, unless `limit` is set.
   * @throws ConfigError for an unknown filter, or an unknown name in one.
   */
  readonly exchanges: (filter?: ExchangeFilter) => readonly ExchangeView[];
  readonly clock: WorldClock;
  /** Restores the start: data, faults, counts, clock, chance and journal. */
  readonly reset: () => void;
}

/** @internal */
export interface HandleOptions {
  readonly maxBodyBytes: number;
  readonly redactorFor: RedactorFor;
}

/**
 * @throws ConfigError for an invalid world name.
 * @internal
 */
export const createWorldHandle = (
  worlds: Worlds,
  name: string = defaultWorldName,
  options: HandleOptions,
): VivariumWorld => {
  if (!isWorldName(name)) {
    throw configError(`"${name}" is not a valid world name`, worldNameRule);
  }
  const open = (): World => {
    const world = worlds.open(name);
    if (world === undefined)
      throw configError(
        `the world "${name}" cannot be opened: the maximum number of open worlds (${worlds.options.maxWorlds}) is reached`,
        'Raise maxWorlds.',
      );
    return world;
  };
  return {
    name,
    fetch: createFetch(worlds, open, options.maxBodyBytes),
    fault: (fault, patch = {}) => putFault(open(), fault, patch),
    exchanges: (values = {}) => {
      const world = open();
      const filter = readOptions(exchangeFilterSchema, { ...values }, (property) => `filter "${property}"`);
      const unknown = findUnknownName(world, filter);
      if (unknown !== undefined) throw configError(`filter ${unknown.message}`, unknown.hint);
      const redact = options.redactorFor(worlds.service);
      return findExchanges(world.journal, filter).items.map(
        (exchange) => viewExchange(exchange, redact) as unknown as ExchangeView,
      );
    },
    clock: createWorldClock(open),
    reset: () => open().reset(),
  };
};

const putFault = (world: World, name: string, patch: FaultPatch): FaultView => {
  const merged = readPutFault(patch, name, world.state.faults.get(name), world.service);
  switch (merged.type) {
    case 'unknown':
      throw configError(
        `there is no fault "${name}", and the patch has no effect from which to create one`,
        merged.hint,
      );
    case 'invalid':
      throw new ConfigError(merged.problems.map(locateNowhere));
    case 'merged':
      world.putFault(merged.entry);
      return describeFault(merged.entry, world.state.counters.faults.get(name) ?? noCounts) as unknown as FaultView;
    default:
      return merged satisfies never;
  }
};

const createWorldClock = (open: () => World): WorldClock => ({
  now: () => open().clock.now(),
  get frozen() {
    return open().clock.frozen;
  },
  advance: (duration) => {
    const milliseconds = parseDuration(duration);
    if (milliseconds === undefined)
      throw configError(`"${duration}" is not a duration`, 'Write it as 250ms, 30s, 5m, 2h or 7d.');
    const world = open();
    const time = world.clock.now() + milliseconds;
    if (!isWritable(time)) throw configError(`"${duration}" exceeds the year 9999`);
    world.setClock({ now: time });
  },
  set: ({ now, frozen }) => {
    const time = now === undefined ? undefined : new Date(now).getTime();
    if (Number.isNaN(time)) throw configError(`"${String(now)}" is not a time`, 'Write it as 2030-06-01T00:00:00Z.');
    if (time !== undefined && !isWritable(time)) throw configError(`"${String(now)}" is not in the years 0 to 9999`);
    open().setClock({ now: time, frozen });
  },
});
