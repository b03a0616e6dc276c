/** Webhooks of a world in the library: sent by hand, and waited for. */
import { optionInvalid } from '../core/primitives/config-error.ts';
import { suggest } from '../core/primitives/did-you-mean.ts';
import { type HandOrder, listRows, orderWebhook } from '../parts/webhooks/index.ts';
import type { World } from '../world/world.ts';
import type { WebhookView } from './exchange-view.ts';
import { checkArgument } from './read-arguments.ts';
import type { WebhookOptions } from './world-api.ts';

/** @throws ConfigError for a webhook that does not exist, has no receiver, or is about an item that does not exist. */
export const sendWebhook = (world: World, name: string, options: WebhookOptions): void => {
  checkArgument(options, { name: 'the options of send', example: '{ item: 7 }', known: ['item', 'url', 'body'] });
  const { service, state } = world.decisions;
  const changes = orderWebhook(service, state, name, options as HandOrder);
  const names = (service.webhooks ?? []).map((one) => one.name);
  if (changes === undefined) throw optionInvalid(`there is no webhook "${name}"`, suggest(name, 'webhooks', names));
  if (typeof changes === 'string') throw optionInvalid(changes);
  world.apply(changes);
};

/** Resolves with the oldest that was tried and not returned before. `returned`: which ones these are. */
export const waitForWebhook = (
  world: World,
  { webhook }: { readonly webhook?: string | undefined },
  timeoutMs: number,
  returned: Set<string>,
): Promise<WebhookView> => {
  const find = (): WebhookView | undefined => {
    const rows = listRows(world.decisions.state) as unknown as readonly WebhookView[];
    // One that a fault sends twice has two rows with one id.
    const keyOf = (row: WebhookView, at: number): string =>
      `${row.id} ${rows.slice(at).filter(({ id }) => id === row.id).length}`;
    const at = rows.findLastIndex(
      (row, index) =>
        row.attempts.length > 0 &&
        (webhook === undefined || row.webhook === webhook) &&
        !returned.has(keyOf(row, index)),
    );
    const found = rows[at];
    if (found !== undefined) returned.add(keyOf(found, at));
    return found;
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
