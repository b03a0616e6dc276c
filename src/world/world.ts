import type { Exchange } from '../core/exchange.ts';
import type { FaultEntry } from '../core/faults/fault.ts';
import type { HttpRequest, Reply } from '../core/http/http.ts';
import type { Service } from '../core/service/service.ts';
import { failedOutcome, type Outcome, simulate } from '../core/simulate/simulate.ts';
import { applyChanges, type Change, type State } from '../core/state/state.ts';
import type { ClockStart, Scenario } from '../scenario/document/scenario.ts';
import { Clock, startStopwatch } from './clock.ts';
import { Coverage } from './evidence/coverage.ts';
import { Journal, type JournalBounds } from './evidence/journal.ts';
import { recordOf } from './evidence/record.ts';
import { createRedactFor } from './evidence/redact.ts';
import { expectsViolations } from './gate/expectation.ts';
import { GateEvidence } from './gate/gate-evidence.ts';
import { Listeners } from './listeners.ts';
import { type Logger, silentLogger } from './logger.ts';

/** The initial state of a world, also for resets. It belongs to one service. */
export interface WorldStart {
  /** The scenario and the overrides, to recreate the start when files change. */
  readonly scenario: Scenario;
  readonly overrides: StartOverrides;
  readonly seed: number;
  readonly clock: ClockStart;
  /** A new state for a world with this name. `now` is its time; generated dates are relative to it. */
  readonly createState: (name: string, now: number) => State;
}

/** Overrides of a scenario. */
export interface StartOverrides {
  /** The scenario's name; null for an inline scenario. */
  readonly name: string | null;
  readonly seed?: number | undefined;
  readonly clock?: ClockStart | undefined;
}

/** A handled request: the reply and the record. */
export interface HandledRequest {
  readonly reply: Reply;
  /** Already in the journal; the edge sets `durationMs` after the delivery. */
  readonly exchange: Exchange;
  /** Real milliseconds since the request was handled. */
  readonly elapsed: () => number;
  /** The error that was thrown, which is a bug; for the log. */
  readonly error: unknown;
}

/** A response that is decided but not delivered yet. */
export interface HeldResponse {
  readonly exchange: Exchange;
  /** World time of the delivery of the response or of its next part; undefined if it is never delivered. */
  readonly due: number | undefined;
}

/** The events of a world. */
export type WorldEvent =
  /** A response was delivered or lost. */
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  /** Data, faults, the clock or the journal were changed, but not by a request; or the world was reset. */
  | { readonly type: 'changed' }
  /** There will be no more events. */
  | { readonly type: 'closed' };

/** An isolated simulation with its own data, faults, clock, seed and journal. */
export class World {
  readonly name: string;
  readonly clock: Clock;
  readonly journal: Journal;
  /** Kept over resets, because it describes the client. */
  readonly coverage: Coverage;
  readonly #listeners: Listeners<WorldEvent>;
  readonly #journalListeners: Listeners<Exchange>;
  /**
   * Exchanges that are not delivered yet, in the order of their numbers. Not a Set: with endless additions and deletions it
   * leaves a chain of old tables, each of which keeps exchanges in memory until a full garbage collection.
   */
  #underway: Exchange[] = [];
  #service: Service;
  #start: WorldStart;
  #state: State;
  #epoch: string | undefined;
  /** All worlds of a server share it. */
  readonly #gate: GateEvidence;
  #expectsViolations = false;

  constructor(
    name: string,
    service: Service,
    start: WorldStart,
    journal: number | JournalBounds,
    logger: Logger = silentLogger,
    gate: GateEvidence = new GateEvidence(service, createRedactFor(false)),
  ) {
    this.#gate = gate;
    this.#listeners = new Listeners(logger);
    this.#journalListeners = new Listeners(logger);
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
   * Distinguishes exchange numbers from those before a reset, of another world with this name, and of another server start:
   * numbers restart each time.
   */
  get epoch(): string {
    this.#epoch ??= crypto.randomUUID().slice(0, 8);
    return this.#epoch;
  }

  /** The number of listeners. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** All exchanges up to this number are delivered or lost. */
  get deliveredUpTo(): number {
    const [first] = this.#underway;
    return first === undefined ? this.#state.counters.exchanges : first.id - 1;
  }

  /** Whether the response is not delivered yet. */
  isUnderway(exchange: Exchange): boolean {
    return this.#indexOfUnderway(exchange) >= 0;
  }

  /** -1 also for an exchange from before a reset: its number may be that of another one. */
  #indexOfUnderway(exchange: Exchange): number {
    let [low, high] = [0, this.#underway.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#underway[middle] as Exchange).id < exchange.id) low = middle + 1;
      else high = middle;
    }
    return this.#underway[low] === exchange ? low : -1;
  }

