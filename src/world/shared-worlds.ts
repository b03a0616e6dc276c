/** Worlds of a store that several servers share. Without one, `Worlds` has all that there is. */
import type { Exchange } from '../core/exchange.ts';
import type { Scan } from '../core/state/scan.ts';
import type { RunCoverage } from './evidence/coverage-report.ts';
import type { Findings } from './gate/gate-findings.ts';
import type { World, WorldStart } from './world.ts';

export interface WorldJob<Result = unknown> {
  /**
   * Synchronous. In memory it gets a scan, and runs again if it throws `ScanPaused`. With a store it runs on an up-to-date replica, and
   * again if another server was faster. What it reports to others waits until `World.whenCertain`.
   */
  run(scan: Scan | undefined): Result;
  /** Whether it looks at nothing: it only brings the world up to date. Default: false. */
  readonly isBlind?: boolean;
  /** Called in place of `run` where the world could not be read, and was removed: of a job that deletes it. */
  removed?(): Result;
}

export interface SharedWorlds {
  /** Runs a job on the world. Rejects with {@link StoreUnavailable}, or with what the job threw. */
  readonly run: <Result>(name: string, job: WorldJob<Result>) => Promise<Result>;
  /** Brings the replica of a world up to date; without a name, those of all worlds. Rejects with {@link StoreUnavailable}. */
  readonly refresh: (name?: string) => Promise<void>;
  /** Opens a world within a job. Undefined: the maximum number of worlds is open. */
  readonly open: (name: string, start: WorldStart) => World | undefined;
  /** Some of the worlds that were unused for longest, when the maximum was last met. */
  readonly oldest: readonly string[];
  readonly delete: (name: string) => boolean;
  /** A response of this server was delivered or lost. */
  readonly announced: (exchange: Exchange) => void;
  /** Somebody listens to the world: it must learn at once what other servers do. */
  readonly watched: (name: string) => void;
  readonly totals: () => Promise<Totals>;
  readonly isAvailable: () => Promise<boolean>;
}

/** Sums over all worlds, including deleted and reset ones. */
export interface Totals {
  readonly findings: Findings;
  /** Identifies the counts. */
  readonly run: string;
  readonly coverage: RunCoverage;
}

/** The store is away, full, read-only or too slow. The message is for clients: it contains no address and no credential. */
export class StoreUnavailable extends Error {
  /** What clients are advised, after the message. */
  readonly advice: string = 'Send the request again.';
}

/** A part of what the store has is missing, damaged, or of another version. Everything else is served. */
export class Unreadable extends StoreUnavailable {
  override readonly advice = 'The log of the server states why.';
  /** What cannot be read, in a message. */
  readonly reason: string;
  /** More about it, for the log. */
  readonly detail: string | undefined;

  constructor(what: string, reason = '', detail?: string) {
    super(`${what} cannot be read from the store: ${reason}.`);
    this.reason = reason;
    this.detail = detail;
  }
}

export const unreadableWorld = (name: string, reason?: string, detail?: string): Unreadable =>
  new Unreadable(`The world "${name}"`, reason, detail);
