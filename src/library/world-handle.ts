/** The handle of a world in the library. */

import { noCounts } from '../core/faults/fault.ts';
import { ConfigError, configError } from '../core/primitives/config-error.ts';
import { formatCount, parseDuration } from '../core/primitives/units.ts';
import { describeFault } from '../scenario/document/fault-document.ts';
import { locateNowhere } from '../scenario/document/scenario.ts';
import { isWritable } from '../scenario/document/timestamp.ts';
import { readPutFault } from '../scenario/put-fault.ts';
import { exchangeFilterSchema } from '../server/control/request/schemas.ts';
import { readOptions } from '../simulation/options.ts';
import { findExchanges, resolveFilter } from '../world/evidence/exchange-filter.ts';
import type { RedactFor } from '../world/evidence/redact.ts';
import { viewExchange } from '../world/evidence/view-exchange.ts';
import { createFetch } from '../world/fetch.ts';
import type { World } from '../world/world.ts';
import { defaultWorldName, isWorldName, worldNameRule } from '../world/world-name.ts';
import type { Worlds } from '../world/worlds.ts';
import type { VivariumWorld, WorldClock } from './api.ts';
import type { ExchangeView, FaultView } from './exchange-view.ts';
import type { FaultPatch } from './scenario-document.ts';

export interface HandleOptions {
  readonly maxBodyBytes: number;
  readonly redactFor: RedactFor;
}

/** @throws ConfigError for an invalid world name. */
export const createWorldHandle = (
  worlds: Worlds,
  name: string = defaultWorldName,
  options: HandleOptions,
): VivariumWorld => {
  if (!isWorldName(name)) {
    throw configError('VIV_WORLD_NAME_INVALID', `"${name}" is not a valid world name`, worldNameRule);
  }
  const open = (): World => {
    const world = worlds.open(name);
    if (world === undefined)
      throw configError(
        'VIV_WORLD_LIMIT',
        `the world "${name}" cannot be opened: the maximum of ${formatCount(worlds.options.maxWorlds, 'world')} is open`,
        'Close a world, or raise maxWorlds.',
      );
    return world;
  };
  return {
    name,
    fetch: createFetch(worlds, open, options.maxBodyBytes),
    fault: (fault, patch = {}) => putFault(open(), fault, patch),
    exchanges: (values = {}) => {
      const world = open();
      const filter = readOptions(
        exchangeFilterSchema,
        { ...values },
        (property) => `filter "${property}"`,
        (_name, value, message) => `must be ${message}, not ${JSON.stringify(value)}`,
      );
      const resolved = resolveFilter(world.service, [world], filter);
      if (!resolved.ok) {
        const { code, message, hint } = resolved.problem;
        throw configError(code, `filter ${message}`, hint);
      }
      const redact = options.redactFor(worlds.service);
      return findExchanges(world.journal, resolved.filter).items.map(
        (exchange) => viewExchange(exchange, redact) as unknown as ExchangeView,
      );
    },
    expectViolations: () => open().expectViolations(),
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
      throw configError('VIV_TIME_INVALID', `"${duration}" is not a duration`, 'Write it as 250ms, 30s, 5m, 2h or 7d.');
    const world = open();
    const time = world.clock.now() + milliseconds;
    if (!isWritable(time)) throw configError('VIV_TIME_INVALID', `"${duration}" exceeds the year 9999`);
    world.setClock({ now: time });
  },
  set: ({ now, frozen }) => {
    const time = now === undefined ? undefined : new Date(now).getTime();
    if (Number.isNaN(time))
      throw configError('VIV_TIME_INVALID', `"${String(now)}" is not a time`, 'Write it as 2030-06-01T00:00:00Z.');
    if (time !== undefined && !isWritable(time))
      throw configError('VIV_TIME_INVALID', `"${String(now)}" is not in the years 0 to 9999`);
    open().setClock({ now: time, frozen });
  },
});
