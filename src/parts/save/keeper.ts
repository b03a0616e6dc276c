/** Writes worlds to a directory soon after they change. */
import { saveFailed } from '../../core/primitives/config-error.ts';
import { sideBySide } from '../../files/side-by-side.ts';
import { startStopwatch } from '../../world/clock.ts';
import type { Logger } from '../../world/logger.ts';
import type { World } from '../../world/world.ts';
import type { WorldsObserver } from '../../world/worlds.ts';
import { captureWorld, savedText } from '../resume/index.ts';
import type { SaveFolder } from './save-folder.ts';

export interface KeeperOptions {
  readonly logger: Logger;
  /** The time from a change to its writing, in which further changes are collected. */
  readonly delayMs?: number;
  readonly retryMs?: number;
}

/** A change is written within a second. */
const maxPauseMs = 500;

/** The worlds whose files are put on the disk at once; the system does it for more, so that all are written within a second. */
const maxSynced = 50;

export class Keeper implements WorldsObserver {
  readonly #folder: SaveFolder;
  readonly #options: Required<KeeperOptions>;
  /** The changed worlds by name: those whose files are out of date; null if the world was deleted. */
  #changed = new Map<string, World | null>();
  /** The worlds with files, to write the times of their clocks at the end. */
  readonly #worlds = new Map<string, World>();
  #lastMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(folder: SaveFolder, { logger, delayMs = 250, retryMs = 5000 }: KeeperOptions) {
    this.#folder = folder;
    this.#options = { logger, delayMs, retryMs };
  }

  /** Records that the file of this world is up to date. */
  adopt(world: World): void {
    this.#worlds.set(world.name, world);
  }

  changed(world: World): void {
    this.#worlds.set(world.name, world);
    this.#changed.set(world.name, world);
    this.#schedule();
  }

  deleted({ name }: World): void {
    this.#worlds.delete(name);
    this.#changed.set(name, null);
    // Now, since the response states that the world is gone; again after a write that is under way.
    try {
      this.#folder.delete(name);
    } catch {
      // Tried again below, and reported there.
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#writing !== undefined) return;
    const { delayMs, retryMs } = this.#options;
    // Large worlds that change all the time are not written all the time.
    const pauseMs = Math.min(Math.max(delayMs, this.#lastMs), maxPauseMs);
    this.#timer = setTimeout(() => this.#flush(), this.#failure === undefined ? pauseMs : retryMs);
  }

  /** Writes everything that has changed until now. */
  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeChanged().finally(() => {
      this.#writing = undefined;
      if (this.#changed.size > 0) this.#schedule();
    });
    return this.#writing;
  }

  async #writeChanged(): Promise<void> {
    const due = this.#changed;
    const isSynced = due.size <= maxSynced;
    this.#changed = new Map();
    const elapsed = startStopwatch();
    let failure: Error | undefined;
    await sideBySide(due, async ([name, world]) => {
      try {
        await this.#write(name, world, isSynced);
      } catch (error) {
        failure = error as Error;
        // Unless it has changed again.
        if (!this.#changed.has(name)) this.#changed.set(name, world);
      }
    });
    this.#lastMs = elapsed();
    this.#report(failure);
  }

  async #write(name: string, world: World | null, isSynced: boolean): Promise<void> {
    if (world === null) return this.#folder.delete(name);
    const isCurrent = () => this.#worlds.get(name) === world;
    const aside = await this.#folder.write(name, { pieces: savedText(captureWorld(world)), isCurrent, isSynced });
    if (aside === undefined) return;
    const path = this.#folder.pathOf(name);
    this.#options.logger.warn(`${path}: the file was changed while the world "${name}" was open. It is now ${aside}.`);
  }

  /** One message per outage, not one per attempt. */
  #report(failure: Error | undefined): void {
    const { logger, retryMs } = this.#options;
    const { directory } = this.#folder;
    if (failure !== undefined && this.#failure === undefined) {
      const next = `They are kept in memory, and written again every ${retryMs / 1000} s.`;
      logger.error(`${directory}: worlds cannot be saved: ${failure.message}. ${next}`);
    }
    if (failure === undefined && this.#failure !== undefined) logger.info(`${directory}: the worlds are saved again.`);
    this.#failure = failure;
  }

  /** Writes what has changed, and the times of clocks that do not follow real time. @throws ConfigError if a file cannot be written. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    for (const world of this.#worlds.values()) if (!world.clock.isReal) this.#changed.set(world.name, world);
    await this.#flush();
    clearTimeout(this.#timer);
    if (this.#failure === undefined) return;
    const message = `${this.#folder.directory}: worlds could not be saved: ${this.#failure.message}`;
    throw saveFailed(message, 'The files have the last state that was written.');
  }
}
