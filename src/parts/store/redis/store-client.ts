/** The store as replicas use it. */
import { crc32 } from 'node:zlib';
import type { Service } from '../../../core/service/service.ts';
import { inLaterTurn, monotonicMs } from '../../../world/clock.ts';
import { StoreUnavailable, type Totals, Unreadable, unreadableWorld } from '../../../world/shared-worlds.ts';
import type { Command } from '../../../world/world-command.ts';
import { type Connection, callTimeoutMs, type Script } from './connection/connection.ts';
import {
  type CapturedWorld,
  decodeCommands,
  decodeReplica,
  encodeCommands,
  encodeReplica,
  hashOf,
  Starts,
  type StoredScenario,
} from './encoding.ts';
import { changesJournalOnly } from './numbers.ts';
import {
  commitScript,
  type Keys,
  listScript,
  loadScript,
  probeScript,
  scenarioScript,
  snapshotScript,
  totalsScript,
} from './scripts.ts';
import type { EvidenceCodec } from './store-evidence.ts';

interface StoreClientOptions {
  readonly keys: Keys;
  readonly service: Service;
  /** The fingerprint of the document, which must be the same on all servers of the prefix. */
  readonly fingerprint: string;
  /** The fingerprints of earlier versions, whose worlds are read too. */
  readonly older: readonly string[];
  readonly keepMs: number;
  readonly maxWorlds: number;
  readonly evidence: EvidenceCodec;
  readonly connection: Connection;
  /** For large values, behind which nothing else should wait. */
  readonly bulk: () => Connection;
}

export type WorldOperation = 'check' | 'append' | 'open' | 'delete' | 'remove';

export interface Position {
  readonly name: string;
  /** Empty: there is no such world. */
  readonly id: string;
  readonly last: EntryId;
}

/** The number of an entry in its log, and a random number that distinguishes it from one that the store has lost. */
export type EntryId = `${number}-${number}` | '';

export interface LogEntry {
  readonly id: EntryId;
  readonly text: string;
  readonly sum: string;
  /** What is added to the numbers of its exchanges: other servers have handled requests before. */
  readonly shift: number;
}

/** The number of an entry; 0: there is none. */
export const entryNumber = (id: EntryId): number => Number.parseInt(id, 10) || 0;

export interface Committed extends Omit<Position, 'name'> {
  readonly type: 'committed';
  /** The number of the entry of the last snapshot. */
  readonly snapshot: number;
  readonly length: number;
  /** The entries of other servers that came before; they change nothing but the journal. */
  readonly before: readonly LogEntry[];
  /** What is added to the numbers of the exchanges. */
  readonly shift: number;
}

export interface Commit {
  readonly operation: WorldOperation;
  readonly commands: readonly Command[];
  /** Whether it may come after entries that change nothing but the journal. */
  readonly mayBeLate: boolean;
  /** The number of the last exchange before it, as the replica knows it, and after it. */
  readonly exchanges: readonly [before: number, after: number];
}

export type CommitResult =
  | Committed
  /** No other world may be opened. */
  | { readonly type: 'full' }
  | { readonly type: 'gone' }
  /** The next entries of the log. */
  | { readonly type: 'behind'; readonly entries: readonly LogEntry[] }
  /** The world is another one, or its entries were removed: it has to be loaded. */
  | { readonly type: 'load' };

interface DecodedEntry {
  readonly id: EntryId;
  readonly commands: readonly Command[];
  readonly length: number;
}

export interface Loaded {
  readonly id: string;
  readonly last: EntryId;
  /** The number of the entry after which it was taken; undefined: the log has everything. */
  readonly snapshot: { readonly seq: number; readonly captured: CapturedWorld; readonly length: number } | undefined;
  readonly entries: readonly DecodedEntry[];
}

const bulkTimeoutMs = 10_000;

/** A large entry takes its time on the network. */
const charactersPerMs = 10_000;

export class StoreClient {
  /** The sender of this server, so that it ignores its own messages. */
  readonly sender = crypto.randomUUID();
  readonly #options: StoreClientOptions;
  readonly #starts: Starts;
  /** When this server last had a world of the store. */
  #usedAt = Number.NEGATIVE_INFINITY;
  /** The worlds that were unused for longest, when the maximum was last met. */
  oldest: readonly string[] = [];
  /** The calls of the store so far, for the benchmark. */
  roundTrips = 0;

