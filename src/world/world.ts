import type { Exchange } from '../core/exchange.ts';
import type { FaultEntry } from '../core/fault.ts';
import type { HttpRequest, Reply } from '../core/http.ts';
import type { Service } from '../core/service.ts';
import { simulate } from '../core/simulate.ts';
import { applyChanges, type Change, type State } from '../core/state.ts';
import type { ClockStart, Scenario } from '../scenario/scenario.ts';
import { Clock, startStopwatch } from './clock.ts';
import { Journal } from './journal.ts';

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
export interface Handled {
  readonly reply: Reply;
  /** In the journal already; whoever delivers the reply sets its `durationMs`. */
  readonly exchange: Exchange;
  /** Real milliseconds since the request was taken. */
  readonly elapsed: () => number;
}

/** One isolated running simulation: its own data, faults, clock, seed and journal. */
export class World {
  readonly name: string;
  readonly clock: Clock;
  readonly journal: Journal;
  #service: Service;
  #start: WorldStart;
  #state: State;

  constructor(name: string, service: Service, start: WorldStart, journalLimit: number) {
    this.name = name;
    this.journal = new Journal(journalLimit);
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

  /** Decides one request and takes it into the state and the journal; `service.ready()` must have been awaited. */
  handle(request: HttpRequest): Handled {
    const elapsed = startStopwatch();
    const { reply, changes, exchange } = simulate(this.#service, this.#state, request, this.clock.now());
    applyChanges(this.#state, changes);
    this.journal.add(exchange);
    exchange.durationMs = elapsed();
    return { reply, exchange, elapsed };
  }

  /** Edits the world from outside a request, as the control API does. */
  apply(changes: readonly Change[]): void {
    applyChanges(this.#state, changes);
  }

  /** Puts a fault; it counts from now on. */
  putFault(entry: FaultEntry): void {
    this.apply([{ type: 'fault-put', entry, at: this.clock.now() }]);
  }

  /** As new: data, faults, counts, clock, chance and journal. */
  reset(): void {
    this.clock.restart(this.#start.clock);
    this.journal.clear();
    this.#state = this.#start.createState(this.name, this.clock.now());
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
  }
}
