/** What the control API shows of webhooks, and what it orders. */

import { fingerprint } from '../../core/primitives/fingerprint.ts';
import { type Json, type JsonObject, parseJson } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { WebhookSpec } from '../../core/service/webhook.ts';
import { findItem } from '../../core/state/collection.ts';
import type { Change, State } from '../../core/state/state.ts';
import { bodyOf, findRow, rowChange, rowsOf, rowTo, sentTo, subscribersIn } from './core/follow-webhooks.ts';
import type { WebhookRow } from './core/rows.ts';

const timeOf = (time: number): string => new Date(time).toISOString();

const viewRow = ({ id, webhook, url, state, due, attempts, body, mediaType, cause }: WebhookRow): JsonObject => {
  const parsed = /json/.test(mediaType) ? parseJson(body) : undefined;
  return {
    ...{ id, webhook, url, cause },
    state: state === 'sending' ? 'waiting' : state,
    due: due === null ? null : timeOf(due),
    attempts: attempts.map(({ at, ...rest }) => ({ at: timeOf(at), ...rest })),
    body: body === '' ? null : parsed?.ok === true ? parsed.value : body,
  };
};

/** The newest first. */
export const listRows = (state: State): readonly JsonObject[] =>
  [...valuesOf(rowsOf(state).rows)].reverse().map(viewRow);

export interface WebhookOrder {
  readonly url?: string | undefined;
  readonly body?: Json | undefined;
  /** The id of the item. */
  readonly item?: string | number | bigint | undefined;
}

/** The changes that send a webhook now; a text: why it cannot be sent. */
export const orderWebhook = (
  spec: WebhookSpec,
  { url, body, item }: WebhookOrder,
  {
    state,
    now,
    collections,
  }: { readonly state: State; readonly now: number; readonly collections: Iterable<CollectionSpec> },
): readonly Change[] | string => {
  const { fires } = spec;
  const collection = fires && state.collections.get(fires.collection);
  const found = item === undefined || collection === undefined ? undefined : findItem(collection, String(item));
  if (item !== undefined && found === undefined) return `${fires?.collection ?? spec.name} has no item ${String(item)}`;
  const first = collection === undefined ? undefined : valuesOf(collection.items).next().value;
  const shown = found?.value ?? first?.value;
  const text = body === undefined ? bodyOf(spec, shown, state, now) : JSON.stringify(body);
  const rows =
    url === undefined
      ? [...sentTo(spec, shown, { state, now, subscribers: subscribersIn(collections) })].map((row) =>
          body === undefined ? row : { ...row, body: text },
        )
      : [rowTo(spec, { url }, text)];
  if (rows.length === 0) return `${spec.name} has no receiver: name a url, or add one to webhooks of the scenario`;
  let number = rowsOf(state).next;
  return rows.map((row) => {
    const id = `msg_${fingerprint(`${state.seed}\n${state.startedAt}\n${number++}`).slice(0, 24)}`;
    return rowChange({ queue: { ...row, id, at: now, cause: null } });
  });
};

/** Returns undefined if there is no such row. */
export const retryRow = (state: State, id: string, now: number): readonly Change[] | undefined => {
  const row = findRow(state, id);
  return row && [rowChange({ retry: row.number, at: now })];
};