  constructor(options: StoreClientOptions) {
    this.#options = options;
    const { connection, keys } = options;
    this.#starts = new Starts(options.service, async (hash) => {
      const text = await connection.run(scenarioScript, [keys.scenarios], [hash], bulkTimeoutMs);
      if (typeof text === 'string' && hashOf(text) === hash) return text;
      throw new Unreadable('A scenario', `${keys.scenarios} does not have ${hash} as it was written`);
    });
  }

  async commit(position: Position, commit: Commit): Promise<CommitResult> {
    const { operation, commands, exchanges } = commit;
    const { name, id, last } = position;
    const { keys, fingerprint, keepMs, maxWorlds, evidence } = this.#options;
    const entry = operation === 'append' || operation === 'open' ? encodeCommands(commands, this.#starts) : '';
    const newId = operation === 'open' ? crypto.randomUUID() : '';
    const random = Math.floor(Math.random() * randomPart);
    const counted = evidence.encode(commands);
    const scenarios = entry === '' ? [] : this.#scenariosOf(commands);
    const args = [
      operation,
      id,
      last,
      entry,
      String(keepMs),
      name,
      String(maxWorlds),
      newId,
      fingerprint,
      scenarios.map(({ hash }) => hash).join(' '),
      keys.channelOf(name),
      this.sender,
      String(random),
      entry === '' ? '' : this.#sumOf(newId || id, String(random), entry),
      crypto.randomUUID(),
      this.#isInUse(),
      // A finding names the exchange.
      commit.mayBeLate && counted.length === 1 + 2 * Number(counted[0]) ? '1' : '',
      String(exchanges[0]),
      String(exchanges[1]),
      commands.every(changesJournalOnly) ? '' : '1',
      ...counted,
    ];
    const answer = await this.#run(
      commitScript,
      keys.ofWorld(name),
      args,
      callTimeoutMs + entry.length / charactersPerMs,
    );
    const [type, ...rest] = answer as readonly string[];
    switch (type) {
      case 'ok':
        this.#usedAt = monotonicMs();
        if (operation !== 'check') this.#options.connection.noteSuccess();
        return {
          type: 'committed',
          id: newId || id,
          snapshot: Number(rest[0]),
          last: rest[1] as EntryId,
          shift: Number(rest[2]),
          before: entriesIn(rest.slice(3)),
          length: entry.length,
        };
      case 'behind':
        return { type, entries: entriesIn(rest) };
      case 'full':
        this.oldest = rest as readonly string[];
        return { type };
      case 'gone':
      case 'load':
        return { type };
      case 'damaged':
        throw unreadableWorld(name, rest[0]);
      case 'scenario':
        for (const scenario of scenarios) await this.#keepScenario(scenario);
        return this.commit(position, commit);
      default:
        throw this.#options.connection.reject(
          'it now has worlds of another document. Choose another prefix, or delete those worlds',
        );
    }
  }

  /** Returns undefined if there is no such world. @throws Unreadable if a part of it is missing or damaged. */
  async load(name: string): Promise<Loaded | undefined> {
    const { keys, bulk } = this.#options;
    await bulk().ready();
    const [metaKey, logKey, snapshotKey] = keys.ofWorld(name);
    const answer = await bulk().run(loadScript, keys.ofWorld(name), [name, this.#isInUse()], bulkTimeoutMs);
    const [type, ...rest] = answer as readonly string[];
    if (type === undefined) return undefined;
    if (type === 'damaged') throw unreadableWorld(name, rest[0]);
    const [id, last, seq, text = '', sum, trimmed, ...fields] = rest as [string, EntryId, string, ...string[]];
    const first = Number(trimmed);
    const entries: DecodedEntry[] = [];
    let position: Position = { name, id, last: `${first}-0` };
    for (const entry of entriesIn(fields)) {
      entries.push({ id: entry.id, commands: await this.decode(position, entry), length: entry.text.length });
      position = { name, id, last: entry.id };
    }
    if (position.last !== last || first > Number(seq)) throw unreadableWorld(name, `${metaKey} does not fit ${logKey}`);
    if (text === '') return { id, last, entries, snapshot: undefined };
    const captured = await this.#read(name, snapshotKey, () => {
      if (!this.#isSum(sum, id, seq, text)) throw new Error(wasChanged);
      return decodeReplica(text, name, this.#options.service, this.#starts);
    });
    return { id, last, entries, snapshot: { seq: Number(seq), captured, length: text.length } };
  }

  /** The entry after that of `position`. @throws Unreadable */
  decode({ name, id, last }: Position, entry: LogEntry): Promise<readonly Command[]> {
    const [, logKey] = this.#options.keys.ofWorld(name);
    return this.#read(name, logKey, () => {
      if (entryNumber(entry.id) !== entryNumber(last) + 1) throw new Error(`the entry after ${last} is missing`);
      if (!this.#isSum(entry.sum, id, randomPartOf(entry.id), entry.text)) throw new Error(`${entry.id} ${wasChanged}`);
      return decodeCommands(entry.text, name, this.#starts, entry.shift);
    });
  }

  /** The error if the world cannot do what its decoded log states. */
  unreadable(name: string, { message }: Error): Unreadable {
    const [, logKey] = this.#options.keys.ofWorld(name);
    return unreadableWorld(name, `${logKey} is damaged`, message);
  }

  async #read<Value>(name: string, key: string, read: () => Promise<Value>): Promise<Value> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof Unreadable) throw unreadableWorld(name, error.reason);
      if (error instanceof StoreUnavailable) throw error;
      throw unreadableWorld(name, `${key} is damaged`, (error as Error).message);
    }
  }

  /** Whether the worlds of this prefix cannot have expired. */
  #isInUse(): string {
    return monotonicMs() - this.#usedAt < this.#options.keepMs ? '1' : '';
  }

  /** The checksum of a text in the store and of its place. */
  #sumOf(id: string, place: string, text: string): string {
    return String(crc32(text, this.#startOfSum(id, place)));
  }

  #isSum(sum: string | undefined, id: string, place: string, text: string): boolean {
    if (sum === this.#sumOf(id, place, text)) return true;
    return this.#options.older.some((one) => sum === String(crc32(text, this.#startOfSum(id, place, one))));
  }

  #startOfSum(id: string, place: string, fingerprint = this.#options.fingerprint): number {
    return crc32(`${fingerprint} ${id} ${place} `);
  }

  /** Returns its length; requests are handled while it is written. */
  async snapshot({ name, id, last }: Position, captured: CapturedWorld, firstKept: number): Promise<number> {
    const { keys, bulk } = this.#options;
    const seq = String(entryNumber(last));
    let text = '';
    let sum = this.#startOfSum(id, seq);
    for (const piece of encodeReplica(captured, this.#starts)) {
      text += piece;
      sum = crc32(piece, sum);
      await new Promise<void>(inLaterTurn);
    }
    const args = [id, seq, text, String(firstKept), last, name, String(sum)];
    await bulk().ready();
    await bulk().run(snapshotScript, keys.ofWorld(name), args, bulkTimeoutMs);
    return text.length;
  }

  /** A world that is damaged has no id. */
  async list(): Promise<readonly Position[]> {
    const { keys } = this.#options;
    const fields = (await this.#run(listScript, [keys.worlds], [keys.meta])) as readonly string[];
    return inGroups(fields, 3).map(([name, id, last]) => ({ name, id, last: last as EntryId }));
  }

  /** @throws Unreadable */
  async totals(): Promise<Totals> {
    const { keys, evidence, connection } = this.#options;
    const [isWhole, counts, findings] = (await connection.run(
      totalsScript,
      [keys.counts, keys.findings],
      [crypto.randomUUID()],
    )) as [number, readonly string[], readonly string[]];
    const totals = isWhole === 1 ? evidence.decode(inGroups(counts, 2), inGroups(findings, 2)) : undefined;
    if (totals !== undefined) return totals;
    throw new Unreadable('The evidence of the clients', `${keys.counts} or ${keys.findings} is missing or damaged`);
  }

  #run(script: Script, keys: readonly string[], args: readonly string[], timeoutMs = callTimeoutMs): Promise<unknown> {
    this.roundTrips++;
    return this.#options.connection.run(script, keys, args, timeoutMs);
  }

  #scenariosOf(commands: readonly Command[]): readonly StoredScenario[] {
    return commands.flatMap((command) => {
      if (command.type !== 'started' || command.start === undefined) return [];
      return this.#starts.scenarioOf(command.start) ?? [];
    });
  }

  async #keepScenario({ hash, text }: StoredScenario): Promise<void> {
    const { keys, connection } = this.#options;
    await connection.call(['HSET', keys.scenarios, hash, text], callTimeoutMs + text.length / charactersPerMs);
  }

  /** Tests whether the store accepts changes again. */
  async probe(): Promise<void> {
    const { keys, connection, fingerprint } = this.#options;
    const probed = [keys.service, keys.worlds, keys.scenarios, keys.probe];
    const owner = await connection.run(probeScript, probed, [fingerprint]);
    if (owner === fingerprint) connection.noteSuccess();
  }
}

const wasChanged = 'was changed';

const randomPart = 2 ** 32;

const randomPartOf = (id: EntryId): string => id.slice(id.indexOf('-') + 1);

const entriesIn = (fields: readonly string[]): readonly LogEntry[] =>
  inGroups(fields, 4).map(([id, text, sum, shift]) => ({ id: id as EntryId, text, sum, shift: Number(shift) }));

const inGroups = (fields: readonly string[], size: 2 | 3 | 4): readonly (readonly [string, string, string, string])[] =>
  Array.from({ length: fields.length / size }, (_, index) => fields.slice(index * size, index * size + size) as never);
