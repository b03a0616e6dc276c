import { sizeOf } from '../../../core/primitives/sorted-map.ts';
import type { Gauges } from '../../../world/evidence/metrics.ts';
import type { World } from '../../../world/world.ts';
import type { Worlds } from '../../../world/worlds.ts';
import { whenReady, withQuery } from '../request/control-request.ts';
import { respond } from '../request/control-response.ts';
import { noQuery } from '../request/control-schemas.ts';

/** Responds at `/_vivarium/metrics`, not below `/api`: the path that monitoring systems expect. */
export const getMetrics = withQuery(noQuery, async ({ context }) => {
  await whenReady(context);
  const text = context.worlds.metrics.write(readGauges(context.worlds));
  return respond('text/plain; version=0.0.4; charset=utf-8', { text });
});

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
