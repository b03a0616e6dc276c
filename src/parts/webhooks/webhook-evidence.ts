/** What the control API shows of webhooks, and what it orders. */

import { type Json, type JsonObject, parseJson } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { showLocation } from '../../core/service/secret-facts.ts';
import type { Service } from '../../core/service/service.ts';
import { findItem } from '../../core/state/collection.ts';
import type { Change, State } from '../../core/state/state.ts';
import type { World } from '../../world/world.ts';
import { findRow, receiversOf, rowChange, rowsOf, subscribersIn } from './core/follow-webhooks.ts';
import type { WebhookRow } from './core/rows.ts';

const timeOf = (time: number) => new Date(time).toISOString();

const viewRow = ({ id, webhook, url, state, due, attempts, body, mediaType, cause }: WebhookRow): JsonObject => {
  const parsed = /json/.test(mediaType) ? parseJson(body) : undefined;
  return {
    ...{ id, webhook, url: showLocation(url), cause },
    state: state === 'sending' ? 'waiting' : state,
    due: due === null ? null : timeOf(due),
    attempts: attempts.map(({ at, ...rest }) => ({ at: timeOf(at), ...rest })) as readonly object[] as readonly Json[],
    body: body === '' ? null : parsed?.ok === true ? parsed.value : body,
  };
};

/** The newest first. */
export const listRows = (state: State): readonly JsonObject[] =>
  [...valuesOf(rowsOf(state).rows)].reverse().map(viewRow);

/** The oldest row that was tried and not returned before. */
export const takeTried = (
  { decisions: { epoch, state } }: World,
  webhook: string | undefined,
  returned: Set<string>,
): JsonObject | undefined => {
  // After a reset, numbers come again.
  const keyOf = ({ number }: WebhookRow) => `${epoch} ${number}`;
  const found = valuesOf(rowsOf(state).rows).find(
    (row) => row.attempts.length > 0 && (webhook === undefined || row.webhook === webhook) && !returned.has(keyOf(row)),
  );
  if (found !== undefined) returned.add(keyOf(found));
  return found && viewRow(found);
};

/** Returns the changes that send a webhook now, about an item (default: the first one); a text: why it cannot be sent. Undefined: there is no such webhook. */
export const orderWebhook = (
  { webhooks = [], collections }: Pick<Service, 'webhooks' | 'collections'>,
  state: State,
  name: string,
  { url, body, item }: { readonly url?: string | undefined; readonly body?: unknown; readonly item?: unknown },
): readonly Change[] | string | undefined => {
  const spec = webhooks.find((one) => one.name === name);
  if (spec === undefined) return undefined;
  const { collection: about } = spec.fires ?? {};
  const collection = about === undefined ? undefined : state.collections.get(about);
  const found = item === undefined || collection === undefined ? undefined : findItem(collection, String(item));
  if (url !== undefined && !URL.canParse(url)) return `url must be an absolute URL, not "${url}"`;
  if (item !== undefined && found === undefined) return `${about ?? name} has no item ${String(item)}`;
  if (url === undefined && receiversOf(name, state, subscribersIn(collections.values())).length === 0)
    return `${name} has no receiver: name a url, or add one to webhooks of the scenario`;
  const first = collection === undefined ? undefined : valuesOf(collection.items).next().value;
  return [rowChange({ send: name, url, body: body as Json | undefined, item: (found ?? first)?.value })];
};

/** Returns undefined if there is no such row. */
export const retryRow = (state: State, id: string, now: number): readonly Change[] | undefined => {
  const row = findRow(state, id);
  return row && [rowChange({ retry: row.number, at: now })];
};
