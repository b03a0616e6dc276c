import type { Exchange } from '../core/exchange.ts';
import type { FaultEntry } from '../core/faults/fault.ts';
import type { HttpRequest, Reply } from '../core/http/http.ts';
import { getProperty } from '../core/primitives/json.ts';
import type { Service } from '../core/service/service.ts';
import type { Outcome } from '../core/simulate/simulate.ts';
import { findItem } from '../core/state/collection.ts';
import type { Scan } from '../core/state/scan.ts';
import type { Change, State } from '../core/state/state.ts';
import type { BodyStream } from './body-stream.ts';
import { type Clock, type ClockChange, elapsedSince, monotonicMs, startTurn } from './clock.ts';
import { createEpoch, Decisions, OpenDraft, type Simulate } from './decisions.ts';
import type { Coverage } from './evidence/coverage.ts';
import { Drift } from './evidence/drift.ts';
import { exchangeHeader, recordOf } from './evidence/exchange-record.ts';
import type { Journal, JournalBounds } from './evidence/journal.ts';
import { createRedactFor } from './evidence/redact.ts';
import { expectsViolations } from './gate/expected-violations.ts';
import { GateEvidence } from './gate/gate-evidence.ts';
import { type Logger, silentLogger } from './logger.ts';
import { Overlaps } from './overlaps.ts';
import { type HeldResponse, Records, type WorldEvent } from './records.ts';
import { type Command, type Decisive, type Draft, deliveryOf, type WorldStart } from './world-command.ts';

export type { HeldResponse, WorldEvent } from './records.ts';
export type { StartOverrides, WorldStart } from './world-command.ts';

export interface WorldOptions {
  /** Default: the last 100 exchanges. */
  readonly journal?: JournalBounds | undefined;
  readonly logger?: Logger | undefined;
  /** The evidence that the gate judges, of all worlds of a server. Default: of this world alone. */
  readonly gate?: GateEvidence | undefined;
  /** Called at once when the world has changed: by a request, or by anything else that changes its state, clock or start. */
  readonly onChange?: (world: World) => void;
  readonly onListening?: (() => void) | undefined;
  /** Called when the world has changed, but not by a request, and may lose responses. */
  readonly onLosing?: ((name: string) => void) | undefined;
  /** Called when something is due, and nobody asked for the world: it must be caught up. Default: at once. */
  readonly onDue?: ((world: World) => void) | undefined;
  /** Works on the world of this name as soon as it is its turn. Default: at once. */
  readonly onTurn?: ((world: World, job: (world: World) => void) => void) | undefined;
  /** Where a saved world continues. Default: at its start. */
  readonly saved?: Pick<WorldStart, 'clock' | 'createState'> | undefined;
}

/** More would keep others waiting. */
const maxStepsAtOnce = 1000;
/** Many requests while much is due do not add up to a long turn. */
const sharedTurnMs = 2;

const without = (name: string, { response: { status, headers, body }, delivery }: Reply): Reply => {
  const kept = headers.filter((_, index) => headers[index - (index % 2)] !== name);
  return { response: { status, headers: kept, body }, delivery };
};

/** A request that was handled on this server: the reply and the record. */
export interface HandledRequest {
  readonly world: World;
  readonly reply: Reply;
  /** Already in the journal; the edge sets `durationMs` after the delivery. */
  readonly exchange: Exchange;
  /** When the request came, as a time of `monotonicMs`. */
  readonly started: number;
  /** The error that was thrown, which is a bug; for the log. */
  readonly error: unknown;
  /** The body, if it arrives over time. */
  readonly stream?: BodyStream | undefined;
}

