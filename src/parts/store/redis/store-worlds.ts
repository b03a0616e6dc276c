/** The worlds of a store on this server: a replica for each that somebody uses here. */
import type { Exchange } from '../../../core/exchange.ts';
import { sideBySide } from '../../../files/side-by-side.ts';
import type { Logger } from '../../../world/logger.ts';
import {
  type SharedWorlds,
  StoreUnavailable,
  type Totals,
  Unreadable,
  type WorldJob,
} from '../../../world/shared-worlds.ts';
import type { World, WorldStart } from '../../../world/world.ts';
import type { Command } from '../../../world/world-command.ts';
import type { Worlds } from '../../../world/worlds.ts';
import { awayMessage, type Connection } from './connection/connection.ts';
import type { Subscriber } from './connection/subscriber.ts';
import { Replica, type ReplicaHost } from './replica.ts';
import type { Keys } from './scripts.ts';
import type { Position, StoreClient } from './store-client.ts';

interface StoreWorldsOptions {
  readonly worlds: Worlds;
  readonly client: StoreClient;
  readonly connection: Connection;
  readonly keys: Keys;
  readonly snapshotLength: number;
  /** The URL of the store, without credentials. */
  readonly shownUrl: string;
  readonly logger: Logger;
  readonly subscribe: (onMessage: (channel: string, sender: string | undefined) => void) => Subscriber;
}

/** The number of jobs that wait at the same time, over all worlds. */
const maxWaiting = 10_000;

/** The time until it is announced again to other servers that a response was delivered. */
const retryMs = 1000;

export class StoreWorlds implements SharedWorlds {
  readonly #options: StoreWorldsOptions;
  readonly #replicas = new Map<string, Replica>();
  readonly #subscriber: Subscriber;
  /** The responses that this server holds back, with the epochs of their worlds. */
  readonly #held = new Map<Exchange, string>();
  /** The worlds that are brought up to date because of a message. */
  readonly #noticed = new Set<string>();
  /** What cannot be read, which was reported: worlds, or the evidence of all (an empty name). */
  readonly #unreadable = new Set<string>();
  readonly #host: ReplicaHost;
  #waiting = 0;
  /** Whether the store belongs to the service of this server. */
  isClaimed = false;

