/** A world as a library user holds it. */

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
  /** The decisions that led to the answer, in order. */
  readonly why: readonly string[];
}

/** A request or an answer as the journal has it. */
export interface MessageView {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON value, or else a string; of a large one the beginning. */
  readonly body?: unknown;
  /** There where the body is no text, and stands in base64. */
  readonly bodyEncoding?: 'base64';
  /** There where only the beginning of the body was kept. */
  readonly bodyTruncated?: true;
  /** The size in bytes of a body of which only the beginning was kept. */
  readonly bodyBytes?: number;
}

/** A fault as the control API shows it, with its effect's members beside these. */
export interface FaultView {
  readonly name: string;
  readonly description: string;
  readonly group: string;
  readonly enabled: boolean;
  readonly builtIn: boolean;
  /** How many answers it shaped. */
  readonly fired: number;
  readonly [property: string]: unknown;
}

export interface WorldClock {
  /** World time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly frozen: boolean;
  /** Moves the clock forward by a duration such as `90s` or `2h`; answers that are held back until then are released. */
  readonly advance: (duration: string) => void;
  /** Sets the time (milliseconds since the epoch, a Date, or ISO 8601), stops the clock or lets it go on. */
  readonly set: (to: { readonly now?: number | string | Date; readonly frozen?: boolean }) => void;
}

export interface VivariumWorld {
  readonly name: string;
  /** As the global `fetch`, answered by this world without a socket; a path alone (`/v1/orders`) is enough. */
  readonly fetch: Fetch;
  /**
   * Switches a fault on, narrows it, or makes one of your own: what `PUT .../faults/{fault}` takes.
   * @example world.fault('unauthorized', { on: { operation: 'listOrders' } })
   * @throws ConfigError for an unknown fault or an effect that does not exist.
   */
  readonly fault: (name: string, patch?: FaultPatch) => FaultView;
  /**
   * Newest first, at most 100 unless `limit` says otherwise.
   * @throws ConfigError for a filter that does not exist, or whose value names nothing.
   */
  readonly exchanges: (filter?: ExchangeFilter) => readonly ExchangeView[];
  readonly clock: WorldClock;
  /** As new: data, faults, counts, clock, chance and journal. */
  readonly reset: () => void;
}

/** @internal */
export interface HandleOptions {
  readonly maxBodyBytes: number;
  readonly redactorFor: RedactorFor;
}

/**
 * @throws ConfigError for a name that no world can have.
 * @internal
 */
export const createWorldHandle = (
  worlds: Worlds,
  name: string = defaultWorldName,
  options: HandleOptions,
): VivariumWorld => {
  if (!isWorldName(name)) {
    throw configError(`"${name}" names no world`, `A name is ${worldNameRule}.`);
  }
  const open = (): World => {
    const world = worlds.open(name);
    if (world === undefined)
      throw configError(
        `there is no room for the world "${name}": ${worlds.options.maxWorlds} are open`,
        'Raise maxWorlds.',
      );
    return world;
  };
  return {
    name,
    fetch: createFetch(worlds, open, options.maxBodyBytes),
    fault: (fault, patch = {}) => putFault(open(), fault, patch),
    exchanges: (given = {}) => {
      const world = open();
      const filter = readOptions(exchangeFilterSchema, { ...given }, (property) => `filter "${property}"`);
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
      throw configError(`there is no fault "${name}", and nothing says what it would do`, merged.hint);
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
      throw configError(`"${duration}" is no duration`, 'Write it as 250ms, 30s, 5m, 2h or 7d.');
    const world = open();
    const at = world.clock.now() + milliseconds;
    if (!isWritable(at)) throw configError(`"${duration}" leads beyond the year 9999`);
    world.setClock({ now: at });
  },
  set: ({ now, frozen }) => {
    const at = now === undefined ? undefined : new Date(now).getTime();
    if (Number.isNaN(at)) throw configError(`"${String(now)}" is no time`, 'Write it as 2030-06-01T00:00:00Z.');
    if (at !== undefined && !isWritable(at)) throw configError(`"${String(now)}" is not in the years 0 to 9999`);
    open().setClock({ now: at, frozen });
  },
});
