/** The events of a world as server-sent events (HTML Living Standard, section 9.2). */
import type { ServerResponse } from 'node:http';
import type { Exchange } from '../../../core/exchange.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../core/primitives/json.ts';
import { inLaterTurn, monotonicMs } from '../../../world/clock.ts';
import { viewHeld, viewWorld } from '../../../world/control/view-world.ts';
import { summarizeExchange } from '../../../world/evidence/view-exchange.ts';
import type { UnansweredRequest } from '../../../world/records.ts';
import type { World, WorldEvent } from '../../../world/world.ts';
import { endWithClient } from '../../edge/connections.ts';
import type { ServerContext } from '../../edge/context.ts';
import { onWorld, problem, type Route, respond } from '../request/control-call.ts';

/** Proxies close a connection without traffic after a minute, some after half a minute. */
const heartbeatMs = 15_000;
/** Buffered for a client that reads too slowly. Beyond this, its connection is closed. */
const maxWaitingBytes = 1_048_576;
/** The maximum number of streams over all worlds, since each keeps a connection open. */
const maxStreams = 100;
/** The delay before a client reconnects. */
const retryMs = 1000;

const getEvents = onWorld(({ context, lastEventId }, world) => {
  const open = [...context.worlds].reduce((count, { records }) => count + records.listeners.size, 0);
  if (open >= maxStreams) return problem(503, `${maxStreams} event streams are open, the maximum. Close one.`);
  const seen = readEventId(lastEventId);
  const stream = (response: ServerResponse) => new EventStream(world, response, context).start(seen);
  return respond('text/event-stream', { stream });
});

/** The client has received all exchanges of this epoch up to this number. */
interface Seen {
  /** A plain number is one of the present epoch. */
  readonly epoch: string | undefined;
  readonly number: number;
}

/** The id of an event, or a plain number; undefined for anything else. */
const readEventId = (id: string | undefined): Seen | undefined => {
  const [, epoch, number] = /^(?:([\da-f]{8})-)?(\d{1,15})$/.exec(id ?? '') ?? [];
  return number === undefined ? undefined : { epoch, number: Number(number) };
};

interface Missed {
  readonly epoch: string;
  readonly exchanges: readonly Exchange[];
  /** The index of the next exchange to send. */
  index: number;
  /** All exchanges up to this number have been sent. */
  upTo: number;
  /** The exchanges that were sent as they ended, in the meantime. */
  readonly delivered: Set<Exchange>;
}

/** The last event of a world as JSON: all who watch the world get the same. */
interface LastEvent {
  readonly subject: Exchange | 'world';
  readonly json: string;
}

const lastEvents = new WeakMap<World, LastEvent>();

const writeOnce = (world: World, subject: LastEvent['subject'], view: () => Json): string => {
  const last = lastEvents.get(world);
  if (last?.subject === subject) return last.json;
  const json = stringifyJson(view());
  lastEvents.set(world, { subject, json });
  return json;
};

class EventStream {
  readonly #world: World;
  readonly #response: ServerResponse;
  readonly #context: ServerContext;
  /** Whether the world has changed since its last event. */
  #isStale = false;
  /** The exchanges that the client missed; undefined once they have been sent. */
  #missed: Missed | undefined;

  constructor(world: World, response: ServerResponse, context: ServerContext) {
    this.#world = world;
    this.#response = response;
    this.#context = context;
  }

