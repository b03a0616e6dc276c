/** A world as a library user holds it. */

import { noCounts } from '../core/faults/fault.ts';
import { ConfigError, configError } from '../core/primitives/config-error.ts';
import { parseDuration } from '../core/primitives/units.ts';
import { describeFault } from '../scenario/document/fault-document.ts';
import { locateNowhere } from '../scenario/document/scenario.ts';
import { isWritable } from '../scenario/document/timestamp.ts';
import { readPutFault } from '../scenario/put-fault.ts';
import { exchangeFilterSchema, readOptions } from '../simulation/options.ts';
import { findExchanges, findUnknownName } from '../world/evidence/exchange-filter.ts';
import type { RedactorFor } from '../world/evidence/redact.ts';
import { viewExchange } from '../world/evidence/view-exchange.ts';
import { createFetch } from '../world/fetch.ts';
import type { World } from '../world/world.ts';
import { defaultWorldName, type Worlds, worldNamePattern } from '../world/worlds.ts';
import type { VivariumWorld, WorldClock } from './api.ts';
import type { ExchangeView, FaultView } from './exchange-view.ts';
import type { FaultPatch } from './scenario-document.ts';

export interface HandleOptions {
  readonly maxBodyBytes: number;
  readonly redactorFor: RedactorFor;
}

/** @throws ConfigError for a name that no world can have. */
export const createWorldHandle = (
  worlds: Worlds,
  name: string = defaultWorldName,
  options: HandleOptions,
): VivariumWorld => {
  if (!worldNamePattern.test(name)) {
    throw configError(
      'VIV_WORLD_NAME_INVALID',
      `"${name}" names no world`,
      'A name is 1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit.',
    );
  }
  const open = (): World => {
    const world = worlds.open(name);
    if (world === undefined)
      throw configError(
        'VIV_WORLD_LIMIT',
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
      if (unknown !== undefined) throw configError(unknown.code, `filter ${unknown.message}`, unknown.hint);
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
        'VIV_FAULT_UNKNOWN',
        `there is no fault "${name}", and nothing says what it would do`,
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
      throw configError('VIV_TIME_INVALID', `"${duration}" is no duration`, 'Write it as 250ms, 30s, 5m, 2h or 7d.');
    const world = open();
    const at = world.clock.now() + milliseconds;
    if (!isWritable(at)) throw configError('VIV_TIME_INVALID', `"${duration}" leads beyond the year 9999`);
    world.setClock({ now: at });
  },
  set: ({ now, frozen }) => {
    const at = now === undefined ? undefined : new Date(now).getTime();
    if (Number.isNaN(at))
      throw configError('VIV_TIME_INVALID', `"${String(now)}" is no time`, 'Write it as 2030-06-01T00:00:00Z.');
    if (at !== undefined && !isWritable(at))
      throw configError('VIV_TIME_INVALID', `"${String(now)}" is not in the years 0 to 9999`);
    open().setClock({ now: at, frozen });
  },
});
