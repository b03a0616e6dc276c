/** Everything that decides the responses of a world, in one place, and the only code that changes it. */

import { type HttpRequest, plainDelivery, withQuery } from '../core/http/http.ts';
import { perObject } from '../core/primitives/lazy.ts';
import type { Service } from '../core/service/service.ts';
import { failedOutcome, type Outcome, simulate } from '../core/simulate/simulate.ts';
import { type Scan, ScanPaused } from '../core/state/scan.ts';
import { applyChanges, type Change, copyState, type Follower, type Happened, type State } from '../core/state/state.ts';
import { Clock } from './clock.ts';
import { estimateBytes, isSameRequest, type RecordedExchange, recordAgain } from './evidence/exchange-record.ts';
import type { Command, Decisive, Draft, WorldStart } from './world-command.ts';

/** A world must not keep all its responses: it has room for about forty short ones. */
const maxBytes = 65_536;

class Repeats {
  /** The responses by path and query. Replaced, not cleared: a table that V8 has moved to the old generation would keep those that follow it. */
  #kept = new Map<string, Outcome>();
  /** Estimated. */
  #bytes = 0;

  /** What comes of the request as the exchange with this number, if it is a repeated one. */
  find(request: HttpRequest, id: number, now: number): Outcome | undefined {
    const kept = this.#kept.get(targetOf(request));
    if (kept === undefined || now >= (kept.sameUntil as number)) return undefined;
    if (!isSameRequest(request, kept.exchange.request)) return undefined;
    const { changes, parameters } = kept;
    const exchange = recordAgain(kept.exchange, id, now);
    return { reply: { response: exchange.response, delivery: plainDelivery }, changes, exchange, parameters };
  }

