/** The consequences of the commands of a world: its journal, its coverage, the delivery of responses, and its events. No response depends on it. */
import type { Exchange } from '../core/exchange.ts';
import type { Json } from '../core/primitives/json.ts';
import type { DecodedParameter } from '../core/service/operation.ts';
import type { Service } from '../core/service/service.ts';
import type { Clock } from './clock.ts';
import { Coverage } from './evidence/coverage.ts';
import type { Drift } from './evidence/drift.ts';
import { Journal, type JournalBounds } from './evidence/journal.ts';
import { isUnintended } from './gate/expected-violations.ts';
import { Listeners } from './listeners.ts';
import type { Logger } from './logger.ts';
import { HeldElsewhere, Underway } from './underway.ts';
import type { Command, DeliveredCommand, HandledCommand } from './world-command.ts';

/** A response that is decided but not delivered yet. */
export interface HeldResponse {
  readonly exchange: Exchange;
  /** World time of the delivery of the response or of its next part; undefined if it is never delivered. */
  readonly due: number | undefined;
}

/** A request that waits for the upstream. It has no number yet: `number` counts those that were sent. */
export interface UnansweredRequest {
  readonly number: number;
  /** The exchange so far, without a response. */
  readonly exchange: Exchange;
  /** A time of `monotonicMs`. */
  readonly started: number;
}

export type WorldEvent =
  /** A response was delivered or lost. */
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  /** A response is held back, or sent in parts: the event of its end follows. */
  | { readonly type: 'held'; readonly held: HeldResponse }
  /** A request was sent to the upstream by this server; and its response has come, or never will. */
  | { readonly type: 'forwarding' | 'forwarded'; readonly sent: UnansweredRequest }
  /** Data, faults, the clock or the journal were changed, but not by a request; or the world was reset. */
  | { readonly type: 'changed' }
  /** Time made an item change. */
  | { readonly type: 'item-changed'; readonly collection: string; readonly id: Json }
  /** There will be no more events. */
  | { readonly type: 'closed' };

/** What was judged since the start of a world, also of exchanges that the journal no longer has. */
export interface Judged {
  /** The number of requests for an operation of the document. */
  requests: number;
  /** Exchanges with violations that were not intended, since the journal was cleared. */
  violations: number;
}

export class Records {
  readonly journal: Journal;
  readonly coverage: Coverage;
  readonly listeners: Listeners<WorldEvent>;
  readonly journalListeners: Listeners<Exchange>;
  readonly underway = new Underway();
  readonly sent = new Set<UnansweredRequest>();
  #sentBefore = 0;
  readonly #drift: Drift;
  judged: Judged = { requests: 0, violations: 0 };
  readonly #clock: Clock;
  readonly #heldElsewhere: HeldElsewhere;

  constructor(service: Service, clock: Clock, journal: JournalBounds, logger: Logger, drift: Drift) {
    this.#clock = clock;
    this.#drift = drift;
    this.#heldElsewhere = new HeldElsewhere(clock);
    this.journal = new Journal(journal);
    this.coverage = new Coverage(service);
    this.listeners = new Listeners(logger);
    this.journalListeners = new Listeners(logger);
  }

  /** The delayed responses, in the order of their requests. */
  get held(): readonly HeldResponse[] {
    this.#dropLost();
    return this.underway.all.flatMap((exchange) => {
      const due = this.#clock.dueOf(exchange) ?? this.#heldElsewhere.dueOf(exchange);
      return due === undefined && exchange.transport !== 'timeout' ? [] : [{ exchange, due }];
    });
  }

  add(exchange: Exchange, parameters: readonly DecodedParameter[]): void {
    if (exchange.operation !== undefined && exchange.isProbe !== true) this.judged.requests++;
    if (isUnintended(exchange)) this.judged.violations++;
    this.#addToAll(exchange, parameters);
    this.underway.add(exchange);
  }

