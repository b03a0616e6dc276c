/** What happens in a world, as it happens: server-sent events (HTML Living Standard, section 9.2). */
import type { ServerResponse } from 'node:http';
import type { Exchange } from '../../../core/exchange.ts';
import { type Json, stringifyJson } from '../../../core/primitives/json.ts';
import type { RedactorFor } from '../../../world/evidence/redact.ts';
import { summarizeExchange } from '../../../world/evidence/view-exchange.ts';
import type { World, WorldEvent } from '../../../world/world.ts';
import type { ServerContext } from '../../edge/context.ts';
import { inWorld } from '../request/control-request.ts';
import { okStream, problem } from '../request/control-response.ts';
import type { Resource } from '../request/route.ts';
import { noQuery } from '../request/schemas.ts';
import { viewWorld } from './worlds.ts';

/** Proxies close a connection on which nothing happens for a minute, some for half of one. */
const heartbeatMs = 15_000;
/** What waits for a reader that reads more slowly than things happen; then it is sent away. */
const maxWaitingBytes = 1_048_576;
/** Over all worlds: each holds a connection. */
const maxStreams = 100;
/** A client that lost its connection comes back so soon. */
const retryMs = 1000;

const getEvents = inWorld(noQuery, ({ context, lastEventId }, world) => {
  const open = [...context.worlds].reduce((count, { listenerCount }) => count + listenerCount, 0);
  if (open >= maxStreams) return problem(503, `${maxStreams} event streams are open, and there is no room for more.`);
  const seen = readEventId(lastEventId);
  return okStream('text/event-stream', (response) => new EventStream(world, response, context).start(seen));
});

/** What the client has seen: of this epoch, all exchanges up to this number. */
interface Seen {
  /** Undefined where the client names none: then it means the one that is. */
  readonly epoch: string | undefined;
  readonly number: number;
}

/** The id of an event, or a plain number; undefined for anything else, which is no id of ours. */
const readEventId = (id: string | undefined): Seen | undefined => {
  const [, epoch, number] = /^(?:([\da-f]{8})-)?(\d{1,15})$/.exec(id ?? '') ?? [];
  return number === undefined ? undefined : { epoch, number: Number(number) };
};

interface Missed {
  readonly epoch: string;
  readonly exchanges: readonly Exchange[];
  at: number;
  /** All up to this number have been told. */
  upTo: number;
  /** Those that ended in the meantime. */
  readonly delivered: Set<Exchange>;
}

class EventStream {
  readonly #world: World;
  readonly #response: ServerResponse;
  readonly #redactorFor: RedactorFor;
  /** The world changed, and that has not been told yet. */
  #isStale = false;
  /** While it still catches up. */
  #missed: Missed | undefined;

  constructor(world: World, response: ServerResponse, { redactorFor }: ServerContext) {
    this.#world = world;
    this.#response = response;
    this.#redactorFor = redactorFor;
  }

  /** `seen` is undefined for a client that comes anew. */
  start(seen: Seen | undefined): void {
    this.#write(`retry: ${retryMs}\n\n`);
    const unsubscribe = this.#world.subscribe((event) => this.#emit(event));
    const heartbeat = setInterval(() => this.#write(':\n\n'), heartbeatMs);
    heartbeat.unref();
    this.#response.once('close', () => {
      unsubscribe();
      clearInterval(heartbeat);
    });
    if (seen !== undefined) this.#catchUp(seen);
  }

  /** What the client missed, as far as the journal still has it; then the world, which may have changed meanwhile. */
  #catchUp({ epoch, number }: Seen): void {
    const { journal, state } = this.#world;
    // A number that the world has not come to yet is from before a reset as well: all that happened since is news.
    const isOurs = (epoch === undefined || epoch === this.#world.epoch) && number <= state.counters.exchanges;
    const from = isOurs ? number : 0;
    this.#missed = {
      epoch: this.#world.epoch,
      exchanges: journal.after(from),
      at: 0,
      upTo: from,
      delivered: new Set(),
    };
    if (isOurs) this.#tellDropped(from + 1);
    else this.#send('lost', { reason: 'reset' });
    this.#pump();
  }

  /** Says which exchanges from this number on the journal has no longer. */
  #tellDropped(first: number): void {
    const { journal, state } = this.#world;
    const last = (journal.oldest?.id ?? state.counters.exchanges + 1) - 1;
    if (first <= last) this.#send('lost', { reason: 'dropped', first, last });
  }

  /** As fast as the client reads: what it missed may be more than may wait for it. */
  #pump(): void {
    const missed = this.#missed;
    if (missed === undefined) return;
    while (missed.at < missed.exchanges.length) {
      const exchange = missed.exchanges[missed.at++] as Exchange;
      if (missed.epoch !== this.#world.epoch) {
        this.#send('lost', { reason: 'reset' });
        break;
      }
      missed.upTo = exchange.id;
      // One that is under way is told when it ends.
      if (this.#world.isUnderway(exchange) || missed.delivered.has(exchange)) continue;
      if (this.#send('exchange', this.#view(exchange))) continue;
      this.#response.once('drain', () => this.#pump());
      return;
    }
    this.#missed = undefined;
    this.#send('world', viewWorld(this.#world));
  }

  #emit(event: WorldEvent): void {
    switch (event.type) {
      case 'exchange':
        this.#missed?.delivered.add(event.exchange);
        this.#send('exchange', this.#view(event.exchange));
        return;
      case 'changed':
        this.#tellChange();
        return;
      case 'closed':
        this.#response.end();
        return;
      default:
        event satisfies never;
    }
  }

  /** Many changes in a row are told once. */
  #tellChange(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    setImmediate(() => {
      this.#isStale = false;
      this.#send('world', viewWorld(this.#world));
    });
  }

  #view(exchange: Exchange): Json {
    return summarizeExchange(exchange, this.#redactorFor(this.#world.service));
  }

  /** The number is the one to go on from: all exchanges up to it have been told, of later ones some perhaps. */
  #send(event: 'exchange' | 'world' | 'lost', data: Json): boolean {
    const id = Math.min(this.#world.deliveredUpTo, this.#missed?.upTo ?? Number.POSITIVE_INFINITY);
    return this.#write(`event: ${event}\nid: ${this.#world.epoch}-${id}\ndata: ${stringifyJson(data)}\n\n`);
  }

  /** Whether there is room for more at once. */
  #write(text: string): boolean {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return false;
    const hasRoom = response.write(text);
    // It comes back when it can, and goes on from where it was.
    if (response.writableLength > maxWaitingBytes) response.destroy();
    return hasRoom;
  }
}

export const eventResources: readonly Resource[] = [{ path: '/worlds/:world/events', methods: { GET: getEvents } }];