  /** `seen` is undefined for a new client. */
  start(seen: Seen | undefined): void {
    endWithClient(this.#response.req.socket);
    this.#write(`retry: ${retryMs}\n\n`);
    const unsubscribe = this.#world.subscribe((event) => this.#emit(event));
    const heartbeat = setInterval(() => this.#write(':\n\n'), heartbeatMs);
    heartbeat.unref();
    this.#response.once('close', () => {
      unsubscribe();
      clearInterval(heartbeat);
    });
    for (const sent of this.#world.records.sent) this.#sendSent(sent);
    if (seen !== undefined) this.#catchUp(seen);
  }

  /** Sends the missed exchanges that are still in the journal, then the world, which may have changed. */
  #catchUp({ epoch, number }: Seen): void {
    const { journal, decisions } = this.#world;
    // A number higher than the last exchange is also from before a reset, so everything since then is new.
    const isCurrent =
      (epoch === undefined || epoch === decisions.epoch) && number <= decisions.state.counters.exchanges;
    const from = isCurrent ? number : 0;
    this.#missed = {
      epoch: decisions.epoch,
      exchanges: journal.after(from),
      index: 0,
      upTo: from,
      delivered: new Set(),
    };
    if (isCurrent) this.#sendDropped(from + 1);
    else this.#send('lost', stringifyJson({ reason: 'reset' }));
    this.#pump();
  }

  /** Reports which exchanges from `first` on are no longer in the journal. */
  #sendDropped(first: number): void {
    const { journal, decisions } = this.#world;
    const last = (journal.oldest?.id ?? decisions.state.counters.exchanges + 1) - 1;
    if (first <= last) this.#send('lost', stringifyJson({ reason: 'dropped', first, last }));
  }

  /** Sends as fast as the client reads: the missed exchanges may be larger than `maxWaitingBytes`. */
  #pump(): void {
    const missed = this.#missed;
    if (missed === undefined) return;
    while (missed.index < missed.exchanges.length) {
      const exchange = missed.exchanges[missed.index++] as Exchange;
      if (missed.epoch !== this.#world.decisions.epoch) {
        this.#send('lost', stringifyJson({ reason: 'reset' }));
        break;
      }
      missed.upTo = exchange.id;
      // An exchange in progress is sent when it ends.
      if (this.#world.records.underway.has(exchange) || missed.delivered.has(exchange)) continue;
      if (this.#sendExchange(exchange)) continue;
      this.#response.once('drain', () => this.#pump());
      return;
    }
    this.#missed = undefined;
    this.#send('world', stringifyJson(viewWorld(this.#world)));
  }

  #emit(event: WorldEvent): void {
    switch (event.type) {
      case 'exchange':
        this.#missed?.delivered.add(event.exchange);
        this.#sendExchange(event.exchange);
        return;
      case 'held':
        this.#send('held', stringifyJson(viewHeld(event.held, this.#world, this.#context)));
        return;
      case 'forwarding':
        this.#sendSent(event.sent);
        return;
      case 'forwarded':
        this.#send('forwarded', stringifyJson({ number: event.sent.number }));
        return;
      case 'changed':
        this.#sendChange();
        return;
      case 'item-changed': {
        const { collection, id } = event;
        this.#send('item-changed', stringifyJson({ collection, id }));
        return;
      }
      case 'closed':
        this.#response.end();
        return;
      default:
        event satisfies never;
    }
  }

  /** Combines several changes in a row into one event. */
  #sendChange(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    inLaterTurn(() => {
      this.#isStale = false;
      this.#send(
        'world',
        writeOnce(this.#world, 'world', () => {
          // Those who have waited with this one get the same; a later change is written anew.
          inLaterTurn(() => lastEvents.delete(this.#world));
          return viewWorld(this.#world);
        }),
      );
    });
  }

  #sendExchange(exchange: Exchange): boolean {
    const view = (): Json => summarizeExchange(exchange, this.#context.redactFor(this.#world.decisions.service));
    return this.#send('exchange', writeOnce(this.#world, exchange, view));
  }

  #sendSent({ number, exchange, started }: UnansweredRequest): void {
    const redact = this.#context.redactFor(this.#world.decisions.service);
    const { at, operation, method, path } = summarizeExchange(exchange, redact);
    const elapsedMs = Math.round(monotonicMs() - started);
    this.#send('forwarding', stringifyJson({ number, at, operation, method, path, elapsedMs } as JsonObject));
  }

  /** The number in the id is where to continue: all exchanges up to it have been sent, and perhaps some later ones. */
  #send(event: 'lost' | 'world' | WorldEvent['type'], json: string): boolean {
    const id = Math.min(this.#world.deliveredUpTo, this.#missed?.upTo ?? Number.POSITIVE_INFINITY);
    return this.#write(`event: ${event}\nid: ${this.#world.decisions.epoch}-${id}\ndata: ${json}\n\n`);
  }

  /** Whether the client keeps up, so that more may be written at once. */
  #write(text: string): boolean {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return false;
    const hasRoom = response.write(text);
    // The client reconnects, and continues from the last event that it received.
    if (response.writableLength > maxWaitingBytes) response.destroy();
    return hasRoom;
  }
}

export const eventRoutes: readonly Route[] = [{ path: '/worlds/:world/events', methods: { GET: getEvents } }];
