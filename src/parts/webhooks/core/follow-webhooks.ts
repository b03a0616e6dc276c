/** Webhooks and callbacks follow what happens in a world: changes of items fire webhooks, successful responses callbacks. */

import type { Exchange, Step } from '../../../core/exchange.ts';
import { builtInFaults } from '../../../core/faults/built-in-faults.ts';
import {
  isSubset,
  isWithinWindow,
  matchesAny,
  passesCount,
  passesProbability,
} from '../../../core/faults/conditions.ts';
import { breakContract } from '../../../core/faults/contract-fault.ts';
import { delayOf, type Effect } from '../../../core/faults/effects.ts';
import { applyExtreme } from '../../../core/faults/extreme.ts';
import { type Fault, noCounts } from '../../../core/faults/fault.ts';
import { headerOf, isJsonType, originOf } from '../../../core/http/http.ts';
import { fingerprint } from '../../../core/primitives/fingerprint.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  setAt,
  stringifyJson,
} from '../../../core/primitives/json.ts';
import { seedFrom } from '../../../core/primitives/seeded-random.ts';
import { getFrom, valuesOf } from '../../../core/primitives/sorted-map.ts';
import { plainName } from '../../../core/primitives/words.ts';
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
import type { World } from '../../../world/world.ts';
import { wordLists } from '../../words/index.ts';
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
  /** Origins of pages that may name receivers, beside those of this machine. */
  readonly trusted: readonly string[];
}

const webhooksPart = 'webhooks';

export const rowsOf = (state: State): WebhookRows => valueOfPart<WebhookRows>(state, webhooksPart) ?? noRows;

/** A webhook that is sent by hand, or by a handler. */
export interface WebhookOrder {
  readonly send: string;
  readonly url?: string | undefined;
  readonly body?: Json | undefined;
  /** What it is about. */
  readonly item?: JsonObject | undefined;
}

type RowChange =
  | { readonly queue: Queued }
  /** A webhook that somebody orders; what it sends follows as a change of its own. */
  | WebhookOrder
  /** An item has an address that a page of another origin gave it; or no longer. */
  | { readonly foreign: string; readonly isForeign: boolean }
  /** A subscription with this address is new. */
  | { readonly subscribed: string }
  | { readonly claim: number; readonly isWatched?: boolean }
  | { readonly report: number; readonly webhook: string; readonly attempt: WebhookAttempt; readonly dropped?: boolean }
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
  if ('send' in done) return rows;
  if ('subscribed' in done) return { ...rows, ended: rows.ended.filter((url) => url !== done.subscribed) };
  if ('foreign' in done) {
    const others = rows.foreign.filter((one) => one !== done.foreign);
    return { ...rows, foreign: done.isForeign ? [...others, done.foreign] : others };
  }
  return retry(rows, done.retry, done.at);
};

/** `perform`: sends a row that was claimed by this server, or waits for the one that did. */
export const createWebhooks = (
  service: WebhookService,
  perform: ((world: object, claimed: number, isOwn: boolean) => void) | undefined,
): PartStateKind => {
  return definePart<WebhookRows>({
    name: webhooksPart,
    start: () => noRows,
    apply: applyTo,
    save: (rows, _state, isShared) => saveRows(rows, isShared),
    restore: restoreRows,
    perform: (world, change, isOwn) => {
      const done = change as unknown as RowChange;
      if ('report' in done) (world as World).coverage.addSent(done.webhook, done.attempt.status);
      if ('claim' in done) perform?.(world, done.claim, isOwn && done.isWatched !== true);
    },
    follower: {
      after: (before, happened) => [...changesOf(service, before, happened)],
      dueAt: (state) => (perform === undefined ? undefined : (firstDue(rowsOf(state))?.due ?? undefined)),
      due: (state) => {
        const row = firstDue(rowsOf(state));
        // One that is being sent was restored: whoever sends it may be gone.
        const isWatched = row?.state === 'sending' ? { isWatched: true } : {};
        return row === undefined ? [] : [rowChange({ claim: row.number, ...isWatched })];
      },
      isUrgent: (state) => perform !== undefined && (firstDue(rowsOf(state)) !== undefined || mayHear(service, state)),
    },
  });
};

