/** Responses to requests that changed nothing: until something changes, who repeats the request gets its response again. */
import { type HttpRequest, plainDelivery } from '../core/http/http.ts';
import type { Outcome } from '../core/simulate/simulate.ts';
import { estimateBytes, isSameRequest, type RecordedExchange, recordAgain } from './evidence/exchange-record.ts';

/** A world must not keep all its responses: it has room for about forty short ones. */
const maxBytes = 65_536;

export class Repeats {
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

const targetOf = ({ path, query }: HttpRequest): string => (query === '' ? path : `${path}?${query}`);
