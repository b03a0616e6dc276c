import type { Exchange } from '../core/exchange.ts';
import type { FaultEntry } from '../core/faults/fault.ts';
import type { HttpRequest, Reply } from '../core/http/http.ts';
import type { Service } from '../core/service/service.ts';
import { fail, type Outcome, simulate } from '../core/simulate/simulate.ts';
import { applyChanges, type Change, type State } from '../core/state/state.ts';
import type { ClockStart, Scenario } from '../scenario/document/scenario.ts';
import { Clock, startStopwatch } from './clock.ts';
import { Coverage } from './evidence/coverage.ts';
import { Journal, type JournalBounds } from './evidence/journal.ts';
import { recordOf } from './evidence/record.ts';
import { Listeners } from './listeners.ts';
import { type Logger, silentLogger } from './logger.ts';

/** Where a world starts, and starts again on reset; made for one service. */
export interface WorldStart {
  /** What it was made of, so that it can be made again when files change. */
  readonly scenario: Scenario;
  readonly overrides: StartOverrides;
  readonly seed: number;
  readonly clock: ClockStart;
  /** A fresh state for a world of this name; `now` is its time, that generated data refer to. */
  readonly createState: (name: string, now: number) => State;
}

/** What is laid over a scenario to make a start of it. */
export interface StartOverrides {
  /** The scenario's name; null for one that was given whole. */
  readonly name: string | null;
  readonly seed?: number | undefined;
  readonly clock?: ClockStart | undefined;
}

/** One request, taken: what to answer, and the record of it. */
export interface HandledRequest {
  readonly reply: Reply;
  /** In the journal already; whoever delivers the reply sets its `durationMs`. */
  readonly exchange: Exchange;
  /** Real milliseconds since the request was taken. */
  readonly elapsed: () => number;
  /** What was thrown on the way, if anything was: a bug, for whoever runs the server to see. */
  readonly error: unknown;
}

/** A response that was decided and is not out yet. */
export interface HeldResponse {
  readonly exchange: Exchange;
  /** When it goes out, or its next part, in world time; undefined where it never does. */
  readonly due: number | undefined;
}

/** What happens to a world. */
export type WorldEvent =
  /** An answer was delivered, or lost. */
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  /** Something was changed from outside a request: data, faults, clock, journal, or all of it by a reset. */
  | { readonly type: 'changed' }
  /** There is nothing more to hear of it. */
  | { readonly type: 'closed' };

/** One isolated running simulation: its own data, faults, clock, seed and journal. */
export class World {
  readonly name: string;
  readonly clock: Clock;
  readonly journal: Journal;
  /** From the world's opening on, over every reset: it is about the client, not about the world. */
  readonly coverage: Coverage;
  readonly #listeners: Listeners<WorldEvent>;
  /**
   * Taken but not yet delivered, in the order of their numbers. No Set: one that is added to and deleted from without
   * end leaves a chain of old tables behind, each of which keeps exchanges alive until a full collection.
   */
  #underway: Exchange[] = [];
  #service: Service;
  #start: WorldStart;
  #state: State;
  #epoch: string | undefined;

  constructor(
    name: string,
    service: Service,
    start: WorldStart,
    journal: number | JournalBounds,
    logger: Logger = silentLogger,
  ) {
    this.#listeners = new Listeners(logger);
    this.name = name;
    this.journal = new Journal(journal);
    this.coverage = new Coverage(service);
    this.clock = new Clock(start.clock);
    this.#service = service;
    this.#start = start;
    this.#state = start.createState(name, this.clock.now());
  }

  get service(): Service {
    return this.#service;
  }

  get start(): WorldStart {
    return this.#start;
  }

  get state(): State {
    return this.#state;
  }

  /**
   * Tells the numbers of its exchanges from those before a reset, of another world of this name, and of another start of
   * the server: they begin anew each time.
   */
  get epoch(): string {
    this.#epoch ??= crypto.randomUUID().slice(0, 8);
    return this.#epoch;
  }