  #addToAll(exchange: Exchange, parameters: readonly DecodedParameter[]): void {
    this.journal.add(exchange);
    this.coverage.add(exchange, parameters);
    this.#drift.addFrom(exchange);
  }

  /** Announces a request that waits for the upstream. The returned function announces the end of the wait. */
  announceSent(exchange: Exchange, started: number): () => void {
    const sent = { number: ++this.#sentBefore, exchange, started };
    this.sent.add(sent);
    this.listeners.emit({ type: 'forwarding', sent });
    return () => {
      this.sent.delete(sent);
      this.listeners.emit({ type: 'forwarded', sent });
    };
  }

  /** Announces a response whose delivery takes time. `due`: as in {@link HandledCommand}. */
  announceHeld(exchange: Exchange, due: HandledCommand['due']): void {
    if (due !== undefined) this.listeners.emit({ type: 'held', held: { exchange, due: due ?? undefined } });
  }

  clear(): void {
    this.journal.clear();
    this.coverage.clear();
    this.#drift.clear();
  }

  dismiss(): void {
    this.listeners.emit({ type: 'closed' });
    this.listeners.clear();
    this.journalListeners.clear();
  }

  /** Announces a response as delivered or lost. */
  announce(exchange: Exchange): void {
    if (this.underway.remove(exchange)) this.listeners.emit({ type: 'exchange', exchange });
  }

  /** `isOwn`: this server performed it. Returns whether it is a change, of which listeners must be notified. */
  record(command: Command, { isOwn }: { readonly isOwn: boolean }): boolean {
    this.#dropLost();
    switch (command.type) {
      case 'handled':
        if (isOwn) this.add(command.exchange, command.parameters);
        else {
          this.#addToAll(command.exchange, command.parameters);
          this.#holdElsewhere(command);
        }
        this.journalListeners.emit(command.exchange);
        this.announceHeld(command.exchange, command.due);
        // Another server delivers it at the same moment.
        if (!isOwn && command.due === undefined) this.listeners.emit({ type: 'exchange', exchange: command.exchange });
        return false;
      case 'delivered':
        if (!isOwn) this.#deliver(command);
        return false;
      case 'journal-cleared':
        this.journal.clear();
        this.judged.violations = 0;
        break;
      case 'released':
        for (const id of command.exchanges) {
          const exchange = this.underway.find(id);
          if (exchange === undefined) continue;
          this.#heldElsewhere.noteRelease(exchange);
          this.#clock.release(exchange);
        }
        break;
      case 'clock-set':
        this.#heldElsewhere.noteClock();
        this.#clock.releaseDue();
        break;
      case 'started':
        this.journal.clear();
        this.#drift.clear();
        this.judged = { requests: 0, violations: 0 };
        this.underway.clear();
        this.#heldElsewhere.clear();
        break;
      default:
        command.type satisfies 'changed';
    }
    return true;
  }

  /** Records a command that was performed before the present state was taken, as {@link record} does. */
  recall(command: Command): void {
    switch (command.type) {
      case 'handled':
        this.journal.add(command.exchange);
        this.#drift.addFrom(command.exchange);
        this.#holdElsewhere(command);
        return;
      case 'delivered':
        this.#deliver(command);
        return;
      case 'started':
        this.#drift.clear();
        this.journal.clear();
        return;
      case 'journal-cleared':
        this.journal.clear();
        return;
      default:
        command.type satisfies 'changed' | 'clock-set' | 'released';
    }
  }

  #holdElsewhere({ exchange, due, transferMs }: HandledCommand): void {
    if (due === undefined) return;
    this.underway.add(exchange);
    this.#heldElsewhere.add(exchange, due, transferMs);
  }

  /** Drops the worlds of servers that no longer run. */
  #dropLost(): void {
    for (const exchange of this.#heldElsewhere.takeLost()) this.announce(exchange);
  }

  #deliver({ exchange: id, durationMs }: DeliveredCommand): void {
    const exchange = this.underway.find(id);
    if (exchange === undefined || !this.#heldElsewhere.remove(exchange)) return;
    exchange.durationMs = durationMs;
    this.announce(exchange);
  }
}
