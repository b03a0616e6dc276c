/** Webhooks and callbacks follow what happens in a world: changes of items fire the ones, successful responses the others. */
import type { Exchange, Step } from '../../../core/exchange.ts';
import {
  isSubset,
  isWithinWindow,
  matchesWebhook,
  passesCount,
  passesProbability,
} from '../../../core/faults/conditions.ts';
import { delayOf } from '../../../core/faults/effects.ts';
import { noCounts } from '../../../core/faults/fault.ts';
import { headerOf } from '../../../core/http/http.ts';
import { fingerprint } from '../../../core/primitives/fingerprint.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../core/primitives/json.ts';
import { setAt } from '../../../core/primitives/json-path.ts';
import { seedFrom } from '../../../core/primitives/seeded-random.ts';
import { plainName } from '../../../core/primitives/singular.ts';
import { getFrom, valuesOf } from '../../../core/primitives/sorted-map.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import type { Operation } from '../../../core/service/operation.ts';
import type { CallbackSpec, WebhookSpec } from '../../../core/service/webhook.ts';
import { findItem } from '../../../core/state/collection.ts';
import {
  type Change,
  definePart,
  type Happened,
  type PartStateKind,
  type Receiver,
  type State,
  valueOfPart,
} from '../../../core/state/state.ts';
import {
  claim,
  firstDue,
  noRows,
  type Queued,
  queue,
  report,
  restoreRows,
  retry,
  saveRows,
  type WebhookAttempt,
  type WebhookRow,
  type WebhookRows,
} from './rows.ts';
import { evaluate } from './runtime-expression.ts';

export interface WebhookService {
  readonly webhooks: readonly WebhookSpec[];
  readonly callbacks: readonly CallbackSpec[];
  readonly operations: readonly Operation[];
  readonly subscribers: readonly Subscribers[];
}

const webhooksPart = 'webhooks';

export const rowsOf = (state: State): WebhookRows => valueOfPart<WebhookRows>(state, webhooksPart) ?? noRows;

type RowChange =
  | { readonly queue: Queued }
  | { readonly claim: number }
  | { readonly report: number; readonly attempt: WebhookAttempt; readonly dropped?: boolean }
  | { readonly retry: number; readonly at: number };

export const rowChange = (change: RowChange): Change => ({
  type: 'part',
  part: webhooksPart,
  change: change as unknown as Json,
});

const applyTo = (rows: WebhookRows, change: Json): WebhookRows => {
  const done = change as unknown as RowChange;
  if ('queue' in done) return queue(rows, done.queue);
  if ('claim' in done) return claim(rows, done.claim);
  if ('report' in done) return report(rows, done.report, done.attempt, done.dropped === true);
  return retry(rows, done.retry, done.at);
};

/** `perform`: sends a row that was claimed. */
export const createWebhooks = (service: WebhookService, perform: PartStateKind['perform']): PartStateKind =>
  definePart<WebhookRows>({
    name: webhooksPart,
    start: () => noRows,
    apply: applyTo,
    save: saveRows,
    restore: restoreRows,
    perform,
    follower: {
      after: (before, happened) => [...changesOf(service, before, happened)],
      dueAt: (state) => (perform === undefined ? undefined : (firstDue(rowsOf(state))?.due ?? undefined)),
      due: (state) => {
        const row = firstDue(rowsOf(state));
        return row === undefined ? [] : [rowChange({ claim: row.number })];
      },
      isUrgent: true,
    },
  });

function* changesOf(service: WebhookService, before: State, happened: Happened): Generator<Change> {
  let number = rowsOf(before).next;
  const queued = (row: Omit<Queued, 'id' | 'at' | 'cause'>): Change => {
    const id = `msg_${fingerprint(`${before.seed}\n${before.startedAt}\n${number++}`).slice(0, 24)}`;
    return rowChange({ queue: { ...row, id, at: happened.now, cause: happened.exchange?.id ?? null } });
  };
  if (happened.exchange !== undefined)
    for (const row of callbacksOf(service, happened.exchange, before, happened.now))
      yield* disturbed(row, before, happened.now, queued);
  if (service.webhooks.length === 0 || happened.exchange?.steps.some(({ type }) => type === 'kept')) return;
  for (const change of happened.changes) {
    if (change.type !== 'put' && change.type !== 'delete') continue;
    for (const spec of service.webhooks)
      for (const row of firedBy(spec, change, before, happened, service.subscribers))
        yield* disturbed(row, before, happened.now, queued);
  }
}

