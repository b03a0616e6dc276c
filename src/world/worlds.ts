import type { Exchange } from '../core/exchange.ts';
import type { HttpRequest } from '../core/http/http.ts';
import type { Service } from '../core/service/service.ts';
import { exchangeWithoutWorld, refuseWithoutWorld } from '../core/simulate/simulate.ts';
import type { Call, Concluded, Decide } from './call.ts';
import { Clock, monotonicMs } from './clock.ts';
import { Coverage } from './evidence/coverage.ts';
import { JournalBudget } from './evidence/journal.ts';
import { createRedactFor, type RedactFor } from './evidence/redact.ts';
import { GateEvidence } from './gate/gate-evidence.ts';
import { Listeners } from './listeners.ts';
import { type Logger, silentLogger } from './logger.ts';
import type { SharedWorlds, Totals, WorldJob } from './shared-worlds.ts';
import { nextTurn, runInTurns } from './turns.ts';
import { endedMessage, UnusedWorlds } from './unused-worlds.ts';
import { World, type WorldOptions, type WorldStart } from './world.ts';
import { defaultWorldName } from './world-name.ts';

/** Servers that share a world see at the same moment that something is due. */
const maxJitterMs = 100;

interface WorldsOptions {
  /** The maximum number of open worlds, including `default`. */
  readonly maxWorlds: number;
  /** The maximum number of exchanges in each journal. */
  readonly journalLimit: number;
  /** Other worlds than `default` are removed when nobody used them for this time. Default: never. */
  readonly keepMs?: number | undefined;
  readonly logger?: Logger;
  /** For the findings of {@link Worlds.gate}. Default: secrets are redacted. */
  readonly redactFor?: RedactFor;
}

/** Gets every change at once, before the response to its request is delivered. */
export interface WorldsObserver {
  /** The world was opened; or its state, its clock or its start has changed. */
  readonly changed: (world: World) => void;
  readonly deleted: (world: World) => void;
}

/** The response to a request that no world handles. */
export interface WorldlessRefusal {
  readonly status: number;
  readonly message: string;
  /** Names and values alternate. */
  readonly headers?: readonly string[];
}

/** The most time that removing worlds takes at a stretch. */
const maxEndingMs = 10;

export class Worlds {
  readonly options: WorldsOptions;
  readonly journals = new JournalBudget();
  /** The findings over all worlds since the start. */
  readonly gate: GateEvidence;
  /** Real time, for exchanges without a world. */
  readonly clock = new Clock({ at: undefined, frozen: false });
  /** Whether the process has no memory for more data: requests that may add some must be rejected. */
  isMemoryFull = false;
  #decidedBy: Decide | undefined;
  #observer: WorldsObserver | undefined;
  #shared: SharedWorlds | undefined;
  #service: Service;
  #start: WorldStart;
  #ready: Service | undefined;
  /** Whether `default` was opened. After its deletion the next request opens it again, but a reload does not. */
  #isOpened = false;
  readonly #worlds = new Map<string, World>();
  readonly #unused = new UnusedWorlds();
  readonly #deletedCoverage: Coverage;
  readonly #listeners: Listeners<Exchange>;
  readonly #losing: Listeners<string>;
  #origin: string | undefined;
  #dismissal = new AbortController();
  readonly #onChange = (world: World): void => this.#observer?.changed(world);
  readonly #onLosing = (name: string): void => this.#losing.emit(name);

  constructor(service: Service, start: WorldStart, options: WorldsOptions) {
    this.options = options;
    this.#listeners = new Listeners(options.logger ?? silentLogger);
    this.#losing = new Listeners(options.logger ?? silentLogger);
    this.#service = service;
    this.#start = start;
    this.#deletedCoverage = new Coverage(service);
    this.gate = new GateEvidence(service, options.redactFor ?? createRedactFor());
  }

  get service(): Service {
    return this.#service;
  }

  /** The start of worlds that are opened by their first request. */
  get start(): WorldStart {
    return this.#start;
  }

  get size(): number {
    return this.#worlds.size;
  }

  /** Has a part decide in place of the worlds, which else answer their requests themselves. */
  decideBy(decide: Decide): void {
    this.#decidedBy = decide;
  }

  get isDecidedElsewhere(): boolean {
    return this.#decidedBy !== undefined;
  }

  /** Tells one observer of every change, until the returned function is called. */
  observe(observer: WorldsObserver): () => void {
    this.#observer = observer;
    return () => {
      this.#observer = undefined;
    };
  }

  /** Makes the worlds replicas of those of a store, which {@link place} keeps here. */
  share(store: SharedWorlds): void {
    this.#shared = store;
  }

