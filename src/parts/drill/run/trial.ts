/** One run of the client in a fresh world. */
import { ActiveFaults } from '../../../core/faults/active-faults.ts';
import type { Fault } from '../../../core/faults/fault.ts';
import { worldLimit } from '../../../core/primitives/config-error.ts';
import { explainFull } from '../../../world/explain-full.ts';
import type { World, WorldStart } from '../../../world/world.ts';
import type { Worlds } from '../../../world/worlds.ts';
import type { Ending } from '../judge/judge-case.ts';
import { type Observation, Observer } from './observer.ts';

/** Runs the client: a command, or a function. */
export type ClientWork = (call: WorkCall) => Promise<Ending>;

export interface WorkCall {
  readonly world: string;
  readonly timeoutMs: number;
  /** Aborted when the drill ends early: the work ends at once. */
  readonly signal: AbortSignal;
}

export interface TrialResult {
  readonly ending: Ending;
  readonly observation: Observation;
}

interface TrialOptions extends WorkCall {
  readonly work: ClientWork;
  /** If it is undefined, it means a run without a fault. */
  readonly fault: Fault | undefined;
  readonly onHit?: (() => void) | undefined;
}

/** @throws ConfigError if no further world can be opened, or the command cannot be started. */
export const runTrial = async (worlds: Worlds, { work, fault, onHit, ...call }: TrialOptions): Promise<TrialResult> => {
  const world = openWorld(worlds, call.world, fault);
  const observer = new Observer(world, { awaitsFault: fault !== undefined, delayMs: delayOf(fault), onHit });
  try {
    const ending = await work(call);
    return { ending, observation: observer };
  } finally {
    observer.close();
    worlds.delete(world.name);
  }
};

const openWorld = (worlds: Worlds, name: string, fault: Fault | undefined): World => {
  const { start } = worlds;
  const world = worlds.open(name, fault === undefined ? start : startWith(start, fault));
  if (world !== undefined) return world;
  const { reason, hint } = explainFull(worlds, (option) => option, 'Close a world');
  throw worldLimit(`no world can be opened for the drill: ${reason}`, hint);
};

/** The fault is part of the start, so that it survives a reset by the client. It comes first: no other one takes precedence. */
const startWith = (start: WorldStart, fault: Fault): WorldStart => ({
  ...start,
  createState: (name, now) => {
    const state = start.createState(name, now);
    const entry = { fault, enabled: true };
    const faults = new Map([[fault.name, entry], ...state.faults]);
    return { ...state, faults, active: new ActiveFaults(faults) };
  },
});

const delayOf = (fault: Fault | undefined): number =>
  fault?.effect.type === 'latency' && fault.effect.latency.type === 'fixed' ? fault.effect.latency.ms : 0;
