/** The store as replicas use it. */

import type { Service } from '../../core/service/service.ts';
import type { Command } from '../../world/command.ts';
import type { Totals } from '../../world/shared-worlds.ts';
import { type Connection, callTimeoutMs, type Script } from './connection/connection.ts';
import { decodeCommands, encodeCommands } from './encode-command.ts';
import { type CapturedWorld, decodeReplica, encodeReplica } from './encode-world.ts';
import type { EvidenceCodec } from './evidence.ts';
import type { Keys } from './keys.ts';
import { commitScript, listScript, loadScript, probeScript, snapshotScript } from './scripts.ts';
import { Starts, type StoredScenario } from './starts.ts';

export interface StoreClientOptions {
  readonly keys: Keys;
  readonly service: Service;
  /** Of the document, which must be the same on all servers of the prefix. */
  readonly fingerprint: string;
  readonly keepMs: number;
  readonly maxWorlds: number;
  readonly evidence: EvidenceCodec;
  readonly connection: Connection;
  /** For large values, behind which nothing else should wait. */
  readonly bulk: () => Connection;
}

/** The opening and the deletion of worlds. */
export type WorldOperation = 'check' | 'append' | 'open' | 'delete' | 'remove';

/** The world that a replica knows. */
export interface Position {
  readonly name: string;
  /** Empty: there is no such world. */
  readonly id: string;
  /** The id of its last entry. */
  readonly last: EntryId;
}

/** The number of an entry in its log, and a random number that distinguishes it from one that the store has lost. */
export type EntryId = `${number}-${number}` | '';

export interface LogEntry {
  readonly id: EntryId;
  readonly text: string;
}

/** 0: there is none. */
export const numberOf = (id: EntryId): number => Number.parseInt(id, 10) || 0;

export type CommitResult =
  /** `snapshot`: the number of the entry of the last snapshot. `length`: of the entry. */
  | ({ readonly type: 'committed'; readonly snapshot: number; readonly length: number } & Omit<Position, 'name'>)
  /** No other world may be opened. */
  | { readonly type: 'full' }
  | { readonly type: 'gone' }
  /** The next entries of the log. */
  | { readonly type: 'behind'; readonly entries: readonly LogEntry[] }
  /** It is another world, or the entries were removed. */
  | { readonly type: 'load' };

export interface Loaded {
  readonly id: string;
  readonly last: EntryId;
  /** The number of the entry after which it was taken; undefined: the log has everything. */
  readonly snapshot: { readonly seq: number; readonly captured: CapturedWorld; readonly length: number } | undefined;
  readonly entries: readonly LogEntry[];
}

const bulkTimeoutMs = 10_000;

/** A large entry takes its time on the network. */
const charactersPerMs = 10_000;

export class StoreClient {
  /** Of this server, so that it ignores its own messages. */
  readonly sender = crypto.randomUUID();
  readonly #options: StoreClientOptions;
  readonly #starts: Starts;
  /** For the benchmark. */
  roundTrips = 0;

  constructor(options: StoreClientOptions) {
    this.#options = options;
    const { connection, keys } = options;
    this.#starts = new Starts(options.service, async (hash) => {
      const text = await connection.call(['HGET', keys.scenarios, hash], bulkTimeoutMs);
      if (typeof text !== 'string') throw new Error(`the store has no scenario ${hash}`);
      return text;
    });
  }

  async commit(position: Position, operation: WorldOperation, commands: readonly Command[]): Promise<CommitResult> {
    const { name, id, last } = position;
    const { keys, fingerprint, keepMs, maxWorlds, evidence } = this.#options;
    const entry = operation === 'append' || operation === 'open' ? encodeCommands(commands, this.#starts) : '';
    const newId = operation === 'open' ? crypto.randomUUID() : '';
    const entryId = entry === '' ? last : entryIdAfter(last);
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
      entryId,
      ...evidence.encode(commands),
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
        if (operation !== 'check') this.#options.connection.noteSuccess();
        return { type: 'committed', id: newId || id, last: entryId, snapshot: Number(rest[0]), length: entry.length };
      case 'behind':
        return { type, entries: entriesIn(rest) };
      case 'full':
      case 'gone':
      case 'load':
        return { type };
      case 'scenario':
        for (const scenario of scenarios) await this.#keepScenario(scenario);
        return this.commit(position, operation, commands);
      default:
        throw this.#options.connection.reject(
          'it now has worlds of another document. Choose another prefix, or delete those worlds',
        );
    }
  }

  /** Undefined: there is no such world. */
  async load(name: string): Promise<Loaded | undefined> {
    const { keys, service, bulk } = this.#options;
    await bulk().ready();
    const answer = (await bulk().run(loadScript, keys.ofWorld(name), [], bulkTimeoutMs)) as readonly string[];
    const [id, last, seq, text = '', ...rest] = answer;
    if (id === undefined) return undefined;
    const loaded = { id, last: last as EntryId, entries: entriesIn(rest) };
    if (text === '') return { ...loaded, snapshot: undefined };
    const captured = await decodeReplica(text, name, service, this.#starts);
    return { ...loaded, snapshot: { seq: Number(seq), captured, length: text.length } };
  }

  decode(entry: string, world: string): Promise<readonly Command[]> {
    return decodeCommands(entry, world, this.#starts);
  }

  /** Returns its length; requests are handled while it is written. */
  async snapshot({ name, id, last }: Position, captured: CapturedWorld, firstKept: number): Promise<number> {
    const { keys, bulk } = this.#options;
    let text = '';
    for (const piece of encodeReplica(captured, this.#starts)) {
      text += piece;
      await new Promise(setImmediate);
    }
    const args = [id, String(numberOf(last)), text, String(firstKept), last];
    await bulk().ready();
    await bulk().run(snapshotScript, keys.ofWorld(name), args, bulkTimeoutMs);
    return text.length;
  }

  async list(): Promise<readonly Position[]> {
    const { keys } = this.#options;
    const fields = (await this.#run(listScript, [keys.worlds], [keys.meta])) as readonly string[];
    return Array.from({ length: fields.length / 3 }, (_, index) => {
      const [name, id, last] = fields.slice(index * 3, index * 3 + 3) as [string, string, EntryId];
      return { name, id, last };
    });
  }

  async totals(): Promise<Totals> {
    const { keys, evidence, connection } = this.#options;
    await connection.call(['HSETNX', keys.counts, 'run', crypto.randomUUID()]);
    const [counts, findings] = (await Promise.all(
      [keys.counts, keys.findings].map((key) => connection.call(['HGETALL', key])),
    )) as [readonly string[], readonly string[]];
    const run = counts[counts.indexOf('run') + 1] ?? '';
    return evidence.decode(run, counts, findings);
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

  /** Whether the store accepts changes again. */
  async probe(): Promise<void> {
    const { keys, connection, fingerprint } = this.#options;
    const owner = await connection.run(probeScript, [keys.service, keys.probe], [fingerprint]);
    if (owner === fingerprint) connection.noteSuccess();
  }
}

/** The size of the random part. */
const randomPart = 2 ** 32;

const entryIdAfter = (last: EntryId): EntryId => `${numberOf(last) + 1}-${Math.floor(Math.random() * randomPart)}`;

/** Ids and texts alternate. */
const entriesIn = (fields: readonly string[]): readonly LogEntry[] =>
  Array.from({ length: fields.length / 2 }, (_, index) => ({
    id: fields[index * 2] as EntryId,
    text: fields[index * 2 + 1] as string,
  }));
