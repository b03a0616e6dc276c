/** The webhooks and callbacks of a world: what waits, what became of it, and sending one by hand. */

import { z } from 'zod';
import type { Json } from '../../core/primitives/json.ts';
import {
  noContent,
  okItems,
  onWorld,
  opening,
  pathParameter,
  problem,
  type Route,
  readBody,
  unknownName,
} from '../../server/control/request/control-call.ts';
import { object } from '../../server/control/request/control-schemas.ts';
import { listRows, orderWebhook, retryRow } from './webhook-evidence.ts';

const getWebhooks = onWorld((_call, { decisions: { state } }) => okItems(listRows(state)));

/** A webhook that is sent now. */
const webhookOrder = object({
  url: z.string({ error: 'an absolute URL' }).refine(URL.canParse, { error: 'an absolute URL' }).optional(),
  body: z.custom<Json>().optional(),
  item: z.union([z.string(), z.number(), z.bigint()], { error: 'the id of an item' }).optional(),
});

const postWebhook = onWorld((request, world) => {
  const name = pathParameter(request, 'webhook');
  const { service, state } = world.decisions;
  const names = (service.webhooks ?? []).map((one) => one.name);
  if (!names.includes(name)) return unknownName('webhook', name, names);
  const order = readBody(request, webhookOrder, 'the webhook');
  if (!order.ok) return order.response;
  const changes = orderWebhook(service, state, name, order.value) ?? [];
  if (typeof changes === 'string') return problem(409, `${changes}.`);
  world.apply(changes);
  return noContent;
});

const postRetry = onWorld((request, world) => {
  const id = pathParameter(request, 'id');
  const changes = retryRow(world.decisions.state, id, world.clock.now());
  if (changes === undefined) return problem(404, `No webhook has the id "${id}".`);
  world.apply(changes);
  return noContent;
});

export const webhookRoutes: readonly Route[] = [
  { path: '/worlds/:world/webhooks', methods: { GET: getWebhooks } },
  { path: '/worlds/:world/webhooks/:webhook', methods: { POST: opening(postWebhook) } },
  { path: '/worlds/:world/webhooks/:id/retry', methods: { POST: postRetry } },
];
