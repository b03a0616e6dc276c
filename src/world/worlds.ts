import type { Exchange } from '../core/exchange.ts';
import type { HttpRequest } from '../core/http/http.ts';
import type { Service } from '../core/service/service.ts';
import { exchangeOutside, refuseOutside } from '../core/simulate/simulate.ts';
import { Clock } from './clock.ts';
import { JournalBudget } from './evidence/journal-budget.ts';
import { Metrics } from './evidence/metrics.ts';
import { Listeners } from './listeners.ts';
import { type Logger, silentLogger } from './logger.ts';
import { World, type WorldStart } from './world.ts';

export const defaultWorldName = 'default';

/** 1 to 64 of `A-Za-z0-9._-`, the first a letter or digit. */
export const worldNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export interface WorldsOptions {
  /** How many worlds may be open at once, `default` included. */
  readonly maxWorlds: number;
  /** How many exchanges each world keeps. */
  readonly journalLimit: number;
  /** Default: messages are dropped. */
  readonly logger?: Logger;
}

/** The open worlds of one service, by name. */
export class Worlds {
  readonly options: WorldsOptions;
  readonly journals = new JournalBudget();
  readonly metrics = new Metrics();
  /** Real time: that of what happens in no world. */
  readonly clock = new Clock({ at: undefined, frozen: false });
  #service: Service;
  #start: WorldStart;
  /** The service that is known to be ready. */
  #ready: Service | undefined;
  /** Whether `default` was opened: who deletes it gets it back by its next request, not by a reload. */
  #isOpened = false;
  readonly #worlds = new Map<string, World>();
  readonly #listeners: Listeners<Exchange>;
  #dismissal = new AbortController();

  constructor(service: Service, start: WorldStart, options: WorldsOptions) {
    this.options = options;
    this.#listeners = new Listeners(options.logger ?? silentLogger);
    this.#service = service;
    this.#start = start;
    this.onExchange((exchange) => this.metrics.add(exchange));
  }

  get service(): Service {
    return this.#service;
  }

  /** Where a world starts that its first request opens. */
  get start(): WorldStart {
    return this.#start;
  }

  get size(): number {
    return this.#worlds.size;
  }

  /**
   * To be awaited before the first world is opened: loads what the service needs to check and generate, and opens
   * `default`. Once it has resolved, {@link isReady} spares the wait.
   */
  async ready(): Promise<void> {
    const service = this.#service;
    await service.ready();
    // A document that changed meanwhile is ready on its own account.
    if (this.#service === service) this.#ready = service;
    if (this.#isOpened) return;
    this.#isOpened = true;
    this.open(defaultWorldName);
  }

  get isReady(): boolean {
    return this.#ready === this.#service;
  }

  get(name: string): World | undefined {
    return this.#worlds.get(name);
  }

  [Symbol.iterator](): Iterator<World> {
    return this.#worlds.values();
  }

  /** The world of this name, opened if need be; undefined when there is no room for one more. */
  open(name: string, start: WorldStart = this.#start): World | undefined {
    const open = this.#worlds.get(name);
    if (open !== undefined) return open;
    if (this.#worlds.size >= this.options.maxWorlds) return undefined;
    const journal = { entries: this.options.journalLimit, budget: this.journals };
    const world = new World(name, this.#service, start, journal, this.options.logger);
    this.#worlds.set(name, world);
    return world;
  }

  delete(name: string): boolean {
    this.#worlds.get(name)?.close();
    return this.#worlds.delete(name);
  }

  /** Takes a changed service and start; `carry` makes each open world go on from where it stands. */
  adopt(service: Service, start: WorldStart, carry: (world: World) => void): void {
    this.#service = service;
    this.#start = start;
    for (const world of this.#worlds.values()) carry(world);
  }

  /** Calls back with every exchange, once its answer is delivered or lost; answers how to stop. */
  onExchange(listener: (exchange: Exchange) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Refuses a request that no world takes; `name` is the world that it named. To be announced like any other exchange. */
  refuse(request: HttpRequest, name: string, status: number, message: string): Exchange {
    const response = refuseOutside(this.#service, request, status, message);
    return exchangeOutside(request, response, { world: name, message, now: this.clock.now() });
  }

  /** To be called by whoever delivered the answer. */
  announce(exchange: Exchange): void {
    this.#listeners.emit(exchange);
    this.#worlds.get(exchange.world)?.announce(exchange);
  }

  /** Aborts by {@link dismiss}, for who waits for an answer. */
  get dismissal(): AbortSignal {
    return this.#dismissal.signal;
  }

  /** Sends those who listen to a world or wait for an answer away; the worlds stay. */
  dismiss(): void {
    this.#dismissal.abort();
    this.#dismissal = new AbortController();
    for (const world of this.#worlds.values()) world.dismiss();
  }
}
