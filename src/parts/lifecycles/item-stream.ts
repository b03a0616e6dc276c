/** The event stream of one item with a lifecycle: the item at the start and at each change, until it goes on no longer. */
import type { Exchange } from '../../core/exchange.ts';
import type { Reply } from '../../core/http/http.ts';
import { lifecyclesOf } from '../../core/lifecycles/lifecycles-of.ts';
import { stringifyJson } from '../../core/primitives/json.ts';
import { findItem, type Item } from '../../core/state/collection.ts';
import type { Watched } from '../../core/state/state.ts';
import { goesOn } from './lifecycle-state.ts';

const eventStream = 'text/event-stream';

/** Returns undefined if the response is no such stream. */
export const itemStreamOf = (
  world: Watched,
  { response: { status, headers } }: Reply,
  { steps, faults }: Exchange,
): AsyncGenerator<Uint8Array> | undefined => {
  const at = headers.indexOf('Content-Type');
  if (at < 0 || headers[at + 1] !== eventStream || status !== 200) return undefined;
  // What a fault forces or alters is sent as it is.
  if (faults.some(({ effect }) => effect === 'status' || effect === 'contract' || effect === 'extreme'))
    return undefined;
  const step = steps.find((one) => one.type === 'executed');
  if (step?.type !== 'executed' || step.action !== 'read' || step.key === undefined) return undefined;
  const { collection, key } = step;
  const spec = world.decisions.state.collections.get(collection)?.spec;
  if (spec === undefined || lifecyclesOf(world.decisions.state, spec).length === 0) return undefined;
  return eventsOf(world, collection, key);
};

async function* eventsOf(world: Watched, collection: string, key: string): AsyncGenerator<Uint8Array> {
  let wake = (): void => {};
  const stop = world.subscribe(() => wake());
  let sent: Item | undefined;
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const { state } = world.decisions;
      const items = state.collections.get(collection);
      const item = items && findItem(items, key);
      const isLast = item === undefined || !goesOn(state, collection, key);
      if (item !== undefined && item !== sent) yield new TextEncoder().encode(`data: ${stringifyJson(item.value)}\n\n`);
      sent = item;
      if (isLast) return;
      await changed;
    }
  } finally {
    stop();
  }
}