  /** How many listen to it. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** All exchanges up to this number have been delivered or lost. */
  get deliveredUpTo(): number {
    const [first] = this.#underway;
    return first === undefined ? this.#state.counters.exchanges : first.id - 1;
  }

  /** Whether its answer is still on the way. */
  isUnderway(exchange: Exchange): boolean {
    return this.#underway.includes(exchange);
  }

  /** The responses that are held back, in the order of their requests. */
  get held(): readonly HeldResponse[] {
    return this.#underway.flatMap((exchange) => {
      const due = this.clock.dueOf(exchange);
      return due === undefined && exchange.transport !== 'timeout' ? [] : [{ exchange, due }];
    });
  }

  /** Sends a held-back response at once; one that never comes stays away. */
  release({ exchange }: HeldResponse): void {
    this.clock.release(exchange);
    this.#listeners.emit({ type: 'changed' });
  }

  /** Decides one request and takes it into the state and the journal; `service.ready()` must have been awaited. */
  handle(request: HttpRequest): HandledRequest {
    const elapsed = startStopwatch();
    const outcome = this.#decide(request);
    const { reply, changes, parameters, error } = outcome;
    applyChanges(this.#state, changes);
    const exchange = recordOf(outcome.exchange, reply.delivery.transport);
    this.journal.add(exchange);
    this.coverage.add(exchange, parameters);
    this.#underway.push(exchange);
    exchange.durationMs = elapsed();
    return { reply, exchange, elapsed, error };
  }

  #decide(request: HttpRequest): Outcome & { readonly error?: unknown } {
    const now = this.clock.now();
    try {
      return simulate(this.#service, this.#state, request, now);
    } catch (error) {
      return { ...fail(this.#service, this.#state, request, now), error };
    }
  }

  /** To be called when the answer is delivered or lost; an exchange from before a reset is nobody's business any more. */
  announce(exchange: Exchange): void {
    // Sought from the end: what stands at the beginning may be held back for long.
    const at = this.#underway.lastIndexOf(exchange);
    if (at < 0) return;
    this.#underway.splice(at, 1);
    this.#listeners.emit({ type: 'exchange', exchange });
  }

  /** Calls back with what happens to the world; answers how to stop. */
  subscribe(listener: (event: WorldEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Edits the world from outside a request, as the control API does. */
  apply(changes: readonly Change[]): void {
    applyChanges(this.#state, changes);
    this.#listeners.emit({ type: 'changed' });
  }

  /** Puts a fault; it counts from now on. */
  putFault(entry: FaultEntry): void {
    this.apply([{ type: 'fault-put', entry, at: this.clock.now() }]);
  }

  /** Moves the clock to a time, stops it, or lets it go on from where it stands. */
  setClock(change: Parameters<Clock['set']>[0]): void {
    this.clock.set(change);
    this.#listeners.emit({ type: 'changed' });
  }

  /** Forgets the exchanges; the numbers of later ones go on. */
  clearJournal(): void {
    this.journal.clear();
    this.#listeners.emit({ type: 'changed' });
  }

  /** As new: data, faults, counts, clock, chance and journal. */
  reset(): void {
    this.clock.restart(this.#start.clock);
    this.journal.clear();
    this.#underway = [];
    this.#epoch = undefined;
    this.#state = this.#start.createState(this.name, this.clock.now());
    this.#listeners.emit({ type: 'changed' });
  }

  /** Starts over from elsewhere. */
  restart(start: WorldStart): void {
    this.#start = start;
    this.reset();
  }

  /** Goes on with what a changed document or scenario made of its state. */
  adopt(service: Service, start: WorldStart, state: State): void {
    this.#service = service;
    this.#start = start;
    this.#state = state;
    this.coverage.adopt(service);
    this.#listeners.emit({ type: 'changed' });
  }

  /** Sends those who listen away. */
  dismiss(): void {
    this.#listeners.emit({ type: 'closed' });
    this.#listeners.clear();
  }

  /** To be called when the world is gone. */
  close(): void {
    this.dismiss();
    this.journal.close();
  }
}