/** An isolated simulation with its own data, faults, clock, seed and journal. */
export class World {
  readonly name: string;
  /** When somebody last used it, in the time of {@link monotonicMs}. */
  usedAt = monotonicMs();
  /** What its responses depend on. */
  readonly decisions: Decisions;
  /** What came of its requests. */
  readonly records: Records;
  readonly clock: Clock;
  readonly journal: Journal;
  /** Kept over resets, because it describes the client. */
  readonly coverage: Coverage;
  /** The differences between the upstreams and the simulation since the last start or reset. */
  readonly drift = new Drift((exchange) => this.#gate.redact(exchange));
  readonly overlaps = new Overlaps();
  readonly #options: WorldOptions;
  /** Wakes whoever watches, when something is due. */
  readonly #alarm: Alarm;
  /** All worlds of a server share it. */
  readonly #gate: GateEvidence;
  #expectsViolations = false;
  /** Only with a store that several servers share: what happens is not certain yet. */
  #draft: OpenDraft | undefined;

  constructor(name: string, service: Service, start: WorldStart, options: WorldOptions = {}) {
    const { journal = { entries: 100 }, logger = silentLogger, gate, saved = start } = options;
    const { onDue = () => this.catchUp({ isAwaited: false }) } = options;
    this.#options = options;
    this.#gate = gate ?? new GateEvidence(service, createRedactFor());
    this.name = name;
    this.decisions = new Decisions(name, service, start, saved);
    this.clock = this.decisions.clock;
    this.#alarm = new Alarm(this.clock, () => onDue(this));
    this.records = new Records(service, this.clock, journal, logger, this.drift);
    this.journal = this.records.journal;
    this.coverage = this.records.coverage;
    this.#watch();
  }

  /** Whether its requests break the interface on purpose. */
  get expectsViolations(): boolean {
    return this.#expectsViolations;
  }

  /** The gate ignores the violations of its requests, until a reset. */
  expectViolations(): void {
    this.#expectsViolations = true;
  }

  get mayLoseResponses(): boolean {
    return this.decisions.state.active.mayLoseResponses;
  }

  /** Whether somebody listens, or waits for a response. */
  get isInUse(): boolean {
    return this.records.listeners.size > 0 || this.records.underway.first !== undefined;
  }

  /** All exchanges up to this number are delivered or lost. */
  get deliveredUpTo(): number {
    return (this.records.underway.first?.id ?? this.decisions.state.counters.exchanges + 1) - 1;
  }

  /** The number of exchanges in the journal. */
  get recorded(): number {
    return this.#draft?.commands.some(({ type }) => type === 'started') === true ? 0 : this.journal.size;
  }

  /** Delivers delayed responses immediately; has no effect on those that are never delivered. */
  release(held: readonly HeldResponse[]): void {
    this.#perform({ type: 'released', exchanges: held.map(({ exchange }) => exchange.id) });
  }

  /** Simulates a request, applies its changes and journals it; `service.ready()` must have been awaited. */
  handle(request: HttpRequest, started: number = monotonicMs(), scan?: Scan): HandledRequest {
    this.catchUp();
    const decided = this.decisions.decide(request, scan);
    const handled = this.#apply(decided, request, started, this.decisions.isCountless(request));
    if (request.method !== 'GET') return handled;
    for (const follower of this.decisions.followers) {
      const stream = follower.stream?.(this, decided.reply, decided.exchange);
      if (stream !== undefined) return { ...handled, reply: without('Content-Length', handled.reply), stream };
    }
    return handled;
  }

  /** Handles a request that another function decides than {@link handle} uses. Unless it is journaled, it changes nothing. */
  handleBy(
    simulate: Simulate,
    request: HttpRequest,
    { started, journaled }: { readonly started: number; readonly journaled: boolean },
  ): HandledRequest {
    this.catchUp();
    const outcome = this.decisions.decide(request, undefined, simulate);
    if (journaled) return this.#apply(outcome, request, started);
    const { reply, exchange, error } = outcome;
    return { world: this, reply: without(exchangeHeader, reply), exchange: { ...exchange, id: 0 }, started, error };
  }

  /** Handles a request that no client sent. Without `keepsChanges`, only the journal and the numbers of exchanges show it. */
  probe(request: HttpRequest, { keepsChanges }: { readonly keepsChanges: boolean }): HandledRequest {
    this.catchUp();
    const { exchange, changes, ...outcome } = this.decisions.decide(request, undefined);
    const kept = keepsChanges ? changes : changes.filter(({ type }) => type === 'call');
    return this.#apply({ ...outcome, exchange: { ...exchange, isProbe: true }, changes: kept }, request, monotonicMs());
  }

  get isDue(): boolean {
    const isDue = this.decisions.dueAt <= this.clock.now();
    if (!isDue) this.decisions.performed = 0;
    return isDue;
  }

  /** Performs what is due, before anything of the world is read or written: a thousand steps, and the rest in turns. `isAwaited`: somebody waits for them. */
  catchUp({ isAwaited = true }: { readonly isAwaited?: boolean } = {}): void {
    this.decisions.useLocale();
    if (!this.isDue) return;
    const isOwed = () => isAwaited && this.decisions.performed < maxStepsAtOnce;
    const isTurnOver = startTurn(isAwaited ? sharedTurnMs : undefined);
    const changes: Change[] = [];
    for (let step = 0; this.isDue && step < maxStepsAtOnce && (isOwed() || !isTurnOver()); step++)
      changes.push(...this.decisions.performDue());
    this.#keep({ type: 'changed', changes, isDue: true });
  }

  /** Continues work in a turn that was begun without one. */
  inTurn(job: (world: World) => void): void {
    if (this.#options.onTurn === undefined) job(this);
    else this.#options.onTurn(this, job);
  }

  #apply(outcome: Outcome, request: HttpRequest, started: number, isRenumberable = false): HandledRequest {
    const { reply, exchange: decided, parameters, error } = outcome;
    this.usedAt = started;
    const changes = this.decisions.withFollowing(outcome.changes, { exchange: decided, now: decided.at });
    this.decisions.apply(changes);
    const before = this.records.journal.find(decided.id - 1);
    const exchange = recordOf(decided, reply.delivery.transport, before);
    const isExpected = this.#expectsViolations || expectsViolations(request);
    exchange.durationMs = elapsedSince(started);
    if (this.#draft !== undefined) {
      const delivery = deliveryOf(reply, this.clock.now());
      const renumberable = isRenumberable ? reply : undefined;
      const command = { changes, exchange, parameters, isExpected, renumberable, ...delivery };
      this.#draft.commands.push({ type: 'handled', ...command });
      return { world: this, reply, exchange, started, error };
    }
    // What is certain: others may give a draft another number.
    if (changes === outcome.changes) this.decisions.repeats.keep(outcome, exchange);
    this.records.add(exchange, parameters);
    this.#gate.add(exchange, isExpected);
    this.#options.onChange?.(this);
    this.records.journalListeners.emit(exchange);
    // Reads the clock, for those who watch.
    if (this.records.listeners.size > 0) this.records.announceHeld(exchange, deliveryOf(reply, this.clock.now()).due);
    if (changes.length > 1) this.#watch();
    return { world: this, reply, exchange, started, error };
  }

  /** Calls back with the events of the world; returns a function that removes the listener. */
  subscribe(listener: (event: WorldEvent) => void): () => void {
    this.#options.onListening?.();
    const remove = this.records.listeners.add(listener);
    this.#watch();
    return () => {
      remove();
      this.#watch();
      this.usedAt = monotonicMs();
    };
  }

  /** Changes the world without a request, as the control API does. */
  apply(changes: readonly Change[]): void {
    const following = this.decisions.withFollowing(changes, { exchange: undefined, now: this.clock.now() });
    this.#perform({ type: 'changed', changes: following });
  }

  /** Adds or replaces a fault; its counts restart. */
  putFault(entry: FaultEntry): void {
    this.apply([{ type: 'fault-put', entry, at: this.clock.now() }]);
  }

  /** Sets the clock to a time, freezes it, or lets it run. */
  setClock(change: ClockChange): void {
    this.clock.adjust(change);
    this.#perform({ type: 'clock-set', clock: this.clock.setting });
    this.catchUp({ isAwaited: false });
  }

  /** Reports to other servers that a response, which this one held back, was delivered or lost. */
  noteDelivered({ id, durationMs }: Exchange): void {
    this.#perform({ type: 'delivered', exchange: id, durationMs });
  }

  /** Clears the journal; the numbers of exchanges continue. */
  clearJournal(): void {
    this.#perform({ type: 'journal-cleared' });
  }

  /** Restores the initial state: data, faults, counts, clock, chance and journal. */
  reset(): void {
    this.restart(undefined);
  }

  /** Restarts from another start; undefined: from its own. */
  restart(start: WorldStart | undefined): void {
    this.clock.restart((start ?? this.decisions.start).clock);
    const { setting: clock } = this.clock;
    // Without a store, only a few worlds are asked for theirs.
    const epoch = this.#draft === undefined ? undefined : createEpoch();
    this.#perform({ type: 'started', start, now: this.clock.now(), clock, epoch });
  }

  #perform(command: Command): void {
    this.#decideOn(command);
    this.#keep(command);
  }

