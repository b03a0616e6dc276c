/** The parts of the simulation, in the order in which they follow what happens. */
import type { Service } from '../core/service/service.ts';
import { createFlags } from '../parts/flags/own-flags.ts';
import { createLifecycles } from '../parts/lifecycles/index.ts';
import { createVersions } from '../parts/versions/index.ts';
import { createWebhooks, subscribersIn } from '../parts/webhooks/index.ts';

/** `perform`: sends a webhook that was claimed; undefined: nothing is sent. `trusted`: origins of pages that may name receivers. */
export const attachParts = (
  service: Service,
  perform?: Parameters<typeof createWebhooks>[1],
  trusted: readonly string[] = [],
): Service => {
  const { operations, collections, webhooks = [], callbacks = [] } = service;
  const attached = [
    createLifecycles(collections.values()),
    ...createVersions(collections.values()),
    ...createFlags(operations),
  ];
  if (webhooks.length > 0 || callbacks.length > 0)
    attached.push(
      createWebhooks(
        { operations, webhooks, callbacks, trusted, subscribers: subscribersIn(collections.values()) },
        perform,
      ),
    );
  return { ...service, attached };
};
