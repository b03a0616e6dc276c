/** Selects the faults of a world that fire on a request, and combines their effects. */
import type { FaultResult, FiredFault, Step } from '../exchange.ts';
import { maxNamedMismatches } from '../faults/active-faults.ts';
import {
  type FaultSubject,
  isWithinWindow,
  matchesRequest,
  passesCount,
  passesProbability,
} from '../faults/conditions.ts';
import {
  type BodyEffect,
  isBodyEffect,
  type OpenDecision,
  type RateEffect,
  rowOf,
  statusInstead,
} from '../faults/effects.ts';
import { type Fault, noCounts } from '../faults/fault.ts';
import { type Delivery, plainDelivery } from '../http/http.ts';
import { fingerprint } from '../primitives/fingerprint.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { noPreferences, type Preferences } from '../request/prefer.ts';
import { faultSubjectOf, type RequestContext } from '../request/request-context.ts';
import { countedIn, countRate } from '../state/latest-part.ts';
import type { Change } from '../state/state.ts';
import { senderOf } from './once.ts';
import type { RateLeft } from './rate-headers.ts';

export interface FaultDecision extends Readonly<Omit<OpenDecision, 'endpoint' | 'limit'>> {
  /** What a rate leaves; undefined: there is none. */
  readonly rate?: RateLeft | undefined;
  /** Faults that change the body, in order. They are applied once the body is known, if they fit. */
  readonly bodyFaults: readonly BodyFault[];
  readonly fired: readonly FiredFault[];
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
}

export interface BodyFault {
  readonly fault: string;
  readonly effect: BodyEffect;
  readonly seed: number;
  /** False for a fault from `Prefer`, which is not counted. */
  readonly counted: boolean;
}

export const noFaults: FaultDecision = {
  status: undefined,
  transport: undefined,
  delivery: plainDelivery,
  bodyFaults: [],
  fired: [],
  changes: [],
  steps: [],
};

/** Preferences come first, then the world's faults in order. The first status and transport win; delays add up. `isStreamed`: the body is passed on. */
export const selectFaults = (context: RequestContext, preferences: Preferences, isStreamed = false): FaultDecision => {
  if (context.state.active.entries.length === 0 && preferences === noPreferences) return noFaults;
  const decision = new Decision(context, { delayMs: preferences.delayMs, isStreamed });
  if (preferences.code !== undefined) decision.status = statusInstead(preferences.code);
  for (const fault of preferences.faults) decision.fire(fault, { counted: false });
  decision.considerAll(preferences.faults);
  return decision;
};

class Decision implements FaultDecision, OpenDecision {
  status: OpenDecision['status'];
  transport: OpenDecision['transport'];
  delivery: Delivery;
  flaws: OpenDecision['flaws'];
  rate: RateLeft | undefined;
  readonly bodyFaults: BodyFault[] = [];
  readonly fired: FiredFault[] = [];
  readonly changes: Change[] = [];
  readonly steps: Step[] = [];
  readonly #context: RequestContext;
  readonly #subject: FaultSubject;
  readonly #isStreamed: boolean;
  /** The fault that decides at this moment. */
  #firing = { name: '', counted: false };

  constructor(context: RequestContext, sent: { readonly delayMs: number; readonly isStreamed: boolean }) {
    this.#context = context;
    this.#subject = faultSubjectOf(context);
    this.#isStreamed = sent.isStreamed;
    this.delivery = sent.delayMs === 0 ? plainDelivery : { ...plainDelivery, delayMs: sent.delayMs };
  }

  get endpoint(): OpenDecision['endpoint'] {
    return this.#subject.endpoint;
  }

  /** `preferred`: those that have fired as preferences, which changes no count. */
  considerAll(preferred: readonly Fault[]): void {
    const { active } = this.#context.state;
    const { faults, others } = active.candidatesFor(this.#subject);
    let mismatches = active.entries.length - faults.length;
    let named = 0;
    const mismatch = (fault: string) => {
      if (named++ < maxNamedMismatches)
        this.steps.push({ type: 'fault', fault, result: 'does not match this request' });
    };
    for (const fault of faults) {
      if (preferred.some(({ name }) => name === fault.name)) continue;
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
    const { state, now, number: call, seedName } = this.#context;
    const counts = state.counters.faults.get(fault.name) ?? noCounts;
    if (!isWithinWindow(fault.when, counts.since ?? state.startedAt, now)) this.#skip(fault, 'outside its time window');
    else if (!passesCount(fault.when, counts.seen + 1)) this.#skip(fault, 'skipped by its counts', { counted: true });
    else if (!passesProbability(fault, state.seed, seedName, call))
      this.#skip(fault, 'skipped by chance', { counted: true });
    else this.fire(fault, { counted: true });
  }

  fire(fault: Fault, { counted }: { readonly counted: boolean }): void {
    const { effect, name } = fault;
    if (isBodyEffect(effect)) {
      this.bodyFaults.push({ fault: name, effect, seed: this.#seed(name, 'place'), counted });
      return;
    }
    const { decide, inStream } = rowOf(effect.type);
    if (this.#isStreamed && !inStream) {
      if (counted) this.#count(fault, { fired: false });
      this.steps.push({ type: 'not-applicable', fault: name, reason: 'the body is passed on as it arrives' });
      return;
    }
    this.#firing = { name, counted };
    const decided = decide?.(effect, this, () => this.#seed(name, effect.type)) ?? false;
    const won = decided === true;
    if (counted) this.#count(fault, { fired: won });
    const lost = decided === 'within its limit' ? decided : 'another fault took precedence';
    this.steps.push({ type: 'fault', fault: name, result: won ? 'fired' : lost });
    if (won) this.fired.push({ name, effect: effect.type });
  }

  /** The window begins with the first request that counts. A fault of a preference counts nothing. */
  limit({ limit, perMs }: RateEffect): boolean | 'within its limit' {
    const { name, counted } = this.#firing;
    const { state, now } = this.#context;
    const window = countedIn(state, fingerprint(`${name}\n${senderOf(this.#context)}`), perMs, now);
    if (counted) this.changes.push(countRate(window));
    const endsAt = window.since + perMs;
    const remaining = Math.max(0, limit - window.count);
    // Of several, that which leaves least.
    if (this.rate === undefined || remaining < this.rate.remaining) this.rate = { limit, remaining, endsAt };
    if (window.count <= limit) return 'within its limit';
    if (this.status !== undefined) return false;
    this.status = statusInstead(429, { 'Retry-After': String(Math.ceil((endsAt - now) / 1000)) });
    return true;
  }

  #skip(fault: Fault, result: FaultResult, { counted }: { readonly counted: boolean } = { counted: false }): void {
    if (counted) this.#count(fault, { fired: false });
    this.steps.push({ type: 'fault', fault: fault.name, result });
  }

  #count(fault: Fault, { fired }: { readonly fired: boolean }): void {
    this.changes.push({ type: 'fault-counted', fault: fault.name, fired });
  }

  #seed(fault: string, purpose: string): number {
    const { state, seedName, number: call } = this.#context;
    return seedFrom(state.seed, seedName, fault, call, purpose);
  }
}