  #keep(command: Command): void {
    if (this.#draft === undefined) this.#record(command);
    else this.#draft.commands.push(command);
  }

  #decideOn(command: Command): void {
    this.decisions.perform(command);
    if (command.type === 'started') this.#expectsViolations = false;
  }

  /** The rest of a command. `isOwn`: this server performed it. */
  #record(command: Command, { isOwn = true }: { readonly isOwn?: boolean } = {}): void {
    const isChange = this.records.record(command, { isOwn });
    this.#watch();
    if (!isChange) return;
    // Neither is part of what is saved.
    if (command.type === 'journal-cleared' || command.type === 'released')
      this.records.listeners.emit({ type: 'changed' });
    else this.#changed();
    if (command.type !== 'changed') return;
    if (command.isDue === true) this.#announceItems(command.changes);
    const { parts } = this.decisions.state;
    for (const change of command.changes)
      if (change.type === 'part') parts.get(change.part)?.kind.perform?.(this, change.change, isOwn);
  }

  #announceItems(changes: readonly Change[]): void {
    if (this.records.listeners.size === 0) return;
    const { collections } = this.decisions.state;
    for (const { collection, key } of changes.filter((change) => change.type === 'put')) {
      const found = collections.get(collection);
      const item = found && findItem(found, key);
      const { parents = [], idProperty = '' } = found?.spec ?? {};
      const id = parents.length === 0 && item !== undefined ? getProperty(item.value, idProperty) : undefined;
      this.records.listeners.emit({ type: 'item-changed', collection, id: id ?? key });
    }
  }

  /** A timer is needed only where somebody listens, something must be sent, or more was due than was performed. */
  #watch(): void {
    const { isUrgent, performed } = this.decisions;
    const isWatched = this.records.listeners.size > 0 || performed > 0 || isUrgent;
    this.#alarm.setTo(isWatched ? this.decisions.dueAt : Number.POSITIVE_INFINITY);
  }

  /** Makes a draft of what happens to the world from now on, until {@link takeDraft}. Nothing else may read the world in between. */
  beginDraft(): OpenDraft {
    this.#draft = new OpenDraft(this.decisions);
    return this.#draft;
  }

  /** Takes the draft off: the world is as it was before. */
  takeDraft(): Draft {
    const draft = (this.#draft as OpenDraft).take();
    this.#draft = undefined;
    return draft;
  }

  /** Takes over a draft that has become certain. `isLate`: meanwhile, others have changed only the journal, which this world has followed. */
  commitDraft({ commands, deferred, after }: Draft, { isLate = false }: { readonly isLate?: boolean } = {}): void {
    if (!isLate) this.decisions.resume(after);
    for (const command of commands) {
      if (isLate) this.#decideOn(command);
      this.#record(command);
    }
    for (const work of deferred) work();
  }

  /** Does some work as soon as what happened to the world is certain: now, unless it is a draft. */
  whenCertain(work: () => void): void {
    if (this.#draft === undefined) work();
    else this.#draft.deferred.push(work);
  }

  /** Performs what another server did. */
  follow(command: Command): void {
    this.#decideOn(command);
    this.#record(command, { isOwn: false });
  }

  /** Rewinds to the start or to a snapshot, before what is in a store is performed again. */
  rewind(captured: { readonly decisive: Decisive; readonly coverage: ReadonlyMap<string, number> } | undefined): void {
    this.records.clear();
    if (captured === undefined) return;
    this.decisions.resume(captured.decisive);
    this.coverage.addCounts(captured.coverage);
    this.#watch();
  }

  /** Replaces the state with the one that was carried over to a changed document or scenario. */
  adopt(service: Service, start: WorldStart, state: State): void {
    this.decisions.adopt(service, start, state);
    this.coverage.adopt(service);
    this.#watch();
    this.#changed();
  }

  #changed(): void {
    this.#options.onChange?.(this);
    if (this.mayLoseResponses) this.#options.onLosing?.(this.name);
    this.records.listeners.emit({ type: 'changed' });
  }

  /** Must be called when the world is deleted. */
  close(): void {
    this.#alarm.setTo(Number.POSITIVE_INFINITY);
    this.records.dismiss();
    this.journal.close();
  }
}

/** Calls back when the clock of a world reaches a time. A frozen clock reaches it only when it is set. */
class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #time = Number.POSITIVE_INFINITY;
  #setting: Clock['setting'] | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** World time; infinite: never. Must be called again when the clock was set. */
  setTo(time: number): void {
    if (time === this.#time && (time === Number.POSITIVE_INFINITY || this.#isSetAsBefore())) return;
    this.#cancel?.();
    this.#cancel = undefined;
    this.#time = time;
    this.#setting = this.#clock.setting;
    const now = this.#clock.now();
    if (time === Number.POSITIVE_INFINITY || (this.#clock.frozen && time > now)) return;
    this.#cancel = this.#clock.hold(
      Math.max(0, time - now),
      () => {
        this.#cancel = undefined;
        this.#time = Number.POSITIVE_INFINITY;
        this.#ring();
      },
      time,
    );
  }

  #isSetAsBefore(): boolean {
    const { offsetMs, frozenAt } = this.#clock.setting;
    return this.#setting?.offsetMs === offsetMs && this.#setting.frozenAt === frozenAt;
  }
}
