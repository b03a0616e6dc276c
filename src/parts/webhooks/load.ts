/** The heavy door of the part: sending, loaded when something is due, and the routes of the control API. */

import { z } from 'zod';
import { essenceOf, isJsonType } from '../../core/http/http.ts';
import { type Json, parseJson } from '../../core/primitives/json.ts';
import { responseFor } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';
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
import type { World } from '../../world/world.ts';
import { rowChange, rowOf } from './core/follow-webhooks.ts';
import type { WebhookRow } from './core/rows.ts';
import { awaitOther, type ReceivedResponse, send } from './send/send-due.ts';
import { listRows, orderWebhook, retryRow } from './webhook-evidence.ts';

/**
 * Sends what was claimed, and reports it. `allowed`: hosts beyond loopback. `isOwn`: this server claimed it; otherwise it waits for the
 * report of the one that did.
 */
export const performWebhook = async (
  world: World,
  claimed: number,
  isOwn: boolean,
  allowed: readonly string[],
): Promise<void> => {
  const row = rowOf(world.decisions.state, claimed);
  if (row?.state !== 'sending') return;
  const { epoch } = world.decisions;
  const { isRefused, response, ...sent } = isOwn ? await send(row, allowed) : await awaitOther();
  world.inTurn((present) => {
    const { state } = present.decisions;
    const now = rowOf(state, claimed);
    // After a reset, nobody knows the row. Others may have waited too.
    if (present.decisions.epoch !== epoch || now?.state !== 'sending') return;
    if (now.id !== row.id || now.attempts.length !== row.attempts.length) return;
    const violations = response === undefined ? [] : judgeResponse(present.decisions.service, row, response);
    const attempt = { ...sent, at: present.clock.now(), ...(violations.length > 0 && { violations }) };
    present.apply([rowChange({ report: claimed, webhook: row.webhook, attempt, ...(isRefused && { dropped: true }) })]);
  });
};

/** Says where the response breaks the interface; one sentence each. */
const judgeResponse = (
  { webhooks = [], callbacks = [] }: Pick<Service, 'webhooks' | 'callbacks'>,
  { webhook }: Pick<WebhookRow, 'webhook'>,
  { status, mediaType, body }: ReceivedResponse,
): readonly string[] => {
  const spec = [...webhooks, ...callbacks].find(({ name }) => name === webhook);
  if (spec === undefined || spec.responses.size === 0) return [];
  const response = responseFor(spec, status);
  if (response === undefined) return [`the document has no status ${status}`];
  const { contents } = response;
  if (contents.length === 0 || body === undefined) return [];
  if (body === '') return ['the response has no body'];
  const content = contents.find(({ range }) => essenceOf(range) === essenceOf(mediaType));
  if (content === undefined) return [`the document has no media type "${essenceOf(mediaType)}" for status ${status}`];
  if (!isJsonType(content.mediaType)) return [];
  const parsed = parseJson(body);
  if (!parsed.ok) return ['the body is not JSON'];
  return content
    .check(parsed.value)
    .slice(0, maxListed)
    .map(({ pointer, message }) => `body${pointer} ${message}`);
};

const maxListed = 20;

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
  const changes = orderWebhook(service, state, name, readBody(request, webhookOrder, 'the webhook')) ?? [];
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
  {
    path: '/worlds/:world/webhooks',
    methods: { GET: onWorld((_call, { decisions: { state } }) => okItems(listRows(state))) },
  },
  { path: '/worlds/:world/webhooks/:webhook', methods: { POST: opening(postWebhook) } },
  { path: '/worlds/:world/webhooks/:id/retry', methods: { POST: postRetry } },
];