function* changesOf(service: WebhookService, before: State, happened: Happened): Generator<Change> {
  const { changes, exchange, now } = happened;
  const moment: Moment = { service, before, now, exchange };
  let number = rowsOf(before).next;
  // The ids of one world begin alike: a thousand at once need one fingerprint.
  let start: string | undefined;
  const queued = (row: Unqueued): Change => {
    start ??= fingerprint(`${before.seed}\n${before.startedAt}`).slice(0, 16);
    const id = `msg_${start}${(number++).toString(16).padStart(8, '0')}`;
    return rowChange({ queue: { ...row, id, at: now, cause: exchange?.id ?? null } });
  };
  const preferred = preferredFaults(before, exchange);
  const send = function* (spec: WebhookSpec | CallbackSpec, rows: Iterable<Unqueued>): Generator<Change> {
    for (const row of rows) yield* disturbed(spec, row, moment, preferred, queued);
  };
  for (const [spec, row] of callbacksOf(moment)) yield* send(spec, [row]);
  const isRecorded = exchange?.steps.some(({ type }) => type === 'kept') === true;
  for (const change of changes) {
    if (change.type === 'part' && change.part === webhooksPart) {
      const order = change.change as unknown as RowChange;
      const spec = 'send' in order ? service.webhooks.find(({ name }) => name === order.send) : undefined;
      if (spec !== undefined) yield* send(spec, ordered(spec, order as WebhookOrder, moment));
    }
    if (change.type === 'fill')
      for (const id of rowsOf(before).foreign)
        if (id.startsWith(`${change.collection}\n`)) yield rowChange({ foreign: id, isForeign: false });
    if (change.type !== 'put' && change.type !== 'delete') continue;
    yield* followAddress(change, moment);
    if (isRecorded) continue;
    for (const spec of service.webhooks) yield* send(spec, firedBy(spec, change, moment));
  }
}

interface Moment {
  readonly service: WebhookService;
  /** The state without what happened. */
  readonly before: State;
  /** World time. */
  readonly now: number;
  readonly exchange: Exchange | undefined;
}

/** Yields the rows as the faults of the world that are for it leave it: later, twice, altered or with a flaw. */
function* disturbed(
  spec: WebhookSpec | CallbackSpec,
  row: Unqueued,
  { before: { active, counters, startedAt, seed }, now }: Moment,
  preferred: readonly Fault[],
  queued: (row: Unqueued) => Change,
): Generator<Change> {
  if (preferred.length === 0 && active.entries.length === 0) {
    yield queued(row);
    return;
  }
  let sent: Outgoing = row;
  const disturb = (fault: Fault, count: number) => {
    sent = disturbedBy(fault, spec, sent, { count, seed: seedFrom(seed, row.webhook, fault.name, count) });
  };
  for (const fault of preferred) if (fault.on === undefined || matchesWebhook(fault, row.webhook)) disturb(fault, 0);
  for (const { fault } of active.entries) {
    if (!matchesWebhook(fault, row.webhook) || preferred.some(({ name }) => name === fault.name)) continue;
    const counts = counters.faults.get(fault.name) ?? noCounts;
    const { when, name } = fault;
    if (!isWithinWindow(when, counts.since ?? startedAt, now)) continue;
    const { seen } = counts;
    const before = sent;
    if (passesCount(when, seen + 1) && passesProbability(fault, seed, row.webhook, seen + 1)) disturb(fault, seen);
    yield { type: 'fault-counted', fault: name, fired: sent !== before };
  }
  const { times = 1, ...rest } = sent;
  const change = queued(rest);
  for (let time = 0; time < times; time++) yield change;
}

/** Whether the fault is for a webhook, or a callback, of this name. One without `on` never is, unless it is for nothing else. */
const matchesWebhook = ({ on, effect }: Pick<Fault, 'on' | 'effect'>, name: string) =>
  on?.webhook === undefined ? effect.type === 'webhook' && on === undefined : matchesAny(on.webhook, name);

/** The faults of webhooks that `Prefer` asks for: for those of this request. */
const preferredFaults = ({ faults }: State, exchange: Exchange | undefined): readonly Fault[] =>
  (exchange?.faults ?? []).flatMap(({ name, effect }) => {
    const fault = faults.get(name)?.fault ?? builtInFaults.get(name);
    return effect === 'webhook' && fault !== undefined ? [fault] : [];
  });

type Outgoing = Unqueued & { readonly times?: number };

