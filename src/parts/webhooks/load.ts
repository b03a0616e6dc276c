/** The heavy door of the part: sending. Loaded when a document has webhooks or callbacks, and something is due. */
import type { Json } from '../../core/primitives/json.ts';
import { getFrom } from '../../core/primitives/sorted-map.ts';
import type { World } from '../../world/world.ts';
import { rowChange, rowsOf } from './core/follow-webhooks.ts';
import { send } from './send/send.ts';

/** Sends what was claimed, and reports it. `allowed`: hosts beyond loopback. */
export const performWebhook = async (world: World, change: Json, allowed: readonly string[]): Promise<void> => {
  const { claim } = change as unknown as { readonly claim?: number };
  const row = claim === undefined ? undefined : getFrom(rowsOf(world.decisions.state).rows, claim);
  if (row === undefined) return;
  const { epoch } = world.decisions;
  const { isRefused, ...sent } = await send(row, allowed);
  world.inTurn((present) => {
    // After a reset, nobody knows the row.
    if (present.decisions.epoch !== epoch) return;
    const attempt = { ...sent, at: present.clock.now() };
    present.apply([rowChange({ report: row.number, attempt, ...(isRefused && { dropped: true }) })]);
  });
};
