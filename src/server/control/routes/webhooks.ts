/** The webhooks and callbacks of a world: what waits, what became of it, and sending one by hand. */
import { listRows, orderWebhook, retryRow } from '../../../parts/webhooks/index.ts';
import { opening, pathParameter, readBody, withWorld } from '../request/control-request.ts';
import { noContent, okList, problem, unknownName } from '../request/control-response.ts';
import type { Route } from '../request/route.ts';
import { noQuery, webhookOrder } from '../request/schemas.ts';

const getWebhooks = withWorld(noQuery, (_call, { decisions: { state } }) => okList(listRows(state)));

const postWebhook = withWorld(noQuery, (request, world) => {
  const name = pathParameter(request, 'webhook');
  const { webhooks = [], collections } = world.decisions.service;
  const spec = webhooks.find((one) => one.name === name);
  if (spec === undefined)
    return unknownName(
      'webhook',
      name,
      webhooks.map((one) => one.name),
    );
  const order = readBody(request, webhookOrder, 'the webhook');
  if (!order.ok) return order.response;
  const { url, body, item } = order.value;
  const changes = orderWebhook(
    spec,
    { url, item, body },
    {
      state: world.decisions.state,
      now: world.clock.now(),
      collections: collections.values(),
    },
  );
  if (typeof changes === 'string') return problem(409, `${changes}.`);
  world.apply(changes);
  return noContent;
});

const postRetry = withWorld(noQuery, (request, world) => {
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
