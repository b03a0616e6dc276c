/** The light door of the part: webhooks and callbacks are queued, and listed. */
import type { JsonObject } from '../../core/primitives/json.ts';
import type { World } from '../../world/world.ts';
import { takeTried } from './webhook-evidence.ts';

export { createWebhooks, subscribersIn } from './core/follow-webhooks.ts';
export { orderWebhook } from './webhook-evidence.ts';

/** Resolves with the oldest that was tried and not returned before. `returned`: which ones these are. */
export const waitForWebhook = (
  world: World,
  { webhook }: { readonly webhook?: string | undefined },
  timeoutMs: number,
  returned: Set<string>,
): Promise<JsonObject> => {
  const find = (): JsonObject | undefined => takeTried(world, webhook, returned);
  const present = find();
  if (present !== undefined) return Promise.resolve(present);
  return new Promise((resolve, reject) => {
    const end = () => {
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