/** Yields the rows as the faults of the world that are for it leave it: later, twice, or with a flaw. */
function* disturbed(
  row: Unqueued,
  { active, counters, startedAt, seed }: State,
  now: number,
  queued: (row: Unqueued) => Change,
): Generator<Change> {
  let sent = row;
  let times = 1;
  for (const { fault } of active.entries) {
    if (!matchesWebhook(fault, row.webhook)) continue;
    const counts = counters.faults.get(fault.name) ?? noCounts;
    const { when, effect, name } = fault;
    if (!isWithinWindow(when, counts.since ?? startedAt, now)) continue;
    const fires = passesCount(when, counts.seen + 1) && passesProbability(fault, seed, row.webhook, counts.seen + 1);
    const disturbs = effect.type === 'webhook' || effect.type === 'latency';
    yield { type: 'fault-counted', fault: name, fired: fires && disturbs };
    if (!fires) continue;
    if (effect.type === 'latency')
      sent = { ...sent, delayMs: (sent.delayMs ?? 0) + delayOf(effect.latency, counts.seen) };
    if (effect.type !== 'webhook') continue;
    if (effect.webhook === 'lost') sent = { ...sent, dropped: `lost, as the fault ${name} says` };
    else if (effect.webhook === 'twice') times++;
    else if (effect.webhook === 'reordered') sent = { ...sent, isLate: true };
    else sent = { ...sent, flaw: effect.webhook };
  }
  const first = queued(sent);
  for (let time = 0; time < times; time++) yield first;
}

type Unqueued = Omit<Queued, 'id' | 'at' | 'cause'>;

function* firedBy(
  spec: WebhookSpec,
  change: Extract<Change, { type: 'put' | 'delete' }>,
  before: State,
  { exchange, now }: Happened,
  subscribers: readonly Subscribers[],
): Generator<Unqueued> {
  const { fires } = spec;
  if (fires === undefined || fires.collection !== change.collection) return;
  const collection = before.collections.get(change.collection);
  const item = collection && findItem(collection, change.key)?.value;
  const after = change.type === 'put' ? change.value : undefined;
  const event = after === undefined ? 'deleted' : item === undefined ? 'created' : 'updated';
  const { on, where } = fires;
  if (
    where === undefined
      ? on !== event
      : after === undefined || !isSubset(where, after) || (item !== undefined && isSubset(where, item))
  )
    return;
  // A state may be reached at creation.
  if (where !== undefined && on !== 'updated' && on !== event) return;
  const shown = after ?? item;
  if (shown !== undefined) yield* sentTo(spec, shown, { state: before, now, subscribers, exchange });
}

interface Sending {
  readonly state: State;
  readonly now: number;
  readonly subscribers: readonly Subscribers[];
  readonly exchange?: Exchange | undefined;
}

/** To each receiver. */
export function* sentTo(
  spec: WebhookSpec,
  item: JsonObject | undefined,
  { state, now, subscribers, exchange }: Sending,
): Generator<Unqueued> {
  const receivers = receiversOf(spec.name, state, subscribers);
  if (receivers.length === 0) return;
  const body = bodyOf(spec, item, state, now);
  for (const receiver of receivers) yield rowTo(spec, receiver, body, foreignOrigin(exchange, receiver));
}

export const rowTo = (
  { name, method, mediaType }: WebhookSpec | CallbackSpec,
  { url, secret, signature = 'standard' }: Receiver,
  body: string,
  dropped?: string,
): Unqueued => ({
  ...{ webhook: name, method, mediaType, url, body },
  ...(secret !== undefined && { secret }),
  signature: signature,
  ...(dropped !== undefined && { dropped }),
});

/** A page of another site must not make this server call what it names. */
const foreignOrigin = (
  exchange: Exchange | undefined,
  receiver: Receiver & { readonly isStored?: boolean },
): string | undefined => {
  const origin = exchange && headerOf(exchange.request.headers, 'origin');
  if (origin === undefined || receiver.isStored === false) return undefined;
  if (origin === 'null') return 'the request came from a page of another origin';
  const host = URL.canParse(origin) ? new URL(origin).hostname : origin;
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
    ? undefined
    : `the request came from a page of ${origin}`;
};

const receiversOf = (
  webhook: string,
  state: State,
  subscribers: readonly Subscribers[],
): readonly (Receiver & { readonly isStored?: boolean })[] => {
  const stated = [...(state.rules.webhooks?.[webhook] ?? []), ...(state.rules.webhooks?.['*'] ?? [])];
  return [...stated.map((one) => ({ ...one, isStored: false })), ...subscriptionsTo(webhook, state, subscribers)];
};

