/** Which of a world's faults fire on one request, and what that comes to. */
import type { FiredFault, Step } from './exchange.ts';
import {
  delayOf,
  type Fault,
  type FaultSubject,
  isLucky,
  isTaken,
  matchesOn,
  noCounts,
  type StatusEffect,
  type TransportEffect,
} from './fault.ts';
import type { Wishes } from './prefer.ts';
import { seedFrom } from './random.ts';
import type { Change, State } from './state.ts';

export interface FaultDecision {
  readonly status: StatusEffect | undefined;
  readonly transport: TransportEffect | undefined;
  readonly delayMs: number;
  readonly fired: readonly FiredFault[];
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
}

const none: FaultDecision = { status: undefined, transport: undefined, delayMs: 0, fired: [], changes: [], steps: [] };

/**
 * Wishes come first, then the world's faults in their order: the first status and the first transport effect win,
 * delays add up. Every enabled fault counts the requests that match it, whether or not another wins.
 */
export const selectFaults = (state: State, wishes: Wishes, subject: FaultSubject, call: number): FaultDecision => {
  if (state.active.length === 0 && wishes.faults.length === 0 && wishes.code === undefined && wishes.delayMs === 0)
    return none;
  const decision = new Decision(state.seed, subject.operation, call, wishes.delayMs);
  if (wishes.code !== undefined) {
    decision.take('Prefer', {
      type: 'status',
      status: wishes.code,
      headers: undefined,
      body: undefined,
      work: 'skipped',
    });
  }
  for (const fault of wishes.faults) decision.fire(fault, false);
  for (const { fault } of state.active)
    decision.consider(fault, subject, (state.counters.faults.get(fault.name) ?? noCounts).seen + 1);
  return decision;
};

class Decision implements FaultDecision {
  status: StatusEffect | undefined;
  transport: TransportEffect | undefined;
  delayMs: number;
  readonly fired: FiredFault[] = [];
  readonly changes: Change[] = [];
  readonly steps: Step[] = [];
  readonly #worldSeed: number;
  readonly #operation: string | undefined;
  readonly #call: number;

  constructor(worldSeed: number, operation: string | undefined, call: number, delayMs: number) {
    this.#worldSeed = worldSeed;
    this.#operation = operation;
    this.#call = call;
    this.delayMs = delayMs;
  }

  consider(fault: Fault, subject: FaultSubject, seen: number): void {
    if (!matchesOn(fault.on, subject)) {
      this.steps.push({ type: 'fault', fault: fault.name, result: 'not for this request' });
    } else if (!isTaken(fault.when, seen)) {
      this.#count(fault, false);
      this.steps.push({ type: 'fault', fault: fault.name, result: 'not this time' });
    } else if (!isLucky(fault, this.#worldSeed, this.#operation, this.#call)) {
      this.#count(fault, false);
      this.steps.push({ type: 'fault', fault: fault.name, result: 'chance was against it' });
    } else this.fire(fault, true);
  }

  /** `counted`: a wished fault counts nothing. */
  fire(fault: Fault, counted: boolean): void {
    const won = this.take(fault.name, fault.effect);
    if (counted) this.#count(fault, won);
    this.steps.push({ type: 'fault', fault: fault.name, result: won ? 'fired' : 'another one won' });
    if (won) this.fired.push({ name: fault.name, effect: fault.effect.type });
  }

  /** Whether the effect has a part in the answer. */
  take(name: string, effect: Fault['effect']): boolean {
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
        this.delayMs += delayOf(
          effect.latency,
          seedFrom(this.#worldSeed, this.#operation ?? '', name, this.#call, 'latency'),
        );
        return true;
      default:
        return effect satisfies never;
    }
  }

  #count(fault: Fault, fired: boolean): void {
    this.changes.push({ type: 'fault-counted', fault: fault.name, fired });
  }
}