  /** The delayed responses, in the order of their requests. */
  get held(): readonly HeldResponse[] {
    return this.#underway.flatMap((exchange) => {
      const due = this.clock.dueOf(exchange);
      return due === undefined && exchange.transport !== 'timeout' ? [] : [{ exchange, due }];
    });
  }

  /** Delivers delayed responses immediately; has no effect on those that are never delivered. */
  release(held: readonly HeldResponse[]): void {
    for (const { exchange } of held) this.clock.release(exchange);
    this.#listeners.emit({ type: 'changed' });
  }

  /** Simulates a request, applies its changes and journals it; `service.ready()` must have been awaited. */
  handle(request: HttpRequest): HandledRequest {
    const elapsed = startStopwatch();
    const outcome = this.#decide(request);
    const { reply, changes, parameters, error } = outcome;
    applyChanges(this.#state, changes);
    const exchange = recordOf(outcome.exchange, reply.delivery.transport);
    this.journal.add(exchange);
    this.coverage.add(exchange, parameters);
    this.#gate.add(exchange, this.#expectsViolations || expectsViolations(request));
    this.#underway.push(exchange);
    exchange.durationMs = elapsed();
    this.#journalListeners.emit(exchange);
    return { reply, exchange, elapsed, error };
  }

  #decide(request: HttpRequest): Outcome & { readonly error?: unknown } {
    const now = this.clock.now();
    try {
      return simulate(this.#service, this.#state, request, now);
    } catch (error) {
      return { ...failedOutcome(this.#service, this.#state, request, now), error };
    }
  }

  /** Must be called when the response is delivered or lost. Exchanges from before a reset are ignored. */
  announce(exchange: Exchange): void {
    const index = this.#indexOfUnderway(exchange);
    if (index < 0) return;
    this.#underway.splice(index, 1);
    this.#listeners.emit({ type: 'exchange', exchange });
  }

  /** Calls back with the events of the world; returns a function that removes the listener. */
  subscribe(listener: (event: WorldEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Calls back with each exchange as soon as it is in the journal: its response may be delayed. Returns a function that removes the listener. */
  onJournaled(listener: (exchange: Exchange) => void): () => void {
    return this.#journalListeners.add(listener);
  }

  /** Changes the world without a request, as the control API does. */
  apply(changes: readonly Change[]): void {
    applyChanges(this.#state, changes);
    this.#listeners.emit({ type: 'changed' });
  }

  /** Adds or replaces a fault; its counts restart. */
  putFault(entry: FaultEntry): void {
    this.apply([{ type: 'fault-put', entry, at: this.clock.now() }]);
  }

  /** Sets the clock to a time, freezes it, or lets it run. */
  setClock(change: Parameters<Clock['set']>[0]): void {
    this.clock.set(change);
    this.#listeners.emit({ type: 'changed' });
  }

  /** Whether the requests of this world break the interface on purpose. */
  get expectsViolations(): boolean {
    return this.#expectsViolations;
  }

  /** From now on, until a reset, the gate ignores the violations of this world. */
  expectViolations(): void {
    this.#expectsViolations = true;
  }

  /** Clears the journal; the numbers of exchanges continue. */
  clearJournal(): void {
    this.journal.clear();
    this.#listeners.emit({ type: 'changed' });
  }

  /** Restores the initial state: data, faults, counts, clock, chance and journal. */
  reset(): void {
    this.clock.restart(this.#start.clock);
    this.journal.clear();
    this.#underway = [];
    this.#epoch = undefined;
    this.#expectsViolations = false;
    this.#state = this.#start.createState(this.name, this.clock.now());
    this.#listeners.emit({ type: 'changed' });
  }

  /** Restarts from another start. */
  restart(start: WorldStart): void {
    this.#start = start;
    this.reset();
  }

  /** Replaces the state with the one that was carried over to a changed document or scenario. */
  adopt(service: Service, start: WorldStart, state: State): void {
    this.#service = service;
    this.#start = start;
    this.#state = state;
    this.coverage.adopt(service);
    this.#listeners.emit({ type: 'changed' });
  }

  /** Ends all listeners. */
  dismiss(): void {
    this.#listeners.emit({ type: 'closed' });
    this.#listeners.clear();
    this.#journalListeners.clear();
  }

  /** Must be called when the world is deleted. */
  close(): void {
    this.dismiss();
    this.journal.close();
  }
}
