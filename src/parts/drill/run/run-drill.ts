/** The drill: runs the client without a fault, then once for each case, each time in a fresh world, and judges what it did. */

import type { Exchange } from '../../../core/exchange.ts';
import { ActiveFaults } from '../../../core/faults/active-faults.ts';
import type { Fault } from '../../../core/faults/fault.ts';
import { worldLimit } from '../../../core/primitives/config-error.ts';
import { parseJson } from '../../../core/primitives/json.ts';
import { formatDuration, maxShownRows } from '../../../core/primitives/units.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { monotonicMs } from '../../../world/clock.ts';
import { explainFull } from '../../../world/explain-full.ts';
import type { World, WorldStart } from '../../../world/world.ts';
import type { Worlds } from '../../../world/worlds.ts';
import {
  type CasePlan,
  type DrillCase,
  effectOf,
  faultOf,
  hasRoom,
  planOf,
  type SeenResponse,
} from '../cases/cases.ts';
import {
  type CaseJudgement,
  callsOf,
  type Ending,
  judgeCase,
  largestOf,
  type ObservedRequest,
  observe,
  type Tally,
  tallyOf,
} from '../judge/judge-case.ts';

interface DrillSettings {
  readonly work: ClientWork;
  readonly plan: CasePlan;
  /** What the user can do if no request arrived. */
  readonly reachRemedy: string;
  /** How many runs without a fault come first; at least 1. */
  readonly baseline: number;
  /** The default is 5 minutes without a fault, then five times the longest of these runs, at least 10 seconds. */
  readonly timeoutMs: number | undefined;
  /** How many cases run side by side. */
  readonly jobs: number;
  /** Ends the drill early. */
  readonly signal: AbortSignal;
  /** `total`: undefined if it is not known yet. `name`: of what has begun or ended. */
  readonly onProgress?:
    | ((progress: { readonly done: number; readonly total: number | undefined; readonly name: string }) => void)
    | undefined;
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
  const names = new Set<string>();
  try {
    return await drillIn(worlds, names, settings);
  } finally {
    // A function that was not waited for may have used its world again.
    for (const name of names) worlds.delete(name);
  }
};