  /** Keeps what came of a request, if it may be repeated. */
  keep(outcome: Outcome, exchange: RecordedExchange): void {
    // The record of a long body is cut.
    const isWhole = typeof exchange.response.body !== 'object';
    if (outcome.sameUntil === undefined || !isWhole || exchange.isProbe === true) return;
    const bytes = estimateBytes(exchange);
    if (this.#bytes + bytes > maxBytes) this.clear();
    this.#bytes += bytes;
    this.#kept.set(targetOf(exchange.request), { ...outcome, exchange });
  }

  clear(): void {
    if (this.#kept.size === 0) return;
    this.#kept = new Map();
    this.#bytes = 0;
  }
}

const targetOf = ({ path, query }: HttpRequest): string => withQuery(path, query);

export const createEpoch = (): string => crypto.randomUUID().slice(0, 8);

export type Simulate = typeof simulate;

export class Decisions {
  readonly clock: Clock;
  readonly repeats = new Repeats();
  /** The steps since nothing was due. */
  performed = 0;
  readonly #name: string;
  #service: Service;
  #start: WorldStart;
  #state: State;
  #epoch: string | undefined;
  /** If it is undefined, it must be asked for again. */
  #dueAt: number | undefined;

  /** `saved`: where it continues, if not at its start. */
  constructor(
    name: string,
    service: Service,
    start: WorldStart,
    saved: Pick<WorldStart, 'clock' | 'createState'> = start,
  ) {
    this.#name = name;
    this.#service = service;
    this.#start = start;
    this.clock = new Clock(saved.clock);
    this.#state = saved.createState(name, this.clock.now());
  }

  get service(): Service {
    return this.#service;
  }

  get start(): WorldStart {
    return this.#start;
  }

  get state(): State {
    return this.#state;
  }

  get epoch(): string {
    this.#epoch ??= createEpoch();
    return this.#epoch;
  }

  /** What is generated from now on has the locale of this world. */
  useLocale(): void {
    this.#service.useLocale?.(this.#state.rules.locale);
  }

  /** Decides one request. Its changes are not applied yet. `by`: a function that is loaded only where it is needed. */
  decide(request: HttpRequest, scan: Scan | undefined, by: Simulate = simulate): Outcome {
    const now = this.clock.now();
    const known = by === simulate ? this.repeats.find(request, this.#state.counters.exchanges + 1, now) : undefined;
    if (known !== undefined) return known;
    try {
      return by(this.#service, this.#state, request, now, scan);
    } catch (error) {
      if (error instanceof ScanPaused) throw error;
      return failedOutcome(this.#service, this.#state, request, now, error);
    }
  }

  /** Whether nothing but the number of the exchange depends on how many requests came before: faults and handlers count calls. */
  isCountless({ headers }: HttpRequest): boolean {
    return headers.prefer === undefined && this.#state.faults.size === 0 && this.#service.handlers === undefined;
  }

  apply(changes: readonly Change[]): void {
    applyChanges(this.#state, changes);
    // What only reads makes nothing due.
    if (changes.some(({ type }) => type !== 'call')) this.#noteChange();
  }

  #noteChange(): void {
    this.#dueAt = undefined;
    this.repeats.clear();
  }

  /** The changes with those that follow from them. They are not applied yet. `by`: what made them, which follows no change of its own. */
  withFollowing(
    changes: readonly Change[],
    { exchange, now, by }: Omit<Happened, 'changes'> & { readonly by?: Follower | undefined },
  ): readonly Change[] {
    let all = changes;
    for (const follower of this.followers) {
      if (follower === by) continue;
      const more = follower.after(this.#state, { changes: all, exchange, now });
      if (more.length > 0) all = [...all, ...more];
    }
    return all;
  }

  /** World time of what is due next; infinite: nothing is. */
  get dueAt(): number {
    this.#dueAt ??= this.followers.reduce(
      (due, { dueAt }) => Math.min(due, dueAt(this.#state) ?? due),
      Number.POSITIVE_INFINITY,
    );
    return this.#dueAt;
  }

  /** Whether what is due must happen although nobody watches. */
  get isUrgent(): boolean {
    return this.followers.some(({ isUrgent }) => isUrgent?.(this.#state));
  }

  get followers(): readonly Follower[] {
    return followersOf(this.#state.parts);
  }

  /** Performs what is due first, at its time. Returns its changes. */
  performDue(): readonly Change[] {
    const at = this.dueAt;
    this.performed++;
    const by = this.followers.find((follower) => follower.dueAt(this.#state) === at);
    if (by === undefined) return [];
    const changes = this.withFollowing(by.due(this.#state, at), { exchange: undefined, now: at, by });
    this.apply(changes);
    return changes;
  }

  /** The part of a command on which responses depend. */
  perform(command: Command): void {
    switch (command.type) {
      case 'handled':
      case 'changed':
        this.apply(command.changes);
        return;
      case 'clock-set':
        this.clock.setting = command.clock;
        this.repeats.clear();
        return;
      case 'started': {
        const { start = this.#start, now, clock, epoch } = command;
        this.resume({ state: start.createState(this.#name, now), clock, start, epoch });
        return;
      }
      default:
        command.type satisfies 'journal-cleared' | 'released' | 'delivered';
    }
  }

  /** Makes further changes leave what was captured before as it is. */
  detach(): void {
    this.#state = copyState(this.#state);
  }

  get decisive(): Decisive {
    const { performed } = this;
    return { state: this.#state, clock: this.clock.setting, start: this.#start, epoch: this.#epoch, performed };
  }

  /** Continues where another replica of this world is. */
  resume({ state, clock, start, epoch, performed = 0 }: Decisive): void {
    this.performed = performed;
    this.#state = state;
    this.#noteChange();
    this.clock.setting = clock;
    this.#start = start;
    this.#epoch = epoch;
  }

  /** Replaces the state with the one that was carried over to a changed document or scenario. */
  adopt(service: Service, start: WorldStart, state: State): void {
    this.#service = service;
    this.resume({ ...this.decisive, start, state });
  }
}

/** Memoized: the parts of a state stay the same. */
const followersOf = perObject((parts: State['parts']): readonly Follower[] =>
  [...parts.values()].flatMap(({ kind }) => kind.follower ?? []),
);

/** The commands of a world that are not certain yet. Its state before is kept. */
export class OpenDraft {
  readonly commands: Command[] = [];
  /** Work that waits until the draft is certain. */
  readonly deferred: (() => void)[] = [];
  readonly #decisions: Decisions;
  readonly #before: Decisive;

  constructor(decisions: Decisions) {
    this.#decisions = decisions;
    this.#before = decisions.decisive;
    decisions.detach();
  }

  /** Takes the draft off: the world is as it was before. */
  take(): Draft {
    const { commands, deferred } = this;
    const after = this.#decisions.decisive;
    this.#decisions.resume(this.#before);
    return { commands, deferred, after };
  }
}