const subscribing = /(hook|subscription|endpoint)s?$/i;
const urlNames =
  /^(url|targeturl|target|callbackurl|callback|endpoint|endpointurl|hookurl|webhookurl|deliveryurl|payloadurl)$/;
const eventNames = /^(events?|eventtypes?|topics?|types|triggers|subscribedevents|enabledevents)$/;
const maxSubscriptions = 1000;

/** The collections whose items may subscribe, with the properties that say where to and to what. */
export interface Subscribers {
  readonly collection: string;
  readonly url: string;
  /** If it is undefined, it goes to everything. */
  readonly events: string | undefined;
}

/** The subscribers whose items have a URL and a list of events, or whose name says so. */
export const subscribersIn = (specs: Iterable<CollectionSpec>): readonly Subscribers[] =>
  [...specs].flatMap(({ name, properties }) => {
    const url = [...properties].find((one) => urlNames.test(plainName(one)));
    const events = [...properties].find((one) => eventNames.test(plainName(one)));
    return url === undefined || !(subscribing.test(name) || events !== undefined)
      ? []
      : [{ collection: name, url, events }];
  });

const subscriptionsTo = (webhook: string, state: State, subscribers: readonly Subscribers[]): readonly Receiver[] => {
  const found: Receiver[] = [];
  for (const { collection, url, events } of subscribers) {
    const items = state.collections.get(collection)?.items;
    for (const { value } of items === undefined ? [] : valuesOf(items)) {
      if (found.length >= maxSubscriptions) return found;
      const address = getProperty(value, url);
      const listed = events === undefined ? undefined : getProperty(value, events);
      const isWanted =
        listed === undefined ||
        (Array.isArray(listed) ? (listed as readonly Json[]) : [listed]).some(
          (one) => one === '*' || (typeof one === 'string' && plainName(one) === plainName(webhook)),
        );
      const secret = getProperty(value, 'secret');
      if (typeof address === 'string' && isWanted)
        found.push({ url: address, ...(typeof secret === 'string' && { secret }) });
    }
  }
  return found;
};

/** Generated as the document says, with the item and the name of the event in it. */
export const bodyOf = (
  { name, generate, check, ...spec }: WebhookSpec | CallbackSpec,
  item: JsonObject | undefined,
  state: State,
  now: number,
): string => {
  if (generate === undefined) return '';
  const at = 'fires' in spec ? (spec.fires?.at ?? []) : [];
  const drawn = generate({ seed: seedFrom(state.seed, 'webhook', name, rowsOf(state).next), now });
  if (item === undefined) return stringifyJson(drawn);
  if (at.length === 0) return stringifyJson(item);
  let body = setAt(drawn, at, item) as JsonObject;
  for (const property of ['event', 'type', 'eventType', 'event_type', 'topic']) {
    if (!isJsonObject(body) || typeof body[property] !== 'string') continue;
    const named = { ...body, [property]: name };
    if ((check?.(named) ?? []).length === 0) body = named;
  }
  return stringifyJson(body);
};

function* callbacksOf(
  { callbacks, operations }: WebhookService,
  exchange: Exchange,
  state: State,
  now: number,
): Generator<Unqueued> {
  const { status } = exchange.response;
  const own = callbacks.filter(({ operation }) => operation === exchange.operation);
  if (own.length === 0 || status < 200 || status > 299 || exchange.isProbe === true) return;
  if (!exchange.steps.some(({ type }) => type === 'executed' || type === 'stateless' || type === 'handler')) return;
  const template = operations.find(({ name }) => name === exchange.operation)?.path ?? '';
  for (const spec of own) {
    const url = evaluate(spec.expression, { exchange, template });
    if (url === undefined || !URL.canParse(url)) {
      const reason = url === undefined ? `${spec.expression} finds nothing` : `"${url.slice(0, 200)}" is not a URL`;
      (exchange.steps as Step[]).push({ type: 'callback', callback: spec.name, reason });
      continue;
    }
    yield rowTo(
      spec,
      { url, signature: 'none' },
      bodyOf(spec, undefined, state, now),
      foreignOrigin(exchange, { url }),
    );
  }
}

export const findRow = (state: State, id: string): WebhookRow | undefined => {
  for (const row of valuesOf(rowsOf(state).rows)) if (row.id === id) return getFrom(rowsOf(state).rows, row.number);
  return undefined;
};
