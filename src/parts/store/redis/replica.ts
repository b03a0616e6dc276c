/**
 * A world of the store on this server: as it was after some entry of its log. Work on it runs on a draft, and what it did is
 * committed if nobody was faster; else the replica catches up, and the work runs again.
 */
import { inLaterTurn, monotonicMs } from '../../../world/clock.ts';
import { StoreUnavailable, Unreadable, type WorldJob } from '../../../world/shared-worlds.ts';
import type { World, WorldStart } from '../../../world/world.ts';
import type { Command, Draft } from '../../../world/world-command.ts';
import { captureReplica } from './encoding.ts';
import { changesJournalOnly, renumber } from './numbers.ts';
import {
  type Commit,
  type CommitResult,
  type Committed,
  type EntryId,
  entryNumber,
  type LogEntry,
  type Position,
  type StoreClient,
  type WorldOperation,
} from './store-client.ts';

export interface ReplicaHost {
  readonly client: StoreClient;
  /** A snapshot is taken after this number of characters of entries, or after as many as the last snapshot had. */
  readonly snapshotLength: number;
  /** Keeps the replica where requests find it, or removes it. */
  readonly place: (name: string, world: World | undefined) => void;
  readonly create: (name: string, start: WorldStart) => World;
  /** Called with the change of the number of jobs that wait. */
  readonly waiting: (change: number) => void;
  /** Called when commands of this server are in the store. */
  readonly committed: (replica: Replica, commands: readonly Command[]) => void;
  /** Called when this world cannot be read; the others are served. */
  readonly unreadable: (replica: Replica, error: Unreadable) => void;
  /** Called when the replica has nothing left to do. */
  readonly settled: (replica: Replica) => void;
}

interface Waiting {
  readonly job: WorldJob;
  result: unknown;
  readonly since: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const maxBatch = 256;

/** A job that other servers keep from being committed fails after this time. */
const maxWaitMs = 5000;

/** A job that waits for a large world to be loaded fails after this time. */
const maxLoadMs = 900;

/** After this number of commits of other servers in a row, a short pause lets one of the servers go first. */
const politeAfter = 3;
const maxPauseMs = 8;

export class Replica {
  readonly name: string;
  /** If it is undefined, as far as it is known, there is no such world. */
  world: World | undefined;
  /** The id of the world: another one of this name has another id. */
  id = '';
  /** The last entry of which the replica knows. */
  last: EntryId = '';
  usedAt = 0;
  readonly #host: ReplicaHost;
  #queue: Waiting[] = [];
  #isWorking = false;
  /** The world of the draft that is made at this moment. */
  #drafted: Drafted | undefined;
  /** Whether no other world may be opened. */
  #isFull = false;
  readonly #snapshots: Snapshots;

  constructor(name: string, host: ReplicaHost) {
    this.name = name;
    this.#host = host;
    this.#snapshots = new Snapshots(host);
  }

  get isIdle(): boolean {
    return !this.#isWorking && !this.#snapshots.isTaking;
  }

  run<Result>(job: WorldJob<Result>): Promise<Result> {
    this.usedAt = monotonicMs();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#queue.push({ job, since: this.usedAt, result: undefined, resolve, reject });
    this.#host.waiting(1);
    if (!this.#isWorking) {
      this.#isWorking = true;
      // Jobs that came in the same turn of the event loop are part of the same commit.
      inLaterTurn(() => void this.#work());
    }
    return promise as Promise<Result>;
  }

  open(start: WorldStart): World | undefined {
    const drafted = this.#drafted;
    if (drafted === undefined) throw new Error('a world of a store is opened by a job only');
    if (this.#isFull) return undefined;
    const world = this.#host.create(this.name, start);
    world.beginDraft();
    world.restart(start);
    drafted.world = world;
    this.#host.place(this.name, world);
    return world;
  }

  delete(): boolean {
    const drafted = this.#drafted;
    if (drafted?.world === undefined) return false;
    drafted.isDeleted = true;
    this.#host.place(this.name, undefined);
    return true;
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, maxBatch);
      try {
        await this.#commit(batch);
      } catch (error) {
        await this.#fail(error, batch);
      }
    }
    this.#isWorking = false;
    this.#host.settled(this);
  }