  constructor(options: StoreWorldsOptions) {
    this.#options = options;
    const { worlds, client } = options;
    this.#host = {
      client,
      snapshotLength: options.snapshotLength,
      place: (name, world) => worlds.place(name, world),
      create: (name, start) => worlds.createReplica(name, start),
      waiting: (change) => {
        this.#waiting += change;
      },
      committed: (replica, commands) => this.#noteHeld(replica, commands),
      unreadable: ({ name }, error) =>
        this.#noteUnreadable(
          name,
          error,
          `Its requests get 503, other worlds are served. DELETE /_vivarium/api/worlds/${name} removes it.`,
        ),
      settled: (replica) => this.#settle(replica),
    };
    this.#subscriber = options.subscribe((channel, sender) => this.#notice(channel, sender));
  }

  run<Result>(name: string, job: WorldJob<Result>): Promise<Result> {
    if (!this.isClaimed || !this.#options.connection.isConnected || this.#waiting >= maxWaiting)
      return Promise.reject(new StoreUnavailable(awayMessage));
    return this.#replicaOf(name).run(job);
  }

  open(name: string, start: WorldStart): World | undefined {
    return this.#replicaOf(name).open(start);
  }

  get oldest(): readonly string[] {
    return this.#options.client.oldest;
  }

  delete(name: string): boolean {
    return this.#replicaOf(name).delete();
  }

  async refresh(name?: string): Promise<void> {
    if (name !== undefined) return this.run(name, noWork);
    if (!this.isClaimed) throw new StoreUnavailable(awayMessage);
    const listed = await this.#options.client.list();
    const names = new Set(listed.map((world) => world.name));
    const isCurrent = ({ name, id, last }: Position) => {
      const known = this.#replicas.get(name);
      return known?.id === id && known.last === last;
    };
    const outdated = listed.filter((world) => !isCurrent(world));
    const gone = [...this.#replicas.keys()].filter((known) => !names.has(known));
    const due = [...outdated.map((world) => world.name), ...gone];
    await sideBySide(due, (next) => this.run(next, noWork).catch(ignoreUnreadable));
  }

  announced(exchange: Exchange): void {
    const epoch = this.#held.get(exchange);
    if (epoch !== undefined) this.#tellDelivered(exchange, epoch);
  }

  watched(name: string): void {
    this.#subscriber.add(this.#options.keys.channelOf(name));
  }

  async totals(): Promise<Totals> {
    try {
      const totals = await this.#options.client.totals();
      this.#unreadable.delete('');
      return totals;
    } catch (error) {
      if (error instanceof Unreadable)
        this.#noteUnreadable('', error, 'The worlds are served. To count anew, delete both keys.');
      throw error;
    }
  }

  async isAvailable(): Promise<boolean> {
    const { connection } = this.#options;
    if (!this.isClaimed || !connection.isAvailable) return false;
    try {
      await connection.call(['PING']);
      return connection.isAvailable;
    } catch {
      return false;
    }
  }

  close(): void {
    this.isClaimed = false;
    this.#subscriber.close();
  }

  #replicaOf(name: string): Replica {
    const known = this.#replicas.get(name);
    if (known !== undefined) return known;
    const replica = new Replica(name, this.#host);
    this.#replicas.set(name, replica);
    return replica;
  }

  #noteHeld({ name, world }: Replica, commands: readonly Command[]): void {
    for (const command of commands) {
      if (command.type !== 'handled' || command.due === undefined || world === undefined) continue;
      this.#held.set(command.exchange, world.decisions.epoch);
      // Another server may move the clock, and with it the delivery.
      this.watched(name);
    }
  }

  #tellDelivered(exchange: Exchange, epoch: string): void {
    const { world: name } = exchange;
    const { worlds } = this.#options;
    const run = () => {
      const world = worlds.get(name);
      // Not after a reset.
      if (world?.decisions.epoch === epoch) world.noteDelivered(exchange);
    };
    this.run(name, { run }).then(
      () => this.#held.delete(exchange),
      () => setTimeout(() => this.#tellDelivered(exchange, epoch), retryMs).unref(),
    );
  }

  #notice(channel: string, sender: string | undefined): void {
    if (sender === this.#options.client.sender) return;
    const name = this.#options.keys.worldOf(channel);
    if (this.#noticed.has(name)) return;
    this.#noticed.add(name);
    const forget = () => {
      this.#noticed.delete(name);
    };
    this.run(name, { run: forget, isBlind: true }).then(forget, forget);
  }

  /** Logs it once, not with each request. */
  #noteUnreadable(name: string, { message, detail }: Unreadable, remedy: string): void {
    if (this.#unreadable.has(name)) return;
    this.#unreadable.add(name);
    const { logger, shownUrl } = this.#options;
    const reason = detail === undefined ? message : `${message.slice(0, -1)} (${detail}).`;
    logger.error(`${shownUrl}: ${reason} ${remedy}`);
  }

  /** Keeps the replicas that are used most, and forgets names without a world. */
  #settle(replica: Replica): void {
    const { worlds } = this.#options;
    const channel = this.#options.keys.channelOf(replica.name);
    // A server that makes an attempt may be gone before it reports: the others must have heard of it.
    if (replica.world?.decisions.isUrgent === true) this.watched(replica.name);
    else if (this.#subscriber.has(channel) && !this.#isNeeded(replica)) this.#subscriber.remove(channel);
    if (replica.world === undefined) this.#replicas.delete(replica.name);
    else this.#unreadable.delete(replica.name);
    if (this.#replicas.size <= worlds.options.maxWorlds) return;
    const idle = [...this.#replicas.values()].filter((known) => known.isIdle && !this.#isNeeded(known));
    const [oldest] = idle.sort((left, right) => left.usedAt - right.usedAt);
    if (oldest === undefined) return;
    this.#replicas.delete(oldest.name);
    worlds.place(oldest.name, undefined);
    oldest.world?.close();
  }

  #isNeeded({ name, world }: Replica): boolean {
    if (world === undefined) return false;
    return world.records.listeners.size > 0 || [...this.#held.keys()].some((exchange) => exchange.world === name);
  }
}

/** Brings a replica up to date. */
const noWork: WorldJob<void> = { run: () => {}, isBlind: true };

/** A list still has the other worlds. */
const ignoreUnreadable = (error: unknown) => {
  if (!(error instanceof Unreadable)) throw error;
};
