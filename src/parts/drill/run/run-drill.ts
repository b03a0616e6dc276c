/** The drill: runs the client without a fault, then once for each case, and judges what it did. */
import type { Operation } from '../../../core/service/operation.ts';
import type { Worlds } from '../../../world/worlds.ts';
import { type CasePlan, planOf } from '../cases/choose-cases.ts';
import { type DrillCase, effectOf, faultOf } from '../cases/drill-case.ts';
import { hasRoom } from '../cases/schema-room.ts';
import { type CaseJudgement, type Ending, judgeCase } from '../judge/judge-case.ts';
import { callsOf, largestOf, type Tally, tallyOf } from '../judge/tally.ts';
import { type ObservedExchange, seenResponses } from './observer.ts';
import { type ClientWork, runTrial, type TrialResult } from './trial.ts';
import { interrupted, nothingPlanned, type Unjudged, unmet, whyUnusable } from './unjudged.ts';

interface DrillSettings {
  readonly work: ClientWork;
  readonly plan: CasePlan;
  /** What the user can do if no request arrived. */
  readonly reachRemedy: string;
  /** How many runs without a fault come first; at least 1. */
  readonly baseline: number;
  /** If it is undefined, it means 5 minutes without a fault, then five times the longest of these runs, at least 10 seconds. */
  readonly timeoutMs: number | undefined;
  /** How many cases run side by side. */
  readonly jobs: number;
  /** Ends the drill early. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: DrillProgress) => void) | undefined;
}

export interface DrillProgress {
  readonly done: number;
  /** If it is undefined, it is not known yet. */
  readonly total: number | undefined;
  /** What has begun or ended. */
  readonly name: string;
}

export interface BaselineRun {
  readonly ending: Ending;
  readonly calls: ReadonlyMap<string, number>;
}

export interface JudgedCase extends CaseJudgement {
  readonly case: DrillCase;
  readonly ending: Ending;
  /** From the one that met the fault. */
  readonly exchanges: readonly ObservedExchange[];
}

export interface Drilled {
  readonly baseline: readonly BaselineRun[];
  /** Whether all runs without a fault called the same operations equally often. */
  readonly isStable: boolean;
  readonly cases: readonly JudgedCase[];
  readonly notRun: readonly DrillCase[];
  /** Why nothing could be judged; undefined if something was. */
  readonly unjudged: Unjudged | undefined;
}

/** The time for a run without a fault. */
const baselineTimeoutMs = 5 * 60_000;
const leastTimeoutMs = 10_000;

/** A client that waits for a response takes no time, but memory. */
const maxHanging = 8;

/** @throws ConfigError if a world cannot be opened, or the command not be started. */
export const runDrill = async (worlds: Worlds, settings: DrillSettings): Promise<Drilled> => {
  await worlds.ready();
  const names = new WorldNames(worlds);
  try {
    return await drillIn(worlds, names, settings);
  } finally {
    // A function that was not waited for may have used its world again.
    for (const name of names) worlds.delete(name);
  }
};

const drillIn = async (worlds: Worlds, names: WorldNames, settings: DrillSettings): Promise<Drilled> => {
  const { baseline, signal } = settings;
  const trials: TrialResult[] = [];
  for (let number = 1; number <= baseline; number++) {
    const limits = { timeoutMs: settings.timeoutMs ?? baselineTimeoutMs, signal };
    settings.onProgress?.({ done: 0, total: undefined, name: `run ${number} without a fault` });
    const others = watchOthers(worlds, names);
    const run = { ...limits, world: names.next(), work: settings.work, fault: undefined };
    const trial = await runTrial(worlds, run).finally(others.stop);
    trials.push(trial);
    const unjudged = signal.aborted
      ? interrupted
      : whyUnusable(trial, {
          ...limits,
          isElsewhere: others.seen(),
          reachRemedy: settings.reachRemedy,
          faults: faultsOn(worlds),
        });
    if (unjudged !== undefined) return { ...baselineOf(trials), cases: [], notRun: [], unjudged };
  }
  const planned = planAll(worlds, trials, settings.plan);
  if (planned.length === 0)
    return { ...baselineOf(trials), cases: [], notRun: [], unjudged: nothingPlanned(settings.plan) };
  const longest = Math.max(...trials.map(({ ending }) => ending.durationMs));
  const timeoutMs = settings.timeoutMs ?? Math.max(leastTimeoutMs, Math.ceil(5 * longest));
  const usual = largestOf(trials.map(({ observation }) => tallyOf(observation.requests)));
  const judged = await runCases(worlds, planned, usual, { ...settings, names, timeoutMs });
  const cases = planned.flatMap((each) => judged.get(each) ?? []);
  const notRun = planned.filter((each) => !judged.has(each));
  const isMet = cases.some(({ outcome }) => outcome !== 'not met');
  const missed = signal.aborted ? interrupted : unmet(cases.map(({ unfit }) => unfit));
  return { ...baselineOf(trials), cases, notRun, unjudged: isMet ? undefined : missed };
};