  async #fail(error: unknown, batch: Waiting[]): Promise<void> {
    const isAway = error instanceof StoreUnavailable;
    const isUnreadable = error instanceof Unreadable;
    // After a bug, the replica may be anything. The store is not.
    if (!isAway || isUnreadable) this.#forget(this.world);
    // Nothing that waits would fare better.
    if (isAway) batch.push(...this.#queue.splice(0));
    const removing = isUnreadable ? batch.filter(({ job }) => job.removed !== undefined) : [];
    const rest = batch.filter((waiting) => !removing.includes(waiting));
    if (isUnreadable) this.#host.unreadable(this, error);
    this.#finish(rest, ({ reject }) => reject(error));
    if (removing.length === 0) return;
    try {
      await this.#host.client.commit(this, removal);
      this.#finish(removing, ({ job, resolve }) => resolve(job.removed?.()));
    } catch (away) {
      this.#finish(removing, ({ reject }) => reject(away));
    }
  }

  /** Runs the jobs until what they did is in the store, or until they have waited for too long. `batch` has those that remain. */
  async #commit(batch: Waiting[]): Promise<void> {
    this.#isFull = false;
    for (let conflicts = 0; ; ) {
      this.#giveUp(batch, maxWaitMs);
      if (batch.length === 0) return;
      const attempt = this.#draft(batch);
      const { failure } = attempt;
      if (failure !== undefined) {
        this.#finish(batch.splice(attempt.jobs, 1), ({ reject }) => reject(failure.error));
        continue;
      }
      this.#queue.unshift(...batch.splice(attempt.jobs));
      const { operation, draft, mayBeLate } = attempt;
      const answer = await this.#host.client.commit(this, {
        operation,
        mayBeLate,
        commands: draft?.commands ?? [],
        exchanges: [this.world?.decisions.state.counters.exchanges ?? 0, draft?.after.state.counters.exchanges ?? 0],
      });
      if (answer.type === 'committed') {
        await this.#keep(attempt, answer);
        this.#finish(batch.splice(0), ({ resolve, result }) => resolve(result));
        const { world, name, id, last } = this;
        if (world !== undefined) this.#snapshots.takeIfDue(world, { name, id, last }, answer.snapshot);
        return;
      }
      if (answer.type === 'full') {
        this.#isFull = true;
        continue;
      }
      await this.#catchUp(answer, batch);
      conflicts++;
      if (conflicts > politeAfter && answer.type === 'behind') await pause(Math.random() * maxPauseMs);
      batch.push(...this.#queue.splice(0, maxBatch - batch.length));
    }
  }

  /** Runs jobs on a draft of the world, and leaves the world itself unchanged. */
  #draft(jobs: readonly Waiting[]): Attempt {
    const before = this.world;
    const drafted: Drafted = { world: before, isDeleted: false };
    this.#drafted = drafted;
    const open = before?.beginDraft();
    let mayBeLate = open !== undefined;
    let done = 0;
    let failure: Attempt['failure'];
    try {
      for (const run of jobs) {
        // No scan: its commit has one state.
        const first = open?.commands.length;
        run.result = run.job.run(undefined);
        if (mayBeLate && run.job.isBlind !== true) mayBeLate = areRenumberable(open?.commands.slice(first) ?? []);
        done++;
        if (drafted.isDeleted) break;
      }
    } catch (error) {
      failure = { error };
    }
    this.#drafted = undefined;
    this.#host.place(this.name, before);
    const { world, isDeleted } = drafted;
    const draft = world?.takeDraft();
    const operation = operationOf(before, draft, drafted);
    if (operation !== 'append' && operation !== 'check') mayBeLate = false;
    return { operation, world, isDeleted, draft, mayBeLate, jobs: done, failure };
  }

  /** Applies a commit of the store. */
  async #keep({ operation, world, isDeleted, draft }: Attempt, committed: Committed): Promise<void> {
    if (world === undefined || draft === undefined) return;
    const { id, last, length, before, shift } = committed;
    for (const entry of before) {
      const commands = await this.#follow(entry);
      if (!commands.every(changesJournalOnly)) throw this.#damaged('it states that an entry changes nothing');
    }
    if (shift !== 0) for (const command of draft.commands) if (command.type === 'handled') renumber(command, shift);
    if (operation === 'open') {
      this.id = id;
      this.world = world;
      this.#host.place(this.name, world);
    }
    if (isDeleted) {
      for (const work of draft.deferred) work();
      this.#forget(world);
      return;
    }
    if (operation !== 'check') {
      this.last = last;
      this.#snapshots.note(last, draft.commands, length);
    }
    world.commitDraft(draft, { isLate: before.length > 0 });
    if (operation === 'check') return;
    this.#host.committed(this, draft.commands);
  }

  /** Drops a world that exists no longer. */
  #forget(world: World | undefined): void {
    this.world = undefined;
    this.id = '';
    this.last = '';
    this.#snapshots.restart();
    this.#host.place(this.name, undefined);
    world?.close();
  }

  async #catchUp(
    answer: Exclude<CommitResult, { readonly type: 'committed' | 'full' }>,
    batch: Waiting[],
  ): Promise<void> {
    try {
      if (answer.type === 'gone') this.#forget(this.world);
      else if (answer.type === 'behind') for (const entry of answer.entries) await this.#follow(entry);
      else await this.#whileWaiting(batch, () => this.#load());
    } catch (error) {
      throw error instanceof StoreUnavailable ? error : this.#host.client.unreadable(this.name, error as Error);
    }
  }

  async #follow(entry: LogEntry): Promise<readonly Command[]> {
    const commands = await this.#host.client.decode(this, entry);
    const { world } = this;
    if (world === undefined) throw new Error('there is no world that it continues');
    this.last = entry.id;
    this.#snapshots.note(entry.id, commands, entry.text.length);
    for (const command of commands) {
      if (command.type === 'handled' && command.exchange.id !== world.decisions.state.counters.exchanges + 1)
        throw this.#damaged(`${entry.id} has another number than the exchange before it`);
      world.follow(command);
    }
    return commands;
  }

  #damaged(reason: string): Unreadable {
    return this.#host.client.unreadable(this.name, new Error(reason));
  }

  /** Begins anew with what the store has. */
  async #load(): Promise<void> {
    const { client, create, place } = this.#host;
    const loaded = await client.load(this.name);
    if (loaded === undefined) return this.#forget(this.world);
    const { id, last, snapshot, entries } = loaded;
    // Streams of events go on if it is the same world.
    const known = id === this.id ? this.world : undefined;
    if (known === undefined) this.#forget(this.world);
    const world = known ?? create(this.name, startIn(snapshot?.captured.decisive.start, entries[0]?.commands ?? []));
    world.rewind(snapshot?.captured);
    this.#snapshots.restart(snapshot);
    for (const { id: entryId, commands, length } of entries) {
      const isOld = this.#snapshots.has(entryId);
      this.#snapshots.note(entryId, commands, length);
      for (const command of commands)
        if (isOld) world.records.recall(command);
        else world.follow(command);
    }
    this.last = last;
    this.id = id;
    this.world = world;
    place(this.name, world);
  }

  /** Requests that wait must not wait for a large world. */
  async #whileWaiting(batch: Waiting[], work: () => Promise<void>): Promise<void> {
    const timer = setInterval(() => {
      this.#giveUp(batch, maxLoadMs);
      this.#giveUp(this.#queue, maxLoadMs);
    }, 100);
    try {
      await work();
    } finally {
      clearInterval(timer);
    }
  }

  #giveUp(waiting: Waiting[], maxMs: number): void {
    const limit = monotonicMs() - maxMs;
    const late = waiting.filter(({ since }) => since < limit);
    if (late.length === 0) return;
    const rest = waiting.filter(({ since }) => since >= limit);
    waiting.splice(0, waiting.length, ...rest);
    this.#finish(late, ({ reject }) => reject(new StoreUnavailable('The world is busy.')));
  }

  #finish(waiting: readonly Waiting[], end: (waiting: Waiting) => void): void {
    this.#host.waiting(-waiting.length);
    for (const each of waiting) end(each);
  }
}