/** The same row if the fault does nothing to a webhook. */
const disturbedBy = (
  { name, effect }: Fault,
  spec: WebhookSpec | CallbackSpec,
  row: Outgoing,
  { count, seed }: { readonly count: number; readonly seed: number },
): Outgoing => {
  if (effect.type === 'latency') return { ...row, delayMs: (row.delayMs ?? 0) + delayOf(effect.latency, count) };
  if (effect.type === 'contract' || effect.type === 'extreme') return altered(spec, row, effect, seed);
  if (effect.type !== 'webhook') return row;
  switch (effect.webhook) {
    case 'lost':
      return { ...row, dropped: `lost, as the fault ${name} says` };
    case 'twice':
      return { ...row, times: (row.times ?? 1) + 1 };
    case 'reordered':
      return { ...row, isLate: true };
    default:
      return { ...row, flaw: effect.webhook };
  }
};

/** The webhook with a body that breaks the interface, or is extreme; as it is, where that is not possible. */
const altered = (
  { content }: WebhookSpec | CallbackSpec,
  row: Outgoing,
  effect: Extract<Effect, { type: 'contract' | 'extreme' }>,
  seed: number,
): Outgoing => {
  const value = content === undefined || !isJsonType(content.mediaType) ? undefined : parseJson(row.body);
  if (content === undefined || value?.ok !== true) return row;
  const body = { mediaType: content.mediaType, value: value.value };
  const result =
    effect.type === 'contract'
      ? breakContract(effect.contract, body, [content], seed, { at: effect.at })
      : applyExtreme(effect.extreme, body, [content], seed);
  return result.type === 'not-applicable'
    ? row
    : { ...row, mediaType: result.mediaType, body: stringifyJson(result.value) };
};

type Unqueued = Omit<Queued, 'id' | 'at' | 'cause'>;

function* ordered(spec: WebhookSpec, { url, body, item }: WebhookOrder, moment: Moment): Generator<Unqueued> {
  const text = body === undefined ? bodyOf(spec, item, moment) : stringifyJson(body);
  const receivers =
    url === undefined
      ? receiversOf(spec.name, moment.before, moment.service.subscribers)
      : [{ url, dropped: whyForeign(moment) }];
  for (const receiver of receivers) yield rowTo(spec, receiver, text);
}

function* firedBy(
  spec: WebhookSpec,
  change: Extract<Change, { type: 'put' | 'delete' }>,
  moment: Moment,
): Generator<Unqueued> {
  const { before, service } = moment;
  const { fires } = spec;
  if (fires === undefined || fires.collection !== change.collection) return;
  const collection = before.collections.get(change.collection);
  const item = collection && findItem(collection, change.key)?.value;
  const after = change.type === 'put' ? change.value : undefined;
  const event = after === undefined ? 'deleted' : item === undefined ? 'created' : 'updated';
  const { on, where } = fires;
  const isThere = (one: JsonObject | undefined) => one !== undefined && isSubset(where ?? {}, one);
  // A state may be reached at creation.
  const isMeant = on === event || (where !== undefined && on === 'updated');
  if (!isMeant || (where !== undefined && (!isThere(after) || isThere(item)))) return;
  const shown = after ?? item;
  const receivers = shown === undefined ? [] : receiversOf(spec.name, before, service.subscribers);
  if (receivers.length === 0) return;
  const body = bodyOf(spec, shown, moment);
  for (const receiver of receivers) yield rowTo(spec, receiver, body);
}

const rowTo = (
  { name, method, content }: WebhookSpec | CallbackSpec,
  { url, secret, signature = 'standard', dropped }: Receiver & { readonly dropped?: string | undefined },
  body: string,
): Unqueued => ({
  ...{ webhook: name, method, mediaType: content?.mediaType ?? 'application/json', url, body, signature },
  ...(secret !== undefined && { secret }),
  ...(dropped !== undefined && { dropped }),
});

