/** Runs jobs on a draft of a world: what they did is committed together, or dropped. */

import type { WorldJob } from '../../../world/shared-worlds.ts';
import type { World, WorldStart } from '../../../world/world.ts';
import type { Command, Draft } from '../../../world/world-command.ts';
import type { WorldOperation } from './store-client.ts';

/** Where worlds are found while the jobs run, and afterwards. */
export interface DraftPlace {
  /** Keeps the replica where requests find it, or removes it. */
  readonly place: (name: string, world: World | undefined) => void;
  readonly create: (name: string, start: WorldStart) => World;
}

/** The result of some jobs, before it is committed. */
export interface Attempt {
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

/** A job and its result, once it has run. */
export interface RunJob {
  readonly job: WorldJob;
  result: unknown;
}

interface Drafted {
  world: World | undefined;
  isDeleted: boolean;
}

export class DraftJobs {
  readonly #name: string;
  readonly #place: DraftPlace;
  /** The world of the draft that is made at this moment. */
  #drafted: Drafted | undefined;
  /** No other world may be opened. */
  isFull = false;

  constructor(name: string, place: DraftPlace) {
    this.#name = name;
    this.#place = place;
  }

  open(start: WorldStart): World | undefined {
    const drafted = this.#drafted;
    if (drafted === undefined) throw new Error('a world of a store is opened by a job only');
    if (this.isFull) return undefined;
    const world = this.#place.create(this.#name, start);
    world.beginDraft();
    world.restart(start);
    drafted.world = world;
    this.#place.place(this.#name, world);
    return world;
  }

  delete(): boolean {
    const drafted = this.#drafted;
    if (drafted?.world === undefined) return false;
    drafted.isDeleted = true;
    this.#place.place(this.#name, undefined);
    return true;
  }

  /** The world itself is as before afterwards. */
  run(before: World | undefined, jobs: Iterable<RunJob>): Attempt {
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
    this.#place.place(this.#name, before);
    const { world, isDeleted } = drafted;
    const draft = world?.takeDraft();
    const operation = operationOf(before, draft, drafted);
    if (operation !== 'append' && operation !== 'check') mayBeLate = false;
    return { operation, world, isDeleted, draft, mayBeLate, jobs: done, failure };
  }
}

const areRenumberable = (commands: readonly Command[]): boolean =>
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
