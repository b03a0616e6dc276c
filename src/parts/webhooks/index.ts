/** The light door of the part: webhooks and callbacks are queued, and listed. */
import type { JsonObject } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import type { World } from '../../world/world.ts';
import { rowsOf } from './core/follow-webhooks.ts';
import type { WebhookRow } from './core/rows.ts';
import { viewRow } from './webhook-evidence.ts';

export { createWebhooks, subscribersIn } from './core/follow-webhooks.ts';
export { type HandOrder, orderWebhook } from './webhook-evidence.ts';

/** Resolves with the oldest that was tried and not returned before. `returned`: which ones these are. */
export const waitForWebhook = (
  world: World,
  { webhook }: { readonly webhook?: string | undefined },
  timeoutMs: number,
  returned: Set<string>,
): Promise<JsonObject> => {
  const find = (): JsonObject | undefined => {
    const { epoch, state } = world.decisions;
    // After a reset, numbers come again.
    const keyOf = ({ number }: WebhookRow): string => `${epoch} ${number}`;
    const found = valuesOf(rowsOf(state).rows).find(
      (row) =>
        row.attempts.length > 0 && (webhook === undefined || row.webhook === webhook) && !returned.has(keyOf(row)),
    );
    if (found !== undefined) returned.add(keyOf(found));
    return found && viewRow(found);
  };
  const present = find();
  if (present !== undefined) return Promise.resolve(present);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
    };
    const timer = setTimeout(() => {
      end();
      const message = `No webhook${webhook === undefined ? '' : ` "${webhook}"`} was sent within ${timeoutMs} ms.`;
      reject(Object.assign(new Error(message), { name: 'TimeoutError' }));
    }, timeoutMs);
    const stop = world.subscribe(() => {
      const found = find();
      if (found === undefined) return;
      end();
      resolve(found);
    });
  });
};
