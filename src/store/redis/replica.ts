/**
 * A world of the store on this server: as it was after some entry of its log. Work on it runs on a draft, and what it did is
 * committed if nobody was faster; else the replica catches up, and the work runs again.
 */

import { monotonicMs } from '../../world/clock.ts';
import type { Command, Draft } from '../../world/command.ts';
import { StoreUnavailable, type WorldJob } from '../../world/shared-worlds.ts';
import type { World, WorldStart } from '../../world/world.ts';
import { captureReplica } from './encode-world.ts';
import { type Answer, type Entry, type EntryId, numberOf, type Operation, type StoreClient } from './store-client.ts';

/** What a replica needs of its server. */
export interface ReplicaHost {
  readonly client: StoreClient;
  /** A snapshot is taken after so many characters of entries, or as many as the last snapshot had. */
  readonly snapshotLength: number;
  /** Keeps the replica where requests find it, or removes it. */
  readonly place: (name: string, world: World | undefined) => void;
  readonly create: (name: string, start: WorldStart) => World;
  /** The number of jobs that wait has changed by this. */
  readonly waiting: (change: number) => void;
  /** This server did it. */
  readonly committed: (replica: Replica, commands: readonly Command[]) => void;
  /** The replica is idle. */
  readonly settled: (replica: Replica) => void;
}

interface Waiting {
  readonly job: WorldJob;
  readonly since: number;
}

/** The jobs of one commit. */
const maxBatch = 256;

/** A job that other servers keep from being committed fails after this time. */
const maxWaitMs = 5000;

/** A job that waits for a large world to be loaded fails after this time. */
const maxLoadMs = 900;

/** After so many commits of other servers in a row, a short pause lets one of the servers go first. */
const politeAfter = 3;
const maxPauseMs = 8;

export class Replica {
  readonly name: string;
  /** Undefined: as far as it is known, there is no such world. */
  world: World | undefined;
  /** Of the world: another one of this name has another id. */
  id = '';
  /** The last entry of which the replica knows. */
  last: EntryId = '';
  /** When it was last used. */
  usedAt = 0;
  readonly #host: ReplicaHost;
  #queue: Waiting[] = [];
  #isWorking = false;
  #isFull = false;
  /** The world of the draft that is made at this moment. */
  #drafted: Drafted | undefined;
  /** The entries whose exchanges may still be in the journal: their numbers, and the number of the first exchange in each. */
  #entries: { readonly seq: number; readonly firstExchange: number }[] = [];
  #lengthSinceSnapshot = 0;
  #snapshotLength = 0;
  /** The number of the entry after which the last snapshot was taken. */
  #snapshotSeq = 0;
  #isSnapshotting = false;

  constructor(name: string, host: ReplicaHost) {
    this.name = name;
    this.#host = host;
  }

  get isIdle(): boolean {
    return !this.#isWorking && !this.#isSnapshotting;
  }

  enqueue(job: WorldJob): void {
    this.usedAt = monotonicMs();
    this.#queue.push({ job, since: this.usedAt });
    this.#host.waiting(1);
    if (this.#isWorking) return;
    this.#isWorking = true;
    // What else came with this one in the same turn of the event loop is part of the same commit.
    setImmediate(() => void this.#work());
  }

  /** For a job. */
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

  /** For a job. */
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
        // Nothing that waits would fare better.
        const isAway = error instanceof StoreUnavailable;
        // After a bug, the replica may be anything. The store is not.
        if (!isAway) this.#forget(this.world);
        const failed = isAway ? [...batch, ...this.#queue.splice(0)] : batch;
        this.#finish(failed, (job) => job.failed(error));
      }
    }
    this.#isWorking = false;
    this.#host.settled(this);
  }

  /** Runs the jobs until what they did is in the store, or until they have waited for too long. `batch` has those that remain. */
  async #commit(batch: Waiting[]): Promise<void> {
    this.#isFull = false;
    for (let conflicts = 0; ; ) {
      this.#giveUp(batch, maxWaitMs);
      if (batch.length === 0) return;
      const attempt = this.#attempt(batch);
      if (attempt === undefined) continue;
      // After a deletion, the rest begins with a world that does not exist.
      this.#queue.unshift(...batch.splice(attempt.jobs));
      const { operation, draft } = attempt;
      const answer = await this.#host.client.commit(this, operation, draft?.commands ?? []);
      if (answer.type === 'committed') {
        this.#keep(attempt, answer);
        this.#finish(batch.splice(0), (job) => job.done());
        this.#snapshotIfDue(answer.snapshot);
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

  /** Undefined: a job has thrown, and is no longer in the batch. */
  #attempt(batch: Waiting[]): Attempt | undefined {
    const before = this.world;
    const drafted: Drafted = { world: before, isDeleted: false };
    this.#drafted = drafted;
    before?.beginDraft();
    let jobs = 0;
    let failure: unknown;
    try {
      for (const { job } of batch) {
        job.run();
        jobs++;
        if (drafted.isDeleted) break;
      }
    } catch (error) {
      failure = { error };
      this.#finish(batch.splice(jobs, 1), (job) => job.failed(error));
    }
    this.#drafted = undefined;
    this.#host.place(this.name, before);
    const { world, isDeleted } = drafted;
    const draft = world?.takeDraft();
    if (failure !== undefined) return undefined;
    return { operation: operationOf(before, draft, drafted), world, isDeleted, draft, jobs };
  }

  /** The commit is in the store. */
  #keep({ operation, world, isDeleted, draft }: Attempt, { id, last, length }: Committed): void {
    if (world === undefined || draft === undefined) return;
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
    if (operation === 'check') {
      world.commitDraft(draft);
      return;
    }
    this.last = last;
    this.#note(draft.commands, length);
    world.commitDraft(draft);
    this.#host.committed(this, draft.commands);
  }