const drillIn = async (worlds: Worlds, names: Set<string>, settings: DrillSettings): Promise<Drilled> => {
  const { baseline, signal } = settings;
  const trials: TrialResult[] = [];
  for (let number = 1; number <= baseline; number++) {
    const { work, reachRemedy, timeoutMs = baselineTimeoutMs } = settings;
    settings.onProgress?.({ done: 0, total: undefined, name: `run ${number} without a fault` });
    const run = { timeoutMs, signal, world: nextName(worlds, names), work, fault: undefined };
    // The client may have dropped the world's prefix.
    let isElsewhere = false;
    const stop = worlds.onExchange(({ world }) => {
      isElsewhere ||= !names.has(world);
    });
    const trial = await runTrial(worlds, run).finally(stop);
    trials.push(trial);
    const unjudged = signal.aborted ? interrupted : whyUnusable(trial, { timeoutMs, isElsewhere, reachRemedy }, worlds);
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

const planAll = (worlds: Worlds, trials: readonly TrialResult[], plan: CasePlan): readonly DrillCase[] => {
  const { service, clock } = worlds;
  const observations = trials.map(({ observation }) => observation);
  const called = new Set(observations.flatMap(({ requests }) => [...callsOf(requests).keys()]));
  const fits = (operation: Operation, { fault }: DrillCase) => {
    const seen = observations.flatMap((observation) => seenResponses(observation, operation.name));
    return hasRoom(operation, effectOf(fault), seen, clock.now());
  };
  return service.operations
    .filter(({ name }) => called.has(name))
    .flatMap((operation) => planOf(operation, plan).filter((each) => fits(operation, each)));
};

interface CaseSettings extends DrillSettings {
  readonly timeoutMs: number;
  readonly names: Set<string>;
}

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
  const progress = (name: string) => onProgress?.({ done: judged.size, total: planned.length, name });
  const runCase = async (each: DrillCase, free: () => void) => {
    const fault = faultOf(each);
    let isHanging = false;
    const onHit = () => {
      if (isHanging || hanging === maxHanging || !isEndless(each)) return;
      isHanging = true;
      hanging++;
      free();
    };
    progress(each.name);
    try {
      const world = nextName(worlds, names);
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
const isEndless = ({ fault }: DrillCase) => {
  const effect = effectOf(fault);
  return effect.type === 'transport' && effect.transport === 'timeout';
};

/** Gives no name twice: what a run has left behind must not reach the world of another one. */
const nextName = (worlds: Worlds, given: Set<string>): string => {
  for (let number = given.size + 1; ; number++) {
    const name = `drill-${number}`;
    if (given.has(name) || worlds.get(name) !== undefined) continue;
    given.add(name);
    return name;
  }
};

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

/** Runs the client: a command, or a function. */
export type ClientWork = (call: WorkCall) => Promise<Ending>;

export interface WorkCall {
  readonly world: string;
  readonly timeoutMs: number;
  /** Aborted when the drill ends early: the work ends at once. */
  readonly signal: AbortSignal;
}

interface TrialResult {
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
const runTrial = async (worlds: Worlds, { work, fault, onHit, ...call }: TrialOptions): Promise<TrialResult> => {
  const world = openWorld(worlds, call.world, fault);
  const observer = observeWorld(world, { awaitsFault: fault !== undefined, delayMs: delayOf(fault), onHit });
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

/** A client that asks for ever must not take the memory. */
const maxRequests = 10_000;

interface Observation {
  /** The requests in the order in which they arrived. */
  readonly requests: readonly ObservedRequest[];
  /** The first exchanges from the one that met the fault; in a run without a fault, from the first. */
  readonly exchanges: readonly ObservedExchange[];
}

interface ObservedExchange {
  /** When it arrived, in real milliseconds since some time. */
  readonly atMs: number;
  readonly exchange: Exchange;
}

/** `delayMs`: how long the fault of the case delays a response. `onHit`: called when the fault fires. */
export const observeWorld = (
  world: World,
  { awaitsFault, delayMs, onHit }: { awaitsFault: boolean; delayMs: number; onHit?: (() => void) | undefined },
) => {
  const requests: ObservedRequest[] = [];
  const exchanges: ObservedExchange[] = [];
  /** The exchanges whose response is delayed: their index, and the time at which it is due. */
  const delayed = new Map<Exchange, { readonly index: number; readonly dueMs: number }>();
  const add = (exchange: Exchange) => {
    if (requests.length === maxRequests) return;
    const atMs = monotonicMs();
    const request = observe(exchange, atMs);
    const index = requests.push(request) - 1;
    const isShown = !awaitsFault || request.isHit || exchanges.length > 0;
    if (isShown && exchanges.length < maxShownRows) exchanges.push({ atMs, exchange });
    if (!request.isHit) return;
    if (delayMs > 0) delayed.set(exchange, { index, dueMs: atMs + delayMs });
    onHit?.();
  };
  /** A client that hangs up before a delayed response is due has lost it. */
  const noteEnd = (exchange: Exchange) => {
    const { index, dueMs } = delayed.get(exchange) ?? {};
    if (index === undefined || dueMs === undefined) return;
    delayed.delete(exchange);
    if (monotonicMs() >= dueMs - earlyMs) return;
    requests[index] = { ...(requests[index] as ObservedRequest), isLost: true };
  };
  const stops = [
    world.records.journalListeners.add(add),
    world.subscribe((event) => {
      if (event.type === 'exchange') noteEnd(event.exchange);
    }),
  ];
  const close = () => {
    for (const stop of stops) stop();
  };
  return { requests, exchanges, close };
};

/** Timers may fire a little early. */
const earlyMs = 50;

/** The success responses of an operation with a JSON body. */
const seenResponses = ({ exchanges }: Observation, operation: string): readonly SeenResponse[] =>
  exchanges.flatMap(({ exchange }) => {
    const { status, body } = exchange.response;
    if (exchange.operation !== operation || status >= 300 || typeof body !== 'string') return [];
    const parsed = parseJson(body);
    return parsed.ok ? [{ status, body: parsed.value }] : [];
  });

export interface Unjudged {
  /** The reason is a sentence. */
  readonly reason: string;
  readonly remedy: string;
}

const interrupted: Unjudged = {
  reason: 'The drill was ended before it had judged a case.',
  remedy: 'Let it run for longer, or select fewer cases with --operation, --faults or --case.',
};

/** `unfit`: for each case, why its fault had nothing to change. */
export const unmet = (unfit: readonly (string | undefined)[]): Unjudged =>
  unfit.every((reason) => reason !== undefined)
    ? {
        reason: `No case was met: the faults had nothing to change (${[...new Set(unfit)].join('; ')}).`,
        remedy: 'Select other faults or operations, or let the tests send what these faults change.',
      }
    : {
        reason: 'No case was met: no fault fired.',
        remedy: 'Check that the tests send the same requests each time.',
      };

const nothingPlanned = ({ operations, faults, cases }: CasePlan): Unjudged =>
  operations === undefined && faults === undefined && cases === undefined
    ? {
        reason: 'The requests of the tests match no operation of the document.',
        remedy: 'Check that the client adds its paths to the base URL, and that the document is the right one.',
      }
    : {
        reason: 'The tests call none of the selected operations, or their schemas leave no room for the faults.',
        remedy: 'Select other operations, faults or cases.',
      };

const whyUnusable = (
  { ending, observation }: TrialResult,
  {
    timeoutMs,
    isElsewhere,
    reachRemedy,
  }: { readonly timeoutMs: number; readonly isElsewhere: boolean; readonly reachRemedy: string },
  worlds: Worlds,
): Unjudged | undefined => {
  const failure = failureOf(ending, timeoutMs);
  const moreTime = 'Give them more time with --timeout, or drill fewer of them.';
  if (observation.requests.length > 0) {
    if (failure === undefined) return undefined;
    const faults = faultsOn(worlds);
    if (faults.length > 0)
      return {
        reason: `The tests ${failure} before the drill set a fault; the start scenario has switched on ${faults.join(', ')}.`,
        remedy: 'Name a scenario without faults with --scenario.',
      };
    const remedy = ending.isLate ? moreTime : 'Let them pass against vivarium serve first.';
    return { reason: `The tests ${failure}, although there was no fault.`, remedy };
  }
  if (isElsewhere)
    return {
      reason: 'The tests sent their requests without the prefix of the world, so they did not reach it.',
      remedy: 'Add the paths to the whole base URL, or send the header Vivarium-World with the name of the world.',
    };
  return {
    reason: `The tests ${failure === undefined ? '' : `${failure}, and `}sent no request.`,
    remedy: ending.isLate ? `${moreTime} ${reachRemedy}` : reachRemedy,
  };
};

const failureOf = ({ isLate, exitCode, signal }: Ending, timeoutMs: number): string | undefined => {
  if (isLate) return `did not end within ${formatDuration(timeoutMs)}`;
  return exitCode === 0 ? undefined : `failed (${exitCode === null ? signal : `exit code ${exitCode}`})`;
};