const faultsOn = ({ start }: Worlds): readonly string[] =>
  [...start.createState('', 0).faults].flatMap(([name, { enabled }]) => (enabled ? [name] : []));

const baselineOf = (trials: readonly TrialResult[]): Pick<Drilled, 'baseline' | 'isStable'> => {
  const baseline = trials.map(({ ending, observation }) => ({ ending, calls: callsOf(observation.requests) }));
  const texts = baseline.map(({ calls }) => JSON.stringify([...calls].toSorted(([a], [b]) => (a < b ? -1 : 1))));
  return { baseline, isStable: new Set(texts).size <= 1 };
};

/** Watches for requests to other worlds while one runs alone: the client may have dropped the world's prefix. */
const watchOthers = (
  worlds: Worlds,
  names: WorldNames,
): { readonly seen: () => boolean; readonly stop: () => void } => {
  let isSeen = false;
  const stop = worlds.onExchange(({ world }) => {
    isSeen ||= !names.has(world);
  });
  return { seen: () => isSeen, stop };
};

const planAll = (worlds: Worlds, trials: readonly TrialResult[], plan: CasePlan): readonly DrillCase[] => {
  const { service, clock } = worlds;
  const observations = trials.map(({ observation }) => observation);
  const called = new Set(observations.flatMap(({ requests }) => [...callsOf(requests).keys()]));
  const fits = (operation: Operation, { fault }: DrillCase): boolean => {
    const seen = observations.flatMap((observation) => seenResponses(observation, operation.name));
    return hasRoom(operation, effectOf(fault), seen, clock.now());
  };
  return service.operations
    .filter(({ name }) => called.has(name))
    .flatMap((operation) => planOf(operation, plan).filter((each) => fits(operation, each)));
};

interface CaseSettings extends DrillSettings {
  readonly timeoutMs: number;
  readonly names: WorldNames;
}

/** Runs the cases that were not interrupted. */
const runCases = async (
  worlds: Worlds,
  planned: readonly DrillCase[],
  usual: Tally,
  { work, jobs, names, timeoutMs, signal, onProgress }: CaseSettings,
): Promise<ReadonlyMap<DrillCase, JudgedCase>> => {
  const judged = new Map<DrillCase, JudgedCase>();
  const slots = new Slots(jobs);
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let hanging = 0;
  const progress = (name: string): void => onProgress?.({ done: judged.size, total: planned.length, name });
  const runCase = async (each: DrillCase, free: () => void): Promise<void> => {
    const fault = faultOf(each);
    let isHanging = false;
    const onHit = (): void => {
      if (isHanging || hanging === maxHanging || !isEndless(each)) return;
      isHanging = true;
      hanging++;
      free();
    };
    progress(each.name);
    try {
      const world = names.next();
      const { ending, observation } = await runTrial(worlds, { world, work, fault, timeoutMs, signal, onHit });
      if (signal.aborted) return;
      const judgement = judgeCase(each, ending, observation.requests, usual);
      judged.set(each, { case: each, ending, exchanges: observation.exchanges, ...judgement });
      progress(each.name);
    } finally {
      if (isHanging) hanging--;
      free();
    }
  };
  for (const each of planned) {
    const free = await slots.take();
    if (signal.aborted || failures.length > 0) break;
    const run = runCase(each, free)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(run));
    running.add(run);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return judged;
};

/** Whether the client waits until it gives up, or is ended. */
const isEndless = ({ fault }: DrillCase): boolean => {
  const effect = effectOf(fault);
  return effect.type === 'transport' && effect.transport === 'timeout';
};

/** None is given twice: what a run has left behind must not reach the world of another one. */
class WorldNames implements Iterable<string> {
  readonly #worlds: Worlds;
  readonly #given = new Set<string>();
  #number = 0;

  constructor(worlds: Worlds) {
    this.#worlds = worlds;
  }

  next(): string {
    let name: string;
    do name = `drill-${++this.#number}`;
    while (this.#worlds.get(name) !== undefined);
    this.#given.add(name);
    return name;
  }

  has(name: string): boolean {
    return this.#given.has(name);
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#given.values();
  }
}

/** A number of places for work that runs side by side. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves when there is a place, to a function that gives it back; it may be called more than once. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    };
  }
}