  /** There is no such world any more. */
  #forget(world: World | undefined): void {
    this.world = undefined;
    this.id = '';
    this.last = '';
    this.#entries = [];
    this.#lengthSinceSnapshot = 0;
    this.#snapshotLength = 0;
    this.#snapshotSeq = 0;
    this.#host.place(this.name, undefined);
    world?.close();
  }

  async #catchUp(answer: Exclude<Answer, { readonly type: 'committed' | 'full' }>, batch: Waiting[]): Promise<void> {
    if (answer.type === 'gone') this.#forget(this.world);
    else if (answer.type === 'behind') for (const entry of answer.entries) await this.#follow(entry);
    else await this.#whileWaiting(batch, () => this.#load());
  }

  async #follow({ id, text }: Entry): Promise<void> {
    const commands = await this.#host.client.decode(text, this.name);
    const { world } = this;
    if (world === undefined) throw new Error(`the log of the world "${this.name}" does not begin with its start`);
    this.last = id;
    this.#note(commands, text.length);
    for (const command of commands) world.follow(command);
  }

  /** Notes where the exchanges of an entry are, which is the present one. */
  #note(commands: readonly Command[], length: number): void {
    const cleared = commands.findLastIndex(({ type }) => type === 'started' || type === 'journal-cleared');
    if (cleared >= 0) this.#entries = [];
    const first = commands.slice(cleared + 1).find((command) => command.type === 'handled');
    if (first !== undefined) this.#entries.push({ seq: numberOf(this.last), firstExchange: first.exchange.id });
    this.#lengthSinceSnapshot += length;
  }

  /** Begins anew with what the store has. */
  async #load(): Promise<void> {
    const { client, create, place } = this.#host;
    const loaded = await client.load(this.name);
    if (loaded === undefined) return this.#forget(this.world);
    const { id, last, snapshot } = loaded;
    const entries: (readonly Command[])[] = [];
    for (const { text } of loaded.entries) entries.push(await client.decode(text, this.name));
    // Streams of events go on if it is the same world.
    const known = id === this.id ? this.world : undefined;
    if (known === undefined) this.#forget(this.world);
    const world = known ?? create(this.name, startIn(snapshot?.captured.decisive.start, entries[0] ?? []));
    world.rewind(snapshot?.captured);
    this.#entries = [];
    this.#lengthSinceSnapshot = 0;
    this.#snapshotLength = snapshot?.length ?? 0;
    this.#snapshotSeq = snapshot?.seq ?? 0;
    for (const [index, commands] of entries.entries()) {
      const { id: entryId, text } = loaded.entries[index] as Entry;
      this.last = entryId;
      const isOld = numberOf(entryId) <= this.#snapshotSeq;
      this.#note(commands, isOld ? 0 : text.length);
      for (const command of commands)
        if (isOld) world.recall(command);
        else world.follow(command);
    }
    this.last = last;
    this.id = id;
    this.world = world;
    place(this.name, world);
  }

  /** Those who wait must not wait for a large world. */
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
    this.#finish(late, (job) => job.failed(new StoreUnavailable('The world is busy.')));
  }

  #finish(waiting: readonly Waiting[], end: (job: WorldJob) => void): void {
    this.#host.waiting(-waiting.length);
    for (const { job } of waiting) end(job);
  }

  #snapshotIfDue(snapshot: number): void {
    const { world, name, id, last } = this;
    if (world === undefined || this.#isSnapshotting) return;
    // Another server has taken one.
    if (snapshot > this.#snapshotSeq) {
      this.#snapshotSeq = snapshot;
      this.#lengthSinceSnapshot = 0;
      return;
    }
    if (this.#lengthSinceSnapshot < Math.max(this.#host.snapshotLength, this.#snapshotLength)) return;
    this.#isSnapshotting = true;
    this.#lengthSinceSnapshot = 0;
    const seq = numberOf(last);
    // Whoever knows this entry can follow from it.
    const firstKept = Math.min(seq, this.#firstOfJournal(world));
    this.#host.client
      .snapshot({ name, id, last }, captureReplica(world), firstKept)
      .then((length) => {
        this.#snapshotLength = length;
        this.#snapshotSeq = Math.max(this.#snapshotSeq, seq);
      })
      // The store is away. A later commit tries again.
      .catch(() => {})
      .finally(() => {
        this.#isSnapshotting = false;
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

interface Drafted {
  world: World | undefined;
  isDeleted: boolean;
}

/** What some jobs did, before it is committed. */
interface Attempt {
  readonly operation: Operation;
  readonly world: World | undefined;
  readonly isDeleted: boolean;
  readonly draft: Draft | undefined;
  /** The number of jobs that ran. */
  readonly jobs: number;
}

type Committed = Extract<Answer, { readonly type: 'committed' }>;

const operationOf = (before: World | undefined, draft: Draft | undefined, { world, isDeleted }: Drafted): Operation => {
  if (isDeleted) return before === undefined ? 'check' : 'delete';
  if (world !== before) return 'open';
  return draft === undefined || draft.commands.length === 0 ? 'check' : 'append';
};

/** A log without a snapshot begins with the start of the world. */
const startIn = (start: WorldStart | undefined, commands: readonly Command[]): WorldStart => {
  if (start !== undefined) return start;
  const [first] = commands;
  if (first?.type !== 'started' || first.start === undefined) throw new Error('a log does not begin with a start');
  return first.start;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
