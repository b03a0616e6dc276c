/**
 * A discrete-event simulation of servers with one store. Nothing in it waits or measures: time is a number. It has the parts that
 * decide the throughput: the processor of each server, the network, the one thread of the store, and what a server does with a world
 * (`src/parts/store/redis/replica.ts`): it collects requests while a commit is under way, and decides them again if another server was faster.
 */
import { randomOf, seedFrom } from '../src/core/primitives/seeded-random.ts';

/** Microseconds. */
export interface Costs {
  /** Server: receiving a request and sending its response. */
  readonly http: number;
  /** Server: deciding a request, each time. */
  readonly decide: number;
  /** Server: a commit, and each request in it. */
  readonly commit: number;
  readonly encode: number;
  /** Server: applying what another server decided, for each request. */
  readonly follow: number;
  /** Store: a commit, and each request in it. */
  readonly store: number;
  readonly storeEntry: number;
  /** Network: to the store and back. */
  readonly roundTrip: number;
}

export interface Load {
  readonly servers: number;
  readonly worlds: number;
  /** Clients that send their next request when they have a response. They are spread over the servers. */
  readonly clients: number;
  /** Of simulated time, in microseconds. The first fifth is not counted. */
  readonly duration: number;
  readonly costs: Costs;
  /** Of the choice of worlds, and of pauses. */
  readonly seed: string;
}

export interface Outcome {
  readonly perSecond: number;
  readonly roundTripsPerRequest: number;
  /** The share of commits that another server forestalled. */
  readonly conflicts: number;
  /** Of the time, how much the store and the average server work. */
  readonly storeBusy: number;
  readonly serverBusy: number;
  /** Of the response times, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Requests that were responded to, from the beginning, and those in the logs of all worlds. */
  readonly responses: number;
  readonly logged: number;
}

/** As in `replica.ts`. */
const maxBatch = 256;
const politeAfter = 3;
const maxPause = 8000;

interface Request {
  readonly since: number;
  readonly server: Server;
}

interface Replica {
  readonly server: Server;
  readonly world: World;
  queue: Request[];
  isWorking: boolean;
  known: number;
}

interface World {
  /** The number of requests in each entry. */
  readonly log: number[];
}

interface Server {
  freeAt: number;
  busy: number;
  readonly replicas: Map<World, Replica>;
}

export const simulate = ({ servers, worlds, clients, duration, costs, seed }: Load): Outcome => {
  const events = new Events();
  let drawn = 0;
  const random = (): number => randomOf(seedFrom(seed, drawn++));
  const store = { freeAt: 0, busy: 0 };
  const allWorlds: readonly World[] = Array.from({ length: worlds }, () => ({ log: [] }));
  const allServers = Array.from({ length: servers }, (): Server => ({ freeAt: 0, busy: 0, replicas: new Map() }));
  const warmUp = duration / 5;
  const times: number[] = [];
  const counts = { commits: 0, conflicts: 0, responses: 0 };

  /** Work on something that does one thing at a time. */
  const work = (place: { freeAt: number; busy: number }, cost: number, then: () => void): void => {
    place.freeAt = Math.max(place.freeAt, events.now) + cost;
    if (events.now >= warmUp) place.busy += cost;
    events.at(place.freeAt, then);
  };

  const send = (server: Server): void => {
    const request = { since: events.now, server };
    const world = allWorlds[Math.floor(random() * worlds)] as World;
    const replica = server.replicas.get(world) ?? {
      server,
      world,
      queue: [],
      isWorking: false,
      known: world.log.length,
    };
    server.replicas.set(world, replica);
    work(server, costs.http, () => {
      replica.queue.push(request);
      if (replica.isWorking) return;
      replica.isWorking = true;
      attempt(replica, [], 0);
    });
  };

  const respond = ({ since, server }: Request): void => {
    counts.responses++;
    if (events.now >= warmUp) times.push(events.now - since);
    send(server);
  };

  /** Decides everything that waits, and sends it to the store. */
  const attempt = (replica: Replica, before: Request[], conflicts: number): void => {
    const { server, world } = replica;
    // The processor first finishes what it has, and meanwhile more requests arrive.
    work(server, 0, () => {
      const batch = [...before, ...replica.queue.splice(0, maxBatch - before.length)];
      work(server, costs.commit + batch.length * (costs.decide + costs.encode), () => {
        if (events.now >= warmUp) counts.commits++;
        events.after(costs.roundTrip / 2, () =>
          work(store, costs.store + batch.length * costs.storeEntry, () => {
            const isCurrent = replica.known === world.log.length;
            if (isCurrent) world.log.push(batch.length);
            const missed = world.log.slice(replica.known);
            replica.known = world.log.length;
            events.after(costs.roundTrip / 2, () =>
              isCurrent ? committed(replica, batch) : forestalled(replica, batch, missed, conflicts + 1),
            );
          }),
        );
      });
    });
  };

  const committed = (replica: Replica, batch: readonly Request[]): void => {
    for (const request of batch) respond(request);
    if (replica.queue.length > 0) attempt(replica, [], 0);
    else replica.isWorking = false;
  };

  const forestalled = (replica: Replica, batch: Request[], missed: readonly number[], conflicts: number): void => {
    if (events.now >= warmUp) counts.conflicts++;
    const requests = missed.reduce((sum, count) => sum + count, 0);
    work(replica.server, requests * costs.follow, () =>
      events.after(conflicts > politeAfter ? random() * maxPause : 0, () => attempt(replica, batch, conflicts)),
    );
  };

  for (let client = 0; client < clients; client++) {
    const server = allServers[client % servers] as Server;
    // Not all at the same moment.
    events.at(random() * costs.roundTrip, () => send(server));
  }
  events.runUntil(duration);
  const counted = duration - warmUp;
  times.sort((left, right) => left - right);
  const quantile = (share: number): number => (times[Math.floor(times.length * share)] ?? 0) / 1000;
  return {
    perSecond: (times.length / counted) * 1e6,
    roundTripsPerRequest: counts.commits / times.length,
    conflicts: counts.conflicts / counts.commits,
    storeBusy: store.busy / counted,
    serverBusy: allServers.reduce((sum, { busy }) => sum + busy, 0) / counted / servers,
    p50: quantile(0.5),
    p99: quantile(0.99),
    responses: counts.responses,
    logged: allWorlds.reduce((sum, { log }) => sum + log.reduce((total, count) => total + count, 0), 0),
  };
};

interface Event {
  readonly time: number;
  /** Of two events at the same time, the earlier one comes first. */
  readonly order: number;
  readonly run: () => void;
}

/** The events to come: a binary heap. */
class Events {
  now = 0;
  readonly #heap: Event[] = [];
  #count = 0;

  after(delay: number, run: () => void): void {
    this.at(this.now + delay, run);
  }

  at(time: number, run: () => void): void {
    const heap = this.#heap;
    let index = heap.length;
    const event = { time, order: this.#count++, run };
    for (let parent = (index - 1) >> 1; index > 0; parent = (index - 1) >> 1) {
      const above = heap[parent] as Event;
      if (!isBefore(event, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  runUntil(end: number): void {
    for (let next = this.#take(); next !== undefined && next.time <= end; next = this.#take()) {
      this.now = next.time;
      next.run();
    }
  }

  #take(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, heap[child] as Event)) child++;
      const smallest = heap[child] as Event;
      if (!isBefore(smallest, last)) break;
      heap[index] = smallest;
      index = child;
    }
    heap[index] = last;
    return first;
  }
}

const isBefore = (left: Event, right: Event): boolean =>
  left.time < right.time || (left.time === right.time && left.order < right.order);
