import { sizeOf } from '../../core/primitives/sorted-map.ts';
import type { World } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import { type Gauges, Metrics } from './metrics.ts';

/** Counts the requests to all worlds from now on. Returns what writes the counts. */
export const countRequests = (worlds: Worlds): (() => string) => {
  const metrics = new Metrics();
  worlds.onExchange((exchange) => metrics.add(exchange));
  return () => metrics.write(readGauges(worlds));
};

const readGauges = (worlds: Worlds): Gauges => {
  const sum = (count: (world: World) => number): number =>
    [...worlds].reduce((total, world) => total + count(world), 0);
  return {
    worlds: worlds.size,
    items: sum(({ decisions: { state } }) =>
      [...state.collections.values()].reduce((items, collection) => items + sizeOf(collection.items), 0),
    ),
    journalEntries: sum(({ journal }) => journal.size),
    journalBytes: worlds.journals.bytes,
    dropped: worlds.journals.dropped,
    eventStreams: sum(({ records }) => records.listeners.size),
  };
};
