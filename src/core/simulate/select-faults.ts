/** Selects the faults of a world that fire on a request, and combines their effects. */
import type { FaultResult, FiredFault, Step } from '../exchange.ts';
import { type Candidates, maxNamedMismatches } from '../faults/active-faults.ts';
import {
  type FaultSubject,
  isWithinWindow,
  matchesRequest,
  passesCount,
  passesProbability,
} from '../faults/conditions.ts';
import {
  type ContractEffect,
  delayOf,
  type Effect,
  type ExtremeEffect,
  type Fault,
  noCounts,
  type StatusEffect,
  type TransportEffect,
} from '../faults/fault.ts';
import type { Dribble } from '../http/http.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { noPreferences, type Preferences } from '../request/prefer.ts';
import { faultSubjectOf, type RequestContext } from '../request/request-context.ts';
import type { TokenFlaw } from '../service/login.ts';
import type { Change, State } from '../state/state.ts';

export interface FaultDecision {
  readonly status: StatusEffect | undefined;
  readonly transport: TransportEffect | undefined;
  readonly delayMs: number;
  readonly bytesPerSecond: number | undefined;
  readonly dribble: Dribble | undefined;
  /** Faults that change the body, in order. They are applied once the body is known, if they fit. */
  readonly bodyFaults: readonly BodyFault[];
  /** Of the tokens that the request is for. Undefined: nothing is wrong with them. */
  readonly flaws?: ReadonlySet<TokenFlaw> | undefined;
  readonly fired: readonly FiredFault[];
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
}

/** A contract or an extreme effect that fires. */
export interface BodyFault {
  readonly fault: string;
  readonly effect: ContractEffect | ExtremeEffect;
  readonly seed: number;
  /** False for a fault from `Prefer`, which is not counted. */
  readonly counted: boolean;
}

interface FaultMoment {
  /** The number of this call of the operation, from 1. */
  readonly call: number;
  /** World time in milliseconds. */
  readonly now: number;
}

/** The decision for a request without faults and preferences. */
export const noFaults: FaultDecision = {
  status: undefined,
  transport: undefined,
  delayMs: 0,
  bytesPerSecond: undefined,
  dribble: undefined,
  bodyFaults: [],
  fired: [],
  changes: [],
  steps: [],
};

/**
 * Preferences come first, then the world's faults in their order. The first status and the first transport effect win;
 * delays add up. Every enabled fault counts the requests that match it, whether or not another fault wins.
 */
export const selectFaults = (context: RequestContext, preferences: Preferences): FaultDecision => {
  const { state, number, now } = context;
  if (state.active.entries.length === 0 && preferences === noPreferences) return noFaults;
  const subject = faultSubjectOf(context);
  const decision = new Decision(state, subject, { call: number, now }, preferences.delayMs);
  if (preferences.code !== undefined) {
    decision.status = {
      type: 'status',
      status: preferences.code,
      headers: undefined,
      body: undefined,
      work: 'skipped',
    };
  }
  for (const fault of preferences.faults) decision.fire(fault, false);
  decision.considerAll(state.active.candidatesFor(subject), state.active.entries.length);
  return decision;
};

class Decision implements FaultDecision {
  status: StatusEffect | undefined;
  transport: TransportEffect | undefined;
  delayMs: number;
  bytesPerSecond: number | undefined;
  dribble: Dribble | undefined;
  flaws: Set<TokenFlaw> | undefined;
  readonly bodyFaults: BodyFault[] = [];
  readonly fired: FiredFault[] = [];
  readonly changes: Change[] = [];
  readonly steps: Step[] = [];
  readonly #state: State;
  readonly #subject: FaultSubject;
  readonly #moment: FaultMoment;

  constructor(state: State, subject: FaultSubject, moment: FaultMoment, delayMs: number) {
    this.#state = state;
    this.#subject = subject;
    this.#moment = moment;
    this.delayMs = delayMs;
  }

  /** `active`: the number of all faults that are on. */
  considerAll({ faults, others }: Candidates, active: number): void {
    let mismatches = active - faults.length;
    let named = 0;
    const mismatch = (fault: string): void => {
      if (named++ < maxNamedMismatches)
        this.steps.push({ type: 'fault', fault, result: 'does not match this request' });
    };
    for (const fault of faults) {
      if (matchesRequest(fault.on, this.#subject)) this.consider(fault);
      else {
        mismatches++;
        mismatch(fault.name);
      }
    }
    for (const fault of others) mismatch(fault);
    const more = mismatches - maxNamedMismatches;
    if (more > 0) this.steps.push({ type: 'other-faults', count: more });
  }

  consider(fault: Fault): void {
    const counts = this.#state.counters.faults.get(fault.name) ?? noCounts;
    const { call, now } = this.#moment;
    if (!isWithinWindow(fault.when, counts.since ?? this.#state.startedAt, now))
      this.#skip(fault, 'outside its time window');
    else if (!passesCount(fault.when, counts.seen + 1)) this.#skip(fault, 'skipped by its counts', true);
    else if (!passesProbability(fault, this.#state.seed, this.#subject.operation?.localName, call))
      this.#skip(fault, 'skipped by chance', true);
    else this.fire(fault, true);
  }

  /** `counted` is false for a fault from `Prefer`. */
  fire(fault: Fault, counted: boolean): void {
    const { effect, name } = fault;
    if (effect.type === 'contract' || effect.type === 'extreme') {
      this.bodyFaults.push({ fault: name, effect, seed: this.#seed(name, 'place'), counted });
      return;
    }
    const won = this.apply(name, effect);
    if (counted) this.#count(fault, won);
    this.steps.push({ type: 'fault', fault: fault.name, result: won ? 'fired' : 'another fault took precedence' });
    if (won) this.fired.push({ name: fault.name, effect: fault.effect.type });
  }

  /** Adds the effect to the decision; false if another effect has precedence. */
  apply(name: string, effect: Exclude<Effect, ContractEffect | ExtremeEffect>): boolean {
    switch (effect.type) {
      case 'status':
        if (this.status !== undefined) return false;
        this.status = effect;
        return true;
      case 'transport':
        if (this.transport !== undefined) return false;
        this.transport = effect;
        return true;
      case 'latency':
        this.delayMs += delayOf(effect.latency, this.#seed(name, 'latency'));
        return true;
      case 'bandwidth':
        // Two bandwidth limits act like two slow lines in sequence: their transfer times add up.
        this.bytesPerSecond = 1 / (1 / effect.bytesPerSecond + 1 / (this.bytesPerSecond ?? Number.POSITIVE_INFINITY));
        return true;
      case 'token':
        if (this.#subject.endpoint !== 'token') return false;
        this.flaws ??= new Set();
        this.flaws.add(effect.token);
        return true;
      case 'dribble':
        this.dribble = {
          chunks: Math.max(effect.chunks, this.dribble?.chunks ?? 0),
          overMs: effect.overMs + (this.dribble?.overMs ?? 0),
        };
        return true;
    }
  }

  #skip(fault: Fault, result: FaultResult, counted = false): void {
    if (counted) this.#count(fault, false);
    this.steps.push({ type: 'fault', fault: fault.name, result });
  }

  #count(fault: Fault, fired: boolean): void {
    this.changes.push({ type: 'fault-counted', fault: fault.name, fired });
  }

  #seed(fault: string, purpose: string): number {
    return seedFrom(this.#state.seed, this.#subject.operation?.localName ?? '', fault, this.#moment.call, purpose);
  }
}