const removal: Commit = { operation: 'remove', commands: [], mayBeLate: false, exchanges: [0, 0] };

/** A log without a snapshot begins with the start of the world. */
const startIn = (start: WorldStart | undefined, commands: readonly Command[]): WorldStart => {
  if (start !== undefined) return start;
  const [first] = commands;
  if (first?.type !== 'started' || first.start === undefined) throw new Error('a log does not begin with a start');
  return first.start;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The result of some jobs, before it is committed. */
interface Attempt {
  readonly operation: WorldOperation;
  readonly world: World | undefined;
  readonly isDeleted: boolean;
  readonly draft: Draft | undefined;
  /** Whether it may be committed after entries that change nothing but the journal. */
  readonly mayBeLate: boolean;
  /** The number of jobs that ran: after a deletion, the rest begins with a world that does not exist. */
  readonly jobs: number;
  /** The job after these has thrown. Nothing of the attempt can be committed. */
  readonly failure: { readonly error: unknown } | undefined;
}

interface Drafted {
  world: World | undefined;
  isDeleted: boolean;
}

const areRenumberable = (commands: readonly Command[]) =>
  commands.length > 0 &&
  commands.every(
    (command) => command.type === 'delivered' || (command.type === 'handled' && command.renumberable !== undefined),
  );

const operationOf = (
  before: World | undefined,
  draft: Draft | undefined,
  { world, isDeleted }: Drafted,
): WorldOperation => {
  if (isDeleted) return before === undefined ? 'check' : 'delete';
  if (world !== before) return 'open';
  return draft === undefined || draft.commands.length === 0 ? 'check' : 'append';
};

class Snapshots {
  readonly #host: ReplicaHost;
  /** The entries whose exchanges may still be in the journal: their numbers, and the number of the first exchange in each. */
  #entries: { readonly seq: number; readonly firstExchange: number }[] = [];
  #lengthSinceLast = 0;
  #length = 0;
  /** The number of the entry after which the last snapshot was taken. */
  #seq = 0;
  isTaking = false;

  constructor(host: ReplicaHost) {
    this.#host = host;
  }

  /** The replica begins anew: from this snapshot, or from the first entry. */
  restart(snapshot?: { readonly seq: number; readonly length: number }): void {
    this.#entries = [];
    this.#lengthSinceLast = 0;
    this.#length = snapshot?.length ?? 0;
    this.#seq = snapshot?.seq ?? 0;
  }

  /** Whether the last snapshot has what this entry did. */
  has(entry: EntryId): boolean {
    return entryNumber(entry) <= this.#seq;
  }

  note(entry: EntryId, commands: readonly Command[], length: number): void {
    const cleared = commands.findLastIndex(({ type }) => type === 'started' || type === 'journal-cleared');
    if (cleared >= 0) this.#entries = [];
    const first = commands.slice(cleared + 1).find((command) => command.type === 'handled');
    if (first !== undefined) this.#entries.push({ seq: entryNumber(entry), firstExchange: first.exchange.id });
    if (!this.has(entry)) this.#lengthSinceLast += length;
  }

  /** `latest`: the number of the entry of the snapshot that the store has. */
  takeIfDue(world: World, position: Position, latest: number): void {
    if (this.isTaking) return;
    // Another server has taken one.
    if (latest > this.#seq) {
      this.#seq = latest;
      this.#lengthSinceLast = 0;
      return;
    }
    if (this.#lengthSinceLast < Math.max(this.#host.snapshotLength, this.#length)) return;
    this.isTaking = true;
    this.#lengthSinceLast = 0;
    const seq = entryNumber(position.last);
    // Whoever knows this entry can follow from it.
    const firstKept = Math.min(seq, this.#firstOfJournal(world));
    this.#host.client
      .snapshot(position, captureReplica(world), firstKept)
      .then((length) => {
        this.#length = length;
        this.#seq = Math.max(this.#seq, seq);
      })
      // The store is away. A later commit tries again.
      .catch(() => {})
      .finally(() => {
        this.isTaking = false;
      });
  }

  /** The number of the first entry with an exchange that is in the journal. */
  #firstOfJournal({ journal }: World): number {
    const oldest = journal.oldest?.id ?? Number.POSITIVE_INFINITY;
    const later = this.#entries.findIndex(({ firstExchange }) => firstExchange > oldest);
    const first = Math.max(0, (later < 0 ? this.#entries.length : later) - 1);
    this.#entries = this.#entries.slice(first);
    return this.#entries[0]?.seq ?? Number.POSITIVE_INFINITY;
  }
}