/** Why nothing is sent to what the request names: a page of another origin must not make this server call it. Undefined: it is sent. */
const whyForeign = ({ exchange, service: { trusted } }: Moment): string | undefined => {
  if (exchange === undefined) return undefined;
  const { headers } = exchange.request;
  // A browser names no origin for a form that GETs.
  const isOther = headerOf(headers, 'sec-fetch-site') === 'cross-site';
  const sender = headerOf(headers, 'origin') ?? (isOther ? (headerOf(headers, 'referer') ?? 'null') : undefined);
  if (sender === undefined) return undefined;
  const { hostname, origin } = URL.parse(sender) ?? { hostname: '', origin: 'null' };
  // Nobody else can control these names. A name of another site may point to this machine.
  const isOwn = origin === originOf(exchange.request) && /^[\d.]+$|^\[/.test(hostname);
  const isLocal = /^((.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const isTrusted = isOwn || isLocal || trusted.some((one) => URL.parse(one)?.origin === origin);
  return isTrusted ? undefined : foreignReason;
};

const foreignReason = 'a page of another origin named this address';

/** Remembers whose address an item has: that it was saved does not make it trusted. */
function* followAddress(change: Extract<Change, { type: 'put' | 'delete' }>, moment: Moment): Generator<Change> {
  const { before, service } = moment;
  const { collection: name, key } = change;
  const url = service.subscribers.find(({ collection }) => collection === name)?.url;
  if (url === undefined) return;
  const collection = before.collections.get(name);
  const item = collection && findItem(collection, key);
  const address = change.type === 'put' ? getProperty(change.value, url) : undefined;
  if (change.type === 'put' && item !== undefined && getProperty(item.value, url) === address) return;
  const id = `${name}\n${key}`;
  const isForeign = change.type === 'put' && whyForeign(moment) !== undefined;
  const { foreign, ended } = rowsOf(before);
  if (isForeign !== foreign.includes(id)) yield rowChange({ foreign: id, isForeign });
  if (typeof address === 'string' && ended.includes(address)) yield rowChange({ subscribed: address });
}

export const receiversOf = (
  webhook: string,
  state: State,
  subscribers: readonly Subscribers[],
): readonly (Receiver & { readonly dropped?: string })[] => [
  ...(state.rules.webhooks?.[webhook] ?? []),
  ...(state.rules.webhooks?.['*'] ?? []),
  ...subscriptionsTo(webhook, state, subscribers),
];

/** Whether somebody may hear of what happens. */
const mayHear = ({ subscribers }: WebhookService, { rules, collections }: State) =>
  Object.keys(rules.webhooks ?? {}).length > 0 ||
  subscribers.some(({ collection }) => collections.get(collection)?.items.root !== undefined);

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
    const url = [...properties].find((one) => wordLists.hookUrls.has(one));
    const events = [...properties].find((one) => wordLists.hookEvents.has(one));
    return url === undefined || !(wordLists.hooks.ends(name) || events !== undefined)
      ? []
      : [{ collection: name, url, events }];
  });

const subscriptionsTo = (webhook: string, state: State, subscribers: readonly Subscribers[]) => {
  const found: (Receiver & { readonly dropped?: string })[] = [];
  const { foreign } = rowsOf(state);
  for (const { collection, url, events } of subscribers) {
    const items = state.collections.get(collection)?.items;
    for (const { key, value } of items === undefined ? [] : valuesOf(items)) {
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
        found.push({
          url: address,
          ...(typeof secret === 'string' && { secret }),
          ...(foreign.includes(`${collection}\n${key}`) && { dropped: foreignReason }),
        });
    }
  }
  return found;
};

/** Generated as the document says, with the item and the name of the event in it. */
const bodyOf = (
  { name, content, ...spec }: WebhookSpec | CallbackSpec,
  item: JsonObject | undefined,
  { before, now }: Moment,
): string => {
  if (content === undefined) return '';
  const at = 'fires' in spec ? (spec.fires?.at ?? []) : [];
  const drawn =
    item !== undefined && at.length === 0
      ? item
      : content.generate({ seed: seedFrom(before.seed, 'webhook', name, rowsOf(before).next), now });
  let body: Json = item === undefined || at.length === 0 ? drawn : setAt(drawn, at, item);
  for (const property of item === undefined || at.length === 0 ? [] : eventNamesIn(body)) {
    if (!isJsonObject(body)) continue;
    const named = { ...body, [property]: name };
    if (content.check(named).length === 0) body = named;
  }
  const written = content.write?.(body);
  return typeof written === 'string' ? written : stringifyJson(body);
};

/** The texts of an event that say what it is. */
export const eventNamesIn = (body: Json): readonly string[] =>
  isJsonObject(body)
    ? Object.keys(body).filter((name) => wordLists.eventNames.has(name) && typeof body[name] === 'string')
    : [];

function* callbacksOf(moment: Moment): Generator<readonly [CallbackSpec, Unqueued]> {
  const { service, exchange } = moment;
  if (exchange === undefined) return;
  const { callbacks, operations } = service;
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
    const dropped = whyForeign(moment);
    yield [spec, rowTo(spec, { url, signature: 'none', dropped }, bodyOf(spec, undefined, moment))];
  }
}

export const findRow = (state: State, id: string): WebhookRow | undefined =>
  valuesOf(rowsOf(state).rows).find((row) => row.id === id);

export const rowOf = (state: State, number: number): WebhookRow | undefined => getFrom(rowsOf(state).rows, number);