  /**
   * Must be awaited before the first world is opened: loads the checks and generators of the service, and opens `default`.
   * If {@link isReady} is true, it need not be awaited again.
   */
  async ready(): Promise<void> {
    const service = this.#service;
    await service.ready(this.#origin);
    // If the document changed in the meantime, the new service must be ready too.
    if (this.#service === service) this.#ready = service;
    if (this.#isOpened || this.#shared !== undefined) return;
    this.#isOpened = true;
    this.open(defaultWorldName);
  }

  /** Where the server listens, which generated data may name. The last one counts. */
  get origin(): string | undefined {
    return this.#origin;
  }

  async serveAt(origin: string): Promise<void> {
    this.#origin = origin;
    if (this.isReady) await this.#service.ready(origin);
  }

  get isReady(): boolean {
    return this.#ready === this.#service;
  }

  get(name: string): World | undefined {
    return this.#worlds.get(name);
  }

  /** Gets a world for somebody who uses it. */
  use(name: string): World | undefined {
    const world = this.#worlds.get(name);
    if (world !== undefined) world.usedAt = monotonicMs();
    return world;
  }

  /** Some of the worlds that were unused for longest, if no other one can be opened. */
  get oldest(): readonly string[] {
    if (this.#shared !== undefined) return this.#shared.oldest;
    return this.#unused.oldest.filter((world) => this.#worlds.get(world.name) === world).map(({ name }) => name);
  }

  /** Removes the worlds that nobody uses. A store does so by itself, and must learn of event streams. */
  endUnused(): void {
    const { keepMs, logger } = this.options;
    if (this.#shared !== undefined) {
      for (const { name, isInUse } of this)
        if (isInUse || name === defaultWorldName) this.#shared.refresh(name).catch(() => {});
      return;
    }
    const ended: World[] = [];
    const started = monotonicMs();
    for (const world of this.#unused.look(this.#worlds.values(), keepMs)) {
      // Adding up the coverage of many worlds takes long: requests come in between.
      if (monotonicMs() - started > maxEndingMs) {
        setTimeout(() => this.endUnused(), 0);
        break;
      }
      this.delete(world.name);
      ended.push(world);
    }
    if (ended.length > 0) logger?.info(endedMessage(ended, keepMs as number));
  }

  /** In the order in which they were opened; those of a store by name, as each server learns of them in another order. */
  [Symbol.iterator](): Iterator<World> {
    if (this.#shared === undefined) return this.#worlds.values();
    return [...this.#worlds.values()].sort((left, right) => (left.name < right.name ? -1 : 1)).values();
  }

  /** Keeps a replica, or removes that of a world. */
  place(name: string, replica: World | undefined): void {
    const isNew = this.#worlds.get(name) !== replica;
    if (replica === undefined) this.#worlds.delete(name);
    else this.#worlds.set(name, replica);
    if (isNew && replica?.mayLoseResponses === true) this.#onLosing(name);
  }

  /** A replica, which is not kept here yet. */
  createReplica(name: string, start: WorldStart): World {
    const onListening = () => this.#shared?.watched(name);
    return this.#createWorld(name, start, { onListening });
  }

  #createWorld(name: string, start: WorldStart, options: WorldOptions): World {
    const journal = { entries: this.options.journalLimit, budget: this.journals };
    const onDue = (world: World) => this.#catchUp(world);
    const onTurn = ({ name: own }: World, job: (world: World) => void) => this.#inTurn(own, job);
    const { logger } = this.options;
    const shared = { onLosing: this.#onLosing, onDue, onTurn, journal, logger, gate: this.gate };
    return new World(name, this.#service, start, { ...options, ...shared });
  }

  #inTurn(name: string, job: (world: World) => void): void {
    const run = () => {
      const world = this.#worlds.get(name);
      if (world !== undefined) job(world);
    };
    const done = this.run(name, { run });
    if (done instanceof Promise) done.catch(() => {});
  }

  /** Performs what is due in a world, for whoever watches it. Another server that shares it may have done it. */
  #catchUp({ name }: World): void {
    const run = () => this.#inTurn(name, (world) => world.catchUp({ isAwaited: false }));
    if (this.#shared === undefined) void nextTurn().then(run);
    else setTimeout(run, Math.random() * maxJitterMs);
  }

  /**
   * The world with this name; it is opened if necessary, at `start`, or where it was saved. Undefined if the maximum number of
   * worlds is reached.
   */
  open(name: string, start: WorldStart = this.#start, saved?: WorldOptions['saved']): World | undefined {
    const open = this.use(name);
    if (open !== undefined) return open;
    if (this.#shared !== undefined) return this.#shared.open(name, start);
    if (this.#worlds.size >= this.options.maxWorlds && this.#unused.isDue()) this.endUnused();
    if (this.#worlds.size >= this.options.maxWorlds) return undefined;
    const world = this.#createWorld(name, start, { onChange: this.#onChange, saved });
    this.#worlds.set(name, world);
    this.#onChange(world);
    if (world.mayLoseResponses) this.#onLosing(name);
    return world;
  }

  /** The counts of its coverage remain in {@link totals}. */
  delete(name: string): boolean {
    const world = this.#worlds.get(name);
    if (world === undefined) return false;
    if (this.#shared !== undefined) return this.#shared.delete(name);
    world.close();
    this.#deletedCoverage.absorb(world.coverage);
    this.#worlds.delete(name);
    this.#observer?.deleted(world);
    return true;
  }

  /** The coverage and the findings of the gate over all worlds since the start, including deleted and reset ones. With a store, those of all servers. */
  async totals(): Promise<Totals> {
    if (this.#shared !== undefined) return this.#shared.totals();
    const sum = new Coverage(this.#service);
    for (const { coverage } of [{ coverage: this.#deletedCoverage }, ...this.#worlds.values()]) sum.absorb(coverage);
    return { findings: this.gate.report(), run: this.#deletedCoverage.run, coverage: sum.report() };
  }

  /** Replaces the service and the start; `carry` carries the state of each open world over. */
  adopt(service: Service, start: WorldStart, carry: (world: World) => void): void {
    this.#service = service;
    this.#start = start;
    this.#deletedCoverage.adopt(service);
    this.gate.adopt(service);
    for (const world of this.#worlds.values()) carry(world);
  }

  /**
   * Works on a world: at once, or as soon as others had their turn, or with a store as soon as the result is there. Then it is a promise,
   * and may be rejected with {@link StoreUnavailable}.
   */
  run<Result>(name: string, job: WorldJob<Result>): Result | Promise<Result> {
    return this.#shared === undefined ? runInTurns(job) : this.#shared.run(name, job);
  }

  /** Answers a request: by {@link run}, unless a part decides. */
  decide<Refusal>(call: Call<Refusal>): Concluded<Refusal> {
    return this.#decidedBy === undefined ? this.run(call.name, call) : this.#decidedBy(call);
  }

  /** Brings a world that others may have changed up to date; without a name, all. May be rejected with {@link StoreUnavailable}. */
  async refresh(name?: string): Promise<void> {
    await this.#shared?.refresh(name);
  }

  /** Whether responses of this world may be lost, as far as it is known: another server may have opened it. */
  mayLoseResponses(name: string): boolean {
    return this.#worlds.get(name)?.mayLoseResponses ?? this.#shared !== undefined;
  }

  /** Whether the store of the worlds is available; undefined: there is none. */
  async store(): Promise<'ok' | 'away' | undefined> {
    if (this.#shared === undefined) return undefined;
    return (await this.#shared.isAvailable()) ? 'ok' : 'away';
  }

  /** Calls back with every exchange once its response is delivered or lost; returns a function that removes the listener. */
  onExchange(listener: (exchange: Exchange) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Calls back with the name of each world that was opened or changed, but not by a request, while it may lose responses. */
  onLosing(listener: (world: string) => void): () => void {
    return this.#losing.add(listener);
  }

  /** Rejects a request without a world; `name` is the world in the request. Must be announced like any other exchange. */
  refuse(request: HttpRequest, name: string, { status, message, headers = [] }: WorldlessRefusal): Exchange {
    const refused = refuseWithoutWorld(this.#service, request, status, message);
    const response = { ...refused, headers: [...refused.headers, ...headers] };
    return exchangeWithoutWorld(request, response, { world: name, message, now: this.clock.now() });
  }

  /** Must be called after the delivery of the response. */
  announce(exchange: Exchange): void {
    this.#listeners.emit(exchange);
    this.#worlds.get(exchange.world)?.records.announce(exchange);
    this.#shared?.announced(exchange);
  }

  /** Aborted by {@link dismiss}, for callers that wait for a response. */
  get dismissal(): AbortSignal {
    return this.#dismissal.signal;
  }

  /** Ends all listeners and all waiting callers; the worlds stay open. */
  dismiss(): void {
    this.#dismissal.abort();
    this.#dismissal = new AbortController();
    for (const world of this.#worlds.values()) world.records.dismiss();
  }
}
