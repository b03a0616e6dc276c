/** Webhooks of a world in the library: sent by hand, and waited for. */
import { optionInvalid } from '../core/primitives/config-error.ts';
import { suggest } from '../core/primitives/did-you-mean.ts';
import { type HandOrder, orderWebhook, waitForWebhook as waitForRow } from '../parts/webhooks/index.ts';
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

export const waitForWebhook = async (...waiting: Parameters<typeof waitForRow>): Promise<WebhookView> =>
  (await waitForRow(...waiting)) as unknown as WebhookView;
