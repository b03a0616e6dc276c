/** The exchanges of a world whose responses are not delivered yet. */
import type { Exchange } from '../core/exchange.ts';
import { type Clock, monotonicMs } from './clock.ts';
import type { HandledCommand } from './world-command.ts';

export class Underway {
  /**
   * In the order of their numbers; undefined where one was removed, so that a removal moves no other. Not a Set: its old tables keep
   * exchanges in memory until a full garbage collection.
   */
  #exchanges: (Exchange | undefined)[] = [];
  /** Their numbers, also of those that were removed. */
  #ids: number[] = [];
  /** All before this index was removed. */
  #start = 0;
  #size = 0;

  get first(): Exchange | undefined {
    for (; this.#start < this.#exchanges.length; this.#start++) {
      const exchange = this.#exchanges[this.#start];
      if (exchange !== undefined) return exchange;
    }
    return undefined;
  }

  get all(): readonly Exchange[] {
    return this.#exchanges.filter((exchange) => exchange !== undefined);
  }

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#ids.push(exchange.id);
    this.#size++;
  }

  has(exchange: Exchange): boolean {
    return this.#indexOf(exchange) >= 0;
  }

  find(id: number): Exchange | undefined {
    const place = this.#placeOf(id);
    return this.#ids[place] === id ? this.#exchanges[place] : undefined;
  }

  /** Returns whether the exchange was waiting. */
  remove(exchange: Exchange): boolean {
    const index = this.#indexOf(exchange);
    if (index < 0) return false;
    this.#size--;
    // Nearly always the only one.
    if (this.#exchanges.length === 1) {
      this.#exchanges.pop();
      this.#ids.pop();
      return true;
    }
    this.#exchanges[index] = undefined;
    if (this.#size * 2 < this.#exchanges.length) this.#compact();
    return true;
  }

  clear(): void {
    this.#exchanges = [];
    this.#compact();
  }

  /** Each removal pays for at most one exchange that is left. */
  #compact(): void {
    const left = this.#exchanges.filter((exchange) => exchange !== undefined);
    this.#exchanges = left;
    this.#ids = left.map(({ id }) => id);
    this.#start = 0;
    this.#size = left.length;
  }

  /** -1 also for an exchange from before a reset: its number may be that of another one. */
  #indexOf(exchange: Exchange): number {
    const place = this.#placeOf(exchange.id);
    return this.#exchanges[place] === exchange ? place : -1;
  }

  /** The number of ids below this one. The steps are halved, so that the loop ends whatever the ids are. */
  #placeOf(id: number): number {
    let place = 0;
    for (let step = longest; step > 0; step >>= 1)
      if ((this.#ids[place + step - 1] ?? Number.POSITIVE_INFINITY) < id) place += step;
    return place;
  }
}

/** More exchanges than any world has under way; a power of two. */
const longest = 2 ** 30;

/** The time in which another server reports that a response was delivered, once it should have been. */
const graceMs = 5000;

/** No client waits for longer for a response that is never delivered. */
const neverMs = 3_600_000;

/** The responses that other servers hold back. A server that dies never reports their end: after some time, they are lost. */
export class HeldElsewhere {
  readonly #clock: Clock;
  readonly #waits = new Map<Exchange, Wait>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(exchange: Exchange, due: number | null, transferMs: HandledCommand['transferMs'] = 0): void {
    const delayMs = due === null ? neverMs : Math.max(0, due - this.#clock.now()) + transferMs + graceMs;
    this.#waits.set(exchange, { due, transferMs, lostAt: monotonicMs() + delayMs });
  }

  /** World time; undefined also if it is never delivered. */
  dueOf(exchange: Exchange): number | undefined {
    return this.#waits.get(exchange)?.due ?? undefined;
  }

  /** Returns whether the exchange was waiting. */
  remove(exchange: Exchange): boolean {
    return this.#waits.delete(exchange);
  }

  clear(): void {
    this.#waits.clear();
  }

  /** Notes that the clock was set: what is due by now is released. */
  noteClock(): void {
    const now = this.#clock.now();
    for (const [exchange, { due }] of this.#waits) if (due !== null && due <= now) this.noteRelease(exchange);
  }

  /** Notes that a delayed exchange is delivered at once. */
  noteRelease(exchange: Exchange): void {
    const wait = this.#waits.get(exchange);
    if (wait === undefined || wait.due === null) return;
    wait.lostAt = Math.min(wait.lostAt, monotonicMs() + wait.transferMs + graceMs);
  }

  takeLost(): readonly Exchange[] {
    if (this.#waits.size === 0) return [];
    const now = monotonicMs();
    const lost = [...this.#waits].filter(([, { lostAt }]) => lostAt <= now).map(([exchange]) => exchange);
    for (const exchange of lost) this.#waits.delete(exchange);
    return lost;
  }
}

interface Wait {
  readonly due: number | null;
  readonly transferMs: number;
  /** In the time of {@link monotonicMs}, as the clock of the world may be frozen. */
  lostAt: number;
}
