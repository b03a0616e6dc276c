/** Watches the requests of a client to one world. It does not depend on the journal, which a client may reset. */

import type { Exchange } from '../../../core/exchange.ts';
import { parseJson } from '../../../core/primitives/json.ts';
import { maxShownRows } from '../../../core/primitives/units.ts';
import { monotonicMs } from '../../../world/clock.ts';
import type { World } from '../../../world/world.ts';
import type { SeenResponse } from '../cases/schema-room.ts';
import { type ObservedRequest, observe } from '../judge/observed-request.ts';

/** A client that asks for ever must not take the memory. */
const maxRequests = 10_000;

export interface Observation {
  /** In the order in which they arrived. */
  readonly requests: readonly ObservedRequest[];
  /** The first exchanges from the one that met the fault; in a run without a fault, from the first. */
  readonly exchanges: readonly ObservedExchange[];
}

export interface ObservedExchange {
  /** When it arrived, in real milliseconds since some time. */
  readonly atMs: number;
  readonly exchange: Exchange;
}

export class Observer implements Observation {
  readonly requests: ObservedRequest[] = [];
  readonly exchanges: ObservedExchange[] = [];
  readonly #awaitsFault: boolean;
  /** The delayed responses by the exchanges whose response is delayed: their index, and the time at which it is due. */
  readonly #delayed = new Map<Exchange, { readonly index: number; readonly dueMs: number }>();
  readonly #stop: readonly (() => void)[];

  /** `delayMs`: how long the fault of the case delays a response. `onHit`: called when the fault fires. */
  constructor(
    world: World,
    { awaitsFault, delayMs, onHit }: { awaitsFault: boolean; delayMs: number; onHit?: (() => void) | undefined },
  ) {
    this.#awaitsFault = awaitsFault;
    this.#stop = [
      world.records.journalListeners.add((exchange) => {
        if (this.#add(exchange, delayMs)) onHit?.();
      }),
      world.subscribe((event) => {
        if (event.type === 'exchange') this.#noteEnd(event.exchange);
      }),
    ];
  }

  close(): void {
    for (const stop of this.#stop) stop();
  }

  /** Whether the fault fired. */
  #add(exchange: Exchange, delayMs: number): boolean {
    if (this.requests.length === maxRequests) return false;
    const atMs = monotonicMs();
    const request = observe(exchange, atMs);
    const index = this.requests.push(request) - 1;
    const isShown = !this.#awaitsFault || request.isHit || this.exchanges.length > 0;
    if (isShown && this.exchanges.length < maxShownRows) this.exchanges.push({ atMs, exchange });
    if (request.isHit && delayMs > 0) this.#delayed.set(exchange, { index, dueMs: atMs + delayMs });
    return request.isHit;
  }

  /** A client that hangs up before a delayed response is due has lost it. */
  #noteEnd(exchange: Exchange): void {
    const delayed = this.#delayed.get(exchange);
    if (delayed === undefined) return;
    this.#delayed.delete(exchange);
    if (monotonicMs() >= delayed.dueMs - earlyMs) return;
    this.requests[delayed.index] = { ...(this.requests[delayed.index] as ObservedRequest), isLost: true };
  }
}

/** Timers may fire a little early. */
const earlyMs = 50;

/** The success responses of an operation with a JSON body. */
export const seenResponses = ({ exchanges }: Observation, operation: string): readonly SeenResponse[] =>
  exchanges.flatMap(({ exchange }) => {
    const { status, body } = exchange.response;
    if (exchange.operation !== operation || status >= 300 || typeof body !== 'string') return [];
    const parsed = parseJson(body);
    return parsed.ok ? [{ status, body: parsed.value }] : [];
  });
