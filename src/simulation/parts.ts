/** The parts of the simulation, in the order in which they follow what happens. */
import type { Json } from '../core/primitives/json.ts';
import type { Service } from '../core/service/service.ts';
import { createLifecycles } from '../parts/lifecycles/index.ts';
import { createWebhooks, subscribersIn } from '../parts/webhooks/index.ts';

/** `perform`: sends a webhook; undefined: nothing is sent. */
export const attachParts = (service: Service, perform?: (world: object, change: Json) => void): Service => {
  const { operations, collections, webhooks = [], callbacks = [] } = service;
  const sends = webhooks.length > 0 || callbacks.length > 0;
  return {
    ...service,
    attached: [
      createLifecycles(collections.values()),
      ...(sends
        ? [
            createWebhooks(
              { operations, webhooks, callbacks, subscribers: subscribersIn(collections.values()) },
              perform,
            ),
          ]
        : []),
    ],
  };
};
