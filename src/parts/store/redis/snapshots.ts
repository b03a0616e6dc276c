/** When a snapshot of a world is taken, and which entries of its log it replaces. */

import type { World } from '../../../world/world.ts';
import type { Command } from '../../../world/world-command.ts';
import { captureReplica } from './encode-world.ts';
import { type EntryId, entryNumber, type Position, type StoreClient } from './store-client.ts';

export interface SnapshotsOptions {
  readonly client: StoreClient;
  /** A snapshot is taken after this number of characters of entries, or after as many as the last snapshot had. */
  readonly snapshotLength: number;
}

export class Snapshots {
  readonly #options: SnapshotsOptions;
  /** The entries whose exchanges may still be in the journal: their numbers, and the number of the first exchange in each. */
  #entries: { readonly seq: number; readonly firstExchange: number }[] = [];
  #lengthSinceLast = 0;
  #length = 0;
  /** The number of the entry after which the last snapshot was taken. */
  #seq = 0;
  #isTaking = false;

  constructor(options: SnapshotsOptions) {
    this.#options = options;
  }

  get isTaking(): boolean {
    return this.#isTaking;
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
    if (this.#isTaking) return;
    // Another server has taken one.
    if (latest > this.#seq) {
      this.#seq = latest;
      this.#lengthSinceLast = 0;
      return;
    }
    if (this.#lengthSinceLast < Math.max(this.#options.snapshotLength, this.#length)) return;
    this.#isTaking = true;
    this.#lengthSinceLast = 0;
    const seq = entryNumber(position.last);
    // Whoever knows this entry can follow from it.
    const firstKept = Math.min(seq, this.#firstOfJournal(world));
    this.#options.client
      .snapshot(position, captureReplica(world), firstKept)
      .then((length) => {
        this.#length = length;
        this.#seq = Math.max(this.#seq, seq);
      })
      // The store is away. A later commit tries again.
      .catch(() => {})
      .finally(() => {
        this.#isTaking = false;
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
